// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of products, as dots and convolutions share them: which types are
// multiplied and added in, and `tile.dot` on real and complex tiles.
//
// A product of complex numbers is one of real numbers, with the real parts of
// rows above the imaginary ones, and those of columns beside them: four sums,
// which are joined at the end. So a matrix times its conjugate transpose has a
// real diagonal: equal terms are rounded equally, and cancel.

#pragma once

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Tile/Tiling/Arithmetic.h"
#include "weft/Tile/Tiling/TilingSpace.h"

#include <optional>

namespace weft::tile {

/// How many steps of `terms` products each, with sums of type `result`,
/// accumulators may take up before they are added to totals; 0 when nothing is
/// rounded.
int64_t stepsOfProducts(mlir::Type result, int64_t terms);

/// Whether a product or convolution asks for less than all digits of f32, so
/// that its factors may be rounded to TF32.
bool mayBeCoarse(mlir::Operation *product);

class Contraction {
public:
  /// Element types are StableHLO's.
  Contraction(Arithmetic &math, mlir::Type lhs, mlir::Type rhs,
              mlir::Type result, const ProductForm &form,
              std::optional<weft::stablehlo::DotAlgorithmAttr> algorithm = {});

  /// Products are rounded before they are added.
  void roundProducts() { isRounded = true; }
  /// The same for short sums of complex numbers: what is lost where they cancel
  /// is then lost as in other compilers.
  void roundFew(int64_t terms) {
    constexpr int64_t few = 32;
    isRounded |= isComplex(result) && terms <= few;
  }

  /// Zeros, [batch x] M x N.
  llvm::SmallVector<mlir::Value> start(mlir::ArrayRef<int64_t> shape);

  /// A factor in a type that can be multiplied; dead elements, where `mask` is
  /// given and false, are zero.
  TileValue prepare(const TileValue &factor, bool isLhs, mlir::Value mask);

  /// A factor as it is kept in memory, to be multiplied often, and back from
  /// there: in the type it is multiplied in, and turned where a step takes its
  /// columns one after the other, as it does with the left one. Terms that are
  /// taken together lie together.
  TileValue keep(const TileValue &factor, bool isLhs, bool isTurned);
  TileValue takeKept(const TileValue &kept, bool isLhs, bool isTurned);

  /// `accumulators` plus the product of lhs, [batch x] M x K, and rhs,
  /// [batch x] K x N.
  llvm::SmallVector<mlir::Value> add(mlir::ValueRange accumulators,
                                     const TileValue &lhs,
                                     const TileValue &rhs);

  /// Zero as the total of chains of such sums, a chain more, and the sums in
  /// the type of accumulators with twice the digits (Totals.h).
  llvm::SmallVector<mlir::Value> startTotals(mlir::ArrayRef<int64_t> shape);
  llvm::SmallVector<mlir::Value> addChain(mlir::ValueRange totals,
                                          mlir::ValueRange accumulators);
  llvm::SmallVector<mlir::Value> finishTotals(mlir::ValueRange totals);

  /// The sums in the type of the result.
  TileValue finish(mlir::ValueRange accumulators);

private:
  /// Whether integers are brought into another form to be multiplied.
  bool isConverted(bool isLhs) const;
  /// What makes signed integers of the form unsigned.
  int64_t halfOfRange() const { return int64_t{1} << (form.bits - 1); }

  Arithmetic &math;
  const ProductForm form;
  mlir::Type lhs;
  mlir::Type rhs;
  mlir::Type result;
  mlir::Type accumulator;
  std::optional<weft::stablehlo::DotAlgorithmAttr> algorithm;
  bool isRounded = false;
};

} // namespace weft::tile
