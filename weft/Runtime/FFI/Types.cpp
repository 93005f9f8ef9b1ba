// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/FFI/Types.h"

#include <algorithm>

namespace weft::ffi {

/// Numbers of types that register with us first. Far from those that XLA in
/// the same process counts up from one, because a type may be given to both.
static constexpr int64_t firstTypeNumber = int64_t(1) << 32;

Types &Types::process() {
  // Never destroyed: states may be deleted by threads that outlive main.
  static auto *types = new Types;
  return *types;
}

StatusOr<int64_t> Types::add(std::string_view name, int64_t wanted,
                             void (*deleter)(void *object)) {
  if (name.empty()) {
    return Status::invalidArgument("a foreign type needs a name");
  }
  std::lock_guard lock(mutex);
  if (auto known = numbers.find(name); known != numbers.end()) {
    if (wanted != 0 && wanted != known->second) {
      return Status::alreadyExists("the foreign type '" + std::string(name) +
                                   "' has the number " +
                                   std::to_string(known->second) +
                                   " already, not " + std::to_string(wanted));
    }
    return known->second;
  }
  int64_t number = wanted;
  if (number == 0) {
    number = types.empty()
                 ? firstTypeNumber
                 : std::max(firstTypeNumber, types.rbegin()->first + 1);
  }
  auto [position, inserted] =
      types.try_emplace(number, TypeInfo{std::string(name), deleter});
  if (!inserted) {
    return Status::alreadyExists(
        "the number " + std::to_string(number) + " wanted for foreign type '" +
        std::string(name) + "' belongs to '" + position->second.name + "'");
  }
  numbers.emplace(name, number);
  return number;
}

std::optional<TypeInfo> Types::find(int64_t number) const {
  std::lock_guard lock(mutex);
  auto position = types.find(number);
  if (position == types.end()) {
    return std::nullopt;
  }
  return position->second;
}

} // namespace weft::ffi
