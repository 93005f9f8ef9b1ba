// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel did that no kernel may do.

#pragma once

#include <cstdint>
#include <string>

namespace weft::emulator {

struct Fault {
  enum class Kind : uint8_t {
    /// An access outside of every allocation, or of a space's bytes.
    OutOfBounds,
    Misaligned,
    /// A read of bytes that were never written.
    Unwritten,
    /// Two threads touch a byte, one writes it, and neither waits.
    Race,
    /// A kernel that was launched ahead of the end of those before it touches
    /// memory, lets the next one come, or ends, and did not wait for them.
    TooEarly,
    /// Threads wait for others that do not come.
    Deadlock,
    /// More instructions than a launch may take.
    Runaway,
    /// `trap`, or an instruction used in a way that has no meaning.
    Trap,
  };
  Kind kind = Kind::Trap;
  std::string text;
  std::string kernel;
  /// Of the module's text, and what stands there.
  uint32_t line = 0;
  std::string instruction;
  uint64_t address = 0;
  uint32_t block[3] = {0, 0, 0};
  uint32_t thread[3] = {0, 0, 0};

  /// All of it in a few lines.
  std::string report() const;
};

const char *nameOf(Fault::Kind kind);

} // namespace weft::emulator
