// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What everything that touches memory shares.

#pragma once

#include "weft/Emulator/Access.h"
#include "weft/Emulator/PtxDecoder.h"

namespace weft::emulator {

/// What a load, a store, an atomic or a fence puts in order.
MemoryOrder orderOf(const Statement &statement);

/// The space that a name says; generic where it says none.
Space spaceOf(const Statement &statement);

} // namespace weft::emulator
