// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From tile kernels to code for a GPU, which Target/NVIDIA or Target/AMD makes
// of a row of the machine table.

#pragma once

#include "weft/Support/Status.h"
#include "weft/Target/GPU/KernelModule.h"

#include <vector>

namespace weft::gpu {

struct CompiledKernels {
  /// One entry per kernel, under the kernel's name. Equal kernels give equal
  /// bytes.
  std::string code;
  /// In the order given.
  std::vector<KernelInfo> kernels;
};

/// Kernels of stage `synchronised`, of which each program is run by a block.
/// Fails with UNIMPLEMENTED, the operation and its location, for what has no
/// form yet; with INTERNAL if the threads of a kernel race
/// (weft/Tile/Pipeline/CheckSynchronisation.h), and if LLVM gives up.
StatusOr<CompiledKernels> compileKernels(llvm::ArrayRef<tile::KernelOp> kernels,
                                         const GpuMachine &gpu, CodeForm form);

/// Kernels of stage `free`, of which each program is run by one thread. Takes
/// every operation but barriers among programs; fails as compileKernels does.
StatusOr<CompiledKernels>
compileThreadKernels(llvm::ArrayRef<tile::KernelOp> kernels,
                     const GpuMachine &gpu, CodeForm form);

/// A pass on the way from stage `free` to the one that compileKernels takes.
struct BlockPass {
  /// As weft-opt names it.
  const char *name;
  /// The stage of the kernels that it takes; it leaves none in an earlier one.
  tile::Stage from;
  mlir::LogicalResult (*run)(tile::KernelOp kernel, const Machine &machine,
                             int64_t warps);
  /// For kernels whose programs are the threads of a block, a team, which stay
  /// in stage `free`; all others are for those of which a block runs each
  /// program.
  bool isForTeams = false;
};

/// All of them, in order.
llvm::ArrayRef<BlockPass> blockPasses();

/// Runs one. Fails as compileKernels does, and leaves a kernel that is of no
/// use.
Status runPass(const BlockPass &pass, tile::KernelOp kernel,
               const Machine &machine, int64_t warps = 0);

/// What a step of its loop takes the threads of a team, or one thread, in
/// picoseconds. The kernel goes through the passes for teams.
StatusOr<int64_t> predictStep(tile::KernelOp team, const Machine &machine);

/// Runs those that are ahead of a kernel that is no team's, which
/// compileKernels then takes.
Status prepare(tile::KernelOp kernel, const Machine &machine,
               int64_t warps = 0);

} // namespace weft::gpu
