// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types of MLIR's own dialect.

#include "weft/StableHLO/Import/EntryReader.h"

using namespace llvm;
using namespace mlir;
using namespace weft::stablehlo;

namespace {

enum TypeCode : uint64_t {
  kIntegerType = 0,
  kIndexType = 1,
  kFunctionType = 2,
  kBFloat16Type = 3,
  kFloat16Type = 4,
  kFloat32Type = 5,
  kFloat64Type = 6,
  kFloat80Type = 7,
  kFloat128Type = 8,
  kComplexType = 9,
  kMemRefType = 10,
  kMemRefTypeWithMemorySpace = 11,
  kNoneType = 12,
  kRankedTensorType = 13,
  kRankedTensorTypeWithEncoding = 14,
  kTupleType = 15,
  kUnrankedMemRefType = 16,
  kUnrankedMemRefTypeWithMemorySpace = 17,
  kUnrankedTensorType = 18,
  kVectorType = 19,
  kVectorTypeWithScalableDims = 20,
};

Type decodeIntegerType(EntryReader &reader) {
  uint64_t code;
  if (failed(reader.readVarInt(code))) {
    return nullptr;
  }
  uint64_t width = code >> 2;
  uint64_t signedness = code & 3;
  if (signedness > IntegerType::Unsigned || width > IntegerType::kMaxWidth) {
    return reader.error("an integer type of " + Twine(width) +
                        " bits and signedness " + Twine(signedness));
  }
  return IntegerType::get(
      reader.context(), static_cast<unsigned>(width),
      static_cast<IntegerType::SignednessSemantics>(signedness));
}

Type decodeFunctionType(EntryReader &reader) {
  SmallVector<Type> inputs;
  SmallVector<Type> results;
  if (failed(reader.readTypes(inputs)) || failed(reader.readTypes(results))) {
    return nullptr;
  }
  return FunctionType::get(reader.context(), inputs, results);
}

Type decodeTupleType(EntryReader &reader) {
  SmallVector<Type> types;
  if (failed(reader.readTypes(types))) {
    return nullptr;
  }
  return TupleType::get(reader.context(), types);
}

Type decodeComplexType(EntryReader &reader) {
  Type element;
  if (failed(reader.readType(element))) {
    return nullptr;
  }
  return ComplexType::getChecked(reader.emitError(), element);
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

Type decodeMemRefType(EntryReader &reader, bool hasMemorySpace) {
  Attribute memorySpace;
  SmallVector<int64_t> shape;
  Type element;
  MemRefLayoutAttrInterface layout;
  if ((hasMemorySpace && failed(reader.readAttribute(memorySpace))) ||
      failed(reader.readSignedVarInts(shape)) ||
      failed(reader.readType(element)) ||
      failed(reader.readAttributeOf(layout, "a layout"))) {
    return nullptr;
  }
  return MemRefType::getChecked(reader.emitError(), shape, element, layout,
                                memorySpace);
}

Type decodeUnrankedMemRefType(EntryReader &reader, bool hasMemorySpace) {
  Attribute memorySpace;
  Type element;
  if ((hasMemorySpace && failed(reader.readAttribute(memorySpace))) ||
      failed(reader.readType(element))) {
    return nullptr;
  }
  return UnrankedMemRefType::getChecked(reader.emitError(), element,
                                        memorySpace);
}

Type decodeUnrankedTensorType(EntryReader &reader) {
  Type element;
  if (failed(reader.readType(element))) {
    return nullptr;
  }
  return UnrankedTensorType::getChecked(reader.emitError(), element);
}

Type decodeVectorType(EntryReader &reader, bool hasScalableDims) {
  SmallVector<bool> scalable;
  SmallVector<int64_t> shape;
  Type element;
  if ((hasScalableDims && failed(reader.readList("dimensions",
                                                 [&] {
                                                   return reader.readBool(
                                                       scalable.emplace_back());
                                                 }))) ||
      failed(reader.readSignedVarInts(shape)) ||
      failed(reader.readType(element))) {
    return nullptr;
  }
  return VectorType::getChecked(reader.emitError(), shape, element, scalable);
}

} // namespace

Type weft::stablehlo::decodeBuiltinType(EntryReader &reader) {
  uint64_t code;
  if (failed(reader.readVarInt(code))) {
    return nullptr;
  }
  MLIRContext *context = reader.context();
  switch (code) {
  case kIntegerType:
    return decodeIntegerType(reader);
  case kIndexType:
    return IndexType::get(context);
  case kFunctionType:
    return decodeFunctionType(reader);
  case kBFloat16Type:
    return BFloat16Type::get(context);
  case kFloat16Type:
    return Float16Type::get(context);
  case kFloat32Type:
    return Float32Type::get(context);
  case kFloat64Type:
    return Float64Type::get(context);
  case kFloat80Type:
    return Float80Type::get(context);
  case kFloat128Type:
    return Float128Type::get(context);
  case kComplexType:
    return decodeComplexType(reader);
  case kMemRefType:
    return decodeMemRefType(reader, /*hasMemorySpace=*/false);
  case kMemRefTypeWithMemorySpace:
    return decodeMemRefType(reader, /*hasMemorySpace=*/true);
  case kNoneType:
    return NoneType::get(context);
  case kRankedTensorType:
    return decodeTensorType(reader, /*hasEncoding=*/false);
  case kRankedTensorTypeWithEncoding:
    return decodeTensorType(reader, /*hasEncoding=*/true);
  case kTupleType:
    return decodeTupleType(reader);
  case kUnrankedMemRefType:
    return decodeUnrankedMemRefType(reader, /*hasMemorySpace=*/false);
  case kUnrankedMemRefTypeWithMemorySpace:
    return decodeUnrankedMemRefType(reader, /*hasMemorySpace=*/true);
  case kUnrankedTensorType:
    return decodeUnrankedTensorType(reader);
  case kVectorType:
    return decodeVectorType(reader, /*hasScalableDims=*/false);
  case kVectorTypeWithScalableDims:
    return decodeVectorType(reader, /*hasScalableDims=*/true);
  default:
    return reader.error("unknown builtin type code " + Twine(code));
  }
}
