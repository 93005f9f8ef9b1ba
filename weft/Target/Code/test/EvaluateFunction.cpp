// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/Code/test/EvaluateFunction.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

namespace weft::code {
namespace {

using llvm::APInt;
using llvm::Instruction;
using llvm::Intrinsic::ID;

/// Nothing for poison.
using Number = std::optional<APInt>;

class Evaluation {
public:
  explicit Evaluation(int64_t mostSteps) : mostSteps(mostSteps) {}

  Outcome run(const llvm::Function &function, llvm::ArrayRef<APInt> arguments) {
    for (auto [argument, number] :
         llvm::zip_equal(function.args(), arguments)) {
      known[&argument] = number;
    }
    const llvm::BasicBlock *from = nullptr;
    const llvm::BasicBlock *block = &function.getEntryBlock();
    while (block != nullptr) {
      enter(*block, from);
      from = block;
      block = runBlock(*block);
    }
    return outcome;
  }

private:
  Number of(const llvm::Value *value) const {
    if (auto *constant = llvm::dyn_cast<llvm::ConstantInt>(value)) {
      return constant->getValue();
    }
    return llvm::isa<llvm::Constant>(value) ? std::nullopt : known.at(value);
  }

  /// All numbers that a block begins with become known at once.
  void enter(const llvm::BasicBlock &block, const llvm::BasicBlock *from) {
    llvm::SmallVector<std::pair<const llvm::PHINode *, Number>> numbers;
    for (const llvm::PHINode &phi : block.phis()) {
      numbers.push_back({&phi, of(phi.getIncomingValueForBlock(from))});
    }
    for (auto &[phi, number] : numbers) {
      known[phi] = number;
    }
  }

  /// The block that follows; null at the end, or where nothing has a meaning.
  const llvm::BasicBlock *runBlock(const llvm::BasicBlock &block) {
    for (const Instruction &instruction : block) {
      if (++steps > mostSteps) {
        return nullptr;
      }
      if (auto *end = llvm::dyn_cast<llvm::ReturnInst>(&instruction)) {
        const Number result = of(end->getReturnValue());
        outcome = result ? Outcome{Outcome::Kind::Number, *result}
                         : Outcome{Outcome::Kind::Poison, APInt()};
        return nullptr;
      }
      if (auto *branch = llvm::dyn_cast<llvm::BranchInst>(&instruction)) {
        if (branch->isUnconditional()) {
          return branch->getSuccessor(0);
        }
        const Number condition = of(branch->getCondition());
        return condition ? branch->getSuccessor(condition->isZero() ? 1 : 0)
                         : nullptr;
      }
      if (llvm::isa<llvm::PHINode>(instruction)) {
        continue;
      }
      if (isUndefined(instruction)) {
        return nullptr;
      }
      known[&instruction] = compute(instruction);
    }
    return nullptr;
  }

  bool isUndefined(const Instruction &instruction) const {
    if (llvm::isa<llvm::FreezeInst>(instruction)) {
      return !of(instruction.getOperand(0));
    }
    if (!instruction.isIntDivRem()) {
      return false;
    }
    const Number lhs = of(instruction.getOperand(0));
    const Number rhs = of(instruction.getOperand(1));
    const bool isSigned = instruction.getOpcode() == Instruction::SDiv ||
                          instruction.getOpcode() == Instruction::SRem;
    return !rhs || rhs->isZero() ||
           (isSigned && lhs && lhs->isMinSignedValue() && rhs->isAllOnes());
  }

  Number compute(const Instruction &instruction) const {
    if (auto *select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
      const Number condition = of(select->getCondition());
      return condition ? of(condition->isZero() ? select->getFalseValue()
                                                : select->getTrueValue())
                       : std::nullopt;
    }
    llvm::SmallVector<APInt> operands;
    for (const llvm::Value *operand : valuesOf(instruction)) {
      const Number number = of(operand);
      if (!number) {
        return std::nullopt;
      }
      operands.push_back(*number);
    }
    if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
      return callOf(call->getIntrinsicID(), operands);
    }
    if (auto *cast = llvm::dyn_cast<llvm::CastInst>(&instruction)) {
      return castOf(*cast, operands[0]);
    }
    if (auto *compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction)) {
      if (compare->hasSameSign() &&
          operands[0].isNegative() != operands[1].isNegative()) {
        return std::nullopt;
      }
      return APInt(1, llvm::ICmpInst::compare(operands[0], operands[1],
                                              compare->getPredicate()));
    }
    return llvm::isa<llvm::FreezeInst>(instruction)
               ? operands[0]
               : binaryOf(llvm::cast<llvm::BinaryOperator>(instruction),
                          operands[0], operands[1]);
  }

  static llvm::SmallVector<const llvm::Value *>
  valuesOf(const Instruction &instruction) {
    auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    llvm::SmallVector<const llvm::Value *> values;
    for (const llvm::Use &use : call ? call->args() : instruction.operands()) {
      values.push_back(use.get());
    }
    return values;
  }

