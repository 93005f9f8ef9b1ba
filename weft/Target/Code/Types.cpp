// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/Code/Types.h"

#include <mlir/IR/BuiltinAttributes.h>

namespace weft::code {

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
