// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles a program and keeps what there was to see.

#pragma once

#include "weft/Compiler/Compiler.h"
#include "weft/Compiler/Target.h"
#include "weft/Compiler/Trace.h"
#include "weft/Plan/Memory/MemoryReport.h"
#include "weft/Support/Decisions.h"

#include <llvm/ADT/StringMap.h>

namespace weft::tools {

/// A program's way through the compiler.
struct Watched {
  /// The kernels of the plan, in its order.
  struct Kernel {
    std::string name;
    /// Where in the user's program it comes from; may be empty.
    std::string place;
    /// The operation of the plan, with its region of StableHLO.
    std::string program;
  };

  CompileTrace trace;
  DecisionLog log;
  /// How long the stages took.
  std::string times;
  /// The program after each stage.
  std::vector<std::pair<std::string, std::string>> stages;
  /// Operations of StableHLO as the program came, and when nothing more is
  /// rewritten.
  int64_t operationsGiven = 0;
  int64_t operationsLeft = 0;
  std::vector<Kernel> kernels;
  /// Tile programs by name.
  llvm::StringMap<std::string> tilePrograms;
  /// A tile program in the form for blocks of threads, after a stage.
  struct BlockProgram {
    std::string stage;
    std::string text;
  };
  /// By name, and the code of all that have some.
  llvm::StringMap<std::vector<BlockProgram>> blockPrograms;
  std::string blockCode;
  /// The placed plan, without what is inside kernels.
  std::string plan;
  plan::MemoryReport memory;
  Ref<const Executable> executable;
};

/// `whole`: large constants are printed whole.
Status watch(std::string_view program, const CompileOptions &options,
             const Target &target, bool whole, Watched &watched);

} // namespace weft::tools
