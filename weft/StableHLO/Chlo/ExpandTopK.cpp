// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// top_k: sort all values together with their positions in descending order, and
// keep the first k.

#include "weft/StableHLO/Chlo/DynamicShape.h"
#include "weft/StableHLO/Chlo/Expand.h"

#include <llvm/ADT/STLExtras.h>

using namespace mlir;

namespace weft::chlo {

/// The comparator: the first value is greater. Floats compare in total order,
/// so that NaN has a place.
static void buildComparator(OpBuilder &builder, Location location,
                            Region &region, Type valueType, Type indexType) {
  OpBuilder::InsertionGuard guard(builder);
  auto value = RankedTensorType::get({}, valueType);
  auto index = RankedTensorType::get({}, indexType);
  Block *block =
      builder.createBlock(&region, region.end(), {value, value, index, index},
                          SmallVector<Location>(4, location));
  MLIRContext *context = builder.getContext();
  SmallVector<NamedAttribute> attributes;
  attributes.push_back(
      builder.getNamedAttr("comparison_direction",
                           stablehlo::ComparisonDirectionAttr::get(
                               context, stablehlo::ComparisonDirection::GT)));
  if (isa<FloatType>(valueType)) {
    attributes.push_back(builder.getNamedAttr(
        "compare_type", stablehlo::ComparisonTypeAttr::get(
                            context, stablehlo::ComparisonType::TOTALORDER)));
  }
  Value greater = stablehlo::CompareOp::create(
      builder, location,
      TypeRange(RankedTensorType::get({}, builder.getI1Type())),
      ValueRange{block->getArgument(0), block->getArgument(1)}, attributes);
  stablehlo::ReturnOp::create(builder, location, greater);
}

/// The first `k` elements of the last dimension.
static Value takeFirst(OpBuilder &builder, Location location, Value tensor,
                       int64_t k, RankedTensorType resultType) {
  auto type = cast<RankedTensorType>(tensor.getType());
  int64_t rank = type.getRank();
  SmallVector<int64_t> zeros(rank, 0), ones(rank, 1);
  if (type.hasStaticShape()) {
    SmallVector<int64_t> limits(type.getShape());
    limits.back() = k;
    return stablehlo::SliceOp::create(
        builder, location, TypeRange(resultType), ValueRange(tensor),
        {builder.getNamedAttr("start_indices",
                              builder.getDenseI64ArrayAttr(zeros)),
         builder.getNamedAttr("limit_indices",
                              builder.getDenseI64ArrayAttr(limits)),
         builder.getNamedAttr("strides", builder.getDenseI64ArrayAttr(ones))});
  }
  auto vector = RankedTensorType::get({rank}, builder.getI64Type());
  auto constant = [&](ArrayRef<int64_t> numbers) -> Value {
    return stablehlo::ConstantOp::create(
        builder, location, DenseElementsAttr::get(vector, numbers));
  };
  SmallVector<Value> limits;
  for (int64_t dimension : llvm::seq<int64_t>(0, rank - 1)) {
    limits.push_back(buildDimensionSize(builder, location, tensor, dimension));
  }
  limits.push_back(buildInt64(builder, location, k));
  Value start = constant(zeros);
  Value limit = buildVector(builder, location, limits);
  return stablehlo::RealDynamicSliceOp::create(
      builder, location, TypeRange(resultType),
      ValueRange{tensor, start, limit, constant(ones)});
}

Replacement expandTopK(TopKOp op, OpBuilder &builder) {
  Location location = op.getLoc();
  Value operand = op.getOperand();
  auto type = dyn_cast<RankedTensorType>(operand.getType());
  if (!type) {
    return op.emitOpError("cannot be expanded for an operand of unknown rank");
  }
  if (isa<ComplexType>(type.getElementType())) {
    return op.emitOpError("is not defined on complex numbers");
  }
  int64_t last = type.getRank() - 1;
  Type indexType = builder.getI32Type();
  auto positionsType = cast<RankedTensorType>(type.clone(indexType));
  NamedAttribute dimension =
      builder.getNamedAttr("iota_dimension", builder.getI64IntegerAttr(last));
  Value positions;
  if (type.hasStaticShape()) {
    positions = stablehlo::IotaOp::create(
        builder, location, TypeRange(positionsType), ValueRange(), {dimension});
  } else {
    Value sizes = buildShape(builder, location, operand);
    positions = stablehlo::DynamicIotaOp::create(
        builder, location, TypeRange(positionsType), ValueRange(sizes),
        {dimension});
  }
  auto sort = stablehlo::SortOp::create(
      builder, location, TypeRange{type, positionsType},
      ValueRange{operand, positions},
      {builder.getNamedAttr("dimension", builder.getI64IntegerAttr(last)),
       builder.getNamedAttr("is_stable",
                            builder.getBoolAttr(op.getIsStable()))});
  buildComparator(builder, location, sort->getRegion(0), type.getElementType(),
                  indexType);
  SmallVector<Value> results;
  for (auto [sorted, result] :
       llvm::zip_equal(sort->getResults(), op->getResultTypes())) {
    SmallVector<stablehlo::DimensionExtent> extents;
    for (int64_t i : llvm::seq<int64_t>(0, last)) {
      extents.push_back(stablehlo::getExtent(type, i));
    }
    extents.push_back({static_cast<int64_t>(op.getK())});
    auto sliceType = stablehlo::makeTensorType(op.getContext(), extents,
                                               getElementTypeOrSelf(sorted));
    results.push_back(
        takeFirst(builder, location, sorted, op.getK(), sliceType));
  }
  return results;
}

} // namespace weft::chlo
