// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Simplification: the same program, written so that less is left to do.
//
// In this order:
//
//   inline calls        functions are a way of writing; what is inlined keeps
//                       its names and places
//   rounds of           until nothing changes, at most maximumRounds
//     refine shapes     what types leave open becomes known where it can
//     apply rules       the equations of Rule.h, from a worklist
//     merge duplicates  equal operations become one
//     simplify loops    invariants out, dead state gone
//   remove functions that nobody refers to any more
//
// Each step is linear in the size of the program; the worklist is cut off
// after a number of applications proportional to it, should rules ever chase
// each other. Cut off or not, the program means what it meant.
//
// Comes after the expansion of chlo and the removal of shardings, and before
// anything that groups operations into kernels: those stages see one spelling
// of each thing.

#pragma once

#include "weft/StableHLO/Simplify/Evaluate.h"
#include "weft/StableHLO/Simplify/Rule.h"

#include <mlir/IR/BuiltinOps.h>

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

/// The module stays valid at every step.
void simplify(mlir::ModuleOp module, const RuleSet &rules,
              const SimplifyOptions &options = {},
              SimplifyStatistics *statistics = nullptr);

} // namespace weft::stablehlo
