// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps of simplification, each in a file of its own. They work on one
// function at a time but for inlining.

#pragma once

#include "weft/StableHLO/Simplify/Rule.h"
#include "weft/StableHLO/Simplify/SimplifyOptions.h"

#include <mlir/Dialect/Func/IR/FuncOps.h>

namespace weft::stablehlo {

/// ApplyRules.cpp: applies rules, and removes what nothing uses, until neither
/// is possible. True if something changed.
bool applyRules(mlir::func::FuncOp function, const RuleSet &rules,
                ConstantEvaluator &evaluator, const SimplifyOptions &options,
                SimplifyStatistics &statistics);

/// MergeDuplicates.cpp: an operation equal to one that dominates it is
/// replaced by that one. True if something changed.
bool mergeDuplicates(mlir::func::FuncOp function,
                     SimplifyStatistics &statistics);

/// SimplifyLoops.cpp: what `while` computes again and again, or carries along
/// for nothing. True if something changed.
bool simplifyLoops(mlir::func::FuncOp function, SimplifyStatistics &statistics);

/// InlineCalls.cpp: puts functions in the place of their calls, and the
/// definitions of composites in theirs.
void inlineCalls(mlir::ModuleOp module, const SimplifyOptions &options,
                 SimplifyStatistics &statistics);
/// Removes private functions that nothing refers to.
void removeUnusedFunctions(mlir::ModuleOp module);

/// Regions whose operations are the program's own business with others:
/// nothing inside is touched.
bool isClosed(mlir::Operation *op);

} // namespace weft::stablehlo
