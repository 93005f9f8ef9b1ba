// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A block that moves elements as they lie, with neighbouring dimensions joined:
//
//   pad(x : b,32,32,3, low = 0,4,4,0) = pad(x : b,32,96, low = 0,4,12)
//
// Two dimensions are one where everything in the block can take them for one.
// Between each two neighbours of a value is a *seam*; operations say which of
// their seams are open or closed together, and which have to stay open. What
// nobody keeps open is closed.

#include "weft/Tile/Tiling/Flatten.h"

#include "weft/Tile/Tiling/Elementwise/Elementwise.h"
#include "weft/Tile/Tiling/JoinedDimensions.h"

#include <llvm/ADT/IntEqClasses.h>
#include <llvm/ADT/SmallSet.h>
#include <llvm/ADT/TypeSwitch.h>

using namespace mlir;

namespace weft::tile {
namespace {

using Numbers = JoinedDimensions::Numbers;

RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// The product of the extents of those dimensions that stay with the one
/// before them, for each that does not.
Numbers innerExtents(const JoinedDimensions &joined, ArrayRef<int64_t> shape) {
  Numbers inner(static_cast<size_t>(joined.rank()), 1);
  for (size_t d = 1; d < shape.size(); ++d) {
    if (joined.numbers[d] == joined.numbers[d - 1]) {
      inner[static_cast<size_t>(joined.numbers[d])] *= shape[d];
    }
  }
  return inner;
}

/// What holds along the first of the dimensions that are joined.
Numbers ofFirst(const JoinedDimensions &joined, ArrayRef<int64_t> amounts) {
  Numbers first;
  for (size_t d = 0; d < amounts.size(); ++d) {
    if (d == 0 || joined.numbers[d] != joined.numbers[d - 1]) {
      first.push_back(amounts[d]);
    }
  }
  return first;
}

/// Amounts of places along the first one, in places of all of them.
Numbers scaled(const JoinedDimensions &joined, ArrayRef<int64_t> shape,
               ArrayRef<int64_t> amounts) {
  Numbers places = ofFirst(joined, amounts);
  for (auto [place, inner] :
       llvm::zip_equal(places, innerExtents(joined, shape))) {
    place *= inner;
  }
  return places;
}

/// The seams of all values of a block, each before a dimension.
class Seams {
public:
  /// False where an operation does not move elements as they lie.
  bool read(ArrayRef<Operation *> operations) {
    return llvm::all_of(operations, [&](Operation *op) { return read(op); });
  }

