// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations that are programs of other operations: batch normalisation,
// random numbers and sums over labelled dimensions. They are written out before kernels are formed, so that
// fusion sees what they are made of, and tiling needs no rules for them.

#pragma once

#include <mlir/IR/Operation.h>

namespace weft::tile {

/// Writes out all such operations inside `root`.
void expandOperations(mlir::Operation *root);

// One function per family; each replaces `op` when it is of the family.
bool expandEinsum(mlir::Operation *op);
bool expandNormalization(mlir::Operation *op);
bool expandRandom(mlir::Operation *op);

} // namespace weft::tile
