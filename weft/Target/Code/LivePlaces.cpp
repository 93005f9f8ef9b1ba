// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which elements of a box are live.

#include "weft/Support/RowMajor.h"
#include "weft/Target/Code/Places.h"
#include "weft/Tile/IR/ArgumentUses.h"

#include <functional>

namespace weft::code {

using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::Value;

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
    if (walk == walks.size()) {
      visit(addressAt(at), number, emitter.index(1));
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
      visit(addressAt(at), builder.CreateAdd(number, begin),
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

} // namespace weft::code
