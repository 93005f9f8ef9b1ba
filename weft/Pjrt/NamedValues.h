// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Named values as the interface passes them, owned.

#pragma once

#include "weft/Pjrt/Abi/Core.h"

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace weft::pjrt {

/// A list whose names and values live as long as it does. Stays where it is:
/// callers keep pointers into it.
class NamedValues {
public:
  NamedValues() = default;
  NamedValues(const NamedValues &) = delete;
  NamedValues &operator=(const NamedValues &) = delete;

  void add(std::string_view name, std::string_view value);
  void add(std::string_view name, int64_t value);
  void add(std::string_view name, std::vector<int64_t> value);
  void add(std::string_view name, float value);
  void add(std::string_view name, bool value);
  void add(std::string_view name, const char *value) {
    add(name, std::string_view(value));
  }

  const PJRT_NamedValue *data() const { return values.data(); }
  size_t size() const { return values.size(); }

private:
  PJRT_NamedValue &append(std::string_view name, PJRT_NamedValue_Type type);

  std::vector<PJRT_NamedValue> values;
  std::deque<std::string> strings;
  std::deque<std::vector<int64_t>> lists;
};

} // namespace weft::pjrt
