// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Heroes/FourierSources.h"

#include "weft/Tile/Tiling/Heroes/BlockHero.h"

using namespace mlir;

namespace weft::tile {

FourierTiles::Source FourierSources::ofPass(const Workspace &workspace,
                                            unsigned buffer) {
  const Source read = pass.isFirst ? ofOperand() : ofParts(workspace, buffer);
  if (pass.done > 1) {
    return turned(read);
  }
  return !blocks.convolution ? read
         : pass.isFirst      ? chirped(read)
                             : exchanged(read);
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

SmallVector<int64_t> FourierSources::termsOfFirstStep() const {
  const int64_t p = plan.factors.front();
  return {p, plan.length / p, pass.each()};
}

FourierTiles::Source FourierSources::ofParts(const Workspace &workspace,
                                             unsigned buffer) {
  Value ref = workspace.argument(hero.kernel, buffer);
  SmallVector<int64_t> extents = {shape.lines()};
  extents.append(termsOfFirstStep());
  extents.push_back(2);
  reshapeArgument(hero.kernel, ref, extents);
  return [this, ref](const Places &at, const Term &term) {
    return gatherPair(ref, part, at,
                      {over(at, at.signal, pass.each()), term.q, term.place,
                       rest(at, at.signal, pass.each())});
  };
}

FourierTiles::Source FourierSources::ofOperand() {
  const bool isHalf = shape.isToReal();
  const bool isFlat = isHalf || blocks.convolution;
  SmallVector<int64_t> extents = {shape.outer};
  if (isFlat) {
    extents.push_back(isHalf ? shape.length / 2 + 1 : shape.length);
  } else {
    extents.append(termsOfFirstStep());
  }
  extents.push_back(shape.inner);
  if (!shape.isFromReal()) {
    extents.push_back(2);
  }
  Value ref = hero.operand(0);
  reshapeArgument(hero.kernel, ref, extents);
  return [this, ref, isHalf, isFlat](const Places &at, const Term &term) {
    Value line = over(at, at.signal, pass.each());
    Value before = rest(at, at.signal, pass.each());
    SmallVector<Value> subscripts = {over(at, line, shape.inner)};
    Value point;
    Inside direct = Inside::All;
    if (isFlat) {
      point = wholeAt(at, term);
      Value place = point;
      if (isHalf) {
        direct =
            insideOf(term.q, term.each * pass.each(), shape.length / 2 + 1);
      }
      if (direct != Inside::All) {
        place = math.make<arith::SubIOp>(number(at, shape.length), point);
      }
      if (direct == Inside::Some) {
        // The smaller one of both.
        place = math.make<arith::MinUIOp>(point, place);
      }
      subscripts.push_back(place);
    } else {
      subscripts.append({term.q, term.place, before});
    }
    subscripts.push_back(rest(at, line, shape.inner));
    if (shape.isFromReal()) {
      Value real = gather(ref, shape.part, at, subscripts);
      return TileValue{math.toFloat(real, part), Value()};
    }
    TileValue value = gatherPair(ref, shape.part, at, subscripts);
    for (Value &own : value) {
      own = math.toFloat(own, part);
    }
    if (isHalf) {
      value[1] = mirrored(at, term, point, direct, value[1]);
    }
    // The inverse transform is the forward one of exchanged parts.
    return shape.isInverse() ? TileValue{value[1], value[0]} : value;
  };
}

/// The imaginary part of a real signal's spectrum, of which half is given:
/// beyond, elements are conjugates, and those that are their own mirrors have
/// none.
Value FourierSources::mirrored(const Places &at, const Term &term, Value point,
                               Inside direct, Value imaginary) {
  const int64_t n = shape.length;
  if (direct != Inside::All) {
    Value negated = math.negate(imaginary);
    imaginary =
        direct == Inside::None
            ? negated
            : math.select(isBelow(at, point, n / 2 + 1), imaginary, negated);
  }
  const int64_t row = term.each * pass.each();
  SmallVector<int64_t> own = {0};
  if (n % 2 == 0) {
    own.push_back(n / 2);
  }
  for (int64_t one : own) {
    if (std::optional<int64_t> q = known(term.q); !q || *q == one / row) {
      Value isOne =
          math.compare(arith::CmpIPredicate::eq, point, number(at, one));
      imaginary = math.select(isOne, math.zero(imaginary.getType()), imaginary);
    }
  }
  return imaginary;
}

//===----------------------------------------------------------------------===//
// On the way
//===----------------------------------------------------------------------===//

/// By the q k-th of l P parts of a circle (FourierPass.h).
FourierTiles::Source FourierSources::turned(const Source &source) {
  return [this, source](const Places &at, const Term &term) {
    Value turn = math.mul(pointAt(at, term), rest(at, at.signal, pass.done));
    const int64_t step = tables.coarseStep;
    return times(source(at, term),
                 times(entry(tables.coarse, at, {over(at, turn, step)}),
                       entry(tables.fine, at, {rest(at, turn, step)})));
  };
}

/// The points of a line, times the chirp of Bluestein's convolution, and zeros
/// behind them.
FourierTiles::Source FourierSources::chirped(const Source &source) {
  return [this, source](const Places &at, const Term &term) {
    const int64_t points = shape.length;
    const Inside inside = insideOf(term.q, term.each * pass.each(), points);
    if (inside == Inside::None) {
      return TileValue(2);
    }
    Value point = wholeAt(at, term);
    Places masked = at;
    if (inside == Inside::Some) {
      masked.read = isBelow(at, point, points);
    }
    TileValue value = source(masked, term);
    value[1] = value[1] ? value[1] : math.zero(value[0].getType());
    return times(value, entry(tables.chirp, at, {point}));
  };
}

FourierTiles::Source FourierSources::exchanged(const Source &source) {
  return [source](const Places &at, const Term &term) {
    TileValue value = source(at, term);
    return TileValue{value[1], value[0]};
  };
}

} // namespace weft::tile
