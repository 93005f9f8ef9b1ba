// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A placed plan as the commands that a GPU's runtime runs, for any GPU.

#pragma once

#include "weft/Executable/CommandProgram.h"
#include "weft/Plan/IR/Plan.h"

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallVector.h>

namespace weft::gpu {

/// How a kernel of the plan is launched, or one of several that compute it one
/// after the other.
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
  /// Whether it takes a guard behind that: in the body of a loop that has
  /// several turns for each test.
  bool isGuarded = false;
  /// Whether it touches each of its arguments; empty where it touches all.
  llvm::SmallVector<bool> touches;
};

struct EmittedCommands {
  std::vector<Command> commands;
  /// As CommandProgram has them.
  std::vector<std::vector<uint32_t>> waits;
  /// The operations behind CallCommand, by number.
  std::vector<mlir::Operation *> calls;
};

using LaunchesOf =
    llvm::function_ref<llvm::ArrayRef<KernelLaunch>(plan::KernelOp)>;

/// `launchesOf` gives none for kernels that have nothing to compute.
StatusOr<EmittedCommands> emitCommands(plan::ProgramOp program,
                                       LaunchesOf launchesOf);

} // namespace weft::gpu
