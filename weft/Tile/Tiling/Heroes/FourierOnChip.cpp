// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Heroes/FourierOnChip.h"

using namespace mlir;

namespace weft::tile {

void FourierOnChip::makeRoom(int64_t factor, int64_t done) {
  constexpr int64_t banks = 32;
  int64_t row = blocks.together * (plan.length / factor);
  // Such that rows begin in different banks.
  row += row % banks == 0 ? std::max<int64_t>(1, banks / factor) : 0;
  rows = {factor, done, {}};
  // Of long signals a second block on the same multiprocessor is worth more
  // than a barrier less for each step.
  const int64_t bytes = 2 * factor * row * part.getIntOrFloatBitWidth() / 8;
  for (int64_t i = 0; i < 2; ++i) {
    StringAttr alias;
    if (bytes > blocks.bytesApart) {
      alias = hero.builder.getStringAttr(i == 0 ? "real" : "imaginary");
    }
    rows.parts.push_back(
        math.make<AllocOp>(RefType::get({factor, row}, part, Space::Shared),
                           alias, IntegerAttr()));
  }
}

/// Of a butterfly in its row.
Value FourierOnChip::inRow(const Places &at, Value butterfly, int64_t factor) {
  return blocks.readsBeside()
             ? math.add(timesNumber(at, butterfly, blocks.together), at.own)
             : math.add(timesNumber(at, at.own, plan.length / factor),
                        butterfly);
}

void FourierOnChip::store(const Places &at, Value u, Value butterfly,
                          const TileValue &value) {
  Value place = inRow(at, butterfly, rows.factor);
  for (int64_t i = 0; i < 2; ++i) {
    Value number = value[i] ? value[i] : math.zero(value[0].getType());
    scatter(number, rows.parts[i], {u, place}, at.held);
  }
}

FourierTiles::Sink FourierOnChip::sinkOfLastStep() {
  isOfLastStep = false;
  return [this](const Places &at, Value u, Value k, const TileValue &value) {
    if (!isOfLastStep) {
      makeRoom(plan.factors.back(), plan.length / plan.factors.back());
      isOfLastStep = true;
    }
    store(at, u, k, value);
  };
}

FourierTiles::Source FourierOnChip::source() {
  return [this, from = rows](const Places &at, const Term &term) {
    // Terms that are whole turns apart lie in one row.
    const int64_t all = from.done * from.factor;
    std::optional<int64_t> q = known(term.q);
    const int64_t beyond = q ? *q * term.each : 1;
    const bool isInRow = beyond % all == 0;
    Value point = isInRow ? term.place : pointAt(at, term);
    Value u = rest(at, over(at, point, from.done), from.factor);
    Value butterfly = math.add(timesNumber(at, over(at, point, all), from.done),
                               rest(at, point, from.done));
    Value place = inRow(at, butterfly, from.factor);
    if (isInRow) {
      place = plusNumber(at, place,
                         beyond / from.factor *
                             (blocks.readsBeside() ? blocks.together : 1));
    }
    TileValue value;
    for (Value ref : from.parts) {
      value.push_back(gather(ref, part, at, {u, place}));
    }
    return value;
  };
}

} // namespace weft::tile
