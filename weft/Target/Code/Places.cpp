// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/Code/Places.h"

#include "weft/Support/RowMajor.h"
#include "weft/Tile/IR/IndexFact.h"
#include "weft/Tile/IR/Memory.h"

#include <numeric>

namespace weft::code {

using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::Value;

/// The place of an element, in elements from the start of the ref, for
/// coordinates that lie inside. `coordinates` are i64.
static Value *emitPlace(CodeEmitter &emitter, tile::RefType type,
                        ArrayRef<Value *> coordinates) {
  Builder &builder = emitter.builder;
  const tile::MemoryPlaces places(type);
  Value *place = emitter.index(0);
  for (const tile::MemoryPiece &piece : places.pieces()) {
    Value *part = coordinates[static_cast<size_t>(piece.dimension)];
    if (piece.divisor != 1) {
      part = builder.CreateUDiv(part, emitter.index(piece.divisor));
    }
    // The outermost part of a dim needs no remainder.
    if (piece.divisor * piece.extent < type.getExtent(piece.dimension)) {
      part = builder.CreateURem(part, emitter.index(piece.extent));
    }
    place = builder.CreateAdd(
        place, builder.CreateMul(part, emitter.index(piece.stride)));
  }
  tile::MemoryAttr memory = type.getMemory();
  if (!memory) {
    return place;
  }
  if (memory.getSwizzle() != 0) {
    // In bytes: the number of the row of 128 goes into the place in the row.
    const int64_t bytes = memoryBytes(type.getElementType());
    Value *address = builder.CreateMul(place, emitter.index(bytes));
    Value *row =
        builder.CreateAnd(builder.CreateLShr(address, emitter.index(7)),
                          emitter.index(memory.getSwizzle() / 16 - 1));
    address =
        builder.CreateXor(address, builder.CreateShl(row, emitter.index(4)));
    return builder.CreateUDiv(address, emitter.index(bytes));
  }
  Value *moved = place;
  for (size_t i = 0; i < memory.getPad().size(); i += 2) {
    Value *times = builder.CreateUDiv(place, emitter.index(memory.getPad()[i]));
    moved = builder.CreateAdd(
        moved, builder.CreateMul(times, emitter.index(memory.getPad()[i + 1])));
  }
  return moved;
}

//===----------------------------------------------------------------------===//
// Box
//===----------------------------------------------------------------------===//

Box::Box(CodeEmitter &emitter, mlir::Value ref, ArrayRef<int64_t> shape,
         mlir::ValueRange offsets, ArrayRef<int64_t> tileStrides)
    : emitter(emitter), refValue(ref),
      refType(llvm::cast<tile::RefType>(ref.getType())), tileShape(shape),
      bounds(offsets.size(), nullptr), strides(tile::stridesOf(refType)) {
  for (mlir::Value offset : offsets) {
    first.push_back(emitter.scalar(offset));
    const tile::IndexFact fact = tile::factOf(offset);
    divisors.push_back(fact.divisor);
    notNegative.push_back(fact.isNotNegative());
  }
  const size_t dropped = first.size() - shape.size();
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    walks.push_back(dropped + dim);
    steps.push_back(tileStrides.empty() ? 1 : tileStrides[dim]);
  }
  findBase();
}

Box::Box(CodeEmitter &emitter, mlir::Value ref, ArrayRef<int64_t> shape,
         ArrayRef<Value *> first, ArrayRef<size_t> walks)
    : emitter(emitter), refValue(ref),
      refType(llvm::cast<tile::RefType>(ref.getType())), tileShape(shape),
      first(first), divisors(first.size(), 1), notNegative(first.size(), false),
      bounds(first.size(), nullptr), walks(walks), steps(walks.size(), 1),
      strides(tile::stridesOf(refType)) {
  findBase();
}

void Box::findBase() {
  if (strides) {
    base = addressAt(first);
  }
}

void Box::setBound(int64_t refDimension, mlir::Value bound) {
  if (bound) {
    bounds[static_cast<size_t>(refDimension)] = emitter.scalar(bound);
  }
}

bool Box::hasBounds() const {
  return llvm::any_of(bounds, [](Value *bound) { return bound != nullptr; });
}

std::pair<int64_t, int64_t> Box::reachOf(size_t dim) const {
  int64_t reach = 0;
  for (size_t walk = 0; walk < walks.size(); ++walk) {
    reach += walks[walk] == dim ? (tileShape[walk] - 1) * steps[walk] : 0;
  }
  return {std::min<int64_t>(reach, 0), std::max<int64_t>(reach, 0)};
}

int64_t Box::offsetOf(int64_t element) const {
  SmallVector<int64_t> at = coordinatesOf(element, tileShape);
  int64_t offset = 0;
  for (size_t walk = 0; walk < walks.size(); ++walk) {
    offset += at[walk] * steps[walk] * (*strides)[walks[walk]];
  }
  return offset;
}

/// Lines of the caches, and what arrays and scratch memory are aligned to.
constexpr int64_t lineBytes = 64;

