// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Interpreter/Tensor.h"

#include <gtest/gtest.h>
#include <mlir/IR/AsmState.h>
#include <mlir/IR/Builders.h>
#include <mlir/IR/MLIRContext.h>

namespace weft::reference {
namespace {

class TensorTest : public ::testing::Test {
protected:
  mlir::RankedTensorType type(llvm::ArrayRef<int64_t> shape,
                              mlir::Type element) {
    return mlir::RankedTensorType::get(shape, element);
  }
  Tensor read(mlir::ElementsAttr attribute) {
    StatusOr<Tensor> tensor = Tensor::fromAttribute(*budget, attribute);
    EXPECT_TRUE(tensor.ok()) << tensor.status().message();
    return *tensor;
  }

  mlir::MLIRContext context;
  mlir::Builder builder{&context};
  std::shared_ptr<Budget> budget = Budget::create();
};

TEST_F(TensorTest, readsAndWritesAttributes) {
  llvm::SmallVector<bool> flags = {true, false, true, true, false,
                                   true, true,  true, true, false};
  auto booleans = mlir::DenseElementsAttr::get(type({10}, builder.getI1Type()),
                                               llvm::ArrayRef<bool>(flags));
  Tensor tensor = read(booleans);
  for (size_t i = 0; i < flags.size(); ++i) {
    EXPECT_EQ(tensor.at(static_cast<int64_t>(i)).asBoolean(), flags[i]);
  }
  EXPECT_EQ(tensor.toAttribute(), booleans);

  auto nibbles = mlir::DenseElementsAttr::get(
      type({3}, builder.getIntegerType(4)),
      llvm::ArrayRef<llvm::APInt>{llvm::APInt(4, 8), llvm::APInt(4, 7),
                                  llvm::APInt(4, 15)});
  Tensor small = read(nibbles);
  EXPECT_EQ(small.toIndices(), (llvm::SmallVector<int64_t>{-8, 7, -1}));
  EXPECT_EQ(small.bytes()[0], 8);
  EXPECT_EQ(small.toAttribute(), nibbles);

  auto splat = mlir::DenseElementsAttr::get(type({2, 3}, builder.getF32Type()),
                                            llvm::ArrayRef<float>(2.5f));
  Tensor filled = read(splat);
  EXPECT_EQ(filled.elementCount(), 6);
  EXPECT_EQ(filled.get({1, 2}).asReal(), 2.5);
  EXPECT_EQ(filled.toAttribute(), splat);

  auto truth = mlir::DenseElementsAttr::get(type({20}, builder.getI1Type()),
                                            llvm::ArrayRef<bool>(true));
  EXPECT_TRUE(read(truth).at(19).asBoolean());
  EXPECT_EQ(read(truth).toAttribute(), truth);

  auto empty = mlir::DenseElementsAttr::get(type({0, 4}, builder.getF64Type()),
                                            llvm::ArrayRef<mlir::Attribute>());
  EXPECT_EQ(read(empty).elementCount(), 0);
  EXPECT_EQ(read(empty).toAttribute(), empty);

  std::complex<float> parts[] = {{1.0f, 2.0f}, {3.0f, -4.0f}};
  auto numbers = mlir::DenseElementsAttr::get(
      type({2}, mlir::ComplexType::get(builder.getF32Type())),
      llvm::ArrayRef<std::complex<float>>(parts));
  EXPECT_EQ(read(numbers).at(1).asComplex(), std::complex<double>(3, -4));
  EXPECT_EQ(read(numbers).toAttribute(), numbers);
}

TEST_F(TensorTest, readsResources) {
  float values[] = {1.0f, 2.0f, 3.0f, 4.0f, 5.0f};
  auto resourceType = type({5}, builder.getF32Type());
  auto attribute = mlir::DenseF32ResourceElementsAttr::get(
      resourceType, "five",
      mlir::UnmanagedAsmResourceBlob::allocateInferAlign(
          llvm::ArrayRef<float>(values)));
  EXPECT_EQ(read(mlir::cast<mlir::ElementsAttr>(mlir::Attribute(attribute)))
                .at(4)
                .asReal(),
            5.0);
}

TEST_F(TensorTest, bytesAreCheckedAndCanonical) {
  auto booleans = type({3}, builder.getI1Type());
  StatusOr<Tensor> tensor =
      Tensor::fromBytes(*budget, booleans, {0, 7, static_cast<char>(0x80)});
  ASSERT_TRUE(tensor.ok());
  EXPECT_EQ(tensor->bytes(), (llvm::ArrayRef<char>{0, 1, 1}));
  StatusOr<Tensor> nibbles =
      Tensor::fromBytes(*budget, type({2}, builder.getIntegerType(4)),
                        {static_cast<char>(0xF9), 0x17});
  ASSERT_TRUE(nibbles.ok());
  EXPECT_EQ(nibbles->toIndices(), (llvm::SmallVector<int64_t>{-7, 7}));
  EXPECT_EQ(Tensor::fromBytes(*budget, booleans, {0}).status().code(),
            StatusCode::InvalidArgument);
}

TEST_F(TensorTest, memoryIsCounted) {
  budget = Budget::create({.maxBytes = 1000});
  auto kilobyte = type({200}, builder.getF32Type());
  {
    StatusOr<Tensor> first = Tensor::splat(
        *budget, kilobyte, Element::one(ElementType::real(FloatKind::F32)));
    ASSERT_TRUE(first.ok());
    EXPECT_EQ(budget->bytesInUse(), 800u);
    Tensor copy = *first;
    EXPECT_EQ(budget->bytesInUse(), 800u);
    StatusOr<TensorBuilder> second = TensorBuilder::create(*budget, kilobyte);
    EXPECT_EQ(second.status().code(), StatusCode::ResourceExhausted);
    EXPECT_EQ(second.status().message(),
              "tensor<200xf32> needs 800 bytes, but 800 of 1000 are in use: "
              "use smaller tensors or raise the memory limit");
  }
  EXPECT_EQ(budget->bytesInUse(), 0u);
  EXPECT_EQ(budget->peakBytes(), 800u);
}

TEST_F(TensorTest, absurdShapesAreRefusedWithoutAllocation) {
  int64_t huge = int64_t{1} << 40;
  for (auto shape : {llvm::SmallVector<int64_t>{huge, huge},
                     llvm::SmallVector<int64_t>{huge, 64}}) {
    EXPECT_EQ(TensorBuilder::create(*budget, type(shape, builder.getF32Type()))
                  .status()
                  .code(),
              StatusCode::ResourceExhausted);
  }
  // A zero anywhere makes the tensor empty.
  EXPECT_TRUE(TensorBuilder::create(*budget,
                                    type({huge, huge, 0}, builder.getF32Type()))
                  .ok());
}

TEST_F(TensorTest, scalarsNeedNoMemory) {
  budget = Budget::create({.maxBytes = 0});
  Tensor scalar =
      Tensor::scalar(builder.getF64Type(),
                     Element::real(ElementType::real(FloatKind::F64), 7));
  EXPECT_EQ(scalar.scalar().asReal(), 7.0);
  EXPECT_EQ(scalar.rank(), 0);
  EXPECT_TRUE(TensorBuilder::create(*budget, scalar.type()).ok());
}

TEST_F(TensorTest, indexSpaces) {
  auto count = [](llvm::ArrayRef<int64_t> shape) {
    int64_t n = 0;
    for (const Index &index : IndexSpace(shape)) {
      EXPECT_EQ(linearIndex(index, shape), n);
      ++n;
    }
    return n;
  };
  EXPECT_EQ(count({}), 1);
  EXPECT_EQ(count({2, 3, 4}), 24);
  EXPECT_EQ(count({2, 0, 4}), 0);
  EXPECT_EQ(count({1}), 1);
}

TEST_F(TensorTest, resolvesDynamicTypes) {
  int64_t dynamic = mlir::ShapedType::kDynamic;
  auto declared = type({dynamic, 3}, builder.getF32Type());
  EXPECT_EQ(*resolveType(declared, {2, 3}), type({2, 3}, builder.getF32Type()));
  EXPECT_EQ(resolveType(declared, {2, 4}).status().code(),
            StatusCode::InvalidArgument);
  EXPECT_EQ(resolveType(declared, {3}).status().code(),
            StatusCode::InvalidArgument);
}

TEST_F(TensorTest, stepsAreCountedAndCancellable) {
  budget = Budget::create({.maxSteps = 3});
  EXPECT_TRUE(budget->takeSteps(3).ok());
  EXPECT_EQ(budget->takeSteps().code(), StatusCode::ResourceExhausted);
  budget = Budget::create();
  budget->cancel();
  EXPECT_EQ(budget->takeSteps().code(), StatusCode::Cancelled);
}

} // namespace
} // namespace weft::reference
