// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Interpreter/Quantized.h"

#include "weft/StableHLO/Interpreter/Math.h"

#include <llvm/Support/FormatVariadic.h>
#include <mlir/Dialect/Quant/IR/QuantTypes.h>

namespace weft::reference {
namespace {

using mlir::quant::QuantizedType;
using mlir::quant::UniformQuantizedPerAxisType;
using mlir::quant::UniformQuantizedType;

/// The parameters of a quantized type, by position in a tensor of it.
class Quantization {
public:
  static StatusOr<Quantization> of(QuantizedType type,
                                   llvm::ArrayRef<int64_t> shape);

  ElementType expressed() const { return expressedKind; }
  Element scale(int64_t position) const { return scales[group(position)]; }
  int64_t zeroPoint(int64_t position) const {
    return zeroPoints[group(position)];
  }
  Element least() const { return leastValue; }
  Element greatest() const { return greatestValue; }

private:
  explicit Quantization(ElementType expressed)
      : expressedKind(expressed), leastValue(Element::zero(expressed)),
        greatestValue(Element::zero(expressed)) {}

  size_t group(int64_t position) const {
    return static_cast<size_t>(position / stride) % scales.size();
  }
  void add(double scale, int64_t zeroPoint) {
    scales.push_back(Element::real(expressedKind, scale));
    zeroPoints.push_back(zeroPoint);
  }

  ElementType expressedKind;
  Element leastValue;
  Element greatestValue;
  llvm::SmallVector<Element, 1> scales;
  llvm::SmallVector<int64_t, 1> zeroPoints;
  /// Elements that follow each other with the same parameters.
  int64_t stride = 1;
};

Element signedInteger(int64_t value) {
  return Element::integer(ElementType::signedInteger(64),
                          static_cast<uint64_t>(value));
}

StatusOr<Quantization> Quantization::of(QuantizedType type,
                                        llvm::ArrayRef<int64_t> shape) {
  std::optional<ElementType> expressed =
      ElementType::from(type.getExpressedType());
  if (!expressed || !expressed->isFloat()) {
    return Status::invalidArgument(
        "a quantized type has no float type that it stands for");
  }
  Quantization result(*expressed);
  result.leastValue =
      math::convert(signedInteger(type.getStorageTypeMin()), *expressed);
  result.greatestValue =
      math::convert(signedInteger(type.getStorageTypeMax()), *expressed);
  if (auto perTensor = mlir::dyn_cast<UniformQuantizedType>(type)) {
    result.add(perTensor.getScale(), perTensor.getZeroPoint());
    return result;
  }
  auto perAxis = mlir::dyn_cast<UniformQuantizedPerAxisType>(type);
  if (!perAxis) {
    return Status::unimplemented("only uniform quantization can be executed");
  }
  size_t dimension = static_cast<size_t>(perAxis.getQuantizedDimension());
  for (auto [scale, zeroPoint] :
       llvm::zip_equal(perAxis.getScales(), perAxis.getZeroPoints())) {
    result.add(scale, zeroPoint);
  }
  if (dimension >= shape.size() ||
      shape[dimension] != static_cast<int64_t>(result.scales.size())) {
    return Status::invalidArgument(llvm::formatv(
        "a type is quantized along dimension {0} with {1} scales, but the "
        "tensor has shape [{2}]",
        dimension, result.scales.size(),
        llvm::make_range(shape.begin(), shape.end())));
  }
  for (int64_t extent : shape.drop_front(dimension + 1)) {
    result.stride *= extent;
  }
  return result;
}

QuantizedType quantizedElement(mlir::RankedTensorType type) {
  return mlir::dyn_cast<QuantizedType>(type.getElementType());
}

} // namespace

mlir::RankedTensorType expressedType(mlir::RankedTensorType type) {
  QuantizedType element = quantizedElement(type);
  return element ? type.clone(element.getExpressedType()) : type;
}

mlir::RankedTensorType storageType(mlir::RankedTensorType type) {
  QuantizedType element = quantizedElement(type);
  if (!element) {
    return type;
  }
  return type.clone(mlir::IntegerType::get(
      type.getContext(), element.getStorageTypeIntegralWidth(),
      element.isSigned() ? mlir::IntegerType::Signless
                         : mlir::IntegerType::Unsigned));
}

bool isQuantized(mlir::RankedTensorType type) {
  return quantizedElement(type) != nullptr;
}

StatusOr<Tensor> dequantize(Budget &budget, const Tensor &operand) {
  if (!operand.isQuantized()) {
    return operand;
  }
  WEFT_ASSIGN_OR_RETURN(
      Quantization quantization,
      Quantization::of(quantizedElement(operand.type()), operand.shape()));
  WEFT_ASSIGN_OR_RETURN(
      TensorBuilder result,
      TensorBuilder::create(budget, expressedType(operand.type())));
  for (int64_t i = 0; i < result.elementCount(); ++i) {
    // 64 bits hold any stored integer of at most 32 bits, and differences.
    Element difference =
        signedInteger(operand.at(i).asSigned() - quantization.zeroPoint(i));
    result.setAt(
        i, math::multiply(math::convert(difference, quantization.expressed()),
                          quantization.scale(i)));
  }
  return std::move(result).finish();
}

StatusOr<Tensor> quantize(Budget &budget, const Tensor &operand,
                          mlir::RankedTensorType type) {
  if (!isQuantized(type)) {
    return operand;
  }
  WEFT_ASSIGN_OR_RETURN(mlir::RankedTensorType resultType,
                        resolveType(type, operand.shape()));
  WEFT_ASSIGN_OR_RETURN(
      Quantization quantization,
      Quantization::of(quantizedElement(resultType), operand.shape()));
  WEFT_ASSIGN_OR_RETURN(TensorBuilder result,
                        TensorBuilder::create(budget, resultType));
  for (int64_t i = 0; i < result.elementCount(); ++i) {
    Element zeroPoint = math::convert(signedInteger(quantization.zeroPoint(i)),
                                      quantization.expressed());
    Element scaled = math::divide(operand.at(i), quantization.scale(i));
    Element clamped =
        math::clamp(quantization.least(), math::add(scaled, zeroPoint),
                    quantization.greatest());
    result.setAt(i, math::convert(math::roundNearestEven(clamped),
                                  result.elementType()));
  }
  return std::move(result).finish();
}

} // namespace weft::reference
