// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Chlo/DynamicShape.h"

#include <llvm/ADT/STLExtras.h>

using namespace mlir;

namespace weft::chlo {

Value buildInt64(OpBuilder &builder, Location location, int64_t number) {
  auto type = RankedTensorType::get({}, builder.getI64Type());
  return stablehlo::ConstantOp::create(builder, location,
                                       DenseElementsAttr::get(type, number));
}

Value buildDimensionSize(OpBuilder &builder, Location location, Value tensor,
                         int64_t dimension) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (!type.isDynamicDim(dimension)) {
    return buildInt64(builder, location, type.getDimSize(dimension));
  }
  Value size = stablehlo::GetDimensionSizeOp::create(
      builder, location, RankedTensorType::get({}, builder.getI32Type()),
      tensor, builder.getI64IntegerAttr(dimension));
  return stablehlo::ConvertOp::create(
      builder, location, RankedTensorType::get({}, builder.getI64Type()), size);
}

Value buildVector(OpBuilder &builder, Location location,
                  ArrayRef<Value> scalars) {
  Type element = builder.getI64Type();
  if (scalars.empty()) {
    return stablehlo::ConstantOp::create(
        builder, location,
        DenseElementsAttr::get(RankedTensorType::get({0}, element),
                               ArrayRef<int64_t>()));
  }
  SmallVector<Value> parts;
  for (Value scalar : scalars) {
    parts.push_back(stablehlo::ReshapeOp::create(
        builder, location, RankedTensorType::get({1}, element), scalar));
  }
  auto type =
      RankedTensorType::get({static_cast<int64_t>(parts.size())}, element);
  return stablehlo::ConcatenateOp::create(builder, location, type, parts,
                                          builder.getI64IntegerAttr(0));
}

Value buildShape(OpBuilder &builder, Location location, Value tensor) {
  SmallVector<Value> sizes;
  int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
  for (int64_t dimension : llvm::seq<int64_t>(0, rank)) {
    sizes.push_back(buildDimensionSize(builder, location, tensor, dimension));
  }
  return buildVector(builder, location, sizes);
}

Value buildBroadcast(OpBuilder &builder, Location location, Value operand,
                     RankedTensorType type, ArrayRef<int64_t> dimensions,
                     Value sizes) {
  if (type.hasStaticShape()) {
    return stablehlo::BroadcastInDimOp::create(
        builder, location, type, operand,
        builder.getDenseI64ArrayAttr(dimensions));
  }
  return stablehlo::DynamicBroadcastInDimOp::create(
      builder, location, TypeRange(type), ValueRange{operand, sizes},
      {builder.getNamedAttr("broadcast_dimensions",
                            builder.getDenseI64ArrayAttr(dimensions))});
}

} // namespace weft::chlo
