// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What can be asked of simplification, and what it tells.

#pragma once

#include "weft/StableHLO/Simplify/Evaluate.h"

#include <mlir/IR/Location.h>

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace weft::stablehlo {

struct SimplifyOptions {
  FoldingLimits folding;
  /// Composites by these names stay whole; others become their definition.
  std::vector<std::string> keptComposites;
  /// Inlining stops when the program has grown to this many operations.
  int64_t maximumOperations = 200'000;
  int maximumRounds = 8;
  /// Rule applications per operation of the program, above which a worklist
  /// is cut off.
  int64_t applicationsPerOperation = 32;
  /// Is told of each rule applied and each other step that changed something,
  /// while the module is valid: for who looks for the one that is wrong.
  std::function<void(llvm::StringRef step, mlir::Location where)> afterStep;
};

/// What was done, in counts that do not depend on the machine.
struct SimplifyStatistics {
  /// Operations taken from the worklist.
  int64_t visits = 0;
  int64_t applications = 0;
  std::map<std::string, int64_t> byRule;
  int64_t merged = 0;
  int64_t removed = 0;
  int64_t inlined = 0;
  /// Operations whose types came to be known.
  int64_t refined = 0;
  int rounds = 0;
  bool cutOff = false;
};

} // namespace weft::stablehlo
