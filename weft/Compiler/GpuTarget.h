// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A GPU: kernels as code for blocks of threads, or for single threads where
// blocks have no form, and the plan as commands
// (weft/Executable/CommandProgram.h).

#pragma once

#include "weft/Compiler/Target.h"
#include "weft/Target/GPU/GpuMachine.h"

namespace weft {

/// For the GPU that `gpu` writes code for. `isOrdered`: no result may depend on
/// which thread is first. `isExact`: products take all digits of f32.
/// `isAssembled`: kernels are assembled, where an assembler is found.
std::unique_ptr<Target> createGpuTarget(std::unique_ptr<gpu::GpuMachine> gpu,
                                        bool isOrdered = false,
                                        bool isExact = false,
                                        bool isAssembled = false);

} // namespace weft
