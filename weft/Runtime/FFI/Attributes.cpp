// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/FFI/Attributes.h"

namespace weft::ffi {

EncodedAttributes::EncodedAttributes(const Dictionary &dictionary) {
  // Handlers read through these pointers and never write; the interface merely
  // does not say const.
  auto mutableData = [](const char *data) { return const_cast<char *>(data); };
  for (const auto &[name, attribute] : dictionary) {
    spans.push_back({name.data(), name.size()});
    names.push_back(&spans.back());
    if (const auto *scalar = std::get_if<Scalar>(&attribute.value)) {
      scalars.push_back({scalar->type, mutableData(scalar->bytes.data())});
      types.push_back(XLA_FFI_AttrType_SCALAR);
      values.push_back(&scalars.back());
    } else if (const auto *array = std::get_if<Array>(&attribute.value)) {
      arrays.push_back(
          {array->type, array->size, mutableData(array->bytes.data())});
      types.push_back(XLA_FFI_AttrType_ARRAY);
      values.push_back(&arrays.back());
    } else if (const auto *text = std::get_if<std::string>(&attribute.value)) {
      spans.push_back({text->data(), text->size()});
      types.push_back(XLA_FFI_AttrType_STRING);
      values.push_back(&spans.back());
    } else {
      dictionaries.push_back(std::make_unique<EncodedAttributes>(
          std::get<Dictionary>(attribute.value)));
      types.push_back(XLA_FFI_AttrType_DICTIONARY);
      values.push_back(&dictionaries.back()->encoded);
    }
  }
  encoded.struct_size = XLA_FFI_Attrs_STRUCT_SIZE;
  encoded.extension_start = nullptr;
  encoded.size = static_cast<int64_t>(values.size());
  encoded.types = types.data();
  encoded.names = names.data();
  encoded.attrs = values.data();
}

} // namespace weft::ffi
