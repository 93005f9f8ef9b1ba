// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes and types of StableHLO and CHLO in plain bytecode, in the encoding
// of the upstream dialects. The common ones serve VHLO too.

#include "weft/StableHLO/Chlo/Chlo.h"
#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/StableHLO/Import/EnumDecoder.h"

using namespace llvm;
using namespace mlir;
using namespace weft::stablehlo;

namespace {

enum AttributeCode : uint64_t {
  kChannelHandle = 1,
  kComparisonDirection = 2,
  kComparisonType = 3,
  kConvDimensionNumbers = 4,
  kDotDimensionNumbers = 5,
  kFftType = 6,
  kGatherDimensionNumbers = 7,
  kPrecision = 8,
  kRngAlgorithm = 9,
  kRngDistribution = 10,
  kScatterDimensionNumbers = 11,
  kTranspose = 12,
  kTypeExtensions = 13,
  kOutputOperandAlias = 14,
  kDotAlgorithm = 15,
  kResultAccuracyMode = 16,
  kResultAccuracy = 17,
  kReplicaGroupMeshAxes = 18,
  kSubAxisInfo = 19,
  kAxisRef = 20,
  kMeshAxis = 21,
  kMesh = 22,
};

enum TypeCode : uint64_t { kToken = 0, kFuture = 1 };

Attribute decodeChannelHandle(EntryReader &reader) {
  int64_t handle;
  int64_t type;
  if (failed(reader.readSignedVarInt(handle)) ||
      failed(reader.readSignedVarInt(type))) {
    return nullptr;
  }
  return ChannelHandleAttr::get(reader.context(), handle, type);
}

Attribute decodeConvDimensionNumbers(EntryReader &reader) {
  int64_t inputBatch, inputFeature;
  int64_t kernelInput, kernelOutput;
  int64_t outputBatch, outputFeature;
  SmallVector<int64_t> input, kernel, output;
  if (failed(reader.readSignedVarInt(inputBatch)) ||
      failed(reader.readSignedVarInt(inputFeature)) ||
      failed(reader.readSignedVarInts(input)) ||
      failed(reader.readSignedVarInt(kernelInput)) ||
      failed(reader.readSignedVarInt(kernelOutput)) ||
      failed(reader.readSignedVarInts(kernel)) ||
      failed(reader.readSignedVarInt(outputBatch)) ||
      failed(reader.readSignedVarInt(outputFeature)) ||
      failed(reader.readSignedVarInts(output))) {
    return nullptr;
  }
  return ConvDimensionNumbersAttr::get(
      reader.context(), inputBatch, inputFeature, input, kernelInput,
      kernelOutput, kernel, outputBatch, outputFeature, output);
}

Attribute decodeDotDimensionNumbers(EntryReader &reader) {
  SmallVector<int64_t> lhsBatching, rhsBatching, lhsContracting, rhsContracting;
  if (failed(reader.readSignedVarInts(lhsBatching)) ||
      failed(reader.readSignedVarInts(rhsBatching)) ||
      failed(reader.readSignedVarInts(lhsContracting)) ||
      failed(reader.readSignedVarInts(rhsContracting))) {
    return nullptr;
  }
  return DotDimensionNumbersAttr::get(reader.context(), lhsBatching,
                                      rhsBatching, lhsContracting,
                                      rhsContracting);
}

/// Gather and scatter have five lists and a number each.
template <typename AttributeT>
Attribute decodeIndexDimensionNumbers(EntryReader &reader) {
  SmallVector<int64_t> lists[5];
  for (SmallVector<int64_t> &list : lists) {
    if (failed(reader.readSignedVarInts(list))) {
      return nullptr;
    }
  }
  int64_t indexVectorDim;
  if (failed(reader.readSignedVarInt(indexVectorDim))) {
    return nullptr;
  }
  return AttributeT::get(reader.context(), lists[0], lists[1], lists[2],
                         lists[3], lists[4], indexVectorDim);
}

Attribute decodeDotAlgorithm(EntryReader &reader) {
  Type lhs, rhs, accumulation;
  int64_t lhsCount, rhsCount, operations;
  bool allowImprecise;
  if (failed(reader.readType(lhs)) || failed(reader.readType(rhs)) ||
      failed(reader.readType(accumulation)) ||
      failed(reader.readSignedVarInt(lhsCount)) ||
      failed(reader.readSignedVarInt(rhsCount)) ||
      failed(reader.readSignedVarInt(operations)) ||
      failed(reader.readBool(allowImprecise))) {
    return nullptr;
  }
  return DotAlgorithmAttr::getChecked(reader.emitError(), reader.context(), lhs,
                                      rhs, accumulation, lhsCount, rhsCount,
                                      operations, allowImprecise);
}

Attribute decodeReplicaGroupMeshAxes(EntryReader &reader) {
  Attribute mesh;
  SmallVector<Attribute> axes;
  if (failed(reader.readAttribute(mesh)) ||
      failed(reader.readAttributes(axes))) {
    return nullptr;
  }
  return ReplicaGroupMeshAxesAttr::getChecked(
      reader.emitError(), reader.context(), mesh,
      ArrayAttr::get(reader.context(), axes));
}

Attribute decodeAxisRef(EntryReader &reader) {
  StringRef name;
  bool hasSubAxis;
  SubAxisInfoAttr subAxis;
  if (failed(reader.readString(name)) || failed(reader.readBool(hasSubAxis)) ||
      (hasSubAxis &&
       failed(reader.readAttributeOf(subAxis, "a part of an axis")))) {
    return nullptr;
  }
  return AxisRefAttr::get(reader.context(), name, subAxis);
}

Attribute decodeMeshAxis(EntryReader &reader) {
  StringRef name;
  int64_t size;
  if (failed(reader.readString(name)) ||
      failed(reader.readSignedVarInt(size))) {
    return nullptr;
  }
  return MeshAxisAttr::get(reader.context(), name, size);
}

Attribute decodeMesh(EntryReader &reader) {
  ArrayAttr list;
  bool hasDeviceIds;
  DenseIntElementsAttr deviceIds;
  if (failed(reader.readAttributeOf(list, "mesh axes")) ||
      failed(reader.readBool(hasDeviceIds)) ||
      (hasDeviceIds &&
       failed(reader.readAttributeOf(deviceIds, "device ids")))) {
    return nullptr;
  }
  SmallVector<MeshAxisAttr> axes;
  for (Attribute axis : list) {
    axes.push_back(dyn_cast<MeshAxisAttr>(axis));
    if (!axes.back()) {
      return reader.error("expected a mesh axis");
    }
  }
  return MeshAttr::get(reader.context(), axes, deviceIds);
}

} // namespace

