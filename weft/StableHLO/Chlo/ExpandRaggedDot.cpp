// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ragged_dot: one ordinary dot per group. What is outside of the group is left
// out by selection, never by multiplication with zero, so that an infinity in
// one group does not reach the others.

#include "weft/StableHLO/Chlo/DynamicShape.h"
#include "weft/StableHLO/Chlo/Expand.h"

#include <llvm/ADT/STLExtras.h>

using namespace mlir;

namespace weft::chlo {

namespace {

/// A tensor with the ragged dimension in it.
struct RaggedTensor {
  /// A value of the tensor's shape.
  Value shaped;
  /// The dimensions that the leading dimensions of group_sizes index.
  SmallVector<int64_t> prefix;
  /// Indices along the ragged dimension, of the tensor's shape.
  Value positions;
};

/// Where a group begins and ends, for each index of the leading dimensions of
/// group_sizes.
struct Bounds {
  Value begin;
  Value end;
};

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
  bool isFreeInLhs(int64_t dimension) const {
    return !llvm::is_contained(numbers.getLhsBatchingDimensions(), dimension) &&
           !llvm::is_contained(numbers.getLhsContractingDimensions(),
                               dimension);
  }
  int64_t groupCount() { return typeOf(op.getGroupSizes()).getShape().back(); }

  Value slice(Value value, int64_t dimension, int64_t index);
  Value dot(Value lhs, Value rhs, ArrayRef<int64_t> rhsBatching,
            ArrayRef<int64_t> rhsContracting, RankedTensorType type);
  SmallVector<int64_t> lhsPrefix();
  RaggedTensor makeRagged(Value shaped, int64_t dimension,
                          SmallVector<int64_t> prefix);
  SmallVector<Bounds> groupBounds();
  Value selectGroup(const RaggedTensor &tensor, Bounds bounds, Value inside,
                    Value outside);
  Value zeros(Value shaped);
  Replacement runFree();
  Replacement runContracting();

