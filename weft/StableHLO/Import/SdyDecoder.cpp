// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes of the sdy dialect. Three generations of shardings are read; the
// newest has what the others lack.

#include "weft/StableHLO/Import/EntryReader.h"
#include "weft/StableHLO/Sdy/Sdy.h"

using namespace llvm;
using namespace mlir;
using namespace weft;
using namespace weft::stablehlo;

namespace {

enum AttributeCode : uint64_t {
  kManualAxes = 0,
  kMeshAxis = 1,
  kMesh = 2,
  kSubAxisInfo = 3,
  kAxisRef = 4,
  kDimensionSharding = 5,
  kSharding1 = 6,
  kShardingPerValue1 = 7,
  kDimMapping = 8,
  kTensorMapping = 9,
  kOpShardingRule = 10,
  kAxisRefList = 11,
  kListOfAxisRefLists = 12,
  kAllToAllParam = 13,
  kAllToAllParamList = 14,
  kSharding2 = 15,
  kShardingPerValue2 = 16,
  kSharding3 = 17,
};

/// An attribute that is a list of one kind of attributes.
template <typename AttributeT, typename Element>
Attribute decodeListOf(EntryReader &reader, StringRef what) {
  SmallVector<Element> elements;
  if (failed(reader.readAttributes(elements, what))) {
    return nullptr;
  }
  return AttributeT::get(reader.context(), elements);
}

Attribute decodeMeshAxis(EntryReader &reader) {
  StringRef name;
  int64_t size;
  if (failed(reader.readString(name)) ||
      failed(reader.readSignedVarInt(size))) {
    return nullptr;
  }
  return sdy::MeshAxisAttr::getChecked(reader.emitError(), reader.context(),
                                       name, size);
}

Attribute decodeMesh(EntryReader &reader) {
  SmallVector<sdy::MeshAxisAttr> axes;
  SmallVector<int64_t> deviceIds;
  if (failed(reader.readAttributes(axes, "mesh axes")) ||
      failed(reader.readSignedVarInts(deviceIds))) {
    return nullptr;
  }
  return sdy::MeshAttr::getChecked(reader.emitError(), reader.context(),
                                   ArrayRef<sdy::MeshAxisAttr>(axes),
                                   ArrayRef<int64_t>(deviceIds));
}

Attribute decodeAxisRef(EntryReader &reader) {
  StringRef name;
  Attribute subAxis;
  if (failed(reader.readString(name)) ||
      failed(reader.readOptionalAttribute(subAxis))) {
    return nullptr;
  }
  auto info = dyn_cast_or_null<sdy::SubAxisInfoAttr>(subAxis);
  if (subAxis && !info) {
    return reader.error("expected a part of an axis");
  }
  return sdy::AxisRefAttr::get(reader.context(), name, info);
}

Attribute decodeDimensionSharding(EntryReader &reader) {
  SmallVector<sdy::AxisRefAttr> axes;
  bool isClosed;
  uint64_t number;
  bool hasPriority;
  if (failed(reader.readAttributes(axes, "axes")) ||
      failed(reader.readBool(isClosed)) ||
      failed(reader.readVarIntWithFlag(number, hasPriority))) {
    return nullptr;
  }
  std::optional<int64_t> priority;
  if (hasPriority) {
    priority = static_cast<int64_t>(number);
  }
  return sdy::DimensionShardingAttr::get(reader.context(), axes, isClosed,
                                         priority);
}

Attribute decodeSharding(EntryReader &reader, unsigned generation) {
  Attribute mesh;
  SmallVector<sdy::DimensionShardingAttr> dimensions;
  SmallVector<sdy::AxisRefAttr> replicated;
  SmallVector<sdy::AxisRefAttr> unreduced;
  int64_t number = 0;
  if (failed(reader.readAttribute(mesh)) ||
      failed(reader.readAttributes(dimensions, "dimension shardings")) ||
      failed(reader.readAttributes(replicated, "axes")) ||
      (generation >= 2 && failed(reader.readAttributes(unreduced, "axes"))) ||
      (generation >= 3 && failed(reader.readSignedVarInt(number)))) {
    return nullptr;
  }
  std::optional<sdy::ReductionOp> reduction;
  if (number >= 0 && number <= UINT32_MAX) {
    reduction = sdy::symbolizeReductionOp(static_cast<uint32_t>(number));
  }
  if (!reduction) {
    return reader.error("unknown reduction " + Twine(number));
  }
  return sdy::TensorShardingAttr::getChecked(
      reader.emitError(), reader.context(), mesh,
      ArrayRef<sdy::DimensionShardingAttr>(dimensions),
      ArrayRef<sdy::AxisRefAttr>(replicated),
      ArrayRef<sdy::AxisRefAttr>(unreduced), *reduction);
}

Attribute decodeSubAxis(EntryReader &reader) {
  int64_t preSize;
  int64_t size;
  if (failed(reader.readSignedVarInt(preSize)) ||
      failed(reader.readSignedVarInt(size))) {
    return nullptr;
  }
  return sdy::SubAxisInfoAttr::get(reader.context(), preSize, size);
}

Attribute decodeDimMapping(EntryReader &reader) {
  SmallVector<int64_t> factors;
  return failed(reader.readSignedVarInts(factors))
             ? nullptr
             : sdy::DimMappingAttr::get(reader.context(), factors);
}

Attribute decodeOpShardingRule(EntryReader &reader) {
  SmallVector<int64_t> sizes, reduction, replication, permutation, blocked;
  SmallVector<sdy::TensorMappingAttr> operands, results;
  bool isCustom;
  if (failed(reader.readSignedVarInts(sizes)) ||
      failed(reader.readAttributes(operands, "tensor mappings")) ||
      failed(reader.readAttributes(results, "tensor mappings")) ||
      failed(reader.readSignedVarInts(reduction)) ||
      failed(reader.readSignedVarInts(replication)) ||
      failed(reader.readSignedVarInts(permutation)) ||
      failed(reader.readSignedVarInts(blocked)) ||
      failed(reader.readBool(isCustom))) {
    return nullptr;
  }
  return sdy::OpShardingRuleAttr::get(reader.context(), sizes, operands,
                                      results, reduction, replication,
                                      permutation, blocked, isCustom);
}

Attribute decodeAllToAllParam(EntryReader &reader) {
  SmallVector<sdy::AxisRefAttr> axes;
  int64_t source;
  int64_t target;
  if (failed(reader.readAttributes(axes, "axes")) ||
      failed(reader.readSignedVarInt(source)) ||
      failed(reader.readSignedVarInt(target))) {
    return nullptr;
  }
  return sdy::AllToAllParamAttr::get(reader.context(), axes, source, target);
}

} // namespace

