// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Interpreter/Element.h"

#include "weft/Support/FloatTypes.h"

#include <llvm/ADT/TypeSwitch.h>
#include <mlir/Dialect/Quant/IR/QuantTypes.h>
#include <mlir/IR/BuiltinTypes.h>

#include <bit>
#include <cassert>
#include <cmath>
#include <cstring>
#include <limits>

namespace weft::reference {
namespace {

bool isIntegerWidth(unsigned width) {
  return width == 2 || width == 4 || width == 8 || width == 16 || width == 32 ||
         width == 64;
}

template <typename T> T read(const char *bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof(T));
  return value;
}

template <typename T> void write(char *bytes, T value) {
  std::memcpy(bytes, &value, sizeof(T));
}

uint64_t readBits(const char *bytes, unsigned width) {
  switch (width) {
  case 1:
    return read<uint8_t>(bytes);
  case 2:
    return read<uint16_t>(bytes);
  case 4:
    return read<uint32_t>(bytes);
  default:
    return read<uint64_t>(bytes);
  }
}

void writeBits(char *bytes, unsigned width, uint64_t bits) {
  switch (width) {
  case 1:
    return write(bytes, static_cast<uint8_t>(bits));
  case 2:
    return write(bytes, static_cast<uint16_t>(bits));
  case 4:
    return write(bytes, static_cast<uint32_t>(bits));
  default:
    return write(bytes, bits);
  }
}

// f64 and f32 take the machine's own conversions: they are what Float.h
// computes, and most programs use nothing else.
double readReal(FloatKind kind, const char *bytes) {
  if (kind == FloatKind::F64) {
    return read<double>(bytes);
  }
  if (kind == FloatKind::F32) {
    return static_cast<double>(read<float>(bytes));
  }
  return decodeFloat(kind, readBits(bytes, formatOf(kind).bits() > 8 ? 2 : 1));
}

void writeReal(FloatKind kind, char *bytes, double value) {
  if (kind == FloatKind::F64) {
    return write(bytes, value);
  }
  if (kind == FloatKind::F32) {
    return write(bytes, static_cast<float>(value));
  }
  writeBits(bytes, formatOf(kind).bits() > 8 ? 2 : 1, encodeFloat(kind, value));
}

double roundTo(FloatKind kind, double value) {
  if (kind == FloatKind::F64) {
    return value;
  }
  if (kind == FloatKind::F32) {
    return static_cast<double>(static_cast<float>(value));
  }
  return roundToFloat(kind, value);
}

double withoutSignOfNaN(double value) {
  return std::isnan(value) ? std::numeric_limits<double>::quiet_NaN() : value;
}

} // namespace

ElementType ElementType::real(FloatKind kind) {
  return {ElementClass::Float, formatOf(kind).bits(), kind};
}

ElementType ElementType::complex(FloatKind kind) {
  assert((kind == FloatKind::F32 || kind == FloatKind::F64) &&
         "complex numbers have parts of f32 or f64");
  return {ElementClass::Complex, 2 * formatOf(kind).bits(), kind};
}

std::optional<ElementType> ElementType::from(mlir::Type type) {
  if (auto quantized = mlir::dyn_cast<mlir::quant::QuantizedType>(type)) {
    if (!mlir::isa<mlir::quant::UniformQuantizedType,
                   mlir::quant::UniformQuantizedPerAxisType>(type)) {
      return std::nullopt;
    }
    unsigned width = quantized.getStorageTypeIntegralWidth();
    if (!isIntegerWidth(width)) {
      return std::nullopt;
    }
    return quantized.isSigned() ? signedInteger(width) : unsignedInteger(width);
  }
  if (auto integer = mlir::dyn_cast<mlir::IntegerType>(type)) {
    if (integer.getWidth() == 1 && integer.isSignless()) {
      return boolean();
    }
    // Tile programs hold the bits of six-bit floats as integers; StableHLO has
    // none of that width.
    if (!isIntegerWidth(integer.getWidth()) && integer.getWidth() != 6) {
      return std::nullopt;
    }
    return integer.isUnsigned() ? unsignedInteger(integer.getWidth())
                                : signedInteger(integer.getWidth());
  }
  if (mlir::isa<mlir::IndexType>(type)) {
    return signedInteger(64);
  }
  if (auto floating = mlir::dyn_cast<mlir::FloatType>(type)) {
    if (std::optional<FloatKind> kind = floatKindOf(floating)) {
      return real(*kind);
    }
    return std::nullopt;
  }
  if (auto complexType = mlir::dyn_cast<mlir::ComplexType>(type)) {
    if (complexType.getElementType().isF32()) {
      return complex(FloatKind::F32);
    }
    if (complexType.getElementType().isF64()) {
      return complex(FloatKind::F64);
    }
  }
  return std::nullopt;
}

