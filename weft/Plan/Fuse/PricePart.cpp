// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a part would add to a kernel: the loops it sums in, what it needs there,
// and how often it is computed.

#include "weft/Plan/Fuse/JoinKernels.h"
#include "weft/Plan/Fuse/KernelWork.h"
#include "weft/StableHLO/Simplify/Match.h"

using namespace mlir;

namespace weft::plan {

using stablehlo::typeOf;

namespace {

/// As many loops as there are bits.
constexpr size_t kMaximumLoops = 60;

/// What a kernel reads for an operand: behind views, and without numbers that
/// it makes itself.
void resolveFree(Value value, Places places, PlaceExpressions &expressions,
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

/// How often a part is computed, for all places at which it is needed.
struct Times {
  int64_t all = 0;
  /// If nothing were computed twice.
  int64_t once = 0;
  /// For the first of the places.
  int64_t first = 0;
  /// Whether each place is a pass of its own over the same elements.
  bool arePasses = true;
};

Times countTimes(const Nest &nest, ArrayRef<Places> wanted, uint64_t sums) {
  Times times;
  SmallVector<uint64_t, 4> passes;
  for (const Places &places : wanted) {
    uint64_t loops = loopsOf(places);
    auto [all, once] = nest.times(loops | sums);
    // In one loop the places overlap, and nothing is there to be kept.
    times.arePasses &=
        (times.once == 0 || (times.once == once && times.first == all)) &&
        !llvm::is_contained(passes, loops);
    passes.push_back(loops);
    times.once = std::max(times.once, once);
    times.first = times.first == 0 ? all : times.first;
    times.all = std::min(times.all + all, int64_t(1) << 50);
  }
  return times;
}

} // namespace

KernelWork::PlaceList KernelWork::placesOf(KernelOp kernel) const {
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
  return wanted;
}

const KernelWork::Reduction *KernelWork::findShared(const WorkPart &part,
                                                    uint64_t around) const {
  auto reduce = dyn_cast<stablehlo::ReduceOp>(part.operation);
  const auto *shared = llvm::find_if(reductions, [&](const Reduction &other) {
    return reduce && other.depth == part.depth && other.around == around &&
           other.input == reduce.getInputs()[0].getType() &&
           ArrayRef(other.dimensions) == reduce.getDimensions();
  });
  return shared == reductions.end() ? nullptr : shared;
}

uint64_t KernelWork::undividedLoops(ArrayRef<Places> wanted) const {
  uint64_t undivided = 0;
  for (const Places &places : wanted) {
    undivided |= wideLoops() & ~loopsOf(places);
  }
  return undivided;
}

void KernelWork::needOperands(const WorkPart &part, const Places &places,
                              const Places &sums, Change &change) const {
  KernelOp kernel = part.kernel;
  Block &body = kernel.getBody().front();
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

bool KernelWork::keepsRows() const {
  // A row of four bytes per element stays in the nearest memory from one pass
  // over it to the next.
  const int64_t longestKeptRow = machine->cacheBytes(1) / 4;
  return type.getRank() > 0 && extents[type.getRank() - 1] <= longestKeptRow;
}

KernelWork::Change KernelWork::price(const WorkPart &part) const {
  Change change;
  auto tiles = [&](unsigned loop) {
    return loop < extents.size() ? tileSize(loop) : int64_t(1);
  };
  Nest nest{extents, nests, tiles, change};
  // All results are computed together.
  PlaceList wanted = placesOf(part.kernel);
  SmallVector<int64_t, 2> summed = summedExtents(part.operation);
  change.firstLoop = extents.size();
  if (!summed.empty() && !wanted.empty()) {
    change.around = nest.around(loopsOf(wanted.front()));
    change.inner = undividedLoops(wanted);
    if (const Reduction *shared = findShared(part, change.around)) {
      change.firstLoop = shared->firstLoop;
    } else {
      change.newExtents = summed;
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
  for (const Places &places : wanted) {
    needOperands(part, places, sums, change);
  }

  Times times = countTimes(nest, wanted, loopsOf(sums));
  change.units = times.all * part.units;
  change.repeatedUnits =
      std::max<int64_t>(times.all - times.once, 0) * part.units;
  int64_t again = times.all - times.once;
  // Passes over the same rows: the first one's values can be kept, and reading
  // them again is no more work than in a kernel apart.
  if (wanted.size() > 1 && summed.empty() && times.arePasses && keepsRows()) {
    change.units = times.first * part.units;
    again = times.first - times.once;
  }
  if (isExpensive(part.operation)) {
    change.againUnits =
        std::clamp<int64_t>(again * part.units, 0, change.units);
  }
  return change;
}

} // namespace weft::plan
