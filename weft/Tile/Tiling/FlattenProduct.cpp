// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A product whose neighbouring dimensions of one kind are one dimension:
//
//   abcd, cdef -> abef     with ab, cd and ef as m, k and n:  mk, kn -> mn
//
// Tiles then fit the product of the extents, and not each of them. A dimension
// of one element that only one factor has, beside others, is one with whatever
// lies before it: rows and columns are dimensions that have some.

#include "weft/Tile/Tiling/Flatten.h"

#include "weft/Tile/Tiling/Elementwise/Elementwise.h"
#include "weft/Tile/Tiling/JoinedDimensions.h"

using namespace mlir;

namespace weft::tile {
namespace {

RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

class ProductFlattener {
public:
  ProductFlattener(const TilingSpace &space, stablehlo::DotGeneralOp product)
      : space(space), product(product), lhs(typeOf(product.getLhs()).getRank()),
        rhs(typeOf(product.getRhs()).getRank()),
        result(typeOf(product.getResult()).getRank()) {
    stablehlo::DotDimensionNumbersAttr numbers =
        product.getDotDimensionNumbers();
    int64_t at = markShared(numbers.getLhsBatchingDimensions(),
                            numbers.getRhsBatchingDimensions(),
                            /*isInResult=*/true);
    at = markFree(product.getLhs(), product.getLhsFreeDimensions(), lhs, at);
    markFree(product.getRhs(), product.getRhsFreeDimensions(), rhs, at);
    markShared(numbers.getLhsContractingDimensions(),
               numbers.getRhsContractingDimensions(), /*isInResult=*/false);
    lhs.count();
    rhs.count();
    result.count();
  }

  /// Whether it joins dimensions, and all else in the block can follow: what is
  /// computed of the product, element by element.
  bool gains() {
    if (!lhs.joins() && !rhs.joins()) {
      return false;
    }
    auto isLikeResult = [&](Value value) {
      return typeOf(value).getRank() == 0 ||
             (!isa<BlockArgument>(value) &&
              typeOf(value).getShape() ==
                  typeOf(product.getResult()).getShape());
    };
    const bool areArguments = isFactor(product.getLhs(), lhs.joins()) &&
                              isFactor(product.getRhs(), rhs.joins());
    // An array that is both factors has one shape.
    const bool isOneShape =
        product.getLhs() != product.getRhs() || lhs.numbers == rhs.numbers;
    return areArguments && isOneShape &&
           llvm::none_of(space.roots, llvm::IsaPred<BlockArgument>) &&
           llvm::all_of(space.live, [&](Operation *op) {
             return op == product || moves.contains(op) ||
                    (isElementwise(op) &&
                     llvm::all_of(op->getOperands(), isLikeResult) &&
                     llvm::all_of(op->getResults(), isLikeResult));
           });
  }

  FlatBlock run() {
    llvm::SmallVector<Type> types(space.block->getArgumentTypes());
    auto join = [&](Value operand, const JoinedDimensions &joined) {
      if (auto argument = dyn_cast<BlockArgument>(operand)) {
        types[argument.getArgNumber()] = joined.typeFor(typeOf(operand));
      }
    };
    join(product.getLhs(), lhs);
    join(product.getRhs(), rhs);
    IRMapping mapping;
    return copyFlat(
        space, types, mapping, [&](OpBuilder &builder, Operation *op) {
          Operation *clone = builder.clone(*op, mapping);
          for (Value value : clone->getResults()) {
            if (typeOf(value).getRank() > 0 && !moves.contains(op)) {
              value.setType(result.typeFor(typeOf(value)));
            }
          }
          if (op == product) {
            cast<stablehlo::DotGeneralOp>(clone).setDotDimensionNumbersAttr(
                joinedNumbers(product.getDotDimensionNumbers(), lhs, rhs));
          }
        });
  }

private:
  /// Whether an operand is an argument; or one in another order, as packed ones
  /// are, that stays as it is and is nothing else.
  bool isFactor(Value operand, bool isJoined) {
    if (isa<BlockArgument>(operand)) {
      return true;
    }
    while (!isJoined && operand.hasOneUse() &&
           isa_and_present<stablehlo::SliceOp, stablehlo::ReshapeOp,
                           stablehlo::TransposeOp>(operand.getDefiningOp())) {
      moves.insert(operand.getDefiningOp());
      operand = operand.getDefiningOp()->getOperand(0);
    }
    return isa<BlockArgument>(operand) && operand.hasOneUse();
  }

  /// Dimensions that both operands have, neighbours in both. Returns how many
  /// dimensions of the result they are.
  int64_t markShared(ArrayRef<int64_t> left, ArrayRef<int64_t> right,
                     bool isInResult) {
    for (size_t i = 1; i < left.size(); ++i) {
      if (left[i] == left[i - 1] + 1 && right[i] == right[i - 1] + 1) {
        lhs.mark(left[i]);
        rhs.mark(right[i]);
        if (isInResult) {
          result.mark(static_cast<int64_t>(i));
        }
      }
    }
    return static_cast<int64_t>(left.size());
  }

  /// Dimensions of one operand, which are dimensions of the result from `at`
  /// on. Returns the one behind them.
  int64_t markFree(Value factor, ArrayRef<int64_t> dimensions,
                   JoinedDimensions &operand, int64_t at) {
    RankedTensorType type = typeOf(factor);
    // One of them stays, whatever it has.
    auto left = static_cast<int64_t>(dimensions.size());
    bool follows = false;
    for (auto [i, dimension] : llvm::enumerate(dimensions)) {
      follows &= i > 0 && dimension == dimensions[i - 1] + 1;
      const bool isAlone = isa<BlockArgument>(factor) &&
                           type.getDimSize(dimension) == 1 && left > 1;
      if (isAlone || follows) {
        operand.mark(dimension);
        result.mark(at + static_cast<int64_t>(i));
      }
      left -= isAlone ? 1 : 0;
      follows |= !isAlone;
    }
    return at + static_cast<int64_t>(dimensions.size());
  }

  const TilingSpace &space;
  stablehlo::DotGeneralOp product;
  JoinedDimensions lhs;
  JoinedDimensions rhs;
  JoinedDimensions result;
  /// What puts factors into another order.
  llvm::SmallPtrSet<Operation *, 8> moves;
};

} // namespace

std::optional<FlatBlock> flattenProduct(const TilingSpace &space) {
  if (llvm::any_of(space.updates, [](Operation *update) { return update; })) {
    return std::nullopt;
  }
  auto found =
      llvm::find_if(space.live, llvm::IsaPred<stablehlo::DotGeneralOp>);
  if (found == space.live.end()) {
    return std::nullopt;
  }
  ProductFlattener flattener(space, cast<stablehlo::DotGeneralOp>(*found));
  return flattener.gains() ? std::optional(flattener.run()) : std::nullopt;
}

} // namespace weft::tile
