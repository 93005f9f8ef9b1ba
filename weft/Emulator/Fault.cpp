// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Emulator/Fault.h"

namespace weft::emulator {
namespace {

std::string indexOf(const uint32_t (&index)[3]) {
  return "(" + std::to_string(index[0]) + ", " + std::to_string(index[1]) +
         ", " + std::to_string(index[2]) + ")";
}

} // namespace

const char *nameOf(Fault::Kind kind) {
  switch (kind) {
  case Fault::Kind::OutOfBounds:
    return "out of bounds";
  case Fault::Kind::Misaligned:
    return "misaligned";
  case Fault::Kind::Unwritten:
    return "unwritten";
  case Fault::Kind::Race:
    return "race";
  case Fault::Kind::TooEarly:
    return "too early";
  case Fault::Kind::Deadlock:
    return "deadlock";
  case Fault::Kind::Runaway:
    return "runaway";
  case Fault::Kind::Trap:
    return "trap";
  }
  return "fault";
}

std::string Fault::report() const {
  return "weft emulator: " + std::string(nameOf(kind)) + " in kernel '" +
         kernel + "'\n  " + text + "\n  thread " + indexOf(thread) +
         " of block " + indexOf(block) + "\n  line " + std::to_string(line) +
         ": " + instruction + "\n";
}

} // namespace weft::emulator
