// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Fuse/KernelWork.h"

#include "weft/Plan/Fuse/JoinKernels.h"

using namespace mlir;

namespace weft::plan {

/// As many loops as there are bits.
constexpr size_t kMaximumLoops = 60;

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

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

bool KernelWork::isTiledAs(Value product) const {
  auto found = needed.find(product);
  if (found == needed.end() || found->second.size() != 1) {
    return false;
  }
  const Places &places = found->second.front();
  uint64_t wide = 0;
  for (unsigned d = 0; d < type.getRank(); ++d) {
    wide |= uint64_t(extents[d] != 1 ? 1 : 0) << d;
  }
  if (loopsOf(places) != wide) {
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

int64_t KernelWork::tileSize(unsigned loop) const {
  const Machine::ExpectedTiles &tiles = machine->expectedTiles;
  unsigned rank = type.getRank();
  int64_t size = 1;
  if (loop + 1 == rank) {
    size = isOfProduct ? tiles.productColumns : tiles.columns;
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

void KernelWork::request(Value value, const Places &places) {
  auto [entry, isNew] = needed.try_emplace(value);
  if (isNew) {
    inputList.push_back(value);
  }
  if (!llvm::is_contained(entry->second, places)) {
    entry->second.push_back(places);
  }
}

/// What a kernel reads for an operand: behind views, and without numbers that
/// it makes itself.
static void resolveFree(Value value, Places places,
                        PlaceExpressions &expressions,
                        function_ref<void(Value, Places)> need) {
  while (Operation *definer = value.getDefiningOp()) {
    if (!isFree(definer)) {
      break;
    }
    if (auto view = dyn_cast<ViewOp>(definer)) {
      RankedTensorType from = typeOf(view.getResult());
      RankedTensorType to = typeOf(view.getSource());
      if (from.getNumElements() == to.getNumElements()) {
        places = expressions.reshaped(places, from.getShape(), to.getShape());
      } else {
        Places all;
        for (unsigned d = 0; d < to.getRank(); ++d) {
          all.push_back(expressions.mixed(places, (uint64_t(1) << 40) + d));
        }
        places = all;
      }
      value = view.getSource();
      continue;
    }
    auto kernel = dyn_cast<KernelOp>(definer);
    if (!kernel || kernel.getNumOperands() == 0) {
      return;
    }
    // A scalar that is spread.
    value = kernel.getOperand(0);
    places.clear();
  }
  need(value, std::move(places));
}

namespace {

/// Loops of a kernel, with those that a part would add.
struct Nest {
  ArrayRef<int64_t> extents;
  ArrayRef<uint64_t> nests;
  function_ref<int64_t(unsigned)> tileSize;
  const KernelWork::Change &change;

  unsigned count() const { return extents.size(); }
  int64_t extent(unsigned loop) const {
    return loop < count() ? extents[loop] : change.newExtents[loop - count()];
  }
  uint64_t nest(unsigned loop) const {
    if (loop < count()) {
      return nests[loop];
    }
    uint64_t own =
        ((uint64_t(2) << loop) - 1) & ~((uint64_t(1) << count()) - 1);
    return change.around | own;
  }
  uint64_t around(uint64_t loops) const {
    uint64_t all = 0;
    for (uint64_t rest = loops; rest != 0; rest &= rest - 1) {
      all |= nest(llvm::countr_zero(rest));
    }
    return all;
  }
  /// How often something is computed that is needed in these loops; and how
  /// often if nothing were computed twice.
  std::pair<int64_t, int64_t> times(uint64_t loops) const {
    constexpr int64_t kMost = int64_t(1) << 50;
    int64_t all = 1;
    int64_t once = 1;
    for (uint64_t rest = around(loops); rest != 0; rest &= rest - 1) {
      unsigned loop = llvm::countr_zero(rest);
      if (loops >> loop & 1) {
        once = std::min(once * extent(loop), kMost);
        all = std::min(all * extent(loop), kMost);
      } else {
        all = std::min<int64_t>(
            all * llvm::divideCeil(extent(loop), tileSize(loop)), kMost);
      }
      once = std::min(once, kMost);
    }
    return {all, once};
  }
};

} // namespace

KernelWork::Change KernelWork::price(const WorkPart &part) const {
  Change change;
  KernelOp kernel = part.kernel;
  // All results are computed together.
  PlaceList wanted;
  for (Value result : kernel.getResults()) {
    auto found = needed.find(result);
    if (found == needed.end()) {
      continue;
    }
    for (const Places &places : found->second) {
      if (!llvm::is_contained(wanted, places)) {
        wanted.push_back(places);
      }
    }
  }
  auto tiles = [&](unsigned loop) {
    return loop < extents.size() ? tileSize(loop) : int64_t(1);
  };
  Nest nest{extents, nests, tiles, change};
  SmallVector<int64_t, 2> summed = summedExtents(part.operation);
  change.firstLoop = extents.size();
  if (!summed.empty() && !wanted.empty()) {
    change.around = nest.around(loopsOf(wanted.front()));
    auto reduce = dyn_cast<stablehlo::ReduceOp>(part.operation);
    const auto *shared = llvm::find_if(reductions, [&](const Reduction &other) {
      return reduce && other.depth == part.depth &&
             other.around == change.around &&
             other.input == reduce.getInputs()[0].getType() &&
             ArrayRef(other.dimensions) == reduce.getDimensions();
    });
    if (shared != reductions.end()) {
      change.firstLoop = shared->firstLoop;
    } else {
      change.newExtents = summed;
    }
    uint64_t parallel = (uint64_t(1) << type.getRank()) - 1;
    for (const Places &places : wanted) {
      change.inner |= parallel & ~loopsOf(places);
    }
    for (unsigned d = 0; d < type.getRank(); ++d) {
      if (extents[d] == 1) {
        change.inner &= ~(uint64_t(1) << d);
      }
    }
  }
  if (extents.size() + change.newExtents.size() > kMaximumLoops) {
    change.isPossible = false;
    return change;
  }
  Places sums;
  for (unsigned i = 0; i < summed.size(); ++i) {
    sums.push_back(PlaceExpressions::loop(change.firstLoop + i));
  }

  int64_t once = 0;
  int64_t all = 0;
  int64_t first = 0;
  bool canKeep = summed.empty();
  SmallVector<uint64_t, 4> passes;
  Block &body = kernel.getBody().front();
  for (const Places &places : wanted) {
    auto [times, least] = nest.times(loopsOf(places) | loopsOf(sums));
    // In one loop the places overlap, and nothing is there to be kept.
    canKeep = canKeep && (once == 0 || (once == least && first == times)) &&
              !llvm::is_contained(passes, loopsOf(places));
    passes.push_back(loopsOf(places));
    once = std::max(once, least);
    first = first == 0 ? times : first;
    all = std::min(all + times, int64_t(1) << 50);
    auto needOuter = [&](Value operand, Places where) {
      auto argument = dyn_cast<BlockArgument>(operand);
      if (!argument || argument.getOwner() != &body) {
        return;
      }
      resolveFree(kernel.getOperand(argument.getArgNumber()), std::move(where),
                  expressions, [&](Value value, Places at) {
                    change.needed.push_back({value, std::move(at)});
                  });
    };
    findNeededPlaces(part.operation, places, sums, part.number, expressions,
                     needOuter);
    // What the bodies of the operation read is the same for all places.
    if (part.operation->getNumRegions() > 0) {
      for (BlockArgument argument : body.getArguments()) {
        if (!llvm::is_contained(part.operation->getOperands(), argument)) {
          needOuter(argument, Places(typeOf(argument).getRank()));
        }
      }
    }
  }
  change.units = all * part.units;
  change.repeatedUnits = std::max<int64_t>(all - once, 0) * part.units;
  int64_t again = all - once;
  // A row of four bytes per element stays in the nearest memory from one pass
  // over it to the next.
  const int64_t longestKeptRow = machine->cacheBytes(1) / 4;
  // Passes over the same rows: the first one's values can be kept, and reading
  // them again is no more work than in a kernel apart.
  if (wanted.size() > 1 && canKeep && type.getRank() > 0 &&
      extents[type.getRank() - 1] <= longestKeptRow) {
    change.units = first * part.units;
    again = first - once;
  }
  if (isExpensive(part.operation)) {
    change.againUnits =
        std::clamp<int64_t>(again * part.units, 0, change.units);
  }
  return change;
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