//===----------------------------------------------------------------------===//
// Common with VHLO
//===----------------------------------------------------------------------===//

Attribute weft::stablehlo::decodeTypeExtensions(EntryReader &reader) {
  SmallVector<int64_t> bounds;
  return failed(reader.readSignedVarInts(bounds))
             ? nullptr
             : TypeExtensionsAttr::get(reader.context(), bounds);
}

Attribute weft::stablehlo::decodeOutputOperandAlias(EntryReader &reader) {
  SmallVector<int64_t> outputIndices, operandIndices;
  int64_t operand;
  if (failed(reader.readSignedVarInts(outputIndices)) ||
      failed(reader.readSignedVarInt(operand)) ||
      failed(reader.readSignedVarInts(operandIndices))) {
    return nullptr;
  }
  return OutputOperandAliasAttr::get(reader.context(), outputIndices, operand,
                                     operandIndices);
}

Attribute weft::stablehlo::decodeResultAccuracy(EntryReader &reader) {
  APFloat absolute(0.0);
  APFloat relative(0.0);
  int64_t ulps;
  ResultAccuracyModeAttr mode;
  if (failed(reader.readAPFloat(APFloat::IEEEdouble(), absolute)) ||
      failed(reader.readAPFloat(APFloat::IEEEdouble(), relative)) ||
      failed(reader.readSignedVarInt(ulps)) ||
      failed(reader.readAttributeOf(mode, "an accuracy mode"))) {
    return nullptr;
  }
  return ResultAccuracyAttr::getChecked(reader.emitError(), reader.context(),
                                        absolute, relative, ulps, mode);
}

