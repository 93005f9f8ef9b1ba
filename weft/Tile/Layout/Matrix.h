// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "weft/Tile/Layout/Device.h"

namespace weft::tile {

/// An instruction for a product, and the layouts it asks for. Warps are spread
/// over the rows and columns of the result so that they share as few elements
/// of the operands as possible.
struct DotLayouts {
  const MatrixInstruction *instruction;
  Layout lhs;
  Layout rhs;
  Layout accumulator;
};

/// Nothing where no instruction of the device fits.
std::optional<DotLayouts> dotLayouts(DotOp op, const DeviceDescription &device,
                                     int64_t warps);

} // namespace weft::tile
