// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the elements of a box are in memory (Places.cpp), which of them are
// live (LivePlaces.cpp), and the ways to move them (MovePlaces.cpp).

#pragma once

#include "weft/Target/Code/CodeEmitter.h"

#include <optional>

namespace weft::code {

/// A box of a ref, as loads and stores name it: element c of the tile is at
/// index first + c * step, per dim of the ref; dims of the ref without a dim of
/// the tile stay at the first index.
class Box {
public:
  /// The dims of the tile walk the trailing dims of the ref.
  Box(CodeEmitter &emitter, mlir::Value ref, llvm::ArrayRef<int64_t> shape,
      mlir::ValueRange offsets, llvm::ArrayRef<int64_t> strides);
  /// They walk the dims `walks`, one by one, from the indices `first`.
  Box(CodeEmitter &emitter, mlir::Value ref, llvm::ArrayRef<int64_t> shape,
      llvm::ArrayRef<llvm::Value *> first, llvm::ArrayRef<size_t> walks);

  /// Only elements with an index below it, and not negative, are live.
  void setBound(int64_t refDimension, mlir::Value bound);
  bool hasBounds() const;

  llvm::ArrayRef<int64_t> shape() const { return tileShape; }
  mlir::Value ref() const { return refValue; }
  mlir::Type element() const { return refType.getElementType(); }

  /// Whether all elements are live, and whether none is; an i1.
  llvm::Value *allLive() const;
  llvm::Value *allDead() const;

  /// Calls `visit(address, number)` for every live element, in code that loops;
  /// `number` counts the elements of the tile row-major.
  void forEachLive(
      llvm::function_ref<void(llvm::Value *, llvm::Value *)> visit) const;

  /// Calls `visit(address, number, count)` for live elements that follow each
  /// other in memory and in the tile; `count` may turn out to be zero or less.
  void forEachLiveRun(
      llvm::function_ref<void(llvm::Value *, llvm::Value *, llvm::Value *)>
          visit) const;

  /// The tile's pieces from memory; all elements are live.
  Pieces load() const;
  /// The same to memory.
  void store(llvm::ArrayRef<llvm::Value *> pieces) const;

  /// Whether a piece, as it lies in memory, is part of lines of the caches that
  /// are written whole, and better past them; then it is a multiple of its size
  /// from where lines start.
  bool isStreamed(const Piece &piece) const;

  /// For boxes whose pieces lie in memory as they lie in the tile, how far each
  /// piece is from where it would be if the rows followed each other; nothing
  /// for other boxes.
  std::optional<llvm::SmallVector<int64_t>> rowShifts() const;
  /// Where the box starts; only for boxes with row shifts.
  llvm::Value *start() const { return base; }

  /// Whether pieces lie in memory as they lie in the tile, backwards.
  bool isReversed() const;

  /// Whether all elements, live or not, lie in the memory of a ref that is only
  /// read: then they can be loaded, and the dead ones replaced. An i1; null for
  /// boxes of which that cannot be said. Only for boxes with row shifts, and
  /// reversed ones.
  llvm::Value *isReadable() const;
  /// Where a readable box starts, or one without live elements could be read
  /// instead. Null if the ref is too small for one.
  llvm::Value *readableStart(llvm::Value *isReadable) const;
  /// Which elements of a piece of a box with row shifts, or of a reversed one,
  /// are live: i1, or a vector of them; null if all are.
  llvm::Value *liveLanes(const Piece &piece) const;

  /// The same for a box with bounds of which it is known, as the code is
  /// written, which elements are live: the others are `otherwise`, a scalar,
  /// and not stored. Nothing and false for other boxes.
  std::optional<Pieces> loadKnown(llvm::Value *otherwise) const;
  bool storeKnown(llvm::ArrayRef<llvm::Value *> pieces) const;