Attribute weft::stablehlo::decodeSdyAttribute(EntryReader &reader) {
  uint64_t code;
  if (failed(reader.readVarInt(code))) {
    return nullptr;
  }
  switch (code) {
  case kManualAxes:
    return decodeListOf<sdy::ManualAxesAttr, StringAttr>(reader, "axis names");
  case kMeshAxis:
    return decodeMeshAxis(reader);
  case kMesh:
    return decodeMesh(reader);
  case kSubAxisInfo:
    return decodeSubAxis(reader);
  case kAxisRef:
    return decodeAxisRef(reader);
  case kDimensionSharding:
    return decodeDimensionSharding(reader);
  case kSharding1:
    return decodeSharding(reader, 1);
  case kSharding2:
    return decodeSharding(reader, 2);
  case kSharding3:
    return decodeSharding(reader, 3);
  case kShardingPerValue1:
  case kShardingPerValue2:
    return decodeListOf<sdy::TensorShardingPerValueAttr,
                        sdy::TensorShardingAttr>(reader, "shardings");
  case kDimMapping:
    return decodeDimMapping(reader);
  case kTensorMapping:
    return decodeListOf<sdy::TensorMappingAttr, sdy::DimMappingAttr>(
        reader, "dimension mappings");
  case kOpShardingRule:
    return decodeOpShardingRule(reader);
  case kAxisRefList:
    return decodeListOf<sdy::AxisRefListAttr, sdy::AxisRefAttr>(reader, "axes");
  case kListOfAxisRefLists:
    return decodeListOf<sdy::ListOfAxisRefListsAttr, sdy::AxisRefListAttr>(
        reader, "lists of axes");
  case kAllToAllParam:
    return decodeAllToAllParam(reader);
  case kAllToAllParamList:
    return decodeListOf<sdy::AllToAllParamListAttr, sdy::AllToAllParamAttr>(
        reader, "moves of axes");
  default:
    return reader.error("unknown sdy attribute code " + Twine(code));
  }
}
