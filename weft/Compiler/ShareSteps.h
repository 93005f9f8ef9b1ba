// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which steps of a plan the threads of a CPU share.
//
// A step is shared where that is predicted to be faster, and that does not end
// with it: what several threads wrote lies in the caches of as many cores, and
// a step behind it that one thread takes gets it from there, line by line. So
// the last steps are decided first, and one that saves less than those behind
// it lose stays with the thread that runs the plan, unless it would lose as
// much itself.

#pragma once

#include "weft/Machine/Machine.h"
#include "weft/Plan/IR/Plan.h"

#include <llvm/ADT/STLFunctionalExtras.h>

namespace weft {

class SharedSteps {
public:
  /// What one thread takes for a kernel, and the parts it can be computed in.
  struct Work {
    int64_t picoseconds = 0;
    int64_t programs = 1;
  };

  SharedSteps(plan::ProgramOp program,
              llvm::function_ref<Work(plan::KernelOp)> workOf,
              const Machine &machine);

  /// How many threads a kernel or a copy is worth; 1 for every other step.
  int64_t threadsOf(mlir::Operation *step) const {
    return std::max<int64_t>(1, threads.lookup(step));
  }

  /// Whether a step is one thread's because those behind it are.
  bool isKept(mlir::Operation *step) const { return kept.contains(step); }

private:
  /// What it costs one thread to get what others wrote.
  int64_t handedPicoseconds(int64_t bytes) const;
  /// The same of a step's results, for steps behind it that one thread takes.
  int64_t handedOut(mlir::Operation *step) const;
  /// The same of its operands, for the step itself if one thread took it.
  int64_t handedIn(mlir::Operation *step) const;

  const Machine &machine;
  llvm::DenseMap<mlir::Operation *, int64_t> threads;
  llvm::DenseSet<mlir::Operation *> kept;
};

} // namespace weft
