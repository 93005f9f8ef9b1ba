// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arrays of a Fourier transform along one dimension, outer x points x
// inner, as its algorithms see them.

#pragma once

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Tile/Tiling/ElementTypes.h"
#include "weft/Tile/Tiling/Heroes/FourierPlan.h"
#include "weft/Tile/Tiling/Refusal.h"
#include "weft/Tile/Tiling/TilingSpace.h"

namespace weft::tile {

/// The arrays in memory, and the lines in them.
struct FourierShape {
  explicit FourierShape(mlir::Operation *hero);

  bool isInverse() const {
    return kind == stablehlo::FftType::IFFT ||
           kind == stablehlo::FftType::IRFFT;
  }
  /// Whether real numbers are transformed, and whether into them.
  bool isFromReal() const { return !isComplex(from.getElementType()); }
  bool isToReal() const { return !isComplex(to.getElementType()); }
  /// Whether pairs of real numbers are complex points.
  bool isPaired() const {
    return (isFromReal() || isToReal()) && length % 2 == 0;
  }
  int64_t points() const { return isPaired() ? length / 2 : length; }
  int64_t lines() const { return outer * inner; }
  /// Lines that lanes can be.
  int64_t neighbours() const { return isInterleaved ? inner : outer; }

  stablehlo::FftType kind;
  mlir::Value operand;
  int64_t length = 0;
  int64_t dimensions = 0;
  mlir::RankedTensorType from;
  mlir::RankedTensorType to;
  mlir::Type part;
  int64_t rank = 0;
  bool isInterleaved = false;
  int64_t outer = 1;
  int64_t inner = 1;
};

/// Why lines do not lie as all algorithms want them.
std::optional<Refusal> refuseFourierShape(const TilingSpace &space,
                                          mlir::Operation *op);

} // namespace weft::tile
