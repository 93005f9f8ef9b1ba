// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes and types of the portable artifact. They are decoded straight to
// what they mean: there is no VHLO dialect in Weft.

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/StableHLO/Import/EnumDecoder.h"
#include "weft/StableHLO/Import/ProgramLimits.h"

using namespace llvm;
using namespace mlir;
using namespace weft::stablehlo;

namespace {

enum AttributeCode : uint64_t {
  kArray = 1,
  kBool = 2,
  kComparisonDirection = 3,
  kComparisonType = 4,
  kCustomCallApiVersion = 5,
  kDictionary = 6,
  kFftType = 7,
  kFloat = 8,
  kInteger = 9,
  kOutputOperandAlias = 10,
  kPrecision = 11,
  kRngAlgorithm = 12,
  kRngDistribution = 13,
  kString = 14,
  kTensor = 15,
  kTranspose = 16,
  kType = 17,
  kTypeExtensions = 18,
  kResultAccuracyMode = 19,
  kResultAccuracy = 20,
  kSubAxisInfo = 21,
  kAxisRef = 22,
  kReplicaGroupMeshAxes = 23,
  kMeshAxis = 24,
  kMesh = 25,
};

enum TypeCode : uint64_t {
  kComplexType = 1,
  kFunctionType = 8,
  kTensorType = 20,
  kTensorTypeWithEncoding = 21,
  kTokenType = 22,
  kTupleType = 23,
  kUniformQuantizedType = 24,
  kUnrankedTensorType = 25,
  kWitnessType = 26,
  kUniformQuantizedPerAxisType = 30,
  kBufferType = 41,
  kFutureType = 42,
};

Attribute decodeTensor(EntryReader &reader) {
  RankedTensorType type;
  ArrayRef<uint8_t> data;
  if (failed(reader.readTypeOf(type, "a tensor type")) ||
      failed(reader.readBlob(data))) {
    return nullptr;
  }
  if (!type.hasStaticShape()) {
    return reader.error("elements of a type without a static shape");
  }
  if (std::optional<std::string> error = findShapeError(type)) {
    return reader.error(*error);
  }
  return decodeDenseElements(reader, type, data);
}

Attribute decodeAxisRef(EntryReader &reader) {
  StringAttr name;
  uint64_t hasSubAxis;
  SubAxisInfoAttr subAxis;
  if (failed(reader.readAttributeOf(name, "an axis name")) ||
      failed(reader.readVarInt(hasSubAxis)) ||
      (hasSubAxis != 0 &&
       failed(reader.readAttributeOf(subAxis, "a part of an axis")))) {
    return nullptr;
  }
  return AxisRefAttr::get(reader.context(), name.getValue(), subAxis);
}

Attribute decodeReplicaGroupMeshAxes(EntryReader &reader) {
  Attribute mesh;
  ArrayAttr axes;
  if (failed(reader.readAttribute(mesh)) ||
      failed(reader.readAttributeOf(axes, "mesh axes"))) {
    return nullptr;
  }
  if (auto symbol = dyn_cast<StringAttr>(mesh)) {
    mesh = FlatSymbolRefAttr::get(symbol);
  }
  return ReplicaGroupMeshAxesAttr::getChecked(reader.emitError(),
                                              reader.context(), mesh, axes);
}

Attribute decodeMeshAxis(EntryReader &reader) {
  StringAttr name;
  int64_t size;
  if (failed(reader.readAttributeOf(name, "an axis name")) ||
      failed(reader.readSignedVarInt(size))) {
    return nullptr;
  }
  return MeshAxisAttr::get(reader.context(), name.getValue(), size);
}

Attribute decodeMesh(EntryReader &reader) {
  ArrayAttr list;
  Attribute deviceIds;
  if (failed(reader.readAttributeOf(list, "mesh axes")) ||
      failed(reader.readOptionalAttribute(deviceIds))) {
    return nullptr;
  }
  SmallVector<MeshAxisAttr> axes;
  for (Attribute axis : list) {
    axes.push_back(dyn_cast<MeshAxisAttr>(axis));
    if (!axes.back()) {
      return reader.error("expected a mesh axis");
    }
  }
  auto ids = dyn_cast_or_null<DenseIntElementsAttr>(deviceIds);
  if (deviceIds && !ids) {
    return reader.error("expected device ids");
  }
  return MeshAttr::get(reader.context(), axes, ids);
}

/// The types without fields, by their codes.
Type decodeSimpleType(MLIRContext *context, uint64_t code) {
  auto signless = [&](unsigned width) {
    return IntegerType::get(context, width);
  };
  auto unsignedOf = [&](unsigned width) {
    return IntegerType::get(context, width, IntegerType::Unsigned);
  };
  switch (code) {
  case 0:
    return signless(1);
  case 2:
    return BFloat16Type::get(context);
  case 3:
    return Float16Type::get(context);
  case 4:
    return Float32Type::get(context);
  case 5:
    return Float64Type::get(context);
  case 6:
    return Float8E4M3FNType::get(context);
  case 7:
    return Float8E5M2Type::get(context);
  case 9:
    return IndexType::get(context);
  case 10:
    return signless(4);
  case 11:
    return signless(8);
  case 12:
    return signless(16);
  case 13:
    return signless(32);
  case 14:
    return signless(64);
  case 15:
    return unsignedOf(4);
  case 16:
    return unsignedOf(8);
  case 17:
    return unsignedOf(16);
  case 18:
    return unsignedOf(32);
  case 19:
    return unsignedOf(64);
  case kTokenType:
    return TokenType::get(context);
  case 27:
    return Float8E4M3FNUZType::get(context);
  case 28:
    return Float8E5M2FNUZType::get(context);
  case 29:
    return Float8E4M3B11FNUZType::get(context);
  case 31:
    return signless(2);
  case 32:
    return unsignedOf(2);
  case 33:
    return NoneType::get(context);
  case 34:
    return FloatTF32Type::get(context);
  case 35:
    return Float8E4M3Type::get(context);
  case 36:
    return Float8E3M4Type::get(context);
  case 37:
    return Float4E2M1FNType::get(context);
  case 38:
    return Float6E2M3FNType::get(context);
  case 39:
    return Float6E3M2FNType::get(context);
  case 40:
    return Float8E8M0FNUType::get(context);
  default:
    return nullptr;
  }
}

Type decodeTensorType(EntryReader &reader, bool hasEncoding) {
  Attribute encoding;
  SmallVector<int64_t> shape;
  Type element;
  if ((hasEncoding && failed(reader.readAttribute(encoding))) ||
      failed(reader.readSignedVarInts(shape)) ||
      failed(reader.readType(element))) {
    return nullptr;
  }
  return RankedTensorType::getChecked(reader.emitError(), shape, element,
                                      encoding);
}

Type decodeBufferType(EntryReader &reader) {
  SmallVector<int64_t> shape;
  Type element;
  if (failed(reader.readSignedVarInts(shape)) ||
      failed(reader.readType(element))) {
    return nullptr;
  }
  return MemRefType::getChecked(reader.emitError(), shape, element);
}

} // namespace

