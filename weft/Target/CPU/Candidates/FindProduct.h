// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The product that a block is about, if it is about one: which dimensions are
// rows, columns and terms, and where they lie in memory.

#pragma once

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Tile/Tiling/Packing.h"
#include "weft/Tile/Tiling/TiledProgram.h"

#include <optional>

namespace weft::cpu {

/// No dimension.
inline constexpr unsigned none = ~0u;

/// The product of a block, in terms of the dimensions of the space.
struct Product {
  mlir::Operation *op = nullptr;
  /// Dimensions that only the left operand has, outermost first.
  llvm::SmallVector<unsigned> rows;
  /// Innermost column and contracted dimension; `none` where there is none.
  unsigned column = none;
  unsigned depth = none;
  /// How many elements all contracted dimensions have.
  int64_t terms = 1;
  /// Columns that have rows of the left operand to themselves, in a convolution
  /// of groups; else 0.
  int64_t columnsOfGroup = 0;
  /// Whether the last dimension of an operand is the contracted one.
  bool leftIsAlong = false;
  bool rightIsAlong = false;
  /// How each operand would be packed, but for the sizes of panels and groups;
  /// nothing for one whose lines are in several dimensions, or in none.
  std::optional<tile::Packing> packings[2];
};

/// Nothing where there is none, or something beside it has loops: those would
/// be walked again in every block. `simple` is the program of one-element
/// tiles.
std::optional<Product> findLeader(const tile::TiledProgram &simple);

} // namespace weft::cpu
