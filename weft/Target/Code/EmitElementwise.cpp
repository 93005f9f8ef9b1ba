// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `arith` and `math` on pieces.
//
// Where MLIR leaves a result undefined, code for dead elements must still not
// trap, and results must not depend on the machine. So division is total (x/0
// is all ones, x rem 0 is x, the least integer over -1 is itself), and floats
// become integers by saturating, NaN by becoming 0.

#include "weft/Support/PlantedFault.h"
#include "weft/Target/Code/CodeEmitter.h"
#include "weft/Target/Code/FloatConversion.h"
#include "weft/Target/Code/Math/Functions.h"

#include <llvm/ADT/TypeSwitch.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Intrinsics.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Math/IR/Math.h>

#include <cmath>

namespace weft::code {
namespace {

namespace arith = mlir::arith;
namespace math = mlir::math;
using llvm::Value;
using llvm::Intrinsic::ID;
using mlir::LogicalResult;
using mlir::Operation;
using mlir::success;

/// The quotient of vectors whose numbers floats can hold, rounded towards zero.
/// A quotient that is no integer is nearer to zero than the next one by at
/// least one over the divisor, which is more than what the float is rounded by.
Value *divideAsFloats(Builder &builder, Value *lhs, Value *rhs, bool isSigned) {
  llvm::Type *type = lhs->getType();
  const int64_t width = widthOf(lhs);
  llvm::Type *number = withWidth(builder.getInt32Ty(), width);
  llvm::Type *real =
      withWidth(type->getScalarSizeInBits() <= 16 ? builder.getFloatTy()
                                                  : builder.getDoubleTy(),
                width);
  const bool keepsSign = isSigned || type->getScalarSizeInBits() < 32;
  auto convert = [&](Value *x) {
    x = isSigned ? builder.CreateSExt(x, number)
                 : builder.CreateZExt(x, number);
    return keepsSign ? builder.CreateSIToFP(x, real)
                     : builder.CreateUIToFP(x, real);
  };
  Value *quotient = builder.CreateFDiv(convert(lhs), convert(rhs));
  quotient = keepsSign ? builder.CreateFPToSI(quotient, number)
                       : builder.CreateFPToUI(quotient, number);
  return builder.CreateTrunc(quotient, type);
}

/// The quotient of vectors of up to 64 bits: as f64, which holds integers of 53
/// of them, unless a lane has more.
Value *divideWide(Builder &builder, Value *lhs, Value *rhs, bool isSigned) {
  llvm::Type *type = lhs->getType();
  llvm::Type *real = withWidth(builder.getDoubleTy(), widthOf(lhs));
  constexpr int64_t digits = 53;
  auto distance = [&](Value *x) {
    return isSigned ? builder.CreateAdd(
                          x, integerConstant(type, int64_t(1) << (digits - 1)))
                    : x;
  };
  Value *beyond =
      builder.CreateLShr(builder.CreateOr(distance(lhs), distance(rhs)),
                         integerConstant(type, digits));
  Value *isLong = builder.CreateOrReduce(
      builder.CreateICmpNE(beyond, integerConstant(type, 0)));
  Value *usual =
      builder.CreateFPToSI(builder.CreateFDiv(builder.CreateSIToFP(lhs, real),
                                              builder.CreateSIToFP(rhs, real)),
                           type);
  Value *exact = nullptr;
  llvm::BasicBlock *before = builder.GetInsertBlock();
  llvm::BasicBlock *end = nullptr;
  emitIf(builder, isLong, [&] {
    exact =
        isSigned ? builder.CreateSDiv(lhs, rhs) : builder.CreateUDiv(lhs, rhs);
    end = builder.GetInsertBlock();
  });
  llvm::PHINode *quotient = builder.CreatePHI(type, 2);
  quotient->addIncoming(usual, before);
  quotient->addIncoming(exact, end);
  return quotient;
}

/// The quotient and the remainder by a divisor that does not trap.
Value *divide(CodeEmitter &emitter, Value *lhs, Value *rhs, bool isSigned,
              bool remainder) {
  Builder &builder = emitter.builder;
  // Of known divisors LLVM makes products.
  const unsigned bits = lhs->getType()->getScalarSizeInBits();
  const bool asFloats = widthOf(lhs) > 1 && !llvm::isa<llvm::Constant>(rhs) &&
                        bits <= 64 && !emitter.style.dividesVectors;
  if (asFloats) {
    Value *quotient = bits <= 32 ? divideAsFloats(builder, lhs, rhs, isSigned)
                                 : divideWide(builder, lhs, rhs, isSigned);
    return remainder ? builder.CreateSub(lhs, builder.CreateMul(quotient, rhs))
                     : quotient;
  }
  if (isSigned) {
    return remainder ? builder.CreateSRem(lhs, rhs)
                     : builder.CreateSDiv(lhs, rhs);
  }
  return remainder ? builder.CreateURem(lhs, rhs)
                   : builder.CreateUDiv(lhs, rhs);
}

/// Quotients and remainders, with divisors that trap replaced beforehand.
Value *emitDivision(CodeEmitter &emitter, Value *lhs, Value *rhs, bool isSigned,
                    bool remainder) {
  Builder &builder = emitter.builder;
  llvm::Type *type = lhs->getType();
  llvm::Constant *zero = integerConstant(type, 0);
  llvm::Constant *one = integerConstant(type, 1);
  llvm::Constant *minusOne = integerConstant(type, -1);
  Value *byZero = builder.CreateICmpEQ(rhs, zero);
  Value *divisor = builder.CreateSelect(byZero, one, rhs);
  if (!isSigned) {
    return builder.CreateSelect(
        byZero, remainder ? lhs : minusOne,
        divide(emitter, lhs, divisor, isSigned, remainder));
  }
  // By -1 is a negation; it wraps where the machine's division would trap.
  Value *byMinusOne = builder.CreateICmpEQ(rhs, minusOne);
  divisor = builder.CreateSelect(byMinusOne, one, divisor);
  Value *result = divide(emitter, lhs, divisor, isSigned, remainder);
  result = builder.CreateSelect(
      byMinusOne, remainder ? zero : builder.CreateNeg(lhs), result);
  return builder.CreateSelect(byZero, remainder ? lhs : minusOne, result);
}

/// Division that rounds down or up: one step from the truncated quotient where
/// a remainder is left and the quotient's sign says so.
Value *emitRoundedDivision(CodeEmitter &emitter, Value *lhs, Value *rhs,
                           bool isSigned, bool up) {
  Builder &builder = emitter.builder;
  Value *quotient = emitDivision(emitter, lhs, rhs, isSigned, false);
  Value *rest = emitDivision(emitter, lhs, rhs, isSigned, true);
  llvm::Type *type = lhs->getType();
  llvm::Constant *zero = integerConstant(type, 0);
  Value *adjust = builder.CreateICmpNE(rest, zero);
  if (isSigned) {
    Value *differ = builder.CreateICmpSLT(builder.CreateXor(lhs, rhs), zero);
    adjust = builder.CreateAnd(adjust, up ? builder.CreateNot(differ) : differ);
  }
  return builder.CreateAdd(
      quotient,
      builder.CreateSelect(adjust, integerConstant(type, up ? 1 : -1), zero));
}

llvm::CmpInst::Predicate predicateOf(arith::CmpIPredicate predicate) {
  switch (predicate) {
  case arith::CmpIPredicate::eq:
    return llvm::CmpInst::ICMP_EQ;
  case arith::CmpIPredicate::ne:
    return llvm::CmpInst::ICMP_NE;
  case arith::CmpIPredicate::slt:
    return llvm::CmpInst::ICMP_SLT;
  case arith::CmpIPredicate::sle:
    return llvm::CmpInst::ICMP_SLE;
  case arith::CmpIPredicate::sgt:
    return llvm::CmpInst::ICMP_SGT;
  case arith::CmpIPredicate::sge:
    return llvm::CmpInst::ICMP_SGE;
  case arith::CmpIPredicate::ult:
    return llvm::CmpInst::ICMP_ULT;
  case arith::CmpIPredicate::ule:
    return llvm::CmpInst::ICMP_ULE;
  case arith::CmpIPredicate::ugt:
    return isPlanted(Fault::UnsignedAsSigned) ? llvm::CmpInst::ICMP_SGT
                                              : llvm::CmpInst::ICMP_UGT;
  case arith::CmpIPredicate::uge:
    return llvm::CmpInst::ICMP_UGE;
  }
  return llvm::CmpInst::BAD_ICMP_PREDICATE;
}

llvm::CmpInst::Predicate predicateOf(arith::CmpFPredicate predicate) {
  switch (predicate) {
  case arith::CmpFPredicate::AlwaysFalse:
    return llvm::CmpInst::FCMP_FALSE;
  case arith::CmpFPredicate::OEQ:
    return llvm::CmpInst::FCMP_OEQ;
  case arith::CmpFPredicate::OGT:
    return llvm::CmpInst::FCMP_OGT;
  case arith::CmpFPredicate::OGE:
    return llvm::CmpInst::FCMP_OGE;
  case arith::CmpFPredicate::OLT:
    return llvm::CmpInst::FCMP_OLT;
  case arith::CmpFPredicate::OLE:
    return llvm::CmpInst::FCMP_OLE;
  case arith::CmpFPredicate::ONE:
    return llvm::CmpInst::FCMP_ONE;
  case arith::CmpFPredicate::ORD:
    return llvm::CmpInst::FCMP_ORD;
  case arith::CmpFPredicate::UEQ:
    return llvm::CmpInst::FCMP_UEQ;
  case arith::CmpFPredicate::UGT:
    return llvm::CmpInst::FCMP_UGT;
  case arith::CmpFPredicate::UGE:
    return llvm::CmpInst::FCMP_UGE;
  case arith::CmpFPredicate::ULT:
    return llvm::CmpInst::FCMP_ULT;
  case arith::CmpFPredicate::ULE:
    return llvm::CmpInst::FCMP_ULE;
  case arith::CmpFPredicate::UNE:
    return llvm::CmpInst::FCMP_UNE;
  case arith::CmpFPredicate::UNO:
    return llvm::CmpInst::FCMP_UNO;
  case arith::CmpFPredicate::AlwaysTrue:
    return llvm::CmpInst::FCMP_TRUE;
  }
  return llvm::CmpInst::BAD_FCMP_PREDICATE;
}

/// Both halves of a product.
Pieces emitWideProduct(Builder &builder, Value *lhs, Value *rhs,
                       bool isSigned) {
  llvm::Type *type = lhs->getType();
  const unsigned bits = type->getScalarSizeInBits();
  llvm::Type *wide = withWidth(builder.getIntNTy(2 * bits), widthOf(lhs));
  auto widen = [&](Value *x) {
    return isSigned ? builder.CreateSExt(x, wide) : builder.CreateZExt(x, wide);
  };
  Value *product = builder.CreateMul(widen(lhs), widen(rhs));
  Value *high = builder.CreateLShr(product, integerConstant(wide, bits));
  return {builder.CreateTrunc(product, type), builder.CreateTrunc(high, type)};
}

/// A power of an integer by repeated squaring; negative exponents give 0,
/// except for the bases 1 and -1.
Value *emitIntegerPower(Builder &builder, Value *base, Value *exponent) {
  llvm::Type *type = base->getType();
  const unsigned bits = type->getScalarSizeInBits();
  llvm::Constant *zero = integerConstant(type, 0);
  llvm::Constant *one = integerConstant(type, 1);
  llvm::BasicBlock *before = builder.GetInsertBlock();
  llvm::PHINode *result = nullptr;
  llvm::PHINode *square = nullptr;
  llvm::PHINode *rest = nullptr;
  Value *product = nullptr;
  emitLoop(builder, builder.getInt64(0), builder.getInt64(bits), [&](Value *) {
    result = builder.CreatePHI(type, 2);
    square = builder.CreatePHI(type, 2);
    rest = builder.CreatePHI(type, 2);
    Value *odd = builder.CreateICmpNE(builder.CreateAnd(rest, one), zero);
    product =
        builder.CreateSelect(odd, builder.CreateMul(result, square), result);
    llvm::BasicBlock *block = builder.GetInsertBlock();
    result->addIncoming(one, before);
    result->addIncoming(product, block);
    square->addIncoming(base, before);
    square->addIncoming(builder.CreateMul(square, square), block);
    rest->addIncoming(exponent, before);
    rest->addIncoming(builder.CreateLShr(rest, one), block);
  });
  // The loop runs at least once, but LLVM wants a phi behind it.
  llvm::PHINode *power = builder.CreatePHI(type, 2);
  for (llvm::BasicBlock *from : llvm::predecessors(builder.GetInsertBlock())) {
    power->addIncoming(from == before ? static_cast<Value *>(one) : product,
                       from);
  }
  Value *negative = builder.CreateICmpSLT(exponent, zero);
  Value *odd = builder.CreateICmpNE(builder.CreateAnd(exponent, one), zero);
  Value *isOne = builder.CreateICmpEQ(base, one);
  Value *isMinusOne = builder.CreateICmpEQ(base, integerConstant(type, -1));
  Value *reciprocal = builder.CreateSelect(
      isOne, one,
      builder.CreateSelect(isMinusOne, builder.CreateSelect(odd, base, one),
                           zero));
  return builder.CreateSelect(negative, reciprocal, power);
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// Null for what is no operation on integers.
Value *emitInteger(CodeEmitter &emitter, Operation *op,
                   llvm::ArrayRef<Value *> x) {
  Builder &builder = emitter.builder;
  auto binary = [&](ID id) {
    return builder.CreateBinaryIntrinsic(id, x[0], x[1]);
  };
  return llvm::TypeSwitch<Operation *, Value *>(op)
      .Case([&](arith::AddIOp) { return builder.CreateAdd(x[0], x[1]); })
      .Case([&](arith::SubIOp) { return builder.CreateSub(x[0], x[1]); })
      .Case([&](arith::MulIOp) { return builder.CreateMul(x[0], x[1]); })
      .Case([&](arith::DivSIOp) {
        return emitDivision(emitter, x[0], x[1], true, false);
      })
      .Case([&](arith::DivUIOp) {
        return emitDivision(emitter, x[0], x[1], false, false);
      })
      .Case([&](arith::RemSIOp) {
        return emitDivision(emitter, x[0], x[1], true, true);
      })
      .Case([&](arith::RemUIOp) {
        return emitDivision(emitter, x[0], x[1], false, true);
      })
      .Case([&](arith::FloorDivSIOp) {
        return emitRoundedDivision(emitter, x[0], x[1], true, false);
      })
      .Case([&](arith::CeilDivSIOp) {
        return emitRoundedDivision(emitter, x[0], x[1], true, true);
      })
      .Case([&](arith::CeilDivUIOp) {
        return emitRoundedDivision(emitter, x[0], x[1], false, true);
      })
      .Case([&](arith::AndIOp) { return builder.CreateAnd(x[0], x[1]); })
      .Case([&](arith::OrIOp) { return builder.CreateOr(x[0], x[1]); })
      .Case([&](arith::XOrIOp) { return builder.CreateXor(x[0], x[1]); })
      .Case([&](arith::ShLIOp) { return builder.CreateShl(x[0], x[1]); })
      .Case([&](arith::ShRUIOp) { return builder.CreateLShr(x[0], x[1]); })
      .Case([&](arith::ShRSIOp) { return builder.CreateAShr(x[0], x[1]); })
      .Case([&](arith::MaxSIOp) { return binary(llvm::Intrinsic::smax); })
      .Case([&](arith::MaxUIOp) { return binary(llvm::Intrinsic::umax); })
      .Case([&](arith::MinSIOp) { return binary(llvm::Intrinsic::smin); })
      .Case([&](arith::MinUIOp) { return binary(llvm::Intrinsic::umin); })
      .Case([&](arith::CmpIOp compare) {
        return builder.CreateICmp(predicateOf(compare.getPredicate()), x[0],
                                  x[1]);
      })
      .Case([&](math::AbsIOp) {
        return builder.CreateBinaryIntrinsic(llvm::Intrinsic::abs, x[0],
                                             builder.getFalse());
      })
      .Case([&](math::CtPopOp) {
        return builder.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, x[0]);
      })
      .Case([&](math::CountLeadingZerosOp) {
        return builder.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, x[0],
                                             builder.getFalse());
      })
      .Case([&](math::CountTrailingZerosOp) {
        return builder.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, x[0],
                                             builder.getFalse());
      })
      .Case(
          [&](math::IPowIOp) { return emitIntegerPower(builder, x[0], x[1]); })
      .Default([](Operation *) -> Value * { return nullptr; });
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

std::optional<MathFunction> functionOf(Operation *op) {
  using Function = std::optional<MathFunction>;
  return llvm::TypeSwitch<Operation *, Function>(op)
      .Case([](math::AcosOp) { return MathFunction::Acos; })
      .Case([](math::AcoshOp) { return MathFunction::Acosh; })
      .Case([](math::AsinOp) { return MathFunction::Asin; })
      .Case([](math::AsinhOp) { return MathFunction::Asinh; })
      .Case([](math::AtanOp) { return MathFunction::Atan; })
      .Case([](math::Atan2Op) { return MathFunction::Atan2; })
      .Case([](math::AtanhOp) { return MathFunction::Atanh; })
      .Case([](math::CbrtOp) { return MathFunction::Cbrt; })
      .Case([](math::CosOp) { return MathFunction::Cos; })
      .Case([](math::CoshOp) { return MathFunction::Cosh; })
      .Case([](math::ErfOp) { return MathFunction::Erf; })
      .Case([](math::ErfcOp) { return MathFunction::Erfc; })
      .Case([](math::ExpOp) { return MathFunction::Exp; })
      .Case([](math::Exp2Op) { return MathFunction::Exp2; })
      .Case([](math::ExpM1Op) { return MathFunction::ExpM1; })
      .Case([](arith::RemFOp) { return MathFunction::Fmod; })
      .Case([](math::LogOp) { return MathFunction::Log; })
      .Case([](math::Log10Op) { return MathFunction::Log10; })
      .Case([](math::Log1pOp) { return MathFunction::Log1p; })
      .Case([](math::Log2Op) { return MathFunction::Log2; })
      .Case([](math::PowFOp) { return MathFunction::Pow; })
      .Case([](math::RsqrtOp) { return MathFunction::Rsqrt; })
      .Case([](math::SinOp) { return MathFunction::Sin; })
      .Case([](math::SinhOp) { return MathFunction::Sinh; })
      .Case([](math::SqrtOp) { return MathFunction::Sqrt; })
      .Case([](math::TanOp) { return MathFunction::Tan; })
      .Case([](math::TanhOp) { return MathFunction::Tanh; })
      .Default([](Operation *) { return std::nullopt; });
}

llvm::FastMathFlags flagsOf(Operation *op) {
  llvm::FastMathFlags flags;
  auto interface = llvm::dyn_cast<arith::ArithFastMathInterface>(op);
  if (!interface || !interface.getFastMathFlagsAttr()) {
    return flags;
  }
  const arith::FastMathFlags given =
      interface.getFastMathFlagsAttr().getValue();
  auto has = [&](arith::FastMathFlags flag) {
    return arith::bitEnumContainsAll(given, flag);
  };
  flags.setAllowReassoc(has(arith::FastMathFlags::reassoc));
  flags.setNoNaNs(has(arith::FastMathFlags::nnan));
  flags.setNoInfs(has(arith::FastMathFlags::ninf));
  flags.setNoSignedZeros(has(arith::FastMathFlags::nsz));
  flags.setAllowReciprocal(has(arith::FastMathFlags::arcp));
  flags.setAllowContract(has(arith::FastMathFlags::contract));
  return flags;
}

/// Quotients of f32 by a number that is known, as products in f64; null where
/// their bits might differ. Half way between two f32 there is no quotient of
/// others, nor any so near that the product would be beyond, but among
/// subnormal numbers by even divisors. There the product is exact where the
/// inverse is off by 2^-54 at most, which leaves no room to round to another
/// number.
Value *multiplyByInverse(Builder &builder, Value *x, Value *y) {
  auto *constant = llvm::dyn_cast<llvm::Constant>(y);
  llvm::Type *type = x->getType();
  auto *known = constant && type->isVectorTy()
                    ? llvm::dyn_cast_if_present<llvm::ConstantFP>(
                          constant->getSplatValue())
                    : nullptr;
  if (known == nullptr || !type->getScalarType()->isFloatTy()) {
    return nullptr;
  }
  const double divisor = known->getValueAPF().convertToDouble();
  int exponent = 0;
  const double digits = std::frexp(divisor, &exponent);
  const double inverse = 1 / divisor;
  const bool isOrdinary = std::isfinite(divisor) && std::isfinite(inverse);
  // LLVM multiplies by inverses of powers of two.
  if (!isOrdinary || std::abs(digits) == 0.5 ||
      (std::fmod(divisor, 2) == 0 &&
       std::abs(std::fma(divisor, inverse, -1.0)) > 0x1p-54)) {
    return nullptr;
  }
  llvm::Type *wide = withWidth(builder.getDoubleTy(), widthOf(x));
  Value *product = builder.CreateFMul(builder.CreateFPExt(x, wide),
                                      llvm::ConstantFP::get(wide, inverse));
  return builder.CreateFPTrunc(product, type);
}

/// On f32 or f64; null for what is no operation on floats.
Value *emitFloat(CodeEmitter &emitter, Operation *op,
                 llvm::ArrayRef<Value *> x) {
  Builder &builder = emitter.builder;
  if (std::optional<MathFunction> function = functionOf(op)) {
    return emitMathFunction(builder, *function, x, emitter.style.underflow);
  }
  auto unary = [&](ID id) { return builder.CreateUnaryIntrinsic(id, x[0]); };
  auto binary = [&](ID id) {
    return builder.CreateBinaryIntrinsic(id, x[0], x[1]);
  };
  auto isClass = [&](llvm::FPClassTest test) {
    return builder.createIsFPClass(x[0], test);
  };
  llvm::IRBuilderBase::FastMathFlagGuard guard(builder);
  builder.setFastMathFlags(flagsOf(op));
  return llvm::TypeSwitch<Operation *, Value *>(op)
      .Case([&](arith::AddFOp) { return builder.CreateFAdd(x[0], x[1]); })
      .Case([&](arith::SubFOp) { return builder.CreateFSub(x[0], x[1]); })
      .Case([&](arith::MulFOp) { return builder.CreateFMul(x[0], x[1]); })
      .Case([&](arith::DivFOp) {
        Value *product = emitter.style.multipliesByInverses
                             ? multiplyByInverse(builder, x[0], x[1])
                             : nullptr;
        return product ? product : builder.CreateFDiv(x[0], x[1]);
      })
      .Case([&](arith::NegFOp) { return builder.CreateFNeg(x[0]); })
      .Case([&](arith::MaximumFOp) { return binary(llvm::Intrinsic::maximum); })
      .Case([&](arith::MinimumFOp) { return binary(llvm::Intrinsic::minimum); })
      .Case([&](arith::MaxNumFOp) { return binary(llvm::Intrinsic::maxnum); })
      .Case([&](arith::MinNumFOp) { return binary(llvm::Intrinsic::minnum); })
      .Case([&](arith::CmpFOp compare) {
        return builder.CreateFCmp(predicateOf(compare.getPredicate()), x[0],
                                  x[1]);
      })
      .Case([&](math::AbsFOp) { return unary(llvm::Intrinsic::fabs); })
      .Case([&](math::CeilOp) { return unary(llvm::Intrinsic::ceil); })
      .Case([&](math::FloorOp) { return unary(llvm::Intrinsic::floor); })
      .Case([&](math::RoundOp) { return unary(llvm::Intrinsic::round); })
      .Case(
          [&](math::RoundEvenOp) { return unary(llvm::Intrinsic::roundeven); })
      .Case([&](math::TruncOp) { return unary(llvm::Intrinsic::trunc); })
      .Case([&](math::CopySignOp) { return binary(llvm::Intrinsic::copysign); })
      .Case([&](math::FmaOp) {
        return builder.CreateIntrinsic(llvm::Intrinsic::fma, {x[0]->getType()},
                                       {x[0], x[1], x[2]});
      })
      .Case([&](math::ClampFOp) {
        Value *above =
            builder.CreateBinaryIntrinsic(llvm::Intrinsic::maximum, x[0], x[1]);
        return builder.CreateBinaryIntrinsic(llvm::Intrinsic::minimum, above,
                                             x[2]);
      })
      .Case([&](math::IsFiniteOp) { return isClass(llvm::fcFinite); })
      .Case([&](math::IsInfOp) { return isClass(llvm::fcInf); })
      .Case([&](math::IsNaNOp) { return isClass(llvm::fcNan); })
      .Case([&](math::IsNormalOp) { return isClass(llvm::fcNormal); })
      .Default([](Operation *) -> Value * { return nullptr; });
}

//===----------------------------------------------------------------------===//
// Between types
//===----------------------------------------------------------------------===//

/// Codes of narrow floats are zero above their width, integers have no such
/// bits.
Value *emitBitcast(Builder &builder, Value *value, llvm::Type *to) {
  llvm::Type *from = value->getType();
  if (from->isIntOrIntVectorTy() && to->isIntOrIntVectorTy()) {
    return builder.CreateZExtOrTrunc(value, to);
  }
  return builder.CreateBitCast(value, to);
}

/// Null for what is no conversion.
Value *emitConversion(CodeEmitter &emitter, Operation *op, Value *x,
                      llvm::Type *resultElement) {
  Builder &builder = emitter.builder;
  if (op->getNumOperands() != 1 || op->getNumResults() != 1) {
    return nullptr;
  }
  mlir::Type from = elementTypeOf(op->getOperand(0).getType());
  mlir::Type to = elementTypeOf(op->getResult(0).getType());
  llvm::Type *type = withWidth(resultElement, widthOf(x));
  return llvm::TypeSwitch<Operation *, Value *>(op)
      .Case<arith::ExtFOp, arith::TruncFOp>([&](Operation *) {
        return convertFloat(builder, x, *floatKindOf(from), *floatKindOf(to),
                            emitter.style.underflow);
      })
      .Case<arith::ExtSIOp, arith::IndexCastOp>(
          [&](Operation *) { return builder.CreateSExtOrTrunc(x, type); })
      .Case<arith::ExtUIOp, arith::IndexCastUIOp, arith::TruncIOp>(
          [&](Operation *) { return builder.CreateZExtOrTrunc(x, type); })
      .Case([&](arith::SIToFPOp) {
        return convertInteger(builder, x, true, *floatKindOf(to));
      })
      .Case([&](arith::UIToFPOp) {
        return convertInteger(builder, x, false, *floatKindOf(to));
      })
      .Case([&](arith::FPToSIOp) {
        return convertToInteger(builder, x, *floatKindOf(from), resultElement,
                                true, emitter.style.saturates);
      })
      .Case([&](arith::FPToUIOp) {
        return convertToInteger(builder, x, *floatKindOf(from), resultElement,
                                false, emitter.style.saturates);
      })
      .Case([&](arith::BitcastOp) { return emitBitcast(builder, x, type); })
      .Default([](Operation *) -> Value * { return nullptr; });
}

/// Operations with two results.
Pieces emitPair(CodeEmitter &emitter, Operation *op,
                llvm::ArrayRef<Value *> x) {
  Builder &builder = emitter.builder;
  return llvm::TypeSwitch<Operation *, Pieces>(op)
      .Case([&](arith::AddUIExtendedOp) -> Pieces {
        Value *sum = builder.CreateAdd(x[0], x[1]);
        return {sum, builder.CreateICmpULT(sum, x[0])};
      })
      .Case([&](arith::MulSIExtendedOp) {
        return emitWideProduct(builder, x[0], x[1], true);
      })
      .Case([&](arith::MulUIExtendedOp) {
        return emitWideProduct(builder, x[0], x[1], false);
      })
      .Case([&](math::SincosOp) -> Pieces {
        return {emitMathFunction(builder, MathFunction::Sin, x),
                emitMathFunction(builder, MathFunction::Cos, x)};
      })
      .Default([](Operation *) { return Pieces(); });
}

} // namespace