int64_t Box::alignmentOf(int64_t element) const {
  int64_t divisor = offsetOf(element);
  for (size_t dim = 0; dim < first.size(); ++dim) {
    divisor = std::gcd(divisor, divisors[dim] * (*strides)[dim]);
  }
  return std::gcd(divisor * memoryBytes(refType.getElementType()), lineBytes);
}

bool Box::isStreamed(const Piece &piece) const {
  if (piece.width == 1 || !strides || !emitter.isStreamed(refValue) ||
      orderOf(piece) != Order::Forward) {
    return false;
  }
  const int64_t bytes = memoryBytes(refType.getElementType());
  const int64_t minor = tileShape.back();
  const int64_t inRow = piece.start % minor;
  const int64_t pieceBytes = piece.width * bytes;
  return inRow + piece.width <= minor && inRow * bytes % pieceBytes == 0 &&
         lineBytes % pieceBytes == 0 && minor * bytes % lineBytes == 0 &&
         alignmentOf(piece.start - inRow) == lineBytes;
}

Value *Box::addressAt(ArrayRef<Value *> index) const {
  return emitter.address(refValue, emitPlace(emitter, refType, index));
}

Value *Box::addressOf(int64_t element) const {
  Builder &builder = emitter.builder;
  if (strides) {
    return builder.CreateGEP(
        memoryType(refType.getElementType(), builder.getContext()), base,
        emitter.index(offsetOf(element)));
  }
  SmallVector<int64_t> at = coordinatesOf(element, tileShape);
  SmallVector<Value *> coordinates(first);
  for (size_t walk = 0; walk < walks.size(); ++walk) {
    coordinates[walks[walk]] = builder.CreateAdd(
        coordinates[walks[walk]], emitter.index(at[walk] * steps[walk]));
  }
  return addressAt(coordinates);
}

Box::Order Box::orderOf(const Piece &piece) const {
  if (piece.width == 1) {
    return Order::Forward;
  }
  if (strides) {
    const int64_t start = offsetOf(piece.start);
    bool forward = true;
    bool backward = true;
    for (int64_t lane = 1; lane < piece.width; ++lane) {
      const int64_t offset = offsetOf(piece.start + lane) - start;
      forward = forward && offset == lane;
      backward = backward && offset == -lane;
    }
    return forward ? Order::Forward
                   : (backward ? Order::Backward : Order::Scattered);
  }
  // Inside of a memory tile, if the piece starts where such pieces start.
  tile::MemoryAttr memory = refType.getMemory();
  if (memory.getSwizzle() != 0 || !memory.getPad().empty() ||
      steps.back() != 1 || tileShape.back() % piece.width != 0) {
    return Order::Scattered;
  }
  const size_t minor = walks.back();
  if (divisors[minor] % piece.width != 0) {
    return Order::Scattered;
  }
  const tile::MemoryPlaces places(refType);
  for (const tile::MemoryPiece &part : places.pieces()) {
    if (static_cast<size_t>(part.dimension) == minor && part.divisor == 1) {
      return part.stride == 1 && part.extent % piece.width == 0
                 ? Order::Forward
                 : Order::Scattered;
    }
  }
  return Order::Scattered;
}

int64_t Box::runOf(const Piece &piece) const {
  for (int64_t run = piece.width / 2; run > 1; run /= 2) {
    auto isRun = [&](int64_t number) {
      return orderOf({piece.start + number * run, run}) == Order::Forward;
    };
    if (llvm::all_of(llvm::seq(piece.width / run), isRun)) {
      return run;
    }
  }
  return 1;
}

std::optional<size_t> Box::contiguousDimension() const {
  const int64_t width = emitter.lanes.maximumWidth();
  if (!strides || tileShape.size() < 2 || width == 1 ||
      tileShape.back() % width != 0) {
    return std::nullopt;
  }
  auto stepOf = [&](size_t walk) {
    return steps[walk] * (*strides)[walks[walk]];
  };
  if (std::abs(stepOf(tileShape.size() - 1)) == 1) {
    return std::nullopt;
  }
  for (size_t walk = tileShape.size() - 1; walk-- > 0;) {
    if (stepOf(walk) == 1 && tileShape[walk] % width == 0) {
      return walk;
    }
  }
  return std::nullopt;
}

Box Box::transposed(size_t dimension) const {
  Box box = *this;
  std::swap(box.tileShape[dimension], box.tileShape.back());
  std::swap(box.walks[dimension], box.walks.back());
  std::swap(box.steps[dimension], box.steps.back());
  return box;
}

std::optional<SmallVector<int64_t>> Box::rowShifts() const {
  if (!strides || contiguousDimension()) {
    return std::nullopt;
  }
  SmallVector<int64_t> shifts;
  for (const Piece &piece : emitter.lanes.cut(tileShape)) {
    if (orderOf(piece) != Order::Forward) {
      return std::nullopt;
    }
    shifts.push_back(offsetOf(piece.start) - piece.start);
  }
  return shifts;
}

bool Box::isReversed() const {
  return strides && !contiguousDimension() &&
         llvm::all_of(emitter.lanes.cut(tileShape), [&](const Piece &piece) {
           return piece.width > 1 && orderOf(piece) == Order::Backward;
         });
}

} // namespace weft::code
