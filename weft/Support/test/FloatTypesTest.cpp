// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Support/FloatTypes.h"

#include <gtest/gtest.h>
#include <mlir/IR/MLIRContext.h>

using namespace mlir;

namespace weft {
namespace {

TEST(FloatTypes, everyFormatIsAType) {
  MLIRContext context;
  for (const FloatFormat &format : floatFormats) {
    FloatType type = floatTypeOf(format.kind, &context);
    std::string name;
    llvm::raw_string_ostream(name) << type;
    EXPECT_EQ(name, format.name);
    EXPECT_EQ(type.getFPMantissaWidth(), format.mantissaBits + 1u) << name;
    if (format.kind != FloatKind::TF32) {
      EXPECT_EQ(floatKindOf(type), format.kind) << name;
      EXPECT_EQ(type.getWidth(), format.bits()) << name;
    }
  }
}

TEST(FloatTypes, whatIsNoElementHasNoKind) {
  MLIRContext context;
  EXPECT_EQ(floatKindOf(FloatTF32Type::get(&context)), std::nullopt);
  EXPECT_EQ(floatKindOf(Float80Type::get(&context)), std::nullopt);
  EXPECT_EQ(floatKindOf(IntegerType::get(&context, 8)), std::nullopt);
}

} // namespace
} // namespace weft
