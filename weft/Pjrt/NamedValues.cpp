// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Pjrt/NamedValues.h"

namespace weft::pjrt {

PJRT_NamedValue &NamedValues::append(std::string_view name,
                                     PJRT_NamedValue_Type type) {
  strings.emplace_back(name);
  PJRT_NamedValue value = {};
  value.struct_size = PJRT_NamedValue_STRUCT_SIZE;
  value.name = strings.back().c_str();
  value.name_size = strings.back().size();
  value.type = type;
  value.value_size = 1;
  values.push_back(value);
  return values.back();
}

void NamedValues::add(std::string_view name, std::string_view value) {
  PJRT_NamedValue &entry = append(name, PJRT_NamedValue_kString);
  strings.emplace_back(value);
  entry.string_value = strings.back().c_str();
  entry.value_size = strings.back().size();
}

void NamedValues::add(std::string_view name, int64_t value) {
  append(name, PJRT_NamedValue_kInt64).int64_value = value;
}

void NamedValues::add(std::string_view name, std::vector<int64_t> value) {
  PJRT_NamedValue &entry = append(name, PJRT_NamedValue_kInt64List);
  lists.push_back(std::move(value));
  entry.int64_array_value = lists.back().data();
  entry.value_size = lists.back().size();
}

void NamedValues::add(std::string_view name, float value) {
  append(name, PJRT_NamedValue_kFloat).float_value = value;
}

void NamedValues::add(std::string_view name, bool value) {
  append(name, PJRT_NamedValue_kBool).bool_value = value;
}

} // namespace weft::pjrt
