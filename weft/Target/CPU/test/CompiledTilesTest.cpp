// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every program of the interpreter's tests, tiled in several ways and compiled.
//
// The check of tiles against the interpreter (weft/Tile/Tiling/test) runs
// kernels by tile::runKernel. Here that function is not the model's, which is
// left out when linking, but compiles the kernel and calls it.

#include "weft/Machine/Host.h"
#include "weft/Target/CPU/Compile.h"
#include "weft/Target/CPU/WalkTiles.h"
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
  WEFT_ASSIGN_OR_RETURN(Machine host, describeHost());
  cpu::walkTiles(kernel, host);
  WEFT_ASSIGN_OR_RETURN(cpu::CompiledKernels code,
                        cpu::compileKernels({kernel}, host));
  WEFT_ASSIGN_OR_RETURN(cpu::LoadedCode loaded,
                        cpu::LoadedCode::load(code.object));
  // Between walls, to see whether the kernel stays in its arrays.
  constexpr size_t wall = 256;
  constexpr char brick = 0x77;
  std::vector<std::vector<char>> arrays;
  std::vector<void *> pointers;
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    arrays.emplace_back(argument.bytes.size() + 2 * wall, brick);
    char *array = arrays.back().data() + wall;
    if (kernel.getArgAttr(static_cast<unsigned>(i), zeroedAttributeName)) {
      std::memset(array, 0, argument.bytes.size());
    } else {
      llvm::copy(argument.bytes, array);
    }
    pointers.push_back(array);
    // Arguments that share memory go on doing so.
    for (size_t k = 0; k < i; ++k) {
      if (arguments[k].bytes.data() == argument.bytes.data() &&
          !argument.bytes.empty()) {
        pointers.back() = pointers[k];
      }
    }
  }
  const size_t used = static_cast<size_t>(code.kernels[0].scratchBytes);
  const auto bytes = static_cast<size_t>(llvm::alignTo(used + wall, 64));
  auto *scratch = static_cast<char *>(std::aligned_alloc(64, bytes));
  std::memset(scratch, brick, bytes);
  loaded.findKernel(kernel.getSymName())(
      pointers.data(), 0, static_cast<int64_t>(kernel.getGrid()), scratch);
  bool stays = llvm::all_of(llvm::ArrayRef(scratch, bytes).drop_front(used),
                            [](char each) { return each == brick; });
  std::free(scratch);
  if (!stays) {
    return Status::internal("the kernel writes beyond its scratch memory");
  }
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    llvm::ArrayRef<char> array = arrays[i];
    stays = llvm::all_of(array.take_front(wall),
                         [](char each) { return each == brick; }) &&
            llvm::all_of(array.take_back(wall),
                         [](char each) { return each == brick; });
    if (!stays) {
      return Status::internal("the kernel writes outside of argument " +
                              std::to_string(i));
    }
    std::copy_n(static_cast<const char *>(pointers[i]), argument.bytes.size(),
                argument.bytes.data());
  }
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
