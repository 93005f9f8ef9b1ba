// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A placed plan as the commands that a GPU's runtime runs, for any GPU.

#pragma once

#include "weft/Executable/CommandProgram.h"
#include "weft/Plan/IR/Plan.h"

#include <llvm/ADT/STLFunctionalExtras.h>

namespace weft::gpu {

/// How a kernel of the plan is launched.
struct KernelLaunch {
  /// In CommandProgram::kernels.
  uint32_t kernel = 0;
  /// Where constants of its own lie in the constants arena.
  std::vector<int64_t> constants;
  /// Whether it takes the address of its workspace, too.
  bool takesWorkspace = false;
};

struct EmittedCommands {
  std::vector<Command> commands;
  /// As CommandProgram has them.
  std::vector<std::vector<uint32_t>> waits;
  /// The operations behind CallCommand, by number.
  std::vector<mlir::Operation *> calls;
};

/// `launchOf` gives nothing for kernels that have nothing to compute.
StatusOr<EmittedCommands>
emitCommands(plan::ProgramOp program,
             llvm::function_ref<const KernelLaunch *(plan::KernelOp)> launchOf);

} // namespace weft::gpu
