// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers and texts as little-endian bytes, and back without trust.

#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

namespace weft {

class ByteWriter {
public:
  template <class T> void number(T value) {
    static_assert(std::is_unsigned_v<T>);
    for (size_t i = 0; i < sizeof(T); ++i) {
      bytes.push_back(static_cast<char>((value >> (8 * i)) & 0xff));
    }
  }
  void real(double value) {
    uint64_t bits;
    std::memcpy(&bits, &value, sizeof(bits));
    number(bits);
  }
  void text(std::string_view value) {
    number(static_cast<uint64_t>(value.size()));
    raw(value);
  }
  void raw(std::string_view value) { bytes.append(value); }
  void alignTo(size_t alignment) {
    bytes.resize((bytes.size() + alignment - 1) / alignment * alignment, '\0');
  }

  size_t size() const { return bytes.size(); }
  std::string take() { return std::move(bytes); }

private:
  std::string bytes;
};

/// Reading past the end makes it failed and gives zeros and empty texts from
/// then on; ask once, at the end, or before believing a count.
class ByteReader {
public:
  explicit ByteReader(std::string_view bytes) : rest(bytes) {}

  bool failed() const { return broken; }
  bool atEnd() const { return rest.empty(); }
  size_t remaining() const { return rest.size(); }

  template <class T> T number() {
    static_assert(std::is_unsigned_v<T>);
    std::string_view bytes = raw(sizeof(T));
    T value = 0;
    for (size_t i = 0; i < bytes.size(); ++i) {
      value |= static_cast<T>(static_cast<T>(static_cast<uint8_t>(bytes[i]))
                              << (8 * i));
    }
    return value;
  }
  double real() {
    uint64_t bits = number<uint64_t>();
    double value;
    std::memcpy(&value, &bits, sizeof(value));
    return value;
  }
  std::string_view text() { return raw(number<uint64_t>()); }
  std::string_view raw(uint64_t count) {
    if (broken || count > rest.size()) {
      broken = true;
      return {};
    }
    std::string_view result = rest.substr(0, count);
    rest.remove_prefix(count);
    return result;
  }
  /// A number of things that take at least `smallest` bytes each: never more
  /// than the bytes left can hold, so that it may be reserved for.
  uint64_t count(uint64_t smallest) {
    uint64_t value = number<uint64_t>();
    if (value > rest.size() / smallest) {
      broken = true;
      return 0;
    }
    return value;
  }

private:
  std::string_view rest;
  bool broken = false;
};

} // namespace weft
