// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/CPU/AdvanceAddresses.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>

#include <optional>

namespace weft::cpu {
namespace {

using namespace llvm::PatternMatch;
using llvm::BasicBlock;
using llvm::GetElementPtrInst;
using llvm::Instruction;
using llvm::PHINode;
using llvm::Value;

/// How a value changes from one step to the next.
struct Change {
  int64_t step = 0;
  /// About how many cycles it takes.
  int64_t cycles = 0;
};

constexpr int64_t cyclesOfProduct = 3;
constexpr int64_t cyclesOfQuotient = 20;

/// How long an address may take without being waited for: next to nothing in
/// loops that are full of products.
int64_t freeCyclesIn(const BasicBlock &block) {
  constexpr int64_t many = 8;
  constexpr unsigned factorsAndSum = 3;
  const int64_t products =
      llvm::count_if(block, [](const Instruction &instruction) {
        const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
        return call != nullptr && call->arg_size() == factorsAndSum;
      });
  return products >= many ? 1 : cyclesOfQuotient - 1;
}

/// A loop of one block, with a block before it and an index that grows by a
/// constant.
class StepLoop {
public:
  static std::optional<StepLoop> find(BasicBlock &block) {
    if (!llvm::is_contained(llvm::successors(&block), &block) ||
        !block.hasNPredecessors(2)) {
      return std::nullopt;
    }
    for (PHINode &phi : block.phis()) {
      const llvm::APInt *step = nullptr;
      if (phi.getType()->isIntegerTy(64) &&
          match(phi.getIncomingValueForBlock(&block),
                m_Add(m_Specific(&phi), m_APInt(step))) &&
          step->isStrictlyPositive()) {
        return StepLoop(block, phi, step->getSExtValue());
      }
    }
    return std::nullopt;
  }

  void run() {
    const int64_t freeCycles = freeCyclesIn(block);
    llvm::SmallVector<GetElementPtrInst *> addresses;
    for (Instruction &instruction : block) {
      auto *address = llvm::dyn_cast<GetElementPtrInst>(&instruction);
      if (address != nullptr && address->getNumIndices() == 1 &&
          isFixed(address->getPointerOperand())) {
        addresses.push_back(address);
      }
    }
    for (GetElementPtrInst *address : addresses) {
      const std::optional<Change> change =
          changeOf(*address->indices().begin());
      if (change && change->cycles > freeCycles && change->step > 0) {
        advance(*address, change->step);
      }
    }
  }

private:
  StepLoop(BasicBlock &block, PHINode &index, int64_t step)
      : block(block), index(index), step(step) {
    for (BasicBlock *other : llvm::predecessors(&block)) {
      before = other == &block ? before : other;
    }
  }

  bool isFixed(const Value *value) const {
    const auto *instruction = llvm::dyn_cast<Instruction>(value);
    return instruction == nullptr || instruction->getParent() != &block;
  }

  /// Nothing if that differs from step to step, or is not known. Offsets into
  /// an array do not wrap.
  std::optional<Change> changeOf(Value *value) const {
    if (value == &index) {
      return Change{step};
    }
    if (isFixed(value)) {
      return Change{};
    }
    Value *x = nullptr;
    Value *y = nullptr;
    const llvm::APInt *number = nullptr;
    if (match(value, m_Add(m_Value(x), m_Value(y))) ||
        match(value, m_Sub(m_Value(x), m_Value(y)))) {
      const std::optional<Change> left = changeOf(x);
      const std::optional<Change> right = changeOf(y);
      if (!left || !right) {
        return std::nullopt;
      }
      const bool adds =
          llvm::cast<Instruction>(value)->getOpcode() == Instruction::Add;
      return Change{adds ? left->step + right->step : left->step - right->step,
                    std::max(left->cycles, right->cycles) + 1};
    }
    if (match(value, m_Mul(m_Value(x), m_APInt(number)))) {
      std::optional<Change> change = changeOf(x);
      if (change) {
        change->step *= number->getSExtValue();
        change->cycles += cyclesOfProduct;
      }
      return change;
    }
    if (match(value, m_Shl(m_Value(x), m_APInt(number)))) {
      std::optional<Change> change = changeOf(x);
      if (change) {
        change->step <<= number->getZExtValue();
        ++change->cycles;
      }
      return change;
    }
    int64_t divisor = 0;
    if (match(value, m_UDiv(m_Value(x), m_APInt(number)))) {
      divisor = number->getSExtValue();
    } else if (match(value, m_LShr(m_Value(x), m_APInt(number)))) {
      divisor = int64_t{1} << number->getZExtValue();
    }
    std::optional<Change> change =
        divisor > 0 ? changeOf(x) : std::optional<Change>();
    // What is left over stays what it is.
    if (!change || change->step < 0 || change->step % divisor != 0) {
      return std::nullopt;
    }
    return Change{change->step / divisor, change->cycles + cyclesOfQuotient};
  }

  /// The value in the first step, in the block before the loop.
  Value *firstOf(Value *value) {
    if (value == &index) {
      return index.getIncomingValueForBlock(before);
    }
    if (isFixed(value)) {
      return value;
    }
    if (Value *known = firstValues.lookup(value)) {
      return known;
    }
    Instruction *first = llvm::cast<Instruction>(value)->clone();
    for (llvm::Use &operand : first->operands()) {
      operand = firstOf(operand);
    }
    first->insertBefore(before->getTerminator()->getIterator());
    if (llvm::Constant *constant = llvm::ConstantFoldInstruction(
            first, block.getModule()->getDataLayout())) {
      first->eraseFromParent();
      return constant;
    }
    firstValues[value] = first;
    return first;
  }

  void advance(GetElementPtrInst &address, int64_t elements) {
    const llvm::DataLayout &layout = block.getModule()->getDataLayout();
    const int64_t bytes =
        elements * static_cast<int64_t>(
                       layout.getTypeAllocSize(address.getSourceElementType()));
    llvm::IRBuilder<> builder(&block, block.begin());
    PHINode *pointer = builder.CreatePHI(address.getType(), 2);
    pointer->addIncoming(firstOf(&address), before);
    builder.SetInsertPoint(block.getTerminator());
    pointer->addIncoming(
        builder.CreateGEP(builder.getInt8Ty(), pointer,
                          builder.getInt64(static_cast<uint64_t>(bytes))),
        &block);
    address.replaceAllUsesWith(pointer);
    llvm::RecursivelyDeleteTriviallyDeadInstructions(&address);
  }

  BasicBlock &block;
  PHINode &index;
  int64_t step;
  BasicBlock *before = nullptr;
  llvm::DenseMap<Value *, Value *> firstValues;
};

} // namespace

void advanceAddresses(llvm::Module &module) {
  for (llvm::Function &function : module) {
    for (BasicBlock &block : function) {
      if (std::optional<StepLoop> loop = StepLoop::find(block)) {
        loop->run();
      }
    }
  }
}

} // namespace weft::cpu
