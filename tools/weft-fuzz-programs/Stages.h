// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The stages that random programs can be sent through, by name.

#pragma once

#include "tools/weft-fuzz-programs/Peer.h"
#include "weft/Check/CheckStages.h"
#include "weft/StableHLO/Simplify/Rule.h"

namespace weft::tools {

/// What stages work with, and what they leave behind.
struct StageContext {
  explicit StageContext(mlir::MLIRContext *context)
      : rules(stablehlo::standardRules(context)) {}

  /// Of `simplify`.
  stablehlo::RuleSet rules;
  /// How often each was applied.
  std::map<std::string, int64_t> applied;
  /// Of `peer`.
  std::unique_ptr<Peer> peer;
  /// Of `pipeline`: the machine, and what runs programs on it.
  CheckStagesOptions pipeline;
};

/// `context` outlives the stage. Nothing where there is no such stage.
std::optional<CheckStage> makeStage(llvm::StringRef name,
                                    StageContext &context);
/// Joined by commas.
std::string stageNames();

} // namespace weft::tools
