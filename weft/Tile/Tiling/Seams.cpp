// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Seams.h"

#include "weft/StableHLO/Simplify/Match.h"
#include "weft/Tile/Tiling/Elementwise/Elementwise.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SmallBitVector.h>
#include <llvm/ADT/TypeSwitch.h>

using namespace mlir;

namespace weft::tile {

using stablehlo::typeOf;

namespace {

JoinedDimensions::Numbers fromZero(size_t count, int64_t begin = 0) {
  return llvm::to_vector(llvm::seq(begin, begin + static_cast<int64_t>(count)));
}

} // namespace

bool Seams::isWhole(Value whole, Value part, int64_t dimension) {
  return typeOf(whole).getDimSize(dimension) ==
         typeOf(part).getDimSize(dimension);
}

std::optional<int64_t> Seams::knownStart(Value whole, Value start) {
  const unsigned bits = typeOf(start).getElementTypeBitWidth();
  return llvm::isIntN(bits, typeOf(whole).getNumElements())
             ? stablehlo::scalarInteger(start)
             : std::nullopt;
}

bool Seams::read(const TilingSpace &space) {
  return llvm::all_of(space.live, [&](Operation *op) { return read(op); }) &&
         llvm::all_of(space.updates,
                      [&](Operation *op) { return !op || read(op); });
}

JoinedDimensions Seams::joinedIn(Value value) {
  const int64_t rank = typeOf(value).getRank();
  JoinedDimensions joined(rank);
  llvm::SmallDenseSet<unsigned> leaders;
  for (unsigned seam : open) {
    leaders.insert(together.findLeader(seam));
  }
  for (int64_t d = 1; d < rank; ++d) {
    if (!leaders.contains(together.findLeader(seamOf(value, d)))) {
      joined.mark(d);
    }
  }
  joined.count();
  return joined;
}

unsigned Seams::seamOf(Value value, int64_t dimension) {
  auto [entry, isNew] = first.try_emplace(value, count);
  if (isNew) {
    count += static_cast<unsigned>(typeOf(value).getRank());
    together.grow(count);
  }
  return entry->second + static_cast<unsigned>(dimension);
}

void Seams::keepOpen(Value value, int64_t dimension) {
  if (dimension > 0 && dimension < typeOf(value).getRank()) {
    open.push_back(seamOf(value, dimension));
  }
}

void Seams::keepOpen(Value value) {
  for (int64_t d = 1; d < typeOf(value).getRank(); ++d) {
    keepOpen(value, d);
  }
}

void Seams::keepTogether(Value left, int64_t inLeft, Value right,
                         int64_t inRight) {
  together.join(seamOf(left, inLeft), seamOf(right, inRight));
}

void Seams::keepTogether(Value left, Value right) {
  for (int64_t d = 1; d < typeOf(left).getRank(); ++d) {
    keepTogether(left, d, right, d);
  }
}

llvm::SmallBitVector Seams::Group::joined() const {
  const size_t size = members.front().second.size();
  llvm::SmallBitVector joined(static_cast<unsigned>(size));
  bool follows = false;
  for (size_t i = 0; i < size; ++i) {
    follows &= i > 0 && llvm::all_of(members, [&](const auto &member) {
                 return member.second[i] == member.second[i - 1] + 1;
               });
    joined[static_cast<unsigned>(i)] = loose.contains(i) || follows;
    follows |= !loose.contains(i);
  }
  return joined;
}

void Seams::keepInGroups(ArrayRef<Group> groups) {
  // By value: dimensions that stay. An array may be in several groups.
  llvm::MapVector<Value, llvm::SmallBitVector> apart;
  for (const Group &group : groups) {
    const llvm::SmallBitVector joined = group.joined();
    for (const auto &[value, dimensions] : group.members) {
      const auto rank = static_cast<unsigned>(typeOf(value).getRank());
      llvm::SmallBitVector &own = apart.try_emplace(value, rank).first->second;
      for (auto [i, d] : llvm::enumerate(dimensions)) {
        if (!joined.test(static_cast<unsigned>(i))) {
          own.set(static_cast<unsigned>(d));
        }
      }
    }
  }
  // Before the first one that stays there is no other to be one with.
  auto seamBeside = [&](Value value, int64_t d) {
    return seamOf(value, d < apart[value].find_first() ? d + 1 : d);
  };
  for (const Group &group : groups) {
    const auto &[first, inFirst] = group.members.front();
    const llvm::SmallBitVector joined = group.joined();
    for (unsigned i : joined.set_bits()) {
      for (const auto &[value, dimensions] : group.members) {
        together.join(seamBeside(first, inFirst[i]),
                      seamBeside(value, dimensions[i]));
      }
    }
  }
  for (const auto &[value, dimensions] : apart) {
    const int firstApart = dimensions.find_first();
    for (unsigned d : dimensions.set_bits()) {
      // The seam before the first one is that of those before it.
      if (d == 0 || static_cast<int>(d) != firstApart) {
        open.push_back(seamOf(value, d));
      }
    }
  }
}

bool Seams::read(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](stablehlo::ConstantOp) { return true; })
      .Case([&](stablehlo::IotaOp iota) {
        const auto along = static_cast<int64_t>(iota.getIotaDimension());
        keepOpen(iota, along);
        keepOpen(iota, along + 1);
        return true;
      })
      .Case<stablehlo::PadOp, stablehlo::SliceOp, stablehlo::ReverseOp,
            stablehlo::ConcatenateOp, stablehlo::BroadcastInDimOp,
            stablehlo::ReshapeOp, stablehlo::TransposeOp,
            stablehlo::DynamicSliceOp, stablehlo::DynamicUpdateSliceOp>(
          [&](auto move) {
            readMove(move);
            return true;
          })
      .Case([&](stablehlo::ReduceOp reduce) {
        readReduce(reduce);
        return true;
      })
      .Case([&](stablehlo::DotGeneralOp product) {
        readProduct(product);
        return true;
      })
      .Default([&](Operation *other) { return readElementwise(other); });
}

