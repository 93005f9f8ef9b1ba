// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes and types in the form a call frame has them.

#pragma once

#include "weft/Runtime/CustomCall.h"
#include "weft/Runtime/FFI/Abi.h"

#include <deque>
#include <memory>
#include <vector>

namespace weft::ffi {

/// The interface numbers types as XLA does, which is not as PJRT does.
XLA_FFI_DataType dataTypeOf(ElementType element);

/// A dictionary as handlers read it. Points into the dictionary, which must
/// outlive it, and into itself, so it stays where it is.
///
/// Handlers find an attribute by its position among the names sorted by their
/// bytes, also in nested dictionaries.
class EncodedAttributes {
public:
  explicit EncodedAttributes(const runtime::CallAttribute &dictionary);
  EncodedAttributes(const EncodedAttributes &) = delete;
  EncodedAttributes &operator=(const EncodedAttributes &) = delete;

  const XLA_FFI_Attrs &attributes() const { return encoded; }

private:
  void add(const std::string &name, const runtime::CallAttribute &attribute);

  XLA_FFI_Attrs encoded = {};
  std::vector<XLA_FFI_AttrType> types;
  std::vector<XLA_FFI_ByteSpan *> names;
  std::vector<void *> values;
  /// Deques, because what is in them does not move.
  std::deque<XLA_FFI_ByteSpan> spans;
  std::deque<XLA_FFI_Scalar> scalars;
  std::deque<XLA_FFI_Array> arrays;
  std::deque<std::unique_ptr<EncodedAttributes>> dictionaries;
};

} // namespace weft::ffi
