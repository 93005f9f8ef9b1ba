// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels of a plan in the form in which a block of threads runs each program:
// cut into tiles for blocks, through every pass that binds a tile program to
// the threads of a block, to code.
//
// What has no such form is run by single threads, and a record says why.

#pragma once

#include "weft/Compiler/TileKernels.h"
#include "weft/Compiler/Trace.h"
#include "weft/Target/GPU/Candidates/GpuCandidates.h"
#include "weft/Target/GPU/Compile.h"

namespace weft {

class BlockForms {
public:
  BlockForms(const gpu::GpuMachine &gpu, plan::ProgramOp program,
             TiledKernels &tiled, CompileTrace &trace,
             const gpu::BlockCandidates &source)
      : gpu(gpu), program(program), tiled(tiled), trace(trace), source(source) {
  }

  /// As stages of the trace: tile-blocks, each pass by its name, emit-blocks.
  Status run();

private:
  /// A run of one of a form's kernels, on memory of its own.
  struct Launch {
    size_t step = 0;
    mlir::ArrayAttr constants;
    llvm::SmallVector<int64_t> workspace;
    int64_t workspaceBytes = 0;
  };

  struct Form {
    plan::KernelOp kernel;
    /// What it is the form of.
    tile::KernelOp byThreads;
    /// Each once, and how they run one after the other.
    llvm::SmallVector<tile::KernelOp> steps;
    llvm::SmallVector<Launch> launches;
    std::string sizes;
    /// Whether the threads of a block are the programs of a loop.
    bool isTeam = false;
  };

  void cutIntoTiles();
  /// Of steps that differ in their memory only, one is kept.
  static void shareSteps(Form &form);
  void runPass(const gpu::BlockPass &pass);
  Status emit();
  StatusOr<BlockCode> emitStep(Form &form, tile::KernelOp step);
  /// Says of products of f32 which digits they multiply.
  void recordDigits(Form &form, tile::KernelOp step);
  /// Takes a form out, and records why.
  void giveUp(Form &form, llvm::StringRef why);
  void removeGivenUp();

  const gpu::GpuMachine &gpu;
  plan::ProgramOp program;
  TiledKernels &tiled;
  CompileTrace &trace;
  const gpu::BlockCandidates &source;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  /// Without those that were given up.
  std::vector<Form> forms;
  /// Of forms with several steps, by what code follows from.
  llvm::StringMap<BlockCode> written;
};

} // namespace weft
