// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/Code/Places.h"

#include "weft/Support/RowMajor.h"
#include "weft/Target/Code/Exchange.h"
#include "weft/Tile/IR/ArgumentUses.h"
#include "weft/Tile/IR/IndexFact.h"
#include "weft/Tile/IR/Memory.h"

#include <functional>
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
    base = emitter.address(refValue, emitPlace(emitter, refType, first));
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

Value *Box::allLive() const {
  Builder &builder = emitter.builder;
  Value *all = builder.getTrue();
  for (size_t dim = 0; dim < bounds.size(); ++dim) {
    if (bounds[dim] == nullptr) {
      continue;
    }
    const auto [low, high] = reachOf(dim);
    Value *highest = builder.CreateAdd(first[dim], emitter.index(high));
    all = builder.CreateAnd(all, builder.CreateICmpSLT(highest, bounds[dim]));
    if (low < 0 || !notNegative[dim]) {
      Value *lowest = builder.CreateAdd(first[dim], emitter.index(low));
      all = builder.CreateAnd(all,
                              builder.CreateICmpSGE(lowest, emitter.index(0)));
    }
  }
  return all;
}

Value *Box::allDead() const {
  Builder &builder = emitter.builder;
  Value *any = builder.getFalse();
  for (size_t dim = 0; dim < bounds.size(); ++dim) {
    if (bounds[dim] == nullptr) {
      continue;
    }
    const auto [low, high] = reachOf(dim);
    Value *lowest = builder.CreateAdd(first[dim], emitter.index(low));
    any = builder.CreateOr(any, builder.CreateICmpSGE(lowest, bounds[dim]));
    if (!notNegative[dim]) {
      Value *highest = builder.CreateAdd(first[dim], emitter.index(high));
      any = builder.CreateOr(any,
                             builder.CreateICmpSLT(highest, emitter.index(0)));
    }
  }
  return any;
}

void Box::walkLive(
    bool byRuns,
    llvm::function_ref<void(Value *, Value *, Value *)> visit) const {
  Builder &builder = emitter.builder;
  SmallVector<Value *> at(first);
  const SmallVector<int64_t> rowMajor = rowMajorStrides(tileShape);

  auto isLive = [&](size_t dim) {
    Value *below = builder.CreateICmpSLT(at[dim], bounds[dim]);
    return builder.CreateAnd(builder.CreateICmpSGE(at[dim], emitter.index(0)),
                             below);
  };
  std::function<void(size_t, Value *)> walkFrom = [&](size_t walk,
                                                      Value *number) {
    auto here = [&] {
      return emitter.address(refValue, emitPlace(emitter, refType, at));
    };
    if (walk == walks.size()) {
      visit(here(), number, emitter.index(1));
      return;
    }
    const size_t dim = walks[walk];
    Value *begin = emitter.index(0);
    Value *end = emitter.index(tileShape[walk]);
    const bool isRange = bounds[dim] != nullptr && steps[walk] == 1;
    if (isRange) {
      end = builder.CreateBinaryIntrinsic(
          llvm::Intrinsic::smin, end,
          builder.CreateSub(bounds[dim], first[dim]));
      if (!notNegative[dim]) {
        begin = builder.CreateBinaryIntrinsic(llvm::Intrinsic::smax, begin,
                                              builder.CreateNeg(first[dim]));
      }
    }
    if (byRuns && walk + 1 == walks.size()) {
      at[dim] = builder.CreateAdd(first[dim], begin);
      visit(here(), builder.CreateAdd(number, begin),
            builder.CreateSub(end, begin));
      return;
    }
    emitLoop(builder, begin, end, [&](Value *c) {
      at[dim] = builder.CreateAdd(
          first[dim], builder.CreateMul(c, emitter.index(steps[walk])));
      Value *next = builder.CreateAdd(
          number, builder.CreateMul(c, emitter.index(rowMajor[walk])));
      if (bounds[dim] != nullptr && !isRange) {
        emitIf(builder, isLive(dim), [&] { walkFrom(walk + 1, next); });
      } else {
        walkFrom(walk + 1, next);
      }
    });
  };

  Value *fixed = builder.getTrue();
  for (size_t dim = 0; dim < bounds.size(); ++dim) {
    if (bounds[dim] != nullptr && !llvm::is_contained(walks, dim)) {
      fixed = builder.CreateAnd(fixed, isLive(dim));
    }
  }
  // Most boxes have a bound where they walk only.
  if (llvm::isa<llvm::ConstantInt>(fixed)) {
    walkFrom(0, emitter.index(0));
  } else {
    emitIf(builder, fixed, [&] { walkFrom(0, emitter.index(0)); });
  }
}