  JoinedDimensions joinedIn(Value value) {
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

private:
  unsigned seamOf(Value value, int64_t dimension) {
    auto [entry, isNew] = first.try_emplace(value, count);
    if (isNew) {
      count += static_cast<unsigned>(typeOf(value).getRank());
      together.grow(count);
    }
    return entry->second + static_cast<unsigned>(dimension);
  }

  void keepOpen(Value value, int64_t dimension) {
    if (dimension > 0 && dimension < typeOf(value).getRank()) {
      open.push_back(seamOf(value, dimension));
    }
  }

  void keepTogether(Value left, int64_t inLeft, Value right, int64_t inRight) {
    together.join(seamOf(left, inLeft), seamOf(right, inRight));
  }

  /// Values of one rank, whose dimensions belong to each other.
  void keepTogether(Value left, Value right) {
    for (int64_t d = 1; d < typeOf(left).getRank(); ++d) {
      keepTogether(left, d, right, d);
    }
  }

  bool read(Operation *op) {
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
              stablehlo::ReshapeOp>([&](auto move) {
          readMove(move);
          return true;
        })
        .Default([&](Operation *other) { return readElementwise(other); });
  }

  bool readElementwise(Operation *op) {
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
  void readMove(stablehlo::PadOp op) {
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
  void readMove(stablehlo::SliceOp op) {
    keepTogether(op.getOperand(), op);
    for (int64_t d = 1; d < typeOf(op).getRank(); ++d) {
      if (op.getStrides()[d - 1] != 1 || op.getStrides()[d] != 1 ||
          typeOf(op).getDimSize(d) != typeOf(op.getOperand()).getDimSize(d)) {
        keepOpen(op, d);
      }
    }
  }

  void readMove(stablehlo::ReverseOp op) {
    keepTogether(op.getOperand(), op);
    for (int64_t d = 1; d < typeOf(op).getRank(); ++d) {
      if (llvm::is_contained(op.getDimensions(), d - 1) !=
          llvm::is_contained(op.getDimensions(), d)) {
        keepOpen(op, d);
      }
    }
  }

  void readMove(stablehlo::ConcatenateOp op) {
    for (Value operand : op.getInputs()) {
      keepTogether(operand, op);
    }
    keepOpen(op, static_cast<int64_t>(op.getDimension()));
  }

  /// Neighbours that are both new, or both in the operand, neighbours there and
  /// repeated alike.
  void readMove(stablehlo::BroadcastInDimOp op) {
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
  void readMove(stablehlo::ReshapeOp op) {
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

  llvm::DenseMap<Value, unsigned> first;
  unsigned count = 0;
  /// Seams that are open or closed together.
  llvm::IntEqClasses together;
  llvm::SmallVector<unsigned> open;
};

class RowFlattener {
public:
  RowFlattener(const TilingSpace &space, int64_t vectorBytes)
      : space(space), vectorBytes(vectorBytes) {}

  /// Whether rows of a root are joined that fill a few vectors badly.
  bool gains() {
    return seams.read(space.live) && llvm::any_of(space.roots, [&](Value root) {
             const JoinedDimensions joined = seams.joinedIn(root);
             const size_t rank = joined.numbers.size();
             return rank > 1 &&
                    joined.numbers[rank - 1] == joined.numbers[rank - 2] &&
                    isShort(typeOf(root));
           });
  }

  FlatBlock run() {
    llvm::SmallVector<Type> types;
    for (BlockArgument argument : space.block->getArguments()) {
      // Values that no live operation uses may have any type.
      auto type = dyn_cast<RankedTensorType>(argument.getType());
      types.push_back(type ? Type(flatType(argument)) : argument.getType());
    }
    return copyFlat(
        space, types, mapping,
        [&](OpBuilder &builder, Operation *op) { copy(builder, op); });
  }

private:
  static constexpr int64_t fewVectors = 4;

  bool isShort(RankedTensorType type) const {
    Type element = type.getElementType();
    const int64_t bits =
        isa<ComplexType>(element)
            ? 2 * cast<ComplexType>(element)
                      .getElementType()
                      .getIntOrFloatBitWidth()
            : std::max<int64_t>(element.getIntOrFloatBitWidth(), 8);
    const int64_t lanes = std::max<int64_t>(vectorBytes * 8 / bits, 1);
    const int64_t extent = type.getShape().back();
    return extent % lanes != 0 && extent < fewVectors * lanes;
  }

  RankedTensorType flatType(Value value) {
    return seams.joinedIn(value).typeFor(typeOf(value));
  }

  void copy(OpBuilder &builder, Operation *op) {
    Value result = op->getResult(0);
    RankedTensorType type = flatType(result);
    if (auto constant = dyn_cast<stablehlo::ConstantOp>(op)) {
      mapping.map(result, copyConstant(builder, constant, type));
      return;
    }
    if (isa<stablehlo::ReshapeOp>(op) &&
        mapping.lookup(op->getOperand(0)).getType() == type) {
      mapping.map(result, mapping.lookup(op->getOperand(0)));
      return;
    }
    Operation *clone = builder.clone(*op, mapping);
    clone->getResult(0).setType(type);
    renumber(op, clone);
  }

  /// Gives a copy its numbers of dimensions and places; `op` has those before.
  void renumber(Operation *op, Operation *clone) {
    const JoinedDimensions joined = seams.joinedIn(op->getResult(0));
    Builder builder(op->getContext());
    auto listed = [&](ArrayRef<int64_t> dimensions) {
      return builder.getDenseI64ArrayAttr(joined.listed(dimensions));
    };
    llvm::TypeSwitch<Operation *>(clone)
        .Case([&](stablehlo::IotaOp iota) {
          iota.setIotaDimension(static_cast<uint64_t>(
              joined.listed(static_cast<int64_t>(iota.getIotaDimension()))
                  .front()));
        })
        .Case([&](stablehlo::ConcatenateOp concatenate) {
          concatenate.setDimension(static_cast<uint64_t>(
              joined.listed(static_cast<int64_t>(concatenate.getDimension()))
                  .front()));
        })
        .Case([&](stablehlo::ReverseOp reverse) {
          reverse.setDimensionsAttr(listed(reverse.getDimensions()));
        })
        .Case([&](stablehlo::BroadcastInDimOp broadcast) {
          broadcast.setBroadcastDimensionsAttr(
              listed(broadcast.getBroadcastDimensions()));
        })
        .Case([&](stablehlo::PadOp pad) {
          ArrayRef<int64_t> shape = typeOf(op->getOperand(0)).getShape();
          pad.setEdgePaddingLow(scaled(joined, shape, pad.getEdgePaddingLow()));
          pad.setEdgePaddingHigh(
              scaled(joined, shape, pad.getEdgePaddingHigh()));
          pad.setInteriorPadding(ofFirst(joined, pad.getInteriorPadding()));
        })
        .Case([&](stablehlo::SliceOp slice) {
          ArrayRef<int64_t> shape = typeOf(op->getOperand(0)).getShape();
          slice.setStartIndices(scaled(joined, shape, slice.getStartIndices()));
          slice.setLimitIndices(scaled(joined, shape, slice.getLimitIndices()));
          slice.setStrides(ofFirst(joined, slice.getStrides()));
        });
  }

  const TilingSpace &space;
  int64_t vectorBytes;
  Seams seams;
  IRMapping mapping;
};

} // namespace

std::optional<FlatBlock> flattenRows(const TilingSpace &space,
                                     int64_t vectorBytes) {
  if (llvm::any_of(space.updates, [](Operation *update) { return update; })) {
    return std::nullopt;
  }
  RowFlattener flattener(space, vectorBytes);
  return flattener.gains() ? std::optional(flattener.run()) : std::nullopt;
}

} // namespace weft::tile
