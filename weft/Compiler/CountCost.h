// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts the work in a program: operations on elements, bytes moved, and the
// most bytes alive at one time. A body is counted once, however often it runs,
// except that reductions and the like apply theirs per element.

#pragma once

#include "weft/Executable/Manifest.h"

#include <mlir/Dialect/Func/IR/FuncOps.h>

namespace weft {

struct ProgramCost {
  CostAnalysis analysis;
  /// Of values that are neither arguments nor results of the entry.
  uint64_t temporaryBytes = 0;
  /// Each function as often as it is called.
  double operations = 0;
};

ProgramCost countCost(mlir::func::FuncOp entry);

} // namespace weft
