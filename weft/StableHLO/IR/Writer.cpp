// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/IR/Writer.h"

#include "weft/StableHLO/IR/Shapes.h"
#include "weft/Support/FloatTypes.h"

#include <mlir/Dialect/Quant/IR/QuantTypes.h>

using namespace mlir;

namespace weft::stablehlo {

static ArrayRef<int64_t> shapeOf(Value value) {
  return tensorTypeOf(value).getShape();
}

/// 0, 1, 2, and so on: nothing is permuted.
static bool areInOrder(ArrayRef<int64_t> dimensions) {
  return llvm::equal(dimensions, llvm::seq<int64_t>(0, dimensions.size()));
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

Value Writer::constant(DenseElementsAttr elements) {
  return make<ConstantOp>(ElementsAttr(elements));
}

Value Writer::empty(RankedTensorType type) {
  // A quantized constant is written as what stores its elements.
  quant::QuantizedType quantized = quantizedTypeOf(type);
  ShapedType stored = quantized ? type.clone(quantized.getStorageType()) : type;
  return make<ConstantOp>(type, ElementsAttr(DenseElementsAttr::get(
                                    stored, ArrayRef<Attribute>())));
}

Value Writer::splat(RankedTensorType type, const llvm::APInt &number) {
  return constant(DenseElementsAttr::get(type, number));
}

Value Writer::splat(RankedTensorType type, const llvm::APFloat &number) {
  return constant(DenseElementsAttr::get(type, number));
}

Value Writer::splat(RankedTensorType type, double number) {
  Type element = type.getElementType();
  if (isa<IntegerType>(element)) {
    return integer(type, static_cast<uint64_t>(static_cast<int64_t>(number)));
  }
  if (auto complex = dyn_cast<ComplexType>(element)) {
    auto part = cast<FloatType>(complex.getElementType());
    std::complex<llvm::APFloat> value(roundToLeast(part, number),
                                      roundToLeast(part, 0));
    return constant(DenseElementsAttr::get(type, value));
  }
  return splat(type, roundToLeast(cast<FloatType>(element), number));
}

Value Writer::integer(RankedTensorType type, uint64_t number) {
  unsigned width = cast<IntegerType>(type.getElementType()).getWidth();
  return splat(type, llvm::APInt(width, number, /*isSigned=*/false,
                                 /*implicitTrunc=*/true));
}

Value Writer::boolean(RankedTensorType type, bool value) {
  return constant(DenseElementsAttr::get(type, value));
}

Value Writer::bytes(RankedTensorType type, uint8_t byte) {
  Type element = type.getElementType();
  auto complex = dyn_cast<ComplexType>(element);
  size_t partBytes = llvm::divideCeil(
      (complex ? complex.getElementType() : element).getIntOrFloatBitWidth(),
      8);
  // One element stands for all.
  llvm::SmallVector<char> one(complex ? 2 * partBytes : partBytes,
                              static_cast<char>(byte));
  return constant(DenseElementsAttr::getFromRawBuffer(type, one));
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

static ComparisonType orderOf(Type element) {
  if (isa<FloatType, ComplexType>(element)) {
    return ComparisonType::FLOAT;
  }
  return element.isUnsignedInteger() || element.isInteger(1)
             ? ComparisonType::UNSIGNED
             : ComparisonType::SIGNED;
}

Value Writer::compare(Value a, ComparisonDirection direction, Value b) {
  return make<CompareOp>(a, b, direction, orderOf(getElementTypeOrSelf(a)));
}

Value Writer::select(Value predicate, Value onTrue, Value onFalse) {
  return make<SelectOp>(onTrue.getType(), predicate, onTrue, onFalse);
}

Value Writer::convert(Value value, Type element) {
  if (getElementTypeOrSelf(value) == element) {
    return value;
  }
  return make<ConvertOp>(value, element);
}

Value Writer::bitcast(Value value, Type type) {
  if (value.getType() == type) {
    return value;
  }
  return make<BitcastConvertOp>(type, value);
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

Value Writer::reshape(Value value, ArrayRef<int64_t> shape) {
  if (shapeOf(value) == shape) {
    return value;
  }
  return make<ReshapeOp>(tensorTypeOf(value).clone(shape), value);
}

Value Writer::flatten(Value value) {
  return reshape(value, {tensorTypeOf(value).getNumElements()});
}

Value Writer::transpose(Value value, ArrayRef<int64_t> permutation) {
  if (areInOrder(permutation)) {
    return value;
  }
  auto shape = llvm::map_to_vector(
      permutation, [&](int64_t d) { return shapeOf(value)[d]; });
  return make<TransposeOp>(tensorTypeOf(value).clone(shape), value,
                           permutation);
}

Value Writer::broadcast(Value value, ArrayRef<int64_t> shape,
                        ArrayRef<int64_t> dimensions) {
  if (shapeOf(value) == shape && areInOrder(dimensions)) {
    return value;
  }
  return make<BroadcastInDimOp>(tensorTypeOf(value).clone(shape), value,
                                dimensions);
}

Value Writer::slice(Value value, ArrayRef<int64_t> starts,
                    ArrayRef<int64_t> limits, ArrayRef<int64_t> strides) {
  llvm::SmallVector<int64_t> shape;
  for (auto [start, limit, stride] : llvm::zip_equal(starts, limits, strides)) {
    shape.push_back(llvm::divideCeil(limit - start, stride));
  }
  if (shapeOf(value) == ArrayRef<int64_t>(shape)) {
    return value;
  }
  return make<SliceOp>(tensorTypeOf(value).clone(shape), value, starts, limits,
                       strides);
}

Value Writer::slice(Value value, int64_t dimension, int64_t start,
                    int64_t limit) {
  int64_t rank = tensorTypeOf(value).getRank();
  llvm::SmallVector<int64_t> starts(rank, 0);
  llvm::SmallVector<int64_t> limits(shapeOf(value));
  llvm::SmallVector<int64_t> strides(rank, 1);
  starts[dimension] = start;
  limits[dimension] = limit;
  return slice(value, starts, limits, strides);
}

Value Writer::pad(Value value, Value filler, ArrayRef<int64_t> low,
                  ArrayRef<int64_t> high, ArrayRef<int64_t> interior) {
  auto isZero = [](int64_t amount) { return amount == 0; };
  if (llvm::all_of(low, isZero) && llvm::all_of(high, isZero) &&
      llvm::all_of(interior, isZero)) {
    return value;
  }
  return make<PadOp>(value, filler, low, high, interior);
}

Value Writer::concatenate(ValueRange values, int64_t dimension) {
  if (values.size() == 1) {
    return values.front();
  }
  return make<ConcatenateOp>(values, dimension);
}

Value Writer::reverse(Value value, ArrayRef<int64_t> dimensions) {
  if (dimensions.empty()) {
    return value;
  }
  return make<ReverseOp>(value, dimensions);
}

Value Writer::iota(RankedTensorType type, int64_t dimension) {
  return make<IotaOp>(type, builder.getI64IntegerAttr(dimension));
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

Value Writer::sum(Value value, Value initial, ArrayRef<int64_t> dimensions) {
  llvm::SmallVector<int64_t> shape;
  for (auto [d, size] : llvm::enumerate(shapeOf(value))) {
    if (!llvm::is_contained(dimensions, static_cast<int64_t>(d))) {
      shape.push_back(size);
    }
  }
  auto reduce = make<ReduceOp>(TypeRange(tensorTypeOf(value).clone(shape)),
                               ValueRange(value), ValueRange(initial),
                               builder.getDenseI64ArrayAttr(dimensions));
  OpBuilder::InsertionGuard guard(builder);
  Type scalar = initial.getType();
  Block *body = builder.createBlock(&reduce.getBody(), {}, {scalar, scalar},
                                    {location(), location()});
  Value total = add(body->getArgument(0), body->getArgument(1));
  make<ReturnOp>(ValueRange(total));
  return reduce.getResult(0);
}

} // namespace weft::stablehlo
