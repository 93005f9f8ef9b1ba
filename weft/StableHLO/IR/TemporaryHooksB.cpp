// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Definitions that accept everything, until the verifiers exist: an entry goes
// when its verifier comes, and this file with the last one.

#include "weft/StableHLO/IR/StableHLO.h"

using namespace mlir;
using namespace weft::stablehlo;

#pragma clang diagnostic ignored "-Wunused-function"

static LogicalResult give(SmallVectorImpl<Type> &types, TypeRange given) {
  llvm::append_range(types, given);
  return success();
}
static SmallVector<Type> returned(RegionRange regions) {
  if (regions.empty() || regions.front()->empty()) {
    return {};
  }
  return SmallVector<Type>(regions.front()->front().back().getOperandTypes());
}
static Type reducedElement(RegionRange regions, size_t i, Type input) {
  SmallVector<Type> types = returned(regions);
  return getElementTypeOrSelf(i < types.size() ? types[i] : input);
}

// BatchNormGradOp
LogicalResult BatchNormGradOp::verify() { return success(); }
LogicalResult BatchNormGradOp::inferReturnTypes(MLIRContext *context, std::optional<Location>, ValueRange operands, DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions, SmallVectorImpl<Type> &types) {
  return give(types, {operands[0].getType(), operands[1].getType(), operands[1].getType()});
}

// BatchNormInferenceOp
LogicalResult BatchNormInferenceOp::verify() { return success(); }
LogicalResult BatchNormInferenceOp::inferReturnTypes(MLIRContext *context, std::optional<Location>, ValueRange operands, DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions, SmallVectorImpl<Type> &types) {
  return give(types, operands[0].getType());
}

// BatchNormTrainingOp
LogicalResult BatchNormTrainingOp::verify() { return success(); }
LogicalResult BatchNormTrainingOp::inferReturnTypes(MLIRContext *context, std::optional<Location>, ValueRange operands, DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions, SmallVectorImpl<Type> &types) {
  return give(types, {operands[0].getType(), operands[1].getType(), operands[1].getType()});
}

// CholeskyOp
LogicalResult CholeskyOp::verify() { return success(); }
LogicalResult CholeskyOp::inferReturnTypes(MLIRContext *context, std::optional<Location>, ValueRange operands, DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions, SmallVectorImpl<Type> &types) {
  return give(types, operands[0].getType());
}

// ConvolutionOp
LogicalResult ConvolutionOp::verify() { return success(); }

// DotGeneralOp
LogicalResult DotGeneralOp::verify() { return success(); }

// DotOp
LogicalResult DotOp::verify() { return success(); }

// EinsumOp
LogicalResult EinsumOp::verify() { return success(); }

// FftOp
LogicalResult FftOp::verify() { return success(); }
LogicalResult FftOp::inferReturnTypes(MLIRContext *context, std::optional<Location>, ValueRange operands, DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions, SmallVectorImpl<Type> &types) {
  FftOp::Adaptor adaptor(operands, attributes, properties, regions);
  auto type = cast<RankedTensorType>(operands[0].getType());
  SmallVector<int64_t> shape(type.getShape());
  Type element = type.getElementType();
  if (adaptor.getFftType() == FftType::RFFT) {
    shape.back() = shape.back() == 0 ? 0 : shape.back() / 2 + 1;
    element = ComplexType::get(element);
  } else if (adaptor.getFftType() == FftType::IRFFT) {
    shape.back() = adaptor.getFftLength().back();
    element = cast<ComplexType>(element).getElementType();
  }
  return give(types, RankedTensorType::get(shape, element));
}

// ReduceOp
LogicalResult ReduceOp::verify() { return success(); }
LogicalResult ReduceOp::verifyRegions() { return success(); }
LogicalResult ReduceOp::inferReturnTypes(MLIRContext *context, std::optional<Location>, ValueRange operands, DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions, SmallVectorImpl<Type> &types) {
  ReduceOp::Adaptor adaptor(operands, attributes, properties, regions);
  size_t count = operands.size() / 2;
  for (size_t i = 0; i < count; ++i) {
    auto type = cast<RankedTensorType>(operands[i].getType());
    SmallVector<int64_t> shape;
    for (auto [j, size] : llvm::enumerate(type.getShape())) {
      if (!llvm::is_contained(adaptor.getDimensions(), int64_t(j))) {
        shape.push_back(size);
      }
    }
    types.push_back(RankedTensorType::get(shape, reducedElement(regions, i, type)));
  }
  return success();
}

