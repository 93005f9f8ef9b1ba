// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles the kernels of a file and prints what they became, or how long that
// took: for tests of generated code and for looking at it.
//
//   weft-kernel FILE [--cpu=NAME] [--emit=llvm|optimized|assembly|time|run]
//
// `time` is how long compiling takes, `run` how long the first kernel takes on
// one thread, on arrays of floats from 0 to 1 and of zeros.

#include "weft/Target/CPU/Compile.h"
#include "weft/Target/CPU/Targets.h"
#include "weft/Tile/IR/Memory.h"

#include <llvm/Support/CommandLine.h>
#include <llvm/Support/raw_ostream.h>
#include <mlir/IR/BuiltinOps.h>
#include <mlir/IR/MLIRContext.h>
#include <mlir/Parser/Parser.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>

namespace {

using namespace weft;
using namespace weft::cpu;

int fail(const Status &status) {
  llvm::errs() << "error: " << status.toString() << "\n";
  return 1;
}

int printTimes(llvm::ArrayRef<tile::KernelOp> kernels, const Machine &cpu) {
  // The first compile sets LLVM up; of the others the fastest counts.
  CompileTimes best;
  std::vector<KernelInfo> infos;
  for (int i = 0; i < 20; ++i) {
    CompileTimes times;
    StatusOr<CompiledKernels> code = compileKernels(kernels, cpu, &times);
    if (!code.ok()) {
      return fail(code.status());
    }
    auto total = [](const CompileTimes &t) {
      return t.emission + t.optimization + t.generation;
    };
    if (i == 1 || (i > 1 && total(times) < total(best))) {
      best = times;
    }
    infos = code->kernels;
  }
  for (const KernelInfo &info : infos) {
    llvm::outs() << info.name << ": " << info.instructions << " instructions, "
                 << info.scratchBytes << " bytes of scratch\n";
  }
  llvm::outs() << llvm::formatv(
      "emission {0:F0} us, optimization {1:F0} us, generation {2:F0} us\n",
      best.emission, best.optimization, best.generation);
  return 0;
}

std::vector<char> makeArray(mlir::Type type) {
  mlir::Type element = type;
  int64_t count = 1;
  if (auto ref = llvm::dyn_cast<tile::RefType>(type)) {
    element = ref.getElementType();
    count = tile::MemoryPlaces(ref).size();
  }
  const int64_t bytes = code::memoryBytes(element);
  std::vector<char> array(static_cast<size_t>(count * bytes));
  std::optional<FloatKind> kind = floatKindOf(element);
  for (int64_t i = 0; kind && i < count; ++i) {
    const uint64_t bits =
        encodeFloat(*kind, static_cast<double>(i * 7919 % 1000) / 1000);
    std::memcpy(array.data() + i * bytes, &bits, static_cast<size_t>(bytes));
  }
  return array;
}

int runFirst(tile::KernelOp kernel, const Machine &cpu) {
  StatusOr<CompiledKernels> code = compileKernels({kernel}, cpu);
  if (!code.ok()) {
    return fail(code.status());
  }
  StatusOr<LoadedCode> loaded = LoadedCode::load(code->object);
  if (!loaded.ok()) {
    return fail(loaded.status());
  }
  std::vector<std::vector<char>> arrays;
  std::vector<void *> pointers;
  for (mlir::Type type : kernel.getArgumentTypes()) {
    arrays.push_back(makeArray(type));
    pointers.push_back(arrays.back().data());
  }
  const auto bytes = static_cast<size_t>(llvm::alignTo(
      static_cast<uint64_t>(code->kernels[0].scratchBytes) + 64, 64));
  auto *scratch = static_cast<char *>(std::aligned_alloc(64, bytes));
  KernelFunction function = loaded->findKernel(kernel.getSymName());
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 50; ++i) {
    int64_t times = 0;
    const auto start = std::chrono::steady_clock::now();
    double passed = 0;
    do {
      function(pointers.data(), 0, static_cast<int64_t>(kernel.getGrid()),
               scratch);
      ++times;
      passed = std::chrono::duration<double, std::micro>(
                   std::chrono::steady_clock::now() - start)
                   .count();
    } while (passed < 5000);
    best = std::min(best, passed / static_cast<double>(times));
  }
  std::free(scratch);
  llvm::outs() << llvm::formatv("{0}: {1:F3} us\n", kernel.getSymName(), best);
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  std::string file;
  std::string cpuName = "host";
  std::string form = "assembly";
  for (int i = 1; i < argc; ++i) {
    llvm::StringRef argument = argv[i];
    if (argument.consume_front("--cpu=")) {
      cpuName = argument.str();
    } else if (argument.consume_front("--emit=")) {
      form = argument.str();
    } else {
      file = argument.str();
    }
  }
  registerEveryTarget();
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  mlir::DialectRegistry registry;
  tile::registerTileDialects(registry);
  context.appendDialectRegistry(registry);
  context.loadAllAvailableDialects();
  auto module = mlir::parseSourceFile<mlir::ModuleOp>(file, &context);
  if (!module) {
    return 1;
  }
  std::vector<tile::KernelOp> kernels;
  module->walk([&](tile::KernelOp kernel) { kernels.push_back(kernel); });
  StatusOr<Machine> cpu = findMachine(cpuName);
  if (!cpu.ok()) {
    return fail(cpu.status());
  }
  if (form == "time") {
    return printTimes(kernels, *cpu);
  }
  if (form == "run") {
    return runFirst(kernels.front(), *cpu);
  }
  const TextForm text = form == "llvm"        ? TextForm::Emitted
                        : form == "optimized" ? TextForm::Optimized
                                              : TextForm::Assembly;
  StatusOr<std::string> printed = printKernels(kernels, *cpu, text);
  if (!printed.ok()) {
    return fail(printed.status());
  }
  llvm::outs() << *printed;
  return 0;
}
