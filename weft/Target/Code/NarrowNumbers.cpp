// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/Code/NarrowNumbers.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/Local.h>

namespace weft::code {
namespace {

using llvm::ConstantRange;
using llvm::Instruction;
using llvm::Value;

constexpr unsigned narrowBits = 32;
constexpr unsigned wideBits = 64;

bool isNumber(const Value *value) { return value->getType()->isIntegerTy(); }
bool isWide(const Value *value) {
  return value->getType()->isIntegerTy(wideBits);
}

//===----------------------------------------------------------------------===//
// Between which ends
//===----------------------------------------------------------------------===//

/// The ends of all numbers of a function.
class Ranges {
public:
  Ranges(llvm::Function &function, llvm::ScalarEvolution &evolution)
      : evolution(evolution) {
    // Operands come before what is computed from them, but around a loop.
    for (llvm::BasicBlock *block :
         llvm::ReversePostOrderTraversal<llvm::Function *>(&function)) {
      for (Instruction &instruction : *block) {
        if (isNumber(&instruction)) {
          known.insert({&instruction, compute(instruction)});
        }
      }
    }
  }

  ConstantRange of(const Value *value) const {
    if (auto *constant = llvm::dyn_cast<llvm::ConstantInt>(value)) {
      return ConstantRange(constant->getValue());
    }
    if (auto *argument = llvm::dyn_cast<llvm::Argument>(value)) {
      return argument->getRange().value_or(
          ConstantRange::getFull(value->getType()->getIntegerBitWidth()));
    }
    auto found = known.find(value);
    return found == known.end()
               ? ConstantRange::getFull(value->getType()->getIntegerBitWidth())
               : found->second;
  }

private:
  ConstantRange compute(Instruction &instruction) const {
    const unsigned bits = instruction.getType()->getIntegerBitWidth();
    const ConstantRange range = computeAny(instruction);
    // Of code that is never reached anything could be said.
    return range.isEmptySet() ? ConstantRange::getFull(bits) : range;
  }

  ConstantRange computeAny(Instruction &instruction) const {
    const unsigned bits = instruction.getType()->getIntegerBitWidth();
    if (auto *phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
      return computePhi(*phi);
    }
    if (auto *binary = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) {
      const ConstantRange lhs = of(binary->getOperand(0));
      const ConstantRange rhs = of(binary->getOperand(1));
      auto *sum = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(binary);
      const unsigned flags = sum == nullptr ? 0 : sum->getNoWrapKind();
      return flags == 0
                 ? lhs.binaryOp(binary->getOpcode(), rhs)
                 : lhs.overflowingBinaryOp(binary->getOpcode(), rhs, flags);
    }
    if (llvm::isa<llvm::TruncInst, llvm::ZExtInst, llvm::SExtInst>(
            instruction)) {
      auto &cast = llvm::cast<llvm::CastInst>(instruction);
      return isNumber(cast.getOperand(0))
                 ? of(cast.getOperand(0)).castOp(cast.getOpcode(), bits)
                 : ConstantRange::getFull(bits);
    }
    if (auto *compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction)) {
      return computeComparison(*compare);
    }
    if (auto *select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
      return of(select->getTrueValue()).unionWith(of(select->getFalseValue()));
    }
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      return computeCall(*call);
    }
    return ConstantRange::getFull(bits);
  }

  ConstantRange computePhi(llvm::PHINode &phi) const {
    const unsigned bits = phi.getType()->getIntegerBitWidth();
    ConstantRange range = ConstantRange::getEmpty(bits);
    for (Value *incoming : phi.incoming_values()) {
      range = range.unionWith(of(incoming));
    }
    // Counters of loops go around, but they have ends.
    if (range.isFullSet() && evolution.isSCEVable(phi.getType())) {
      const llvm::SCEV *number = evolution.getSCEV(&phi);
      range = evolution.getSignedRange(number).intersectWith(
          evolution.getUnsignedRange(number));
    }
    return range;
  }

  ConstantRange computeComparison(llvm::ICmpInst &compare) const {
    const ConstantRange either = ConstantRange::getFull(1);
    if (!isNumber(compare.getOperand(0))) {
      return either;
    }
    const ConstantRange lhs = of(compare.getOperand(0));
    const ConstantRange rhs = of(compare.getOperand(1));
    return lhs.icmp(compare.getPredicate(), rhs)
               ? ConstantRange(llvm::APInt(1, 1))
           : lhs.icmp(compare.getInversePredicate(), rhs)
               ? ConstantRange(llvm::APInt(1, 0))
               : either;
  }

