// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of complex numbers, composed of intervals.

#pragma once

#include "weft/StableHLO/Interpreter/Bounds/Range.h"

#include <mlir/IR/Operation.h>

namespace weft::reference::ranges {

/// What an elementwise operation of complex operands may give, `value` being
/// what the reference gives; `isStep` as in Rules.h. Nothing for an operation
/// that is exact in its parts, which are not looked at here.
std::optional<Range> complexRange(mlir::Operation *op,
                                  llvm::ArrayRef<Range> operands,
                                  const Element &value, bool isStep);

} // namespace weft::reference::ranges
