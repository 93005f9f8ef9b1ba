// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Layout/ChooseWarps.h"

#include "weft/Tile/Layout/HeldWords.h"
#include "weft/Tile/Layout/LoadsAhead.h"

using namespace mlir;

namespace weft::tile {

int64_t mostWarps(const Machine &machine) {
  return std::max(machine.threads.warpsPerTile,
                  machine.threads.threadsPerBlock /
                      (2 * machine.threads.lanes));
}

int64_t chooseWarps(KernelOp kernel, const Machine &machine) {
  // Who wrote the kernel may know better: how many tiles live together.
  if (auto wanted = kernel->getAttrOfType<IntegerAttr>(warpsAttributeName)) {
    return std::min(wanted.getInt(), mostWarps(machine));
  }
  int64_t largest = 1;
  int64_t computed = 0;
  bool hasDot = false;
  bool reduces = false;
  kernel.getBody().walk([&](Operation *op) {
    hasDot |= isa<DotOp>(op);
    reduces |= isa<DotOp, ReduceOp, ScanOp, RankOp>(op);
    computed += op->hasTrait<OpTrait::Elementwise>() ? 1 : 0;
    for (Value result : op->getResults()) {
      if (auto tile = dyn_cast<RankedTensorType>(result.getType())) {
        largest = std::max(largest, tile.getNumElements());
      }
    }
  });
  const int64_t lanes = machine.threads.lanes;
  const int64_t threads = largest <= 256 ? 32 : largest <= 1024 ? 64 : 128;
  // Sums of a product may take half of the registers where what becomes of them
  // needs few others, and its factors are multiplied as they are read.
  int64_t besideSums = 0;
  kernel.getBody().walk([&](Operation *op) {
    const int64_t least = isa<LoadOp>(op) ? largest : largest / 2;
    const bool isLarge = llvm::any_of(op->getResultTypes(), [&](Type type) {
      auto tile = dyn_cast<RankedTensorType>(type);
      return tile && tile.getNumElements() >= least;
    });
    besideSums +=
        isLarge && (isa<LoadOp>(op) || op->hasTrait<OpTrait::Elementwise>());
  });
  constexpr int64_t fewBesideSums = 2;
  constexpr int64_t manyBesideSums = 12;
  const int64_t most = !hasDot || besideSums > manyBesideSums ? 32
                       : besideSums > fewBesideSums           ? 64
                                                              : 128;
  int64_t warps = std::max<int64_t>(1, threads / lanes);
  // Elements that are numbered come with digits, ranks and what they carry, one
  // after the other.
  bool areNumbered = false;
  kernel.getBody().walk([&](RankOp) { areNumbered = true; });
  const int64_t widest =
      areNumbered ? mostWarps(machine) : machine.threads.warpsPerTile;
  while (warps < widest &&
         largest / (warps * lanes) > (areNumbered ? 8 : most)) {
    warps *= 2;
  }
  // Elements may be several words, and tiles parts of complex numbers. Sums of
  // products with totals beside them take 128 words and have room; much more
  // leaves none for what is computed from it. Factors of sums that have little
  // beside them are multiplied as they are read.
  constexpr int64_t mostWords = 144;
  const bool areSumsAlone = hasDot && besideSums <= fewBesideSums;
  const int64_t words = areSumsAlone ? 0 : mostWordsHeld(kernel);
  while (warps < machine.threads.warpsPerTile &&
         words / (warps * lanes) > mostWords) {
    warps *= 2;
  }
  // Factors that no copy brings wait in registers, beside the sums.
  const int64_t ahead = mostWordsAhead(kernel, machine);
  while (warps < machine.threads.warpsPerTile &&
         ahead / (warps * lanes) >
             machine.threads.registersPerThread - registersOfStep) {
    warps *= 2;
  }
  // Code of many operations for many elements each waits for itself to be
  // fetched, and takes long to assemble.
  constexpr int64_t mostComputed = 1024;
  constexpr int64_t fewest = 4;
  while (!reduces && warps < machine.threads.warpsPerTile &&
         largest / (warps * lanes) > fewest &&
         largest / (warps * lanes) * computed > mostComputed) {
    warps *= 2;
  }
  // Warps do not share what is scanned.
  kernel.getBody().walk([&](ScanOp scan) {
    auto tile = cast<RankedTensorType>(scan.getInputs()[0].getType());
    const int64_t beside =
        tile.getNumElements() /
        tile.getDimSize(static_cast<int64_t>(scan.getDimension()));
    while (tile.getNumElements() == largest && warps > beside) {
      warps /= 2;
    }
  });
  return warps;
}

} // namespace weft::tile
