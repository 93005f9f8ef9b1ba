// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Custom calls that want their arrays in another order than row-major, as those
// of LAPACK do.
//
// An array in the order of a layout has the bytes of a row-major one with its
// dimensions in that order. So a call is given transposed arrays, and its
// results are transposed back: by kernels, which are fused with what is around
// them, once before a loop where they do not change in it, and not at all
// between calls of one order. The call is marked, and its function still gets
// to see the dimensions as they were (weft/StableHLO/IR/CallArrays.h).

#pragma once

#include <mlir/IR/Operation.h>

namespace weft::stablehlo {

void expandLayouts(mlir::Operation *root);

} // namespace weft::stablehlo
