// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Boundary/ElementTypes.h"

#include "weft/StableHLO/IR/StableHLO.h"

#include <llvm/ADT/TypeSwitch.h>
#include <mlir/IR/BuiltinTypes.h>

using namespace mlir;

namespace weft {
namespace {

std::optional<ElementType> integerTypeOf(IntegerType type) {
  if (type.isSignless() && type.getWidth() == 1) {
    return ElementType::Pred;
  }
  switch (type.getWidth()) {
  case 1:
    return type.isUnsigned() ? ElementType::U1 : ElementType::S1;
  case 2:
    return type.isUnsigned() ? ElementType::U2 : ElementType::S2;
  case 4:
    return type.isUnsigned() ? ElementType::U4 : ElementType::S4;
  case 8:
    return type.isUnsigned() ? ElementType::U8 : ElementType::S8;
  case 16:
    return type.isUnsigned() ? ElementType::U16 : ElementType::S16;
  case 32:
    return type.isUnsigned() ? ElementType::U32 : ElementType::S32;
  case 64:
    return type.isUnsigned() ? ElementType::U64 : ElementType::S64;
  default:
    return std::nullopt;
  }
}

std::optional<ElementType> complexTypeOf(ComplexType type) {
  if (type.getElementType().isF32()) {
    return ElementType::C64;
  }
  if (type.getElementType().isF64()) {
    return ElementType::C128;
  }
  return std::nullopt;
}

std::string print(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

} // namespace

std::optional<ElementType> elementTypeOf(Type type) {
  using Result = std::optional<ElementType>;
  return llvm::TypeSwitch<Type, Result>(type)
      .Case<IntegerType>(integerTypeOf)
      .Case<ComplexType>(complexTypeOf)
      .Case<Float16Type>([](auto) { return ElementType::F16; })
      .Case<BFloat16Type>([](auto) { return ElementType::BF16; })
      .Case<Float32Type>([](auto) { return ElementType::F32; })
      .Case<Float64Type>([](auto) { return ElementType::F64; })
      .Case<Float8E5M2Type>([](auto) { return ElementType::F8E5M2; })
      .Case<Float8E4M3Type>([](auto) { return ElementType::F8E4M3; })
      .Case<Float8E4M3FNType>([](auto) { return ElementType::F8E4M3FN; })
      .Case<Float8E4M3B11FNUZType>(
          [](auto) { return ElementType::F8E4M3B11FNUZ; })
      .Case<Float8E5M2FNUZType>([](auto) { return ElementType::F8E5M2FNUZ; })
      .Case<Float8E4M3FNUZType>([](auto) { return ElementType::F8E4M3FNUZ; })
      .Case<Float8E3M4Type>([](auto) { return ElementType::F8E3M4; })
      .Case<Float8E8M0FNUType>([](auto) { return ElementType::F8E8M0FNU; })
      .Case<Float4E2M1FNType>([](auto) { return ElementType::F4E2M1FN; })
      .Case<Float6E2M3FNType>([](auto) { return ElementType::F6E2M3FN; })
      .Case<Float6E3M2FNType>([](auto) { return ElementType::F6E3M2FN; })
      .Default([](Type) -> Result { return std::nullopt; });
}

StatusOr<ArrayType>
arrayTypeOf(Type type, const std::string &what,
            std::optional<std::span<const int64_t>> minorToMajor) {
  if (isa<stablehlo::TokenType>(type)) {
    return ArrayType::token();
  }
  auto tensor = dyn_cast<RankedTensorType>(type);
  std::optional<ElementType> element;
  if (tensor && tensor.hasStaticShape()) {
    element = elementTypeOf(tensor.getElementType());
  }
  if (!element) {
    return Status::invalidArgument(
        what + " is of type " + print(type) +
        "; programs take and give arrays of known shape and ordinary "
        "element type");
  }
  StatusOr<ArrayType> array = ArrayType::create(
      *element,
      {tensor.getShape().data(), static_cast<size_t>(tensor.getRank())},
      minorToMajor);
  return array.ok() ? std::move(array)
                    : StatusOr<ArrayType>(array.status().withContext(what));
}

} // namespace weft
