// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every program of the interpreter's tests, tiled in several ways and compiled.
//
// The check of tiles against the interpreter (weft/Tile/Tiling/test) runs
// kernels by tile::runKernel. Here that function is not the model's, which is
// left out when linking, but compiles the kernel and calls it.

#include "weft/Target/CPU/Compile.h"
#include "weft/Tile/Model/Model.h"
#include "weft/Tile/Tiling/test/CheckTiles.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>

namespace weft::tile {

Status runKernel(KernelOp kernel, llvm::ArrayRef<Buffer> arguments,
                 const ModelOptions &, std::optional<mlir::Location> *) {
  WEFT_ASSIGN_OR_RETURN(cpu::CpuDescription host, cpu::describeHost());
  WEFT_ASSIGN_OR_RETURN(cpu::CompiledKernels code,
                        cpu::compileKernels({kernel}, host));
  WEFT_ASSIGN_OR_RETURN(cpu::LoadedCode loaded,
                        cpu::LoadedCode::load(code.object));
  std::vector<void *> pointers;
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    if (kernel.getArgAttr(static_cast<unsigned>(i), zeroedAttributeName)) {
      std::memset(argument.bytes.data(), 0, argument.bytes.size());
    }
    pointers.push_back(argument.bytes.data());
  }
  const auto bytes =
      static_cast<size_t>(llvm::alignTo(code.kernels[0].scratchBytes + 1, 64));
  auto *scratch = static_cast<char *>(std::aligned_alloc(64, bytes));
  std::memset(scratch, 0x5a, bytes);
  loaded.findKernel(kernel.getSymName())(
      pointers.data(), 0, static_cast<int64_t>(kernel.getGrid()), scratch);
  std::free(scratch);
  return Status::success();
}

namespace {

using testing::CheckReport;

class CompiledTiles : public ::testing::TestWithParam<const char *> {};

TEST_P(CompiledTiles, agreeWithTheInterpreter) {
  std::filesystem::path path =
      std::filesystem::path(WEFT_SOURCE_DIRECTORY) / GetParam();
  CheckReport report = testing::checkFile(path.string());
  for (const std::string &failure : report.failures) {
    ADD_FAILURE() << failure;
  }
  std::cout << report.kernels << " kernels\n";
  EXPECT_GT(report.kernels, 0u);
}

constexpr const char *files[] = {
    "weft/StableHLO/Interpreter/test/convolution.mlir",
    "weft/StableHLO/Interpreter/test/elementwise_conversions.mlir",
    "weft/StableHLO/Interpreter/test/elementwise_floats.mlir",
    "weft/StableHLO/Interpreter/test/elementwise_integers.mlir",
    "weft/StableHLO/Interpreter/test/factorization.mlir",
    "weft/StableHLO/Interpreter/test/fourier.mlir",
    "weft/StableHLO/Interpreter/test/gather_scatter.mlir",
    "weft/StableHLO/Interpreter/test/linear.mlir",
    "weft/StableHLO/Interpreter/test/movement.mlir",
    "weft/StableHLO/Interpreter/test/normalization.mlir",
    "weft/StableHLO/Interpreter/test/random.mlir",
    "weft/StableHLO/Interpreter/test/reduction.mlir",
    "weft/Tile/Tiling/test/Inputs/loops.mlir",
    "weft/Tile/Tiling/test/Inputs/programs.mlir",
};

INSTANTIATE_TEST_SUITE_P(
    files, CompiledTiles, ::testing::ValuesIn(files), [](const auto &info) {
      return std::filesystem::path(info.param).stem().string();
    });

} // namespace
} // namespace weft::tile
