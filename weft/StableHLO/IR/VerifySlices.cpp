// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verification and type inference of the operations in Movement.td that put
// tensors together from parts or take parts out. Labels are those of the
// specification's section on the operation.

#include "weft/StableHLO/IR/Shapes.h"

#include <llvm/Support/MathExtras.h>

using namespace mlir;

namespace weft::stablehlo {

//===----------------------------------------------------------------------===//
// concatenate
//===----------------------------------------------------------------------===//

/// What is known of the sum of two sizes; nothing on overflow.
static std::optional<DimensionExtent> addExtents(DimensionExtent first,
                                                 DimensionExtent second) {
  if (ShapedType::isDynamic(first.largest()) ||
      ShapedType::isDynamic(second.largest())) {
    return DimensionExtent();
  }
  std::optional<int64_t> sum =
      llvm::checkedAdd(first.largest(), second.largest());
  if (!sum) {
    return std::nullopt;
  }
  DimensionExtent result;
  bool isStatic = first.isStatic() && second.isStatic();
  (isStatic ? result.size : result.bound) = *sum;
  return result;
}

LogicalResult ConcatenateOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &inferred) {
  Adaptor adaptor(operands, attributes, properties, regions);
  Site site(location, getOperationName());
  // (C3): the others speak of the first input.
  if (adaptor.getInputs().empty()) {
    return site.violated("C3") << "at least one input";
  }
  RankedTensorType first = tensorTypeOf(adaptor.getInputs().front());
  int64_t dimension = adaptor.getDimension();
  // (C4)
  if (failed(checkDimension(site, "C4", "dimension", dimension,
                            first.getRank()))) {
    return failure();
  }
  SmallVector<DimensionExtent> extents = extentsOf(first);
  for (Value input : adaptor.getInputs().drop_front()) {
    RankedTensorType type = tensorTypeOf(input);
    // (C2)
    auto violated = [&]() -> LogicalResult {
      return site.violated("C2")
             << "inputs of the same shape except in dimension " << dimension
             << ", got " << first << " and " << type;
    };
    if (type.getRank() != first.getRank()) {
      return violated();
    }
    for (int64_t axis = 0; axis < first.getRank(); ++axis) {
      DimensionExtent extent = getExtent(type, axis);
      if (axis != dimension) {
        FailureOr<DimensionExtent> both =
            meetExtents(std::nullopt, axis, extents[axis], extent);
        if (failed(both)) {
          return violated();
        }
        extents[axis] = *both;
        continue;
      }
      // (C6)
      std::optional<DimensionExtent> sum = addExtents(extents[axis], extent);
      if (!sum) {
        return site.violated("C6")
               << "a size that fits 64 bits, got more along dimension "
               << dimension;
      }
      extents[axis] = *sum;
    }
  }
  // (C5), (C6)
  inferred.push_back(makeTensorType(context, extents, first.getElementType()));
  return success();
}

LogicalResult ConcatenateOp::verify() {
  return verifyInferredTypes(*this, "C6");
}

//===----------------------------------------------------------------------===//
// slice
//===----------------------------------------------------------------------===//

LogicalResult SliceOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &inferred) {
  Adaptor adaptor(operands, attributes, properties, regions);
  Site site(location, getOperationName());
  RankedTensorType operand = tensorTypeOf(adaptor.getOperand());
  ArrayRef<int64_t> starts = adaptor.getStartIndices();
  ArrayRef<int64_t> limits = adaptor.getLimitIndices();
  ArrayRef<int64_t> strides = adaptor.getStrides();
  // (C2)
  for (auto [name, list] :
       {std::pair{"start_indices", starts}, std::pair{"limit_indices", limits},
        std::pair{"strides", strides}}) {
    if (failed(checkLength(site, "C2", name, list.size(), operand.getRank(),
                           "dimension of operand"))) {
      return failure();
    }
  }
  SmallVector<DimensionExtent> extents;
  for (int64_t dimension = 0; dimension < operand.getRank(); ++dimension) {
    int64_t start = starts[dimension];
    int64_t limit = limits[dimension];
    int64_t stride = strides[dimension];
    DimensionExtent extent = getExtent(operand, dimension);
    // (C3)
    if (start < 0 || start > limit || exceeds(limit, extent)) {
      Violation violation = site.violated("C3");
      violation << "0 <= start <= limit";
      if (!ShapedType::isDynamic(extent.largest())) {
        violation << " <= " << extent.largest();
      }
      return violation << " in dimension " << dimension << ", got " << start
                       << " and " << limit;
    }
    // (C4)
    if (stride <= 0) {
      return site.violated("C4") << "positive strides, got " << stride
                                 << " in dimension " << dimension;
    }
    // (C5)
    extents.push_back({llvm::divideCeilSigned(limit - start, stride)});
  }
  // (C1)
  inferred.push_back(
      makeTensorType(context, extents, operand.getElementType()));
  return success();
}

LogicalResult SliceOp::verify() { return verifyInferredTypes(*this, "C5"); }

//===----------------------------------------------------------------------===//
// dynamic_slice, dynamic_update_slice
//===----------------------------------------------------------------------===//