Pieces emitElementwiseLanes(CodeEmitter &emitter, Operation *op,
                            llvm::ArrayRef<Value *> operands) {
  Builder &builder = emitter.builder;
  // Scalars of the program meet vectors in regions and in selects.
  int64_t width = 1;
  for (Value *operand : operands) {
    width = std::max(width, widthOf(operand));
  }
  Pieces x;
  for (Value *operand : operands) {
    x.push_back(splat(builder, operand, width));
  }
  if (op->getNumResults() == 2) {
    return emitPair(emitter, op, x);
  }
  if (llvm::isa<arith::SelectOp>(op)) {
    // Masks of tiles that are known to be inside.
    auto *known = llvm::dyn_cast<llvm::Constant>(operands[0]);
    if (known != nullptr && known->isAllOnesValue()) {
      return {x[1]};
    }
    return {builder.CreateSelect(operands[0], x[1], x[2])};
  }
  llvm::Type *resultElement = emitter.elementType(op->getResult(0).getType());
  if (Value *converted = emitConversion(emitter, op, x[0], resultElement)) {
    return {converted};
  }
  if (Value *result = emitInteger(emitter, op, x)) {
    return {result};
  }
  mlir::Type element = elementTypeOf(op->getOperand(0).getType());
  std::optional<FloatKind> kind = floatKindOf(element);
  if (!kind) {
    return {};
  }
  const bool narrow = isNarrowFloat(element);
  if (narrow) {
    for (Value *&operand : x) {
      operand = convertFloat(builder, operand, *kind, FloatKind::F32);
    }
  }
  Value *result = emitFloat(emitter, op, x);
  if (result == nullptr) {
    return {};
  }
  if (narrow && result->getType()->isFPOrFPVectorTy()) {
    result = convertFloat(builder, result, FloatKind::F32, *kind);
  }
  return {result};
}

