// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One element of a tensor, as a value.
//
// All variety of types is pushed down into this class, so that an operation
// reads like its definition: it asks for elements, calls a function of Math.h
// on them and stores the result.
//
// An element is held in a canonical form, and each constructor restores it:
//   boolean    0 or 1
//   signed     two's complement, sign-extended to 64 bits
//   unsigned   zero-extended to 64 bits
//   float      the exact value as a double; every supported kind fits
//   complex    two such doubles
// Rounding to the element's float kind happens once, in the constructor, by
// weft/Support/Float.h. Sums, products, quotients and square roots of kinds up
// to f32 that are computed in double are thereby correctly rounded: double has
// more than twice their precision plus two bits.

#pragma once

#include "weft/Support/Float.h"

#include <mlir/IR/Types.h>

#include <complex>
#include <cstdint>
#include <optional>
#include <string>

namespace weft::reference {

enum class ElementClass : uint8_t { Boolean, Signed, Unsigned, Float, Complex };

/// What an element is. Quantized types appear here as their storage integer:
/// scale and zero point are properties of the tensor type.
class ElementType {
public:
  static ElementType boolean() {
    return {ElementClass::Boolean, 1, FloatKind::F64};
  }
  static ElementType signedInteger(unsigned width) {
    return {ElementClass::Signed, width, FloatKind::F64};
  }
  static ElementType unsignedInteger(unsigned width) {
    return {ElementClass::Unsigned, width, FloatKind::F64};
  }
  static ElementType real(FloatKind kind);
  /// `kind` is F32 or F64.
  static ElementType complex(FloatKind kind);

  /// The element type that `type`, a tensor's element type, stands for;
  /// nothing when StableHLO has no such element type. `index` counts as si64.
  static std::optional<ElementType> from(mlir::Type type);

  ElementClass elementClass() const { return kindOfClass; }
  bool isBoolean() const { return kindOfClass == ElementClass::Boolean; }
  bool isSigned() const { return kindOfClass == ElementClass::Signed; }
  bool isUnsigned() const { return kindOfClass == ElementClass::Unsigned; }
  /// Signed or unsigned; a boolean is not an integer.
  bool isInteger() const { return isSigned() || isUnsigned(); }
  bool isFloat() const { return kindOfClass == ElementClass::Float; }
  bool isComplex() const { return kindOfClass == ElementClass::Complex; }

  /// Of a float, or of the parts of a complex number.
  FloatKind floatKind() const { return kind; }
  /// The type of the real and imaginary part.
  ElementType part() const { return isComplex() ? real(kind) : *this; }

  /// Bits that carry the value: 1 for booleans, both parts for complex.
  unsigned bitWidth() const { return width; }
  /// Bytes one element takes in a tensor: 1, 2, 4, 8 or 16. Anything narrower
  /// than a byte takes a whole one, value in the low bits, the rest zero.
  unsigned byteWidth() const { return width < 8 ? 1 : width / 8; }

  /// As StableHLO prints it: `i1`, `ui4`, `f8E4M3FN`, `complex<f32>`.
  std::string name() const;

  friend bool operator==(ElementType, ElementType) = default;

private:
  ElementType(ElementClass elementClass, unsigned width, FloatKind kind)
      : kindOfClass(elementClass), width(static_cast<uint8_t>(width)),
        kind(kind) {}

  ElementClass kindOfClass;
  uint8_t width;
  FloatKind kind;
};

class Element {
public:
  /// Wraps `value` modulo two to the width; for booleans the lowest bit.
  static Element integer(ElementType type, uint64_t value);
  static Element boolean(bool value) {
    return integer(ElementType::boolean(), value ? 1 : 0);
  }
  /// Rounds `value` to the type's float kind. NaN has no sign: that of one
  /// which was computed is another one on each kind of processor, and what is
  /// folded must not tell where.
  static Element real(ElementType type, double value);
  /// Rounds both parts.
  static Element complex(ElementType type, std::complex<double> value);
  /// The same for what is moved or negated, not computed: NaN keeps its sign.
  static Element signedReal(ElementType type, double value);
  static Element signedComplex(ElementType type, std::complex<double> value);

  static Element zero(ElementType type);
  static Element one(ElementType type);

  /// Reads one element from its bytes in a tensor.
  static Element load(ElementType type, const char *bytes);
  /// Writes type().byteWidth() bytes.
  void store(char *bytes) const;

  ElementType type() const { return elementType; }

  /// Booleans.
  bool asBoolean() const { return integerBits != 0; }
  /// Booleans and integers. An unsigned 64-bit value beyond the signed range
  /// keeps its bits.
  int64_t asSigned() const { return static_cast<int64_t>(integerBits); }
  uint64_t asUnsigned() const { return integerBits; }
  /// The low bitWidth() bits of a boolean or integer.
  uint64_t bits() const;
  /// Floats; the real part of complex numbers.
  double asReal() const { return realPart; }
  double asImaginary() const { return imaginaryPart; }
  std::complex<double> asComplex() const { return {realPart, imaginaryPart}; }

private:
  explicit Element(ElementType type) : elementType(type) {}

  ElementType elementType;
  uint64_t integerBits = 0;
  double realPart = 0.0;
  double imaginaryPart = 0.0;
};

} // namespace weft::reference
