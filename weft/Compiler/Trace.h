// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a caller who watches a compilation is shown: the program after each
// stage, the time each took, what was decided, and the code as text.

#pragma once

#include "weft/Support/Status.h"

#include <llvm/ADT/STLFunctionalExtras.h>
#include <mlir/IR/BuiltinOps.h>
#include <mlir/IR/OwningOpRef.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

class DecisionLog;
struct TiledKernels;

class CompileTrace {
public:
  struct Stage {
    std::string name;
    double milliseconds = 0;
  };

  /// What a kernel of the plan became.
  struct Kernel {
    std::string name;
    /// Kernels that compute the same share one; empty for kernels without code.
    std::string function;
    int64_t programs = 0;
    /// The least number of programs worth another thread; zero: it runs in the
    /// thread of the caller.
    int64_t grain = 0;
    /// Stays in the thread of the caller because that needs its results next.
    bool isKept = false;
    /// On a GPU: whether one thread runs a program, or a block; `grain` is the
    /// threads of a block.
    bool byThread = false;
    int64_t scratchBytes = 0;
    /// Results that are written past the caches.
    int64_t streamed = 0;
    /// As they left the emitter, before LLVM saw them.
    int64_t instructions = 0;
    /// On a GPU, where they were assembled: its steps, and what each takes.
    std::vector<std::string> assembled;
  };

  /// The machine code, as people read it.
  struct Code {
    /// After LLVM's passes.
    std::string llvm;
    std::string assembly;
    /// Of a GPU: the plan, as what the device is told.
    std::string commands;
  };

  /// Is shown the program after each stage, as a module; a failure ends the
  /// compilation. Stages that end in code have no module, and leave `code`.
  std::function<Status(std::string_view stage, mlir::Operation *module)>
      afterStage;
  /// Where to write decisions; null: only the executable gets them.
  DecisionLog *log = nullptr;
  /// Whether `code` is filled, which takes as long again as making the object.
  bool keepsCode = false;

  /// The kernels behind the module of stage `tile-kernels`; null before it.
  const TiledKernels *tiledKernels = nullptr;

  /// Runs a stage of the pipeline. What it decides is recorded under its name.
  Status run(std::string_view name, mlir::Operation *module,
             llvm::function_ref<Status()> work);
  /// The first one, which makes the module.
  Status run(std::string_view name, mlir::OwningOpRef<mlir::ModuleOp> &module,
             llvm::function_ref<Status()> work);

  const std::vector<Stage> &stages() const { return past; }
  /// One line per stage, and their sum.
  std::string text() const;

  /// Known after the last stage, in the order of the plan.
  std::vector<Kernel> kernels;
  Code code;

private:
  Status time(std::string_view name, llvm::function_ref<Status()> work);

  std::vector<Stage> past;
};

/// Makes a trace write DIRECTORY/01-import.mlir and so on, and the code at the
/// end as .ll and .s; the directory is made. The trace must outlive the
/// compilation.
void dumpStages(CompileTrace &trace, std::string directory);

} // namespace weft
