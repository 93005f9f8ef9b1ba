// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations that are programs of other operations: batch normalisation,
// random numbers, sums over labelled dimensions, convolutions of inputs with
// holes and of each feature by itself, Fourier transforms of several
// dimensions, and functions of elements that are more than operations on
// elements. They are written out before kernels are formed, so that fusion sees
// what they are made of, and tiling needs no rules for them.

#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <mlir/IR/Operation.h>
#include <mlir/IR/Value.h>

namespace weft::stablehlo {

class FftOp;

/// Whether a function of scalars, such as the body of a reduction, is kept.
using BodyRule = llvm::function_ref<bool(mlir::Region &body)>;

/// What runs side by side. Lanes of vectors want neighbours in memory, and few
/// of them. Threads are many, and had better write places of their own.
enum class Lanes { OfVectors, OfThreads };

/// Writes out all such operations inside `root`; those that carry functions of
/// scalars where one is not kept.
void expandOperations(mlir::Operation *root, BodyRule isKept,
                      Lanes lanes = Lanes::OfVectors);

// One function per family; each replaces `op` when it is of the family.
bool expandBodies(mlir::Operation *op, BodyRule isKept);
bool expandDepthwise(mlir::Operation *op);
bool expandDilation(mlir::Operation *op);
bool expandDot(mlir::Operation *op);
bool expandEinsum(mlir::Operation *op);
bool expandFourier(mlir::Operation *op);
bool expandMap(mlir::Operation *op);
bool expandNormalization(mlir::Operation *op);
bool expandPooling(mlir::Operation *op);
bool expandRandom(mlir::Operation *op);
bool expandRunning(mlir::Operation *op, Lanes lanes);

/// Writes a transform of one dimension as transforms of another length, by a
/// convolution in f64 of that length.
void expandChirp(FftOp op);
int64_t convolutionLength(int64_t points);

/// `rng` with the stream its numbers come from, an unsigned scalar of 64 bits.
bool expandDistribution(mlir::Operation *op, mlir::Value stream);

/// Writes out every `rng` that runs in the order of the program. Each gets the
/// number of those that ran before it, also in loops and branches, which carry
/// the count: the streams that the interpreter takes.
void expandStreams(mlir::Operation *root);

} // namespace weft::stablehlo
