// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/FFI/Attributes.h"

#include <algorithm>
#include <cassert>

namespace weft::ffi {

XLA_FFI_DataType dataTypeOf(ElementType element) {
  switch (element) {
  case ElementType::Invalid:
    return XLA_FFI_DataType_INVALID;
  case ElementType::Pred:
    return XLA_FFI_DataType_PRED;
  case ElementType::S8:
    return XLA_FFI_DataType_S8;
  case ElementType::S16:
    return XLA_FFI_DataType_S16;
  case ElementType::S32:
    return XLA_FFI_DataType_S32;
  case ElementType::S64:
    return XLA_FFI_DataType_S64;
  case ElementType::U8:
    return XLA_FFI_DataType_U8;
  case ElementType::U16:
    return XLA_FFI_DataType_U16;
  case ElementType::U32:
    return XLA_FFI_DataType_U32;
  case ElementType::U64:
    return XLA_FFI_DataType_U64;
  case ElementType::F16:
    return XLA_FFI_DataType_F16;
  case ElementType::F32:
    return XLA_FFI_DataType_F32;
  case ElementType::F64:
    return XLA_FFI_DataType_F64;
  case ElementType::BF16:
    return XLA_FFI_DataType_BF16;
  case ElementType::C64:
    return XLA_FFI_DataType_C64;
  case ElementType::C128:
    return XLA_FFI_DataType_C128;
  case ElementType::F8E5M2:
    return XLA_FFI_DataType_F8E5M2;
  case ElementType::F8E4M3FN:
    return XLA_FFI_DataType_F8E4M3FN;
  case ElementType::F8E4M3B11FNUZ:
    return XLA_FFI_DataType_F8E4M3B11FNUZ;
  case ElementType::F8E5M2FNUZ:
    return XLA_FFI_DataType_F8E5M2FNUZ;
  case ElementType::F8E4M3FNUZ:
    return XLA_FFI_DataType_F8E4M3FNUZ;
  case ElementType::S4:
    return XLA_FFI_DataType_S4;
  case ElementType::U4:
    return XLA_FFI_DataType_U4;
  case ElementType::Token:
    return XLA_FFI_DataType_TOKEN;
  case ElementType::S2:
    return XLA_FFI_DataType_S2;
  case ElementType::U2:
    return XLA_FFI_DataType_U2;
  case ElementType::F8E4M3:
    return XLA_FFI_DataType_F8E4M3;
  case ElementType::F8E3M4:
    return XLA_FFI_DataType_F8E3M4;
  case ElementType::F8E8M0FNU:
    return XLA_FFI_DataType_F8E8M0FNU;
  case ElementType::F4E2M1FN:
    return XLA_FFI_DataType_F4E2M1FN;
  case ElementType::S1:
    return XLA_FFI_DataType_S1;
  case ElementType::U1:
    return XLA_FFI_DataType_U1;
  case ElementType::F6E2M3FN:
    return XLA_FFI_DataType_F6E2M3FN;
  case ElementType::F6E3M2FN:
    return XLA_FFI_DataType_F6E3M2FN;
  }
  return XLA_FFI_DataType_INVALID;
}

void EncodedAttributes::add(const std::string &name,
                            const runtime::CallAttribute &attribute) {
  using Kind = runtime::CallAttribute::Kind;
  // Handlers only read through these pointers; the interface merely does not
  // say const.
  auto *data = const_cast<char *>(attribute.bytes.data());
  spans.push_back({name.data(), name.size()});
  names.push_back(&spans.back());
  switch (attribute.kind) {
  case Kind::Scalar:
    scalars.push_back({dataTypeOf(attribute.element), data});
    types.push_back(XLA_FFI_AttrType_SCALAR);
    values.push_back(&scalars.back());
    return;
  case Kind::Array: {
    size_t width = std::max(1u, elementBytes(attribute.element));
    arrays.push_back(
        {dataTypeOf(attribute.element), attribute.bytes.size() / width, data});
    types.push_back(XLA_FFI_AttrType_ARRAY);
    values.push_back(&arrays.back());
    return;
  }
  case Kind::String:
    spans.push_back({attribute.bytes.data(), attribute.bytes.size()});
    types.push_back(XLA_FFI_AttrType_STRING);
    values.push_back(&spans.back());
    return;
  case Kind::Dictionary:
    dictionaries.push_back(std::make_unique<EncodedAttributes>(attribute));
    types.push_back(XLA_FFI_AttrType_DICTIONARY);
    values.push_back(&dictionaries.back()->encoded);
    return;
  }
}

EncodedAttributes::EncodedAttributes(const runtime::CallAttribute &dictionary) {
  // Sorted by whoever read the program; handlers rely on it.
  assert(std::is_sorted(
      dictionary.entries.begin(), dictionary.entries.end(),
      [](const auto &a, const auto &b) { return a.name < b.name; }));
  for (const auto &[name, attribute] : dictionary.entries) {
    add(name, attribute);
  }
  encoded.struct_size = XLA_FFI_Attrs_STRUCT_SIZE;
  encoded.extension_start = nullptr;
  encoded.size = static_cast<int64_t>(values.size());
  encoded.types = types.data();
  encoded.names = names.data();
  encoded.attrs = values.data();
}

} // namespace weft::ffi