Attribute weft::stablehlo::decodeVhloAttribute(EntryReader &reader) {
  uint64_t code;
  if (failed(reader.readVarInt(code))) {
    return nullptr;
  }
  MLIRContext *context = reader.context();
  SmallVector<Attribute> attributes;
  Type type;
  StringRef string;
  uint64_t number;
  switch (code) {
  case kArray:
    return failed(reader.readAttributes(attributes))
               ? nullptr
               : ArrayAttr::get(context, attributes);
  case kBool:
    return failed(reader.readVarInt(number))
               ? nullptr
               : BoolAttr::get(context, number != 0);
  case kComparisonDirection:
    return decodeEnum<ComparisonDirectionAttr, ComparisonDirection>(
        reader, symbolizeComparisonDirection);
  case kComparisonType:
    return decodeEnum<ComparisonTypeAttr, ComparisonType>(
        reader, symbolizeComparisonType);
  case kCustomCallApiVersion:
    return decodeEnum<CustomCallApiVersionAttr, CustomCallApiVersion>(
        reader, symbolizeCustomCallApiVersion);
  case kDictionary:
    return decodeDictionary(reader);
  case kFftType:
    return decodeEnum<FftTypeAttr, FftType>(reader, symbolizeFftType);
  case kFloat:
    return failed(reader.readType(type)) ? nullptr : decodeFloat(reader, type);
  case kInteger:
    return failed(reader.readType(type)) ? nullptr
                                         : decodeInteger(reader, type);
  case kOutputOperandAlias:
    return decodeOutputOperandAlias(reader);
  case kPrecision:
    return decodeEnum<PrecisionAttr, Precision>(reader, symbolizePrecision);
  case kRngAlgorithm:
    return decodeEnum<RngAlgorithmAttr, RngAlgorithm>(reader,
                                                      symbolizeRngAlgorithm);
  case kRngDistribution:
    return decodeEnum<RngDistributionAttr, RngDistribution>(
        reader, symbolizeRngDistribution);
  case kString:
    return failed(reader.readString(string)) ? nullptr
                                             : StringAttr::get(context, string);
  case kTensor:
    return decodeTensor(reader);
  case kTranspose:
    return decodeEnum<TransposeAttr, Transpose>(reader, symbolizeTranspose);
  case kType:
    return failed(reader.readType(type)) ? nullptr : TypeAttr::get(type);
  case kTypeExtensions:
    return decodeTypeExtensions(reader);
  case kResultAccuracyMode:
    return decodeEnum<ResultAccuracyModeAttr, ResultAccuracyMode>(
        reader, symbolizeResultAccuracyMode);
  case kResultAccuracy:
    return decodeResultAccuracy(reader);
  case kSubAxisInfo:
    return decodeSubAxisInfo(reader);
  case kAxisRef:
    return decodeAxisRef(reader);
  case kReplicaGroupMeshAxes:
    return decodeReplicaGroupMeshAxes(reader);
  case kMeshAxis:
    return decodeMeshAxis(reader);
  case kMesh:
    return decodeMesh(reader);
  default:
    return reader.error("unknown vhlo attribute code " + Twine(code) +
                        "; the artifact is newer than this reader");
  }
}

