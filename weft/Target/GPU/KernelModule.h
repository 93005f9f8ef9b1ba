// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels halfway to code: a module of LLVM's, with a context of its own. To
// write it, operations of MLIR's are read, which one thread does at a time;
// what becomes of it is any thread's business.

#pragma once

#include "weft/Support/Status.h"
#include "weft/Target/Code/ObjectCode.h"
#include "weft/Target/GPU/GpuMachine.h"
#include "weft/Target/GPU/KernelInfo.h"
#include "weft/Tile/IR/Tile.h"

#include <llvm/IR/LLVMContext.h>

#include <memory>
#include <vector>

namespace weft::gpu {

using CodeForm = code::CodeGenerator::Form;

/// What runs the programs of a kernel.
enum class Runner {
  /// A block of threads runs each. For kernels of stage `synchronised`.
  Block,
  /// The threads of one block, a team, run one each, whether they meet or not.
  /// For kernels of stage `free`, as the next.
  Team,
  /// A thread runs one, or several one after the other.
  Thread,
};

class KernelModule {
public:
  /// Fails as compileKernels does (Compile.h).
  static StatusOr<KernelModule> emit(llvm::ArrayRef<tile::KernelOp> kernels,
                                     const GpuMachine &gpu, Runner runner);

  /// The code. Called once: the module is of no use afterwards.
  StatusOr<std::string> generate(const GpuMachine &gpu, CodeForm form);

  /// In the order given.
  std::vector<KernelInfo> infos;

private:
  explicit KernelModule(const Machine &row);
  Status write(llvm::ArrayRef<tile::KernelOp> kernels, const GpuMachine &gpu,
               Runner runner);
  StatusOr<std::string> run(code::CodeGenerator &generator);
  /// LLVM gave up on it, so that it can be neither used nor destroyed.
  void abandon();

  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module;
  /// Whether accesses are of single elements.
  bool isByElements = false;
};

} // namespace weft::gpu