  ConstantRange computeCall(llvm::CallBase &call) const {
    if (ConstantRange::isIntrinsicSupported(call.getIntrinsicID()) &&
        llvm::all_of(call.args(), isNumber)) {
      llvm::SmallVector<ConstantRange> operands;
      for (Value *operand : call.args()) {
        operands.push_back(of(operand));
      }
      return ConstantRange::intrinsic(call.getIntrinsicID(), operands);
    }
    return call.getRange().value_or(
        ConstantRange::getFull(call.getType()->getIntegerBitWidth()));
  }

  llvm::ScalarEvolution &evolution;
  llvm::DenseMap<const Value *, ConstantRange> known;
};

//===----------------------------------------------------------------------===//
// What that decides
//===----------------------------------------------------------------------===//

/// What an instruction gives for sure: a constant, or one of its operands; null
/// if that is not known.
Value *decide(Instruction &instruction, const Ranges &ranges) {
  const ConstantRange range = ranges.of(&instruction);
  if (const llvm::APInt *single = range.getSingleElement()) {
    return llvm::ConstantInt::get(instruction.getType(), *single);
  }
  // Where the second is a limit of the first.
  auto *limited = llvm::dyn_cast<llvm::MinMaxIntrinsic>(&instruction);
  if (limited != nullptr) {
    const ConstantRange lhs = ranges.of(limited->getLHS());
    const ConstantRange rhs = ranges.of(limited->getRHS());
    const llvm::CmpInst::Predicate takes =
        llvm::CmpInst::getNonStrictPredicate(limited->getPredicate());
    return lhs.icmp(takes, rhs)   ? limited->getLHS()
           : rhs.icmp(takes, lhs) ? limited->getRHS()
                                  : nullptr;
  }
  if (instruction.getOpcode() == Instruction::URem &&
      ranges.of(instruction.getOperand(0))
          .icmp(llvm::CmpInst::ICMP_ULT,
                ranges.of(instruction.getOperand(1)))) {
    return instruction.getOperand(0);
  }
  return nullptr;
}

//===----------------------------------------------------------------------===//
// In 32 bits
//===----------------------------------------------------------------------===//

/// How numbers are in 32 bits what they are in 64, if they are.
struct Fit {
  explicit Fit(const ConstantRange &range)
      : isUnsigned(range.getActiveBits() <= narrowBits),
        isSigned(range.getMinSignedBits() <= narrowBits) {}

  bool any() const { return isUnsigned || isSigned; }

  bool isUnsigned;
  bool isSigned;
};

class Narrowing {
public:
  Narrowing(llvm::Function &function, const Ranges &ranges)
      : ranges(ranges),
        narrowType(llvm::Type::getIntNTy(function.getContext(), narrowBits)) {
    for (Instruction &instruction : llvm::instructions(function)) {
      if (auto *address = llvm::dyn_cast<llvm::GEPOperator>(&instruction)) {
        keepFarPlaces(*address, function.getDataLayout());
      }
    }
    for (llvm::BasicBlock *block :
         llvm::ReversePostOrderTraversal<llvm::Function *>(&function)) {
      for (Instruction &instruction : llvm::make_early_inc_range(*block)) {
        replace(instruction);
      }
    }
    finish();
  }

private:
  /// Places in an array of more bytes than 32 bits count stay sums of 64: LLVM
  /// 22's vectorizer of loads and stores subtracts two of them in the bits that
  /// they are summed in, times the size of an element, and takes elements that
  /// are 4 GiB apart for one.
  void keepFarPlaces(llvm::GEPOperator &address,
                     const llvm::DataLayout &layout) {
    const uint64_t size =
        layout.getTypeAllocSize(address.getSourceElementType());
    auto isFar = [&](const Value *place) {
      const ConstantRange range = ranges.of(place);
      // Those below zero are no places: nothing is read or written there.
      const llvm::APInt end = range.isAllNonNegative() ? range.getUnsignedMax()
                                                       : range.getSignedMax();
      return size != 0 && end.ugt((uint64_t(1) << narrowBits) / size);
    };
    llvm::SmallVector<Value *> sums(llvm::make_filter_range(
        address.indices(), [](Value *index) { return isWide(index); }));
    while (!sums.empty()) {
      auto *sum = llvm::dyn_cast<llvm::BinaryOperator>(sums.pop_back_val());
      if (sum != nullptr &&
          llvm::is_contained(
              {Instruction::Add, Instruction::Sub, Instruction::Or},
              sum->getOpcode()) &&
          isFar(sum) && far.insert(sum).second) {
        sums.append({sum->getOperand(0), sum->getOperand(1)});
      }
    }
  }

  Fit fit(const Value *value) const { return Fit(ranges.of(value)); }

