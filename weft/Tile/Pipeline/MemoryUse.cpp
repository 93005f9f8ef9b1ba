// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Pipeline/MemoryUse.h"

#include "weft/Tile/IR/ArgumentUses.h"
#include "weft/Tile/IR/IndexFact.h"
#include "weft/Tile/Pipeline/Alike.h"
#include "weft/Tile/Pipeline/AllocateShared.h"
#include "weft/Tile/Pipeline/IndexTiles.h"
#include "weft/Tile/Pipeline/LinearForm.h"

#include <llvm/ADT/TypeSwitch.h>
#include <mlir/Dialect/Arith/IR/Arith.h>

using namespace mlir;

namespace weft::tile {
namespace {

/// Deep enough for any index that the emitter writes.
constexpr int mostSteps = 16;

LinearForm linearForm(Value value, int steps) {
  LinearForm result;
  if (std::optional<int64_t> number = getConstantIntValue(value)) {
    result.constant = *number;
    return result;
  }
  auto combine = [&](Value lhs, Value rhs, int64_t factor) {
    result = linearForm(lhs, steps - 1);
    result.add(linearForm(rhs, steps - 1), factor);
    return result;
  };
  Operation *op = steps == 0 ? nullptr : value.getDefiningOp();
  if (auto sum = dyn_cast_if_present<arith::AddIOp>(op)) {
    return combine(sum.getLhs(), sum.getRhs(), 1);
  }
  if (auto difference = dyn_cast_if_present<arith::SubIOp>(op)) {
    return combine(difference.getLhs(), difference.getRhs(), -1);
  }
  if (auto product = dyn_cast_if_present<arith::MulIOp>(op)) {
    for (auto [factor, other] :
         {std::pair(product.getLhs(), product.getRhs()),
          std::pair(product.getRhs(), product.getLhs())}) {
      if (std::optional<int64_t> number = getConstantIntValue(factor)) {
        result.add(linearForm(other, steps - 1), *number);
        return result;
      }
    }
  }
  result.terms[value] = 1;
  return result;
}

/// How far a box reaches along a dim of its ref, from its offset: the first and
/// the last index.
struct Reach {
  int64_t first;
  int64_t last;

