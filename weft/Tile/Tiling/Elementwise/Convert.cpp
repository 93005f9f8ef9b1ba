// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements of one type as elements of another.

#include "weft/Tile/Tiling/Elementwise/Elementwise.h"

#include "weft/Support/FloatTypes.h"

#include <cmath>

using namespace mlir;

namespace weft::tile {
namespace {

using Integers = arith::CmpIPredicate;
using Floats = arith::CmpFPredicate;

unsigned widthOf(Type part) { return part.getIntOrFloatBitWidth(); }

Value toBoolean(Arithmetic &math, Value value) {
  Value zero = math.zero(value.getType());
  return isa<FloatType>(elementOf(value))
             ? math.compare(Floats::UNE, value, zero)
             : math.compare(Integers::ne, value, zero);
}

Value resize(Arithmetic &math, Value value, bool isUnsigned, Type part) {
  Type type = shapedLike(part, value.getType());
  unsigned from = widthOf(elementOf(value));
  if (from == widthOf(part)) {
    return value;
  }
  if (from > widthOf(part)) {
    return math.make<arith::TruncIOp>(type, value);
  }
  return isUnsigned ? math.make<arith::ExtUIOp>(type, value)
                    : math.make<arith::ExtSIOp>(type, value);
}

/// Bits that f64 has no room for, gathered in the last one it has: then a later
/// rounding to a narrower type is as good as one of the integer itself.
Value roundToOdd(Arithmetic &math, Value value, bool isUnsigned) {
  Type type = value.getType();
  Value mask = math.integer(type, 2047);
  Value lost = math.make<arith::AndIOp>(value, mask);
  Value kept = math.make<arith::SubIOp>(value, lost);
  Value sticky = math.make<arith::OrIOp>(kept, math.integer(type, 2048));
  Value hasLost = math.compare(Integers::ne, lost, math.zero(type));
  Value rounded = math.select(hasLost, sticky, kept);
  // Small numbers are exact as they are.
  int64_t limit = int64_t{1} << 53;
  Value isSmall =
      isUnsigned ? math.compare(Integers::ult, value, math.integer(type, limit))
                 : math.compare(Integers::ult,
                                math.make<arith::AddIOp>(
                                    value, math.integer(type, limit)),
                                math.integer(type, 2 * limit));
  return math.select(isSmall, value, rounded);
}

Value integerToReal(Arithmetic &math, Value value, bool isUnsigned, Type part) {
  unsigned from = widthOf(elementOf(value));
  unsigned to = widthOf(part);
  Type direct = part;
  if (to < 32) {
    direct = from <= 16 ? Type(math.builder.getF32Type())
                        : Type(math.builder.getF64Type());
    if (from == 64) {
      value = roundToOdd(math, value, isUnsigned);
    }
  }
  Type type = shapedLike(direct, value.getType());
  Value real = isUnsigned ? math.make<arith::UIToFPOp>(type, value)
                          : math.make<arith::SIToFPOp>(type, value);
  return math.toFloat(real, part);
}

/// Truncates and saturates; NaN gives 0.
Value realToInteger(Arithmetic &math, Value value, bool isUnsigned, Type part) {
  unsigned width = widthOf(part);
  Value x = math.widen(value);
  Type real = x.getType();
  double end = std::ldexp(1.0, isUnsigned ? width : width - 1);
  Value low = math.real(real, isUnsigned ? 0 : -end);
  Value high = math.real(real, end);
  Value isLow = math.compare(Floats::OLT, x, low);
  Value isHigh = math.compare(Floats::OGE, x, high);
  Value isInside = math.both(math.compare(Floats::OGE, x, low),
                             math.compare(Floats::OLT, x, high));
  Value safe = math.select(isInside, x, math.zero(real));
  Type type = shapedLike(part, value.getType());
  Value result = isUnsigned ? math.make<arith::FPToUIOp>(type, safe)
                            : math.make<arith::FPToSIOp>(type, safe);
  llvm::APInt least = isUnsigned ? llvm::APInt::getZero(width)
                                 : llvm::APInt::getSignedMinValue(width);
  llvm::APInt most = isUnsigned ? llvm::APInt::getMaxValue(width)
                                : llvm::APInt::getSignedMaxValue(width);
  result = math.select(isLow, math.constant(type, least), result);
  return math.select(isHigh, math.constant(type, most), result);
}

Value convertPart(Arithmetic &math, Value value, bool fromUnsigned, Type to) {
  Type part = partType(to);
  bool isReal = isa<FloatType>(elementOf(value));
  if (isBoolean(to)) {
    return isBoolean(elementOf(value))
               ? value
               : toBoolean(math, isReal ? math.widen(value) : value);
  }
  if (isa<IntegerType>(part)) {
    return isReal ? realToInteger(math, value, isUnsigned(to), part)
                  : resize(math, value, fromUnsigned, part);
  }
  return isReal ? math.toFloat(value, part)
                : integerToReal(math, value, fromUnsigned, part);
}

} // namespace

TileValue emitConvert(Arithmetic &math, const TileValue &value, Type from,
                      Type to) {
  if (from == to) {
    return value;
  }
  bool fromUnsigned = isUnsigned(from);
  if (!isComplex(to)) {
    return {convertPart(math, value[0], fromUnsigned, to)};
  }
  Type part = partType(to);
  Value re = convertPart(math, value[0], fromUnsigned, part);
  Value im = isComplex(from) ? convertPart(math, value[1], false, part)
                             : math.zero(re.getType());
  return {re, im};
}

Value emitReducePrecision(Arithmetic &math, Value value, unsigned exponentBits,
                          unsigned mantissaBits) {
  auto type = cast<FloatType>(elementOf(value));
  const FloatFormat &format =
      formatOf(floatKindOf(type).value_or(FloatKind::F32));
  Value code = math.bitsOf(value);
  Type bits = code.getType();
  auto number = [&](uint64_t n) {
    return math.integer(bits, static_cast<int64_t>(n));
  };
  Value sign = math.both(code, number(format.signMask()));
  Value magnitude = math.both(code, number(format.magnitudeMask()));
  if (format.mantissaBits > mantissaBits) {
    // A carry out of the mantissa raises the exponent, which is right.
    unsigned dropped = format.mantissaBits - mantissaBits;
    Value shift = number(dropped);
    Value odd =
        math.both(math.make<arith::ShRUIOp>(magnitude, shift), number(1));
    Value half = number((uint64_t{1} << (dropped - 1)) - 1);
    Value sum = math.make<arith::AddIOp>(
        math.make<arith::AddIOp>(magnitude, half), odd);
    magnitude =
        math.make<arith::ShLIOp>(math.make<arith::ShRUIOp>(sum, shift), shift);
  }
  Value overflow = math.select(math.compare(Integers::ne, sign, number(0)),
                               number(format.overflowCode(true)),
                               number(format.overflowCode(false)));
  Value isOver =
      math.compare(Integers::ugt, magnitude, number(format.largestCode()));
  Value signedCode = math.make<arith::OrIOp>(sign, magnitude);
  Value zero = sign;
  if (!format.hasNegativeZero()) {
    zero = number(0);
    signedCode = math.select(math.compare(Integers::eq, magnitude, zero), zero,
                             signedCode);
  }
  Value result = math.select(isOver, overflow, signedCode);
  if (exponentBits < format.exponentBits) {
    int bias = (1 << (exponentBits - 1)) - 1;
    Value exponent =
        math.make<arith::ShRUIOp>(magnitude, number(format.mantissaBits));
    Value isLarge =
        math.compare(Integers::ugt, exponent, number(format.bias + bias));
    Value isSmall =
        math.compare(Integers::ule, exponent, number(format.bias - bias));
    result = math.select(isLarge, overflow, result);
    result = math.select(isSmall, zero, result);
  }
  // What is no number stays, unless the format has no mantissa to say NaN.
  Value wide = math.widen(value);
  Value special = value;
  if (mantissaBits == 0 && format.hasInfinity()) {
    Value infinity = math.fromBits(
        math.make<arith::OrIOp>(sign, number(format.infinityCode())), type);
    special = math.select(math.isNaN(wide), infinity, value);
  }
  return math.select(math.isFinite(wide), math.fromBits(result, type), special);
}

} // namespace weft::tile
