// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Interpreter/Quantized.h"

#include <gtest/gtest.h>
#include <mlir/Dialect/Quant/IR/Quant.h>
#include <mlir/Dialect/Quant/IR/QuantTypes.h>
#include <mlir/IR/Builders.h>
#include <mlir/IR/MLIRContext.h>

#include <limits>

namespace weft::reference {
namespace {

class QuantizedTest : public ::testing::Test {
protected:
  QuantizedTest() { context.loadDialect<mlir::quant::QuantDialect>(); }

  mlir::Type perTensor(double scale, int64_t zeroPoint) {
    return mlir::quant::UniformQuantizedType::get(
        mlir::quant::QuantizationFlags::Signed, builder.getI8Type(),
        builder.getF32Type(), scale, zeroPoint, -128, 127);
  }
  mlir::Type perAxis(int32_t dimension) {
    return mlir::quant::UniformQuantizedPerAxisType::get(
        mlir::quant::QuantizationFlags::Signed, builder.getI8Type(),
        builder.getF32Type(), {0.1, 0.5}, {-30, -20}, dimension, -128, 127);
  }
  Tensor floats(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<float> values) {
    auto type = mlir::RankedTensorType::get(shape, builder.getF32Type());
    return *Tensor::fromAttribute(*budget,
                                  mlir::DenseElementsAttr::get(type, values));
  }

  mlir::MLIRContext context;
  mlir::Builder builder{&context};
  std::shared_ptr<Budget> budget = Budget::create();
};

TEST_F(QuantizedTest, perAxis) {
  auto type = mlir::RankedTensorType::get({2}, perAxis(0));
  StatusOr<Tensor> quantized = quantize(*budget, floats({2}, {4, 15}), type);
  ASSERT_TRUE(quantized.ok());
  EXPECT_EQ(quantized->toIndices(), (llvm::SmallVector<int64_t>{10, 10}));
  StatusOr<Tensor> back = dequantize(*budget, *quantized);
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(back->at(0).asReal(), 4.0);
  EXPECT_EQ(back->at(1).asReal(), 15.0);
}

TEST_F(QuantizedTest, perMinorAndMajorAxis) {
  Tensor operand = floats({2, 2}, {4, 15, 4, 15});
  StatusOr<Tensor> minor = quantize(
      *budget, operand, mlir::RankedTensorType::get({2, 2}, perAxis(1)));
  EXPECT_EQ(minor->toIndices(), (llvm::SmallVector<int64_t>{10, 10, 10, 10}));
  StatusOr<Tensor> major = quantize(
      *budget, operand, mlir::RankedTensorType::get({2, 2}, perAxis(0)));
  EXPECT_EQ(major->toIndices(), (llvm::SmallVector<int64_t>{10, 120, -12, 10}));
}

TEST_F(QuantizedTest, saturatesAndTreatsNaNAsZero) {
  auto type = mlir::RankedTensorType::get({4}, perTensor(0.5, 10));
  float nan = std::numeric_limits<float>::quiet_NaN();
  StatusOr<Tensor> quantized =
      quantize(*budget, floats({4}, {1e9f, -1e9f, nan, 0.25f}), type);
  ASSERT_TRUE(quantized.ok());
  EXPECT_EQ(quantized->toIndices(),
            (llvm::SmallVector<int64_t>{127, -128, 0, 10}));
}

TEST_F(QuantizedTest, differencesDoNotWrap) {
  auto type = mlir::RankedTensorType::get({1}, perTensor(1.0, -128));
  StatusOr<Tensor> stored = Tensor::fromBytes(*budget, type, {127});
  EXPECT_EQ(dequantize(*budget, *stored)->at(0).asReal(), 255.0);
}

TEST_F(QuantizedTest, axisMustMatchTheShape) {
  int64_t dynamic = mlir::ShapedType::kDynamic;
  auto type = mlir::RankedTensorType::get({dynamic}, perAxis(0));
  EXPECT_EQ(quantize(*budget, floats({3}, {1, 2, 3}), type).status().code(),
            StatusCode::InvalidArgument);
}

} // namespace
} // namespace weft::reference
