// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The attributes of a foreign call, without MLIR, and their form in a call
// frame.

#pragma once

#include "weft/Runtime/FFI/Abi.h"

#include <array>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace weft::ffi {

struct Scalar {
  XLA_FFI_DataType type;
  /// Little-endian, from the first byte; the widest type is complex<f64>.
  alignas(16) std::array<char, 16> bytes = {};
};

struct Array {
  XLA_FFI_DataType type;
  size_t size = 0;
  std::vector<char> bytes;
};

struct Attribute;

/// Handlers find an attribute by its position among the names sorted by bytes,
/// which is the order of this map.
using Dictionary = std::map<std::string, Attribute, std::less<>>;

struct Attribute {
  std::variant<Scalar, Array, std::string, Dictionary> value;
};

/// A dictionary as the interface wants it. Points into the dictionary, which
/// must outlive it, and into itself, so it stays where it is.
class EncodedAttributes {
public:
  explicit EncodedAttributes(const Dictionary &dictionary);
  EncodedAttributes(const EncodedAttributes &) = delete;
  EncodedAttributes &operator=(const EncodedAttributes &) = delete;

  const XLA_FFI_Attrs &attributes() const { return encoded; }

private:
  XLA_FFI_Attrs encoded = {};
  std::vector<XLA_FFI_AttrType> types;
  std::vector<XLA_FFI_ByteSpan *> names;
  std::vector<void *> values;
  std::deque<XLA_FFI_ByteSpan> spans;
  std::deque<XLA_FFI_Scalar> scalars;
  std::deque<XLA_FFI_Array> arrays;
  std::deque<std::unique_ptr<EncodedAttributes>> dictionaries;
};

} // namespace weft::ffi
