// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Simplify/RefineShapes.h"

#include "weft/StableHLO/Import/Dialects.h"

#include <gtest/gtest.h>
#include <mlir/IR/Verifier.h>
#include <mlir/Parser/Parser.h>

using namespace mlir;

namespace weft::stablehlo {
namespace {

std::string numbered(const char *name, int number) {
  return name + std::to_string(number);
}

/// `depth` loops inside each other that carry `%open` along; `last` is what the
/// innermost makes of it.
std::string nestedLoops(int depth, const std::string &last) {
  std::string value = "%open";
  std::string text;
  std::string ends;
  for (int i = 0; i < depth; ++i) {
    std::string result = numbered("%w", i);
    std::string counter = numbered("%i", i);
    std::string carried = numbered("%v", i);
    std::string next = numbered("%n", i);
    text += result + ":2 = stablehlo.while(" + counter + " = %zero, " +
            carried + " = " + value +
            ") : tensor<i32>, tensor<?xf32>\n"
            "cond {\n  %c = stablehlo.compare LT, " +
            counter +
            ", %n : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
            "  stablehlo.return %c : tensor<i1>\n} do {\n" +
            next + " = stablehlo.add " + counter + ", %one : tensor<i32>\n";
    std::string given = i + 1 < depth ? numbered("%w", i + 1) + "#1" : "%last";
    ends = "stablehlo.return " + next + ", " + given +
           " : tensor<i32>, tensor<?xf32>\n}\n" + ends;
    // The ends come from the innermost outwards.
    value = carried;
  }
  text += "%last = " + last + " " + value;
  return text + "@ENDS@" + ends;
}

class RefineShapes : public ::testing::Test {
protected:
  RefineShapes() {
    DialectRegistry registry;
    registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  /// The type that @main returns once shapes are refined.
  std::string resultType(const std::string &text) {
    OwningOpRef<ModuleOp> module =
        parseSourceString<ModuleOp>(text, ParserConfig(&context));
    if (!module) {
      return "no program";
    }
    refineShapes(*module);
    if (failed(verify(*module))) {
      return "no longer valid";
    }
    std::string type;
    llvm::raw_string_ostream(type)
        << module->lookupSymbol<func::FuncOp>("main").getResultTypes()[0];
    return type;
  }

  static std::string program(const std::string &body,
                             const std::string &result) {
    return "func.func @main(%x: tensor<4xf32>, %n: tensor<i32>) -> "
           "tensor<?xf32> {\n"
           "%zero = stablehlo.constant dense<0> : tensor<i32>\n"
           "%one = stablehlo.constant dense<1> : tensor<i32>\n"
           "%shape = stablehlo.constant dense<4> : tensor<1xi64>\n"
           "%open = stablehlo.dynamic_reshape %x, %shape : (tensor<4xf32>, "
           "tensor<1xi64>) -> tensor<?xf32>\n" +
           body + "return " + result + " : tensor<?xf32>\n}\n";
  }

  /// With the ends of the loops behind what the innermost computes.
  static std::string loops(int depth, const std::string &operation,
                           const std::string &rest) {
    std::string text = nestedLoops(depth, operation);
    text.replace(text.find("@ENDS@"), 6, rest + "\n");
    return program(text, "%w0#1");
  }

  MLIRContext context{MLIRContext::Threading::DISABLED};
};

TEST_F(RefineShapes, LoopsThatKeepAShapeAreLookedAtOnce) {
  EXPECT_EQ(resultType(
                loops(40, "stablehlo.reverse", ", dims = [0] : tensor<?xf32>")),
            "tensor<4xf32>");
}

// Every loop starts with an assumption that does not hold.
TEST_F(RefineShapes, LoopsThatDoNotAreLeftBeforeLong) {
  for (int depth : {1, 3, 40}) {
    std::string text = loops(
        depth, "stablehlo.slice",
        " [0:2] : (tensor<?xf32>) -> tensor<2xf32>\n"
        "%twice = stablehlo.concatenate %last, %x, dim = 0 : (tensor<2xf32>, "
        "tensor<4xf32>) -> tensor<?xf32>");
    size_t given = text.find(", %last : tensor<i32>");
    ASSERT_NE(given, std::string::npos);
    text.replace(given, 7, ", %twice");
    EXPECT_EQ(resultType(text), "tensor<?xf32>") << depth;
  }
}

TEST_F(RefineShapes, LongChains) {
  std::string text;
  std::string value = "%open";
  for (int i = 0; i < 5000; ++i) {
    std::string next = numbered("%a", i);
    text += next + " = stablehlo.sine " + value + " : tensor<?xf32>\n";
    value = next;
  }
  EXPECT_EQ(resultType(program(text, value)), "tensor<4xf32>");
}

// A function that is still called keeps the types its callers know.
TEST_F(RefineShapes, RecursiveFunctionsKeepTheirTypes) {
  std::string text = program("%r = func.call @again(%open) : (tensor<?xf32>) "
                             "-> tensor<?xf32>\n",
                             "%r") +
                     "func.func private @again(%a: tensor<?xf32>) -> "
                     "tensor<?xf32> {\n"
                     "%s = stablehlo.constant dense<4> : tensor<1xi64>\n"
                     "%0 = stablehlo.dynamic_iota %s, dim = 0 : "
                     "(tensor<1xi64>) -> tensor<?xf32>\n"
                     "%1 = func.call @again(%0) : (tensor<?xf32>) -> "
                     "tensor<?xf32>\n"
                     "return %1 : tensor<?xf32>\n}\n";
  EXPECT_EQ(resultType(text), "tensor<?xf32>");
}

} // namespace
} // namespace weft::stablehlo
