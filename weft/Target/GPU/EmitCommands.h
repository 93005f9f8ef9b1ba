// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A placed plan as the commands that a GPU's runtime runs, for any GPU.

#pragma once

#include "weft/Executable/CommandProgram.h"
#include "weft/Plan/IR/Plan.h"
#include "weft/Target/GPU/KernelFill.h"

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallVector.h>

namespace weft::gpu {

/// How a kernel of the plan is launched, or one of several steps that compute
/// it one after the other.
struct KernelLaunch {
  /// In CommandProgram::kernels.
  uint32_t kernel = 0;
  /// Where constants of its own lie in the constants arena.
  std::vector<int64_t> constants;
  /// Where further arguments lie in the workspace.
  llvm::SmallVector<int64_t> workspace;
  int64_t workspaceBytes = 0;
  /// Whether its last argument are the words of the run.
  bool isInterruptible = false;
  /// Whether it touches each of its arguments; empty where it touches all.
  llvm::SmallVector<bool> touches;
};

using KernelStep = std::variant<KernelLaunch, KernelFill>;

struct EmittedCommands {
  std::vector<Command> commands;
  /// As CommandProgram has them.
  std::vector<std::vector<uint32_t>> waits;
  /// The operations behind CallCommand, by number.
  std::vector<mlir::Operation *> calls;
  /// With the places where loops count.
  uint64_t temporaryBytes = 0;
};

/// What numbers have to be, in order, for a step of the plan to do anything: a
/// kernel takes their addresses behind all other arguments.
std::vector<GuardTest> guardTestsOf(mlir::Operation *step);

/// Whether a kernel writes a number that it has looked at before.
bool writesGuard(plan::KernelOp kernel);

using StepsOf = llvm::function_ref<llvm::ArrayRef<KernelStep>(plan::KernelOp)>;

/// `stepsOf` gives none for kernels that have nothing to compute.
StatusOr<EmittedCommands> emitCommands(plan::ProgramOp program,
                                       StepsOf stepsOf);

} // namespace weft::gpu
