// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Heroes/FourierTiles.h"

#include <mlir/IR/Matchers.h>

using namespace mlir;

namespace weft::tile {

FourierTiles::Places FourierTiles::places(int64_t each, bool isBeside) {
  const int64_t together = blocks.together;
  const int64_t tile = FourierBlocks::tileOf(together * each);
  Places at;
  at.index = RankedTensorType::get({tile}, blocks.count);
  Value all = math.make<IotaOp>(at.index, 0);
  auto atMost = [&](Value a, int64_t limit) {
    return math.make<arith::MinUIOp>(a, number(at, limit));
  };
  if (tile != together * each) {
    at.held = at.live = isBelow(at, all, together * each);
    all = atMost(all, together * each - 1);
  }
  at.own = isBeside ? rest(at, all, together) : over(at, all, each);
  at.place = isBeside ? over(at, all, together) : rest(at, all, each);
  at.signal = math.add(spread(at, hero.mul(hero.program[0], together)), at.own);
  if (blocks.signals % together != 0) {
    at.live = both(at.live, isBelow(at, at.signal, blocks.signals));
    at.signal = atMost(at.signal, blocks.signals - 1);
  }
  return at;
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

Value FourierTiles::number(const Places &at, int64_t value) {
  return math.integer(at.index, value);
}
Value FourierTiles::plusNumber(const Places &at, Value a, int64_t b) {
  return b == 0 ? a : math.add(a, number(at, b));
}
Value FourierTiles::timesNumber(const Places &at, Value a, int64_t b) {
  return b == 1 ? a : math.mul(a, number(at, b));
}
Value FourierTiles::over(const Places &at, Value a, int64_t b) {
  return b == 1 ? a : math.make<arith::DivUIOp>(a, number(at, b));
}
Value FourierTiles::rest(const Places &at, Value a, int64_t b) {
  return b == 1 ? number(at, 0) : math.make<arith::RemUIOp>(a, number(at, b));
}
Value FourierTiles::spread(const Places &at, Value index) {
  return math.splat(math.make<arith::IndexCastOp>(blocks.count, index),
                    at.index.getShape());
}
Value FourierTiles::isBelow(const Places &at, Value a, int64_t limit) {
  return math.compare(arith::CmpIPredicate::ult, a, number(at, limit));
}
Value FourierTiles::both(Value a, Value b) { return a ? math.both(a, b) : b; }

std::optional<int64_t> FourierTiles::known(Value index) {
  APInt value;
  return matchPattern(index, m_ConstantInt(&value))
             ? std::optional(value.getSExtValue())
             : std::nullopt;
}

FourierTiles::Inside FourierTiles::insideOf(Value row, int64_t each,
                                            int64_t limit) {
  std::optional<int64_t> number =
      isa<IndexType>(row.getType()) ? known(row) : std::nullopt;
  if (!number) {
    return Inside::Some;
  }
  return (*number + 1) * each <= limit ? Inside::All
         : *number * each >= limit     ? Inside::None
                                       : Inside::Some;
}

//===----------------------------------------------------------------------===//
// Points
//===----------------------------------------------------------------------===//

Value FourierTiles::pointAt(const Places &at, const Term &term) {
  std::optional<int64_t> q = known(term.q);
  return q ? plusNumber(at, term.place, *q * term.each)
           : math.add(term.place,
                      timesNumber(at, spread(at, term.q), term.each));
}

Value FourierTiles::wholeAt(const Places &at, const Term &term) {
  return math.add(timesNumber(at, pointAt(at, term), pass.each()),
                  rest(at, at.signal, pass.each()));
}

Value FourierTiles::pointOf(const Places &at, Value u, Value k) {
  Value row = isa<RankedTensorType>(u.getType()) ? u : spread(at, u);
  return math.add(timesNumber(at, row, plan.length / plan.factors.back()), k);
}

Value FourierTiles::wholeOf(const Places &at, Value u, Value k) {
  return math.add(timesNumber(at, pointOf(at, u, k), pass.done),
                  rest(at, at.signal, pass.each()));
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Value FourierTiles::gather(Value ref, Type element, const Places &at,
                           ArrayRef<Value> subscripts) {
  return math.make<GatherOp>(
      RankedTensorType::get(at.index.getShape(), element), ref, subscripts,
      ArrayRef<Value>(), at.read);
}

void FourierTiles::scatter(Value value, Value ref, ArrayRef<Value> subscripts,
                           Value live) {
  ScatterOp::create(hero.builder, hero.loc, UpdateKind::Set, value, ref,
                    subscripts, ArrayRef<Value>(), live,
                    /*unique=*/true);
}

TileValue FourierTiles::gatherPair(Value ref, Type element, const Places &at,
                                   SmallVector<Value> subscripts) {
  subscripts.push_back(hero.index(0));
  const int64_t tile = at.index.getNumElements();
  Value pair = math.make<GatherOp>(RankedTensorType::get({tile, 2}, element),
                                   ref, subscripts, ArrayRef<Value>(), at.read);
  TileValue value;
  for (int64_t i = 0; i < 2; ++i) {
    Value own = math.make<SliceOp>(RankedTensorType::get({tile, 1}, element),
                                   pair, ArrayRef<int64_t>{0, i});
    value.push_back(math.reshape(own, {tile}));
  }
  return value;
}

void FourierTiles::scatterPair(const TileValue &value, Value ref,
                               const Places &at,
                               SmallVector<Value> subscripts) {
  subscripts.push_back(hero.index(0));
  const int64_t tile = at.index.getNumElements();
  Value pair = math.make<JoinOp>(
      RankedTensorType::get({tile, 2}, elementOf(value[0])), ValueRange(value));
  scatter(pair, ref, subscripts, at.live);
}

TileValue FourierTiles::entry(unsigned table, const Places &at,
                              ArrayRef<Value> place) {
  return gatherPair(hero.table(table), part, at, SmallVector<Value>(place));
}

} // namespace weft::tile
