// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Boundary/ElementTypes.h"

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Support/FloatTypes.h"

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
      .Case<FloatType>([](FloatType real) -> Result {
        std::optional<FloatKind> kind = floatKindOf(real);
        return kind ? Result(elementTypeOf(*kind)) : std::nullopt;
      })
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
