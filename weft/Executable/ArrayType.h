// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The type of an array as executables and buffers know it: element type,
// dimensions, and the order of dimensions in memory. No MLIR.
//
// Elements take whole bytes, in host memory and in the buffers of the CPU: an
// element narrower than a byte sits in the low bits of one. Signed ones are
// sign-extended in it, as NumPy's extension types hold them.

#pragma once

#include "weft/Support/Float.h"
#include "weft/Support/Status.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

/// The numbers are PJRT_Buffer_Type's: never renumber.
enum class ElementType : uint8_t {
  Invalid = 0,
  Pred = 1,
  S8 = 2,
  S16 = 3,
  S32 = 4,
  S64 = 5,
  U8 = 6,
  U16 = 7,
  U32 = 8,
  U64 = 9,
  F16 = 10,
  F32 = 11,
  F64 = 12,
  BF16 = 13,
  C64 = 14,
  C128 = 15,
  F8E5M2 = 16,
  F8E4M3FN = 17,
  F8E4M3B11FNUZ = 18,
  F8E5M2FNUZ = 19,
  F8E4M3FNUZ = 20,
  S4 = 21,
  U4 = 22,
  Token = 23,
  S2 = 24,
  U2 = 25,
  F8E4M3 = 26,
  F8E3M4 = 27,
  F8E8M0FNU = 28,
  F4E2M1FN = 29,
  S1 = 30,
  U1 = 31,
  F6E2M3FN = 32,
  F6E3M2FN = 33,
};
inline constexpr unsigned kElementTypeCount = 34;

/// Whether `number` is one of the enumerators other than Invalid.
bool isElementType(int64_t number);
/// The element that a float of arrays is: any kind but tf32.
ElementType elementTypeOf(FloatKind kind);
/// Bits that carry the value; 0 for tokens.
unsigned elementBits(ElementType type);
/// Bytes one element takes; 0 for tokens.
unsigned elementBytes(ElementType type);
/// Narrower than a byte and signed: held sign-extended.
bool isSignedSubByte(ElementType type);
/// As XLA's shapes spell it: "pred", "s32", "f8e4m3fn", "token".
std::string_view elementName(ElementType type);

struct ArrayType {
  ElementType element = ElementType::Invalid;
  std::vector<int64_t> dimensions;
  /// A permutation of the dimensions, the fastest-varying first. Row-major is
  /// descending.
  std::vector<int64_t> minorToMajor;

  /// Checks everything: element type, dimensions not negative, size within 63
  /// bits, layout a permutation. Without a layout: row-major.
  static StatusOr<ArrayType>
  create(ElementType element, std::span<const int64_t> dimensions,
         std::optional<std::span<const int64_t>> minorToMajor = std::nullopt);
  static ArrayType token();

  size_t rank() const { return dimensions.size(); }
  bool isToken() const { return element == ElementType::Token; }
  bool isRowMajor() const;
  int64_t elementCount() const;
  uint64_t byteSize() const;
  /// Distance in bytes between neighbours along each dimension, dense.
  std::vector<int64_t> byteStrides() const;

  /// "f32[2,3]{1,0}".
  std::string toString() const;

  friend bool operator==(const ArrayType &, const ArrayType &) = default;
};

std::vector<int64_t> rowMajorLayout(size_t rank);
/// "{1,0}", the syntax of XLA's layouts.
std::string layoutToString(std::span<const int64_t> minorToMajor);

} // namespace weft
