// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace weft {

/// BLAKE3 of some bytes.
using Digest = std::array<uint8_t, 32>;

Digest digestOf(std::string_view bytes);
std::string toHex(const Digest &digest);

/// Digests a list of fields so that no two different lists give the same
/// bytes: each field goes in with its length.
class FieldDigest {
public:
  FieldDigest();
  ~FieldDigest();
  FieldDigest(const FieldDigest &) = delete;
  FieldDigest &operator=(const FieldDigest &) = delete;

  void add(std::string_view field);
  void add(int64_t number);
  Digest finish() const;

private:
  struct State;
  State *state;
};

} // namespace weft
