// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Heroes/FourierSinks.h"

#include "weft/Tile/Tiling/Heroes/BlockHero.h"

using namespace mlir;

namespace weft::tile {

FourierTiles::Sink FourierSinks::ofPass(const Workspace &workspace,
                                        unsigned buffer) {
  const Sink write = pass.isLast ? ofResult() : ofParts(workspace, buffer);
  return !blocks.convolution            ? write
         : pass.isLast                  ? unchirped(write)
         : pass.isEnd() && !pass.isBack ? filtered(write)
                                        : write;
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

FourierTiles::Sink FourierSinks::ofParts(const Workspace &workspace,
                                         unsigned buffer) {
  const int64_t p = plan.factors.back();
  const int64_t each = plan.length / p;
  Value ref = workspace.argument(hero.kernel, buffer);
  reshapeArgument(
      hero.kernel, ref,
      {shape.lines(), pass.each() / pass.done, p, each, pass.done, 2});
  return [this, ref](const Places &at, Value u, Value k, TileValue value) {
    value[1] = value[1] ? value[1] : math.zero(value[0].getType());
    Value signal = rest(at, at.signal, pass.each());
    scatterPair(value, ref, at,
                {over(at, at.signal, pass.each()), over(at, signal, pass.done),
                 u, k, rest(at, signal, pass.done)});
  };
}

FourierTiles::Sink FourierSinks::ofResult() {
  const int64_t p = plan.factors.back();
  const int64_t each = plan.length / p;
  const bool isHalf = shape.kind == stablehlo::FftType::RFFT;
  const bool isFlat = isHalf || blocks.convolution;
  SmallVector<int64_t> extents = {shape.outer};
  if (isFlat) {
    extents.push_back(isHalf ? shape.length / 2 + 1 : shape.length);
  } else {
    extents.append({p, each, pass.done});
  }
  extents.push_back(shape.inner);
  if (!shape.isToReal()) {
    extents.push_back(2);
  }
  Value ref = hero.result(0);
  reshapeArgument(hero.kernel, ref, extents);
  const double scale =
      shape.isInverse() ? 1 / static_cast<double>(shape.length) : 1;
  return [this, ref, each, isFlat, isHalf, scale](const Places &at, Value u,
                                                  Value k, TileValue value) {
    value[1] = value[1] ? value[1] : math.zero(value[0].getType());
    if (shape.isInverse()) {
      std::swap(value[0], value[1]);
    }
    // Of a part of the line, all before it is done: signals are k.
    Value line = over(at, at.signal, pass.each());
    Value before = rest(at, at.signal, pass.each());
    Places masked = at;
    SmallVector<Value> subscripts = {over(at, line, shape.inner)};
    if (isFlat) {
      const int64_t wanted = isHalf ? shape.length / 2 + 1 : shape.length;
      const Inside inside = insideOf(u, each * pass.done, wanted);
      if (isHalf && inside == Inside::None) {
        return;
      }
      Value point = wholeOf(at, u, k);
      if (isHalf && inside == Inside::Some) {
        masked.live = both(at.live, isBelow(at, point, wanted));
      }
      subscripts.push_back(point);
    } else {
      subscripts.append({u, k, before});
    }
    subscripts.push_back(rest(at, line, shape.inner));
    for (Value &own : value) {
      own = math.toFloat(scaled(own, scale), shape.part);
    }
    if (shape.isToReal()) {
      scatter(value[0], ref, subscripts, masked.live);
    } else {
      scatterPair(value, ref, masked, subscripts);
    }
  };
}

//===----------------------------------------------------------------------===//
// On the way
//===----------------------------------------------------------------------===//

FourierTiles::Sink FourierSinks::filtered(const Sink &sink) {
  return [this, sink](const Places &at, Value u, Value k,
                      const TileValue &value) {
    sink(at, u, k, times(value, entry(tables.filter, at, {wholeOf(at, u, k)})));
  };
}

/// Of Bluestein's convolution, the points of the line, times the chirp.
FourierTiles::Sink FourierSinks::unchirped(const Sink &sink) {
  return
      [this, sink](const Places &at, Value u, Value k, const TileValue &value) {
        const int64_t points = shape.length;
        const int64_t row = plan.length / plan.factors.back() * pass.done;
        const Inside inside = insideOf(u, row, points);
        if (inside == Inside::None) {
          return;
        }
        Value point = wholeOf(at, u, k);
        Places masked = at;
        if (inside == Inside::Some) {
          masked.live = both(at.live, isBelow(at, point, points));
        }
        sink(masked, u, k,
             times({value[1], value[0]}, entry(tables.chirp, at, {point})));
      };
}

} // namespace weft::tile
