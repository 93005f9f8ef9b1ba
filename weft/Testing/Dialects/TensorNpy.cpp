// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Testing/Dialects/TensorNpy.h"

#include <llvm/Support/FormatVariadic.h>

using weft::reference::Budget;
using weft::reference::Element;
using weft::reference::ElementClass;
using weft::reference::ElementType;
using weft::reference::Tensor;

namespace weft {
namespace {

NpyKind kindOf(ElementType type) {
  switch (type.elementClass()) {
  case ElementClass::Boolean:
    return NpyKind::Boolean;
  case ElementClass::Signed:
    return NpyKind::SignedInteger;
  case ElementClass::Unsigned:
    return NpyKind::UnsignedInteger;
  case ElementClass::Complex:
    return NpyKind::Complex;
  case ElementClass::Float:
    break;
  }
  switch (type.floatKind()) {
  case FloatKind::F16:
  case FloatKind::F32:
  case FloatKind::F64:
    return NpyKind::Float;
  default:
    return NpyKind::Opaque;
  }
}

bool isNarrowInteger(ElementType type) {
  return type.isInteger() && type.bitWidth() < 8;
}

bool isReadable(const NpyArray &array, ElementType type) {
  if (array.elementSize != type.byteWidth()) {
    return false;
  }
  if (array.kind == kindOf(type)) {
    return true;
  }
  if (isNarrowInteger(type)) {
    return array.kind == NpyKind::Opaque;
  }
  return kindOf(type) == NpyKind::Opaque && array.kind == NpyKind::Float &&
         array.elementSize == 1;
}

std::string shapeText(llvm::ArrayRef<int64_t> shape) {
  std::string text = "(";
  for (size_t i = 0; i < shape.size(); ++i) {
    text += (i ? ", " : "") + std::to_string(shape[i]);
  }
  return text + ")";
}

/// Plain bytes, as opposed to raw low bits, must be numbers the type has.
Status checkNarrowRange(const NpyArray &array, ElementType type) {
  if (!isNarrowInteger(type) || array.kind == NpyKind::Opaque) {
    return Status::success();
  }
  for (size_t i = 0; i < array.data.size(); ++i) {
    int64_t value = type.isSigned() ? static_cast<int8_t>(array.data[i])
                                    : static_cast<int64_t>(array.data[i]);
    Element element = Element::integer(type, static_cast<uint64_t>(value));
    if (element.asSigned() != value) {
      return Status::outOfRange(llvm::formatv(
          "element {0} is {1}, which {2} cannot hold", i, value, type.name()));
    }
  }
  return Status::success();
}

} // namespace

StatusOr<Tensor> tensorFromNpy(Budget &budget, const NpyArray &array,
                               mlir::RankedTensorType declared) {
  std::optional<ElementType> type =
      ElementType::from(declared.getElementType());
  if (!type) {
    return Status::unimplemented(
        llvm::formatv("values of {0} cannot be read from a file", declared));
  }
  if (!isReadable(array, *type)) {
    return Status::invalidArgument(
        llvm::formatv("the file holds {0}, but {1} takes {2}",
                      nameOfNpyType(array.kind, array.elementSize), declared,
                      nameOfNpyType(kindOf(*type), type->byteWidth())));
  }
  StatusOr<mlir::RankedTensorType> resolved =
      reference::resolveType(declared, array.shape);
  if (!resolved.ok()) {
    return Status::invalidArgument(
        llvm::formatv("the file holds shape {0}, which does not fit {1}",
                      shapeText(array.shape), declared));
  }
  WEFT_RETURN_IF_ERROR(checkNarrowRange(array, *type));
  return Tensor::fromBytes(
      budget, *resolved,
      llvm::ArrayRef<char>(reinterpret_cast<const char *>(array.data.data()),
                           array.data.size()));
}

NpyArray npyFromTensor(const Tensor &tensor) {
  ElementType type = tensor.elementType();
  NpyArray array;
  array.kind = kindOf(type);
  array.elementSize = type.byteWidth();
  array.shape.assign(tensor.shape().begin(), tensor.shape().end());
  llvm::ArrayRef<char> bytes = tensor.bytes();
  array.data.assign(bytes.begin(), bytes.end());
  if (isNarrowInteger(type) && type.isSigned()) {
    // The tensor keeps the bits above the value clear; an int8 is signed.
    for (int64_t i = 0; i < tensor.elementCount(); ++i) {
      array.data[i] = static_cast<uint8_t>(tensor.at(i).asSigned());
    }
  }
  return array;
}

} // namespace weft