void Box::forEachLive(llvm::function_ref<void(Value *, Value *)> visit) const {
  walkLive(false, [&](Value *address, Value *number, Value *) {
    visit(address, number);
  });
}

void Box::forEachLiveRun(
    llvm::function_ref<void(Value *, Value *, Value *)> visit) const {
  const bool byRuns = strides && !walks.empty() && steps.back() == 1 &&
                      (*strides)[walks.back()] == 1;
  walkLive(byRuns, visit);
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
  return emitter.address(refValue, emitPlace(emitter, refType, coordinates));
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

Value *Box::isReadable() const {
  if (!strides || tileShape.empty() || !tile::isReadOnly(refValue)) {
    return nullptr;
  }
  Builder &builder = emitter.builder;
  Value *place = emitter.index(0);
  int64_t last = 0;
  for (size_t dim = 0; dim < first.size(); ++dim) {
    const int64_t stride = (*strides)[dim];
    place = builder.CreateAdd(
        place, builder.CreateMul(first[dim], emitter.index(stride)));
    last += (refType.getExtent(static_cast<int64_t>(dim)) - 1) * stride;
  }
  int64_t low = 0;
  int64_t high = 0;
  for (size_t walk = 0; walk < walks.size(); ++walk) {
    const int64_t reach =
        (tileShape[walk] - 1) * steps[walk] * (*strides)[walks[walk]];
    (reach < 0 ? low : high) += reach;
  }
  return builder.CreateAnd(
      builder.CreateICmpSGE(place, emitter.index(-low)),
      builder.CreateICmpSLE(place, emitter.index(last - high)));
}

Value *Box::readableStart(Value *isReadable) const {
  for (size_t dim = 0; dim < first.size(); ++dim) {
    const auto [low, high] = reachOf(dim);
    if (low < 0 || high >= refType.getExtent(static_cast<int64_t>(dim))) {
      return nullptr;
    }
  }
  return emitter.builder.CreateSelect(
      isReadable, base, emitter.address(refValue, emitter.index(0)));
}

Value *Box::liveLanes(const Piece &piece) const {
  Value *isLive = nullptr;
  Value *lanes = nullptr;
  Builder &builder = emitter.builder;
  auto restrict = [&](Value *&all, Value *condition) {
    all = all ? builder.CreateAnd(all, condition) : condition;
  };
  for (size_t dim = 0; dim < bounds.size(); ++dim) {
    if (bounds[dim] == nullptr) {
      continue;
    }
    // How far each lane is from the first index.
    SmallVector<int64_t> distances;
    for (int64_t lane = 0; lane < piece.width; ++lane) {
      const SmallVector<int64_t> at =
          coordinatesOf(piece.start + lane, tileShape);
      int64_t distance = 0;
      for (size_t walk = 0; walk < walks.size(); ++walk) {
        distance += walks[walk] == dim ? at[walk] * steps[walk] : 0;
      }
      distances.push_back(distance);
    }
    if (llvm::all_equal(distances)) {
      // A negative index is a large one.
      Value *index =
          builder.CreateAdd(first[dim], emitter.index(distances.front()));
      restrict(isLive, builder.CreateICmpULT(index, bounds[dim]));
      continue;
    }
    // Lanes from the first that is not negative to the last below the bound, as
    // numbers of the elements' width, so that the result fits their vectors.
    // They are counted from the lowest of the box, if such a number can be that
    // large: all pieces are compared with the same two.
    const unsigned bits =
        static_cast<unsigned>(8 * memoryBytes(refType.getElementType()));
    auto [low, high] = reachOf(dim);
    if (bits < 32 && high - low + 1 >= int64_t(1) << bits) {
      low = *llvm::min_element(distances);
      high = *llvm::max_element(distances);
    }
    llvm::Type *number = builder.getIntNTy(bits);
    auto clamp = [&](Value *value) {
      value = builder.CreateBinaryIntrinsic(llvm::Intrinsic::smax, value,
                                            emitter.index(0));
      value = builder.CreateBinaryIntrinsic(llvm::Intrinsic::smin, value,
                                            emitter.index(high - low + 1));
      return builder.CreateVectorSplat(
          static_cast<unsigned>(piece.width),
          builder.CreateZExtOrTrunc(value, number));
    };
    SmallVector<llvm::Constant *> count;
    for (int64_t distance : distances) {
      count.push_back(llvm::ConstantInt::get(
          number, static_cast<uint64_t>(distance - low)));
    }
    Value *place = llvm::ConstantVector::get(count);
    Value *lowest = builder.CreateAdd(first[dim], emitter.index(low));
    restrict(lanes, builder.CreateICmpULT(
                        place, clamp(builder.CreateSub(bounds[dim], lowest))));
    if (low < 0 || !notNegative[dim]) {
      restrict(lanes,
               builder.CreateICmpUGE(place, clamp(builder.CreateNeg(lowest))));
    }
  }
  if (lanes == nullptr) {
    return isLive;
  }
  return isLive == nullptr
             ? lanes
             : builder.CreateAnd(
                   lanes, builder.CreateVectorSplat(
                              static_cast<unsigned>(piece.width), isLive));
}

std::optional<Box::LiveLanes> Box::knownLanes(const Piece &piece) const {
  if (!strides) {
    return std::nullopt;
  }
  // Of a row that lies as it is in memory, how far it goes on is known as well.
  const int64_t minor = tileShape.empty() ? 1 : tileShape.back();
  const bool isRow =
      orderOf(piece) == Order::Forward &&
      (piece.width == 1 || piece.start % minor + piece.width <= minor);
  LiveLanes lanes = {0, piece.width, 0, piece.width};
  for (size_t dim = 0; dim < bounds.size(); ++dim) {
    if (bounds[dim] == nullptr) {
      continue;
    }
    auto *start = llvm::dyn_cast<llvm::ConstantInt>(first[dim]);
    auto *bound = llvm::dyn_cast<llvm::ConstantInt>(bounds[dim]);
    if (start == nullptr || bound == nullptr) {
      return std::nullopt;
    }
    auto indexOf = [&](int64_t lane) {
      const SmallVector<int64_t> at =
          coordinatesOf(piece.start + lane, tileShape);
      int64_t index = start->getSExtValue();
      for (size_t walk = 0; walk < walks.size(); ++walk) {
        index += walks[walk] == dim ? at[walk] * steps[walk] : 0;
      }
      return index;
    };
    auto isLive = [&](int64_t lane) {
      const int64_t index = indexOf(lane);
      return index >= 0 && index < bound->getSExtValue();
    };
    int64_t begin = 0;
    while (begin < piece.width && !isLive(begin)) {
      ++begin;
    }
    int64_t end = begin;
    while (end < piece.width && isLive(end)) {
      ++end;
    }
    if (llvm::any_of(llvm::seq(end, piece.width), isLive)) {
      return std::nullopt;
    }
    lanes.begin = std::max(lanes.begin, begin);
    lanes.end = std::min(lanes.end, end);
    if (isRow && piece.width > 1 && indexOf(1) != indexOf(0)) {
      lanes.low = -indexOf(0);
      lanes.high = bound->getSExtValue() - indexOf(0);
    }
  }
  if (!isRow) {
    lanes.low = lanes.begin;
    lanes.high = lanes.end;
  }
  return lanes.begin < lanes.end ? lanes : LiveLanes();
}

std::optional<SmallVector<Box::LiveLanes>> Box::knownLanes() const {
  if (contiguousDimension()) {
    return std::nullopt;
  }
  SmallVector<LiveLanes> known;
  for (const Piece &piece : emitter.lanes.cut(tileShape)) {
    std::optional<LiveLanes> lanes = knownLanes(piece);
    if (!lanes) {
      return std::nullopt;
    }
    known.push_back(*lanes);
  }
  return known;
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
