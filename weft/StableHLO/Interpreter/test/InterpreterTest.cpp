// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Interpreter/Interpreter.h"

#include "weft/StableHLO/IR/StableHLO.h"

#include <gtest/gtest.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Dialect/Quant/IR/Quant.h>
#include <mlir/IR/MLIRContext.h>
#include <mlir/Parser/Parser.h>

namespace weft::reference {
namespace {

class InterpreterTest : public ::testing::Test {
protected:
  InterpreterTest() {
    context.loadDialect<stablehlo::StableHLODialect, mlir::func::FuncDialect,
                        mlir::quant::QuantDialect>();
  }

  /// Parses a program; it lives as long as the test.
  Interpreter &prepare(llvm::StringRef text, const Limits &limits = {}) {
    module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    EXPECT_TRUE(module);
    auto created = Interpreter::create(*module, limits);
    EXPECT_TRUE(created.ok()) << created.status().message();
    interpreter = std::move(created).value();
    return *interpreter;
  }
  RunResult run(llvm::StringRef text, const Limits &limits = {}) {
    return prepare(text, limits).run("main", {});
  }

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::unique_ptr<Interpreter> interpreter;
};

TEST_F(InterpreterTest, addsConstants) {
  RunResult result = run(R"mlir(
    func.func @main() -> tensor<3xi32> {
      %0 = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
      %1 = stablehlo.add %0, %0 : tensor<3xi32>
      return %1 : tensor<3xi32>
    })mlir");
  ASSERT_TRUE(result.status.ok()) << result.status.message();
  EXPECT_EQ(result.results[0].tensor().toIndices(),
            (llvm::SmallVector<int64_t>{2, 4, 6}));
}

TEST_F(InterpreterTest, callsFunctionsAndChecksArguments) {
  Interpreter &program = prepare(R"mlir(
    func.func @twice(%arg0: tensor<?xf32>) -> tensor<?xf32> {
      %0 = stablehlo.add %arg0, %arg0 : tensor<?xf32>
      return %0 : tensor<?xf32>
    }
    func.func @main(%arg0: tensor<?xf32>) -> tensor<?xf32> {
      %0 = call @twice(%arg0) : (tensor<?xf32>) -> tensor<?xf32>
      return %0 : tensor<?xf32>
    })mlir");
  mlir::Builder builder(&context);
  auto make = [&](mlir::Type element) {
    return *Tensor::splat(program.budget(),
                          mlir::RankedTensorType::get({5}, element),
                          Element::one(*ElementType::from(element)));
  };
  Value argument = make(builder.getF32Type());
  RunResult result = program.run("main", {argument});
  ASSERT_TRUE(result.status.ok()) << result.status.message();
  EXPECT_EQ(result.results[0].tensor().at(4).asReal(), 2.0);

  EXPECT_EQ(program.run("main", {}).status.message(),
            "0 arguments were given, 1 are declared");
  EXPECT_EQ(
      program.run("main", {Value(make(builder.getF64Type()))}).status.message(),
      "argument 0: found tensor<5xf64> where the program declares "
      "tensor<?xf32>");
  EXPECT_EQ(program.run("none", {}).status.code(), StatusCode::NotFound);
}

TEST_F(InterpreterTest, failuresHaveTheirPlace) {
  Interpreter &program = prepare(R"mlir(
    func.func @main(%arg0: tensor<?xf32>, %arg1: tensor<?xf32>) {
      %0 = stablehlo.add %arg0, %arg1 : tensor<?xf32> loc("program.py":7:3)
      return
    })mlir");
  mlir::Type f32 = mlir::Float32Type::get(&context);
  auto make = [&](int64_t extent) {
    return Value(*Tensor::splat(program.budget(),
                                mlir::RankedTensorType::get({extent}, f32),
                                Element::one(*ElementType::from(f32))));
  };
  RunResult result = program.run("main", {make(2), make(3)});
  EXPECT_EQ(result.status.message(),
            "stablehlo.add: operands have different shapes: [2] and [3]");
  auto place = mlir::dyn_cast<mlir::FileLineColLoc>(result.location);
  ASSERT_TRUE(place);
  EXPECT_EQ(place.getLine(), 7u);
}

TEST_F(InterpreterTest, endlessRecursionIsAnError) {
  RunResult result = run(R"mlir(
    func.func @main() -> tensor<f32> {
      %0 = call @main() : () -> tensor<f32>
      return %0 : tensor<f32>
    })mlir");
  EXPECT_EQ(result.status.code(), StatusCode::ResourceExhausted);
}

TEST_F(InterpreterTest, stepsAndMemoryAreLimited) {
  llvm::StringRef program = R"mlir(
    func.func @main() -> tensor<1000xf32> {
      %0 = stablehlo.constant dense<1.0> : tensor<1000xf32>
      %1 = stablehlo.add %0, %0 : tensor<1000xf32>
      %2 = stablehlo.add %1, %1 : tensor<1000xf32>
      %3 = stablehlo.add %2, %2 : tensor<1000xf32>
      return %3 : tensor<1000xf32>
    })mlir";
  EXPECT_EQ(run(program, {.maxSteps = 3}).status.code(),
            StatusCode::ResourceExhausted);
  EXPECT_EQ(run(program, {.maxBytes = 7000}).status.code(),
            StatusCode::ResourceExhausted);
  // Two tensors and the frame: what is no longer needed is given back.
  RunResult result = run(program, {.maxBytes = 9000});
  EXPECT_TRUE(result.status.ok()) << result.status.message();
  EXPECT_EQ(interpreter->budget().bytesInUse(), 4000u);
}

TEST_F(InterpreterTest, resultsOutliveTheInterpreter) {
  RunResult result = run(R"mlir(
    func.func @main() -> tensor<100xf32> {
      %0 = stablehlo.constant dense<1.0> : tensor<100xf32>
      return %0 : tensor<100xf32>
    })mlir");
  interpreter.reset();
  EXPECT_EQ(result.results[0].tensor().at(99).asReal(), 1.0);
}

TEST_F(InterpreterTest, bitcastsBetweenWidths) {
  RunResult result = run(R"mlir(
    func.func @main() -> (tensor<2x4xi2>, tensor<2xi8>, tensor<2xf16>) {
      %0 = stablehlo.constant dense<[27, -1]> : tensor<2xi8>
      %1 = stablehlo.bitcast_convert %0 : (tensor<2xi8>) -> tensor<2x4xi2>
      %2 = stablehlo.bitcast_convert %1 : (tensor<2x4xi2>) -> tensor<2xi8>
      %3 = stablehlo.constant dense<[[0, 60], [0, 64]]> : tensor<2x2xi8>
      %4 = stablehlo.bitcast_convert %3 : (tensor<2x2xi8>) -> tensor<2xf16>
      return %1, %2, %4 : tensor<2x4xi2>, tensor<2xi8>, tensor<2xf16>
    })mlir");
  ASSERT_TRUE(result.status.ok()) << result.status.message();
  EXPECT_EQ(result.results[0].tensor().toIndices(),
            (llvm::SmallVector<int64_t>{-1, -2, 1, 0, -1, -1, -1, -1}));
  EXPECT_EQ(result.results[1].tensor().toIndices(),
            (llvm::SmallVector<int64_t>{27, -1}));
  EXPECT_EQ(result.results[2].tensor().at(0).asReal(), 1.0);
  EXPECT_EQ(result.results[2].tensor().at(1).asReal(), 2.0);
}

TEST_F(InterpreterTest, quantizedOperationsWorkOnWhatTheyStandFor) {
  RunResult result = run(R"mlir(
    func.func @main() -> tensor<2xi8> {
      %0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
      %1 = stablehlo.constant dense<[3.0, 4.0]> : tensor<2xf32>
      %2 = stablehlo.uniform_quantize %0 : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.1:-30>>
      %3 = stablehlo.uniform_quantize %1 : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5:-20>>
      %4 = "stablehlo.add"(%2, %3) : (tensor<2x!quant.uniform<i8:f32, 0.1:-30>>, tensor<2x!quant.uniform<i8:f32, 0.5:-20>>) -> tensor<2x!quant.uniform<i8:f32, 0.5:-20>>
      %5 = stablehlo.bitcast_convert %4 : (tensor<2x!quant.uniform<i8:f32, 0.5:-20>>) -> tensor<2xi8>
      return %5 : tensor<2xi8>
    })mlir");
  ASSERT_TRUE(result.status.ok()) << result.status.message();
  EXPECT_EQ(result.results[0].tensor().toIndices(),
            (llvm::SmallVector<int64_t>{-12, -8}));
}

} // namespace
} // namespace weft::reference