  /// The same, under masks, for a box with row shifts of which nothing need be
  /// known, where the machine has them. What goes past the caches is not for
  /// masks.
  std::optional<Pieces> loadMasked(llvm::Value *otherwise) const;
  bool storeMasked(llvm::ArrayRef<llvm::Value *> pieces) const;

  /// The same for a box of rows of which each is live as a whole or not at all,
  /// others being zero: dead ones are read from where zeros are. Nothing for
  /// other boxes.
  std::optional<Pieces> loadRows(llvm::Value *otherwise) const;

  /// The address of one element, all of which are live.
  llvm::Value *addressOf(int64_t element) const;

private:
  /// How far the elements are from the first along a dim of the ref: at least,
  /// and at most.
  std::pair<int64_t, int64_t> reachOf(size_t dim) const;
  void findBase();
  /// The address of an element that lies inside, by its index in the ref.
  llvm::Value *addressAt(llvm::ArrayRef<llvm::Value *> index) const;
  void
  walkLive(bool byRuns,
           llvm::function_ref<void(llvm::Value *, llvm::Value *, llvm::Value *)>
               visit) const;
  /// How the lanes of a piece follow each other in memory.
  enum class Order { Forward, Backward, Scattered };
  Order orderOf(const Piece &piece) const;
  /// How far an element is from the start of the box, for refs with strides.
  int64_t offsetOf(int64_t element) const;
  /// How far an element is from where lines of the caches start, in bytes: a
  /// multiple of this, as far as it is known.
  int64_t alignmentOf(int64_t element) const;
  /// How many lanes of a piece at a time are neighbours in memory, too, such as
  /// the rows of a tile that it has several of.
  int64_t runOf(const Piece &piece) const;
  llvm::Value *loadLanes(const Piece &piece) const;
  /// Lanes that lie apart or in another order, as vectors of all that lies
  /// between the first and the last of them; null where those would be too
  /// many, or somebody may write to them.
  llvm::Value *loadSpan(const Piece &piece) const;
  void storeLanes(const Piece &piece, llvm::Value *value) const;

  /// Lanes of a piece that are live, and how many lanes from the first one on
  /// its row in memory has before and after it.
  struct LiveLanes {
    int64_t begin = 0;
    int64_t end = 0;
    int64_t low = 0;
    int64_t high = 0;
  };
  std::optional<LiveLanes> knownLanes(const Piece &piece) const;
  /// Of each piece; nothing if one is not known.
  std::optional<llvm::SmallVector<LiveLanes>> knownLanes() const;
  /// Whether live lanes of its pieces are moved under masks.
  bool isMasked() const;
  /// Whether nobody else writes to the ref while this program runs.
  bool isUndisturbed() const;

  /// The tile dim that walks memory one by one where the minor one does not,
  /// if squares of both can be transposed in registers.
  std::optional<size_t> contiguousDimension() const;
  Box transposed(size_t dimension) const;

  CodeEmitter &emitter;
  mlir::Value refValue;
  tile::RefType refType;
  llvm::SmallVector<int64_t> tileShape;
  /// Per dim of the ref; a step of 0 where the tile has no dim.
  llvm::SmallVector<llvm::Value *> first;
  llvm::SmallVector<int64_t> divisors;
  llvm::SmallVector<bool> notNegative;
  llvm::SmallVector<llvm::Value *> bounds;
  /// Per dim of the tile: which dim of the ref it walks, and how far.
  llvm::SmallVector<size_t> walks;
  llvm::SmallVector<int64_t> steps;
  /// The strides of the ref in memory, if it has any; then `base` is where the
  /// box starts.
  std::optional<llvm::SmallVector<int64_t>> strides;
  llvm::Value *base = nullptr;
};

/// The tile of a box with bounds; `otherwise`, a scalar, where it is not live.
Pieces emitBoundedLoad(CodeEmitter &emitter, const Box &box,
                       llvm::Value *otherwise);

} // namespace weft::code
