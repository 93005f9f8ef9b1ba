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
//   remove functions that are no longer referred to
//
// Each step is linear in the size of the program; the worklist is cut off
// after a number of applications proportional to it, should rules ever chase
// each other. Cut off or not, the program means what it meant.
//
// Comes after the expansion of chlo and the removal of shardings, and before
// anything that groups operations into kernels: those stages see one spelling
// of each thing.

#pragma once

#include "weft/StableHLO/Simplify/Rule.h"
#include "weft/StableHLO/Simplify/SimplifyOptions.h"

#include <mlir/IR/BuiltinOps.h>

namespace weft::stablehlo {

/// The module stays valid at every step.
void simplify(mlir::ModuleOp module, const RuleSet &rules,
              const SimplifyOptions &options = {},
              SimplifyStatistics *statistics = nullptr);

} // namespace weft::stablehlo