/// All start indices are of one type.
static LogicalResult checkSameIndexTypes(const Site &site, StringRef label,
                                         ValueRange indices) {
  for (Type type : indices.getTypes()) {
    if (type != indices.front().getType()) {
      return site.violated(label)
             << "start_indices of one type, got " << indices.front().getType()
             << " and " << type;
    }
  }
  return success();
}

LogicalResult DynamicSliceOp::inferReturnTypes(
    MLIRContext *, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &inferred) {
  Adaptor adaptor(operands, attributes, properties, regions);
  Site site(location, getOperationName());
  RankedTensorType operand = tensorTypeOf(adaptor.getOperand());
  ArrayRef<int64_t> sizes = adaptor.getSliceSizes();
  // (C2)
  if (failed(checkLength(site, "C2", "start_indices",
                         adaptor.getStartIndices().size(), operand.getRank(),
                         "dimension of operand")) ||
      failed(checkLength(site, "C2", "slice_sizes", sizes.size(),
                         operand.getRank(), "dimension of operand"))) {
    return failure();
  }
  // (C3)
  if (failed(checkSameIndexTypes(site, "C3", adaptor.getStartIndices()))) {
    return failure();
  }
  // (C4)
  for (auto [dimension, size] : llvm::enumerate(sizes)) {
    if (size < 0 ||
        exceeds(size, getExtent(operand, static_cast<int64_t>(dimension)))) {
      return site.violated("C4")
             << "slice_sizes from 0 to the size of operand, got "
             << listText(sizes) << " for " << operand;
    }
  }
  // (C1), (C5)
  inferred.push_back(RankedTensorType::get(sizes, operand.getElementType()));
  return success();
}

LogicalResult DynamicSliceOp::verify() {
  return verifyInferredTypes(*this, "C5");
}

LogicalResult DynamicUpdateSliceOp::inferReturnTypes(
    MLIRContext *, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &inferred) {
  Adaptor adaptor(operands, attributes, properties, regions);
  Site site(location, getOperationName());
  RankedTensorType operand = tensorTypeOf(adaptor.getOperand());
  RankedTensorType update = tensorTypeOf(adaptor.getUpdate());
  // (C3)
  if (update.getRank() != operand.getRank()) {
    return site.violated("C3") << "update of rank " << operand.getRank()
                               << " as operand, got " << update.getRank();
  }
  // (C4)
  if (failed(checkLength(site, "C4", "start_indices",
                         adaptor.getStartIndices().size(), operand.getRank(),
                         "dimension of operand"))) {
    return failure();
  }
  // (C5)
  if (failed(checkSameIndexTypes(site, "C5", adaptor.getStartIndices()))) {
    return failure();
  }
  // (C6)
  for (int64_t dimension = 0; dimension < operand.getRank(); ++dimension) {
    if (exceeds(update.getDimSize(dimension), getExtent(operand, dimension))) {
      return site.violated("C6") << "update no larger than operand, got "
                                 << update << " and " << operand;
    }
  }
  // (C1)
  inferred.push_back(operand);
  return success();
}

LogicalResult DynamicUpdateSliceOp::verify() {
  return verifyInferredTypes(*this, "C1");
}

//===----------------------------------------------------------------------===//
// pad
//===----------------------------------------------------------------------===//

LogicalResult
PadOp::inferReturnTypes(MLIRContext *context, std::optional<Location> location,
                        ValueRange operands, DictionaryAttr attributes,
                        OpaqueProperties properties, RegionRange regions,
                        SmallVectorImpl<Type> &inferred) {
  Adaptor adaptor(operands, attributes, properties, regions);
  Site site(location, getOperationName());
  RankedTensorType operand = tensorTypeOf(adaptor.getOperand());
  ArrayRef<int64_t> low = adaptor.getEdgePaddingLow();
  ArrayRef<int64_t> high = adaptor.getEdgePaddingHigh();
  ArrayRef<int64_t> interior = adaptor.getInteriorPadding();
  // (C2)
  for (auto [name, list] : {std::pair{"edge_padding_low", low},
                            std::pair{"edge_padding_high", high},
                            std::pair{"interior_padding", interior}}) {
    if (failed(checkLength(site, "C2", name, list.size(), operand.getRank(),
                           "dimension of operand"))) {
      return failure();
    }
  }
  // (C3)
  if (failed(checkAtLeast(site, "C3", "interior_padding", interior, 0))) {
    return failure();
  }
  // (C4)
  SmallVector<DimensionExtent> extents;
  for (int64_t dimension = 0; dimension < operand.getRank(); ++dimension) {
    std::optional<DimensionExtent> extent =
        mapExtent(getExtent(operand, dimension), [&](int64_t size) {
          return paddedSize(size, low[dimension], high[dimension],
                            interior[dimension]);
        });
    if (!extent) {
      return site.violated("C4")
             << "a size that fits 64 bits, got more along dimension "
             << dimension;
    }
    if (!ShapedType::isDynamic(extent->largest()) && extent->largest() < 0) {
      return site.violated("C4")
             << "a size that is not negative, got " << extent->largest()
             << " along dimension " << dimension;
    }
    extents.push_back(*extent);
  }
  // (C1)
  inferred.push_back(
      makeTensorType(context, extents, operand.getElementType()));
  return success();
}

LogicalResult PadOp::verify() { return verifyInferredTypes(*this, "C4"); }

} // namespace weft::stablehlo
