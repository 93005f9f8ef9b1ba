// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/CPU/Interrupt.h"

#include "weft/Target/Code/Iterations.h"

#include <llvm/IR/MDBuilder.h>

namespace weft::cpu {
namespace {

constexpr const char *kInterruptible = "weft-interruptible";

/// What every way out of a kernel passes.
llvm::BasicBlock *endOf(llvm::Function &kernel) {
  return &*llvm::find_if(kernel, [](llvm::BasicBlock &block) {
    return llvm::isa_and_present<llvm::ReturnInst>(block.getTerminator());
  });
}

} // namespace

llvm::Value *emitIsAsked(llvm::IRBuilder<> &builder, llvm::Value *flag) {
  llvm::LoadInst *number = builder.CreateAlignedLoad(
      builder.getInt32Ty(), flag, llvm::Align(4), /*isVolatile=*/true);
  number->setAtomic(llvm::AtomicOrdering::Monotonic);
  return builder.CreateIsNotNull(number);
}

bool hasMarkedIterations(const llvm::Function &kernel) {
  return kernel.hasFnAttribute(kInterruptible) ||
         !code::iterationsOf(kernel).empty();
}

void makeInterruptible(llvm::Function &kernel, uint64_t slot) {
  llvm::SmallVector<llvm::Instruction *> iterations =
      code::iterationsOf(kernel);
  if (iterations.empty()) {
    return;
  }
  kernel.addFnAttr(kInterruptible);
  llvm::IRBuilder<> builder(kernel.getContext());
  llvm::BasicBlock &entry = kernel.getEntryBlock();
  builder.SetInsertPoint(&entry, entry.getFirstInsertionPt());
  llvm::Value *flag =
      builder.CreateAlignedLoad(builder.getPtrTy(),
                                builder.CreateConstInBoundsGEP1_64(
                                    builder.getPtrTy(), kernel.getArg(0), slot),
                                llvm::Align(8));
  llvm::BasicBlock *end = endOf(kernel);
  llvm::MDNode *seldom =
      llvm::MDBuilder(kernel.getContext()).createUnlikelyBranchWeights();
  for (llvm::Instruction *iteration : iterations) {
    code::unmarkIteration(iteration);
    llvm::BasicBlock *block = iteration->getParent();
    llvm::BasicBlock *next = block->splitBasicBlock(iteration, "iteration");
    builder.SetInsertPoint(block->getTerminator());
    builder.CreateCondBr(emitIsAsked(builder, flag), end, next, seldom);
    block->getTerminator()->eraseFromParent();
  }
}

} // namespace weft::cpu
