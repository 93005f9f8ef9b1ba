// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/IR/VerifyWindows.h"

using namespace mlir;

namespace weft::stablehlo {

std::optional<int64_t> windowPositions(int64_t size,
                                       const WindowDimension &window) {
  std::optional<int64_t> padded = paddedSize(
      size, window.paddingLow, window.paddingHigh, window.baseDilation - 1);
  std::optional<int64_t> reach =
      paddedSize(window.size, 0, 0, window.windowDilation - 1);
  if (!padded || !reach) {
    return std::nullopt;
  }
  if (*padded <= 0 || *padded < *reach) {
    return 0;
  }
  return (*padded - *reach) / window.stride + 1;
}

FailureOr<SmallVector<DimensionExtent>>
inferWindowPositions(const Site &site, StringRef label,
                     ArrayRef<DimensionExtent> extents,
                     ArrayRef<WindowDimension> windows) {
  SmallVector<DimensionExtent> result;
  for (auto [dimension, extent, window] : llvm::enumerate(extents, windows)) {
    if (ShapedType::isDynamic(window.size)) {
      result.emplace_back();
      continue;
    }
    std::optional<DimensionExtent> positions =
        mapExtent(extent, [&window = window](int64_t size) {
          return windowPositions(size, window);
        });
    if (!positions) {
      return site.violated(label)
             << "a number of windows that fits 64 bits, got more along "
                "dimension "
             << static_cast<int64_t>(dimension);
    }
    result.push_back(*positions);
  }
  return result;
}

} // namespace weft::stablehlo
