// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/Code/FloatConversion.h"

#include "weft/Support/PlantedFault.h"

#include <llvm/IR/Intrinsics.h>

using namespace llvm;

namespace weft::code {

Value *bitsOf(Builder &builder, Value *floating) {
  Type *element = floating->getType()->getScalarType();
  return builder.CreateBitCast(
      floating, withWidth(builder.getIntNTy(element->getPrimitiveSizeInBits()),
                          widthOf(floating)));
}

Value *floatOf(Builder &builder, Value *bits) {
  Type *element = bits->getType()->getScalarType();
  return builder.CreateBitCast(bits,
                               withWidth(element->getIntegerBitWidth() == 64
                                             ? builder.getDoubleTy()
                                             : builder.getFloatTy(),
                                         widthOf(bits)));
}

namespace {

constexpr FloatFormat single = formatOf(FloatKind::F32);

/// Whether codes are the upper bits of an f32's, as those of bf16 are: then
/// numbers of every kind are where they belong, once moved.
bool isUpperPart(const FloatFormat &format) {
  return format.bias == single.bias && format.hasSignAndZero &&
         format.specials == FloatSpecials::TopExponent;
}

/// What is added to a code before its last bits are dropped, unless the part
/// that stays is odd: then it is one more.
int64_t roundingOf(int64_t dropped) {
  return isPlanted(Fault::RoundedToZero) ? 0
                                         : (int64_t{1} << (dropped - 1)) - 1;
}

/// A magnitude of a narrow kind, moved to the mantissa's place: the code of an
/// f32 whose exponent is too small by the difference of the biases, for normal
/// and subnormal numbers alike. One exact multiplication puts that right. Where
/// that is slow, the difference is added to the exponent, and a subnormal
/// number, which then has a leading one too many, loses it in a subtraction.
Value *addBias(Builder &builder, Value *moved, const FloatFormat &format,
               Underflow underflow) {
  const int difference = single.bias - format.bias;
  Type *floating = withWidth(builder.getFloatTy(), widthOf(moved));
  if (underflow == Underflow::ByProduct) {
    Constant *factor =
        ConstantFP::get(floating, detail::powerOfTwo(difference));
    return bitsOf(builder, builder.CreateFMul(floatOf(builder, moved), factor));
  }
  auto exponent = [&](int64_t number) {
    return integerConstant(moved->getType(), number << single.mantissaBits);
  };
  Value *withOne =
      floatOf(builder, builder.CreateAdd(moved, exponent(difference + 1)));
  Constant *one =
      ConstantFP::get(floating, detail::powerOfTwo(1 - format.bias));
  return builder.CreateSelect(builder.CreateICmpULT(moved, exponent(1)),
                              bitsOf(builder, builder.CreateFSub(withOne, one)),
                              builder.CreateAdd(moved, exponent(difference)));
}

/// The code of a narrow kind in an i32, as an f32. What is special is not a
/// number, and chosen afterwards.
Value *decode(Builder &builder, Value *code, const FloatFormat &format,
              Underflow underflow) {
  Type *type = code->getType();
  auto constant = [&](uint64_t value) {
    return integerConstant(type, static_cast<int64_t>(value));
  };
  const unsigned up = single.mantissaBits - format.mantissaBits;
  if (isUpperPart(format)) {
    return floatOf(builder, builder.CreateShl(code, constant(up)));
  }
  Value *magnitude = builder.CreateAnd(code, constant(format.magnitudeMask()));
  Value *moved = builder.CreateShl(magnitude, constant(up));
  Value *result = moved;
  if (format.bias != single.bias) {
    result = addBias(builder, moved, format, underflow);
  }
  Constant *nan = constant(single.nanCode());
  switch (format.specials) {
  case FloatSpecials::TopExponent:
    result = builder.CreateSelect(
        builder.CreateICmpUGE(magnitude, constant(format.infinityCode())),
        builder.CreateOr(moved, constant(single.infinityCode())), result);
    break;
  case FloatSpecials::TopCode:
    result = builder.CreateSelect(
        builder.CreateICmpEQ(magnitude, constant(format.magnitudeMask())), nan,
        result);
    break;
  case FloatSpecials::NegativeZero:
  case FloatSpecials::None:
    break;
  }
  if (!format.hasSignAndZero) {
    // The format's code 0 is a number, the f32's is not.
    Value *lowest =
        constant(encodeFloat(FloatKind::F32, smallestFloat(format.kind)));
    return floatOf(builder, builder.CreateSelect(
                                builder.CreateICmpEQ(magnitude, constant(0)),
                                lowest, result));
  }
  Value *sign =
      builder.CreateShl(builder.CreateAnd(code, constant(format.signMask())),
                        constant(32 - format.bits()));
  result = builder.CreateOr(result, sign);
  if (format.specials == FloatSpecials::NegativeZero) {
    result = builder.CreateSelect(
        builder.CreateICmpEQ(code, constant(format.signMask())), nan, result);
  }
  return floatOf(builder, result);
}

/// The upper bits of an f32, rounded: a number that becomes infinite has the
/// right code, too.
Value *encodeUpperPart(Builder &builder, Value *value,
                       const FloatFormat &format) {
  Value *bits = bitsOf(builder, value);
  auto constant = [&](int64_t number) {
    return integerConstant(bits->getType(), number);
  };
  const int64_t dropped = single.mantissaBits - format.mantissaBits;
  Value *upper = builder.CreateLShr(bits, constant(dropped));
  Value *odd = builder.CreateAnd(upper, constant(1));
  Value *rounded =
      builder.CreateLShr(builder.CreateAdd(builder.CreateAdd(bits, odd),
                                           constant(roundingOf(dropped))),
                         constant(dropped));
  Value *nan = builder.CreateOr(
      builder.CreateAnd(upper,
                        constant(static_cast<int64_t>(format.signMask()))),
      constant(static_cast<int64_t>(format.nanCode())));
  return builder.CreateSelect(builder.CreateFCmpORD(value, value), rounded,
                              nan);
}

/// An f32 as the code of a narrow kind, in an i32.
///
/// A number is rounded on its code: half of what is dropped, less one unless
/// the part that stays is odd, is added, and what is dropped is cut off; a
/// carry into the exponent is right. Numbers that become subnormal are added
/// to a power of two that makes the machine round at the right place.
Value *encode(Builder &builder, Value *value, const FloatFormat &format) {
  if (isUpperPart(format)) {
    return encodeUpperPart(builder, value, format);
  }
  Value *bits = bitsOf(builder, value);
  Type *type = bits->getType();
  auto constant = [&](int64_t number) { return integerConstant(type, number); };
  Value *magnitude = builder.CreateAnd(
      bits, constant(static_cast<int64_t>(single.magnitudeMask())));
  const int64_t dropped = single.mantissaBits - format.mantissaBits;
  // Without mantissa bits, what stays is the leading one, which is odd.
  Value *odd =
      format.mantissaBits == 0
          ? builder.CreateZExt(builder.CreateICmpUGE(
                                   magnitude, constant(int64_t{1} << dropped)),
                               type)
          : builder.CreateAnd(builder.CreateLShr(magnitude, constant(dropped)),
                              constant(1));
  Value *rounded =
      builder.CreateLShr(builder.CreateAdd(builder.CreateAdd(magnitude, odd),
                                           constant(roundingOf(dropped))),
                         constant(dropped));
  const int64_t rebias = static_cast<int64_t>(single.bias - format.bias)
                         << format.mantissaBits;
  Value *code = builder.CreateSub(rounded, constant(rebias));
  if (format.bias != single.bias) {
    // The last place of a subnormal number of the format is 2^last.
    const int last = 1 - format.bias - format.mantissaBits;
    const double adjuster = detail::powerOfTwo(single.mantissaBits + last);
    Constant *adjust = ConstantFP::get(
        withWidth(builder.getFloatTy(), widthOf(value)), adjuster);
    Value *small = builder.CreateSub(
        bitsOf(builder,
               builder.CreateFAdd(floatOf(builder, magnitude), adjust)),
        constant(static_cast<int64_t>(encodeFloat(FloatKind::F32, adjuster))));
    const uint64_t smallestNormal =
        encodeFloat(FloatKind::F32, detail::powerOfTwo(1 - format.bias));
    code = builder.CreateSelect(
        builder.CreateICmpULT(magnitude,
                              constant(static_cast<int64_t>(smallestNormal))),
        small, code);
  }
  code = builder.CreateSelect(
      builder.CreateICmpSGT(
          code, constant(static_cast<int64_t>(format.largestCode()))),
      constant(static_cast<int64_t>(format.overflowCode())), code);
  Value *isNaN = builder.CreateICmpUGT(
      magnitude, constant(static_cast<int64_t>(single.infinityCode())));
  Constant *nan = constant(static_cast<int64_t>(format.nanCode()));
  Value *negative = builder.CreateICmpSLT(bits, constant(0));
  if (!format.hasSignAndZero) {
    Value *unfit =
        builder.CreateOr(builder.CreateOr(negative, isNaN),
                         builder.CreateICmpEQ(magnitude, constant(0)));
    return builder.CreateSelect(unfit, nan, code);
  }
  code = builder.CreateSelect(isNaN, nan, code);
  Value *sign = builder.CreateSelect(
      negative, constant(static_cast<int64_t>(format.signMask())), constant(0));
  if (format.specials == FloatSpecials::NegativeZero) {
    // Minus zero is the NaN: a zero and a NaN have no sign.
    Value *unsignedZero = builder.CreateICmpEQ(code, constant(0));
    sign = builder.CreateSelect(unsignedZero, constant(0), sign);
  }
  // NaN codes of such formats and of those without NaN hold the sign's bit.
  return builder.CreateOr(code, sign);
}

/// An f64 as an f32 that rounds to anything narrower as the f64 would: towards
/// zero, with a last bit that says whether something was lost.
Value *roundToOdd(Builder &builder, Value *value) {
  const int64_t width = widthOf(value);
  Value *nearest =
      builder.CreateFPTrunc(value, withWidth(builder.getFloatTy(), width));
  Value *back = builder.CreateFPExt(nearest, value->getType());
  // Unordered comparisons are false for NaN, which stays as it is.
  Value *inexact = builder.CreateFCmpONE(back, value);
  Value *bits = bitsOf(builder, nearest);
  Type *type = bits->getType();
  auto magnitude = [&](Value *x) {
    return builder.CreateUnaryIntrinsic(Intrinsic::fabs, x);
  };
  Value *away = builder.CreateFCmpOGT(magnitude(back), magnitude(value));
  Value *towardsZero = builder.CreateSub(bits, builder.CreateZExt(away, type));
  Value *odd = builder.CreateOr(towardsZero, integerConstant(type, 1));
  return floatOf(builder, builder.CreateSelect(inexact, odd, bits));
}

Type *registerTypeOf(Builder &builder, FloatKind kind) {
  return formatOf(kind).bits() > 8 ? builder.getInt16Ty() : builder.getInt8Ty();
}

bool isWide(FloatKind kind) {
  return kind == FloatKind::F32 || kind == FloatKind::F64;
}

} // namespace

Value *convertFloat(Builder &builder, Value *value, FloatKind from,
                    FloatKind to, Underflow underflow) {
  if (from == to) {
    return value;
  }
  const int64_t width = widthOf(value);
  Type *floatType = withWidth(builder.getFloatTy(), width);
  Type *doubleType = withWidth(builder.getDoubleTy(), width);
  if (!isWide(from)) {
    Value *wide = nullptr;
    if (from == FloatKind::F16) {
      wide = builder.CreateFPExt(
          builder.CreateBitCast(value, withWidth(builder.getHalfTy(), width)),
          floatType);
    } else {
      Value *code =
          builder.CreateZExt(value, withWidth(builder.getInt32Ty(), width));
      wide = decode(builder, code, formatOf(from), underflow);
    }
    return convertFloat(builder, wide, FloatKind::F32, to);
  }
  if (isWide(to)) {
    return to == FloatKind::F64 ? builder.CreateFPExt(value, doubleType)
                                : builder.CreateFPTrunc(value, floatType);
  }
  if (from == FloatKind::F64) {
    value = roundToOdd(builder, value);
  }
  if (to == FloatKind::F16) {
    Value *half =
        builder.CreateFPTrunc(value, withWidth(builder.getHalfTy(), width));
    return builder.CreateBitCast(half, withWidth(builder.getInt16Ty(), width));
  }
  return builder.CreateTrunc(encode(builder, value, formatOf(to)),
                             withWidth(registerTypeOf(builder, to), width));
}

Value *convertInteger(Builder &builder, Value *value, bool isSigned,
                      FloatKind to) {
  const int64_t width = widthOf(value);
  Type *floatType = withWidth(builder.getFloatTy(), width);
  Type *doubleType = withWidth(builder.getDoubleTy(), width);
  auto toFloat = [&](Value *x, Type *type) {
    return isSigned ? builder.CreateSIToFP(x, type)
                    : builder.CreateUIToFP(x, type);
  };
  if (isWide(to)) {
    return toFloat(value, to == FloatKind::F64 ? doubleType : floatType);
  }
  const unsigned bits = value->getType()->getScalarSizeInBits();
  if (bits <= 16) {
    return convertFloat(builder, toFloat(value, floatType), FloatKind::F32, to);
  }
  if (bits == 64) {
    // What a double has no room for is remembered in the last bit it has.
    Type *type = value->getType();
    Constant *low = integerConstant(type, 0x7ff);
    Value *lost = builder.CreateICmpNE(builder.CreateAnd(value, low),
                                       integerConstant(type, 0));
    Value *cut = builder.CreateOr(
        builder.CreateAnd(value, integerConstant(type, ~int64_t{0x7ff})),
        builder.CreateSelect(lost, integerConstant(type, 0x800),
                             integerConstant(type, 0)));
    // Numbers that fit are exact as they are.
    Constant *limit = integerConstant(type, int64_t{1} << 53);
    Value *fits = builder.CreateICmpULT(value, limit);
    if (isSigned) {
      fits = builder.CreateICmpULT(builder.CreateAdd(value, limit),
                                   integerConstant(type, int64_t{1} << 54));
    }
    value = builder.CreateSelect(fits, value, cut);
  }
  return convertFloat(builder, toFloat(value, doubleType), FloatKind::F64, to);
}

/// The same as saturating conversions, by instructions that do not saturate:
/// where a machine has no others, LLVM would convert lane by lane.
static Value *convertWithin(Builder &builder, Value *value, Type *result,
                            bool isSigned) {
  Type *type = value->getType();
  const unsigned bits = result->getScalarSizeInBits();
  const llvm::fltSemantics &semantics =
      type->getScalarType()->getFltSemantics();
  auto bound = [&](const llvm::APInt &number) {
    llvm::APFloat nearest(semantics);
    nearest.convertFromAPInt(number, isSigned, llvm::APFloat::rmTowardZero);
    return llvm::ConstantFP::get(type, nearest);
  };
  Constant *least = bound(isSigned ? llvm::APInt::getSignedMinValue(bits)
                                   : llvm::APInt::getMinValue(bits));
  Constant *most = bound(isSigned ? llvm::APInt::getSignedMaxValue(bits)
                                  : llvm::APInt::getMaxValue(bits));
  // In this order NaN becomes the least one.
  Value *within =
      builder.CreateSelect(builder.CreateFCmpOGT(value, least), value, least);
  within =
      builder.CreateSelect(builder.CreateFCmpOLT(within, most), within, most);
  Value *converted = isSigned ? builder.CreateFPToSI(within, result)
                              : builder.CreateFPToUI(within, result);
  converted = builder.CreateSelect(
      builder.CreateFCmpOGT(value, most),
      llvm::ConstantInt::get(result, isSigned
                                         ? llvm::APInt::getSignedMaxValue(bits)
                                         : llvm::APInt::getMaxValue(bits)),
      converted);
  return builder.CreateSelect(builder.CreateFCmpUNO(value, value),
                              Constant::getNullValue(result), converted);
}

Value *convertToInteger(Builder &builder, Value *value, FloatKind from,
                        Type *integer, bool isSigned, bool saturates) {
  if (!isWide(from)) {
    value = convertFloat(builder, value, from, FloatKind::F32);
  }
  Type *result = withWidth(integer, widthOf(value));
  if (!saturates && widthOf(value) > 1) {
    return convertWithin(builder, value, result, isSigned);
  }
  return builder.CreateIntrinsic(isSigned ? Intrinsic::fptosi_sat
                                          : Intrinsic::fptoui_sat,
                                 {result, value->getType()}, {value});
}

} // namespace weft::code
