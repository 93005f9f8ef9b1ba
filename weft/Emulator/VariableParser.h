// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Declarations of variables, and the names of special registers.

#pragma once

#include "weft/Emulator/Cursor.h"

#include <optional>

namespace weft::emulator {

inline uint64_t alignUp(uint64_t value, uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

std::optional<Special> specialOf(std::string_view name);

/// From its space on: `.global .align 8 .b8 name[16] = {1, 2};`
StatusOr<Variable> parseVariable(Cursor &cursor);
/// Shared variables get their address.
uint32_t addModuleVariable(Module &module, Variable variable);

} // namespace weft::emulator