LogicalResult emitElementwise(CodeEmitter &emitter, Operation *op) {
  if (op->getNumResults() == 0 || op->getNumOperands() == 0 ||
      op->getNumRegions() != 0) {
    return op->emitOpError() << "has no form on " << emitter.style.machine;
  }
  if (Pieces pieces = emitter.emitOutlined(op); !pieces.empty()) {
    emitter.define(op->getResult(0), std::move(pieces));
    return success();
  }
  const size_t count = emitter.cut(op->getResult(0)).size();
  llvm::SmallVector<Pieces> results(op->getNumResults(), Pieces(count));
  bool known = true;
  emitInStep(emitter.builder, count, [&](size_t i) {
    Pieces operands;
    for (mlir::Value operand : op->getOperands()) {
      llvm::ArrayRef<Value *> pieces = emitter.pieces(operand);
      operands.push_back(pieces.size() == count ? pieces[i] : pieces[0]);
    }
    Pieces piece = emitElementwiseLanes(emitter, op, operands);
    known = known && !piece.empty();
    for (size_t result = 0; result < piece.size(); ++result) {
      results[result][i] = piece[result];
    }
  });
  if (!known) {
    return op->emitOpError() << "has no form on " << emitter.style.machine;
  }
  for (auto [result, pieces] : llvm::zip_equal(op->getResults(), results)) {
    emitter.define(result, std::move(pieces));
  }
  return success();
}

