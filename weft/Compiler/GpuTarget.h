// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A GPU: every kernel as code in which one thread runs a program, and the plan
// as commands (weft/Executable/CommandProgram.h).

#pragma once

#include "weft/Compiler/Target.h"
#include "weft/Target/GPU/GpuMachine.h"

namespace weft {

/// What looks at a program beside its code: whether each kernel is also taken
/// through the passes that make it one for blocks of threads, with a record.
enum class BlockFormsWanted { No, Yes };

/// For the GPU that `gpu` writes code for.
std::unique_ptr<Target> createGpuTarget(std::unique_ptr<gpu::GpuMachine> gpu,
                                        BlockFormsWanted blocks);

} // namespace weft
