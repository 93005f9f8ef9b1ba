// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The words of a PTX file.

#pragma once

#include "weft/Support/Status.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace weft::emulator {

struct Token {
  enum class Kind : uint8_t {
    /// Names of any kind, dots included: `ld.global.b32`, `%tid.x`, `.reg`.
    Word,
    /// Integers, and floats as bits: `12`, `0x1F`, `0f3F800000`, `1.5`.
    Number,
    String,
    /// One character.
    Sign,
    End,
  };
  Kind kind = Kind::End;
  std::string_view text;
  uint32_t line = 0;

  bool is(std::string_view wanted) const { return text == wanted; }
};

/// Ends with a token of kind End.
StatusOr<std::vector<Token>> readTokens(std::string_view text);

/// The bits that a number stands for; floats written with a point are doubles.
StatusOr<uint64_t> readNumber(const Token &token);

} // namespace weft::emulator
