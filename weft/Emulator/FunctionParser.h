// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions, with their bodies.

#pragma once

#include "weft/Emulator/Cursor.h"

namespace weft::emulator {

/// From behind `.entry` or `.func` on.
Status parseFunction(Module &module, Cursor &cursor, bool isEntry);

} // namespace weft::emulator
