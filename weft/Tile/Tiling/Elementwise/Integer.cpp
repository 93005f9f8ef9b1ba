// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise operations on integers and booleans.
//
// What the machine traps on or leaves undefined has a value in StableHLO, so
// the operand that would do harm is replaced first and the result chosen after.

#include "weft/Tile/Tiling/Elementwise/Elementwise.h"

#include "weft/StableHLO/IR/StableHLO.h"

#include <llvm/ADT/TypeSwitch.h>
#include <mlir/Dialect/SCF/IR/SCF.h>
#include <mlir/IR/Matchers.h>

using namespace mlir;

namespace weft::tile {
namespace {

using Predicate = arith::CmpIPredicate;

std::optional<llvm::APInt> constantOf(Value value) {
  llvm::APInt number;
  if (matchPattern(value, m_ConstantInt(&number))) {
    return number;
  }
  return std::nullopt;
}

/// A divisor that can be divided by: 1 in place of 0 and -1.
struct Divisor {
  Value safe;
  /// Null where the divisor is known to be harmless.
  Value isZero;
  Value isMinusOne;
};

Divisor makeSafe(Arithmetic &math, Value divisor, bool isUnsigned) {
  Divisor result;
  std::optional<llvm::APInt> constant = constantOf(divisor);
  if (constant && !constant->isZero() &&
      (isUnsigned || !constant->isAllOnes())) {
    result.safe = divisor;
    return result;
  }
  Type type = divisor.getType();
  result.isZero = math.compare(Predicate::eq, divisor, math.zero(type));
  Value isBad = result.isZero;
  if (!isUnsigned) {
    result.isMinusOne =
        math.compare(Predicate::eq, divisor, math.integer(type, -1));
    isBad = math.either(isBad, result.isMinusOne);
  }
  result.safe = math.select(isBad, math.integer(type, 1), divisor);
  return result;
}

Value emitSafeQuotient(Arithmetic &math, Value x, const Divisor &divisor,
                       bool isUnsigned) {
  return isUnsigned ? math.make<arith::DivUIOp>(x, divisor.safe)
                    : math.make<arith::DivSIOp>(x, divisor.safe);
}

Value emitDivide(Arithmetic &math, Value x, Value y, bool isUnsigned) {
  Divisor divisor = makeSafe(math, y, isUnsigned);
  Value quotient = emitSafeQuotient(math, x, divisor, isUnsigned);
  if (divisor.isMinusOne) {
    Value negated = math.make<arith::SubIOp>(math.zero(x.getType()), x);
    quotient = math.select(divisor.isMinusOne, negated, quotient);
  }
  if (divisor.isZero) {
    quotient =
        math.select(divisor.isZero, math.integer(x.getType(), -1), quotient);
  }
  return quotient;
}

/// From the quotient, which is then computed once where both are asked for.
Value emitRemainder(Arithmetic &math, Value x, Value y, bool isUnsigned) {
  Divisor divisor = makeSafe(math, y, isUnsigned);
  Value whole = math.make<arith::MulIOp>(
      emitSafeQuotient(math, x, divisor, isUnsigned), divisor.safe);
  Value remainder = math.make<arith::SubIOp>(x, whole);
  return divisor.isZero ? math.select(divisor.isZero, x, remainder) : remainder;
}

/// By repeated squaring, one step per bit of the exponent.
Value emitPower(Arithmetic &math, Value base, Value exponent, bool isUnsigned) {
  Type type = base.getType();
  unsigned width = elementOf(base).getIntOrFloatBitWidth();
  Value one = math.integer(type, 1);
  Value zero = math.zero(type);
  auto loop = scf::ForOp::create(
      math.builder, math.loc, math.index(0), math.index(width), math.index(1),
      ValueRange{one, base, exponent},
      [&](OpBuilder &builder, Location loc, Value, ValueRange state) {
        Arithmetic body(builder, loc);
        Value isOdd = body.compare(
            Predicate::ne, body.make<arith::AndIOp>(state[2], one), zero);
        Value product = body.make<arith::MulIOp>(state[0], state[1]);
        Value result = body.select(isOdd, product, state[0]);
        Value square = body.make<arith::MulIOp>(state[1], state[1]);
        Value rest = body.make<arith::ShRUIOp>(state[2], one);
        scf::YieldOp::create(builder, loc, ValueRange{result, square, rest});
      });
  Value power = loop.getResult(0);
  if (isUnsigned || width == 1) {
    return power;
  }
  // To a negative power: 1 stays, -1 alternates, all else vanishes.
  Value minusOne = math.integer(type, -1);
  Value isOdd = math.compare(Predicate::ne,
                             math.make<arith::AndIOp>(exponent, one), zero);
  Value ofMinusOne = math.select(isOdd, minusOne, one);
  Value vanished =
      math.select(math.compare(Predicate::eq, base, one), one, zero);
  vanished = math.select(math.compare(Predicate::eq, base, minusOne),
                         ofMinusOne, vanished);
  Value isNegative = math.compare(Predicate::slt, exponent, zero);
  return math.select(isNegative, vanished, power);
}

template <typename Shift>
Value emitShift(Arithmetic &math, Value x, Value amount) {
  unsigned width = elementOf(x).getIntOrFloatBitWidth();
  std::optional<llvm::APInt> constant = constantOf(amount);
  if (constant && constant->ult(width)) {
    return math.make<Shift>(x, amount);
  }
  Type type = x.getType();
  Value zero = math.zero(type);
  if (!llvm::isUIntN(width, width)) {
    // One bit: only a shift by zero leaves anything.
    Value isNone = math.compare(Predicate::eq, amount, zero);
    return math.select(isNone, x, zero);
  }
  Value isGone =
      math.compare(Predicate::uge, amount, math.integer(type, width));
  Value shifted = math.make<Shift>(x, math.select(isGone, zero, amount));
  return math.select(isGone, zero, shifted);
}

Value emitShiftArithmetic(Arithmetic &math, Value x, Value amount) {
  unsigned width = elementOf(x).getIntOrFloatBitWidth();
  Value most = math.integer(x.getType(), width - 1);
  return math.make<arith::ShRSIOp>(x, math.make<arith::MinUIOp>(amount, most));
}

Value emitUnary(Arithmetic &math, Operation *op, Value x, bool isUnsigned) {
  Type type = x.getType();
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case([&](stablehlo::AbsOp) -> Value {
        if (isUnsigned) {
          return x;
        }
        Value isNegative = math.compare(Predicate::slt, x, math.zero(type));
        Value negated = math.make<arith::SubIOp>(math.zero(type), x);
        return math.select(isNegative, negated, x);
      })
      .Case([&](stablehlo::NegateOp) {
        return math.make<arith::SubIOp>(math.zero(type), x);
      })
      .Case([&](stablehlo::NotOp) { return math.complement(x); })
      .Case([&](stablehlo::SignOp) {
        Value isZero = math.compare(Predicate::eq, x, math.zero(type));
        Value sign = math.integer(type, 1);
        if (!isUnsigned) {
          Value isNegative = math.compare(Predicate::slt, x, math.zero(type));
          sign = math.select(isNegative, math.integer(type, -1), sign);
        }
        return math.select(isZero, x, sign);
      })
      .Case([&](stablehlo::PopcntOp) { return math.make<math::CtPopOp>(x); })
      .Case([&](stablehlo::CountLeadingZerosOp) {
        return math.make<math::CountLeadingZerosOp>(x);
      })
      .Default([](Operation *) { return Value(); });
}

Value emitBinary(Arithmetic &math, Operation *op, Value x, Value y,
                 Type element) {
  bool isUnsigned = tile::isUnsigned(element);
  bool isBoolean = tile::isBoolean(element);
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case([&](stablehlo::AddOp) {
        return isBoolean ? math.either(x, y) : math.make<arith::AddIOp>(x, y);
      })
      .Case(
          [&](stablehlo::SubtractOp) { return math.make<arith::SubIOp>(x, y); })
      .Case([&](stablehlo::MultiplyOp) {
        return isBoolean ? math.both(x, y) : math.make<arith::MulIOp>(x, y);
      })
      .Case([&](stablehlo::DivideOp) {
        return emitDivide(math, x, y, isUnsigned);
      })
      .Case([&](stablehlo::RemainderOp) {
        return emitRemainder(math, x, y, isUnsigned);
      })
      .Case(
          [&](stablehlo::PowerOp) { return emitPower(math, x, y, isUnsigned); })
      .Case([&](stablehlo::AndOp) { return math.both(x, y); })
      .Case([&](stablehlo::OrOp) { return math.either(x, y); })
      .Case([&](stablehlo::XorOp) { return math.make<arith::XOrIOp>(x, y); })
      .Case([&](stablehlo::ShiftLeftOp) {
        return emitShift<arith::ShLIOp>(math, x, y);
      })
      .Case([&](stablehlo::ShiftRightLogicalOp) {
        return emitShift<arith::ShRUIOp>(math, x, y);
      })
      .Case([&](stablehlo::ShiftRightArithmeticOp) {
        return emitShiftArithmetic(math, x, y);
      })
      .Case([&](stablehlo::MaximumOp) {
        return isUnsigned ? math.make<arith::MaxUIOp>(x, y)
                          : math.make<arith::MaxSIOp>(x, y);
      })
      .Case([&](stablehlo::MinimumOp) {
        return isUnsigned ? math.make<arith::MinUIOp>(x, y)
                          : math.make<arith::MinSIOp>(x, y);
      })
      .Default([](Operation *) { return Value(); });
}

} // namespace

TileValue emitInteger(Arithmetic &math, Operation *op,
                      ArrayRef<TileValue> operands) {
  Type element = getElementTypeOrSelf(op->getOperand(0).getType());
  Value result =
      operands.size() == 1
          ? emitUnary(math, op, operands[0][0], isUnsigned(element))
          : emitBinary(math, op, operands[0][0], operands[1][0], element);
  return result ? TileValue{result} : TileValue{};
}

} // namespace weft::tile