std::string ElementType::name() const {
  switch (kindOfClass) {
  case ElementClass::Boolean:
    return "i1";
  case ElementClass::Signed:
    return "i" + std::to_string(width);
  case ElementClass::Unsigned:
    return "ui" + std::to_string(width);
  case ElementClass::Float:
    return std::string(floatKindName(kind));
  case ElementClass::Complex:
    return "complex<" + std::string(floatKindName(kind)) + ">";
  }
  return {};
}

Element Element::integer(ElementType type, uint64_t value) {
  assert((type.isInteger() || type.isBoolean()) && "not an integer type");
  Element element(type);
  unsigned unused = 64 - type.bitWidth();
  element.integerBits =
      type.isSigned() ? static_cast<uint64_t>(
                            static_cast<int64_t>(value << unused) >> unused)
                      : (value << unused) >> unused;
  return element;
}

Element Element::real(ElementType type, double value) {
  return signedReal(type, withoutSignOfNaN(value));
}

Element Element::complex(ElementType type, std::complex<double> value) {
  return signedComplex(
      type, {withoutSignOfNaN(value.real()), withoutSignOfNaN(value.imag())});
}

Element Element::signedReal(ElementType type, double value) {
  assert(type.isFloat() && "not a float type");
  Element element(type);
  element.realPart = roundTo(type.floatKind(), value);
  return element;
}

Element Element::signedComplex(ElementType type, std::complex<double> value) {
  assert(type.isComplex() && "not a complex type");
  Element element(type);
  element.realPart = roundTo(type.floatKind(), value.real());
  element.imaginaryPart = roundTo(type.floatKind(), value.imag());
  return element;
}

Element Element::zero(ElementType type) {
  if (type.isFloat()) {
    return real(type, 0.0);
  }
  return type.isComplex() ? complex(type, 0.0) : integer(type, 0);
}

Element Element::one(ElementType type) {
  if (type.isFloat()) {
    return real(type, 1.0);
  }
  return type.isComplex() ? complex(type, 1.0) : integer(type, 1);
}

Element Element::load(ElementType type, const char *bytes) {
  if (type.isFloat()) {
    Element element(type);
    element.realPart = readReal(type.floatKind(), bytes);
    return element;
  }
  if (type.isComplex()) {
    Element element(type);
    unsigned half = type.byteWidth() / 2;
    element.realPart = readReal(type.floatKind(), bytes);
    element.imaginaryPart = readReal(type.floatKind(), bytes + half);
    return element;
  }
  return integer(type, readBits(bytes, type.byteWidth()));
}

void Element::store(char *bytes) const {
  unsigned width = elementType.byteWidth();
  if (elementType.isFloat()) {
    writeReal(elementType.floatKind(), bytes, realPart);
  } else if (elementType.isComplex()) {
    writeReal(elementType.floatKind(), bytes, realPart);
    writeReal(elementType.floatKind(), bytes + width / 2, imaginaryPart);
  } else {
    writeBits(bytes, width, bits());
  }
}

uint64_t Element::bits() const {
  unsigned unused = 64 - elementType.bitWidth();
  return (integerBits << unused) >> unused;
}

} // namespace weft::reference
