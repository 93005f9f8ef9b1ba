// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ragged_dot: one ordinary dot per group, on operands in which everything outside
// the group is zero.

#include "weft/StableHLO/Chlo/DynamicShape.h"
#include "weft/StableHLO/Chlo/Expand.h"

#include <llvm/ADT/STLExtras.h>

using namespace mlir;

namespace weft::chlo {

namespace {

class RaggedDotExpansion {
public:
  RaggedDotExpansion(RaggedDotOp op, OpBuilder &builder)
      : op(op), builder(builder), location(op.getLoc()),
        numbers(op.getRaggedDotDimensionNumbers()),
        ragged(numbers.getLhsRaggedDimensions()[0]) {}

  Replacement run();

private:
  RankedTensorType typeOf(Value value) const {
    return cast<RankedTensorType>(value.getType());
  }
  Value slice(Value value, int64_t dimension, int64_t index);
  Value dot(Value lhs, Value rhs, ArrayRef<int64_t> rhsBatching,
            ArrayRef<int64_t> rhsContracting, RankedTensorType type);
  Value maskGroup(int64_t group);
  Value broadcastOverLhs(Value perPrefix);
  void prepareMasks();
  Replacement runFree();
  Replacement runContracting();

  RaggedDotOp op;
  OpBuilder &builder;
  Location location;
  RaggedDotDimensionNumbersAttr numbers;
  int64_t ragged;
  /// The dimensions of lhs that the leading dimensions of group_sizes index.
  SmallVector<int64_t> prefix;
  /// Positions along the ragged dimension, of the shape of lhs.
  Value positions;
  /// Where the next group begins, of the shape of group_sizes without groups.
  Value start;
};

} // namespace

/// `value` at `index` of `dimension`, without that dimension.
Value RaggedDotExpansion::slice(Value value, int64_t dimension, int64_t index) {
  RankedTensorType type = typeOf(value);
  SmallVector<int64_t> rest(type.getShape());
  rest.erase(rest.begin() + dimension);
  auto restType = RankedTensorType::get(rest, type.getElementType());
  SmallVector<int64_t> starts(type.getRank(), 0);
  SmallVector<int64_t> limits(type.getShape());
  SmallVector<int64_t> ones(type.getRank(), 1);
  starts[dimension] = index;
  limits[dimension] = index + 1;
  SmallVector<int64_t> shape(type.getShape());
  shape[dimension] = 1;
  auto sliceType = RankedTensorType::get(shape, type.getElementType());
  if (type.hasStaticShape()) {
    Value part = stablehlo::SliceOp::create(
        builder, location, TypeRange(sliceType), ValueRange(value),
        {builder.getNamedAttr("start_indices",
                              builder.getDenseI64ArrayAttr(starts)),
         builder.getNamedAttr("limit_indices",
                              builder.getDenseI64ArrayAttr(limits)),
         builder.getNamedAttr("strides", builder.getDenseI64ArrayAttr(ones))});
    return stablehlo::ReshapeOp::create(builder, location, restType, part);
  }
  SmallVector<Value> startValues, limitValues, oneValues, restValues;
  for (int64_t i : llvm::seq<int64_t>(0, type.getRank())) {
    bool isIt = i == dimension;
    startValues.push_back(buildInt64(builder, location, starts[i]));
    oneValues.push_back(buildInt64(builder, location, 1));
    limitValues.push_back(isIt
                              ? buildInt64(builder, location, index + 1)
                              : buildDimensionSize(builder, location, value, i));
    if (!isIt) {
      restValues.push_back(limitValues.back());
    }
  }
  Value part = stablehlo::RealDynamicSliceOp::create(
      builder, location, TypeRange(sliceType),
      ValueRange{value, buildVector(builder, location, startValues),
                 buildVector(builder, location, limitValues),
                 buildVector(builder, location, oneValues)});
  return stablehlo::DynamicReshapeOp::create(
      builder, location, TypeRange(restType),
      ValueRange{part, buildVector(builder, location, restValues)});
}

Value RaggedDotExpansion::dot(Value lhs, Value rhs,
                              ArrayRef<int64_t> rhsBatching,
                              ArrayRef<int64_t> rhsContracting,
                              RankedTensorType type) {
  MLIRContext *context = op.getContext();
  SmallVector<NamedAttribute> attributes;
  attributes.push_back(builder.getNamedAttr(
      "dot_dimension_numbers",
      stablehlo::DotDimensionNumbersAttr::get(
          context, numbers.getLhsBatchingDimensions(), rhsBatching,
          numbers.getLhsContractingDimensions(), rhsContracting)));
  if (std::optional<ArrayAttr> config = op.getPrecisionConfig()) {
    SmallVector<Attribute> precisions;
    for (Attribute attribute : *config) {
      // The two enumerations have the same cases.
      auto precision = static_cast<stablehlo::Precision>(
          cast<PrecisionAttr>(attribute).getValue());
      precisions.push_back(stablehlo::PrecisionAttr::get(context, precision));
    }
    attributes.push_back(builder.getNamedAttr(
        "precision_config", builder.getArrayAttr(precisions)));
  }
  return stablehlo::DotGeneralOp::create(builder, location, TypeRange(type),
                                         ValueRange{lhs, rhs}, attributes);
}

/// A tensor with the prefix dimensions, or a scalar, repeated to the shape of lhs.
Value RaggedDotExpansion::broadcastOverLhs(Value perPrefix) {
  auto type = cast<RankedTensorType>(
      typeOf(op.getLhs()).clone(typeOf(perPrefix).getElementType()));
  Value sizes = type.hasStaticShape()
                    ? Value()
                    : buildShape(builder, location, op.getLhs());
  ArrayRef<int64_t> dimensions = prefix;
  return buildBroadcast(builder, location, perPrefix, type,
                        dimensions.take_front(typeOf(perPrefix).getRank()),
                        sizes);
}

void RaggedDotExpansion::prepareMasks() {
  RankedTensorType groups = typeOf(op.getGroupSizes());
  RankedTensorType lhs = typeOf(op.getLhs());
  // The order of these is that of group_sizes.
  auto appendUntilRagged = [&](auto &&dimensions) {
    for (int64_t dimension : dimensions) {
      if (dimension == ragged) {
        return;
      }
      prefix.push_back(dimension);
    }
  };
  ArrayRef<int64_t> batching = numbers.getLhsBatchingDimensions();
  ArrayRef<int64_t> contracting = numbers.getLhsContractingDimensions();
  appendUntilRagged(batching);
  if (llvm::is_contained(contracting, ragged)) {
    appendUntilRagged(contracting);
  } else {
    appendUntilRagged(llvm::make_filter_range(
        llvm::seq<int64_t>(0, lhs.getRank()), [&](int64_t dimension) {
          return !llvm::is_contained(batching, dimension) &&
                 !llvm::is_contained(contracting, dimension);
        }));
  }

  Type element = groups.getElementType();
  auto type = cast<RankedTensorType>(lhs.clone(element));
  NamedAttribute dimension = builder.getNamedAttr(
      "iota_dimension", builder.getI64IntegerAttr(ragged));
  if (type.hasStaticShape()) {
    positions = stablehlo::IotaOp::create(
        builder, location, TypeRange(type), ValueRange(), {dimension});
  } else {
    Value sizes = buildShape(builder, location, op.getLhs());
    positions = stablehlo::DynamicIotaOp::create(
        builder, location, TypeRange(type), ValueRange(sizes), {dimension});
  }
}

/// lhs with zeros wherever the ragged index is outside of `group`. Groups are
/// asked for in their order.
Value RaggedDotExpansion::maskGroup(int64_t group) {
  Value size = slice(op.getGroupSizes(),
                     typeOf(op.getGroupSizes()).getRank() - 1, group);
  ElementwiseBuilder perGroup(builder, location, size);
  Expression sizes = perGroup(size);
  Expression begin =
      start ? perGroup(start) : sizes.constant(0.0);
  Expression end = begin + sizes;
  Value beginValue = broadcastOverLhs(begin.getValue());
  Value endValue = broadcastOverLhs(end.getValue());
  start = end.getValue();

  ElementwiseBuilder elementwise(builder, location, op.getLhs());
  Expression lhs = elementwise(op.getLhs());
  Expression position = elementwise(positions);
  Expression isInside = (position >= elementwise(beginValue)) &
                        (position < elementwise(endValue));
  Expression zero = elementwise.constant(
      cast<TypedAttr>(builder.getZeroAttr(lhs.getElementType())));
  return select(isInside, lhs, zero).getValue();
}

/// [b, m, k] x [g, b, k, n] -> [b, m, n]: the sum over the groups.
Replacement RaggedDotExpansion::runFree() {
  int64_t groupDimension = numbers.getRhsGroupDimensions()[0];
  auto withoutGroup = [&](ArrayRef<int64_t> dimensions) {
    return llvm::map_to_vector(dimensions, [&](int64_t dimension) {
      return dimension - (dimension > groupDimension);
    });
  };
  SmallVector<int64_t> batching =
      withoutGroup(numbers.getRhsBatchingDimensions());
  SmallVector<int64_t> contracting =
      withoutGroup(numbers.getRhsContractingDimensions());
  Value sum;
  int64_t count = typeOf(op.getGroupSizes()).getShape().back();
  for (int64_t group : llvm::seq<int64_t>(0, count)) {
    Value lhs = maskGroup(group);
    Value rhs = slice(op.getRhs(), groupDimension, group);
    Value product = dot(lhs, rhs, batching, contracting, typeOf(op.getResult()));
    sum = sum ? stablehlo::AddOp::create(builder, location,
                                         TypeRange(product.getType()),
                                         ValueRange{sum, product})
                    ->getResult(0)
              : product;
  }
  return SmallVector<Value>{sum};
}

/// [b, m, k] x [b, k, n] -> [g, b, m, n]: the products side by side.
Replacement RaggedDotExpansion::runContracting() {
  RankedTensorType result = typeOf(op.getResult());
  auto productType = RankedTensorType::get(result.getShape().drop_front(),
                                           result.getElementType());
  SmallVector<int64_t> shape(result.getShape());
  shape.front() = 1;
  auto partType = RankedTensorType::get(shape, result.getElementType());
  SmallVector<int64_t> inner =
      llvm::to_vector(llvm::seq<int64_t>(1, result.getRank()));
  SmallVector<Value> parts;
  int64_t count = typeOf(op.getGroupSizes()).getShape().back();
  for (int64_t group : llvm::seq<int64_t>(0, count)) {
    Value product =
        dot(maskGroup(group), op.getRhs(), numbers.getRhsBatchingDimensions(),
            numbers.getRhsContractingDimensions(), productType);
    Value sizes;
    if (!partType.hasStaticShape()) {
      SmallVector<Value> values{buildInt64(builder, location, 1)};
      for (int64_t i : llvm::seq<int64_t>(0, productType.getRank())) {
        values.push_back(buildDimensionSize(builder, location, product, i));
      }
      sizes = buildVector(builder, location, values);
    }
    parts.push_back(
        buildBroadcast(builder, location, product, partType, inner, sizes));
  }
  return SmallVector<Value>{stablehlo::ConcatenateOp::create(
      builder, location, TypeRange(result), parts,
      {builder.getNamedAttr("dimension", builder.getI64IntegerAttr(0))})};
}

Replacement RaggedDotExpansion::run() {
  if (llvm::is_contained(numbers.getLhsBatchingDimensions(), ragged)) {
    // Groups of batches change nothing.
    return SmallVector<Value>{
        dot(op.getLhs(), op.getRhs(), numbers.getRhsBatchingDimensions(),
            numbers.getRhsContractingDimensions(), typeOf(op.getResult()))};
  }
  int64_t count = typeOf(op.getGroupSizes()).getShape().back();
  if (ShapedType::isDynamic(count) || count == 0) {
    return op.emitOpError("can be expanded only for a known number of groups, "
                          "at least one; the type of group_sizes is ")
           << op.getGroupSizes().getType();
  }
  prepareMasks();
  return llvm::is_contained(numbers.getLhsContractingDimensions(), ragged)
             ? runContracting()
             : runFree();
}

Replacement expandRaggedDot(RaggedDotOp op, OpBuilder &builder) {
  return RaggedDotExpansion(op, builder).run();
}

} // namespace weft::chlo