Attribute weft::stablehlo::decodeSubAxisInfo(EntryReader &reader) {
  int64_t preSize;
  int64_t size;
  if (failed(reader.readSignedVarInt(preSize)) ||
      failed(reader.readSignedVarInt(size))) {
    return nullptr;
  }
  return SubAxisInfoAttr::get(reader.context(), preSize, size);
}

//===----------------------------------------------------------------------===//
// Dispatch
//===----------------------------------------------------------------------===//

Attribute weft::stablehlo::decodeStableHLOAttribute(EntryReader &reader) {
  uint64_t code;
  if (failed(reader.readVarInt(code))) {
    return nullptr;
  }
  switch (code) {
  case kChannelHandle:
    return decodeChannelHandle(reader);
  case kComparisonDirection:
    return decodeEnum<ComparisonDirectionAttr, ComparisonDirection>(
        reader, symbolizeComparisonDirection);
  case kComparisonType:
    return decodeEnum<ComparisonTypeAttr, ComparisonType>(
        reader, symbolizeComparisonType);
  case kConvDimensionNumbers:
    return decodeConvDimensionNumbers(reader);
  case kDotDimensionNumbers:
    return decodeDotDimensionNumbers(reader);
  case kFftType:
    return decodeEnum<FftTypeAttr, FftType>(reader, symbolizeFftType);
  case kGatherDimensionNumbers:
    return decodeIndexDimensionNumbers<GatherDimensionNumbersAttr>(reader);
  case kPrecision:
    return decodeEnum<PrecisionAttr, Precision>(reader, symbolizePrecision);
  case kRngAlgorithm:
    return decodeEnum<RngAlgorithmAttr, RngAlgorithm>(reader,
                                                      symbolizeRngAlgorithm);
  case kRngDistribution:
    return decodeEnum<RngDistributionAttr, RngDistribution>(
        reader, symbolizeRngDistribution);
  case kScatterDimensionNumbers:
    return decodeIndexDimensionNumbers<ScatterDimensionNumbersAttr>(reader);
  case kTranspose:
    return decodeEnum<TransposeAttr, Transpose>(reader, symbolizeTranspose);
  case kTypeExtensions:
    return decodeTypeExtensions(reader);
  case kOutputOperandAlias:
    return decodeOutputOperandAlias(reader);
  case kDotAlgorithm:
    return decodeDotAlgorithm(reader);
  case kResultAccuracyMode:
    return decodeEnum<ResultAccuracyModeAttr, ResultAccuracyMode>(
        reader, symbolizeResultAccuracyMode);
  case kResultAccuracy:
    return decodeResultAccuracy(reader);
  case kReplicaGroupMeshAxes:
    return decodeReplicaGroupMeshAxes(reader);
  case kSubAxisInfo:
    return decodeSubAxisInfo(reader);
  case kAxisRef:
    return decodeAxisRef(reader);
  case kMeshAxis:
    return decodeMeshAxis(reader);
  case kMesh:
    return decodeMesh(reader);
  default:
    return reader.error("unknown stablehlo attribute code " + Twine(code));
  }
}

Type weft::stablehlo::decodeStableHLOType(EntryReader &reader) {
  uint64_t code;
  SmallVector<Type> types;
  if (failed(reader.readVarInt(code))) {
    return nullptr;
  }
  switch (code) {
  case kToken:
    return TokenType::get(reader.context());
  case kFuture:
    return failed(reader.readTypes(types))
               ? nullptr
               : FutureType::getChecked(reader.emitError(), reader.context(),
                                        ArrayRef<Type>(types));
  default:
    return reader.error("unknown stablehlo type code " + Twine(code));
  }
}

Attribute weft::stablehlo::decodeChloAttribute(EntryReader &reader) {
  uint64_t code;
  if (failed(reader.readVarInt(code))) {
    return nullptr;
  }
  switch (code) {
  case 0:
    return decodeEnum<chlo::ComparisonDirectionAttr, chlo::ComparisonDirection>(
        reader, chlo::symbolizeComparisonDirection);
  case 1:
    return decodeEnum<chlo::ComparisonTypeAttr, chlo::ComparisonType>(
        reader, chlo::symbolizeComparisonType);
  default:
    return reader.error("unknown chlo attribute code " + Twine(code));
  }
}
