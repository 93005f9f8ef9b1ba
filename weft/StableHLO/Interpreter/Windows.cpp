// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Interpreter/Windows.h"

#include <algorithm>

using namespace llvm;

namespace weft::reference {

using Wide = __int128;

Shape windowShape(ArrayRef<stablehlo::WindowDimension> windows) {
  Shape shape;
  for (const stablehlo::WindowDimension &window : windows) {
    shape.push_back(window.size);
  }
  return shape;
}

Shape windowPositions(ArrayRef<stablehlo::WindowDimension> windows,
                      ArrayRef<int64_t> extents) {
  Shape shape;
  for (auto [window, extent] : llvm::zip_equal(windows, extents)) {
    Wide dilated =
        extent == 0 ? Wide(0) : Wide(extent - 1) * window.baseDilation + 1;
    Wide padded = dilated + window.paddingLow + window.paddingHigh;
    Wide reach = window.size == 0
                     ? Wide(0)
                     : Wide(window.size - 1) * window.windowDilation + 1;
    Wide positions = padded <= 0 || reach > padded
                         ? Wide(0)
                         : (padded - reach) / window.stride + 1;
    shape.push_back(static_cast<int64_t>(std::min<Wide>(positions, INT64_MAX)));
  }
  return shape;
}

bool operandIndex(ArrayRef<stablehlo::WindowDimension> windows,
                  ArrayRef<int64_t> extents, ArrayRef<int64_t> position,
                  ArrayRef<int64_t> offset, Index &index) {
  for (size_t d = 0; d < windows.size(); ++d) {
    const stablehlo::WindowDimension &window = windows[d];
    Wide padded = Wide(position[d]) * window.stride +
                  Wide(offset[d]) * window.windowDilation;
    Wide dilated = padded - window.paddingLow;
    if (dilated < 0 || dilated % window.baseDilation != 0 ||
        dilated / window.baseDilation >= extents[d]) {
      return false;
    }
    index[d] = static_cast<int64_t>(dilated / window.baseDilation);
  }
  return true;
}

} // namespace weft::reference
