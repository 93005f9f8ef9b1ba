// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/GPU/BranchArms.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace weft::gpu {
namespace {

/// Instructions of an arm that are worth a branch. That and what joins the
/// lanes again are four.
constexpr size_t fewestInstructions = 8;

bool isPure(const llvm::Instruction &instruction) {
  return !llvm::isa<llvm::PHINode, llvm::AllocaInst>(instruction) &&
         !instruction.isTerminator() && !instruction.mayReadOrWriteMemory() &&
         !instruction.mayHaveSideEffects() &&
         (!llvm::isa<llvm::CallInst>(instruction) ||
          (llvm::isa<llvm::IntrinsicInst>(instruction) &&
           !llvm::cast<llvm::CallInst>(instruction).isConvergent()));
}

/// What nothing but an operand of `select` needs, users before their operands.
llvm::SmallVector<llvm::Instruction *> armOf(llvm::SelectInst *select,
                                             unsigned operand) {
  llvm::SmallSetVector<llvm::Instruction *, 16> arm;
  auto isOwn = [&](llvm::Instruction *instruction) {
    return llvm::all_of(instruction->uses(), [&](llvm::Use &use) {
      auto *user = llvm::cast<llvm::Instruction>(use.getUser());
      return user == select ? use.getOperandNo() == operand
                            : arm.contains(user);
    });
  };
  auto add = [&](llvm::Value *value) {
    auto *instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (instruction && instruction->getParent() == select->getParent() &&
        isPure(*instruction) && isOwn(instruction)) {
      arm.insert(instruction);
    }
  };
  add(select->getOperand(operand));
  // An operand of several is asked again at the last of them.
  for (size_t i = 0; i < arm.size(); ++i) {
    for (llvm::Value *value : arm[i]->operands()) {
      add(value);
    }
  }
  return arm.takeVector();
}

/// Instructions in the order in which they stand.
void move(llvm::SmallVector<llvm::Instruction *> arm,
          llvm::Instruction *before) {
  llvm::sort(arm, [](llvm::Instruction *a, llvm::Instruction *b) {
    return a->comesBefore(b);
  });
  for (llvm::Instruction *instruction : arm) {
    instruction->moveBefore(before->getIterator());
  }
}

void branch(llvm::SelectInst *select) {
  if (!select->getCondition()->getType()->isIntegerTy(1)) {
    return;
  }
  llvm::SmallVector<llvm::Instruction *> onTrue = armOf(select, 1);
  llvm::SmallVector<llvm::Instruction *> onFalse = armOf(select, 2);
  if (std::min(onTrue.size(), onFalse.size()) < fewestInstructions) {
    return;
  }
  llvm::Instruction *trueEnd = nullptr;
  llvm::Instruction *falseEnd = nullptr;
  llvm::SplitBlockAndInsertIfThenElse(
      select->getCondition(), select->getIterator(), &trueEnd, &falseEnd);
  move(onTrue, trueEnd);
  move(onFalse, falseEnd);
  auto *joined = llvm::PHINode::Create(select->getType(), 2, "",
                                       select->getParent()->begin());
  joined->addIncoming(select->getTrueValue(), trueEnd->getParent());
  joined->addIncoming(select->getFalseValue(), falseEnd->getParent());
  select->replaceAllUsesWith(joined);
  select->eraseFromParent();
}

} // namespace

void branchOverArms(llvm::Function &function) {
  llvm::SmallVector<llvm::SelectInst *> selects;
  for (llvm::BasicBlock &block : function) {
    for (llvm::Instruction &instruction : block) {
      if (auto *select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
        selects.push_back(select);
      }
    }
  }
  // The last first: what is in front of it stays in its block.
  for (llvm::SelectInst *select : llvm::reverse(selects)) {
    branch(select);
  }
}

} // namespace weft::gpu