  bool isPoint() const { return first == 0 && last == 0; }
  bool operator==(const Reach &other) const = default;
};

template <typename Op> Reach reachOf(Op op, int64_t dim) {
  const int64_t own =
      dim - (op.getRefType().getRank() - op.getTileType().getRank());
  if (own < 0) {
    return {0, 0};
  }
  const int64_t end =
      (op.getTileType().getDimSize(own) - 1) * op.getStride(own);
  return {std::min<int64_t>(0, end), std::max<int64_t>(0, end)};
}

/// What accesses have in common. Along dims in which a tile of indices says
/// where, an offset is null.
struct Box {
  SmallVector<Value> offsets;
  SmallVector<Reach> reach;
  /// The tiles of indices, null along the other dims.
  SmallVector<Value> indices;
  /// Which of them count; null for all.
  Value mask = {};
};

/// Of a gather or scatter: dims with a scalar subscript have a box.
template <typename Op> Box indexedBox(Op op) {
  Box box;
  box.mask = op.getMask();
  int64_t scalars = 0;
  int64_t indexRank = 0;
  for (Value subscript : op.getSubscripts()) {
    auto tile = dyn_cast<RankedTensorType>(subscript.getType());
    indexRank = tile ? tile.getRank() : indexRank;
    scalars += !tile;
  }
  RankedTensorType tile = op.getTileType();
  // Leading ones, which the tile does not have, are of one element.
  int64_t dim = tile.getRank() - scalars;
  for (Value subscript : op.getSubscripts()) {
    const bool isTile = isa<RankedTensorType>(subscript.getType());
    box.indices.push_back(isTile ? subscript : Value());
    if (isTile) {
      box.offsets.push_back(Value());
      box.reach.push_back({0, 0});
      continue;
    }
    box.offsets.push_back(subscript);
    box.reach.push_back({0, dim >= indexRank ? tile.getDimSize(dim) - 1 : 0});
    ++dim;
  }
  return box;
}

std::optional<Box> boxOf(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<Box>>(op)
      .Case<LoadOp, StoreOp>([](auto access) {
        Box box{llvm::to_vector(access.getOffsets()), {}, {}};
        for (int64_t dim = 0; dim < access.getRefType().getRank(); ++dim) {
          box.reach.push_back(reachOf(access, dim));
          box.indices.push_back(Value());
        }
        return box;
      })
      .Case<GatherOp, ScatterOp>([](auto access) { return indexedBox(access); })
      .Default([](Operation *) { return std::nullopt; });
}

/// Whether offsets count the same elements.
bool haveSameElements(const MemoryUse &a, const MemoryUse &b) {
  if (a.ref == b.ref) {
    return true;
  }
  return memoryOf(a.ref) == memoryOf(b.ref) && isa<BlockArgument>(a.ref) &&
         isa<BlockArgument>(b.ref) && a.ref.getType() == b.ref.getType();
}

} // namespace

AllocOp countersOf(RankOp rank) {
  auto name = rank->getAttrOfType<StringAttr>(countersAttributeName);
  AllocOp found;
  if (name) {
    rank->getParentOfType<KernelOp>().getBody().walk([&](AllocOp alloc) {
      if (alloc.getAliasAttr() == name) {
        found = alloc;
      }
    });
  }
  return found;
}

std::optional<MemoryUse> memoryUseOf(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<MemoryUse>>(op)
      .Case<LoadOp, GatherOp>(
          [](auto access) { return MemoryUse{access, access.getRef(), false}; })
      .Case([](RankOp rank) {
        AllocOp counters = countersOf(rank);
        return counters ? std::optional(MemoryUse{rank, counters.getResult(),
                                                  /*isWrite=*/true})
                        : std::nullopt;
      })
      .Case<StoreOp, ScatterOp, AtomicOp>(
          [](auto access) { return MemoryUse{access, access.getRef(), true}; })
      .Default([](Operation *) { return std::nullopt; });
}

Value memoryOf(Value ref) {
  auto argument = dyn_cast<BlockArgument>(ref);
  if (!argument) {
    return ref;
  }
  auto kernel = cast<KernelOp>(argument.getOwner()->getParentOp());
  unsigned number = argument.getArgNumber();
  unsigned first = number;
  // Arguments may name each other in a circle, of which the lowest is taken.
  for (unsigned step = 0; step < 2 * kernel.getNumArguments(); ++step) {
    auto shared =
        kernel.getArgAttrOfType<IntegerAttr>(number, aliasesAttributeName);
    if (!shared) {
      return kernel.getBlock().getArgument(number);
    }
    number = static_cast<unsigned>(shared.getInt());
    first = step < kernel.getNumArguments() ? number : std::min(first, number);
  }
  return kernel.getBlock().getArgument(first);
}

bool shareBytes(Value memory, Value other) {
  auto a = memory.getDefiningOp<AllocOp>();
  auto b = other.getDefiningOp<AllocOp>();
  if (!a || !b || !a.getAtAttr() || !b.getAtAttr() ||
      a.getResult().getType().getSpace() !=
          b.getResult().getType().getSpace()) {
    return false;
  }
  auto beginOf = [](AllocOp op) { return op.getAtAttr().getInt(); };
  auto endOf = [&](AllocOp op) {
    return beginOf(op) + sharedBytesOf(op.getResult().getType());
  };
  return beginOf(a) < endOf(b) && beginOf(b) < endOf(a);
}

bool hasIterations(scf::ForOp loop) {
  const IndexFact count =
      factOf(loop.getUpperBound()) - factOf(loop.getLowerBound());
  return !loop.getUnsignedCmp() && count.low > 0;
}

/// Whether two indices are remainders by one number that differ.
static bool areOtherRemainders(Value earlier, Value later, Operation *loop) {
  auto first = earlier.getDefiningOp<arith::RemUIOp>();
  auto second = later.getDefiningOp<arith::RemUIOp>();
  std::optional<int64_t> divisor =
      first && second ? getConstantIntValue(first.getRhs()) : std::nullopt;
  if (!divisor || getConstantIntValue(second.getRhs()) != divisor) {
    return false;
  }
  const Difference difference =
      differenceOf(first.getLhs(), second.getLhs(), loop);
  return difference.least && difference.most &&
         *difference.least == *difference.most &&
         *difference.least % *divisor != 0;
}

Difference differenceOf(Value earlier, Value later, Operation *loop) {
  LinearForm before = linearForm(earlier, mostSteps);
  LinearForm after = linearForm(later, mostSteps);
  auto counted = dyn_cast_if_present<scf::ForOp>(loop);
  Value index = counted ? counted.getInductionVar() : Value();
  // Of the loop's index: by how much a step of it moves the box.
  const int64_t times = index ? after.terms.lookup(index) : 0;
  LinearForm difference = after;
  difference.add(before, -1);
  for (auto [value, factor] : difference.terms) {
    if (factor != 0) {
      return {};
    }
  }
  // What cancelled may have had another value then.
  for (auto [value, factor] : after.terms) {
    const bool changes =
        loop && loop->isAncestor(value.getParentRegion()->getParentOp());
    if (factor != 0 && changes && value != index) {
      return {};
    }
  }
  const int64_t constant = difference.constant;
  if (times == 0) {
    return {constant, constant};
  }
  std::optional<int64_t> step = getConstantIntValue(counted.getStep());
  int64_t move = 0;
  if (!step || *step <= 0 || llvm::MulOverflow(times, *step, move)) {
    return {};
  }
  return move > 0 ? Difference{constant + move, std::nullopt}
                  : Difference{std::nullopt, constant + move};
}

bool areApart(const MemoryUse &earlier, const MemoryUse &later,
              Operation *loop) {
  std::optional<Box> first = boxOf(earlier.op);
  std::optional<Box> second = boxOf(later.op);
  if (!first || !second || !haveSameElements(earlier, later)) {
    return false;
  }
  for (size_t dim = 0; dim < first->reach.size(); ++dim) {
    if (!first->offsets[dim] || !second->offsets[dim]) {
      if (first->indices[dim] && second->indices[dim] &&
          haveNoneInCommon({first->indices[dim], first->mask},
                           {second->indices[dim], second->mask})) {
        return true;
      }
      continue;
    }
    const Difference difference =
        differenceOf(first->offsets[dim], second->offsets[dim], loop);
    const Reach &a = first->reach[dim];
    const Reach &b = second->reach[dim];
    if ((a.isPoint() && b.isPoint() &&
         areOtherRemainders(first->offsets[dim], second->offsets[dim], loop)) ||
        (difference.least && *difference.least + b.first > a.last) ||
        (difference.most && *difference.most + b.last < a.first)) {
      return true;
    }
  }
  return false;
}

bool areAtomic(const MemoryUse &earlier, const MemoryUse &later) {
  auto first = dyn_cast<ScatterOp>(earlier.op);
  auto second = dyn_cast<ScatterOp>(later.op);
  if (first && second) {
    return first.getKind() == second.getKind() &&
           first.getKind() != UpdateKind::Set;
  }
  auto isAtomic = [](Operation *op) {
    auto scatter = dyn_cast<ScatterOp>(op);
    return isa<AtomicOp>(op) ||
           (scatter && scatter.getKind() != UpdateKind::Set);
  };
  return isAtomic(earlier.op) && isAtomic(later.op);
}

/// Whether no two elements of a scatter are at one place.
static bool isUnique(Operation *op) {
  auto scatter = dyn_cast<ScatterOp>(op);
  return scatter && scatter.getUnique();
}

bool startTogether(const MemoryUse &earlier, const MemoryUse &later,
                   Operation *loop) {
  std::optional<Box> first = boxOf(earlier.op);
  std::optional<Box> second = boxOf(later.op);
  if (!first || !second || !haveSameElements(earlier, later)) {
    return false;
  }
  // No two elements are at one place in one of them, so they are in neither.
  const bool haveSamePlaces =
      !loop && (isUnique(earlier.op) || isUnique(later.op)) &&
      first->reach == second->reach &&
      (first->mask == second->mask ||
       (first->mask && second->mask && areAlike(first->mask, second->mask)));
  for (size_t dim = 0; dim < first->reach.size(); ++dim) {
    Value a = first->offsets[dim];
    Value b = second->offsets[dim];
    if (!a && !b) {
      if (!haveSamePlaces ||
          !areAlike(first->indices[dim], second->indices[dim])) {
        return false;
      }
      continue;
    }
    const bool arePoints =
        first->reach[dim].isPoint() && second->reach[dim].isPoint();
    if (!a || !b || (!arePoints && !differenceOf(a, b, loop).isZero())) {
      return false;
    }
  }
  return true;
}

} // namespace weft::tile
