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

#include <complex>
#include <functional>
#include <vector>

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

/// A power of two, or three or five times one.
int64_t simpleConvolutionLength(int64_t least);

/// What a transform can be made of. Where nothing is said, it is a convolution
/// whatever its points are.
struct FourierMeans {
  /// Whether so many complex points in f64 are transformed as they are.
  std::function<bool(int64_t points)> hasKernel = [](int64_t) { return false; };
  /// The part of a number that is made of large primes. Points are taken apart
  /// into it and the rest.
  std::function<int64_t(int64_t points)> roughPart = [](int64_t points) {
    return points;
  };
  /// exp(-2 pi i k / points) for k below `count`, as constants of a program;
  /// nothing where they are to be computed wherever they are needed.
  std::function<std::vector<std::complex<double>>(int64_t points,
                                                  int64_t count)>
      roots =
          [](int64_t, int64_t) { return std::vector<std::complex<double>>(); };
  /// The length of a convolution, from `least` on.
  std::function<int64_t(int64_t least)> convolutionLength =
      simpleConvolutionLength;
};

/// Writes a transform of one dimension as transforms of other lengths.
void expandChirp(FftOp op, const FourierMeans &means);

/// `rng` with the stream its numbers come from, an unsigned scalar of 64 bits.
bool expandDistribution(mlir::Operation *op, mlir::Value stream);

/// Writes out every `rng` that runs in the order of the program. Each gets the
/// number of those that ran before it, also in loops and branches, which carry
/// the count: the streams that the interpreter takes.
void expandStreams(mlir::Operation *root);

} // namespace weft::stablehlo
