// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that a device does without code, since all that they write is one
// number: zeros, say, that a loop begins with.

#pragma once

#include "weft/Machine/Machine.h"
#include "weft/Plan/IR/Plan.h"
#include "weft/Target/GPU/KernelFill.h"

namespace weft {

/// Nothing for kernels that are none, or are predicted to take less; one that
/// is one goes on record.
std::optional<gpu::KernelFill> findFill(plan::KernelOp kernel,
                                        const Machine &machine);

} // namespace weft
