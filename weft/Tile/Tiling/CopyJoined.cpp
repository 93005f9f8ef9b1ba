// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/CopyJoined.h"

#include "weft/StableHLO/Simplify/Match.h"

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

/// The dimensions of a product whose factors have fewer.
stablehlo::DotDimensionNumbersAttr
joinedNumbers(stablehlo::DotDimensionNumbersAttr numbers,
              const JoinedDimensions &lhs, const JoinedDimensions &rhs) {
  return stablehlo::DotDimensionNumbersAttr::get(
      numbers.getContext(), lhs.listed(numbers.getLhsBatchingDimensions()),
      rhs.listed(numbers.getRhsBatchingDimensions()),
      lhs.listed(numbers.getLhsContractingDimensions()),
      rhs.listed(numbers.getRhsContractingDimensions()));
}

class JoinedCopy {
public:
  JoinedCopy(const TilingSpace &space, Seams &seams)
      : space(space), seams(seams) {}

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
      if (inner == 1 || Seams::isWhole(whole, part, d)) {
        places.push_back(mapping.lookup(start));
        continue;
      }
      const int64_t last =
          shape[static_cast<size_t>(d)] - typeOf(part).getDimSize(d);
      const int64_t place =
          std::clamp<int64_t>(*Seams::knownStart(whole, start), 0, last) *
          inner;
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
  Seams &seams;
  IRMapping mapping;
};

} // namespace

FlatBlock copyJoined(const TilingSpace &space, Seams &seams) {
  return JoinedCopy(space, seams).run();
}

} // namespace weft::tile
