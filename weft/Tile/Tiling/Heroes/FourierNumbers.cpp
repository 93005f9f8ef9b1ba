// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Heroes/FourierNumbers.h"

#include <cmath>
#include <numbers>

using namespace mlir;

namespace weft::tile {

Value FourierNumbers::add(Value a, Value b) {
  if (!a || !b) {
    return a ? a : b;
  }
  return math.make<arith::AddFOp>(a, b, arith::FastMathFlags::contract);
}
Value FourierNumbers::sub(Value a, Value b) {
  if (!a || !b) {
    return b ? math.negate(b) : a;
  }
  return math.make<arith::SubFOp>(a, b, arith::FastMathFlags::contract);
}
Value FourierNumbers::mul(Value a, Value b) {
  return math.make<arith::MulFOp>(a, b, arith::FastMathFlags::contract);
}

TileValue FourierNumbers::plus(const TileValue &a, const TileValue &b) {
  return {add(a[0], b[0]), add(a[1], b[1])};
}
TileValue FourierNumbers::minus(const TileValue &a, const TileValue &b) {
  return {sub(a[0], b[0]), sub(a[1], b[1])};
}
TileValue FourierNumbers::plusTurned(const TileValue &a, const TileValue &b) {
  return {add(a[0], b[1]), sub(a[1], b[0])};
}
TileValue FourierNumbers::minusTurned(const TileValue &a, const TileValue &b) {
  return {sub(a[0], b[1]), add(a[1], b[0])};
}
TileValue FourierNumbers::times(const TileValue &a, const TileValue &b) {
  return {sub(mul(a[0], b[0]), mul(a[1], b[1])),
          add(mul(a[0], b[1]), mul(a[1], b[0]))};
}

Value FourierNumbers::scaled(Value a, double b) {
  return b == 1 || !a ? a : mul(a, math.real(a.getType(), b));
}
TileValue FourierNumbers::scaled(const TileValue &a, double b) {
  return {scaled(a[0], b), scaled(a[1], b)};
}

FourierNumbers::Numbers FourierNumbers::four(const Numbers &t) {
  TileValue a = plus(t[0], t[2]);
  TileValue b = minus(t[0], t[2]);
  TileValue c = plus(t[1], t[3]);
  TileValue d = minus(t[1], t[3]);
  return {plus(a, c), plusTurned(b, d), minus(a, c), minusTurned(b, d)};
}

FourierNumbers::Numbers FourierNumbers::eight(const Numbers &t) {
  Numbers even = four({t[0], t[2], t[4], t[6]});
  Numbers uneven = four({t[1], t[3], t[5], t[7]});
  constexpr double root = std::numbers::sqrt2 / 2;
  // Times exp(-i pi / 4); what is left of three times that is a quarter turn.
  auto turned = [&](const TileValue &a) {
    return scaled({add(a[0], a[1]), sub(a[1], a[0])}, root);
  };
  TileValue one = turned(uneven[1]);
  TileValue three = turned(uneven[3]);
  return {plus(even[0], uneven[0]),        plus(even[1], one),
          plusTurned(even[2], uneven[2]),  plusTurned(even[3], three),
          minus(even[0], uneven[0]),       minus(even[1], one),
          minusTurned(even[2], uneven[2]), minusTurned(even[3], three)};
}

/// Elements u and p - u of the result differ in the sign of the sines alone,
/// and terms q and p - q have the same cosines, and sines of opposite signs.
FourierNumbers::Numbers FourierNumbers::odd(const Numbers &t) {
  auto p = static_cast<int64_t>(t.size());
  int64_t h = (p - 1) / 2;
  Numbers sums;
  Numbers differences;
  Numbers y(p);
  y[0] = t[0];
  for (int64_t q = 1; q <= h; ++q) {
    sums.push_back(plus(t[q], t[p - q]));
    differences.push_back(minus(t[q], t[p - q]));
    y[0] = plus(y[0], sums.back());
  }
  for (int64_t u = 1; u <= h; ++u) {
    TileValue even = t[0];
    TileValue uneven;
    for (int64_t q = 1; q <= h; ++q) {
      double turn = 2 * std::numbers::pi * static_cast<double>(q * u % p) /
                    static_cast<double>(p);
      even = plus(even, scaled(sums[q - 1], std::cos(turn)));
      TileValue next = scaled(differences[q - 1], std::sin(turn));
      uneven = q == 1 ? next : plus(uneven, next);
    }
    y[u] = plusTurned(even, uneven);
    y[p - u] = minusTurned(even, uneven);
  }
  return y;
}

FourierNumbers::Numbers FourierNumbers::butterfly(const Numbers &t) {
  switch (t.size()) {
  case 2:
    return {plus(t[0], t[1]), minus(t[0], t[1])};
  case 4:
    return four(t);
  case 8:
    return eight(t);
  default:
    return odd(t);
  }
}

static ElementsAttr attributeOf(ArrayRef<double> numbers,
                                ArrayRef<int64_t> shape, Type part) {
  auto type = RankedTensorType::get(shape, part);
  if (part.isF64()) {
    return DenseElementsAttr::get(type, numbers);
  }
  std::vector<float> narrow(numbers.begin(), numbers.end());
  return DenseElementsAttr::get(type, ArrayRef(narrow));
}

ElementsAttr tableOf(ArrayRef<double> numbers, Type part) {
  return attributeOf(numbers, {static_cast<int64_t>(numbers.size())}, part);
}

ElementsAttr pairsOf(const ComplexTable &numbers, int64_t rows, Type part) {
  const size_t count = numbers.size() / 2;
  std::vector<double> pairs;
  for (size_t i = 0; i < count; ++i) {
    pairs.push_back(numbers[i]);
    pairs.push_back(numbers[count + i]);
  }
  SmallVector<int64_t> shape = {static_cast<int64_t>(count), 2};
  if (rows != 0) {
    shape = {rows, shape[0] / rows, 2};
  }
  return attributeOf(pairs, shape, part);
}

} // namespace weft::tile