bool Seams::readElementwise(Operation *op) {
  if (!isElementwise(op) || op->getNumResults() != 1) {
    return false;
  }
  Value result = op->getResult(0);
  return llvm::all_of(op->getOperands(), [&](Value operand) {
    if (typeOf(operand).getRank() == 0) {
      return true;
    }
    if (typeOf(operand).getShape() != typeOf(result).getShape()) {
      return false;
    }
    keepTogether(operand, result);
    return true;
  });
}

/// Only the first of some joined dimensions may be padded, around its
/// elements.
void Seams::readMove(stablehlo::PadOp op) {
  keepTogether(op.getOperand(), op);
  for (int64_t d = 1; d < typeOf(op).getRank(); ++d) {
    if (op.getInteriorPadding()[d - 1] != 0 ||
        op.getInteriorPadding()[d] != 0 || op.getEdgePaddingLow()[d] != 0 ||
        op.getEdgePaddingHigh()[d] != 0) {
      keepOpen(op, d);
    }
  }
}

/// Only the first one may be cut, and leave nothing out in between.
void Seams::readMove(stablehlo::SliceOp op) {
  keepTogether(op.getOperand(), op);
  for (int64_t d = 1; d < typeOf(op).getRank(); ++d) {
    if (op.getStrides()[d - 1] != 1 || op.getStrides()[d] != 1 ||
        typeOf(op).getDimSize(d) != typeOf(op.getOperand()).getDimSize(d)) {
      keepOpen(op, d);
    }
  }
}

void Seams::readMove(stablehlo::ReverseOp op) {
  keepTogether(op.getOperand(), op);
  for (int64_t d = 1; d < typeOf(op).getRank(); ++d) {
    if (llvm::is_contained(op.getDimensions(), d - 1) !=
        llvm::is_contained(op.getDimensions(), d)) {
      keepOpen(op, d);
    }
  }
}

void Seams::readMove(stablehlo::ConcatenateOp op) {
  for (Value operand : op.getInputs()) {
    keepTogether(operand, op);
  }
  keepOpen(op, static_cast<int64_t>(op.getDimension()));
}

/// Neighbours that are both new, or both in the operand, neighbours there and
/// repeated alike.
void Seams::readMove(stablehlo::BroadcastInDimOp op) {
  RankedTensorType from = typeOf(op.getOperand());
  Numbers sources(static_cast<size_t>(typeOf(op).getRank()), -1);
  for (auto [source, dimension] :
       llvm::enumerate(op.getBroadcastDimensions())) {
    sources[static_cast<size_t>(dimension)] = static_cast<int64_t>(source);
  }
  auto isRepeated = [&](int64_t d) {
    return from.getDimSize(sources[static_cast<size_t>(d)]) !=
           typeOf(op).getDimSize(d);
  };
  // Neighbours in the operand that are none in the result stay apart.
  for (int64_t s = 1; s < from.getRank(); ++s) {
    if (op.getBroadcastDimensions()[s] !=
        op.getBroadcastDimensions()[s - 1] + 1) {
      keepOpen(op.getOperand(), s);
    }
  }
  for (int64_t d = 1; d < typeOf(op).getRank(); ++d) {
    const int64_t before = sources[static_cast<size_t>(d - 1)];
    const int64_t source = sources[static_cast<size_t>(d)];
    if (before < 0 && source < 0) {
      continue;
    }
    if (before >= 0 && source == before + 1 &&
        isRepeated(d - 1) == isRepeated(d)) {
      keepTogether(op.getOperand(), source, op, d);
      continue;
    }
    keepOpen(op, d);
    if (before >= 0 && source == before + 1) {
      keepOpen(op.getOperand(), source);
    }
  }
}

