// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Model/Model.h"
#include "weft/Tile/IR/Unrank.h"

#include <gtest/gtest.h>
#include <mlir/IR/BuiltinOps.h>
#include <mlir/Parser/Parser.h>

#include <set>

using namespace weft;
using namespace weft::tile;

namespace {

class ModelTest : public testing::Test {
protected:
  ModelTest() {
    mlir::DialectRegistry registry;
    registerTileDialects(registry);
    context.appendDialectRegistry(registry);
  }

  KernelOp parse(llvm::StringRef text) {
    module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    return *module->getOps<KernelOp>().begin();
  }

  template <typename T> static Buffer buffer(std::vector<T> &values) {
    return {
        {reinterpret_cast<char *>(values.data()), values.size() * sizeof(T)}};
  }

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

constexpr llvm::StringLiteral kAdd = R"mlir(
  tile.kernel @add(%x: !tile.ref<8xi32>, %n: i32, %y: !tile.ref<8xi32>) attributes {stage = "free", grid = 2} {
    %c4 = arith.constant 4 : index
    %p = tile.program_id
    %i = arith.muli %p, %c4 : index
    %a = tile.load %x[%i] : !tile.ref<8xi32> -> tensor<4xi32>
    %b = tensor.splat %n : tensor<4xi32>
    %c = arith.addi %a, %b : tensor<4xi32>
    tile.store %c, %y[%i] : tensor<4xi32>, !tile.ref<8xi32>
    tile.return
  }
)mlir";

TEST_F(ModelTest, WritesIntoTheBuffersGiven) {
  std::vector<int32_t> x{0, 1, 2, 3, 4, 5, 6, 7}, n{10}, y(8);
  Status status = runKernel(parse(kAdd), {buffer(x), buffer(n), buffer(y)});
  EXPECT_TRUE(status.ok()) << status.message();
  EXPECT_EQ(y, (std::vector<int32_t>{10, 11, 12, 13, 14, 15, 16, 17}));
}

TEST_F(ModelTest, EveryOrderOfProgramsGivesTheSame) {
  for (uint64_t seed = 0; seed < 16; ++seed) {
    std::vector<int32_t> x{0, 1, 2, 3, 4, 5, 6, 7}, n{10}, y(8);
    ModelOptions options;
    options.seed = seed;
    EXPECT_TRUE(
        runKernel(parse(kAdd), {buffer(x), buffer(n), buffer(y)}, options)
            .ok());
    EXPECT_EQ(y.back(), 17);
  }
}

TEST_F(ModelTest, RefusesWrongBuffers) {
  std::vector<int32_t> x(8), n{10}, y(7);
  KernelOp kernel = parse(kAdd);
  EXPECT_EQ(runKernel(kernel, {buffer(x), buffer(n)}).message(),
            "@add takes 3 arguments, 2 were given");
  EXPECT_EQ(runKernel(kernel, {buffer(x), buffer(n), buffer(y)}).message(),
            "argument 2 of type !tile.ref<8xi32> has 32 bytes, 28 were given");
}

constexpr llvm::StringLiteral kInPlace = R"mlir(
  tile.kernel @twice(%x: !tile.ref<4xi32>, %y: !tile.ref<4xi32> {tile.aliases = 0}) attributes {stage = "free", grid = 1} {
    %c0 = arith.constant 0 : index
    %a = tile.load %x[%c0] : !tile.ref<4xi32> -> tensor<4xi32>
    %b = arith.addi %a, %a : tensor<4xi32>
    tile.store %b, %y[%c0] : tensor<4xi32>, !tile.ref<4xi32>
    tile.return
  }
)mlir";

TEST_F(ModelTest, AliasesShareBytes) {
  std::vector<int32_t> x{1, 2, 3, 4}, y(4);
  KernelOp kernel = parse(kInPlace);
  EXPECT_EQ(runKernel(kernel, {buffer(x), buffer(y)}).message(),
            "argument 1 must have the bytes of argument 0, which it aliases");
  EXPECT_TRUE(runKernel(kernel, {buffer(x), buffer(x)}).ok());
  EXPECT_EQ(x, (std::vector<int32_t>{2, 4, 6, 8}));
}

constexpr llvm::StringLiteral kRewrites = R"mlir(
  tile.kernel @rewrites(%y: !tile.ref<8xi32>) attributes {stage = "free", grid = 1} {
    %c0 = arith.constant 0 : index
    %a = tile.iota 0 : tensor<4xi32>
    tile.store %a, %y[%c0] : tensor<4xi32>, !tile.ref<8xi32>
    tile.store %a, %y[%c0] : tensor<4xi32>, !tile.ref<8xi32>
    tile.return
  }
)mlir";

TEST_F(ModelTest, ChecksOfOutputsCanBeLeftOut) {
  std::vector<int32_t> y(8);
  KernelOp kernel = parse(kRewrites);
  std::optional<mlir::Location> location;
  ModelOptions options;
  Status status = runKernel(kernel, {buffer(y)}, options, &location);
  EXPECT_EQ(status.message(), "'tile.store' in program 0: writes an element "
                              "that this program has written before");
  EXPECT_TRUE(location.has_value());
  options.writesOnce = false;
  EXPECT_EQ(runKernel(kernel, {buffer(y)}, options).message(),
            "@rewrites does not write element [4] of argument 0, nor 3 others");
  options.writesAll = false;
  EXPECT_TRUE(runKernel(kernel, {buffer(y)}, options).ok());
}

TEST_F(ModelTest, StopsAtItsLimits) {
  std::vector<int32_t> x(8), n{10}, y(8);
  ModelOptions options;
  options.limits.maxSteps = 10;
  Status status =
      runKernel(parse(kAdd), {buffer(x), buffer(n), buffer(y)}, options);
  EXPECT_EQ(status.code(), StatusCode::ResourceExhausted);
}

TEST(UnrankTest, IsABijection) {
  for (int64_t rows : {1, 2, 3, 5}) {
    for (int64_t columns : {1, 2, 4}) {
      for (int64_t band : {0, 1, 2, 3, 7}) {
        std::optional<int64_t> wanted;
        if (band != 0) {
          wanted = band;
        }
        std::set<std::pair<int64_t, int64_t>> seen;
        for (int64_t id = 0; id < rows * columns; ++id) {
          auto tile = unrank(id, {rows, columns}, wanted);
          ASSERT_TRUE(tile);
          EXPECT_TRUE((*tile)[0] >= 0 && (*tile)[0] < rows);
          EXPECT_TRUE((*tile)[1] >= 0 && (*tile)[1] < columns);
          seen.insert({(*tile)[0], (*tile)[1]});
        }
        EXPECT_EQ(seen.size(), static_cast<size_t>(rows * columns));
        EXPECT_FALSE(unrank(rows * columns, {rows, columns}, wanted));
        EXPECT_FALSE(unrank(-1, {rows, columns}, wanted));
      }
    }
  }
}

} // namespace
