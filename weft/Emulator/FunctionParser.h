// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The two things a PTX module holds: variables and functions.

#pragma once

#include "weft/Emulator/Cursor.h"

namespace weft::emulator {

/// From its space on: `.global .align 8 .b8 name[16] = {1, 2};`
StatusOr<Variable> parseVariable(Module &module, Cursor &cursor);
/// Shared variables get their address.
uint32_t addModuleVariable(Module &module, Variable variable);

/// From behind `.entry` or `.func` on.
Status parseFunction(Module &module, Cursor &cursor, bool isEntry);

} // namespace weft::emulator
