// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Heroes/FourierSteps.h"

using namespace mlir;

namespace weft::tile {

/// The step that writes arrays has its places as these lie.
FourierTiles::Places FourierSteps::placesOfStep(size_t s, int64_t each) {
  const bool writesArray = s > 0 && s + 1 == plan.factors.size();
  return places(each,
                writesArray ? blocks.writesBeside() : blocks.readsBeside());
}

FourierSteps::Butterflies FourierSteps::butterfliesOf(size_t s, int64_t done,
                                                      unsigned roots) {
  const int64_t p = plan.factors[s];
  Butterflies all = {placesOfStep(s, plan.length / p), {}};
  Value k = rest(all.at, all.at.place, done);
  for (int64_t q = 1; q < p && done > 1; ++q) {
    all.roots.push_back(entry(roots, all.at, {hero.index(q - 1), k}));
  }
  return all;
}

void FourierSteps::transform(const Source &source, const Sink &sink,
                             ArrayRef<unsigned> roots) {
  std::vector<Butterflies> ahead;
  int64_t done = 1;
  for (size_t s = 0; blocks.areRootsAhead && s < plan.factors.size(); ++s) {
    ahead.push_back(butterfliesOf(s, done, roots[s]));
    done *= plan.factors[s];
  }
  done = 1;
  for (auto [s, p] : llvm::enumerate(plan.factors)) {
    const Source from = s == 0 ? source : onChip.source();
    const Sink to = s + 1 == plan.factors.size() ? sink : Sink();
    if (isShort(p)) {
      shortStep(s, done,
                blocks.areRootsAhead ? ahead[s]
                                     : butterfliesOf(s, done, roots[s]),
                from, to);
    } else {
      longStep(s, done, from, to);
    }
    done *= p;
  }
}

void FourierSteps::shortStep(size_t s, int64_t done, const Butterflies &all,
                             const Source &from, const Sink &sink) {
  const int64_t p = plan.factors[s];
  const Places &at = all.at;
  Numbers t;
  for (int64_t q = 0; q < p; ++q) {
    TileValue value = from(at, {hero.index(q), at.place, plan.length / p});
    t.push_back(q > 0 && done > 1 ? times(value, all.roots[q - 1]) : value);
  }
  Numbers y = butterfly(t);
  if (!sink) {
    onChip.makeRoom(p, done);
  }
  for (int64_t u = 0; u < p; ++u) {
    // Of the last step, the number of a butterfly is k.
    if (sink) {
      sink(at, hero.index(u), at.place, y[u]);
    } else {
      onChip.store(at, hero.index(u), at.place, y[u]);
    }
  }
}

/// As the sum that it is. Elements u and p - u are made of the same ones:
/// terms q and p - q have the same cosines, and sines of opposite signs.
void FourierSteps::longStep(size_t s, int64_t done, const Source &from,
                            const Sink &sink) {
  const int64_t p = plan.factors[s];
  const int64_t each = plan.length / p;
  Places at = placesOfStep(s, blocks.placesOf(p));
  // By u first, then by butterfly.
  Value u = over(at, at.place, each);
  Value butterfly = rest(at, at.place, each);
  Value k = rest(at, butterfly, done);
  auto termOf = [&](Value q) {
    TileValue value = from(at, {q, butterfly, each});
    if (done == 1) {
      return value;
    }
    Value turn = rest(at, math.mul(spread(at, q), k), done * p);
    return times(value, entry(tables.turns[s], at, {turn}));
  };
  TileValue first = termOf(hero.index(0));
  // Without imaginary parts there is half as much to do.
  const unsigned parts = first[1] ? 2 : 1;
  auto pairOf = [&](ValueRange values, unsigned begin) {
    return TileValue{values[begin], parts == 2 ? values[begin + 1] : Value()};
  };
  SmallVector<Value> initial(ArrayRef<Value>(first).take_front(parts));
  initial.append(parts, math.zero(first[0].getType()));
  initial.push_back(u);
  SmallVector<Value> sums = hero.loop(
      hero.index(1), hero.index((p + 1) / 2), initial,
      [&](Value q, ValueRange before) {
        TileValue a = termOf(q);
        TileValue b = termOf(hero.sub(hero.index(p), q));
        Value place = before.back();
        TileValue root = entry(tables.circles[s], at, {place});
        SmallVector<Value> after;
        for (unsigned i = 0; i < parts; ++i) {
          after.push_back(add(before[i], mul(add(a[i], b[i]), root[0])));
        }
        for (unsigned i = 0; i < parts; ++i) {
          after.push_back(
              add(before[parts + i], mul(sub(a[i], b[i]), root[1])));
        }
        Value next = math.add(place, u);
        Value back = math.make<arith::SubIOp>(next, number(at, p));
        after.push_back(math.select(isBelow(at, next, p), next, back));
        return after;
      });
  TileValue even = pairOf(sums, 0);
  TileValue uneven = pairOf(sums, parts);
  if (!sink) {
    onChip.makeRoom(p, done);
  }
  auto leave = [&](const Places &own, Value row, const TileValue &value) {
    if (sink) {
      sink(own, row, butterfly, value);
    } else {
      onChip.store(own, row, butterfly, value);
    }
  };
  leave(at, u, minusTurned(even, uneven));
  Value isPair = math.compare(arith::CmpIPredicate::ne, u, number(at, 0));
  Places mirrored = at;
  mirrored.held = both(at.held, isPair);
  mirrored.live = both(at.live, isPair);
  leave(mirrored, math.make<arith::SubIOp>(number(at, p), u),
        plusTurned(even, uneven));
}

} // namespace weft::tile
