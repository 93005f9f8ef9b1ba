// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instructions that a warp executes together.

#pragma once

#include "weft/Emulator/PtxDecoder.h"

namespace weft::emulator {

/// The handler that waits for the other lanes.
Handler meet(Instruction &instruction, WarpHandler together);

} // namespace weft::emulator
