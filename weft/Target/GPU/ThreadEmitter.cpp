// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/GPU/ThreadEmitter.h"

#include "weft/Target/GPU/Entry.h"
#include "weft/Target/GPU/Interrupt.h"
#include "weft/Tile/IR/Workspace.h"
#include "weft/Tile/Pipeline/AllocateShared.h"

namespace weft::gpu {

using llvm::Value;
using mlir::failure;
using mlir::LogicalResult;
using mlir::success;

namespace {

constexpr int64_t mostThreads = 128;
/// Bytes of one thread; those of all threads at once are some 270,000 times as
/// many.
constexpr int64_t mostLocalBytes = 1024;
/// Bytes of all threads.
constexpr int64_t mostScratchBytes = int64_t{64} << 20;

} // namespace

ThreadEmitter::ThreadEmitter(llvm::Module &module, tile::KernelOp kernel,
                             const GpuMachine &gpu, bool isTeam)
    : CodeEmitter(module, kernel, {gpu.family}), gpu(gpu), isTeam(isTeam),
      mayEndEarly(isInterruptible(kernel)) {}

LogicalResult ThreadEmitter::emitBarrier(tile::BarrierOp barrier) {
  if (!isTeam) {
    return CodeEmitter::emitBarrier(barrier);
  }
  if (static_cast<int64_t>(kernel().getGrid()) <= gpu.row.threads.lanes) {
    gpu.warpBarrier(builder);
  } else {
    gpu.barrier(builder);
  }
  return success();
}

void ThreadEmitter::createFunction() {
  llvm::SmallVector<llvm::Type *, 2> more(
      (isTeam ? 0 : 1) + (mayEndEarly ? 1 : 0), builder.getPtrTy(globalSpace));
  function = createEntry(module, kernel(), gpu,
                         isTeam ? static_cast<int64_t>(kernel().getGrid())
                                : mostThreads,
                         /*exactly=*/isTeam, more);
  builder.SetInsertPoint(
      llvm::BasicBlock::Create(module.getContext(), "entry", function));
  // A place in scratch memory may be chosen over one in an array, so all
  // addresses are generic; LLVM finds out which memory most are to.
  scratchStandIn =
      new llvm::FreezeInst(llvm::PoisonValue::get(builder.getPtrTy()),
                           "scratch", builder.GetInsertBlock());
  scratch = scratchStandIn;
  for (auto [argument, given] :
       llvm::zip_first(kernel().getBlock().getArguments(), function->args())) {
    Value *value = &given;
    if (llvm::isa<tile::RefType>(argument.getType())) {
      value = builder.CreateAddrSpaceCast(value, builder.getPtrTy());
    } else if (value->getType()->isIntegerTy()) {
      value = builder.CreateTrunc(value, elementType(argument.getType()));
    }
    define(argument, {value});
  }
}

int64_t ThreadEmitter::placeWorkspace() {
  const llvm::SmallVector<int64_t> places = tile::workspaceOf(kernel());
  const int64_t bytes = tile::workspaceEnd(kernel());
  if (bytes == 0 || bytes > gpu.row.threads.sharedBytesPerBlock) {
    return 0;
  }
  llvm::GlobalVariable *shared =
      gpu.sharedMemory(module, "shared_" + kernel().getSymName().str(), bytes);
  shared->setAlignment(llvm::Align(tile::sharedAlignment));
  const size_t first = kernel().getNumArguments() - places.size();
  for (auto [i, place] : llvm::enumerate(places)) {
    Value *start = builder.CreateConstGEP1_64(builder.getInt8Ty(), shared,
                                              static_cast<uint64_t>(place));
    define(kernel().getBlock().getArgument(static_cast<unsigned>(first + i)),
           {builder.CreateAddrSpaceCast(start, builder.getPtrTy())});
  }
  return bytes;
}

int64_t ThreadEmitter::placeScratch() {
  const int64_t bytes = scratchBytes();
  const llvm::Align align(64);
  const auto rounded =
      static_cast<int64_t>(llvm::alignTo(static_cast<uint64_t>(bytes), align));
  const bool isLocal = bytes <= mostLocalBytes;
  if (bytes != 0) {
    code::Builder::InsertPointGuard guard(builder);
    builder.SetInsertPoint(
        llvm::cast<llvm::Instruction>(threadNumber)->getNextNode());
    Value *memory = nullptr;
    if (isLocal) {
      llvm::AllocaInst *local = builder.CreateAlloca(llvm::ArrayType::get(
          builder.getInt8Ty(), static_cast<uint64_t>(rounded)));
      local->setAlignment(align);
      memory = builder.CreateAddrSpaceCast(local, builder.getPtrTy());
    } else {
      Value *offset = builder.CreateMul(threadNumber, index(rounded));
      Value *start = function->getArg(kernel().getNumArguments());
      memory = builder.CreateAddrSpaceCast(
          builder.CreateGEP(builder.getInt8Ty(), start, offset),
          builder.getPtrTy());
    }
    scratchStandIn->replaceAllUsesWith(memory);
  }
  scratchStandIn->eraseFromParent();
  return isLocal ? 0 : rounded;
}

void ThreadEmitter::endEarly(KernelInfo &info) {
  info.isInterruptible = mayEndEarly;
  if (mayEndEarly) {
    makeInterruptible(*function, function->getArg(function->arg_size() - 1),
                      isTeam ? info.threads : 1, gpu);
  }
}

mlir::FailureOr<KernelInfo> ThreadEmitter::runTeam() {
  KernelInfo info;
  info.name = kernel().getSymName().str();
  info.grid = 1;
  info.threads = static_cast<int64_t>(kernel().getGrid());
  program = threadNumber =
      builder.CreateZExt(gpu.numberBelow(builder, Number::Thread, info.threads),
                         builder.getInt64Ty());
  info.sharedBytes = placeWorkspace();
  if (failed(emitBlock(kernel().getBlock()))) {
    return failure();
  }
  builder.CreateRetVoid();
  endEarly(info);
  if (scratchBytes() > mostLocalBytes) {
    return kernel().emitOpError()
           << "takes " << scratchBytes() << " bytes for each thread of a block";
  }
  placeScratch();
  return info;
}

mlir::FailureOr<KernelInfo> ThreadEmitter::run() {
  if (failed(prepare())) {
    return failure();
  }
  createFunction();
  if (isTeam) {
    return runTeam();
  }
  const auto programs = static_cast<int64_t>(kernel().getGrid());
  const int64_t mostBlocks = (programs + mostThreads - 1) / mostThreads;
  auto number = [&](Number which, int64_t end) {
    return builder.CreateZExt(gpu.numberBelow(builder, which, end),
                              builder.getInt64Ty());
  };
  Value *threadsOfBlock = number(Number::ThreadsOfBlock, mostThreads + 1);
  Value *blocks = number(Number::Blocks, mostBlocks + 1);
  Value *block = number(Number::Block, mostBlocks);
  Value *inBlock = number(Number::Thread, mostThreads);
  threadNumber =
      builder.CreateAdd(builder.CreateMul(block, threadsOfBlock), inBlock);
  Value *allThreads = builder.CreateMul(blocks, threadsOfBlock);

  LogicalResult result = success();
  const code::Variable next(builder, threadNumber);
  code::emitWhile(
      builder,
      [&] { return builder.CreateICmpSLT(next.get(), index(programs)); },
      [&] {
        program = next.get();
        result = emitBlock(kernel().getBlock());
        next.set(builder.CreateAdd(program, allThreads));
      });
  if (failed(result)) {
    return failure();
  }
  builder.CreateRetVoid();

  KernelInfo info;
  info.name = kernel().getSymName().str();
  info.byThread = true;
  endEarly(info);
  info.scratchBytes = placeScratch();
  // Whole warps, of which as many as find room for their scratch memory.
  const int64_t lanes = gpu.row.threads.lanes;
  int64_t warps = std::max<int64_t>(1, (programs + lanes - 1) / lanes);
  if (info.scratchBytes != 0) {
    const int64_t room = mostScratchBytes / (info.scratchBytes * lanes);
    warps = std::min(warps, std::max<int64_t>(1, room));
  }
  info.threads = std::min(mostThreads, warps * lanes);
  info.grid = (warps * lanes + info.threads - 1) / info.threads;
  return info;
}

} // namespace weft::gpu
