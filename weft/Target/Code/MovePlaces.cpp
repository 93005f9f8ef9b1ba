// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The elements of a box from memory and to it, in as few pieces as its places
// allow.

#include "weft/Target/Code/Exchange.h"
#include "weft/Target/Code/Places.h"
#include "weft/Tile/IR/ArgumentUses.h"

namespace weft::code {

using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::Value;

Value *Box::loadSpan(const Piece &piece) const {
  // Some shuffles of few bits have no code.
  if (!strides || piece.width < 4 || !isUndisturbed() ||
      emitter.elementType(element())->getScalarSizeInBits() < 8) {
    return nullptr;
  }
  const int64_t width = piece.width;
  SmallVector<int64_t> offsets;
  for (int64_t lane = 0; lane < width; ++lane) {
    offsets.push_back(offsetOf(piece.start + lane));
  }
  const int64_t start = *llvm::min_element(offsets);
  const int64_t length = *llvm::max_element(offsets) + 1 - start;
  const int64_t count = (length + width - 1) / width;
  // A piece of few runs is no more than that many loads.
  if (length < width || 2 * count > width || count * runOf(piece) >= width) {
    return nullptr;
  }
  Builder &builder = emitter.builder;
  // The last vector ends with the last element: behind it there may be nothing.
  auto beginOf = [&](int64_t vector) {
    return std::min(vector * width, length - width);
  };
  auto vectorOf = [&](size_t lane) { return (offsets[lane] - start) / width; };
  Pieces vectors;
  for (int64_t vector = 0; vector < count; ++vector) {
    Value *address = builder.CreateGEP(
        memoryType(refType.getElementType(), builder.getContext()), base,
        emitter.index(start + beginOf(vector)));
    vectors.push_back(emitter.loadPiece(element(), address, width, refValue));
  }
  // Lanes come to their places from two vectors at a time.
  Value *lanes = nullptr;
  for (int64_t low = 0; low < count; low += 2) {
    const int64_t high = std::min(low + 1, count - 1);
    SmallVector<int> taken;
    SmallVector<int> joined;
    for (size_t lane = 0; lane < offsets.size(); ++lane) {
      const int64_t vector = vectorOf(lane);
      const int64_t place = offsets[lane] - start - beginOf(vector);
      taken.push_back(static_cast<int>(
          vector == low ? place : (vector == high ? width + place : -1)));
      const auto number = static_cast<int>(lane);
      joined.push_back(vector < low ? number
                                    : static_cast<int>(width) + number);
    }
    Value *two =
        builder.CreateShuffleVector(vectors[static_cast<size_t>(low)],
                                    vectors[static_cast<size_t>(high)], taken);
    lanes = lanes ? builder.CreateShuffleVector(lanes, two, joined) : two;
  }
  return lanes;
}

Value *Box::loadLanes(const Piece &piece) const {
  Builder &builder = emitter.builder;
  mlir::Type type = element();
  switch (orderOf(piece)) {
  case Order::Forward:
    return emitter.loadPiece(type, addressOf(piece.start), piece.width,
                             refValue);
  case Order::Backward:
    return builder.CreateVectorReverse(emitter.loadPiece(
        type, addressOf(piece.start + piece.width - 1), piece.width, refValue));
  case Order::Scattered:
    break;
  }
  if (Value *lanes = loadSpan(piece)) {
    return lanes;
  }
  const int64_t run = runOf(piece);
  Pieces runs;
  for (int64_t lane = 0; lane < piece.width; lane += run) {
    runs.push_back(
        emitter.loadPiece(type, addressOf(piece.start + lane), run, refValue));
  }
  return fromPieces(builder, runs);
}

void Box::storeLanes(const Piece &piece, Value *value) const {
  mlir::Type type = element();
  switch (orderOf(piece)) {
  case Order::Forward:
    if (isStreamed(piece)) {
      emitter.streamPiece(type, value, addressOf(piece.start), refValue);
    } else {
      emitter.storePiece(type, value, addressOf(piece.start), refValue);
    }
    return;
  case Order::Backward:
    emitter.storePiece(type, emitter.builder.CreateVectorReverse(value),
                       addressOf(piece.start + piece.width - 1), refValue);
    return;
  case Order::Scattered:
    break;
  }
  const int64_t run = runOf(piece);
  for (int64_t lane = 0; lane < piece.width; lane += run) {
    emitter.storePiece(type, extractLanes(emitter.builder, value, lane, run),
                       addressOf(piece.start + lane), refValue);
  }
}

bool Box::isUndisturbed() const {
  auto argument = llvm::dyn_cast<mlir::BlockArgument>(refValue);
  if (!argument || tile::isReadOnly(refValue)) {
    return true;
  }
  auto kernel =
      llvm::dyn_cast<tile::KernelOp>(argument.getOwner()->getParentOp());
  return kernel && kernel.getGrid() == 1;
}

std::optional<Pieces> Box::loadKnown(Value *otherwise) const {
  const std::optional<SmallVector<LiveLanes>> known = knownLanes();
  if (!known) {
    return std::nullopt;
  }
  // A vector of lanes that exist, as near to those that are wanted as the row
  // allows; a few lanes of a short row one by one.
  auto isWide = [&](const Piece &piece, const LiveLanes &lanes) {
    return lanes.high - lanes.low >= piece.width && isUndisturbed();
  };
  constexpr int64_t few = 16;
  const SmallVector<Piece> cut = emitter.lanes.cut(tileShape);
  for (auto [piece, lanes] : llvm::zip_equal(cut, *known)) {
    const int64_t live = lanes.end - lanes.begin;
    if (live > few && live < piece.width && !isWide(piece, lanes)) {
      return std::nullopt;
    }
  }
  Builder &builder = emitter.builder;
  Pieces pieces;
  for (auto [piece, lanes] : llvm::zip_equal(cut, *known)) {
    const int64_t live = lanes.end - lanes.begin;
    if (live == piece.width) {
      pieces.push_back(loadLanes(piece));
      continue;
    }
    Value *dead = splat(builder, otherwise, piece.width);
    if (live == 0) {
      pieces.push_back(dead);
      continue;
    }
    if (!isWide(piece, lanes)) {
      Pieces scalars;
      for (int64_t lane = 0; lane < piece.width; ++lane) {
        const bool isLive = lane >= lanes.begin && lane < lanes.end;
        scalars.push_back(
            isLive ? emitter.loadPiece(element(), addressOf(piece.start + lane),
                                       1, refValue)
                   : otherwise);
      }
      pieces.push_back(fromScalars(builder, scalars));
      continue;
    }
    const int64_t shift =
        std::clamp<int64_t>(0, lanes.low, lanes.high - piece.width);
    Value *address = builder.CreateGEP(
        memoryType(refType.getElementType(), builder.getContext()), base,
        emitter.index(offsetOf(piece.start) + shift));
    Value *loaded =
        emitter.loadPiece(element(), address, piece.width, refValue);
    SmallVector<int> taken;
    for (int64_t lane = 0; lane < piece.width; ++lane) {
      const bool isLive = lane >= lanes.begin && lane < lanes.end;
      taken.push_back(
          static_cast<int>(isLive ? lane - shift : piece.width + lane));
    }
    pieces.push_back(builder.CreateShuffleVector(loaded, dead, taken));
  }
  return pieces;
}

std::optional<Pieces> Box::loadRows(Value *otherwise) const {
  auto *constant = llvm::dyn_cast<llvm::Constant>(otherwise);
  if (!constant || !constant->isNullValue() || emitter.style.lanes == 1 ||
      !strides || walks.empty() || bounds[walks.back()] != nullptr ||
      contiguousDimension()) {
    return std::nullopt;
  }
  const SmallVector<Piece> cut = emitter.lanes.cut(tileShape);
  SmallVector<int64_t> runs;
  for (const Piece &piece : cut) {
    const int64_t run = runOf(piece);
    if (run == 1 || tileShape.back() % run != 0 || piece.start % run != 0) {
      return std::nullopt;
    }
    runs.push_back(run);
  }
  Value *zeros = emitter.zeros(*llvm::max_element(runs) *
                               memoryBytes(refType.getElementType()));
  Builder &builder = emitter.builder;
  Pieces pieces;
  for (auto [piece, run] : llvm::zip_equal(cut, runs)) {
    Pieces rows;
    for (int64_t lane = 0; lane < piece.width; lane += run) {
      const int64_t start = piece.start + lane;
      Value *address = addressOf(start);
      if (Value *isLive = liveLanes({start, 1})) {
        address = builder.CreateSelect(isLive, address, zeros);
      }
      rows.push_back(emitter.loadPiece(element(), address, run, refValue));
    }
    pieces.push_back(fromPieces(builder, rows));
  }
  return pieces;
}

bool Box::storeKnown(ArrayRef<Value *> pieces) const {
  const std::optional<SmallVector<LiveLanes>> known = knownLanes();
  if (!known) {
    return false;
  }
  for (auto [piece, lanes, value] :
       llvm::zip_equal(emitter.lanes.cut(tileShape), *known, pieces)) {
    if (lanes.end - lanes.begin == piece.width) {
      storeLanes(piece, value);
      continue;
    }
    for (int64_t lane = lanes.begin; lane < lanes.end;) {
      const auto run = static_cast<int64_t>(
          llvm::bit_floor(static_cast<uint64_t>(lanes.end - lane)));
      storeLanes({piece.start + lane, run},
                 extractLanes(emitter.builder, value, lane, run));
      lane += run;
    }
  }
  return true;
}

bool Box::isMasked() const {
  return emitter.style.masksLanes && elementCount(tileShape) > 1 && rowShifts();
}

std::optional<Pieces> Box::loadMasked(Value *otherwise) const {
  if (!isMasked()) {
    return std::nullopt;
  }
  Pieces pieces;
  for (const Piece &piece : emitter.lanes.cut(tileShape)) {
    Value *live = liveLanes(piece);
    pieces.push_back(live ? emitter.loadLive(element(), addressOf(piece.start),
                                             piece.width, live, otherwise,
                                             refValue)
                          : loadLanes(piece));
  }
  return pieces;
}

bool Box::storeMasked(ArrayRef<Value *> pieces) const {
  const SmallVector<Piece> cut = emitter.lanes.cut(tileShape);
  if (!isMasked() || llvm::any_of(cut, [&](const Piece &piece) {
        return isStreamed(piece);
      })) {
    return false;
  }
  for (auto [piece, value] : llvm::zip_equal(cut, pieces)) {
    if (Value *live = liveLanes(piece)) {
      emitter.storeLive(element(), value, addressOf(piece.start), live,
                        refValue);
    } else {
      storeLanes(piece, value);
    }
  }
  return true;
}

Pieces Box::load() const {
  if (std::optional<size_t> dimension = contiguousDimension()) {
    const Box box = transposed(*dimension);
    return swapMinor(emitter.builder, box.load(), box.tileShape, *dimension,
                     emitter.lanes);
  }
  Pieces pieces;
  for (const Piece &piece : emitter.lanes.cut(tileShape)) {
    pieces.push_back(loadLanes(piece));
  }
  return pieces;
}

void Box::store(ArrayRef<Value *> pieces) const {
  if (std::optional<size_t> dimension = contiguousDimension()) {
    transposed(*dimension)
        .store(swapMinor(emitter.builder, pieces, tileShape, *dimension,
                         emitter.lanes));
    return;
  }
  for (auto [piece, value] :
       llvm::zip_equal(emitter.lanes.cut(tileShape), pieces)) {
    storeLanes(piece, value);
  }
}

} // namespace weft::code
