// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel costs before it is tiled: a launch, and the longer of moving
// its bytes and doing its arithmetic. Times are whole picoseconds, so that no
// sum depends on the order of its terms.

#pragma once

#include "weft/Machine/Machine.h"
#include "weft/Plan/IR/Plan.h"

namespace weft::plan {

/// Whether an operation multiplies whole tiles.
bool isProduct(mlir::Operation *operation);

/// Units of arithmetic for one element of an operation's result: an addition
/// is 1. Operations that only move elements cost nothing.
int64_t unitsPerElement(mlir::Operation *operation);

/// Whether an operation is not computed more than once without a word about
/// it: it takes at least as long as a division, or combines many elements.
bool isExpensive(mlir::Operation *operation);

/// Units of arithmetic at one place of the loops that an operation is computed
/// in: those over its result and those in which it sums.
int64_t unitsPerPlace(mlir::Operation *operation);

/// Units of arithmetic of all of an operation.
int64_t unitsOf(mlir::Operation *operation);

/// Units of a region: of all of its operations.
int64_t unitsOf(mlir::Region &region);

/// Bytes that a kernel reads and writes: of a value that it takes slices or
/// rows of, and of one that it updates in place, no more than those.
int64_t movedBytes(KernelOp kernel);

/// Bytes of an input that a kernel reads, or writes where it updates it.
int64_t touchedBytes(KernelOp kernel, unsigned input);

/// The time of a kernel that moves so many bytes and does so much arithmetic,
/// with at most so many threads. What is computed again, of all arithmetic, is
/// not taken to be done while bytes move.
int64_t kernelPicoseconds(const Machine &machine, int64_t bytes, int64_t units,
                          int64_t pieces, int64_t againUnits = 0);

/// The time of a kernel or a copy of the plan; nothing of other steps.
int64_t stepPicoseconds(const Machine &machine, mlir::Operation *step);

/// The same of a kernel that is joined from two, which move so many bytes
/// apart: to move no more than they do takes no longer, although a larger and
/// slower memory may be the first that holds all of it.
int64_t joinedPicoseconds(const Machine &machine, int64_t bytes, int64_t units,
                          int64_t pieces, int64_t againUnits, int64_t oneBytes,
                          int64_t otherBytes);

} // namespace weft::plan
