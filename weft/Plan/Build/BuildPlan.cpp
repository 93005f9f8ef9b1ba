// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Build/BuildPlan.h"

#include "weft/Plan/Build/ProgramBuilder.h"
#include "weft/Plan/Passes.h"

#include <llvm/ADT/StringSet.h>

using namespace mlir;

namespace weft::plan {

#define GEN_PASS_DEF_BUILDPLANPASS
#include "weft/Plan/Passes.h.inc"

namespace {

/// The functions that operations other than calls refer to.
struct References {
  /// By what starts them as programs.
  llvm::StringSet<> started;
  /// By what needs them to stay functions.
  llvm::StringSet<> named;
};

References findReferences(ModuleOp module) {
  References references;
  std::optional<SymbolTable::UseRange> uses =
      SymbolTable::getSymbolUses(&module.getBodyRegion());
  if (!uses) {
    return references;
  }
  for (const SymbolTable::SymbolUse &use : *uses) {
    StringRef name = use.getSymbolRef().getLeafReference();
    Operation *user = use.getUser();
    if (user->getName().getDialectNamespace() == "interpreter") {
      references.started.insert(name);
    } else if (!isa<func::CallOp, stablehlo::CompositeOp>(user)) {
      references.named.insert(name);
    }
  }
  return references;
}

/// Drops the functions that nothing needs to stay functions.
void dropUnused(ModuleOp module, const References &references) {
  llvm::StringMap<func::FuncOp> functions;
  llvm::StringSet<> needed;
  SmallVector<func::FuncOp> open;
  auto need = [&](func::FuncOp function) {
    if (function && needed.insert(function.getName()).second) {
      open.push_back(function);
    }
  };
  for (auto function : module.getOps<func::FuncOp>()) {
    functions[function.getName()] = function;
  }
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isPublic() || function.getName() == "main" ||
        references.named.contains(function.getName()) ||
        references.started.contains(function.getName())) {
      need(function);
    }
  }
  while (!open.empty()) {
    std::optional<SymbolTable::UseRange> uses =
        SymbolTable::getSymbolUses(open.pop_back_val());
    if (uses) {
      for (const SymbolTable::SymbolUse &use : *uses) {
        need(functions.lookup(use.getSymbolRef().getLeafReference()));
      }
    }
  }
  for (auto function :
       llvm::make_early_inc_range(module.getOps<func::FuncOp>())) {
    if (!needed.contains(function.getName())) {
      function.erase();
    }
  }
}

struct BuildPlan : impl::BuildPlanPassBase<BuildPlan> {
  using BuildPlanPassBase::BuildPlanPassBase;
  void runOnOperation() override {
    if (failed(buildPlan(getOperation(), keepOthers))) {
      signalPassFailure();
    }
  }
};

} // namespace

FailureOr<ProgramOp> buildProgram(func::FuncOp function) {
  return ProgramBuilder(function).build();
}

LogicalResult buildPlan(ModuleOp module, bool keepOthers) {
  References references = findReferences(module);
  SmallVector<func::FuncOp> started;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!function.isExternal() &&
        (function.isPublic() || function.getName() == "main" ||
         references.started.contains(function.getName()))) {
      started.push_back(function);
    }
  }
  SmallVector<func::FuncOp> replaced;
  SmallVector<ProgramOp> programs;
  std::optional<ScopedDiagnosticHandler> silence;
  if (keepOthers) {
    silence.emplace(module.getContext(),
                    [](Diagnostic &) { return success(); });
  }
  for (func::FuncOp function : started) {
    FailureOr<ProgramOp> program = buildProgram(function);
    if (succeeded(program)) {
      replaced.push_back(function);
      programs.push_back(*program);
    } else if (!keepOthers) {
      for (ProgramOp built : programs) {
        built.erase();
      }
      return failure();
    }
  }
  for (func::FuncOp function : replaced) {
    function.erase();
  }
  dropUnused(module, references);
  return success();
}

} // namespace weft::plan
