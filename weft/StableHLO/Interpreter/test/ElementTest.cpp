// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Interpreter/Element.h"

#include <gtest/gtest.h>
#include <mlir/Dialect/Quant/IR/Quant.h>
#include <mlir/Dialect/Quant/IR/QuantTypes.h>
#include <mlir/IR/Builders.h>
#include <mlir/IR/MLIRContext.h>

#include <array>
#include <cmath>
#include <limits>

namespace weft::reference {
namespace {

TEST(ElementTypeTest, knowsTheTypesOfStableHLO) {
  mlir::MLIRContext context;
  mlir::Builder builder(&context);
  auto name = [](mlir::Type type) {
    std::optional<ElementType> kind = ElementType::from(type);
    return kind ? kind->name() : std::string("none");
  };
  EXPECT_EQ(name(builder.getI1Type()), "i1");
  EXPECT_EQ(name(builder.getIntegerType(4)), "i4");
  EXPECT_EQ(name(builder.getIntegerType(64, false)), "ui64");
  EXPECT_EQ(name(builder.getIndexType()), "i64");
  EXPECT_EQ(name(builder.getBF16Type()), "bf16");
  EXPECT_EQ(name(mlir::Float8E8M0FNUType::get(&context)), "f8E8M0FNU");
  EXPECT_EQ(name(mlir::Float4E2M1FNType::get(&context)), "f4E2M1FN");
  EXPECT_EQ(name(mlir::ComplexType::get(builder.getF64Type())), "complex<f64>");
  EXPECT_EQ(name(builder.getIntegerType(3)), "none");
  EXPECT_EQ(name(builder.getTF32Type()), "none");
  EXPECT_EQ(name(builder.getF128Type()), "none");
  EXPECT_EQ(name(mlir::ComplexType::get(builder.getF16Type())), "none");
  EXPECT_EQ(name(builder.getNoneType()), "none");

  context.loadDialect<mlir::quant::QuantDialect>();
  auto quantized = [&](unsigned flags) {
    return mlir::quant::UniformQuantizedType::get(
        flags, builder.getI8Type(), builder.getF32Type(), 0.5, 3,
        flags ? -128 : 0, flags ? 127 : 255);
  };
  EXPECT_EQ(name(quantized(mlir::quant::QuantizationFlags::Signed)), "i8");
  EXPECT_EQ(name(quantized(0)), "ui8");
  EXPECT_EQ(name(mlir::quant::CalibratedQuantizedType::get(builder.getF32Type(),
                                                           -1.0, 1.0)),
            "none");
}

TEST(ElementTypeTest, widths) {
  EXPECT_EQ(ElementType::boolean().byteWidth(), 1u);
  EXPECT_EQ(ElementType::signedInteger(2).byteWidth(), 1u);
  EXPECT_EQ(ElementType::unsignedInteger(16).byteWidth(), 2u);
  EXPECT_EQ(ElementType::real(FloatKind::F6E2M3FN).bitWidth(), 6u);
  EXPECT_EQ(ElementType::real(FloatKind::F6E2M3FN).byteWidth(), 1u);
  EXPECT_EQ(ElementType::complex(FloatKind::F64).byteWidth(), 16u);
}

TEST(ElementTest, integersWrap) {
  auto si4 = ElementType::signedInteger(4);
  auto ui4 = ElementType::unsignedInteger(4);
  EXPECT_EQ(Element::integer(si4, 8).asSigned(), -8);
  EXPECT_EQ(Element::integer(si4, 8).bits(), 8u);
  EXPECT_EQ(Element::integer(ui4, 0x1F).asUnsigned(), 15u);
  EXPECT_EQ(Element::integer(ElementType::boolean(), 3).asUnsigned(), 1u);
  EXPECT_EQ(
      Element::integer(ElementType::signedInteger(64), ~uint64_t{0}).asSigned(),
      -1);
}

TEST(ElementTest, floatsRoundOnce) {
  EXPECT_EQ(
      Element::real(ElementType::real(FloatKind::BF16), 1.00390625).asReal(),
      1.0);
  EXPECT_EQ(Element::real(ElementType::real(FloatKind::F4E2M1FN), 100).asReal(),
            6.0);
  EXPECT_TRUE(std::isnan(
      Element::real(ElementType::real(FloatKind::F8E4M3FN), 465).asReal()));
  EXPECT_EQ(Element::real(ElementType::real(FloatKind::F32), 1e300).asReal(),
            std::numeric_limits<double>::infinity());
}

TEST(ElementTest, computedNaNHasNoSignAndMovedOneKeepsIt) {
  ElementType f32 = ElementType::real(FloatKind::F32);
  ElementType c64 = ElementType::complex(FloatKind::F32);
  const double negative =
      std::copysign(std::numeric_limits<double>::quiet_NaN(), -1.0);
  EXPECT_FALSE(std::signbit(Element::real(f32, negative).asReal()));
  EXPECT_FALSE(
      std::signbit(Element::complex(c64, {0, negative}).asImaginary()));
  EXPECT_TRUE(std::signbit(Element::signedReal(f32, negative).asReal()));
  EXPECT_TRUE(
      std::signbit(Element::signedComplex(c64, {0, negative}).asImaginary()));
}

TEST(ElementTest, everyCodeOfNarrowTypesSurvives) {
  std::array<char, 16> bytes = {};
  for (const FloatFormat &format : floatFormats) {
    if (format.bits() > 16) {
      continue;
    }
    ElementType type = ElementType::real(format.kind);
    for (uint64_t code = 0; code < uint64_t{1} << format.bits(); ++code) {
      std::memcpy(bytes.data(), &code, 2);
      Element element = Element::load(type, bytes.data());
      bytes = {};
      element.store(bytes.data());
      uint64_t back = 0;
      std::memcpy(&back, bytes.data(), type.byteWidth());
      if (isNaN(format.kind, code)) {
        EXPECT_TRUE(isNaN(format.kind, back));
      } else {
        EXPECT_EQ(back, code) << format.name;
      }
    }
  }
}

TEST(ElementTest, complexIsRealThenImaginary) {
  ElementType type = ElementType::complex(FloatKind::F32);
  std::array<char, 16> bytes = {};
  Element::complex(type, {1.5, -2.5}).store(bytes.data());
  float parts[2];
  std::memcpy(parts, bytes.data(), 8);
  EXPECT_EQ(parts[0], 1.5f);
  EXPECT_EQ(parts[1], -2.5f);
  EXPECT_EQ(Element::load(type, bytes.data()).asComplex(),
            std::complex<double>(1.5, -2.5));
}

} // namespace
} // namespace weft::reference
