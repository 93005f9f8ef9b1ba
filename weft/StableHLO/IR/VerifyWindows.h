// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many positions a window takes: the sizes of what convolutions, windowed
// reductions and `select_and_scatter` produce. Window.h has the formulas.

#pragma once

#include "weft/StableHLO/IR/Shapes.h"
#include "weft/StableHLO/IR/Window.h"

namespace weft::stablehlo {

/// The number of positions of `window` over `size` elements; nothing on
/// overflow. The window has a known, positive size and positive stride and
/// dilations.
std::optional<int64_t> windowPositions(int64_t size,
                                       const WindowDimension &window);

/// Positions per dimension, unknown where the extent or the window's size is.
/// Fails, with an error under `label`, on overflow.
mlir::FailureOr<llvm::SmallVector<DimensionExtent>>
inferWindowPositions(const Site &site, llvm::StringRef label,
                     llvm::ArrayRef<DimensionExtent> extents,
                     llvm::ArrayRef<WindowDimension> windows);

} // namespace weft::stablehlo
