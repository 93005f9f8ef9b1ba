// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A sliding window along one dimension, as convolutions and windowed reductions
// share it.
//
// The input of n elements is first dilated, which puts `baseDilation - 1` holes
// between neighbours, then padded at both ends (negative padding removes):
//
//   dilated = n == 0 ? 0 : (n - 1) * baseDilation + 1
//   padded  = paddingLow + dilated + paddingHigh
//
// The window covers `size` elements that lie `windowDilation` apart, and starts
// at every multiple of `stride` at which it fits:
//
//   reach     = size == 0 ? 0 : (size - 1) * windowDilation + 1
//   positions = padded < reach ? 0 : (padded - reach) / stride + 1

#pragma once

#include <cstdint>

namespace weft::stablehlo {

struct WindowDimension {
  /// `ShapedType::kDynamic` when the kernel's size is not known.
  int64_t size = 1;
  int64_t stride = 1;
  int64_t paddingLow = 0;
  int64_t paddingHigh = 0;
  int64_t baseDilation = 1;
  int64_t windowDilation = 1;
  /// The kernel is applied back to front.
  bool reversed = false;
};

} // namespace weft::stablehlo
