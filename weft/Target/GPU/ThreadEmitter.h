// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a kernel of stage `free` to a function for a GPU in which one thread
// runs a program.
//
// Code at one lane has a form for every operation (weft/Target/Code), so this
// takes any tile program: scalar and pointwise loops, for which it is the right
// form, and those that no block-wide form has been found for yet. Threads do
// not meet. A thread runs the programs with its number, its number plus the
// number of all threads, and so on, so any launch is right, and one thread per
// program is the natural one.
//
// Scratch memory is the thread's own: registers and local memory where it is
// small. The driver sets local memory aside for all threads that the machine
// can hold at once, so more than a little of it is taken from an argument
// instead, and as many threads are launched as find room there.
//
// Programs that are a team are the threads of one block, and meet at barriers.
// What they share (the kernel's workspace) is on the chip where it fits.

#pragma once

#include "weft/Target/Code/CodeEmitter.h"
#include "weft/Target/GPU/GpuMachine.h"
#include "weft/Target/GPU/KernelInfo.h"

namespace weft::gpu {

class ThreadEmitter : public code::CodeEmitter {
public:
  /// `isTeam`: whether all programs are the threads of one block.
  ThreadEmitter(llvm::Module &module, tile::KernelOp kernel,
                const GpuMachine &gpu, bool isTeam);

  /// Writes the function. Failures are reported at the operation that causes
  /// them.
  mlir::FailureOr<KernelInfo> run();

  mlir::LogicalResult emitBarrier(tile::BarrierOp barrier) override;

private:
  mlir::FailureOr<KernelInfo> runTeam();
  void createFunction();
  /// Puts what the threads of a block share on the chip, and says how many
  /// bytes that takes; none where it is too large.
  int64_t placeWorkspace();
  /// Lets loops end in a run that was cancelled.
  void endEarly(KernelInfo &info);
  /// Says where scratch memory is, and how many bytes of it the caller brings.
  int64_t placeScratch();

  const GpuMachine &gpu;
  const bool isTeam;
  /// Whether the last argument are the words of the run.
  const bool mayEndEarly;
  llvm::Function *function = nullptr;
  llvm::Value *threadNumber = nullptr;
  /// Stands for scratch memory until its size is known.
  llvm::Instruction *scratchStandIn = nullptr;
};

} // namespace weft::gpu
