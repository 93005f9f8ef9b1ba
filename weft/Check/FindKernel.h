// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "weft/Check/RunKernels.h"

namespace weft {

/// The first kernel of the plan whose results, by the runner, are not those of
/// its region, with its place and what differs; empty if there is none. Each
/// kernel gets the operands that it has in a run of the plan by the
/// interpreter.
std::string findKernel(mlir::ModuleOp plan, const CheckedProgram &program,
                       const KernelRunner &runner);

} // namespace weft
