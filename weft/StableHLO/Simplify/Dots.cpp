// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products.
//
// The canonical form of a product is the `dot_general` that moves no data to be
// one: dimension numbers say which dimensions are batch, contracted and free,
// in whatever order memory has them, and a transpose of an operand that
// dimension numbers can express is expressed so. Tiling takes any dimension
// numbers, so that orders of its own liking would only cost it copies.
//
// Sums run over the contracting dimensions in row-major order of their list;
// no rule changes that order. `precision_config` and `algorithm` go where the
// product goes, and a product with an algorithm stays a product: the algorithm
// says how it is to be rounded.

#include "weft/StableHLO/Simplify/Rule.h"

using namespace mlir;

namespace weft::stablehlo {
namespace {

DotDimensionNumbersAttr withLhs(DotDimensionNumbersAttr numbers,
                                ArrayRef<int64_t> batching,
                                ArrayRef<int64_t> contracting) {
  return DotDimensionNumbersAttr::get(
      numbers.getContext(), batching, numbers.getRhsBatchingDimensions(),
      contracting, numbers.getRhsContractingDimensions());
}

DotDimensionNumbersAttr withRhs(DotDimensionNumbersAttr numbers,
                                ArrayRef<int64_t> batching,
                                ArrayRef<int64_t> contracting) {
  return DotDimensionNumbersAttr::get(
      numbers.getContext(), numbers.getLhsBatchingDimensions(), batching,
      numbers.getLhsContractingDimensions(), contracting);
}

/// The free dimensions come in the same order before and after the transpose:
/// the result has them in that order.
bool keepsOrder(ArrayRef<int64_t> freeDimensions,
                ArrayRef<int64_t> permutation) {
  return llvm::is_sorted(gatherEntries(permutation, freeDimensions));
}

/// dot(transpose(x, p), y) = dot(x, y) with p applied to the dimension numbers,
/// and likewise on the right.
Value dotOfTranspose(DotGeneralOp op, Rewriter &rewriter) {
  DotDimensionNumbersAttr numbers = op.getDotDimensionNumbers();
  if (auto transpose = rewriter.producer<TransposeOp>(op.getLhs())) {
    ArrayRef<int64_t> permutation = transpose.getPermutation();
    if (keepsOrder(op.getLhsFreeDimensions(), permutation)) {
      return rewriter.make<DotGeneralOp>(
          op.getType(), transpose.getOperand(), op.getRhs(),
          withLhs(
              numbers,
              gatherEntries(permutation, numbers.getLhsBatchingDimensions()),
              gatherEntries(permutation,
                            numbers.getLhsContractingDimensions())),
          op.getPrecisionConfigAttr(), op.getAlgorithmAttr());
    }
  }
  if (auto transpose = rewriter.producer<TransposeOp>(op.getRhs())) {
    ArrayRef<int64_t> permutation = transpose.getPermutation();
    if (keepsOrder(op.getRhsFreeDimensions(), permutation)) {
      return rewriter.make<DotGeneralOp>(
          op.getType(), op.getLhs(), transpose.getOperand(),
          withRhs(
              numbers,
              gatherEntries(permutation, numbers.getRhsBatchingDimensions()),
              gatherEntries(permutation,
                            numbers.getRhsContractingDimensions())),
          op.getPrecisionConfigAttr(), op.getAlgorithmAttr());
    }
  }
  return {};
}

/// The transpose exchanges the free dimensions of the operands as a whole.
bool exchangesOperands(DotGeneralOp dot, TransposeOp transpose) {
  int64_t batch = static_cast<int64_t>(
      dot.getDotDimensionNumbers().getLhsBatchingDimensions().size());
  int64_t left = static_cast<int64_t>(dot.getLhsFreeDimensions().size());
  Dimensions exchange = firstNumbers(batch);
  for (int64_t d = batch + left; d < rankOf(dot); ++d) {
    exchange.push_back(d);
  }
  for (int64_t d = batch; d < batch + left; ++d) {
    exchange.push_back(d);
  }
  return transpose.getPermutation() == ArrayRef<int64_t>(exchange);
}

/// transpose(dot(x, y)) = dot(y, x) where the transpose exchanges the free
/// dimensions of x and y as a whole, and nothing else uses the product.
Value transposeOfDot(TransposeOp op, Rewriter &rewriter) {
  auto dot = rewriter.producer<DotGeneralOp>(op.getOperand());
  if (!dot || !dot->hasOneUse() || !exchangesOperands(dot, op)) {
    return {};
  }
  DotDimensionNumbersAttr numbers = dot.getDotDimensionNumbers();
  auto swapped = DotDimensionNumbersAttr::get(
      op.getContext(), numbers.getRhsBatchingDimensions(),
      numbers.getLhsBatchingDimensions(), numbers.getRhsContractingDimensions(),
      numbers.getLhsContractingDimensions());
  ArrayAttr precision = dot.getPrecisionConfigAttr();
  if (precision && precision.size() == 2) {
    precision = rewriter.getArrayAttr({precision[1], precision[0]});
  }
  DotAlgorithmAttr algorithm = dot.getAlgorithmAttr();
  if (algorithm) {
    algorithm = DotAlgorithmAttr::get(
        op.getContext(), algorithm.getRhsPrecisionType(),
        algorithm.getLhsPrecisionType(), algorithm.getAccumulationType(),
        algorithm.getRhsComponentCount(), algorithm.getLhsComponentCount(),
        algorithm.getNumPrimitiveOperations(),
        algorithm.getAllowImpreciseAccumulation());
  }
  return rewriter.make<DotGeneralOp>(op.getType(), dot.getRhs(), dot.getLhs(),
                                     swapped, precision, algorithm);
}

int64_t contractedSize(DotGeneralOp op) {
  int64_t size = 1;
  for (int64_t dimension :
       op.getDotDimensionNumbers().getLhsContractingDimensions()) {
    size *= shapeOf(op.getLhs())[dimension];
  }
  return size;
}

/// dot(x, y) = 0 where nothing is summed, or where x or y is 0 and the type is
/// exact.
Value dotOfNothing(DotGeneralOp op, Rewriter &rewriter) {
  bool isZero = contractedSize(op) == 0 ||
                (isExact(op) && (isIntegerConstant(op.getLhs(), 0) ||
                                 isIntegerConstant(op.getRhs(), 0)));
  return isZero ? rewriter.zero(typeOf(op)) : Value();
}

/// An operand of an outer product, in the shape of the result: its batching and
/// free dimensions go to `targets`, those contracted are of size one.
Value spread(Rewriter &rewriter, Value operand, RankedTensorType result,
             ArrayRef<int64_t> sources, ArrayRef<int64_t> targets) {
  Dimensions order(sources);
  for (int64_t d : otherDimensions(rankOf(operand), sources)) {
    order.push_back(d);
  }
  Value converted = rewriter.convert(operand, result.getElementType());
  Value ordered = rewriter.reshape(rewriter.transpose(converted, order),
                                   gatherEntries(shapeOf(operand), sources));
  return rewriter.broadcast(ordered, result.getShape(), targets);
}

/// dot(x, y) = x * y + 0, x and y spread over the result, where each sum has
/// one term. A sum starts at zero, which takes -0 to +0, and is kept in f32
/// before it is rounded to a narrower type. Not for complex numbers, whose
/// products are rounded differently inside a sum.
Value dotOfOneTerm(DotGeneralOp op, Rewriter &rewriter) {
  if (contractedSize(op) != 1 || isComplex(op) || op.getAlgorithm()) {
    return {};
  }
  // A transpose that goes into the product goes first.
  auto transpose = op->hasOneUse() ? dyn_cast<TransposeOp>(*op->user_begin())
                                   : TransposeOp();
  if (transpose && exchangesOperands(op, transpose)) {
    return {};
  }
  DotDimensionNumbersAttr numbers = op.getDotDimensionNumbers();
  Dimensions lhs(numbers.getLhsBatchingDimensions());
  Dimensions rhs(numbers.getRhsBatchingDimensions());
  Dimensions lhsTargets = firstNumbers(lhs.size());
  Dimensions rhsTargets = lhsTargets;
  int64_t next = static_cast<int64_t>(lhs.size());
  for (int64_t d : op.getLhsFreeDimensions()) {
    lhs.push_back(d);
    lhsTargets.push_back(next++);
  }
  for (int64_t d : op.getRhsFreeDimensions()) {
    rhs.push_back(d);
    rhsTargets.push_back(next++);
  }
  RankedTensorType type = typeOf(op);
  bool isNarrow = isFloat(op) && type.getElementTypeBitWidth() < 32;
  if (isNarrow) {
    type = type.clone(rewriter.getF32Type());
  }
  Value product = rewriter.make<MultiplyOp>(
      type, spread(rewriter, op.getLhs(), type, lhs, lhsTargets),
      spread(rewriter, op.getRhs(), type, rhs, rhsTargets));
  if (isExact(op)) {
    return product;
  }
  Value sum = rewriter.make<AddOp>(type, product, rewriter.zero(type));
  return rewriter.convert(sum, elementOf(op));
}

} // namespace

void addDotRules(RuleSet &rules) {
  rules.add<DotGeneralOp>("dot-of-nothing", dotOfNothing);
  rules.add<DotGeneralOp>("dot-of-transpose", dotOfTranspose);
  rules.add<DotGeneralOp>("dot-of-one-term", dotOfOneTerm);
  rules.add<TransposeOp>("transpose-of-dot", transposeOfDot);
}

} // namespace weft::stablehlo