  static Number callOf(ID id, llvm::ArrayRef<APInt> of) {
    switch (id) {
    case llvm::Intrinsic::smin:
      return llvm::APIntOps::smin(of[0], of[1]);
    case llvm::Intrinsic::smax:
      return llvm::APIntOps::smax(of[0], of[1]);
    case llvm::Intrinsic::umin:
      return llvm::APIntOps::umin(of[0], of[1]);
    case llvm::Intrinsic::umax:
      return llvm::APIntOps::umax(of[0], of[1]);
    case llvm::Intrinsic::uadd_sat:
      return of[0].uadd_sat(of[1]);
    case llvm::Intrinsic::ssub_sat:
      return of[0].ssub_sat(of[1]);
    case llvm::Intrinsic::abs:
      return of[1].isOne() && of[0].isMinSignedValue() ? Number()
                                                       : Number(of[0].abs());
    case llvm::Intrinsic::ctlz:
      return of[1].isOne() && of[0].isZero()
                 ? Number()
                 : Number(APInt(of[0].getBitWidth(), of[0].countl_zero()));
    default:
      llvm_unreachable("not one of those that are made");
    }
  }

  static Number castOf(const llvm::CastInst &cast, const APInt &of) {
    const unsigned bits = cast.getType()->getIntegerBitWidth();
    if (llvm::isa<llvm::SExtInst>(cast)) {
      return of.sext(bits);
    }
    if (llvm::isa<llvm::ZExtInst>(cast)) {
      return cast.hasNonNeg() && of.isNegative() ? Number()
                                                 : Number(of.zext(bits));
    }
    const auto &trunc = llvm::cast<llvm::TruncInst>(cast);
    const bool isLost = (trunc.hasNoUnsignedWrap() && !of.isIntN(bits)) ||
                        (trunc.hasNoSignedWrap() && !of.isSignedIntN(bits));
    return isLost ? Number() : Number(of.trunc(bits));
  }

  static Number binaryOf(const llvm::BinaryOperator &binary, const APInt &lhs,
                         const APInt &rhs) {
    bool wrapsSigned = false;
    bool wrapsUnsigned = false;
    auto unlessWrapped = [&](const APInt &result) {
      return (wrapsSigned && binary.hasNoSignedWrap()) ||
                     (wrapsUnsigned && binary.hasNoUnsignedWrap())
                 ? Number()
                 : Number(result);
    };
    auto unlessInexact = [&](const APInt &result, bool isExact) {
      return binary.isExact() && !isExact ? Number() : Number(result);
    };
    switch (binary.getOpcode()) {
    case Instruction::Add:
      (void)lhs.sadd_ov(rhs, wrapsSigned);
      (void)lhs.uadd_ov(rhs, wrapsUnsigned);
      return unlessWrapped(lhs + rhs);
    case Instruction::Sub:
      (void)lhs.ssub_ov(rhs, wrapsSigned);
      (void)lhs.usub_ov(rhs, wrapsUnsigned);
      return unlessWrapped(lhs - rhs);
    case Instruction::Mul:
      (void)lhs.smul_ov(rhs, wrapsSigned);
      (void)lhs.umul_ov(rhs, wrapsUnsigned);
      return unlessWrapped(lhs * rhs);
    case Instruction::Shl:
      if (rhs.uge(lhs.getBitWidth())) {
        return std::nullopt;
      }
      (void)lhs.sshl_ov(rhs, wrapsSigned);
      (void)lhs.ushl_ov(rhs, wrapsUnsigned);
      return unlessWrapped(lhs.shl(rhs));
    case Instruction::LShr:
    case Instruction::AShr: {
      if (rhs.uge(lhs.getBitWidth())) {
        return std::nullopt;
      }
      const APInt result = binary.getOpcode() == Instruction::LShr
                               ? lhs.lshr(rhs)
                               : lhs.ashr(rhs);
      return unlessInexact(result, result.shl(rhs) == lhs);
    }
    case Instruction::UDiv:
      return unlessInexact(lhs.udiv(rhs), lhs.urem(rhs).isZero());
    case Instruction::SDiv:
      return unlessInexact(lhs.sdiv(rhs), lhs.srem(rhs).isZero());
    case Instruction::URem:
      return lhs.urem(rhs);
    case Instruction::SRem:
      return lhs.srem(rhs);
    case Instruction::And:
      return lhs & rhs;
    case Instruction::Or: {
      const auto &either = llvm::cast<llvm::PossiblyDisjointInst>(binary);
      return either.isDisjoint() && lhs.intersects(rhs) ? Number()
                                                        : Number(lhs | rhs);
    }
    case Instruction::Xor:
      return lhs ^ rhs;
    default:
      llvm_unreachable("not one of those that are made");
    }
  }

  llvm::DenseMap<const llvm::Value *, Number> known;
  const int64_t mostSteps;
  int64_t steps = 0;
  Outcome outcome;
};

} // namespace

Outcome evaluate(const llvm::Function &function,
                 llvm::ArrayRef<APInt> arguments, int64_t mostSteps) {
  return Evaluation(mostSteps).run(function, arguments);
}

} // namespace weft::code
