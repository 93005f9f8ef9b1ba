// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fourier transforms by blocks of threads, by the plan that processors have
// (FourierPlan.h). What a block cannot hold is transformed by several kernels,
// each by some of the factors (FourierPass.h).
//
// A line with a large prime is a convolution of a length with small factors, in
// f64: on the chip, or by the kernels of two transforms, of which some multiply
// what they read or write by the chirp or its transform.
//
// Real numbers are complex ones without imaginary parts, on the way there and
// back.

#include "weft/Tile/Tiling/Heroes/BlockHero.h"
#include "weft/Tile/Tiling/Heroes/EmitFourierPass.h"
#include "weft/Tile/Tiling/Heroes/FourierBlocks.h"

#include <llvm/Support/MathExtras.h>

using namespace mlir;

namespace weft::tile {
namespace {

/// Points with a large prime whose tables are constants of kernels.
constexpr int64_t mostChirpedByBlocks = 1 << 15;

/// The product of which factors each kernel does, of which blocks hold several
/// signals side by side; empty where that takes too many kernels.
SmallVector<int64_t> partsOf(int64_t points, const Machine &machine,
                             Type part) {
  constexpr int64_t mostOfPart = 2048;
  const int64_t most = std::min(mostOfPart, mostFourierPoints(machine, part) /
                                                wholeSectors(machine, part));
  SmallVector<int64_t> primes;
  for (int64_t factor : FourierPlan::factorsOf(points, /*hasEights=*/false)) {
    primes.append(factor == 4 ? 2 : 1, factor == 4 ? 2 : factor);
  }
  llvm::sort(primes, std::greater<>());
  for (size_t count = 2; count <= 6; ++count) {
    SmallVector<int64_t> parts(count, 1);
    for (int64_t prime : primes) {
      *llvm::min_element(parts) *= prime;
    }
    if (*llvm::max_element(parts) <= most) {
      return parts;
    }
  }
  return {};
}

bool isFourier(Operation *op) { return isa<stablehlo::FftOp>(op); }

std::optional<Refusal> refuse(const TilingSpace &space, Operation *op) {
  if (std::optional<Refusal> reason = refuseFourierShape(space, op)) {
    return reason;
  }
  FourierShape shape(op);
  if (shape.length < 2) {
    return Refusal{op, "fourier.single", "there is a single point"};
  }
  return std::nullopt;
}

AlgorithmWork workOf(const TilingSpace &, Operation *op, const Machine &) {
  FourierShape shape(op);
  return {shape.lines() * shape.length,
          4 * static_cast<int64_t>(
                  llvm::Log2_64_Ceil(static_cast<uint64_t>(shape.length)))};
}

/// Whether the convolution of a line with a large prime is on the chip.
bool isConvolvedOnChip(int64_t points, const Machine &machine,
                       MLIRContext *context) {
  return 4 * points <= mostFourierPoints(machine, Float64Type::get(context));
}

SmallVector<KernelOp> emitSteps(OpBuilder &builder, Location loc,
                                StringRef name, const TilingSpace &space,
                                Operation *op, const Machine &machine) {
  FourierShape shape(op);
  assert(hasFourierBlocks(shape.length, machine, shape.part) &&
         "others are convolutions by now");
  Workspace workspace;
  SmallVector<KernelOp> kernels;
  auto emit = [&](const FourierPass &pass, unsigned from, unsigned to) {
    if (!kernels.empty()) {
      builder.setInsertionPointAfter(kernels.back());
    }
    const std::string own =
        pass.isLast ? name.str()
                    : (name + "_part_" + Twine(kernels.size())).str();
    kernels.push_back(emitFourierPass(builder, loc, own, space, op, shape, pass,
                                      machine, workspace, from, to));
  };
  const bool isConvolved = FourierPlan::needsChirp(shape.length);
  if (isConvolved ? isConvolvedOnChip(shape.length, machine, op->getContext())
                  : shape.length <= mostFourierPoints(machine, shape.part)) {
    emit({.points = shape.length, .length = shape.length}, 0, 0);
    return kernels;
  }
  std::optional<FourierPlan> convolution;
  if (isConvolved) {
    convolution.emplace(shape.length, /*hasEights=*/true);
  }
  Type part = isConvolved ? builder.getF64Type() : shape.part;
  const int64_t length = isConvolved ? convolution->length : shape.length;
  const SmallVector<int64_t> parts = partsOf(length, machine, part);
  const size_t all = parts.size() * (isConvolved ? 2 : 1);
  // Which take turns.
  SmallVector<unsigned> buffers;
  for (size_t i = 0; i < std::min<size_t>(2, all - 1); ++i) {
    buffers.push_back(
        workspace.add(RefType::get({shape.lines(), length, 2}, part)));
  }
  int64_t done = 1;
  for (size_t i = 0; i < all; ++i) {
    const bool isFirst = i == 0;
    const bool isLast = i + 1 == all;
    const int64_t points = parts[i % parts.size()];
    emit({points, done, length, isFirst, isLast,
          convolution ? &*convolution : nullptr, i >= parts.size()},
         buffers[isFirst ? 0 : (i - 1) % 2], buffers[isLast ? 0 : i % 2]);
    done = done * points == length ? 1 : done * points;
  }
  return kernels;
}

} // namespace

bool hasFourierBlocks(int64_t points, const Machine &machine, Type part) {
  if (FourierPlan::needsChirp(points)) {
    return points <= mostChirpedByBlocks;
  }
  return points <= mostFourierPoints(machine, part) ||
         !partsOf(points, machine, part).empty();
}

const Algorithm fourierByBlocks = {
    "transforms by blocks", isFourier, refuse, workOf, nullptr, emitSteps};

} // namespace weft::tile
