// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel's programs on several threads.

#pragma once

#include "weft/Executable/NativeCode.h"
#include "weft/Runtime/CPU/ProgramRunner.h"

#include <span>

namespace weft::runtime {

/// Runs all programs of a kernel, in pieces of at least `grain`, in this thread
/// and with the client's team. Returns when all have run. `scratch` is this
/// thread's; the others share out `helperScratch`, and as many help as it has
/// room for.
void runParallel(const RunServices &services, NativeKernel kernel,
                 void *const *pointers, int64_t count, int64_t grain,
                 int64_t scratchBytes, char *scratch,
                 std::span<char> helperScratch);

} // namespace weft::runtime
