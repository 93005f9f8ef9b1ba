// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every program of the interpreter's tests, as kernels on the model.

#include "weft/Tile/Tiling/test/CheckTiles.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>

using namespace weft::tile::testing;

namespace {

class CheckTiles : public testing::TestWithParam<const char *> {};

TEST_P(CheckTiles, AgreeWithTheInterpreter) {
  std::filesystem::path path =
      std::filesystem::path(WEFT_SOURCE_DIRECTORY) / GetParam();
  CheckReport report = checkFile(path.string());
  for (const std::string &failure : report.failures) {
    ADD_FAILURE() << failure;
  }
  for (const std::string &refusal : report.refusals) {
    std::cout << "refused: " << refusal << "\n";
  }
  std::cout << report.kernels << " kernels\n";
  EXPECT_GT(report.kernels, 0u);
}

/// More files, by hand: WEFT_CHECK_FILES names a file that lists them.
TEST(CheckTilesByHand, AgreeWithTheInterpreter) {
  const char *list = std::getenv("WEFT_CHECK_FILES");
  if (!list) {
    GTEST_SKIP();
  }
  std::ifstream names(list);
  for (std::string name; std::getline(names, name);) {
    CheckReport report = checkFile(name);
    std::cout << name << ": " << report.kernels << " kernels\n";
    for (const std::string &failure : report.failures) {
      ADD_FAILURE() << name << ": " << failure;
    }
    for (const std::string &refusal : report.refusals) {
      std::cout << "refused: " << refusal << "\n";
    }
  }
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
    Files, CheckTiles, testing::ValuesIn(files), [](const auto &info) {
      return std::filesystem::path(info.param).stem().string();
    });

} // namespace
