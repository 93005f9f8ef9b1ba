// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The same elements in another shape or order.

#include "weft/StableHLO/Simplify/Rule.h"

using namespace mlir;

namespace weft::stablehlo {
namespace {

//===----------------------------------------------------------------------===//
// Reshape
//===----------------------------------------------------------------------===//

/// reshape(x) = x to x's own shape
Value reshapeIdentity(ReshapeOp op, Rewriter &) {
  return op.getOperand().getType() == op.getType() ? op.getOperand() : Value();
}

/// reshape(reshape(x)) = reshape(x)
Value reshapeOfReshape(ReshapeOp op, Rewriter &rewriter) {
  auto inner = rewriter.producer<ReshapeOp>(op.getOperand());
  return inner ? rewriter.reshape(inner.getOperand(), shapeOf(op)) : Value();
}

/// reshape(c) = c: the elements of a constant lie as they lay.
Value reshapeOfConstant(ReshapeOp op, Rewriter &rewriter) {
  DenseElementsAttr elements = constantOf(op.getOperand());
  return elements ? rewriter.constant(elements.reshape(typeOf(op))) : Value();
}

//===----------------------------------------------------------------------===//
// Transpose
//===----------------------------------------------------------------------===//

/// transpose(x, identity) = x
Value transposeIdentity(TransposeOp op, Rewriter &) {
  return isIdentityPermutation(op.getPermutation()) ? op.getOperand() : Value();
}

/// transpose(transpose(x, p), q) = transpose(x, p[q])
Value transposeOfTranspose(TransposeOp op, Rewriter &rewriter) {
  auto inner = rewriter.producer<TransposeOp>(op.getOperand());
  return inner ? rewriter.transpose(
                     inner.getOperand(),
                     gatherEntries(inner.getPermutation(), op.getPermutation()))
               : Value();
}

/// transpose(x) = reshape(x) where only dimensions of size one move past
/// others.
Value transposeOfUnits(TransposeOp op, Rewriter &rewriter) {
  ArrayRef<int64_t> shape = shapeOf(op.getOperand());
  int64_t last = -1;
  for (int64_t dimension : op.getPermutation()) {
    if (shape[dimension] == 1) {
      continue;
    }
    if (dimension < last) {
      return {};
    }
    last = dimension;
  }
  return rewriter.reshape(op.getOperand(), shapeOf(op));
}

/// transpose(c) = c for a constant of equal elements.
Value transposeOfSplat(TransposeOp op, Rewriter &rewriter) {
  return isSplat(op.getOperand())
             ? rewriter.splatLike(op.getOperand(), shapeOf(op))
             : Value();
}

//===----------------------------------------------------------------------===//
// Reverse
//===----------------------------------------------------------------------===//

/// reverse(x, d) = reverse(x, d without dimensions of size one)
Value reverseOfUnits(ReverseOp op, Rewriter &rewriter) {
  Dimensions kept;
  for (int64_t dimension : op.getDimensions()) {
    if (shapeOf(op)[dimension] != 1) {
      kept.push_back(dimension);
    }
  }
  return kept.size() == op.getDimensions().size() && !kept.empty()
             ? Value()
             : rewriter.reverse(op.getOperand(), kept);
}

/// reverse(reverse(x, d1), d2) = reverse(x, those in one of d1, d2 only)
Value reverseOfReverse(ReverseOp op, Rewriter &rewriter) {
  auto inner = rewriter.producer<ReverseOp>(op.getOperand());
  if (!inner) {
    return {};
  }
  Dimensions dimensions;
  for (int64_t dimension = 0; dimension < rankOf(op); ++dimension) {
    if (llvm::is_contained(op.getDimensions(), dimension) !=
        llvm::is_contained(inner.getDimensions(), dimension)) {
      dimensions.push_back(dimension);
    }
  }
  return rewriter.reverse(inner.getOperand(), dimensions);
}

/// reverse(c) = c for a constant of equal elements.
Value reverseOfSplat(ReverseOp op, Rewriter &) {
  return isSplat(op.getOperand()) ? op.getOperand() : Value();
}

/// iota = 0 along a dimension of size one.
Value iotaOfUnit(IotaOp op, Rewriter &rewriter) {
  return shapeOf(op)[op.getIotaDimension()] == 1 ? rewriter.zero(typeOf(op))
                                                 : Value();
}

} // namespace

void addReshapeRules(RuleSet &rules) {
  rules.add<ReshapeOp>("reshape-identity", reshapeIdentity);
  rules.add<ReshapeOp>("reshape-of-reshape", reshapeOfReshape);
  rules.add<ReshapeOp>("reshape-of-constant", reshapeOfConstant);
  rules.add<TransposeOp>("transpose-identity", transposeIdentity);
  rules.add<TransposeOp>("transpose-of-transpose", transposeOfTranspose);
  rules.add<TransposeOp>("transpose-of-splat", transposeOfSplat);
  rules.add<TransposeOp>("transpose-of-units", transposeOfUnits);
  rules.add<ReverseOp>("reverse-of-units", reverseOfUnits);
  rules.add<ReverseOp>("reverse-of-reverse", reverseOfReverse);
  rules.add<ReverseOp>("reverse-of-splat", reverseOfSplat);
  rules.add<IotaOp>("iota-of-unit", iotaOfUnit);
}

} // namespace weft::stablehlo
