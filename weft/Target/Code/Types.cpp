// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/Code/Types.h"

#include <llvm/ADT/TypeSwitch.h>
#include <mlir/IR/BuiltinAttributes.h>

namespace weft::code {

std::optional<FloatKind> floatKindOf(mlir::Type type) {
  using Kind = std::optional<FloatKind>;
  return llvm::TypeSwitch<mlir::Type, Kind>(type)
      .Case([](mlir::Float64Type) { return FloatKind::F64; })
      .Case([](mlir::Float32Type) { return FloatKind::F32; })
      .Case([](mlir::Float16Type) { return FloatKind::F16; })
      .Case([](mlir::BFloat16Type) { return FloatKind::BF16; })
      .Case([](mlir::Float8E5M2Type) { return FloatKind::F8E5M2; })
      .Case([](mlir::Float8E4M3Type) { return FloatKind::F8E4M3; })
      .Case([](mlir::Float8E4M3FNType) { return FloatKind::F8E4M3FN; })
      .Case([](mlir::Float8E3M4Type) { return FloatKind::F8E3M4; })
      .Case([](mlir::Float8E5M2FNUZType) { return FloatKind::F8E5M2FNUZ; })
      .Case([](mlir::Float8E4M3FNUZType) { return FloatKind::F8E4M3FNUZ; })
      .Case(
          [](mlir::Float8E4M3B11FNUZType) { return FloatKind::F8E4M3B11FNUZ; })
      .Case([](mlir::Float8E8M0FNUType) { return FloatKind::F8E8M0FNU; })
      .Case([](mlir::Float6E3M2FNType) { return FloatKind::F6E3M2FN; })
      .Case([](mlir::Float6E2M3FNType) { return FloatKind::F6E2M3FN; })
      .Case([](mlir::Float4E2M1FNType) { return FloatKind::F4E2M1FN; })
      .Default([](mlir::Type) { return std::nullopt; });
}

mlir::Type elementTypeOf(mlir::Type type) {
  auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type);
  return tensor ? tensor.getElementType() : type;
}

llvm::Type *registerType(mlir::Type element, llvm::LLVMContext &context) {
  if (std::optional<FloatKind> kind = floatKindOf(element)) {
    switch (*kind) {
    case FloatKind::F64:
      return llvm::Type::getDoubleTy(context);
    case FloatKind::F32:
      return llvm::Type::getFloatTy(context);
    default:
      return llvm::Type::getIntNTy(context,
                                   formatOf(*kind).bits() > 8 ? 16 : 8);
    }
  }
  if (element.isIndex()) {
    return llvm::Type::getInt64Ty(context);
  }
  if (auto integer = llvm::dyn_cast<mlir::IntegerType>(element)) {
    const unsigned width = integer.getWidth();
    // Six: the bits of floats of that width.
    if (width == 1 || width == 2 || width == 4 || width == 6 || width == 8 ||
        width == 16 || width == 32 || width == 64) {
      return llvm::Type::getIntNTy(context, width);
    }
  }
  return nullptr;
}

llvm::Type *memoryType(mlir::Type element, llvm::LLVMContext &context) {
  llvm::Type *type = registerType(element, context);
  return type->isIntegerTy() && type->getIntegerBitWidth() < 8
             ? llvm::Type::getInt8Ty(context)
             : type;
}

int64_t memoryBytes(mlir::Type element) {
  if (element.isIndex()) {
    return 8;
  }
  const unsigned bits = element.getIntOrFloatBitWidth();
  return bits <= 8 ? 1 : bits / 8;
}

llvm::Constant *elementConstant(llvm::Type *type, mlir::Attribute attribute) {
  if (auto floating = llvm::dyn_cast<mlir::FloatAttr>(attribute)) {
    if (type->isFloatingPointTy()) {
      return llvm::ConstantFP::get(type, floating.getValue());
    }
    return llvm::ConstantInt::get(
        type,
        floating.getValue().bitcastToAPInt().zext(type->getIntegerBitWidth()));
  }
  return llvm::ConstantInt::get(
      type, llvm::cast<mlir::IntegerAttr>(attribute).getValue().sextOrTrunc(
                type->getIntegerBitWidth()));
}

} // namespace weft::code
