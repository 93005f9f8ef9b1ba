// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels from text, compiled for this machine and called.

#pragma once

#include "weft/Target/CPU/Compile.h"

#include <llvm/ADT/StringRef.h>
#include <mlir/IR/BuiltinOps.h>
#include <mlir/IR/MLIRContext.h>
#include <mlir/IR/OwningOpRef.h>

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace weft::cpu::test {

/// The kernels of a text.
class KernelText {
public:
  /// A test that cannot be parsed fails.
  explicit KernelText(llvm::StringRef text);

  std::vector<tile::KernelOp> kernels();

private:
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

/// One array that a kernel works on.
using Argument = void *;

/// The one kernel of a text, compiled for this machine, or a description of it
/// that a test has changed.
class CompiledKernel {
public:
  /// Failures fail the test; nothing can be run then.
  explicit CompiledKernel(
      llvm::StringRef text,
      llvm::function_ref<void(Machine &)> change = [](Machine &) {});

  /// Runs the whole grid, in two ranges, with scratch memory that is not zero.
  /// Threads may do so at the same time.
  void run(std::vector<Argument> arguments) const;

private:
  void compile(llvm::StringRef text,
               llvm::function_ref<void(Machine &)> change);

  std::optional<LoadedCode> code;
  KernelFunction function = nullptr;
  int64_t grid = 0;
  size_t scratchBytes = 0;
};

/// Compiles the one kernel of the text and runs it.
void runKernel(llvm::StringRef text, std::vector<Argument> arguments);

/// The status of compiling the kernels of a text for this machine.
Status compileStatus(llvm::StringRef text);

/// `text` with each "$name" replaced.
std::string substitute(
    llvm::StringRef text,
    const std::vector<std::pair<std::string, std::string>> &replacements);

/// How often a word stands in a text.
size_t countIn(const std::string &text, const std::string &word);

} // namespace weft::cpu::test
