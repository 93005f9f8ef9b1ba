// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Assembles a program's kernels where no driver of a GPU does: ahead of time.

#pragma once

#include "weft/Executable/CommandProgram.h"
#include "weft/Target/GPU/GpuMachine.h"

#include <span>

namespace weft {

/// Each kernel's piece of `code`, as the assembler makes it of the text that a
/// driver would be given. Several run at a time.
std::vector<StatusOr<AssembledKernel>>
assembleKernels(std::span<const CommandKernel> kernels, std::string_view code,
                const gpu::GpuMachine &gpu, const std::string &assembler);

} // namespace weft
