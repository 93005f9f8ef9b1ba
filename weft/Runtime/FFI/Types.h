// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The types that states of foreign functions have, by number. Numbers are the
// process's: a type may be given to another runtime as well.

#pragma once

#include "weft/Support/Status.h"

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace weft::ffi {

struct TypeInfo {
  std::string name;
  void (*deleter)(void *object) = nullptr;
};

class Types {
public:
  static Types &process();

  /// The number of the type `name`. `wanted` is the number another runtime in
  /// this process gave it already, which then is ours too, or zero.
  StatusOr<int64_t> add(std::string_view name, int64_t wanted,
                        void (*deleter)(void *object));
  std::optional<TypeInfo> find(int64_t number) const;

private:
  mutable std::mutex mutex;
  std::map<std::string, int64_t, std::less<>> numbers;
  std::map<int64_t, TypeInfo> types;
};

} // namespace weft::ffi