  RaggedDotOp op;
  OpBuilder &builder;
  Location location;
  RaggedDotDimensionNumbersAttr numbers;
  int64_t ragged;
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
    limitValues.push_back(
        isIt ? buildInt64(builder, location, index + 1)
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

/// The dimensions of lhs that group_sizes has before the groups, if it has any.
SmallVector<int64_t> RaggedDotExpansion::lhsPrefix() {
  SmallVector<int64_t> prefix;
  if (typeOf(op.getGroupSizes()).getRank() == 1) {
    return prefix;
  }
  auto appendUntilRagged = [&](auto &&dimensions) {
    for (int64_t dimension : dimensions) {
      if (dimension == ragged) {
        return;
      }
      prefix.push_back(dimension);
    }
  };
  appendUntilRagged(numbers.getLhsBatchingDimensions());
  if (isFreeInLhs(ragged)) {
    appendUntilRagged(llvm::make_filter_range(
        llvm::seq<int64_t>(0, typeOf(op.getLhs()).getRank()),
        [&](int64_t dimension) { return isFreeInLhs(dimension); }));
  } else {
    appendUntilRagged(numbers.getLhsContractingDimensions());
  }
  return prefix;
}

RaggedTensor RaggedDotExpansion::makeRagged(Value shaped, int64_t dimension,
                                            SmallVector<int64_t> prefix) {
  auto type = cast<RankedTensorType>(
      typeOf(shaped).clone(typeOf(op.getGroupSizes()).getElementType()));
  NamedAttribute attribute = builder.getNamedAttr(
      "iota_dimension", builder.getI64IntegerAttr(dimension));
  Value positions;
  if (type.hasStaticShape()) {
    positions = stablehlo::IotaOp::create(builder, location, TypeRange(type),
                                          ValueRange(), {attribute});
  } else {
    Value sizes = buildShape(builder, location, shaped);
    positions = stablehlo::DynamicIotaOp::create(
        builder, location, TypeRange(type), ValueRange(sizes), {attribute});
  }
  return {shaped, std::move(prefix), positions};
}

/// Running sums of the group sizes.
SmallVector<Bounds> RaggedDotExpansion::groupBounds() {
  SmallVector<Bounds> result;
  Value sizes = op.getGroupSizes();
  for (int64_t group : llvm::seq<int64_t>(0, groupCount())) {
    Value size = slice(sizes, typeOf(sizes).getRank() - 1, group);
    ElementwiseBuilder elementwise(builder, location, size);
    Expression count = elementwise(size);
    Expression begin =
        result.empty() ? count.constant(0.0) : elementwise(result.back().end);
    result.push_back({begin.getValue(), (begin + count).getValue()});
  }
  return result;
}

Value RaggedDotExpansion::selectGroup(const RaggedTensor &tensor, Bounds bounds,
                                      Value inside, Value outside) {
  auto type = typeOf(tensor.positions);
  Value sizes = type.hasStaticShape()
                    ? Value()
                    : buildShape(builder, location, tensor.shaped);
  ElementwiseBuilder elementwise(builder, location, tensor.shaped);
  auto repeated = [&](Value perPrefix) {
    return elementwise(buildBroadcast(builder, location, perPrefix, type,
                                      tensor.prefix, sizes));
  };
  Expression position = elementwise(tensor.positions);
  Expression isInside =
      (position >= repeated(bounds.begin)) & (position < repeated(bounds.end));
  return select(isInside, elementwise(inside), elementwise(outside)).getValue();
}

Value RaggedDotExpansion::zeros(Value shaped) {
  ElementwiseBuilder elementwise(builder, location, shaped);
  Type element = typeOf(shaped).getElementType();
  if (auto complexType = dyn_cast<ComplexType>(element)) {
    Expression part = elementwise.constant(
        cast<TypedAttr>(builder.getZeroAttr(complexType.getElementType())));
    return complex(part, part).getValue();
  }
  return elementwise.constant(cast<TypedAttr>(builder.getZeroAttr(element)))
      .getValue();
}

/// [b, m, k] x [g, b, k, n] -> [b, m, n]: the product of all rows with each
/// group's matrix, of which the group's rows are kept.
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
  // The result has the batching, then the free dimensions of lhs.
  auto inResult = [&](int64_t lhsDimension) -> int64_t {
    ArrayRef<int64_t> batch = numbers.getLhsBatchingDimensions();
    const int64_t *found = llvm::find(batch, lhsDimension);
    if (found != batch.end()) {
      return found - batch.begin();
    }
    return batch.size() +
           llvm::count_if(llvm::seq<int64_t>(0, lhsDimension),
                          [&](int64_t other) { return isFreeInLhs(other); });
  };
  SmallVector<Bounds> bounds = groupBounds();
  std::optional<RaggedTensor> result;
  Value sum;
  for (int64_t group : llvm::seq<int64_t>(0, groupCount())) {
    Value rhs = slice(op.getRhs(), groupDimension, group);
    Value product =
        dot(op.getLhs(), rhs, batching, contracting, typeOf(op.getResult()));
    if (!result) {
      result = makeRagged(product, inResult(ragged),
                          llvm::map_to_vector(lhsPrefix(), inResult));
      sum = zeros(product);
    }
    sum = selectGroup(*result, bounds[group], product, sum);
  }
  return SmallVector<Value>{sum};
}

/// [b, m, k] x [b, k, n] -> [g, b, m, n]: the products side by side, of
/// operands that are zero outside of the group.
Replacement RaggedDotExpansion::runContracting() {
  RankedTensorType type = typeOf(op.getResult());
  auto productType = RankedTensorType::get(type.getShape().drop_front(),
                                           type.getElementType());
  SmallVector<int64_t> shape(type.getShape());
  shape.front() = 1;
  auto partType = RankedTensorType::get(shape, type.getElementType());
  SmallVector<int64_t> inner =
      llvm::to_vector(llvm::seq<int64_t>(1, type.getRank()));

  auto inRhs = [&](int64_t lhsDimension) -> int64_t {
    for (auto [lhs, rhs] : {std::pair(numbers.getLhsBatchingDimensions(),
                                      numbers.getRhsBatchingDimensions()),
                            std::pair(numbers.getLhsContractingDimensions(),
                                      numbers.getRhsContractingDimensions())}) {
      const int64_t *found = llvm::find(lhs, lhsDimension);
      if (found != lhs.end()) {
        return rhs[found - lhs.begin()];
      }
    }
    llvm_unreachable("a prefix dimension is batching or contracting");
  };
  SmallVector<int64_t> prefix = lhsPrefix();
  RaggedTensor lhs = makeRagged(op.getLhs(), ragged, prefix);
  RaggedTensor rhs = makeRagged(op.getRhs(), inRhs(ragged),
                                llvm::map_to_vector(prefix, inRhs));
  Value lhsZeros = zeros(op.getLhs());
  Value rhsZeros = zeros(op.getRhs());
  SmallVector<Bounds> bounds = groupBounds();
  SmallVector<Value> parts;
  for (Bounds group : bounds) {
    Value lhsPart = selectGroup(lhs, group, op.getLhs(), lhsZeros);
    Value rhsPart = selectGroup(rhs, group, op.getRhs(), rhsZeros);
    Value product = dot(lhsPart, rhsPart, numbers.getRhsBatchingDimensions(),
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
      builder, location, TypeRange(type), parts,
      {builder.getNamedAttr("dimension", builder.getI64IntegerAttr(0))})};
}

Replacement RaggedDotExpansion::run() {
  if (llvm::is_contained(numbers.getLhsBatchingDimensions(), ragged)) {
    // Groups of batches change nothing.
    return SmallVector<Value>{
        dot(op.getLhs(), op.getRhs(), numbers.getRhsBatchingDimensions(),
            numbers.getRhsContractingDimensions(), typeOf(op.getResult()))};
  }
  if (ShapedType::isDynamic(groupCount()) || groupCount() == 0) {
    return op.emitOpError("can be expanded only for a known number of groups, "
                          "at least one; the type of group_sizes is ")
           << op.getGroupSizes().getType();
  }
  return isFreeInLhs(ragged) ? runFree() : runContracting();
}

Replacement expandRaggedDot(RaggedDotOp op, OpBuilder &builder) {
  return RaggedDotExpansion(op, builder).run();
}

} // namespace weft::chlo
