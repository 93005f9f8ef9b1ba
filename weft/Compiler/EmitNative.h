// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a placed plan and its tile programs to the sections of an executable
// that hold native code.

#pragma once

#include "weft/Compiler/TileKernels.h"
#include "weft/Compiler/Trace.h"
#include "weft/Executable/Executable.h"
#include "weft/Executable/NativeProgram.h"
#include "weft/Target/CPU/Compile.h"

namespace weft {

struct NativeSections {
  NativeProgram program;
  std::vector<HelperScratch> helpers;
  /// Of the copies that the runtime makes for a call out of the program, the
  /// call that takes most.
  uint64_t callBytes = 0;
  std::map<SectionKind, std::string> sections;
};

/// `trace` learns about the kernels, and gets the code if it keeps it.
StatusOr<NativeSections> emitNative(plan::ProgramOp program,
                                    const TiledKernels &tiled,
                                    const Machine &cpu, CompileTrace &trace);

} // namespace weft
