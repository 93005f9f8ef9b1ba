// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Testing/Dialects/Compare.h"
#include "weft/StableHLO/Interpreter/PrintValue.h"
#include "weft/Testing/Dialects/TensorNpy.h"

#include <gtest/gtest.h>
#include <mlir/AsmParser/AsmParser.h>
#include <mlir/IR/MLIRContext.h>

#include <limits>

using namespace weft;
using weft::reference::Budget;
using weft::reference::Tensor;

namespace {

class Values : public testing::Test {
protected:
  Tensor tensor(const char *text) {
    auto attribute =
        mlir::cast<mlir::ElementsAttr>(mlir::parseAttribute(text, &context));
    StatusOr<Tensor> value = Tensor::fromAttribute(*budget, attribute);
    EXPECT_TRUE(value.ok()) << value.status().message();
    return std::move(value).value();
  }

  std::string text(const Tensor &value, PrintOptions options = {}) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    printTensor(stream, value, options);
    return text;
  }

  mlir::MLIRContext context;
  std::shared_ptr<Budget> budget = Budget::create();
};

TEST_F(Values, EqualityIsOfValues) {
  EXPECT_TRUE(
      check::compareEqual(tensor("dense<[0.0, 0x7F800001]> : tensor<2xf32>"),
                          tensor("dense<[-0.0, 0xFFC00000]> : tensor<2xf32>"))
          .ok());
  EXPECT_FALSE(
      check::compareEqual(tensor("dense<(1.0, 2.0)> : tensor<complex<f32>>"),
                          tensor("dense<(1.0, 3.0)> : tensor<complex<f32>>"))
          .ok());
  EXPECT_TRUE(check::compareEqual(tensor("dense<> : tensor<0x3xi8>"),
                                  tensor("dense<> : tensor<0x3xi8>"))
                  .ok());
  Status status = check::compareEqual(tensor("dense<255> : tensor<ui8>"),
                                      tensor("dense<-1> : tensor<i8>"));
  EXPECT_EQ(status.message(),
            "types differ: tensor<ui8> (actual) and tensor<i8> (expected)");
}

TEST_F(Values, ToleranceIsAbsolute) {
  Tensor one = tensor("dense<1.0> : tensor<f64>");
  EXPECT_TRUE(
      check::compareAlmostEqual(one, tensor("dense<1.25> : tensor<f64>"), 0.25)
          .ok());
  EXPECT_FALSE(check::compareAlmostEqual(
                   one, tensor("dense<1.25> : tensor<f64>"), 0.2499)
                   .ok());
  Tensor infinity = tensor("dense<0x7FF0000000000000> : tensor<f64>");
  Tensor nan = tensor("dense<0x7FF8000000000000> : tensor<f64>");
  double all = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(check::compareAlmostEqual(infinity, infinity, 0).ok());
  EXPECT_TRUE(check::compareAlmostEqual(nan, nan, 0).ok());
  EXPECT_FALSE(check::compareAlmostEqual(infinity, one, all).ok());
  EXPECT_FALSE(check::compareAlmostEqual(nan, one, all).ok());
  EXPECT_FALSE(check::compareAlmostEqual(
                   tensor("dense<(1.0, 0x7FC00000)> : tensor<complex<f32>>"),
                   tensor("dense<(1.0, 1.0)> : tensor<complex<f32>>"), 1)
                   .ok());
}

TEST_F(Values, DistancesOfSmallFloats) {
  Tensor a = tensor("dense<[1.0, 0.0, -0.5]> : tensor<3xf8E4M3FN>");
  Tensor b = tensor("dense<[1.125, -0.001953125, -0.5]> : tensor<3xf8E4M3FN>");
  EXPECT_TRUE(check::compareClose(a, b, 0, 1).ok());
  EXPECT_EQ(check::compareClose(a, b, 0, 0).message(),
            "2 of 3 elements are more than 0 ulp apart; first at index [0]: "
            "1.000000e+00 (actual) and 1.125000e+00 (expected), 1 ulp apart");
}

