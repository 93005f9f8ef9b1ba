// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Times are counted in products of one lane.

#include "weft/Target/CPU/Candidates/ProductBlocks.h"

#include "weft/Machine/OperationCosts.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>

namespace weft::cpu {
namespace {

/// Numbers of threads that count alike.
constexpr std::array<int64_t, 5> numbersOfThreads = {1, 2, 4, 8, 16};
/// What it costs to start a program.
constexpr int64_t perProgram = 100'000;
/// Another kernel: its call, and the way of each thread to it and back.
constexpr int64_t perKernel = perProgram / 4;
constexpr int64_t perMeeting = perProgram / 3;

int64_t divideUp(int64_t a, int64_t b) {
  return static_cast<int64_t>(llvm::divideCeil(a, b));
}

int64_t alignUp(int64_t a, int64_t b) {
  return static_cast<int64_t>(llvm::alignTo(a, b));
}

int64_t countPrograms(const ProductWork &work, const ProductBlock &block) {
  return work.others * divideUp(work.rows, block.rows) *
         divideUp(work.columns, block.columns);
}

/// Programs that the last of so many threads runs.
int64_t countTurns(const ProductWork &work, const ProductBlock &block,
                   int64_t threads) {
  return divideUp(countPrograms(work, block), threads) +
         (threads > 1 ? work.lateTurns : 0);
}

using Times = std::array<int64_t, numbersOfThreads.size()>;

/// How long each number of threads takes for a product. What an element costs
/// on the left, and in rows that lie far apart, was measured like that on the
/// right.
Times timesOf(const ProductWork &work, const ProductBlock &block) {
  const int64_t perLeft = (work.hasLeftGroups ? 2 : 8) * work.pace;
  const int64_t perWalked = 4 * work.pace;
  const int64_t passes = divideUp(block.rows, work.height);
  const int64_t perTerm =
      block.rows * block.columns / work.rate +
      (work.keeps[0] ? block.rows * perLeft : 0) +
      (work.keeps[1]     ? block.columns * work.perRight
       : work.walksRight ? block.columns * perWalked * passes
                         : 0);
  const int64_t one = saturatingMultiply(perTerm, work.terms) + perProgram;
  Times times;
  for (auto [threads, time] : llvm::zip_equal(numbersOfThreads, times)) {
    time = saturatingMultiply(one, countTurns(work, block, threads));
  }
  return times;
}

/// How long each takes to pack so many elements, all of which come from memory
/// and go there, and to read what others have packed: as many threads help as
/// are worth their way.
Times timesOfPacking(const ProductWork &work, int64_t elements,
                     int64_t perElement) {
  constexpr int64_t lineBytes = 64;
  const int64_t handed = saturatingMultiply(
      divideUp(elements * work.elementBytes, lineBytes), work.perHandedLine);
  const int64_t alone = saturatingMultiply(elements, perElement) + perKernel;
  Times times;
  int64_t best = alone;
  for (auto [threads, time] : llvm::zip_equal(numbersOfThreads, times)) {
    if (threads > 1) {
      best = std::min(best, alone / threads + threads * perMeeting);
    }
    time = best + handed / threads * (threads - 1) / threads;
  }
  return times;
}

/// How much of its time each would take, on average, in thousandths.
int64_t compare(const Times &times, const Times &others) {
  int64_t sum = 0;
  for (auto [time, other] : llvm::zip_equal(times, others)) {
    constexpr int64_t thousand = 1000;
    sum += std::min(time, mostUnits / thousand) * thousand /
           std::max<int64_t>(other, 1);
  }
  return sum / static_cast<int64_t>(times.size());
}

} // namespace

ProductBlock chooseBlock(const ProductWork &work) {
  // To pack an element. One of the left operand is brought into another order;
  // of an array that windows are cut out of, elements are looked for.
  const int64_t perLeft =
      (work.hasWindows ? 48 : 12) * work.elementBytes * work.rate;
  const int64_t perRight =
      std::max(4 * work.elementBytes, work.perRight) * work.rate;
  constexpr int64_t mostParts = 64;
  const bool hasPacked = work.keeps[0] || work.keeps[1] || work.hasPanels;
  // Lines of the operand that is walked inside stay in the second cache.
  const int64_t mostLines = work.packedBytes / (work.terms * work.elementBytes);
  const int64_t mostColumns = work.walksRowsInside
                                  ? work.width * 64
                                  : std::max(work.width * 2, mostLines);
  const int64_t mostRows = work.walksRowsInside
                               ? std::max(work.height * 2, mostLines)
                               : work.height * 64;
  ProductBlock chosen = {alignUp(work.rows, work.height),
                         alignUp(work.columns, work.width)};
  int64_t best = INT64_MAX;
  auto partOf = [](int64_t extent, int64_t parts, int64_t size) {
    return alignUp(divideUp(extent, parts), size);
  };
  // From the fewest parts that are allowed on.
  const int64_t acrossFirst =
      hasPacked ? divideUp(work.columns, mostColumns) : 1;
  const int64_t downFirst = divideUp(work.rows, mostRows);
  for (int64_t across = acrossFirst; across < acrossFirst + mostParts;
       ++across) {
    const int64_t wide = partOf(work.columns, across, work.width);
    for (int64_t down = downFirst; down < downFirst + mostParts; ++down) {
      const int64_t high = partOf(work.rows, down, work.height);
      const int64_t packed = (work.keeps[0] ? high * perLeft : 0) +
                             (work.keeps[1] ? wide * perRight : 0);
      const int64_t perTerm = (high * wide + packed) / work.rate;
      const int64_t one = saturatingMultiply(perTerm, work.terms) + perProgram;
      int64_t cost = 0;
      for (int64_t threads : numbersOfThreads) {
        const int64_t turns = threads * countTurns(work, {high, wide}, threads);
        cost = std::min(cost + saturatingMultiply(one, turns), mostUnits);
      }
      if (cost < best) {
        best = cost;
        chosen = {high, wide};
      }
      if (high == work.height) {
        break;
      }
    }
    if (wide == work.width) {
      break;
    }
  }
  return chosen;
}

SharedPacking chooseSharing(const ProductWork &work,
                            std::array<bool, 2> canShare,
                            std::array<bool, 2> isFree,
                            const Machine &machine) {
  // What is less than that the model does not know; less of machines on which
  // its costs were not measured.
  const int64_t worthwhile = work.repeatsLeft ? 900 : 970;
  const std::array<int64_t, 2> elements = {work.rows * work.terms * work.others,
                                           work.columns * work.terms *
                                               work.others};
  const Times alone = timesOf(work, chooseBlock(work));
  // The number of threads that is taken for granted.
  auto picosecondsOf = [&](const Times &times) {
    size_t number = 0;
    while (number + 1 < times.size() &&
           numbersOfThreads[number] < machine.costs.workers) {
      ++number;
    }
    return saturatingMultiply(times[number], machine.costs.unitPicoseconds);
  };
  SharedPacking chosen;
  chosen.otherwise = chosen.picoseconds = picosecondsOf(alone);
  int64_t best = worthwhile;
  for (std::array<bool, 2> shared :
       {std::array{true, false}, std::array{false, true},
        std::array{true, true}}) {
    ProductWork rest = work;
    rest.hasPanels = true;
    bool isPossible = true;
    for (size_t operand : {0, 1}) {
      const bool isWalked = operand == 1 && work.walksRight && isFree[operand];
      // A left operand that is packed once was slower than one that every
      // program packs where elements are repeated as they are loaded (sixteen
      // threads of Sapphire Rapids, f32 of 512 and 1024, bf16 of 1024).
      const bool isSlower =
          work.repeatsLeft && operand == 0 && !isFree[operand];
      isPossible &=
          !shared[operand] ||
          (canShare[operand] && (work.keeps[operand] || isWalked) && !isSlower);
      rest.keeps[operand] = work.keeps[operand] && !shared[operand];
    }
    rest.walksRight = work.walksRight && !shared[1];
    if (!isPossible) {
      continue;
    }
    Times times = timesOf(rest, chooseBlock(rest));
    for (size_t operand : {0, 1}) {
      if (shared[operand] && !isFree[operand]) {
        const int64_t perElement = 14 * work.pace;
        const Times packing = timesOfPacking(
            work, elements[operand],
            operand == 1 ? std::max(perElement, work.perRight) : perElement);
        for (auto [time, more] : llvm::zip_equal(times, packing)) {
          time += more;
        }
      }
    }
    if (const int64_t part = compare(times, alone); part < best) {
      best = part;
      chosen.isShared = shared;
      chosen.picoseconds = picosecondsOf(times);
    }
  }
  return chosen;
}

} // namespace weft::cpu
