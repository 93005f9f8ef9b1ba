// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels of a plan in the form in which a block of threads runs each program:
// cut into tiles for blocks, through every pass that binds a tile program to
// the threads of a block, to code.
//
// What has no such form is run by single threads, and a record says why. What
// is a fill has none and needs none (FindFill.h).

#pragma once

#include "weft/Compiler/TileKernels.h"
#include "weft/Compiler/Trace.h"
#include "weft/Target/GPU/Candidates/GpuCandidates.h"
#include "weft/Target/GPU/Compile.h"
#include "weft/Target/GPU/KernelCompiler.h"

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
    llvm::SmallVector<gpu::KernelFill> zeroed;
  };

  struct Form {
    plan::KernelOp kernel;
    /// What it is the form of.
    tile::KernelOp byThreads;
    /// Each once, and how they run one after the other.
    llvm::SmallVector<tile::KernelOp> steps;
    llvm::SmallVector<Launch> launches;
    /// What the compiler calls the first of them, up to one that it refused.
    std::vector<StatusOr<size_t>> numbers;
    std::string sizes;
    /// Tiles that were thought of for it, the chosen ones first.
    std::vector<tile::TriedCandidate> tried;
    /// Whether the threads of a block are the programs of a loop.
    bool isTeam = false;
  };

  void cutIntoTiles();
  /// Of steps that differ in their memory only, one is kept.
  static void shareSteps(Form &form);
  void runPass(const gpu::BlockPass &pass);
  Status emit();
  /// Hands a step to the compiler, if none that is the same was.
  StatusOr<size_t> beginStep(Form &form, tile::KernelOp step,
                             gpu::KernelCompiler &compiler);
  /// What became of it. The first of steps that are the same is recorded.
  StatusOr<StepCode> endStep(Form &form, tile::KernelOp step,
                             const StatusOr<size_t> &number);
  /// Says of a product of f32 which digits it multiplies.
  void recordDigits(Form &form);
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
  llvm::StringMap<size_t> numberOf;
  /// By number.
  std::vector<StatusOr<gpu::CompiledKernel>> compiled;
  llvm::DenseMap<size_t, StepCode> recorded;
};

} // namespace weft
