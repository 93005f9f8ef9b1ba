// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel's programs on several threads.

#pragma once

#include "weft/Executable/NativeCode.h"
#include "weft/Runtime/ProgramRunner.h"

namespace weft::runtime {

/// Runs all programs of a kernel, in pieces of at least `grain`, in this thread
/// and on free threads of the client. Returns when all have run. Never waits
/// for a thread that has not begun: a busy client only means that this thread
/// does more of the work. `scratch` is this thread's; others bring their own,
/// and do not help if there is no memory for it.
void runParallel(const RunServices &services, NativeKernel kernel,
                 void *const *pointers, int64_t count, int64_t grain,
                 int64_t scratchBytes, char *scratch);

} // namespace weft::runtime
