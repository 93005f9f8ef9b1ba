// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From tile kernels to object code for a CPU.
//
//   WEFT_ASSIGN_OR_RETURN(Machine cpu, describeHost());
//   WEFT_ASSIGN_OR_RETURN(CompiledKernels code, compileKernels({kernel}, cpu));
//   WEFT_ASSIGN_OR_RETURN(LoadedCode loaded, LoadedCode::load(code.object));
//   loaded.findKernel("softmax")(pointers, 0, grid, scratch);

#pragma once

#include "weft/Machine/Host.h"
#include "weft/Target/CPU/KernelEmitter.h"
#include "weft/Target/CPU/Loader.h"

#include <vector>

namespace weft::cpu {

struct CompiledKernels {
  /// An object file: one function per kernel, under the kernel's name. Equal
  /// kernels and descriptions give equal bytes.
  std::string object;
  /// In the order given.
  std::vector<KernelInfo> kernels;
};

/// Processor time of the steps, in microseconds.
struct CompileTimes {
  double emission = 0;
  double optimization = 0;
  double generation = 0;
};

/// Machine code as people read it: LLVM's language after its passes, and
/// assembly language.
struct CodeText {
  std::string llvm;
  std::string assembly;
};

/// Kernels in stage `free` whose tiles fit registers. Fails with UNIMPLEMENTED,
/// the operation and its location, for what has no form on the CPU; with
/// INTERNAL if LLVM gives up. Any number of threads may compile at a time, each
/// its own kernels.
StatusOr<CompiledKernels> compileKernels(llvm::ArrayRef<tile::KernelOp> kernels,
                                         const Machine &cpu,
                                         CompileTimes *times = nullptr);

/// The kernels as functions of a module, for callers that put more into it.
/// Their infos are appended.
Status emitKernels(llvm::ArrayRef<tile::KernelOp> kernels, const Machine &cpu,
                   llvm::Module &module, std::vector<KernelInfo> &infos);

/// The modules of a program. Each has a context of its own, so that each can be
/// compiled by a thread of its own; functions of one are known to the others by
/// name.
class Modules {
public:
  virtual ~Modules() = default;
  /// A further module, empty. It stays where it is.
  virtual llvm::Module &add() = 0;
};

/// The code of the modules that `fill` writes: an object file, or an archive of
/// several (Objects.h). They are compiled by as many threads as the process may
/// use; what comes of it does not depend on how many. `fill` runs in the
/// caller's, under the guard of FatalErrors.h: it owns nothing but memory.
/// `text`, where given, gets the same code as text.
StatusOr<std::string> compileModules(const Machine &cpu,
                                     llvm::function_ref<Status(Modules &)> fill,
                                     CompileTimes *times = nullptr,
                                     CodeText *text = nullptr);

/// The object file of what `fill` writes into an empty module.
StatusOr<std::string>
compileModule(const Machine &cpu,
              llvm::function_ref<Status(llvm::Module &)> fill,
              CompileTimes *times = nullptr, CodeText *text = nullptr);

/// What people look at.
enum class TextForm { Emitted, Optimized, Assembly };
StatusOr<std::string> printKernels(llvm::ArrayRef<tile::KernelOp> kernels,
                                   const Machine &cpu, TextForm form);

} // namespace weft::cpu
