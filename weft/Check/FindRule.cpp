// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Check/FindRule.h"

#include "weft/Check/CheckProgram.h"
#include "weft/StableHLO/Simplify/Simplify.h"
#include "weft/Support/Diagnostics.h"

#include <mlir/Parser/Parser.h>

using namespace mlir;

namespace weft {
namespace {

class RuleFinder {
public:
  RuleFinder(ModuleOp module, const CheckedProgram &program)
      : module(module), program(program), before(interpret(module, program)) {}

  std::string run() {
    int64_t wrong = simplifyUntil(-1).count;
    if (isRightAfter(wrong)) {
      return "";
    }
    int64_t right = 0;
    while (right + 1 < wrong) {
      int64_t middle = right + (wrong - right) / 2;
      (isRightAfter(middle) ? right : wrong) = middle;
    }
    return simplifyUntil(wrong).name;
  }

private:
  struct Step {
    int64_t count = 0;
    /// Of the step that was asked for.
    std::string name;
    bool isRight = true;
  };

  /// Simplifies a copy, and looks at the program after step `number`.
  Step simplifyUntil(int64_t number) {
    OwningOpRef<ModuleOp> copy = module.clone();
    Step step;
    stablehlo::SimplifyOptions options;
    options.afterStep = [&](llvm::StringRef name, Location where) {
      if (++step.count != number) {
        return;
      }
      std::string place = describeLocation(where);
      step.name = "rule " + name.str() + (place.empty() ? "" : " at " + place);
      step.isRight = compareOutcomes(program, before, interpret(*copy, program),
                                     Exactness::Same)
                         .ok();
    };
    stablehlo::simplify(*copy, stablehlo::standardRules(module.getContext()),
                        options);
    return step;
  }

  bool isRightAfter(int64_t number) { return simplifyUntil(number).isRight; }

  ModuleOp module;
  const CheckedProgram &program;
  Outcome before;
};

} // namespace

std::string findRule(llvm::StringRef bytes, const CheckedProgram &program,
                     MLIRContext *context) {
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(bytes, context);
  return module ? RuleFinder(*module, program).run() : "";
}

} // namespace weft
