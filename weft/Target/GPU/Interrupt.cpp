// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/GPU/Interrupt.h"

#include "weft/Executable/CommandProgram.h"
#include "weft/Target/Code/Iterations.h"
#include "weft/Tile/IR/Interruptible.h"

#include <llvm/IR/MDBuilder.h>
#include <mlir/Dialect/SCF/IR/SCF.h>

namespace weft::gpu {
namespace {

using code::Builder;
using llvm::BasicBlock;
using llvm::Value;

/// A look takes as long as a load from the host's memory, a microsecond or two.
constexpr uint32_t iterationsForEachLook = 1024;

class Interrupt {
public:
  Interrupt(llvm::Function &kernel, Value *words, int64_t team,
            const GpuMachine &gpu)
      : kernel(kernel), words(words), team(team), gpu(gpu),
        builder(kernel.getContext()) {}

  void run() {
    llvm::SmallVector<llvm::Instruction *> iterations =
        code::iterationsOf(kernel);
    if (iterations.empty()) {
      return;
    }
    BasicBlock &entry = kernel.getEntryBlock();
    builder.SetInsertPoint(&entry, entry.getFirstInsertionPt());
    remaining = builder.CreateAlloca(builder.getInt32Ty());
    builder.CreateStore(builder.getInt32(iterationsForEachLook), remaining);
    BasicBlock *end =
        BasicBlock::Create(kernel.getContext(), "cancelled", &kernel);
    llvm::ReturnInst::Create(kernel.getContext(), end);
    for (llvm::Instruction *iteration : iterations) {
      code::unmarkIteration(iteration);
      lookBefore(iteration, end);
    }
  }

private:
  void lookBefore(llvm::Instruction *iteration, BasicBlock *end) {
    llvm::MDNode *seldom =
        llvm::MDBuilder(kernel.getContext()).createUnlikelyBranchWeights();
    BasicBlock *block = iteration->getParent();
    BasicBlock *next = block->splitBasicBlock(iteration, "iteration");
    BasicBlock *look =
        BasicBlock::Create(kernel.getContext(), "look", &kernel, next);
    block->getTerminator()->eraseFromParent();
    builder.SetInsertPoint(block);
    Value *left =
        builder.CreateSub(builder.CreateLoad(builder.getInt32Ty(), remaining),
                          builder.getInt32(1));
    builder.CreateStore(left, remaining);
    builder.CreateCondBr(builder.CreateIsNull(left), look, next, seldom);
    builder.SetInsertPoint(look);
    builder.CreateStore(builder.getInt32(iterationsForEachLook), remaining);
    Value *isCancelled = emitIsCancelled();
    builder.CreateCondBr(isCancelled, end, next, seldom);
  }

  Value *load(Value *address) {
    return builder.CreateAlignedLoad(builder.getInt32Ty(), address,
                                     llvm::Align(4), /*isVolatile=*/true);
  }

  /// The word of an array of them.
  Value *load(Value *array, Value *place) {
    return load(
        builder.CreateGEP(builder.getInt32Ty(), array,
                          builder.CreateZExt(place, builder.getInt64Ty())));
  }

  /// Those that the host writes.
  Value *wordsOfHost() {
    Value *address = builder.CreateAlignedLoad(
        builder.getInt64Ty(),
        builder.CreateConstGEP1_64(builder.getInt8Ty(), words,
                                   RunWords::kOfHost),
        llvm::Align(8));
    return builder.CreateIntToPtr(address, words->getType());
  }

  /// No run has the number 0.
  Value *emitOwnLook() {
    Value *run = load(words);
    Value *place =
        builder.CreateAnd(run, builder.getInt32(RunWords::kRuns - 1));
    Value *byDevice =
        load(words, builder.CreateAdd(place, builder.getInt32(1)));
    Value *isCounted = builder.CreateIsNotNull(run);
    // Whoever counts no runs may have no such words.
    Value *byHost =
        load(builder.CreateSelect(isCounted, wordsOfHost(), words), place);
    Value *isEnded = builder.CreateOr(builder.CreateICmpEQ(byDevice, run),
                                      builder.CreateICmpEQ(byHost, run));
    return builder.CreateAnd(isEnded, isCounted);
  }

  Value *emitIsCancelled() {
    if (team == 1) {
      return emitOwnLook();
    }
    if (team <= gpu.row.threads.lanes) {
      return builder.CreateIsNotNull(gpu.ballot(builder, emitOwnLook()));
    }
    // Each may see another moment: one looks for all.
    auto *seen = new llvm::GlobalVariable(
        *kernel.getParent(), builder.getInt32Ty(), /*isConstant=*/false,
        llvm::GlobalValue::InternalLinkage,
        llvm::PoisonValue::get(builder.getInt32Ty()),
        "cancelled_" + kernel.getName(), nullptr,
        llvm::GlobalValue::NotThreadLocal, sharedSpace);
    Value *isFirst = builder.CreateIsNull(gpu.number(builder, Number::Thread));
    code::emitIf(builder, isFirst, [&] {
      Value *look = builder.CreateZExt(emitOwnLook(), builder.getInt32Ty());
      builder.CreateAlignedStore(look, seen, llvm::Align(4),
                                 /*isVolatile=*/true);
    });
    gpu.barrier(builder);
    Value *result = builder.CreateIsNotNull(load(seen));
    gpu.barrier(builder);
    return result;
  }

  llvm::Function &kernel;
  Value *words;
  const int64_t team;
  const GpuMachine &gpu;
  Builder builder;
  Value *remaining = nullptr;
};

} // namespace

bool isInterruptible(tile::KernelOp kernel) {
  return kernel.getBody()
      .walk([](mlir::Operation *op) {
        return llvm::isa<mlir::scf::WhileOp>(op) ||
                       op->hasAttr(tile::interruptibleAttributeName)
                   ? mlir::WalkResult::interrupt()
                   : mlir::WalkResult::advance();
      })
      .wasInterrupted();
}

void makeInterruptible(llvm::Function &kernel, Value *words, int64_t team,
                       const GpuMachine &gpu) {
  Interrupt(kernel, words, team, gpu).run();
}

} // namespace weft::gpu
