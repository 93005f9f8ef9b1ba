// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Heroes/FactorNumbers.h"

#include "weft/Tile/Tiling/Elementwise/Elementwise.h"

#include <limits>

using namespace mlir;

namespace weft::tile {

Type typeOfSums(Type element) {
  Type part = partType(element);
  return part.isF64() ? part : Type(Float32Type::get(part.getContext()));
}

TileValue FactorNumbers::subtractProduct(const TileValue &sum,
                                         const TileValue &a,
                                         const TileValue &b) {
  if (sum.size() == 1) {
    return {math.sub(sum[0], math.mul(a[0], b[0]))};
  }
  return {
      math.add(math.sub(sum[0], math.mul(a[0], b[0])), math.mul(a[1], b[1])),
      math.sub(math.sub(sum[1], math.mul(a[0], b[1])), math.mul(a[1], b[0]))};
}

TileValue FactorNumbers::multiply(const TileValue &a, const TileValue &b) {
  if (a.size() == 1) {
    return {math.mul(a[0], b[0])};
  }
  return {math.sub(math.mul(a[0], b[0]), math.mul(a[1], b[1])),
          math.add(math.mul(a[0], b[1]), math.mul(a[1], b[0]))};
}

TileValue FactorNumbers::multiplyByReal(const TileValue &a, Value b) {
  return mapParts(a, [&](Value part) { return math.mul(part, b); });
}

TileValue FactorNumbers::divide(const TileValue &a, const TileValue &b) {
  return a.size() == 1 ? TileValue{math.make<arith::DivFOp>(a[0], b[0])}
                       : emitQuotient(math, a, b);
}

TileValue FactorNumbers::divideByReal(const TileValue &a, Value b) {
  return mapParts(
      a, [&](Value part) { return math.make<arith::DivFOp>(part, b); });
}

TileValue FactorNumbers::select(Value condition, const TileValue &a,
                                const TileValue &b) {
  TileValue value;
  for (auto [left, right] : llvm::zip_equal(a, b)) {
    value.push_back(math.select(condition, left, right));
  }
  return value;
}

TileValue FactorNumbers::zeros(const TileValue &like) {
  return mapParts(like, [&](Value part) { return math.zero(part.getType()); });
}

Value FactorNumbers::magnitude(const TileValue &a) {
  Value size = math.absolute(a[0]);
  return a.size() == 1 ? size
                       : math.make<arith::AddFOp>(size, math.absolute(a[1]));
}

Value FactorNumbers::isZero(const TileValue &a) {
  auto equals = [&](Value part) {
    return math.compare(arith::CmpFPredicate::OEQ, part,
                        math.zero(part.getType()));
  };
  Value isZero = equals(a[0]);
  return a.size() == 1 ? isZero : math.both(isZero, equals(a[1]));
}

Value FactorNumbers::rootOf(Value pivot) {
  return math.select(
      math.compare(arith::CmpFPredicate::OGT, pivot,
                   math.zero(pivot.getType())),
      math.make<math::SqrtOp>(pivot),
      math.real(pivot.getType(), std::numeric_limits<double>::quiet_NaN()));
}

} // namespace weft::tile
