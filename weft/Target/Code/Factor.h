// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A factor of a matrix product, whose elements are looked up where they lie.
//
// The product asks for elements by their coordinates. Between the tile that it
// multiplies and what was loaded there may be transpositions and changes of
// shape, as there are after tiles were kept in another order: these are never
// computed, only looked through. A factor that is loaded for the product alone
// is loaded by it, piece by piece, as it is needed.

#pragma once

#include "weft/Target/Code/Places.h"

#include <optional>

namespace weft::code {

/// The load that makes a factor of a product, for the product alone; between
/// the two there are transpositions and changes of shape only.
tile::LoadOp loadOfFactor(const CodeEmitter &emitter, mlir::Value factor,
                          tile::DotOp dot);

/// Per element of a factor its number in the tile `source`, which it was made
/// of by transpositions and changes of shape.
llvm::SmallVector<int64_t> numbersInSource(mlir::Value factor,
                                           mlir::Value source);

class Factor {
public:
  /// Elements are given in the type `computed`, multiplied by the scales of
  /// their blocks if there are any.
  Factor(CodeEmitter &emitter, tile::DotOp op, unsigned side,
         mlir::Type computed);
  /// Elements are given as they are, and `terms` neighbours along the
  /// contracted dimension for each that is asked for.
  Factor(CodeEmitter &emitter, tile::DotOp op, unsigned side, int64_t terms);

  /// One element in all lanes.
  llvm::Value *repeated(llvm::ArrayRef<int64_t> at, int64_t width);
  /// Several elements side by side.
  llvm::Value *lanes(llvm::ArrayRef<llvm::SmallVector<int64_t>> places);

private:
  Factor(CodeEmitter &emitter, tile::DotOp op, unsigned side);

  void findElements(tile::DotOp op);
  /// Where the terms of an element are among the elements of the pieces.
  llvm::SmallVector<int64_t> numbersOf(llvm::ArrayRef<int64_t> at) const;
  /// A piece, which is loaded when it is first needed.
  llvm::Value *pieceAt(size_t number);
  /// Whether elements are side by side in one piece.
  bool areNeighbours(llvm::ArrayRef<int64_t> numbers) const;
  int64_t widthOfPiece(int64_t number) const;
  /// Elements by their numbers, as many `together` as are moved as one.
  llvm::Value *assembled(llvm::ArrayRef<int64_t> numbers, int64_t together = 1);
  void multiplyBy(mlir::Value scales);
  llvm::Value *convert(llvm::Value *piece);

  CodeEmitter &emitter;
  /// The tile that is multiplied, and the one that it was made of.
  mlir::Value factor;
  mlir::Value source;
  mlir::Value scales;
  bool isUnsigned;
  /// What elements are converted to; null: to nothing.
  mlir::Type computed;
  mlir::Type element;
  /// The contracted dimension, and how many of its elements belong together.
  size_t depthDimension;
  int64_t terms = 1;
  /// How far a step along each dimension moves among the elements.
  llvm::SmallVector<int64_t> strides;
  /// Per element of the factor, its number in the source.
  llvm::SmallVector<int64_t> elements;
  llvm::SmallVector<Piece> cut;
  llvm::SmallVector<LaneSource> sources;
  Pieces pieces;
  /// Where the elements are in memory, if they are there.
  std::optional<Box> memory;
  bool repeatsFromMemory = false;
};

} // namespace weft::code
