// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that hold a loop of the user's program can be ended early. A kernel
// by itself cannot: only where a run calls it is there somebody to ask. So the
// emitter of kernels marks the branches back (Iterations.h), and whoever calls
// the kernel from a run has the marked loops look at a flag of the run.

#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>

#include <cstdint>

namespace weft::cpu {

/// Whether the run has been asked to end: the 32-bit number at `flag` is not
/// zero. Another thread may write it at any time.
llvm::Value *emitIsAsked(llvm::IRBuilder<> &builder, llvm::Value *flag);

/// Whether some loop of the kernel has marked iterations.
bool hasMarkedIterations(const llvm::Function &kernel);

/// Lets the kernel return after an iteration, with its results undefined, when
/// the 32-bit number is not zero that entry `slot` of its pointers leads to.
/// It leaves by its only return, which has nothing before it in its block but
/// what has to be given back. Twice is the same as once; the slot of a kernel
/// is the number of its arguments.
void makeInterruptible(llvm::Function &kernel, uint64_t slot);

} // namespace weft::cpu