// ReduceWindowOp
LogicalResult ReduceWindowOp::verify() { return success(); }
LogicalResult ReduceWindowOp::verifyRegions() { return success(); }
LogicalResult ReduceWindowOp::inferReturnTypes(MLIRContext *context, std::optional<Location>, ValueRange operands, DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions, SmallVectorImpl<Type> &types) {
  size_t count = operands.size() / 2;
  for (size_t i = 0; i < count; ++i) {
    auto type = cast<RankedTensorType>(operands[i].getType());
    SmallVector<int64_t> shape(type.getRank(), ShapedType::kDynamic);
    types.push_back(RankedTensorType::get(shape, reducedElement(regions, i, type)));
  }
  return success();
}

// RngBitGeneratorOp
LogicalResult RngBitGeneratorOp::verify() { return success(); }

// RngOp
LogicalResult RngOp::verify() { return success(); }
LogicalResult RngOp::inferReturnTypes(MLIRContext *context, std::optional<Location>, ValueRange operands, DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions, SmallVectorImpl<Type> &types) {
  auto shape = cast<RankedTensorType>(operands[2].getType());
  SmallVector<int64_t> sizes(shape.getDimSize(0), ShapedType::kDynamic);
  return give(types, RankedTensorType::get(sizes, getElementTypeOrSelf(operands[0])));
}

// TriangularSolveOp
LogicalResult TriangularSolveOp::verify() { return success(); }
LogicalResult TriangularSolveOp::inferReturnTypes(MLIRContext *context, std::optional<Location>, ValueRange operands, DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions, SmallVectorImpl<Type> &types) {
  return give(types, operands[1].getType());
}

// UnaryEinsumOp
LogicalResult UnaryEinsumOp::verify() { return success(); }

// AsyncDoneOp
LogicalResult AsyncDoneOp::inferReturnTypes(MLIRContext *context, std::optional<Location>, ValueRange operands, DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions, SmallVectorImpl<Type> &types) {
  llvm::append_range(types, cast<FutureType>(operands[0].getType()).getTypes());
  return success();
}

// AsyncStartOp
LogicalResult AsyncStartOp::verifyRegions() { return success(); }
LogicalResult AsyncStartOp::inferReturnTypes(MLIRContext *context, std::optional<Location>, ValueRange operands, DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions, SmallVectorImpl<Type> &types) {
  return give(types, FutureType::get(context, SmallVector<Type>(returned(regions))));
}

// CaseOp
LogicalResult CaseOp::verify() { return success(); }
LogicalResult CaseOp::verifyRegions() { return success(); }
LogicalResult CaseOp::inferReturnTypes(MLIRContext *context, std::optional<Location>, ValueRange operands, DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions, SmallVectorImpl<Type> &types) {
  llvm::append_range(types, returned(regions));
  return success();
}

// CompositeOp
LogicalResult CompositeOp::verify() { return success(); }
LogicalResult CompositeOp::verifySymbolUses(SymbolTableCollection &) { return success(); }

// CustomCallOp
LogicalResult CustomCallOp::verify() { return success(); }

// IfOp
LogicalResult IfOp::verify() { return success(); }
LogicalResult IfOp::verifyRegions() { return success(); }
LogicalResult IfOp::inferReturnTypes(MLIRContext *context, std::optional<Location>, ValueRange operands, DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions, SmallVectorImpl<Type> &types) {
  llvm::append_range(types, returned(regions));
  return success();
}

// ReturnOp

// WhileOp
LogicalResult WhileOp::verify() { return success(); }
LogicalResult WhileOp::verifyRegions() { return success(); }
LogicalResult WhileOp::inferReturnTypes(MLIRContext *context, std::optional<Location>, ValueRange operands, DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions, SmallVectorImpl<Type> &types) {
  llvm::append_range(types, operands.getTypes());
  return success();
}

// AllGatherOp
LogicalResult AllGatherOp::verify() { return success(); }

// AllReduceOp
LogicalResult AllReduceOp::verify() { return success(); }
LogicalResult AllReduceOp::verifyRegions() { return success(); }
LogicalResult AllReduceOp::inferReturnTypes(MLIRContext *context, std::optional<Location>, ValueRange operands, DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions, SmallVectorImpl<Type> &types) {
  for (Value operand : operands) {
    auto type = cast<RankedTensorType>(operand.getType());
    types.push_back(type.clone(reducedElement(regions, 0, type)));
  }
  return success();
}

// AllToAllOp
LogicalResult AllToAllOp::verify() { return success(); }
LogicalResult AllToAllOp::inferReturnTypes(MLIRContext *context, std::optional<Location>, ValueRange operands, DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions, SmallVectorImpl<Type> &types) {
  AllToAllOp::Adaptor adaptor(operands, attributes, properties, regions);
  for (Value operand : operands) {
    auto type = cast<RankedTensorType>(operand.getType());
    SmallVector<int64_t> shape(type.getShape());
    int64_t &split = shape[adaptor.getSplitDimension()];
    split = ShapedType::isDynamic(split) ? split : split / int64_t(adaptor.getSplitCount());
    int64_t &concat = shape[adaptor.getConcatDimension()];
    concat = ShapedType::isDynamic(concat) ? concat : concat * int64_t(adaptor.getSplitCount());
    types.push_back(type.clone(shape));
  }
  return success();
}