/// A reshape is one of any shapes. Seams at the same place are the same;
/// those that only one side has are that side's own.
void Seams::readMove(stablehlo::ReshapeOp op) {
  llvm::SmallDenseMap<int64_t, int64_t> seamsAt;
  int64_t place = 1;
  for (int64_t d = 1; d < typeOf(op.getOperand()).getRank(); ++d) {
    place *= typeOf(op.getOperand()).getDimSize(d - 1);
    seamsAt[place] = d;
  }
  place = 1;
  for (int64_t d = 1; d < typeOf(op).getRank(); ++d) {
    place *= typeOf(op).getDimSize(d - 1);
    if (auto found = seamsAt.find(place); found != seamsAt.end()) {
      keepTogether(op.getOperand(), found->second, op, d);
    }
  }
}

void Seams::readMove(stablehlo::TransposeOp op) {
  keepInGroups({{{{op.getOperand(), Numbers(op.getPermutation())},
                  {op, fromZero(op.getPermutation().size())}}}});
}

void Seams::readMove(stablehlo::DynamicSliceOp op) {
  readPlaces(op.getOperand(), op, op.getStartIndices());
}

void Seams::readMove(stablehlo::DynamicUpdateSliceOp op) {
  keepTogether(op.getOperand(), op);
  readPlaces(op.getOperand(), op.getUpdate(), op.getStartIndices());
}

/// Only the first of joined dimensions may be cut, at a known place.
void Seams::readPlaces(Value whole, Value part, OperandRange starts) {
  keepTogether(whole, part);
  for (int64_t d = 1; d < typeOf(whole).getRank(); ++d) {
    if (!isWhole(whole, part, d) ||
        (!isWhole(whole, part, d - 1) &&
         !knownStart(whole, starts[static_cast<unsigned>(d - 1)]))) {
      keepOpen(whole, d);
    }
  }
}

void Seams::readReduce(stablehlo::ReduceOp op) {
  const auto rank =
      static_cast<size_t>(typeOf(op.getInputs().front()).getRank());
  Numbers kept;
  Numbers reduced;
  for (int64_t d : fromZero(rank)) {
    (llvm::is_contained(op.getDimensions(), d) ? reduced : kept).push_back(d);
  }
  Group ofKept;
  Group ofReduced;
  for (auto [input, result] :
       llvm::zip_equal(op.getInputs(), op.getResults())) {
    ofKept.members.push_back({input, kept});
    ofKept.members.push_back({result, fromZero(kept.size())});
    ofReduced.members.push_back({input, reduced});
  }
  keepInGroups({ofKept, ofReduced});
}

/// Those of one element, which are one with whatever lies beside them; one of
/// all stays.
static llvm::SmallDenseSet<size_t, 2> looseOf(Value factor,
                                              ArrayRef<int64_t> dimensions) {
  llvm::SmallDenseSet<size_t, 2> loose;
  for (auto [i, d] : llvm::enumerate(dimensions)) {
    if (isa<BlockArgument>(factor) && typeOf(factor).getDimSize(d) == 1 &&
        loose.size() + 1 < dimensions.size()) {
      loose.insert(i);
    }
  }
  return loose;
}

void Seams::readProduct(stablehlo::DotGeneralOp op) {
  stablehlo::DotDimensionNumbersAttr numbers = op.getDotDimensionNumbers();
  const size_t batches = numbers.getLhsBatchingDimensions().size();
  const Numbers rows(op.getLhsFreeDimensions());
  const Numbers columns(op.getRhsFreeDimensions());
  const auto firstRow = static_cast<int64_t>(batches);
  const auto firstColumn = static_cast<int64_t>(batches + rows.size());
  keepInGroups(
      {{{{op.getLhs(), Numbers(numbers.getLhsBatchingDimensions())},
         {op.getRhs(), Numbers(numbers.getRhsBatchingDimensions())},
         {op, fromZero(batches)}}},
       {{{op.getLhs(), rows}, {op, fromZero(rows.size(), firstRow)}},
        looseOf(op.getLhs(), rows)},
       {{{op.getRhs(), columns}, {op, fromZero(columns.size(), firstColumn)}},
        looseOf(op.getRhs(), columns)},
       {{{op.getLhs(), Numbers(numbers.getLhsContractingDimensions())},
         {op.getRhs(), Numbers(numbers.getRhsContractingDimensions())}}}});
}

} // namespace weft::tile
