// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operands of products in the order in which they are read.
//
// A product walks an operand in panels: so many lines, rows of the left operand
// or columns of the right one, and all their terms. *Packed*, an operand is an
// array of panels in which a step finds its elements side by side. For panels
// of 16 columns:
//
//   [K, N]  =>  [N / 16, K, 16]
//
// Instructions that take terms in groups find those of a line side by side, in
// groups of two [N / 16, K / 2, 16, 2]. Dimensions that are neither lines nor
// contracted stay outside. Lines that do not fill the last panel are zeros.
//
// The input of a convolution, whose windows overlap, has no panels: there only
// the features of a place are brought together, [N, C, H, W] => [N, H, W, C].
//
// Packing and its inverse are written in StableHLO, so a plan may have the
// packed array as a value of its own: made by a kernel for all programs and
// threads, before a loop that does not change it, or when compiling. A kernel
// whose product has the inverse of a packing as an operand reads the panels in
// place: tiles of whole panels lie in memory as they are multiplied.

#pragma once

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/StableHLO/IR/Writer.h"

#include <mlir/IR/BuiltinAttributes.h>
#include <mlir/IR/BuiltinTypes.h>

#include <optional>

namespace weft::tile {

/// How one operand of a product is packed; dimensions are those of the operand.
struct Packing {
  unsigned operand = 0;
  /// The dimension of lines, and how many a panel has; no line where there are
  /// no panels.
  static constexpr int64_t noLine = -1;
  int64_t line = noLine;
  int64_t panel = 1;
  /// All dimensions that are contracted, in their order; and the one of them
  /// whose neighbours are taken together, in groups that divide it.
  llvm::SmallVector<int64_t, 2> contracted;
  int64_t depth = 0;
  int64_t group = 1;

  bool hasPanels() const { return line != noLine; }

  friend bool operator==(const Packing &, const Packing &) = default;
};

mlir::RankedTensorType packedType(mlir::RankedTensorType operand,
                                  const Packing &packing);

mlir::Value pack(stablehlo::Writer &writer, mlir::Value operand,
                 const Packing &packing);

/// The same of a constant whose elements are whole bytes.
mlir::DenseElementsAttr packConstant(mlir::DenseElementsAttr operand,
                                     const Packing &packing);

/// An operand of this type, of the packed array, which has panels.
mlir::Value unpack(stablehlo::Writer &writer, mlir::Value packed,
                   mlir::RankedTensorType operand, const Packing &packing);

/// Makes a convolution read its input from where it is packed without panels.
void readFeaturesLast(stablehlo::ConvolutionOp convolution, mlir::Value input);

/// The argument of its block that `operand` is, or is but in another order: one
/// that is reversed, transposed or in another shape for this use alone. Null
/// for what is computed.
mlir::BlockArgument findMoved(mlir::Value operand);

/// The lines of a panel where `operand` is an argument of its block, unpacked;
/// `packing` says the rest. Nothing where it is anything else.
std::optional<int64_t> findPanel(mlir::Value operand, Packing packing);

} // namespace weft::tile