// CollectiveBroadcastOp
LogicalResult CollectiveBroadcastOp::verify() { return success(); }
LogicalResult CollectiveBroadcastOp::inferReturnTypes(MLIRContext *context, std::optional<Location>, ValueRange operands, DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions, SmallVectorImpl<Type> &types) {
  CollectiveBroadcastOp::Adaptor adaptor(operands, attributes, properties, regions);
  llvm::append_range(types, operands.drop_back(adaptor.getHasDynamicRoot()).getTypes());
  return success();
}

// CollectivePermuteOp
LogicalResult CollectivePermuteOp::verify() { return success(); }
LogicalResult CollectivePermuteOp::inferReturnTypes(MLIRContext *context, std::optional<Location>, ValueRange operands, DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions, SmallVectorImpl<Type> &types) {
  return give(types, operands[0].getType());
}

// CollectiveReduceOp
LogicalResult CollectiveReduceOp::verify() { return success(); }
LogicalResult CollectiveReduceOp::verifyRegions() { return success(); }
LogicalResult CollectiveReduceOp::inferReturnTypes(MLIRContext *context, std::optional<Location>, ValueRange operands, DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions, SmallVectorImpl<Type> &types) {
  CollectiveReduceOp::Adaptor adaptor(operands, attributes, properties, regions);
  for (Value operand : operands.drop_back(adaptor.getHasDynamicRoot())) {
    auto type = cast<RankedTensorType>(operand.getType());
    types.push_back(type.clone(reducedElement(regions, 0, type)));
  }
  return success();
}

// CrossReplicaSumOp
LogicalResult CrossReplicaSumOp::verify() { return success(); }

// InfeedOp
LogicalResult InfeedOp::verify() { return success(); }

// OutfeedOp
LogicalResult OutfeedOp::inferReturnTypes(MLIRContext *context, std::optional<Location>, ValueRange operands, DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions, SmallVectorImpl<Type> &types) {
  return give(types, TokenType::get(context));
}

// PartitionIdOp
LogicalResult PartitionIdOp::inferReturnTypes(MLIRContext *context, std::optional<Location>, ValueRange operands, DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions, SmallVectorImpl<Type> &types) {
  return give(types, RankedTensorType::get({}, IntegerType::get(context, 32, IntegerType::Unsigned)));
}

// RecvOp
LogicalResult RecvOp::verify() { return success(); }

// ReduceScatterOp
LogicalResult ReduceScatterOp::verify() { return success(); }
LogicalResult ReduceScatterOp::verifyRegions() { return success(); }

// ReplicaIdOp
LogicalResult ReplicaIdOp::inferReturnTypes(MLIRContext *context, std::optional<Location>, ValueRange operands, DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions, SmallVectorImpl<Type> &types) {
  return give(types, RankedTensorType::get({}, IntegerType::get(context, 32, IntegerType::Unsigned)));
}

// SendOp
LogicalResult SendOp::verify() { return success(); }
LogicalResult SendOp::inferReturnTypes(MLIRContext *context, std::optional<Location>, ValueRange operands, DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions, SmallVectorImpl<Type> &types) {
  return give(types, TokenType::get(context));
}

// DynamicBroadcastInDimOp
LogicalResult DynamicBroadcastInDimOp::verify() { return success(); }

// DynamicConvOp
LogicalResult DynamicConvOp::verify() { return success(); }

// DynamicGatherOp
LogicalResult DynamicGatherOp::verify() { return success(); }
LogicalResult DynamicGatherOp::inferReturnTypes(MLIRContext *context, std::optional<Location>, ValueRange operands, DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions, SmallVectorImpl<Type> &types) {
  DynamicGatherOp::Adaptor adaptor(operands, attributes, properties, regions);
  auto indices = cast<RankedTensorType>(operands[1].getType());
  GatherDimensionNumbersAttr numbers = adaptor.getDimensionNumbers();
  int64_t rank = numbers.getOffsetDims().size() + indices.getRank() - (numbers.getIndexVectorDim() < indices.getRank());
  SmallVector<int64_t> shape(rank, ShapedType::kDynamic);
  return give(types, RankedTensorType::get(shape, getElementTypeOrSelf(operands[0])));
}

// DynamicIotaOp
LogicalResult DynamicIotaOp::verify() { return success(); }

// DynamicPadOp
LogicalResult DynamicPadOp::verify() { return success(); }

// DynamicReshapeOp
LogicalResult DynamicReshapeOp::verify() { return success(); }

// RealDynamicSliceOp
LogicalResult RealDynamicSliceOp::verify() { return success(); }
