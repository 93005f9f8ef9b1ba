// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Quantized types; VHLO encodes two of them the same way.

#include "weft/StableHLO/Import/EntryReader.h"

#include <mlir/Dialect/Quant/IR/Quant.h>
#include <mlir/Dialect/Quant/IR/QuantTypes.h>

using namespace llvm;
using namespace mlir;
using namespace weft::stablehlo;

namespace {

enum TypeCode : uint64_t {
  kAnyQuantized = 1,
  kAnyQuantizedWithExpressedType = 2,
  kCalibrated = 3,
  kUniform = 4,
  kUniformPerAxis = 5,
};

/// What integer-backed quantized types begin with.
struct Storage {
  uint64_t flags = 0;
  Type storage;
  Type expressed;
};

LogicalResult readStorage(EntryReader &reader, Storage &result,
                          bool hasExpressedType = true) {
  if (failed(reader.readVarInt(result.flags)) ||
      failed(reader.readType(result.storage)) ||
      (hasExpressedType && failed(reader.readType(result.expressed)))) {
    return failure();
  }
  if (result.flags > quant::QuantizationFlags::Signed) {
    return reader.fail("unknown quantization flags " + Twine(result.flags));
  }
  if (!isa<IntegerType>(result.storage)) {
    return reader.fail("a quantized type whose storage is no integer");
  }
  if (hasExpressedType && !isa<FloatType>(result.expressed)) {
    return reader.fail("a quantized type that expresses no float");
  }
  return success();
}

Type decodeAnyQuantized(EntryReader &reader, bool hasExpressedType) {
  Storage common;
  int64_t minimum;
  int64_t maximum;
  if (failed(readStorage(reader, common, hasExpressedType)) ||
      failed(reader.readSignedVarInt(minimum)) ||
      failed(reader.readSignedVarInt(maximum))) {
    return nullptr;
  }
  return quant::AnyQuantizedType::getChecked(reader.emitError(), common.flags,
                                             common.storage, common.expressed,
                                             minimum, maximum);
}

Type decodeCalibrated(EntryReader &reader) {
  Type expressed;
  double minimum;
  double maximum;
  if (failed(reader.readType(expressed)) ||
      failed(reader.readDouble(minimum)) ||
      failed(reader.readDouble(maximum))) {
    return nullptr;
  }
  return quant::CalibratedQuantizedType::getChecked(
      reader.emitError(), expressed, minimum, maximum);
}

} // namespace

Type weft::stablehlo::decodeUniformQuantized(EntryReader &reader) {
  reader.context()->getOrLoadDialect<quant::QuantDialect>();
  Storage common;
  double scale;
  int64_t zeroPoint;
  int64_t minimum;
  int64_t maximum;
  if (failed(readStorage(reader, common)) || failed(reader.readDouble(scale)) ||
      failed(reader.readSignedVarInt(zeroPoint)) ||
      failed(reader.readSignedVarInt(minimum)) ||
      failed(reader.readSignedVarInt(maximum))) {
    return nullptr;
  }
  return quant::UniformQuantizedType::getChecked(
      reader.emitError(), common.flags, common.storage, common.expressed, scale,
      zeroPoint, minimum, maximum);
}

Type weft::stablehlo::decodeUniformQuantizedPerAxis(EntryReader &reader) {
  reader.context()->getOrLoadDialect<quant::QuantDialect>();
  Storage common;
  uint64_t dimension;
  int64_t minimum;
  int64_t maximum;
  SmallVector<double> scales;
  SmallVector<int64_t> zeroPoints;
  if (failed(readStorage(reader, common)) ||
      failed(reader.readVarInt(dimension)) ||
      failed(reader.readSignedVarInt(minimum)) ||
      failed(reader.readSignedVarInt(maximum)) ||
      failed(reader.readList(
          "scales",
          [&] { return reader.readDouble(scales.emplace_back()); })) ||
      failed(reader.readSignedVarInts(zeroPoints))) {
    return nullptr;
  }
  if (dimension >= limits::kRank) {
    return reader.error("quantized dimension " + Twine(dimension));
  }
  return quant::UniformQuantizedPerAxisType::getChecked(
      reader.emitError(), common.flags, common.storage, common.expressed,
      scales, zeroPoints, static_cast<int32_t>(dimension), minimum, maximum);
}

Type weft::stablehlo::decodeQuantType(EntryReader &reader) {
  reader.context()->getOrLoadDialect<quant::QuantDialect>();
  uint64_t code;
  if (failed(reader.readVarInt(code))) {
    return nullptr;
  }
  switch (code) {
  case kAnyQuantized:
    return decodeAnyQuantized(reader, /*hasExpressedType=*/false);
  case kAnyQuantizedWithExpressedType:
    return decodeAnyQuantized(reader, /*hasExpressedType=*/true);
  case kCalibrated:
    return decodeCalibrated(reader);
  case kUniform:
    return decodeUniformQuantized(reader);
  case kUniformPerAxis:
    return decodeUniformQuantizedPerAxis(reader);
  default:
    return reader.error("unknown quant type code " + Twine(code));
  }
}
