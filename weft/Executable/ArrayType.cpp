// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Executable/ArrayType.h"

#include <algorithm>
#include <array>

namespace weft {
namespace {

struct ElementInfo {
  constexpr ElementInfo(std::string_view name, unsigned bits)
      : name(name), bits(bits) {}
  constexpr ElementInfo(std::string_view name, FloatKind kind)
      : name(name), bits(formatOf(kind).bits()), kind(kind) {}

  std::string_view name;
  unsigned bits;
  std::optional<FloatKind> kind;
};

/// By number.
constexpr std::array<ElementInfo, kElementTypeCount> kElements = {{
    {"invalid", 0},
    {"pred", 1},
    {"s8", 8},
    {"s16", 16},
    {"s32", 32},
    {"s64", 64},
    {"u8", 8},
    {"u16", 16},
    {"u32", 32},
    {"u64", 64},
    {"f16", FloatKind::F16},
    {"f32", FloatKind::F32},
    {"f64", FloatKind::F64},
    {"bf16", FloatKind::BF16},
    {"c64", 64},
    {"c128", 128},
    {"f8e5m2", FloatKind::F8E5M2},
    {"f8e4m3fn", FloatKind::F8E4M3FN},
    {"f8e4m3b11fnuz", FloatKind::F8E4M3B11FNUZ},
    {"f8e5m2fnuz", FloatKind::F8E5M2FNUZ},
    {"f8e4m3fnuz", FloatKind::F8E4M3FNUZ},
    {"s4", 4},
    {"u4", 4},
    {"token", 0},
    {"s2", 2},
    {"u2", 2},
    {"f8e4m3", FloatKind::F8E4M3},
    {"f8e3m4", FloatKind::F8E3M4},
    {"f8e8m0fnu", FloatKind::F8E8M0FNU},
    {"f4e2m1fn", FloatKind::F4E2M1FN},
    {"s1", 1},
    {"u1", 1},
    {"f6e2m3fn", FloatKind::F6E2M3FN},
    {"f6e3m2fn", FloatKind::F6E3M2FN},
}};

const ElementInfo &infoOf(ElementType type) {
  return kElements[static_cast<size_t>(type)];
}

std::string join(std::span<const int64_t> numbers) {
  std::string text;
  for (int64_t number : numbers) {
    text += (text.empty() ? "" : ",") + std::to_string(number);
  }
  return text;
}

} // namespace

bool isElementType(int64_t number) {
  return number > 0 && number < static_cast<int64_t>(kElementTypeCount);
}

ElementType elementTypeOf(FloatKind kind) {
  auto found = std::ranges::find(kElements, kind, &ElementInfo::kind);
  return static_cast<ElementType>(found - kElements.begin());
}

unsigned elementBits(ElementType type) { return infoOf(type).bits; }

unsigned elementBytes(ElementType type) { return (infoOf(type).bits + 7) / 8; }

bool isSignedSubByte(ElementType type) {
  return type == ElementType::S4 || type == ElementType::S2 ||
         type == ElementType::S1;
}

std::string_view elementName(ElementType type) { return infoOf(type).name; }

std::vector<int64_t> rowMajorLayout(size_t rank) {
  std::vector<int64_t> order(rank);
  for (size_t i = 0; i < rank; ++i) {
    order[i] = static_cast<int64_t>(rank - 1 - i);
  }
  return order;
}

std::string layoutToString(std::span<const int64_t> minorToMajor) {
  return "{" + join(minorToMajor) + "}";
}

StatusOr<ArrayType>
ArrayType::create(ElementType element, std::span<const int64_t> dimensions,
                  std::optional<std::span<const int64_t>> minorToMajor) {
  if (!isElementType(static_cast<int64_t>(element))) {
    return Status::invalidArgument(
        "element type number " +
        std::to_string(static_cast<unsigned>(element)) + " is unknown");
  }
  ArrayType type;
  type.element = element;
  type.dimensions.assign(dimensions.begin(), dimensions.end());
  if (element == ElementType::Token && !dimensions.empty()) {
    return Status::invalidArgument("a token has no dimensions, " +
                                   std::to_string(dimensions.size()) +
                                   " were given");
  }
  int64_t size = elementBytes(element);
  bool empty =
      std::find(dimensions.begin(), dimensions.end(), 0) != dimensions.end();
  for (int64_t extent : dimensions) {
    if (extent < 0) {
      return Status::invalidArgument("dimensions [" + join(dimensions) +
                                     "] have a negative size");
    }
    if (!empty && __builtin_mul_overflow(size, extent, &size)) {
      return Status::invalidArgument("an array of dimensions [" +
                                     join(dimensions) +
                                     "] has more bytes than can be counted");
    }
  }
  if (!minorToMajor) {
    type.minorToMajor = rowMajorLayout(dimensions.size());
    return type;
  }
  type.minorToMajor.assign(minorToMajor->begin(), minorToMajor->end());
  std::vector<int64_t> sorted = type.minorToMajor;
  std::sort(sorted.begin(), sorted.end());
  bool permutation = sorted.size() == dimensions.size();
  for (size_t i = 0; permutation && i < sorted.size(); ++i) {
    permutation = sorted[i] == static_cast<int64_t>(i);
  }
  if (!permutation) {
    return Status::invalidArgument("layout " + layoutToString(*minorToMajor) +
                                   " is no order of the dimensions [" +
                                   join(dimensions) + "]");
  }
  return type;
}

ArrayType ArrayType::token() {
  ArrayType type;
  type.element = ElementType::Token;
  return type;
}

bool ArrayType::isRowMajor() const {
  if (minorToMajor.size() != rank()) {
    return false;
  }
  // Asked in every call of a program: no list is made to compare with.
  for (size_t i = 0; i < rank(); ++i) {
    if (minorToMajor[i] != static_cast<int64_t>(rank() - 1 - i)) {
      return false;
    }
  }
  return true;
}

int64_t ArrayType::elementCount() const {
  int64_t count = 1;
  for (int64_t extent : dimensions) {
    if (extent == 0) {
      return 0;
    }
  }
  for (int64_t extent : dimensions) {
    count *= extent;
  }
  return count;
}

uint64_t ArrayType::byteSize() const {
  return static_cast<uint64_t>(elementCount()) * elementBytes(element);
}

std::vector<int64_t> ArrayType::byteStrides() const {
  std::vector<int64_t> strides(rank());
  int64_t stride = elementBytes(element);
  for (int64_t dimension : minorToMajor) {
    strides[dimension] = stride;
    // In an array without elements the other extents may be of any size; its
    // strides mean nothing and must only not overflow.
    if (__builtin_mul_overflow(
            stride, std::max<int64_t>(dimensions[dimension], 1), &stride)) {
      stride = 0;
    }
  }
  return strides;
}

std::string ArrayType::toString() const {
  if (isToken()) {
    return "token[]";
  }
  return std::string(elementName(element)) + "[" + join(dimensions) + "]" +
         (rank() > 1 ? layoutToString(minorToMajor) : "");
}

} // namespace weft