Type weft::stablehlo::decodeVhloType(EntryReader &reader) {
  uint64_t code;
  if (failed(reader.readVarInt(code))) {
    return nullptr;
  }
  MLIRContext *context = reader.context();
  if (Type simple = decodeSimpleType(context, code)) {
    return simple;
  }
  SmallVector<Type> types;
  SmallVector<Type> results;
  Type element;
  switch (code) {
  case kComplexType:
    return failed(reader.readType(element))
               ? nullptr
               : ComplexType::getChecked(reader.emitError(), element);
  case kFunctionType:
    return failed(reader.readTypes(types)) || failed(reader.readTypes(results))
               ? nullptr
               : FunctionType::get(context, types, results);
  case kTensorType:
    return decodeTensorType(reader, /*hasEncoding=*/false);
  case kTensorTypeWithEncoding:
    return decodeTensorType(reader, /*hasEncoding=*/true);
  case kTupleType:
    return failed(reader.readTypes(types)) ? nullptr
                                           : TupleType::get(context, types);
  case kUniformQuantizedType:
    return decodeUniformQuantized(reader);
  case kUniformQuantizedPerAxisType:
    return decodeUniformQuantizedPerAxis(reader);
  case kUnrankedTensorType:
    return failed(reader.readType(element))
               ? nullptr
               : UnrankedTensorType::getChecked(reader.emitError(), element);
  case kWitnessType:
    return reader.error("shape witnesses are not supported");
  case kBufferType:
    return decodeBufferType(reader);
  case kFutureType:
    return failed(reader.readTypes(types))
               ? nullptr
               : FutureType::getChecked(reader.emitError(), context,
                                        ArrayRef<Type>(types));
  default:
    return reader.error("unknown vhlo type code " + Twine(code) +
                        "; the artifact is newer than this reader");
  }
}
