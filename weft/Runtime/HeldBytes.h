// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How much of a memory is held by arrays, by their size: in classes, each from
// a power of two to before the next.

#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>

namespace weft::runtime {

struct HeldBytes {
  struct Class {
    uint64_t count = 0;
    uint64_t bytes = 0;
  };
  static constexpr size_t kClasses = 64;
  static size_t classOf(uint64_t bytes) {
    return bytes == 0 ? 0 : static_cast<size_t>(std::bit_width(bytes)) - 1;
  }

  std::array<Class, kClasses> classes;

  /// Counts an array no more, if one of its size is counted.
  void leaveOut(uint64_t bytes);
  /// "9.0 MiB in 3 arrays (2 of 4.0 MiB and more, 1 of 512.0 KiB and more)",
  /// with the three largest classes; empty where nothing is held.
  std::string text() const;
};

} // namespace weft::runtime
