// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the stand-in's linker makes: a copy of the PTX behind a mark, which
// begins like a real one.

#include "weft/Emulator/Driver/State.h"

#include <cstring>

namespace weft::emulator::driver {
namespace {

constexpr char mark[16] = "\x7f"
                          "ELFweft-ptx-1";

} // namespace

std::vector<char> makeImage(const std::string &ptx) {
  const uint64_t size = ptx.size();
  std::vector<char> image(sizeof mark + sizeof size + ptx.size() + 1);
  std::memcpy(image.data(), mark, sizeof mark);
  std::memcpy(image.data() + sizeof mark, &size, sizeof size);
  std::memcpy(image.data() + sizeof mark + sizeof size, ptx.data(), ptx.size());
  return image;
}

StatusOr<std::string> readImage(const void *image) {
  const char *bytes = static_cast<const char *>(image);
  if (std::memcmp(bytes, mark, 4) != 0) {
    return std::string(bytes);
  }
  if (std::memcmp(bytes, mark, sizeof mark) != 0) {
    return Status::invalidArgument("an image for a real device");
  }
  uint64_t size = 0;
  std::memcpy(&size, bytes + sizeof mark, sizeof size);
  return std::string(bytes + sizeof mark + sizeof size, size);
}

} // namespace weft::emulator::driver