  void replace(Instruction &instruction) {
    if (auto *compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction)) {
      replaceComparison(*compare);
      return;
    }
    if (!isWide(&instruction) || !fit(&instruction).any() ||
        far.contains(&instruction)) {
      return;
    }
    llvm::IRBuilder<> builder(&instruction);
    Value *inNarrow = nullptr;
    if (auto *phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
      inNarrow = builder.CreatePHI(narrowType, phi->getNumIncomingValues());
      phis.push_back(phi);
    } else if (auto *binary =
                   llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) {
      inNarrow = writeBinary(builder, *binary);
    } else if (auto *select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
      inNarrow = builder.CreateSelect(select->getCondition(),
                                      narrowed(select->getTrueValue()),
                                      narrowed(select->getFalseValue()));
    } else if (auto *limited =
                   llvm::dyn_cast<llvm::MinMaxIntrinsic>(&instruction)) {
      inNarrow = writeLimited(builder, *limited);
    }
    if (inNarrow != nullptr) {
      narrow[&instruction] = inNarrow;
      done.push_back(&instruction);
    }
  }

  /// Both operands are the same numbers in 32 bits, read in one way.
  bool fitAlike(const Value *lhs, const Value *rhs, bool &asUnsigned) const {
    const Fit first = fit(lhs);
    const Fit second = fit(rhs);
    asUnsigned = first.isUnsigned && second.isUnsigned;
    return asUnsigned || (first.isSigned && second.isSigned);
  }

  void replaceComparison(llvm::ICmpInst &compare) {
    bool asUnsigned = false;
    if (!isWide(compare.getOperand(0)) ||
        !fitAlike(compare.getOperand(0), compare.getOperand(1), asUnsigned)) {
      return;
    }
    // Of numbers below 2^32 the order is one, whatever 64 bits are read as. Of
    // others the signs decide, unless they are asked for as unsigned: then the
    // negative ones are the largest, in 32 bits as well.
    llvm::CmpInst::Predicate predicate = compare.getPredicate();
    if (asUnsigned && compare.isSigned()) {
      predicate = llvm::ICmpInst::getUnsignedPredicate(predicate);
    }
    llvm::IRBuilder<> builder(&compare);
    Value *result =
        builder.CreateICmp(predicate, narrowed(compare.getOperand(0)),
                           narrowed(compare.getOperand(1)));
    compare.replaceAllUsesWith(result);
    replaced.push_back(&compare);
  }

  Value *writeLimited(llvm::IRBuilder<> &builder,
                      llvm::MinMaxIntrinsic &limited) {
    bool asUnsigned = false;
    if (!fitAlike(limited.getLHS(), limited.getRHS(), asUnsigned)) {
      return nullptr;
    }
    llvm::Intrinsic::ID id = limited.getIntrinsicID();
    if (asUnsigned) {
      id = id == llvm::Intrinsic::smin   ? llvm::Intrinsic::umin
           : id == llvm::Intrinsic::smax ? llvm::Intrinsic::umax
                                         : id;
    }
    return builder.CreateBinaryIntrinsic(id, narrowed(limited.getLHS()),
                                         narrowed(limited.getRHS()));
  }

  /// The result fits.
  Value *writeBinary(llvm::IRBuilder<> &builder, llvm::BinaryOperator &binary) {
    Value *lhs = binary.getOperand(0);
    Value *rhs = binary.getOperand(1);
    const Fit first = fit(lhs);
    const Fit second = fit(rhs);
    const bool areUnsigned = first.isUnsigned && second.isUnsigned;
    auto write = [&](Instruction::BinaryOps opcode) {
      return builder.CreateBinOp(opcode, narrowed(lhs), narrowed(rhs));
    };
    const bool shiftsFew = ranges.of(rhs).getUnsignedMax().ult(narrowBits);
    switch (binary.getOpcode()) {
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::Mul: {
      // The lower half of the result is that of the lower halves.
      Value *result = write(binary.getOpcode());
      if (auto *instruction = llvm::dyn_cast<Instruction>(result)) {
        const Fit own = fit(&binary);
        instruction->setHasNoUnsignedWrap(areUnsigned && own.isUnsigned);
        instruction->setHasNoSignedWrap(first.isSigned && second.isSigned &&
                                        own.isSigned);
      }
      return result;
    }
    case Instruction::Or: {
      Value *result = write(Instruction::Or);
      if (auto *both = llvm::dyn_cast<llvm::PossiblyDisjointInst>(result)) {
        both->setIsDisjoint(
            llvm::cast<llvm::PossiblyDisjointInst>(binary).isDisjoint());
      }
      return result;
    }
    case Instruction::And:
    case Instruction::Xor:
      return write(binary.getOpcode());
    case Instruction::Shl:
      return shiftsFew ? write(Instruction::Shl) : nullptr;
    case Instruction::LShr:
      return shiftsFew && first.isUnsigned ? write(Instruction::LShr) : nullptr;
    case Instruction::AShr:
      return shiftsFew && first.isSigned ? write(Instruction::AShr) : nullptr;
    case Instruction::UDiv:
    case Instruction::URem:
      return areUnsigned ? write(binary.getOpcode()) : nullptr;
    case Instruction::SDiv:
      // Numbers below 2^32 are not negative in 64 bits.
      return areUnsigned ? write(Instruction::UDiv)
             : first.isSigned && second.isSigned && fit(&binary).isSigned
                 ? write(Instruction::SDiv)
                 : nullptr;
    case Instruction::SRem:
      return areUnsigned ? write(Instruction::URem) : nullptr;
    default:
      return nullptr;
    }
  }

  /// The lower 32 bits of a number of 64.
  Value *narrowed(Value *value) {
    if (auto *constant = llvm::dyn_cast<llvm::ConstantInt>(value)) {
      return llvm::ConstantInt::get(narrowType,
                                    constant->getValue().trunc(narrowBits));
    }
    Value *&found = narrow[value];
    if (found != nullptr) {
      return found;
    }
    auto *extended = llvm::dyn_cast<llvm::CastInst>(value);
    if (extended != nullptr &&
        llvm::isa<llvm::ZExtInst, llvm::SExtInst>(extended) &&
        extended->getSrcTy() == narrowType) {
      return found = extended->getOperand(0);
    }
    // Where the number is made, so that all who need it find it there.
    auto *instruction = llvm::dyn_cast<Instruction>(value);
    llvm::IRBuilder<> builder(value->getContext());
    if (instruction != nullptr) {
      builder.SetInsertPoint(*instruction->getInsertionPointAfterDef());
    } else if (auto *argument = llvm::dyn_cast<llvm::Argument>(value)) {
      llvm::BasicBlock &entry = argument->getParent()->getEntryBlock();
      builder.SetInsertPoint(&entry, entry.getFirstInsertionPt());
    } else {
      return found = llvm::ConstantExpr::getTrunc(
                 llvm::cast<llvm::Constant>(value), narrowType);
    }
    if (extended != nullptr && extended->getSrcTy()->isIntegerTy() &&
        llvm::isa<llvm::ZExtInst, llvm::SExtInst>(extended)) {
      // Of fewer bits.
      return found = builder.CreateCast(extended->getOpcode(),
                                        extended->getOperand(0), narrowType);
    }
    return found = builder.CreateTrunc(value, narrowType);
  }

  /// Gives loops their ends, and those who need 64 bits the number in those.
  void finish() {
    for (llvm::PHINode *phi : phis) {
      auto *inNarrow = llvm::cast<llvm::PHINode>(narrow[phi]);
      for (auto [value, block] :
           llvm::zip_equal(phi->incoming_values(), phi->blocks())) {
        inNarrow->addIncoming(narrowed(value), block);
      }
    }
    for (Instruction *instruction : done) {
      const Fit own = fit(instruction);
      llvm::IRBuilder<> builder(instruction);
      builder.SetInsertPoint(*instruction->getInsertionPointAfterDef());
      Value *inNarrow = narrow[instruction];
      Value *inWide =
          own.isUnsigned
              ? builder.CreateZExt(inNarrow, instruction->getType(), "",
                                   /*IsNonNeg=*/own.isSigned)
              : builder.CreateSExt(inNarrow, instruction->getType());
      instruction->replaceAllUsesWith(inWide);
      replaced.push_back(instruction);
    }
    for (Instruction *instruction : replaced) {
      instruction->eraseFromParent();
    }
  }

  const Ranges &ranges;
  llvm::IntegerType *narrowType;
  /// What places in very large arrays are the sums of.
  llvm::DenseSet<const Instruction *> far;
  llvm::DenseMap<Value *, Value *> narrow;
  llvm::SmallVector<llvm::PHINode *> phis;
  /// Numbers that were written anew, and all that nobody uses any more.
  llvm::SmallVector<Instruction *> done;
  llvm::SmallVector<Instruction *> replaced;
};

} // namespace

llvm::PreservedAnalyses
NarrowNumbers::run(llvm::Function &function,
                   llvm::FunctionAnalysisManager &analyses) {
  const Ranges ranges(
      function, analyses.getResult<llvm::ScalarEvolutionAnalysis>(function));
  for (llvm::BasicBlock &block : function) {
    for (Instruction &instruction : llvm::make_early_inc_range(block)) {
      if (!isNumber(&instruction) || instruction.mayHaveSideEffects()) {
        continue;
      }
      if (Value *known = decide(instruction, ranges)) {
        instruction.replaceAllUsesWith(known);
      }
    }
  }
  Narrowing(function, ranges);
  bool isAnyDecided = false;
  for (llvm::BasicBlock &block : function) {
    isAnyDecided |= llvm::ConstantFoldTerminator(&block);
  }
  if (isAnyDecided) {
    llvm::removeUnreachableBlocks(function);
  }
  return llvm::PreservedAnalyses::none();
}

} // namespace weft::code
