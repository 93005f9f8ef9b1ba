// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Heroes/FourierBlocks.h"

#include "weft/Support/PowersOfTwo.h"
#include "weft/Tile/Tiling/Heroes/FourierNumbers.h"

#include <llvm/Support/MathExtras.h>

using namespace mlir;

namespace weft::tile {
namespace {

/// Points that a block has work enough with.
constexpr int64_t usualPoints = 2048;
/// Of a tile: one for each lane of any machine.
constexpr int64_t fewestPlaces = 64;
constexpr int64_t mostWarps = 16;
/// Roots that wait in registers.
constexpr int64_t mostWordsAhead = 64;
/// Of memory on the chip that a step has for itself; longer signals share it.
constexpr int64_t mostBytesApart = 24 << 10;

} // namespace

int64_t mostFourierPoints(const Machine &machine, Type part) {
  constexpr int64_t most = 8192;
  // Rows begin in different banks, so they are longer than what is in them.
  constexpr int64_t betweenRows = 2 << 10;
  return std::min(most, (machine.threads.sharedBytesPerBlock - betweenRows) /
                            (2 * part.getIntOrFloatBitWidth() / 8));
}

int64_t wholeSectors(const Machine &machine, Type part) {
  return std::max<int64_t>(1, machine.threads.sectorBytes /
                                  (2 * part.getIntOrFloatBitWidth() / 8));
}

FourierBlocks::FourierBlocks(const FourierShape &shape, const FourierPass &pass,
                             const Machine &machine)
    : shape(shape), pass(pass), plan(pass.points, /*hasEights=*/true),
      convolution(plan.isChirped ? &plan : pass.convolution),
      part(convolution ? Type(Float64Type::get(shape.part.getContext()))
                       : shape.part),
      count(IntegerType::get(shape.part.getContext(),
                             machine.bitsFor(2 * shape.lines() * pass.length))),
      signals(shape.lines() * pass.each()), together(chooseTogether(machine)),
      bytesApart(
          std::min(mostBytesApart, machine.threads.sharedBytesPerBlock / 8)),
      areRootsAhead(readsRootsAhead(machine)), warps(chooseWarps(machine)) {}

int64_t FourierBlocks::chooseTogether(const Machine &machine) const {
  const int64_t room = powerAbove(plan.length);
  int64_t wanted = usualPoints / room;
  if (readsBeside()) {
    wanted =
        std::max(wanted, std::min(wholeSectors(machine, shape.part),
                                  mostFourierPoints(machine, part) / room));
  }
  wanted = std::clamp<int64_t>(wanted, 1, powerAbove(signals));
  // Multiprocessors without a block are worth more than whole sectors.
  while (wanted > 1 && wanted * fewestPlacesOfStep() > fewestPlaces &&
         2 * llvm::divideCeil(signals, wanted) <=
             static_cast<uint64_t>(machine.threads.multiprocessors)) {
    wanted /= 2;
  }
  return wanted;
}

/// Where no other block is on the multiprocessor, nothing else is done while
/// roots are waited for.
bool FourierBlocks::readsRootsAhead(const Machine &machine) const {
  int64_t words = 0;
  for (int64_t p : plan.factors) {
    words += 2 * (p - 1) * part.getIntOrFloatBitWidth() / 32;
  }
  return llvm::all_of(plan.factors, FourierNumbers::isShort) &&
         words <= mostWordsAhead && grid() <= machine.threads.multiprocessors;
}

/// A butterfly of each step for each thread, or two where too many threads
/// would have none of another step.
int64_t FourierBlocks::chooseWarps(const Machine &machine) const {
  auto pointsOfThread = [&](int64_t warps) {
    int64_t points = 0;
    for (int64_t p : plan.factors) {
      const int64_t tile = tileOf(together * placesOf(p));
      points +=
          p * std::max<int64_t>(1, tile / (machine.threads.lanes * warps));
    }
    return points;
  };
  int64_t warps = 1;
  while (warps < mostWarps &&
         8 * pointsOfThread(2 * warps) <= 5 * pointsOfThread(warps)) {
    warps *= 2;
  }
  return warps;
}

int64_t FourierBlocks::fewestPlacesOfStep() const {
  int64_t fewest = plan.length;
  for (int64_t p : plan.factors) {
    fewest = std::min(fewest, placesOf(p));
  }
  return fewest;
}

int64_t FourierBlocks::placesOf(int64_t factor) const {
  return plan.length / factor *
         (FourierNumbers::isShort(factor) ? 1 : (factor + 1) / 2);
}

int64_t FourierBlocks::tileOf(int64_t elements) {
  return std::max(fewestPlaces, powerAbove(elements));
}

} // namespace weft::tile
