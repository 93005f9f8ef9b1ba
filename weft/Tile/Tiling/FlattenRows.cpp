// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A block with neighbouring dimensions joined:
//
//   pad(x : b,32,32,3, low = 0,4,4,0) = pad(x : b,32,96, low = 0,4,12)
//   transpose(x : 2,2,2,2,2,2, [0,1,4,3,2,5]) = transpose(x : 4,2,2,2,2,
//   [0,3,2,1,4])
//
// Two dimensions are one where everything in the block can take them for one.
// Between each two neighbours of a value is a *seam*; operations say which of
// their seams are open or closed together, and which have to stay open. What
// nobody keeps open is closed.

#include "weft/Tile/Tiling/Flatten.h"

#include "weft/StableHLO/Simplify/Match.h"
#include "weft/Tile/Tiling/Elementwise/Elementwise.h"
#include "weft/Tile/Tiling/JoinedDimensions.h"

#include <llvm/ADT/IntEqClasses.h>
#include <llvm/ADT/SmallSet.h>
#include <llvm/ADT/TypeSwitch.h>

using namespace mlir;

namespace weft::tile {
namespace {

using Numbers = JoinedDimensions::Numbers;

using stablehlo::typeOf;

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

bool isWhole(Value whole, Value part, int64_t dimension) {
  return typeOf(whole).getDimSize(dimension) ==
         typeOf(part).getDimSize(dimension);
}

/// Where a slice of `whole` begins, if that is known, and any other place can
/// be told by a number of its type.
std::optional<int64_t> knownStart(Value whole, Value start) {
  const unsigned bits = typeOf(start).getElementTypeBitWidth();
  return llvm::isIntN(bits, typeOf(whole).getNumElements())
             ? stablehlo::scalarInteger(start)
             : std::nullopt;
}

/// The seams of all values of a block, each before a dimension.
class Seams {
public:
  /// False where an operation knows each of its dimensions.
  bool read(const TilingSpace &space) {
    return llvm::all_of(space.live, [&](Operation *op) { return read(op); }) &&
           llvm::all_of(space.updates,
                        [&](Operation *op) { return !op || read(op); });
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

  /// Some values and as many dimensions of each, the first of which belong to
  /// each other, the second, and so on.
  using Group = llvm::SmallVector<std::pair<Value, Numbers>, 3>;

  /// Dimensions are one where they follow each other in all values of a group.
  void keepInGroups(ArrayRef<Group> groups) {
    llvm::DenseSet<std::pair<Value, int64_t>> follow;
    for (const Group &group : groups) {
      const auto &[first, inFirst] = group.front();
      for (size_t i = 1; i < inFirst.size(); ++i) {
        if (llvm::all_of(group, [&](const auto &of) {
              return of.second[i] == of.second[i - 1] + 1;
            })) {
          for (const auto &[value, dimensions] : group) {
            keepTogether(first, inFirst[i], value, dimensions[i]);
            follow.insert({value, dimensions[i]});
          }
        }
      }
    }
    for (const Group &group : groups) {
      for (const auto &[value, dimensions] : group) {
        for (int64_t d = 1; d < typeOf(value).getRank(); ++d) {
          if (!follow.contains({value, d})) {
            keepOpen(value, d);
          }
        }
      }
    }
  }

  static Numbers fromZero(size_t count, int64_t begin = 0) {
    return llvm::to_vector(
        llvm::seq(begin, begin + static_cast<int64_t>(count)));
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
          return readProduct(product);
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

  void readMove(stablehlo::TransposeOp op) {
    keepInGroups({{{op.getOperand(), Numbers(op.getPermutation())},
                   {op, fromZero(op.getPermutation().size())}}});
  }

  void readMove(stablehlo::DynamicSliceOp op) {
    readPlaces(op.getOperand(), op, op.getStartIndices());
  }

  void readMove(stablehlo::DynamicUpdateSliceOp op) {
    keepTogether(op.getOperand(), op);
    readPlaces(op.getOperand(), op.getUpdate(), op.getStartIndices());
  }

  /// Only the first of joined dimensions may be cut, at a known place.
  void readPlaces(Value whole, Value part, OperandRange starts) {
    keepTogether(whole, part);
    for (int64_t d = 1; d < typeOf(whole).getRank(); ++d) {
      if (!isWhole(whole, part, d) ||
          (!isWhole(whole, part, d - 1) &&
           !knownStart(whole, starts[static_cast<unsigned>(d - 1)]))) {
        keepOpen(whole, d);
      }
    }
  }

  void readReduce(stablehlo::ReduceOp op) {
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
      ofKept.push_back({input, kept});
      ofKept.push_back({result, fromZero(kept.size())});
      ofReduced.push_back({input, reduced});
    }
    keepInGroups({ofKept, ofReduced});
  }

  /// False where an array is both factors, which may have two roles.
  bool readProduct(stablehlo::DotGeneralOp op) {
    if (op.getLhs() == op.getRhs()) {
      return false;
    }
    stablehlo::DotDimensionNumbersAttr numbers = op.getDotDimensionNumbers();
    const size_t batches = numbers.getLhsBatchingDimensions().size();
    const Numbers rows(op.getLhsFreeDimensions());
    const Numbers columns(op.getRhsFreeDimensions());
    const auto firstRow = static_cast<int64_t>(batches);
    const auto firstColumn = static_cast<int64_t>(batches + rows.size());
    keepInGroups(
        {{{op.getLhs(), Numbers(numbers.getLhsBatchingDimensions())},
          {op.getRhs(), Numbers(numbers.getRhsBatchingDimensions())},
          {op, fromZero(batches)}},
         {{op.getLhs(), rows}, {op, fromZero(rows.size(), firstRow)}},
         {{op.getRhs(), columns}, {op, fromZero(columns.size(), firstColumn)}},
         {{op.getLhs(), Numbers(numbers.getLhsContractingDimensions())},
          {op.getRhs(), Numbers(numbers.getRhsContractingDimensions())}}});
    return true;
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

  /// Whether dimensions of a root are joined that, with those behind them, fill
  /// a few vectors badly.
  bool gains() {
    return seams.read(space) && llvm::any_of(space.roots, [&](Value root) {
             const JoinedDimensions joined = seams.joinedIn(root);
             auto d = static_cast<int64_t>(joined.numbers.size());
             while (--d > 0 && joined.numbers[static_cast<size_t>(d)] !=
                                   joined.numbers[static_cast<size_t>(d - 1)]) {
             }
             return d > 0 && isShort(typeOf(root), static_cast<size_t>(d));
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

  /// Whether the dimensions from one on together fill a few vectors badly.
  bool isShort(RankedTensorType type, size_t dimension) const {
    Type element = type.getElementType();
    const int64_t bits =
        isa<ComplexType>(element)
            ? 2 * cast<ComplexType>(element)
                      .getElementType()
                      .getIntOrFloatBitWidth()
            : std::max<int64_t>(element.getIntOrFloatBitWidth(), 8);
    const int64_t lanes = std::max<int64_t>(vectorBytes * 8 / bits, 1);
    const int64_t extent =
        llvm::product_of(type.getShape().drop_front(dimension));
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
    if (auto slice = dyn_cast<stablehlo::DynamicSliceOp>(op)) {
      mapping.map(result, stablehlo::DynamicSliceOp::create(
                              builder, op->getLoc(), type,
                              mapping.lookup(slice.getOperand()),
                              starts(builder, slice.getOperand(), result,
                                     slice.getStartIndices()),
                              type.getShape()));
      return;
    }
    if (auto update = dyn_cast<stablehlo::DynamicUpdateSliceOp>(op)) {
      mapping.map(result,
                  stablehlo::DynamicUpdateSliceOp::create(
                      builder, op->getLoc(), type,
                      mapping.lookup(update.getOperand()),
                      mapping.lookup(update.getUpdate()),
                      starts(builder, update.getOperand(), update.getUpdate(),
                             update.getStartIndices())));
      return;
    }
    Operation *clone = builder.clone(*op, mapping);
    for (auto [before, after] :
         llvm::zip_equal(op->getResults(), clone->getResults())) {
      after.setType(flatType(before));
    }
    renumber(op, clone);
  }

  /// Where a slice of `whole` begins along the dimensions that are left.
  llvm::SmallVector<Value> starts(OpBuilder &builder, Value whole, Value part,
                                  OperandRange before) {
    const JoinedDimensions joined = seams.joinedIn(whole);
    ArrayRef<int64_t> shape = typeOf(whole).getShape();
    llvm::SmallVector<Value> places;
    for (auto [d, inner] : llvm::zip_equal(
             ofFirst(joined, llvm::to_vector(llvm::seq(
                                 static_cast<int64_t>(shape.size())))),
             innerExtents(joined, shape))) {
      Value start = before[static_cast<unsigned>(d)];
      if (inner == 1 || isWhole(whole, part, d)) {
        places.push_back(mapping.lookup(start));
        continue;
      }
      const int64_t last =
          shape[static_cast<size_t>(d)] - typeOf(part).getDimSize(d);
      const int64_t place =
          std::clamp<int64_t>(*knownStart(whole, start), 0, last) * inner;
      RankedTensorType type = typeOf(start);
      const llvm::APInt number(type.getElementTypeBitWidth(),
                               static_cast<uint64_t>(place));
      places.push_back(stablehlo::ConstantOp::create(
          builder, start.getLoc(), DenseElementsAttr::get(type, number)));
    }
    return places;
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
        .Case([&](stablehlo::TransposeOp transpose) {
          auto before = cast<stablehlo::TransposeOp>(op);
          transpose.setPermutation(seams.joinedIn(before.getOperand())
                                       .listed(before.getPermutation()));
        })
        .Case([&](stablehlo::ReduceOp reduce) {
          Numbers dimensions(reduce.getDimensions());
          llvm::sort(dimensions);
          reduce.setDimensions(
              seams.joinedIn(op->getOperand(0)).listed(dimensions));
        })
        .Case([&](stablehlo::DotGeneralOp product) {
          auto before = cast<stablehlo::DotGeneralOp>(op);
          product.setDotDimensionNumbersAttr(joinedNumbers(
              before.getDotDimensionNumbers(), seams.joinedIn(before.getLhs()),
              seams.joinedIn(before.getRhs())));
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
  RowFlattener flattener(space, vectorBytes);
  return flattener.gains() ? std::optional(flattener.run()) : std::nullopt;
}

} // namespace weft::tile
