// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Puts an executable together: what callers must know of a program, the program
// itself for those who want to read it, what a target made of it, and why.

#pragma once

#include "weft/Compiler/Target.h"
#include "weft/Plan/Memory/MemoryReport.h"

#include <mlir/Dialect/Func/IR/FuncOps.h>

namespace weft {

class ExecutableWriter {
public:
  /// Of a program whose shapes are known.
  static StatusOr<ExecutableWriter> create(mlir::func::FuncOp entry,
                                           const CompileOptions &options);

  const Manifest &manifest() const { return description; }
  /// Operations with those of functions that are called, each time.
  double operations() const { return operationCount; }

  /// What the target made. Without it the program is interpreted.
  void add(EmittedProgram emitted, plan::MemoryReport report);

  StatusOr<Ref<const Executable>> finish(const DecisionLog &log);

private:
  Manifest description;
  std::map<SectionKind, std::string> sections;
  double operationCount = 0;
};

} // namespace weft
