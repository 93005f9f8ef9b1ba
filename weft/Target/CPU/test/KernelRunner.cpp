// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "KernelRunner.h"

#include <mlir/Parser/Parser.h>

#include <cstdlib>
#include <cstring>

namespace weft::cpu::test {

KernelText::KernelText(llvm::StringRef text)
    : context(mlir::MLIRContext::Threading::DISABLED) {
  mlir::DialectRegistry registry;
  tile::registerTileDialects(registry);
  context.appendDialectRegistry(registry);
  context.loadAllAvailableDialects();
  module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  EXPECT_TRUE(module) << text.str();
}

std::vector<tile::KernelOp> KernelText::kernels() {
  std::vector<tile::KernelOp> kernels;
  if (module) {
    module->walk([&](tile::KernelOp kernel) { kernels.push_back(kernel); });
  }
  return kernels;
}

/// This machine; without vectors where the environment says so, so that the
/// same tests run what one thread of a GPU does.
static StatusOr<Machine> describeTested() {
  WEFT_ASSIGN_OR_RETURN(Machine machine, describeHost());
  if (std::getenv("WEFT_TEST_ONE_LANE") != nullptr) {
    machine.vectorBytes = 1;
  }
  return machine;
}

CompiledKernel::CompiledKernel(llvm::StringRef text,
                               llvm::function_ref<void(Machine &)> change) {
  compile(text, change);
}

void CompiledKernel::compile(llvm::StringRef text,
                             llvm::function_ref<void(Machine &)> change) {
  KernelText parsed(text);
  std::vector<tile::KernelOp> kernels = parsed.kernels();
  ASSERT_EQ(kernels.size(), 1u);
  StatusOr<Machine> cpu = describeTested();
  ASSERT_TRUE(cpu.ok()) << cpu.status();
  change(*cpu);
  StatusOr<CompiledKernels> compiled = compileKernels(kernels, *cpu);
  ASSERT_TRUE(compiled.ok()) << compiled.status();
  StatusOr<LoadedCode> loaded = LoadedCode::load(compiled->object);
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  code = std::move(*loaded);
  function = code->findKernel(kernels[0].getSymName());
  ASSERT_NE(function, nullptr);
  scratchBytes = static_cast<size_t>(
      llvm::alignTo(compiled->kernels[0].scratchBytes + 1, 64));
  grid = static_cast<int64_t>(kernels[0].getGrid());
}

void CompiledKernel::run(std::vector<Argument> arguments) const {
  if (function == nullptr) {
    return;
  }
  char *scratch = static_cast<char *>(std::aligned_alloc(64, scratchBytes));
  std::memset(scratch, 0x5a, scratchBytes);
  const int64_t middle = grid / 2;
  function(arguments.data(), 0, middle, scratch);
  function(arguments.data(), middle, grid, scratch);
  std::free(scratch);
}

void runKernel(llvm::StringRef text, std::vector<Argument> arguments) {
  CompiledKernel(text).run(std::move(arguments));
}

Status compileStatus(llvm::StringRef text) {
  KernelText parsed(text);
  StatusOr<Machine> cpu = describeHost();
  EXPECT_TRUE(cpu.ok()) << cpu.status();
  StatusOr<CompiledKernels> code = compileKernels(parsed.kernels(), *cpu);
  return code.ok() ? Status::success() : code.status();
}

std::string substitute(
    llvm::StringRef text,
    const std::vector<std::pair<std::string, std::string>> &replacements) {
  std::string result = text.str();
  for (const auto &[name, value] : replacements) {
    const std::string key = "$" + name;
    for (size_t at = result.find(key); at != std::string::npos;
         at = result.find(key, at + value.size())) {
      result.replace(at, key.size(), value);
    }
  }
  return result;
}

size_t countIn(const std::string &text, const std::string &word) {
  size_t count = 0;
  for (size_t at = text.find(word); at != std::string::npos;
       at = text.find(word, at + 1)) {
    ++count;
  }
  return count;
}

} // namespace weft::cpu::test
