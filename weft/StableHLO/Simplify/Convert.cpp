// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Changes of element type.

#include "weft/StableHLO/Interpreter/Element.h"
#include "weft/StableHLO/Simplify/Rule.h"

#include <cmath>

using namespace mlir;
using weft::reference::ElementType;

namespace weft::stablehlo {
namespace {

//===----------------------------------------------------------------------===//
// Which types hold which
//===----------------------------------------------------------------------===//

bool hasNegativeZero(const FloatFormat &format) {
  return format.hasSignAndZero &&
         format.specials != FloatSpecials::NegativeZero;
}
double largest(const FloatFormat &format) {
  return decodeFloat(format.kind, format.largestCode());
}
/// The exponent of the smallest positive number.
int smallestExponent(const FloatFormat &format) {
  return format.hasSignAndZero ? 1 - format.bias - format.mantissaBits
                               : -format.bias;
}

bool holdsFloats(const FloatFormat &from, const FloatFormat &to) {
  return to.hasSignAndZero && from.mantissaBits <= to.mantissaBits &&
         smallestExponent(from) >= smallestExponent(to) &&
         largest(from) <= largest(to) &&
         (!from.hasInfinity() || to.hasInfinity()) &&
         (!from.hasNaN() || to.hasNaN()) &&
         (!hasNegativeZero(from) || hasNegativeZero(to));
}

/// Bits of the largest magnitude, but for the power of two that ends the
/// negative numbers and needs one bit only.
int magnitudeBits(ElementType type) {
  return static_cast<int>(type.bitWidth()) - (type.isSigned() ? 1 : 0);
}

/// Every value of `from` is a value of `to`, and conversion keeps it.
bool isLossless(Type fromType, Type toType) {
  std::optional<ElementType> from = ElementType::from(fromType);
  std::optional<ElementType> to = ElementType::from(toType);
  if (!from || !to || from->isComplex() || to->isComplex()) {
    return false;
  }
  if (*from == *to) {
    return true;
  }
  if (from->isFloat()) {
    return to->isFloat() &&
           holdsFloats(formatOf(from->floatKind()), formatOf(to->floatKind()));
  }
  if (to->isBoolean()) {
    return false;
  }
  if (to->isInteger()) {
    return (to->isSigned() || !from->isSigned()) &&
           magnitudeBits(*from) <= magnitudeBits(*to);
  }
  const FloatFormat &format = formatOf(to->floatKind());
  return format.hasSignAndZero &&
         magnitudeBits(*from) <= format.mantissaBits + 1 &&
         std::ldexp(1.0, magnitudeBits(*from)) <= largest(format);
}

/// Conversion A -> B -> C gives what A -> C gives.
bool canSkip(Type a, Type b, Type c) {
  // The low bits of an integer stay its low bits.
  if (isInteger(a) && isInteger(b) && isInteger(c) &&
      c.getIntOrFloatBitWidth() <= b.getIntOrFloatBitWidth()) {
    return true;
  }
  if (!isLossless(a, b) || isComplex(c)) {
    return false;
  }
  // A float saturates on its way to an integer, an integer wraps around.
  bool changesOverflow = isExact(a) && isFloat(b) && isInteger(c);
  return !changesOverflow || isLossless(a, c);
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

/// convert(x) = x to x's own type
Value convertIdentity(ConvertOp op, Rewriter &) {
  return op.getOperand().getType() == op.getType() ? op.getOperand() : Value();
}

/// convert(convert(x)) = convert(x) where the type in between loses nothing.
Value convertOfConvert(ConvertOp op, Rewriter &rewriter) {
  auto inner = rewriter.producer<ConvertOp>(op.getOperand());
  if (!inner || !canSkip(elementOf(inner.getOperand()), elementOf(inner),
                         elementOf(op))) {
    return {};
  }
  return rewriter.convert(inner.getOperand(), elementOf(op));
}

/// convert(iota) = iota of the other type, if the integers did not wrap.
Value convertOfIota(ConvertOp op, Rewriter &rewriter) {
  auto iota = rewriter.producer<IotaOp>(op.getOperand());
  if (!iota || !isInteger(iota) || isBoolean(op)) {
    return {};
  }
  int64_t size = shapeOf(op)[iota.getIotaDimension()];
  int bits = magnitudeBits(*ElementType::from(elementOf(iota)));
  if (bits < 63 && size > (int64_t(1) << bits)) {
    return {};
  }
  // Integers wrap around, so a narrower iota does what truncation does.
  return rewriter.make<IotaOp>(op.getType(), iota.getIotaDimension());
}

/// bitcast(x) = x to x's own type, and bitcast(bitcast(x)) = bitcast(x)
Value bitcastOfBitcast(BitcastConvertOp op, Rewriter &rewriter) {
  if (op.getOperand().getType() == op.getType()) {
    return op.getOperand();
  }
  auto inner = rewriter.producer<BitcastConvertOp>(op.getOperand());
  if (!inner) {
    return {};
  }
  Value source = inner.getOperand();
  if (source.getType() == op.getType()) {
    return source;
  }
  // Of one width throughout, shapes have not changed either.
  if (shapeOf(source) != shapeOf(inner) || shapeOf(inner) != shapeOf(op)) {
    return {};
  }
  return rewriter.make<BitcastConvertOp>(op.getType(), source);
}

/// reduce_precision(x) = x to a format at least as wide as x's own;
/// reduce_precision(reduce_precision(x)) = reduce_precision(x) to the same one.
Value reducePrecisionTwice(ReducePrecisionOp op, Rewriter &rewriter) {
  std::optional<ElementType> type = ElementType::from(elementOf(op));
  if (type && type->isFloat()) {
    const FloatFormat &format = formatOf(type->floatKind());
    if (op.getExponentBits() >= format.exponentBits &&
        op.getMantissaBits() >= format.mantissaBits &&
        op.getMantissaBits() > 0) {
      return op.getOperand();
    }
  }
  auto inner = rewriter.producer<ReducePrecisionOp>(op.getOperand());
  return inner && inner.getExponentBits() == op.getExponentBits() &&
                 inner.getMantissaBits() == op.getMantissaBits()
             ? op.getOperand()
             : Value();
}

} // namespace

void addConvertRules(RuleSet &rules) {
  rules.add<ConvertOp>("convert-identity", convertIdentity);
  rules.add<ConvertOp>("convert-of-convert", convertOfConvert);
  rules.add<ConvertOp>("convert-of-iota", convertOfIota);
  rules.add<BitcastConvertOp>("bitcast-of-bitcast", bitcastOfBitcast);
  rules.add<ReducePrecisionOp>("reduce-precision-twice", reducePrecisionTwice);
}

} // namespace weft::stablehlo
