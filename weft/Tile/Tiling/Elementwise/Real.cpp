// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise operations on floats.

#include "weft/Tile/Tiling/Elementwise/Elementwise.h"

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Support/RoughLogarithm.h"

#include <llvm/ADT/TypeSwitch.h>

using namespace mlir;

namespace weft::tile {
namespace {

/// Whether an instruction of few digits is enough.
bool mayBeRough(stablehlo::LogOp op) {
  const stablehlo::ResultAccuracyAttr accuracy = op.getResultAccuracy();
  return accuracy.getMode().getValue() ==
             stablehlo::ResultAccuracyMode::TOLERANCE &&
         accuracy.getAtol().convertToDouble() >= roughLogarithmTolerance &&
         accuracy.getRtol().convertToDouble() >= roughLogarithmTolerance;
}

/// 0, NaN: itself. Else 1 with its sign.
Value emitSign(Arithmetic &math, Value x) {
  Value zero = math.zero(x.getType());
  Value one = math.copySign(math.real(x.getType(), 1), x);
  // Neither below nor above zero.
  Value isItself = math.compare(arith::CmpFPredicate::UEQ, x, zero);
  return math.select(isItself, x, one);
}

/// One that may be off says so.
Value emitLogarithm(Arithmetic &math, stablehlo::LogOp op, Value x) {
  return math.make<math::LogOp>(x, mayBeRough(op) && elementOf(x).isF32()
                                       ? arith::FastMathFlags::afn
                                       : arith::FastMathFlags::none);
}

/// Of operands in the type of computation; null for other operations.
Value emitUnary(Arithmetic &math, Operation *op, Value x) {
  auto one = [&] { return math.real(x.getType(), 1); };
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case([&](stablehlo::AbsOp) { return math.absolute(x); })
      .Case([&](stablehlo::NegateOp) { return math.negate(x); })
      .Case([&](stablehlo::SignOp) { return emitSign(math, x); })
      .Case([&](stablehlo::CeilOp) { return math.make<math::CeilOp>(x); })
      .Case([&](stablehlo::FloorOp) { return math.make<math::FloorOp>(x); })
      .Case([&](stablehlo::RoundNearestAfzOp) {
        return math.make<math::RoundOp>(x);
      })
      .Case([&](stablehlo::RoundNearestEvenOp) {
        return math.make<math::RoundEvenOp>(x);
      })
      .Case([&](stablehlo::CbrtOp) { return math.make<math::CbrtOp>(x); })
      .Case([&](stablehlo::CosineOp) { return math.make<math::CosOp>(x); })
      .Case([&](stablehlo::ExponentialOp) { return math.make<math::ExpOp>(x); })
      .Case([&](stablehlo::ExponentialMinusOneOp) {
        return math.make<math::ExpM1Op>(x);
      })
      .Case([&](stablehlo::LogOp log) { return emitLogarithm(math, log, x); })
      .Case(
          [&](stablehlo::LogPlusOneOp) { return math.make<math::Log1pOp>(x); })
      .Case([&](stablehlo::LogisticOp) {
        // exp(x) / (1 + exp(x)) where x is negative: nothing overflows.
        Value power = math.make<math::ExpOp>(math.negate(math.absolute(x)));
        Value isNegative =
            math.compare(arith::CmpFPredicate::OLT, x, math.zero(x.getType()));
        return math.make<arith::DivFOp>(math.select(isNegative, power, one()),
                                        math.make<arith::AddFOp>(one(), power));
      })
      .Case([&](stablehlo::RsqrtOp) {
        return math.make<arith::DivFOp>(one(), math.make<math::SqrtOp>(x));
      })
      .Case([&](stablehlo::SineOp) { return math.make<math::SinOp>(x); })
      .Case([&](stablehlo::SqrtOp) { return math.make<math::SqrtOp>(x); })
      .Case([&](stablehlo::TanOp) { return math.make<math::TanOp>(x); })
      .Case([&](stablehlo::TanhOp) { return math.make<math::TanhOp>(x); })
      .Default([](Operation *) { return Value(); });
}

Value emitBinary(Arithmetic &math, Operation *op, Value x, Value y) {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case([&](stablehlo::AddOp) { return math.add(x, y); })
      .Case([&](stablehlo::SubtractOp) { return math.sub(x, y); })
      .Case([&](stablehlo::MultiplyOp) { return math.mul(x, y); })
      .Case([&](stablehlo::DivideOp) { return math.make<arith::DivFOp>(x, y); })
      .Case([&](stablehlo::RemainderOp) {
        return math.make<arith::RemFOp>(x, y);
      })
      .Case([&](stablehlo::PowerOp) { return math.make<math::PowFOp>(x, y); })
      .Case([&](stablehlo::Atan2Op) { return math.make<math::Atan2Op>(x, y); })
      .Case([&](stablehlo::MaximumOp) {
        return math.make<arith::MaximumFOp>(x, y);
      })
      .Case([&](stablehlo::MinimumOp) {
        return math.make<arith::MinimumFOp>(x, y);
      })
      .Default([](Operation *) { return Value(); });
}

} // namespace

TileValue emitReal(Arithmetic &math, Operation *op,
                   ArrayRef<TileValue> operands) {
  Type part = elementOf(operands[0][0]);
  if (isa<stablehlo::IsFiniteOp>(op)) {
    return {math.isFinite(math.widen(operands[0][0]))};
  }
  if (auto reduce = dyn_cast<stablehlo::ReducePrecisionOp>(op)) {
    return {emitReducePrecision(math, operands[0][0], reduce.getExponentBits(),
                                reduce.getMantissaBits())};
  }
  Value x = math.widen(operands[0][0]);
  Value result = operands.size() == 1
                     ? emitUnary(math, op, x)
                     : emitBinary(math, op, x, math.widen(operands[1][0]));
  if (!result) {
    return {};
  }
  return {math.narrow(result, part)};
}

} // namespace weft::tile
