// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/weft-fuzz-programs/Stages.h"

#include "weft/StableHLO/Simplify/Simplify.h"
#include "weft/Testing/Programs/GenerateProgram.h"

using namespace mlir;
using namespace weft::generate;

namespace weft::tools {
namespace {

/// Results stay the same bit for bit.
CheckStage simplifyStage(StageContext &context) {
  auto apply = [&context](ModuleOp module) {
    stablehlo::SimplifyStatistics statistics;
    stablehlo::simplify(module, context.rules, {}, &statistics);
    for (auto &[rule, count] : statistics.byRule) {
      context.applied[rule] += count;
    }
    return success(!statistics.cutOff);
  };
  return {"simplify", Exactness::Same, apply, {}};
}

/// The same, compared as compiled code is: shows which faults the more lenient
/// comparison still finds.
CheckStage lenientStage(StageContext &context) {
  CheckStage stage = simplifyStage(context);
  stage.name = "simplify-rounded";
  stage.exactness = Exactness::Rounded;
  return stage;
}

/// All stages of the compiler; a finding has the name of the one that is wrong.
CheckStage pipelineStage(StageContext &context) {
  CheckStage stage = {"pipeline", Exactness::Rounded, {}, {}};
  stage.check = [&context](const CheckedProgram &program) {
    CheckedProgram copy = cloneProgram(program);
    // The calls of generated programs are known to the interpreter here only.
    removeCustomCalls(*copy.module);
    CheckStagesOptions options = context.pipeline;
    options.onlyMachine = program.isForMachine;
    options.namesPart = !program.isForMachine;
    StagesReport report = checkStages(copy, options);
    if (program.isForMachine &&
        report.result.verdict == CheckVerdict::Changed) {
      StagesReport whole = checkStages(copy, context.pipeline);
      report = whole.result.verdict == CheckVerdict::Changed ? whole : report;
    }
    if (!report.part.empty()) {
      report.result.message += ", in " + report.part;
    }
    return report.result;
  };
  return stage;
}

/// Not ours at all: what another compiler makes of the program.
CheckStage peerStage(StageContext &context) {
  auto run = [&context](ModuleOp module, const CheckedProgram &program) {
    return context.peer->run(module, program);
  };
  return {"peer", Exactness::Rounded, {}, run};
}

struct NamedStage {
  llvm::StringLiteral name;
  CheckStage (*make)(StageContext &);
};

/// A stage that compiles and executes has no `apply`, a `run`, and
/// Exactness::Rounded.
constexpr NamedStage allStages[] = {
    {"simplify", simplifyStage},
    {"simplify-rounded", lenientStage},
    {"pipeline", pipelineStage},
    {"peer", peerStage},
};

} // namespace

std::optional<CheckStage> makeStage(llvm::StringRef name,
                                    StageContext &context) {
  for (const NamedStage &stage : allStages) {
    if (stage.name == name) {
      return stage.make(context);
    }
  }
  return std::nullopt;
}

std::string stageNames() {
  return llvm::join(llvm::map_range(allStages,
                                    [](const NamedStage &stage) {
                                      return std::string(stage.name);
                                    }),
                    ", ");
}

} // namespace weft::tools