Pieces emitScalarRegion(CodeEmitter &emitter, mlir::Region &region,
                        llvm::ArrayRef<Value *> arguments) {
  mlir::Block &block = region.front();
  const bool simple = llvm::all_of(
      block, [](Operation &op) { return op.getNumRegions() == 0; });
  int64_t width = 1;
  for (Value *argument : arguments) {
    width = std::max(width, widthOf(argument));
  }
  auto run = [&](llvm::ArrayRef<Value *> given) -> Pieces {
    for (auto [name, value] : llvm::zip_equal(block.getArguments(), given)) {
      emitter.define(name, {value});
    }
    if (failed(emitter.emitBlock(block))) {
      return {};
    }
    Pieces results;
    for (mlir::Value result : block.getTerminator()->getOperands()) {
      results.push_back(emitter.scalar(result));
    }
    return results;
  };
  if (simple || width == 1) {
    Pieces results = run(arguments);
    for (Value *&result : results) {
      result = splat(emitter.builder, result, width);
    }
    return results;
  }
  // Lanes may take different ways through control flow: one after the other.
  llvm::SmallVector<Pieces> columns;
  for (int64_t lane = 0; lane < width; ++lane) {
    Pieces given;
    for (Value *argument : arguments) {
      given.push_back(extractLane(emitter.builder, argument, lane));
    }
    Pieces results = run(given);
    if (results.empty()) {
      return {};
    }
    columns.resize(results.size());
    for (auto [column, result] : llvm::zip_equal(columns, results)) {
      column.push_back(result);
    }
  }
  Pieces results;
  for (const Pieces &column : columns) {
    results.push_back(fromScalars(emitter.builder, column));
  }
  return results;
}

} // namespace weft::code
