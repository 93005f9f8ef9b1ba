// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names that both integers and floats have are decided by the type.

#pragma once

#include "weft/Emulator/PtxDecoder.h"

namespace weft::emulator {

/// `add sub mul div min max abs neg` of integers.
Handler decodeIntegerArithmetic(const Statement &statement);
/// `add.cc` and `sub.cc`.
Handler decodeCarryOut(const Statement &statement);
/// `mad` of floats.
Handler decodeFloatFma(const Statement &statement);

} // namespace weft::emulator
