// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Simplify/Rewriter.h"

#include "weft/StableHLO/IR/Shapes.h"
#include "weft/Support/Origins.h"

#include <mlir/Dialect/Quant/IR/QuantTypes.h>

using namespace mlir;

namespace weft::stablehlo {

void Rewriter::startAt(Operation *root) {
  setInsertionPoint(root);
  sources.assign({root});
}

Location Rewriter::location() {
  SmallVector<Location> locations;
  for (Operation *source : sources) {
    locations.push_back(source->getLoc());
  }
  return fuseLocations(locations, getContext());
}

Location Rewriter::locationWith(Operation *op) {
  return fuseLocations({op->getLoc(), location()}, getContext());
}

Value Rewriter::remake(Operation *op, ValueRange operands, Type type,
                       Location location) {
  Operation *copy = op->clone(Operation::CloneOptions());
  copy->setLoc(location);
  copy->setOperands(operands);
  copy->getResult(0).setType(type);
  return insert(copy)->getResult(0);
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

Value Rewriter::constant(DenseElementsAttr elements) {
  return make<ConstantOp>(ElementsAttr(elements));
}

Value Rewriter::empty(RankedTensorType type) {
  // A quantized constant is written as what stores its elements.
  quant::QuantizedType quantized = quantizedTypeOf(type);
  ShapedType stored = quantized ? type.clone(quantized.getStorageType()) : type;
  return make<ConstantOp>(type, ElementsAttr(DenseElementsAttr::get(
                                    stored, ArrayRef<Attribute>())));
}

Value Rewriter::splat(RankedTensorType type, const llvm::APInt &number) {
  return constant(DenseElementsAttr::get(type, number));
}

Value Rewriter::splat(RankedTensorType type, const llvm::APFloat &number) {
  return constant(DenseElementsAttr::get(type, number));
}

static llvm::APFloat roundTo(FloatType type, double number) {
  llvm::APFloat value(number);
  bool losesInfo = false;
  value.convert(type.getFloatSemantics(), llvm::APFloat::rmNearestTiesToEven,
                &losesInfo);
  return value;
}

Value Rewriter::splat(RankedTensorType type, double number) {
  Type element = type.getElementType();
  if (auto integer = dyn_cast<IntegerType>(element)) {
    return splat(type, llvm::APInt(64, static_cast<uint64_t>(
                                           static_cast<int64_t>(number)))
                           .zextOrTrunc(integer.getWidth()));
  }
  if (auto complex = dyn_cast<ComplexType>(element)) {
    auto part = cast<FloatType>(complex.getElementType());
    std::complex<llvm::APFloat> value(roundTo(part, number), roundTo(part, 0));
    return constant(DenseElementsAttr::get(type, value));
  }
  return splat(type, roundTo(cast<FloatType>(element), number));
}

Value Rewriter::splatLike(Value value, ArrayRef<int64_t> shape) {
  return constant(constantOf(value).resizeSplat(typeOf(value).clone(shape)));
}

Value Rewriter::zero(RankedTensorType type) { return splat(type, 0.0); }

Value Rewriter::boolean(RankedTensorType type, bool value) {
  return constant(DenseElementsAttr::get(type, value));
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

Value Rewriter::reshape(Value value, ArrayRef<int64_t> shape) {
  if (shapeOf(value) == shape) {
    return value;
  }
  return make<ReshapeOp>(typeOf(value).clone(shape), value);
}

Value Rewriter::transpose(Value value, ArrayRef<int64_t> permutation) {
  if (isIdentityPermutation(permutation)) {
    return value;
  }
  return make<TransposeOp>(
      typeOf(value).clone(gatherEntries(shapeOf(value), permutation)), value,
      permutation);
}

Value Rewriter::broadcast(Value value, ArrayRef<int64_t> shape,
                          ArrayRef<int64_t> dimensions) {
  if (shapeOf(value) == shape && isIdentityPermutation(dimensions)) {
    return value;
  }
  return make<BroadcastInDimOp>(typeOf(value).clone(shape), value, dimensions);
}

Value Rewriter::broadcastScalar(Value value, ArrayRef<int64_t> shape) {
  return broadcast(value, shape, {});
}

Value Rewriter::slice(Value value, ArrayRef<int64_t> starts,
                      ArrayRef<int64_t> limits, ArrayRef<int64_t> strides) {
  Dimensions shape;
  for (auto [start, limit, stride] : llvm::zip_equal(starts, limits, strides)) {
    shape.push_back(llvm::divideCeil(limit - start, stride));
  }
  if (shapeOf(value) == ArrayRef<int64_t>(shape)) {
    return value;
  }
  return make<SliceOp>(typeOf(value).clone(shape), value, starts, limits,
                       strides);
}

Value Rewriter::slice(Value value, int64_t dimension, int64_t start,
                      int64_t limit) {
  Dimensions starts(rankOf(value), 0);
  Dimensions limits(shapeOf(value));
  Dimensions strides(rankOf(value), 1);
  starts[dimension] = start;
  limits[dimension] = limit;
  return slice(value, starts, limits, strides);
}

Value Rewriter::pad(Value value, Value filler, ArrayRef<int64_t> low,
                    ArrayRef<int64_t> high, ArrayRef<int64_t> interior) {
  auto isZero = [](int64_t amount) { return amount == 0; };
  if (llvm::all_of(low, isZero) && llvm::all_of(high, isZero) &&
      llvm::all_of(interior, isZero)) {
    return value;
  }
  return make<PadOp>(value, filler, low, high, interior);
}

Value Rewriter::concatenate(ValueRange values, int64_t dimension) {
  if (values.size() == 1) {
    return values.front();
  }
  return make<ConcatenateOp>(values, dimension);
}

Value Rewriter::reverse(Value value, ArrayRef<int64_t> dimensions) {
  if (dimensions.empty()) {
    return value;
  }
  return make<ReverseOp>(value, dimensions);
}

Value Rewriter::convert(Value value, Type elementType) {
  if (elementOf(value) == elementType) {
    return value;
  }
  return make<ConvertOp>(value, elementType);
}

Value Rewriter::select(Value predicate, Value onTrue, Value onFalse) {
  return make<SelectOp>(onTrue.getType(), predicate, onTrue, onFalse);
}

Value Rewriter::compare(Value lhs, Value rhs, ComparisonDirection direction) {
  ComparisonType type = isFloat(lhs) || isComplex(lhs) ? ComparisonType::FLOAT
                        : isUnsigned(lhs) || isBoolean(lhs)
                            ? ComparisonType::UNSIGNED
                            : ComparisonType::SIGNED;
  return make<CompareOp>(lhs, rhs, direction, type);
}

} // namespace weft::stablehlo
