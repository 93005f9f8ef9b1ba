// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/FFI/ReadAttributes.h"

#include <mlir/IR/BuiltinTypes.h>
#include <mlir/IR/SymbolTable.h>

#include <cstring>

namespace weft::ffi {

XLA_FFI_DataType dataTypeOf(mlir::Type elementType) {
  if (auto integer = mlir::dyn_cast<mlir::IntegerType>(elementType)) {
    bool isUnsigned = integer.isUnsigned();
    switch (integer.getWidth()) {
    case 1:
      return integer.isSignless() ? XLA_FFI_DataType_PRED
             : isUnsigned         ? XLA_FFI_DataType_U1
                                  : XLA_FFI_DataType_S1;
    case 2:
      return isUnsigned ? XLA_FFI_DataType_U2 : XLA_FFI_DataType_S2;
    case 4:
      return isUnsigned ? XLA_FFI_DataType_U4 : XLA_FFI_DataType_S4;
    case 8:
      return isUnsigned ? XLA_FFI_DataType_U8 : XLA_FFI_DataType_S8;
    case 16:
      return isUnsigned ? XLA_FFI_DataType_U16 : XLA_FFI_DataType_S16;
    case 32:
      return isUnsigned ? XLA_FFI_DataType_U32 : XLA_FFI_DataType_S32;
    case 64:
      return isUnsigned ? XLA_FFI_DataType_U64 : XLA_FFI_DataType_S64;
    default:
      return XLA_FFI_DataType_INVALID;
    }
  }
  if (elementType.isIndex()) {
    return XLA_FFI_DataType_S64;
  }
  if (auto complex = mlir::dyn_cast<mlir::ComplexType>(elementType)) {
    return complex.getElementType().isF32()   ? XLA_FFI_DataType_C64
           : complex.getElementType().isF64() ? XLA_FFI_DataType_C128
                                              : XLA_FFI_DataType_INVALID;
  }
  if (elementType.isF32()) {
    return XLA_FFI_DataType_F32;
  }
  if (elementType.isF64()) {
    return XLA_FFI_DataType_F64;
  }
  if (elementType.isF16()) {
    return XLA_FFI_DataType_F16;
  }
  if (elementType.isBF16()) {
    return XLA_FFI_DataType_BF16;
  }
  if (mlir::isa<mlir::Float8E5M2Type>(elementType)) {
    return XLA_FFI_DataType_F8E5M2;
  }
  if (mlir::isa<mlir::Float8E4M3Type>(elementType)) {
    return XLA_FFI_DataType_F8E4M3;
  }
  if (mlir::isa<mlir::Float8E3M4Type>(elementType)) {
    return XLA_FFI_DataType_F8E3M4;
  }
  if (mlir::isa<mlir::Float8E4M3FNType>(elementType)) {
    return XLA_FFI_DataType_F8E4M3FN;
  }
  if (mlir::isa<mlir::Float8E4M3B11FNUZType>(elementType)) {
    return XLA_FFI_DataType_F8E4M3B11FNUZ;
  }
  if (mlir::isa<mlir::Float8E5M2FNUZType>(elementType)) {
    return XLA_FFI_DataType_F8E5M2FNUZ;
  }
  if (mlir::isa<mlir::Float8E4M3FNUZType>(elementType)) {
    return XLA_FFI_DataType_F8E4M3FNUZ;
  }
  if (mlir::isa<mlir::Float8E8M0FNUType>(elementType)) {
    return XLA_FFI_DataType_F8E8M0FNU;
  }
  if (mlir::isa<mlir::Float4E2M1FNType>(elementType)) {
    return XLA_FFI_DataType_F4E2M1FN;
  }
  if (mlir::isa<mlir::Float6E2M3FNType>(elementType)) {
    return XLA_FFI_DataType_F6E2M3FN;
  }
  if (mlir::isa<mlir::Float6E3M2FNType>(elementType)) {
    return XLA_FFI_DataType_F6E3M2FN;
  }
  return XLA_FFI_DataType_INVALID;
}

/// Appends the value in as many whole bytes as its width needs.
static void appendBits(const llvm::APInt &bits, std::vector<char> &bytes) {
  size_t count = (bits.getBitWidth() + 7) / 8;
  for (size_t i = 0; i < count; ++i) {
    unsigned width = std::min<unsigned>(8, bits.getBitWidth() -
                                               static_cast<unsigned>(8 * i));
    bytes.push_back(static_cast<char>(
        bits.extractBitsAsZExtValue(width, static_cast<unsigned>(8 * i))));
  }
}

/// An integer narrower than a byte is held in one with its sign.
static void appendInteger(const llvm::APInt &value, mlir::Type type,
                          std::vector<char> &bytes) {
  unsigned width = value.getBitWidth();
  if (width >= 8) {
    appendBits(value, bytes);
    return;
  }
  bool isSigned = width != 1 && !type.isUnsignedInteger();
  appendBits(isSigned ? value.sext(8) : value.zext(8), bytes);
}

static bool appendNumber(mlir::Attribute attribute, std::vector<char> &bytes) {
  if (auto integer = mlir::dyn_cast<mlir::IntegerAttr>(attribute)) {
    appendInteger(integer.getValue(), integer.getType(), bytes);
    return true;
  }
  if (auto floating = mlir::dyn_cast<mlir::FloatAttr>(attribute)) {
    appendBits(floating.getValue().bitcastToAPInt(), bytes);
    return true;
  }
  return false;
}

static Status unsupported(llvm::StringRef name, const char *what) {
  return Status::invalidArgument("attribute '" + name.str() +
                                 "' of a custom call is " + what +
                                 "; numbers, strings, arrays of numbers and "
                                 "dictionaries can be passed");
}

static StatusOr<Array> readDenseElements(llvm::StringRef name,
                                         mlir::DenseElementsAttr elements) {
  Array array;
  mlir::Type type = elements.getElementType();
  array.type = dataTypeOf(type);
  array.size = static_cast<size_t>(elements.getNumElements());
  if (array.type == XLA_FFI_DataType_INVALID) {
    return unsupported(name, "an array of an unknown type");
  }
  if (auto complex = mlir::dyn_cast<mlir::ComplexType>(type)) {
    for (std::complex<llvm::APFloat> value :
         elements.getValues<std::complex<llvm::APFloat>>()) {
      appendBits(value.real().bitcastToAPInt(), array.bytes);
      appendBits(value.imag().bitcastToAPInt(), array.bytes);
    }
  } else if (mlir::isa<mlir::FloatType>(type)) {
    for (const llvm::APFloat &value : elements.getValues<llvm::APFloat>()) {
      appendBits(value.bitcastToAPInt(), array.bytes);
    }
  } else {
    for (const llvm::APInt &value : elements.getValues<llvm::APInt>()) {
      appendInteger(value, type, array.bytes);
    }
  }
  return array;
}

static StatusOr<Attribute> readAttribute(llvm::StringRef name,
                                         mlir::Attribute attribute) {
  if (auto text = mlir::dyn_cast<mlir::StringAttr>(attribute)) {
    return Attribute{text.str()};
  }
  if (auto symbol = mlir::dyn_cast<mlir::FlatSymbolRefAttr>(attribute)) {
    return Attribute{symbol.getValue().str()};
  }
  if (auto nested = mlir::dyn_cast<mlir::DictionaryAttr>(attribute)) {
    WEFT_ASSIGN_OR_RETURN(Dictionary dictionary, readDictionary(nested));
    return Attribute{std::move(dictionary)};
  }
  if (auto elements = mlir::dyn_cast<mlir::DenseElementsAttr>(attribute)) {
    WEFT_ASSIGN_OR_RETURN(Array array, readDenseElements(name, elements));
    return Attribute{std::move(array)};
  }
  if (auto dense = mlir::dyn_cast<mlir::DenseArrayAttr>(attribute)) {
    Array array;
    array.type = dataTypeOf(dense.getElementType());
    array.size = static_cast<size_t>(dense.getSize());
    array.bytes.assign(dense.getRawData().begin(), dense.getRawData().end());
    return Attribute{std::move(array)};
  }
  if (auto list = mlir::dyn_cast<mlir::ArrayAttr>(attribute)) {
    Array array{XLA_FFI_DataType_S64, list.size(), {}};
    mlir::Type type;
    for (mlir::Attribute element : list) {
      auto typed = mlir::dyn_cast<mlir::TypedAttr>(element);
      if (!typed || (type && typed.getType() != type) ||
          !appendNumber(element, array.bytes)) {
        return unsupported(name, "a list of unlike things");
      }
      type = typed.getType();
      array.type = dataTypeOf(type);
    }
    return Attribute{std::move(array)};
  }
  if (auto typed = mlir::dyn_cast<mlir::TypedAttr>(attribute)) {
    Scalar scalar;
    scalar.type = dataTypeOf(typed.getType());
    std::vector<char> bytes;
    if (scalar.type != XLA_FFI_DataType_INVALID &&
        appendNumber(attribute, bytes)) {
      std::memcpy(scalar.bytes.data(), bytes.data(), bytes.size());
      return Attribute{scalar};
    }
  }
  return unsupported(name, "of an unknown kind");
}

StatusOr<Dictionary> readDictionary(mlir::DictionaryAttr attributes) {
  Dictionary dictionary;
  for (mlir::NamedAttribute entry : attributes) {
    WEFT_ASSIGN_OR_RETURN(
        Attribute attribute,
        readAttribute(entry.getName().getValue(), entry.getValue()));
    dictionary.emplace(entry.getName().str(), std::move(attribute));
  }
  return dictionary;
}

} // namespace weft::ffi
