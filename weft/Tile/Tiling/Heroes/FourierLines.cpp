// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Heroes/FourierLines.h"

#include <llvm/Support/MathExtras.h>
#include <mlir/IR/Matchers.h>

using namespace mlir;

namespace weft::tile {

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

FourierTables::FourierTables(MLIRContext *context, int64_t points, Type part,
                             bool hasEights, const RealRoots &folding,
                             bool isReal)
    : plan(points, hasEights, isReal),
      // The convolution cancels more than the steps do.
      part(plan.isChirped ? Type(Float64Type::get(context)) : part) {
  if (!plan.roots.empty()) {
    roots = add(plan.roots);
  }
  if (plan.isChirped) {
    chirp = add(plan.chirp);
    filter = add(plan.filter);
  }
  if (!folding.table.empty()) {
    this->folding = add(folding.table);
    foldingRuns = folding.runs;
  }
  for (int64_t p : plan.factors) {
    if (p > 13 && !odd.contains(p)) {
      odd[p] = add(oddFactors(p));
    }
  }
}

unsigned FourierTables::add(const std::vector<double> &table) {
  constants.push_back(tableOf(table, part));
  return constants.size() - 1;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

FourierLines::FourierLines(HeroKernel &hero, const FourierTables &tables,
                           int64_t lanes, int64_t vector, int64_t elements)
    : FourierNumbers(hero.math), hero(hero), tables(tables), plan(tables.plan),
      part(tables.part), lanes(lanes), vector(vector) {
  // Half a spectrum has one element more than the points it is made of.
  int64_t points = std::max(plan.length, elements) + 1;
  for (Value &ref : halves) {
    ref = lanes > 1 ? hero.scratch({points, 2, lanes}, part)
                    : hero.scratch({2, points}, part);
  }
  if (!tables.odd.empty()) {
    int64_t longest = tables.odd.rbegin()->first;
    terms = hero.scratch({(longest - 1) / 2, 4, std::max(lanes, vector)}, part);
  }
}

Value FourierLines::loadPart(Value ref, ArrayRef<Value> at,
                             ArrayRef<int64_t> shape,
                             ArrayRef<int64_t> strides) {
  return LoadOp::create(hero.builder, hero.loc,
                        RankedTensorType::get(shape, part), ref, at,
                        ArrayRef<Value>(), Value(), strides);
}

void FourierLines::storePart(Value value, Value ref, ArrayRef<Value> at,
                             ArrayRef<int64_t> strides) {
  StoreOp::create(hero.builder, hero.loc, value, ref, at, ArrayRef<Value>(),
                  strides);
}

llvm::SmallVector<Value> FourierLines::place(Value point, int64_t number) {
  Value which = hero.index(isExchanged ? 1 - number : number);
  return lanes > 1 ? llvm::SmallVector<Value>{point, which, hero.index(0)}
                   : llvm::SmallVector<Value>{which, point};
}

TileValue FourierLines::loadFrom(int64_t from, Value first, int64_t count,
                                 bool isReversed) {
  TileValue value;
  for (int64_t i = 0; i < 2; ++i) {
    if (lanes == 1) {
      value.push_back(
          loadPart(halves[from], place(first, i), {count},
                   isReversed ? ArrayRef<int64_t>({-1}) : ArrayRef<int64_t>()));
    } else {
      assert((!isReversed || count == 1) && "lines are taken point by point");
      Value tile = loadPart(halves[from], place(first, i), {count, 1, lanes});
      value.push_back(math.reshape(tile, {count * lanes}));
    }
  }
  return value;
}

void FourierLines::storeTo(int64_t to, Value first, const TileValue &value,
                           int64_t count, bool isReversed) {
  for (int64_t i = 0; i < 2; ++i) {
    if (lanes == 1) {
      storePart(value[i], halves[to], place(first, i),
                isReversed ? ArrayRef<int64_t>({-1}) : ArrayRef<int64_t>());
    } else {
      storePart(math.reshape(value[i], {count, 1, lanes}), halves[to],
                place(first, i));
    }
  }
}

TileValue FourierLines::load(Value first, int64_t count, bool isReversed) {
  return loadFrom(half, first, count, isReversed);
}

void FourierLines::store(Value first, const TileValue &value, int64_t count,
                         bool isReversed) {
  storeTo(half, first, value, count, isReversed);
}

Value FourierLines::loadWhole(Value first, int64_t count) {
  assert(!isExchanged && "parts are in their places");
  return lanes > 1 ? loadPart(halves[half], place(first, 0), {count, 2, lanes})
                   : loadPart(halves[half], place(first, 0), {2, count});
}

void FourierLines::storeWhole(Value first, Value tile) {
  assert(!isExchanged && "parts are in their places");
  storePart(tile, halves[half], place(first, 0));
}

/// Where the imaginary part of a table's entry is.
Value FourierLines::imaginaryAt(Value table, Value at) {
  const int64_t entries = cast<RefType>(table.getType()).getShape()[0] / 2;
  return hero.add(at, hero.index(entries));
}

Value FourierLines::single(unsigned table, Value at, int64_t size) {
  return math.splat(hero.load(hero.table(table), {at}, part)[0], {size});
}

TileValue FourierLines::number(unsigned table, Value at, int64_t count) {
  if (lanes > 1) {
    assert(count == 1 && "lines are taken point by point");
    return sameNumber(table, at, count);
  }
  Value ref = hero.table(table);
  return {loadPart(ref, {at}, {count}),
          loadPart(ref, {imaginaryAt(ref, at)}, {count})};
}

TileValue FourierLines::sameNumber(unsigned table, Value at, int64_t count) {
  Value imaginary = imaginaryAt(hero.table(table), at);
  return {single(table, at, count * lanes),
          single(table, imaginary, count * lanes)};
}

void FourierLines::turns(
    const RootRuns &runs,
    llvm::function_ref<void(const Turn &, Value, int64_t)> body) {
  if (!runs.areProducts()) {
    return pieces(runs.extent, [&](Value k, int64_t count) {
      body({.run = {}, .begin = {}, .within = k}, k, count);
    });
  }
  hero.loop(hero.index(0), hero.index(runs.runs()), [&](Value run) {
    Value begin = hero.smaller(hero.mul(run, runs.run),
                               hero.index(runs.extent - runs.run));
    pieces(runs.run, [&](Value within, int64_t count) {
      body({run, begin, within}, hero.add(begin, within), count);
    });
  });
}

TileValue FourierLines::root(unsigned table, const RootRuns &runs,
                             const Turn &turn, Value q, int64_t count) {
  // Where the roots of the first term would be.
  Value before = hero.add(turn.within, hero.index(runs.within - runs.run));
  TileValue within =
      number(table, hero.add(before, hero.mul(q, runs.run)), count);
  if (!turn.run) {
    return within;
  }
  const int64_t all = runs.runs();
  Value at = hero.add(hero.add(turn.run, hero.index(runs.begins - all)),
                      hero.mul(q, all));
  return times(within, sameNumber(table, at, count));
}

void FourierLines::pieces(int64_t extent,
                          llvm::function_ref<void(Value, int64_t)> body) {
  pieces(extent, lanes > 1 ? 1 : vector, body);
}

void FourierLines::pieces(int64_t extent, int64_t most,
                          llvm::function_ref<void(Value, int64_t)> body) {
  if (extent <= 0) {
    return;
  }
  auto count =
      std::min<int64_t>(most, llvm::bit_floor(static_cast<uint64_t>(extent)));
  if (extent == count) {
    return body(hero.index(0), count);
  }
  hero.loop(hero.index(0), hero.index(llvm::divideCeil(extent, count)),
            [&](Value piece) {
              Value first = hero.mul(piece, count);
              if (extent % count != 0) {
                first = hero.smaller(first, hero.index(extent - count));
              }
              body(first, count);
            });
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

Value FourierLines::join(ValueRange tiles) {
  auto type = cast<RankedTensorType>(tiles.front().getType());
  return math.make<JoinOp>(
      RankedTensorType::get(
          {type.getNumElements(), static_cast<int64_t>(tiles.size())},
          type.getElementType()),
      tiles);
}

Value FourierLines::convert(Value tile) { return math.toFloat(tile, part); }

Value FourierLines::zeros(int64_t count) {
  return math.zero(RankedTensorType::get({count * lanes}, part));
}

//===----------------------------------------------------------------------===//
// Factors
//===----------------------------------------------------------------------===//

/// The same as `odd`. Sums and differences go through memory; a few elements of
/// the result are summed beside each other.
void FourierLines::longFactor(int64_t p, int64_t count, Load load, Store store,
                              Store storeBack) {
  int64_t size = count * lanes;
  int64_t h = (p - 1) / 2;
  int64_t block = std::min(h, oddBlock);
  Value zero = hero.index(0);
  TileValue first = load(zero);
  // Without imaginary parts there is half as much to do.
  int64_t parts = first[1] ? 2 : 1;
  auto termsAt = [&](Value q, int64_t i) {
    return llvm::SmallVector<Value>{q, hero.index(i), zero};
  };
  auto pairOf = [&](ValueRange values, int64_t at) {
    return TileValue{values[at], parts == 2 ? values[at + 1] : Value()};
  };
  auto partsOf = [&](const TileValue &value) {
    return ArrayRef<Value>(value).take_front(parts);
  };
  llvm::SmallVector<Value> all =
      hero.loop(zero, hero.index(h), partsOf(first),
                [&](Value q, ValueRange sum) -> llvm::SmallVector<Value> {
                  TileValue a = load(hero.add(q, hero.index(1)));
                  TileValue b = load(hero.sub(hero.index(p - 1), q));
                  TileValue both = plus(a, b);
                  TileValue difference = minus(a, b);
                  for (int64_t i = 0; i < parts; ++i) {
                    storePart(both[i], terms, termsAt(q, i));
                    storePart(difference[i], terms, termsAt(q, 2 + i));
                  }
                  return llvm::to_vector(partsOf(plus(pairOf(sum, 0), both)));
                });
  store(zero, pairOf(all, 0));
  unsigned table = tables.odd.at(p);
  hero.loop(zero, hero.index(llvm::divideCeil(h, block)), [&](Value number) {
    Value none = math.zero(first[0].getType());
    llvm::SmallVector<Value> initial;
    for (int64_t i = 0; i < block; ++i) {
      llvm::append_range(initial, partsOf(first));
      initial.append(parts, none);
    }
    llvm::SmallVector<Value> sums = hero.loop(
        zero, hero.index(h), initial,
        [&](Value q, ValueRange sum) -> llvm::SmallVector<Value> {
          llvm::SmallVector<Value, 4> x;
          for (int64_t kind = 0; kind < 2; ++kind) {
            for (int64_t i = 0; i < parts; ++i) {
              x.push_back(loadPart(terms, termsAt(q, 2 * kind + i), {size}));
            }
          }
          Value at = hero.mul(hero.add(hero.mul(number, h), q), 2 * block);
          llvm::SmallVector<Value> next;
          for (int64_t i = 0; i < 2 * block; ++i) {
            Value factor = single(table, hero.add(at, hero.index(i)), size);
            for (int64_t j = 0; j < parts; ++j) {
              next.push_back(
                  add(sum[parts * i + j], mul(x[parts * (i % 2) + j], factor)));
            }
          }
          return next;
        });
    Value begin = hero.mul(number, block);
    if (h % block != 0) {
      begin = hero.smaller(begin, hero.index(h - block));
    }
    for (int64_t i = 0; i < block; ++i) {
      TileValue even = pairOf(sums, 2 * parts * i);
      TileValue uneven = pairOf(sums, 2 * parts * i + parts);
      Value u = hero.add(begin, hero.index(i + 1));
      store(u, plusTurned(even, uneven));
      storeBack(u, minusTurned(even, uneven));
    }
  });
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// Neighbours differ in j, and nothing is multiplied.
void FourierLines::firstStep(int64_t p, bool isReal) {
  int64_t m = plan.length / p;
  pieces(m, [&](Value j, int64_t count) {
    auto load = [&](Value q) {
      Value point = hero.add(j, hero.mul(q, m));
      TileValue value =
          source ? exchanged(source(point)) : loadFrom(half, point, count);
      return isReal ? TileValue{value[0], Value()} : value;
    };
    Value to = hero.mul(j, p);
    auto store = [&](Value u, TileValue value) {
      value[1] = value[1] ? value[1] : zeros(count);
      if (sink && m == 1) {
        return sink(u, exchanged(value));
      }
      for (int64_t i = 0; i < 2; ++i) {
        Value tile = value[i];
        storePart(lanes > 1 ? math.reshape(tile, {1, 1, lanes}) : tile,
                  halves[1 - half], place(hero.add(to, u), i),
                  count > 1 ? ArrayRef<int64_t>({p}) : ArrayRef<int64_t>());
      }
    };
    auto storeBack = [&](Value u, const TileValue &value) {
      if (!isReal) {
        store(hero.sub(hero.index(p), u), value);
      }
    };
    if (!isShort(p)) {
      return longFactor(p, count, load, store, storeBack);
    }
    Numbers t;
    for (int64_t q = 0; q < p; ++q) {
      t.push_back(load(hero.index(q)));
    }
    Numbers y = butterfly(t);
    if (isReal || count == 1) {
      for (int64_t u = 0; u < (isReal ? (p + 1) / 2 : p); ++u) {
        store(hero.index(u), y[u]);
      }
      return;
    }
    TileValue rows;
    for (int64_t i = 0; i < 2; ++i) {
      auto parts = llvm::map_to_vector(
          y, [&](const TileValue &value) { return value[i]; });
      rows.push_back(math.reshape(join(parts), {count * p}));
    }
    storeTo(1 - half, to, rows, count * p);
  });
}

void FourierLines::step(size_t s, int64_t l, int64_t p, bool isReal) {
  int64_t m = plan.length / (l * p);
  const RootRuns &runs = plan.steps[s];
  auto body = [&](Value j) {
    turns(runs, [&](const Turn &turn, Value k, int64_t count) {
      Value from = hero.add(hero.mul(j, l), k);
      Value block = hero.mul(j, l * p);
      Value to = hero.add(block, k);
      auto load = [&](Value q) {
        return loadFrom(half, hero.add(from, hero.mul(q, m * l)), count);
      };
      auto term = [&](Value q) {
        return matchPattern(q, m_Zero())
                   ? load(q)
                   : times(load(q), root(tables.roots, runs, turn, q, count));
      };
      auto leave = [&](Value point, const TileValue &value, bool isReversed) {
        if (sink && m == 1) {
          return sink(point, exchanged(value));
        }
        storeTo(1 - half, point, value, count, isReversed);
      };
      auto store = [&](Value u, const TileValue &value) {
        leave(hero.add(to, hero.mul(u, l)), value, /*isReversed=*/false);
      };
      auto storeBack = [&](Value u, const TileValue &value) {
        if (!isReal) {
          return store(hero.sub(hero.index(p), u), value);
        }
        leave(hero.sub(hero.add(block, hero.mul(u, l)), k),
              {value[0], math.negate(value[1])}, /*isReversed=*/true);
      };
      if (!isShort(p)) {
        return longFactor(p, count, term, store, storeBack);
      }
      Numbers t;
      for (int64_t q = 0; q < p; ++q) {
        t.push_back(term(hero.index(q)));
      }
      Numbers y = butterfly(t);
      int64_t direct = isReal ? (p + 1) / 2 : p;
      for (int64_t u = 0; u < direct; ++u) {
        store(hero.index(u), y[u]);
      }
      for (int64_t u = direct; u < p; ++u) {
        storeBack(hero.index(p - u), y[u]);
      }
    });
  };
  if (m == 1) {
    return body(hero.index(0));
  }
  hero.loop(hero.index(0), hero.index(m), body);
}

void FourierLines::steps(bool isReal) {
  int64_t done = 1;
  for (auto [s, p] : llvm::enumerate(plan.factors)) {
    if (done == 1) {
      firstStep(p, isReal);
    } else {
      step(s, done, p, isReal);
    }
    done *= p;
    half = 1 - half;
  }
}

void FourierLines::transformReal() {
  assert(!plan.isChirped && plan.length % 2 == 1 && "of an odd length");
  steps(/*isReal=*/true);
}

void FourierLines::transform() {
  if (!plan.isChirped) {
    return steps(/*isReal=*/false);
  }
  pieces(plan.points, [&](Value i, int64_t count) {
    storeTo(1 - half, i,
            times(loadFrom(half, i, count), number(tables.chirp, i, count)),
            count);
  });
  pieces(plan.length - plan.points, [&](Value i, int64_t count) {
    storeTo(1 - half, hero.add(i, hero.index(plan.points)),
            {zeros(count), zeros(count)}, count);
  });
  half = 1 - half;
  stepsTimes(tables.filter, /*isBack=*/false);
  stepsTimes(tables.chirp, /*isBack=*/true);
}

/// The steps, on the way back with parts exchanged, and a product with a table.
void FourierLines::stepsTimes(unsigned table, bool isBack) {
  auto turn = [&] { isExchanged ^= isBack; };
  turn();
  // What the last step makes is at hand, if it is made point by point.
  if (lanes > 1) {
    sink = [&](Value point, const TileValue &value) {
      turn();
      storeTo(1 - half, point, times(exchanged(value), number(table, point, 1)),
              1);
      turn();
    };
  }
  steps(/*isReal=*/false);
  sink = nullptr;
  turn();
  if (lanes > 1) {
    return;
  }
  pieces(plan.length, [&](Value i, int64_t count) {
    storeTo(1 - half, i,
            times(loadFrom(half, i, count), number(table, i, count)), count);
  });
  half = 1 - half;
}

//===----------------------------------------------------------------------===//
// Spectra of real numbers
//===----------------------------------------------------------------------===//

void FourierLines::fold(double scale) {
  int64_t n = plan.points;
  turns(tables.foldingRuns, [&](const Turn &turn, Value k, int64_t count) {
    Value mirrored = hero.sub(hero.index(n), k);
    TileValue a = loadFrom(half, k, count);
    TileValue b = loadFrom(half, mirrored, count, /*isReversed=*/true);
    TileValue e = scaled({add(a[0], b[0]), sub(a[1], b[1])}, scale);
    TileValue difference = {sub(a[0], b[0]), add(a[1], b[1])};
    TileValue t = times(difference, root(tables.folding, tables.foldingRuns,
                                         turn, hero.index(1), count));
    storeTo(1 - half, k, plus(e, t), count);
    storeTo(1 - half, mirrored, {sub(e[0], t[0]), sub(t[1], e[1])}, count,
            /*isReversed=*/true);
  });
  half = 1 - half;
}

void FourierLines::repeat(int64_t from, int64_t to) {
  store(hero.index(to), load(hero.index(from), 1), 1);
}

void FourierLines::dropImaginary(int64_t point) {
  Value at = hero.index(point);
  store(at, {load(at, 1)[0], zeros(1)}, 1);
}

void FourierLines::mirror(int64_t n) {
  pieces((n - 1) / 2, [&](Value i, int64_t count) {
    TileValue value = load(hero.add(i, hero.index(1)), count);
    store(hero.sub(hero.index(n - 1), i), {value[0], math.negate(value[1])},
          count, /*isReversed=*/true);
  });
}

} // namespace weft::tile
