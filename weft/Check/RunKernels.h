// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Plans whose kernels are executed as what they have become.

#pragma once

#include "weft/Check/CheckProgram.h"
#include "weft/Compiler/TileKernels.h"

namespace weft {

/// Computes the results of a kernel of a plan from its operands. Nothing for a
/// kernel that has become nothing: then its region says what it does.
using KernelRunner = std::function<std::optional<StatusOr<reference::Values>>(
    plan::KernelOp kernel, const reference::Values &operands,
    reference::Budget &budget)>;

/// By their tile programs, in the model. `tiled` outlives the runner.
KernelRunner runInModel(const TiledKernels &tiled, uint64_t seed);

/// By machine code made from their tile programs, each alone.
KernelRunner runOnMachine(const TiledKernels &tiled);

/// Executes the plan of a module on the program's inputs; places are checked
/// where there are some. Kernels are executed as their regions say without a
/// runner.
Outcome runPlan(mlir::ModuleOp module, const CheckedProgram &program,
                const KernelRunner &runner);

} // namespace weft
