// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The plan as one native function: calls of kernels, address arithmetic and
// control flow (weft/Executable/NativeCode.h says how it is called).
//
// A placed plan is all it needs: what shares storage, where everything lies and
// in which order it runs has been decided. Nothing here allocates.

#pragma once

#include "weft/Executable/NativeCode.h"
#include "weft/Plan/IR/Plan.h"
#include "weft/Support/Status.h"

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Module.h>

#include <vector>

namespace weft::cpu {

/// The code of a kernel: a function of this module or of another one, called
/// with the addresses of the kernel's inputs, of constants of its own, and of
/// its results that have elements.
struct KernelCode {
  /// Null: nothing is to be computed.
  llvm::Function *function = nullptr;
  /// Where the constants lie in the constants arena.
  std::vector<int64_t> constants;
  int64_t programs = 1;
  /// The least number of programs worth another thread; zero keeps the kernel
  /// in the thread of the caller.
  int64_t grain = 0;
  /// Bytes of its only result that each program has to itself, one part after
  /// the other; zero where programs do not have such parts.
  int64_t partBytes = 0;
  int64_t scratchBytes = 0;
};

/// What the runtime must know of the function.
struct Glue {
  /// The operations behind NativeServices::call, by number.
  std::vector<mlir::Operation *> calls;
  /// The checks behind NativeServices::fail, by number.
  std::vector<plan::CheckOp> checks;
  /// Memory that kernels need in the thread of the caller.
  int64_t scratchBytes = 0;
};

/// Adds the function kEntrySymbol to the module. The program must be placed.
/// `threadsOf` says by how many threads a copy is shared.
StatusOr<Glue>
emitGlue(plan::ProgramOp program,
         llvm::function_ref<const KernelCode &(plan::KernelOp)> codeOf,
         llvm::function_ref<int64_t(plan::CopyOp)> threadsOf,
         llvm::Module &module);

} // namespace weft::cpu
