// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the bytes of a program to an executable.

#pragma once

#include "weft/Compiler/Cache.h"
#include "weft/Compiler/CompileOptions.h"
#include "weft/Executable/Executable.h"
#include "weft/Support/Status.h"

#include <string_view>

namespace weft {

class CompileTrace;
class Target;

/// Compiles, without looking at the cache. `program` is MLIR text, MLIR
/// bytecode or a portable artifact.
StatusOr<Ref<const Executable>> compileProgram(std::string_view program,
                                               const CompileOptions &options);
/// The same, watched.
StatusOr<Ref<const Executable>> compileProgram(std::string_view program,
                                               const CompileOptions &options,
                                               CompileTrace &trace);

/// The same for a target of the caller's, whatever the options name.
StatusOr<Ref<const Executable>> compileProgram(std::string_view program,
                                               const CompileOptions &options,
                                               CompileTrace &trace,
                                               const Target &target);

/// The same with a cache in front. Any thread.
class Compiler {
public:
  explicit Compiler(
      const CacheOptions &cache = CacheOptions::fromEnvironment("executables"))
      : cache(cache) {}

  StatusOr<Ref<const Executable>> compile(std::string_view program,
                                          const CompileOptions &options);

private:
  CompilationCache cache;
};

} // namespace weft
