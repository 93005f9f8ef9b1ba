// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "weft/Tile/Layout/Device.h"

namespace weft::nvidia {

/// Hopper, as layouts see it: warps of 32 lanes, accesses of 16 bytes, 32 banks
/// of 4 bytes, and the matrix instructions of one warp.
tile::DeviceDescription describeHopper();

/// The passes of weft-opt that are about this machine.
void registerPasses();

} // namespace weft::nvidia
