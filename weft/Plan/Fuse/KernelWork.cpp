// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Fuse/KernelWork.h"

#include "weft/Machine/OperationCosts.h"
#include "weft/StableHLO/Simplify/Match.h"

using namespace mlir;

namespace weft::plan {

using stablehlo::typeOf;

KernelWork::KernelWork(Value result, const Machine &machine)
    : machine(&machine) {
  if (!result) {
    return;
  }
  type = typeOf(result);
  Places all;
  for (unsigned d = 0; d < type.getRank(); ++d) {
    extents.push_back(type.getDimSize(d));
    nests.push_back((uint64_t(2) << d) - 1);
    all.push_back(type.getDimSize(d) == 1 ? PlaceTerm()
                                          : PlaceExpressions::loop(d));
  }
  request(result, all);
}

bool KernelWork::addResult(Value value) {
  auto found = needed.find(value);
  if (found == needed.end()) {
    return false;
  }
  uint64_t parallel = (uint64_t(1) << type.getRank()) - 1;
  return llvm::any_of(found->second, [&](const Places &places) {
    // Each dimension is a loop of the result of its own.
    uint64_t seen = 0;
    for (auto [d, term] : llvm::enumerate(places)) {
      if (typeOf(value).getDimSize(d) == 1) {
        continue;
      }
      unsigned loop = llvm::countr_zero(term.loops);
      if (llvm::popcount(term.loops) != 1 || (term.loops & ~parallel) != 0 ||
          (term.loops & seen) != 0 || term != PlaceExpressions::loop(loop) ||
          extents[loop] != typeOf(value).getDimSize(d)) {
        return false;
      }
      seen |= term.loops;
    }
    return true;
  });
}

bool KernelWork::addSibling(Value value) {
  if (typeOf(value).getShape() != type.getShape()) {
    return false;
  }
  Places all;
  for (unsigned d = 0; d < type.getRank(); ++d) {
    all.push_back(type.getDimSize(d) == 1 ? PlaceTerm()
                                          : PlaceExpressions::loop(d));
  }
  request(value, all);
  return true;
}

uint64_t KernelWork::wideLoops() const {
  uint64_t wide = 0;
  for (unsigned d = 0; d < type.getRank(); ++d) {
    wide |= uint64_t(extents[d] != 1 ? 1 : 0) << d;
  }
  return wide;
}

bool KernelWork::isTiledAs(Value product) const {
  auto found = needed.find(product);
  if (found == needed.end() || found->second.size() != 1) {
    return false;
  }
  const Places &places = found->second.front();
  if (loopsOf(places) != wideLoops()) {
    return false;
  }
  // From the last: the innermost loop in a term is the dimension's own.
  RankedTensorType own = typeOf(product);
  unsigned loop = type.getRank();
  unsigned seen = 0;
  for (unsigned d = own.getRank(); d-- > 0 && seen < 2;) {
    if (own.getDimSize(d) == 1) {
      continue;
    }
    // Two dimensions may be one loop, which then belongs to neither.
    do {
      if (loop == 0) {
        return false;
      }
      --loop;
    } while (extents[loop] == 1);
    if (places[d].loops == 0 || llvm::Log2_64(places[d].loops) != loop) {
      return false;
    }
    // A dimension may be several loops.
    uint64_t rest = places[d].loops & ~(uint64_t(1) << loop);
    while (loop > 0 && (rest >> (loop - 1) & 1)) {
      --loop;
    }
    ++seen;
  }
  return true;
}

int64_t KernelWork::bytesAt(Value value, ArrayRef<PlaceTerm> places,
                            const Change &change) const {
  int64_t bytes = elementBytes(typeOf(value).getElementType()).value_or(1);
  int64_t all = byteSize(value.getType());
  for (uint64_t rest = loopsOf(places); rest != 0; rest &= rest - 1) {
    unsigned loop = llvm::countr_zero(rest);
    bytes *= std::max<int64_t>(loop < extents.size()
                                   ? extents[loop]
                                   : change.newExtents[loop - extents.size()],
                               1);
    if (bytes >= all) {
      return all;
    }
  }
  return bytes;
}

int64_t KernelWork::bytesRead(Value value) const {
  auto found = needed.find(value);
  if (found == needed.end()) {
    return 0;
  }
  int64_t bytes = 0;
  for (const Places &places : found->second) {
    bytes = std::max(bytes, bytesAt(value, places, {}));
  }
  return bytes;
}

bool KernelWork::sumsRows() const {
  return !reductions.empty() &&
         llvm::all_of(reductions, [](const Reduction &reduction) {
           const auto last =
               cast<RankedTensorType>(reduction.input).getRank() - 1;
           return llvm::is_contained(reduction.dimensions, last);
         });
}

int64_t KernelWork::tileSize(unsigned loop) const {
  const Machine::ExpectedTiles &tiles = machine->expectedTiles;
  unsigned rank = type.getRank();
  int64_t size = 1;
  if (loop + 1 == rank) {
    size = isOfProduct ? tiles.productColumns : tiles.columns;
    // Warps that sum share few results, and read many terms of each; of rows a
    // block takes one.
    if (!isOfProduct && extents.size() > rank && machine->threads.lanes > 1) {
      size = sumsRows() ? 1 : machine->threads.lanes;
    }
  } else if (isOfProduct && loop + 2 == rank) {
    size = tiles.productRows;
  }
  return std::max<int64_t>(std::min(size, extents[loop]), 1);
}

int64_t KernelWork::pieces(uint64_t moreInner) const {
  int64_t count = 1;
  for (unsigned d = 0; d < type.getRank(); ++d) {
    if (((innerLoops | moreInner) >> d & 1) == 0) {
      count = std::min<int64_t>(
          count * llvm::divideCeil(extents[d], tileSize(d)), 1 << 20);
    }
  }
  return count;
}

int64_t KernelWork::termsWithin(const Change &change) const {
  int64_t around = 1;
  for (unsigned loop = type.getRank(); loop < extents.size(); ++loop) {
    if (change.around >> loop & 1) {
      around = saturatingMultiply(around, extents[loop]);
    }
  }
  int64_t own = 1;
  for (int64_t extent : change.newExtents) {
    own = saturatingMultiply(own, extent);
  }
  // A thread adds up a few terms like any other arithmetic.
  const bool isSum = own >= machine->threads.lanes;
  return around > 1 && isSum ? saturatingMultiply(around, own) : 0;
}

void KernelWork::request(Value value, const Places &places) {
  auto [entry, isNew] = needed.try_emplace(value);
  if (isNew) {
    inputList.push_back(value);
  }
  if (!llvm::is_contained(entry->second, places)) {
    entry->second.push_back(places);
  }
}

void KernelWork::add(const WorkPart &part, const Change &change) {
  KernelOp kernel = part.kernel;
  for (Value result : kernel.getResults()) {
    if (needed.erase(result)) {
      llvm::erase(inputList, result);
    }
  }
  if (!change.newExtents.empty()) {
    auto reduce = dyn_cast<stablehlo::ReduceOp>(part.operation);
    if (reduce) {
      reductions.push_back({reduce.getInputs()[0].getType(),
                            SmallVector<int64_t, 2>(reduce.getDimensions()),
                            part.depth, change.around, change.firstLoop});
    }
    isOfProduct |= isProduct(part.operation);
    uint64_t own = 0;
    for (int64_t extent : change.newExtents) {
      own |= uint64_t(1) << extents.size();
      extents.push_back(extent);
      nests.push_back(change.around | own);
    }
  }
  innerLoops |= change.inner;
  totalUnits = std::min(totalUnits + change.units, int64_t(1) << 52);
  totalAgainUnits =
      std::min(totalAgainUnits + change.againUnits, int64_t(1) << 52);
  for (const auto &[value, places] : change.needed) {
    request(value, places);
  }
}

} // namespace weft::plan
