// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Layout/HeldWords.h"
#include "weft/Tile/Layout/InferLayouts.h"

#include <gtest/gtest.h>
#include <mlir/IR/BuiltinOps.h>
#include <mlir/Parser/Parser.h>

namespace weft::tile {
namespace {

class HeldWordsTest : public testing::Test {
protected:
  HeldWordsTest() {
    mlir::DialectRegistry registry;
    registerTileDialects(registry);
    context.appendDialectRegistry(registry);
  }

  /// A kernel of three arrays, 64 numbers of a type each or more.
  KernelOp kernel(const std::string &body, const std::string &array) {
    std::string text = "tile.kernel @k(%a: REF, %b: REF, %c: REF) attributes "
                       "{stage = \"free\", grid = 1} {\n"
                       "%c0 = arith.constant 0 : index\n"
                       "%c1 = arith.constant 1 : index\n" +
                       body + "tile.return\n}\n";
    auto replace = [&](const std::string &from, const std::string &to) {
      for (size_t at = text.find(from); at != std::string::npos;
           at = text.find(from, at + to.size())) {
        text.replace(at, from.size(), to);
      }
    };
    replace("REF", "!tile.ref<" + array + ">");
    replace("TILE", "tensor<" + array + ">");
    module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    EXPECT_TRUE(module);
    return *module->getOps<KernelOp>().begin();
  }

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

/// Two arrays until there is their sum, and the sum and a third one.
const char *const sums = "%0 = tile.load %a[%c0] : REF -> TILE\n"
                         "%1 = tile.load %b[%c0] : REF -> TILE\n"
                         "%2 = tile.load %c[%c0] : REF -> TILE\n"
                         "%3 = arith.addf %0, %1 : TILE\n"
                         "%4 = arith.mulf %3, %2 : TILE\n"
                         "tile.store %4, %c[%c0] : TILE, REF\n";

TEST_F(HeldWordsTest, TilesAreHeldUntilTheirLastUse) {
  EXPECT_EQ(mostWordsHeld(kernel(sums, "64xf32")), 3 * 64);
  EXPECT_EQ(mostWordsHeld(kernel(sums, "64xf64")), 3 * 128);
  EXPECT_EQ(mostWordsHeld(kernel(sums, "64xbf16")), 3 * 32);
}

TEST_F(HeldWordsTest, LoopsHoldWhatTheyNeedUntilTheyEnd) {
  // The tile from outside is used in front of the load.
  EXPECT_EQ(
      mostWordsHeld(kernel(
          "%0 = tile.load %a[%c0] : REF -> TILE\n"
          "%1 = tile.load %b[%c0] : REF -> TILE\n"
          "%2 = scf.for %i = %c0 to %c1 step %c1 iter_args(%s = %1) -> (TILE) {"
          "  %3 = arith.addf %s, %0 : TILE\n"
          "  %4 = tile.load %c[%c0] : REF -> TILE\n"
          "  %5 = arith.addf %3, %4 : TILE\n"
          "  scf.yield %5 : TILE\n"
          "}\n"
          "tile.store %2, %c[%c0] : TILE, REF\n",
          "64xf32")),
      3 * 64);
}

TEST_F(HeldWordsTest, WhatIsMadeAtEachUseIsNotHeld) {
  EXPECT_EQ(mostWordsHeld(kernel("%0 = arith.constant dense<1.0> : TILE\n"
                                 "%1 = tile.load %a[%c0] : REF -> TILE\n"
                                 "%2 = arith.addf %0, %1 : TILE\n"
                                 "tile.store %2, %c[%c0] : TILE, REF\n",
                                 "64xf32")),
            64);
}

/// A thread has registers for so many words only.
TEST_F(HeldWordsTest, MoreWordsHaveMoreWarps) {
  const Machine machine = *findMachine("sm_90");
  auto warpsFor = [&](const std::string &array) {
    KernelOp one = kernel(sums, array);
    EXPECT_TRUE(succeeded(inferLayouts(one, machine)));
    return one->getAttrOfType<mlir::IntegerAttr>(warpsAttributeName).getInt();
  };
  EXPECT_EQ(warpsFor("4096xf32"), 4);
  EXPECT_EQ(warpsFor("4096xf64"), 8);
}

} // namespace
} // namespace weft::tile
