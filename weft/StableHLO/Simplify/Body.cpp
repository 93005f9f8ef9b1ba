// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Simplify/Body.h"

#include "weft/StableHLO/Simplify/Evaluate.h"
#include "weft/StableHLO/Simplify/Sizes.h"

#include <mlir/IR/IRMapping.h>

using namespace mlir;

namespace weft::stablehlo {

std::optional<Monoid> monoidOf(Region &body) {
  Block &block = body.front();
  if (block.getNumArguments() != 2 || block.getOperations().size() != 2) {
    return std::nullopt;
  }
  Operation &op = block.front();
  Operation *end = block.getTerminator();
  Value a = block.getArgument(0);
  Value b = block.getArgument(1);
  if (op.getNumOperands() != 2 || op.getNumResults() != 1 ||
      end->getNumOperands() != 1 || end->getOperand(0) != op.getResult(0) ||
      !((op.getOperand(0) == a && op.getOperand(1) == b) ||
        (op.getOperand(0) == b && op.getOperand(1) == a))) {
    return std::nullopt;
  }
  return llvm::TypeSwitch<Operation *, std::optional<Monoid>>(&op)
      .Case([](AddOp) { return Monoid::Add; })
      .Case([](MultiplyOp) { return Monoid::Multiply; })
      .Case([](MinimumOp) { return Monoid::Minimum; })
      .Case([](MaximumOp) { return Monoid::Maximum; })
      .Case([](AndOp) { return Monoid::And; })
      .Case([](OrOp) { return Monoid::Or; })
      .Case([](XorOp) { return Monoid::Xor; })
      .Default([](Operation *) { return std::nullopt; });
}

bool isIdempotent(Monoid monoid) {
  return monoid == Monoid::Minimum || monoid == Monoid::Maximum ||
         monoid == Monoid::And || monoid == Monoid::Or;
}

bool isOrderless(Monoid monoid, Type type) {
  // Of complex numbers, which NaN wins depends on who meets whom first.
  return isExact(type) || (isFloat(type) && isIdempotent(monoid));
}

bool isNeutral(Monoid monoid, Value value) {
  std::optional<llvm::APInt> integer = splatInteger(value);
  std::optional<llvm::APFloat> real = splatFloat(value);
  switch (monoid) {
  case Monoid::Add:
    return isAdditiveIdentity(value);
  case Monoid::Multiply:
    return isMultiplicativeIdentity(value);
  case Monoid::And:
    return integer && integer->isAllOnes();
  case Monoid::Or:
  case Monoid::Xor:
    return integer && integer->isZero();
  case Monoid::Minimum:
    if (integer) {
      return isUnsigned(value) || isBoolean(value)
                 ? integer->isMaxValue()
                 : integer->isMaxSignedValue();
    }
    return real && real->isInfinity() && !real->isNegative();
  case Monoid::Maximum:
    if (integer) {
      return isUnsigned(value) || isBoolean(value)
                 ? integer->isMinValue()
                 : integer->isMinSignedValue();
    }
    return real && real->isInfinity() && real->isNegative();
  }
  return false;
}

std::optional<unsigned> returnedArgument(Region &body) {
  Operation *end = body.front().getTerminator();
  if (end->getNumOperands() != 1) {
    return std::nullopt;
  }
  auto argument = dyn_cast<BlockArgument>(end->getOperand(0));
  if (!argument || argument.getOwner() != &body.front()) {
    return std::nullopt;
  }
  return argument.getArgNumber();
}

bool isElementwiseBody(Region &body) {
  // Bodies are short; a long one is not worth being spread out.
  constexpr size_t longest = 64;
  Block &block = body.front();
  auto isScalar = [](Type type) {
    return isStaticTensor(type) && cast<ShapedType>(type).getRank() == 0;
  };
  auto isPlainConstant = [](Operation &op) {
    return isa<ConstantOp>(op) && isPlain(&op);
  };
  return body.hasOneBlock() && block.getOperations().size() <= longest &&
         llvm::all_of(block.getArgumentTypes(), isScalar) &&
         llvm::all_of(block.getTerminator()->getOperandTypes(), isScalar) &&
         llvm::all_of(block.without_terminator(), [&](Operation &op) {
           return op.getNumResults() == 1 &&
                  (isPlainConstant(op) || isElementwise(&op)) &&
                  llvm::all_of(op.getOperandTypes(), isScalar) &&
                  llvm::all_of(op.getResultTypes(), isScalar);
         });
}

SmallVector<Value> applyBody(Rewriter &rewriter, Region &body,
                             ValueRange operands, ArrayRef<int64_t> shape) {
  Block &block = body.front();
  IRMapping mapping;
  for (auto [argument, operand] :
       llvm::zip_equal(block.getArguments(), operands)) {
    mapping.map(argument, rewriter.convert(operand, elementOf(argument)));
  }
  // Scalars from outside the body serve for every element.
  auto spread = [&](Value value) {
    if (!mapping.contains(value)) {
      mapping.map(value, rewriter.broadcastScalar(value, shape));
    }
    return mapping.lookup(value);
  };
  for (Operation &op : block.without_terminator()) {
    if (isa<ConstantOp>(op)) {
      mapping.map(op.getResult(0), rewriter.splatLike(op.getResult(0), shape));
      continue;
    }
    SmallVector<Value> whole;
    for (Value operand : op.getOperands()) {
      whole.push_back(spread(operand));
    }
    Value result = op.getResult(0);
    mapping.map(result, rewriter.remake(&op, whole, typeOf(result).clone(shape),
                                        rewriter.locationWith(&op)));
  }
  SmallVector<Value> results;
  for (Value value : block.getTerminator()->getOperands()) {
    results.push_back(spread(value));
  }
  return results;
}

} // namespace weft::stablehlo