TEST_F(Values, TextReadsBackAsTheSameNumber) {
  EXPECT_EQ(text(tensor("dense<0.1> : tensor<f32>")),
            "tensor<f32> {1.000000e-01}");
  EXPECT_EQ(text(tensor("dense<0.1> : tensor<f64>")),
            "tensor<f64> {1.000000e-01}");
  EXPECT_EQ(text(tensor("dense<0x3DCCCCCE> : tensor<f32>")),
            "tensor<f32> {1.0000001e-01}");
  EXPECT_EQ(text(tensor("dense<-0.0> : tensor<bf16>")),
            "tensor<bf16> {-0.000000e+00}");
  EXPECT_EQ(text(tensor("dense<18446744073709551615> : tensor<ui64>")),
            "tensor<ui64> {18446744073709551615}");
  for (uint64_t bits = 0; bits < 0x7C00; ++bits) {
    double value = decodeFloat(FloatKind::F16, bits);
    double read = std::strtod(realText(FloatKind::F16, value).c_str(), nullptr);
    EXPECT_EQ(encodeFloat(FloatKind::F16, read), bits);
  }
}

TEST_F(Values, LargeTensorsAreShortened) {
  Tensor value = tensor("dense<[0, 1, 2, 3, 4, 5, 6, 7]> : tensor<8xi8>");
  PrintOptions options;
  options.elideAbove = 7;
  EXPECT_EQ(text(value, options),
            "tensor<8xi8> {\n  [0, 1, 2, ..., 5, 6, 7]\n}");
  options.elideAbove = 8;
  EXPECT_EQ(text(value, options),
            "tensor<8xi8> {\n  [0, 1, 2, 3, 4, 5, 6, 7]\n}");
}

TEST_F(Values, ArraysKeepEveryType) {
  for (const char *attribute :
       {"dense<[true, false]> : tensor<2xi1>", "dense<[1, -2]> : tensor<2xi2>",
        "dense<[-8, 7]> : tensor<2xi4>", "dense<[15, 1]> : tensor<2xui4>",
        "dense<[[-1], [127]]> : tensor<2x1xi8>",
        "dense<[1, -1]> : tensor<2xi64>", "dense<3> : tensor<ui16>",
        "dense<[1.0, -1.5]> : tensor<2xf4E2M1FN>",
        "dense<[1.0, -2.0]> : tensor<2xf8E5M2>", "dense<1.5> : tensor<bf16>",
        "dense<1.5> : tensor<f16>", "dense<1.5> : tensor<2x0xf32>",
        "dense<(1.5, -0.0)> : tensor<2xcomplex<f64>>"}) {
    Tensor value = tensor(attribute);
    StatusOr<NpyArray> array = decodeNpy(encodeNpy(npyFromTensor(value)));
    ASSERT_TRUE(array.ok()) << attribute << ": " << array.status().message();
    StatusOr<Tensor> read = tensorFromNpy(*budget, *array, value.type());
    ASSERT_TRUE(read.ok()) << attribute << ": " << read.status().message();
    EXPECT_TRUE(*read == value) << attribute;
  }
}

TEST_F(Values, ArraysMustFit) {
  auto type = [&](const char *text) {
    return mlir::cast<mlir::RankedTensorType>(mlir::parseType(text, &context));
  };
  NpyArray floats{NpyKind::Float, 4, {2}, std::vector<uint8_t>(8)};
  EXPECT_EQ(
      tensorFromNpy(*budget, floats, type("tensor<2xf64>")).status().message(),
      "the file holds float32, but tensor<2xf64> takes float64");
  EXPECT_EQ(
      tensorFromNpy(*budget, floats, type("tensor<2xi32>")).status().message(),
      "the file holds float32, but tensor<2xi32> takes int32");
  EXPECT_EQ(
      tensorFromNpy(*budget, floats, type("tensor<3xf32>")).status().message(),
      "the file holds shape (2), which does not fit tensor<3xf32>");
  EXPECT_TRUE(tensorFromNpy(*budget, floats, type("tensor<?xf32>")).ok());
  NpyArray bytes{NpyKind::UnsignedInteger, 1, {2}, {3, 4}};
  EXPECT_EQ(
      tensorFromNpy(*budget, bytes, type("tensor<2xui2>")).status().message(),
      "element 1 is 4, which ui2 cannot hold");
}

} // namespace
