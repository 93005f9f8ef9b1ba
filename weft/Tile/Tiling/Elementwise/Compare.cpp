// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order of elements.

#include "weft/Tile/Tiling/Elementwise/Elementwise.h"

using namespace mlir;

namespace weft::tile {
namespace {

arith::CmpFPredicate ofFloats(Relation relation) {
  switch (relation) {
  case Relation::Equal:
    return arith::CmpFPredicate::OEQ;
  case Relation::NotEqual:
    return arith::CmpFPredicate::UNE;
  case Relation::Less:
    return arith::CmpFPredicate::OLT;
  case Relation::LessEqual:
    return arith::CmpFPredicate::OLE;
  case Relation::Greater:
    return arith::CmpFPredicate::OGT;
  case Relation::GreaterEqual:
    return arith::CmpFPredicate::OGE;
  }
  return arith::CmpFPredicate::OEQ;
}

arith::CmpIPredicate ofIntegers(Relation relation, bool isUnsigned) {
  using Predicate = arith::CmpIPredicate;
  switch (relation) {
  case Relation::Equal:
    return Predicate::eq;
  case Relation::NotEqual:
    return Predicate::ne;
  case Relation::Less:
    return isUnsigned ? Predicate::ult : Predicate::slt;
  case Relation::LessEqual:
    return isUnsigned ? Predicate::ule : Predicate::sle;
  case Relation::Greater:
    return isUnsigned ? Predicate::ugt : Predicate::sgt;
  case Relation::GreaterEqual:
    return isUnsigned ? Predicate::uge : Predicate::sge;
  }
  return Predicate::eq;
}

/// An integer in the order that IEEE 754 puts all floats in, NaN included: the
/// code, with the magnitude of negative numbers turned around.
Value totalOrderKey(Arithmetic &math, Value value) {
  Value code = math.bitsOf(value);
  unsigned width = elementOf(code).getIntOrFloatBitWidth();
  Type type = code.getType();
  Value sign = math.make<arith::ShRSIOp>(code, math.integer(type, width - 1));
  Value mask = math.make<arith::ShRUIOp>(sign, math.integer(type, 1));
  return math.make<arith::XOrIOp>(code, mask);
}

/// By real part, then by imaginary part.
Value compareComplex(Arithmetic &math, const TileValue &lhs,
                     const TileValue &rhs, Relation relation) {
  auto parts = [&](unsigned i, Relation relation) {
    return math.compare(ofFloats(relation), lhs[i], rhs[i]);
  };
  switch (relation) {
  case Relation::Equal:
    return math.both(parts(0, relation), parts(1, relation));
  case Relation::NotEqual:
    return math.either(parts(0, relation), parts(1, relation));
  default:
    break;
  }
  bool isLess = relation == Relation::Less || relation == Relation::LessEqual;
  Value first = parts(0, isLess ? Relation::Less : Relation::Greater);
  Value second = math.both(parts(0, Relation::Equal), parts(1, relation));
  return math.either(first, second);
}

} // namespace

Type totalOrderType(Type element) {
  const bool isOrdered = element.isF16() || element.isBF16() ||
                         element.getIntOrFloatBitWidth() >= 32;
  return isOrdered ? element : Float32Type::get(element.getContext());
}

Value emitCompare(Arithmetic &math, const TileValue &lhs, const TileValue &rhs,
                  Type element, Relation relation, bool totalOrder) {
  if (isComplex(element)) {
    return compareComplex(math, lhs, rhs, relation);
  }
  if (!isa<FloatType>(element)) {
    return math.compare(ofIntegers(relation, isUnsigned(element)), lhs[0],
                        rhs[0]);
  }
  if (totalOrder) {
    const Type ordered = totalOrderType(element);
    return math.compare(ofIntegers(relation, false),
                        totalOrderKey(math, math.toFloat(lhs[0], ordered)),
                        totalOrderKey(math, math.toFloat(rhs[0], ordered)));
  }
  return math.compare(ofFloats(relation), math.widen(lhs[0]),
                      math.widen(rhs[0]));
}

TileValue emitExtremum(Arithmetic &math, const TileValue &lhs,
                       const TileValue &rhs, Type element, bool isMaximum) {
  if (isComplex(element)) {
    auto isNaN = [&](const TileValue &value) {
      return math.either(math.isNaN(value[0]), math.isNaN(value[1]));
    };
    Value isBehind = compareComplex(
        math, lhs, rhs, isMaximum ? Relation::Less : Relation::Greater);
    // The left one if it is NaN, else the right one if it is NaN or ahead.
    Value isRight = math.both(math.complement(isNaN(lhs)),
                              math.either(isNaN(rhs), isBehind));
    return {math.select(isRight, rhs[0], lhs[0]),
            math.select(isRight, rhs[1], lhs[1])};
  }
  Value x = lhs[0];
  Value y = rhs[0];
  if (isa<FloatType>(element)) {
    x = math.widen(x);
    y = math.widen(y);
    Value result = isMaximum ? math.make<arith::MaximumFOp>(x, y)
                             : math.make<arith::MinimumFOp>(x, y);
    return {math.narrow(result, element)};
  }
  bool noSign = isUnsigned(element);
  if (isMaximum) {
    return {noSign ? math.make<arith::MaxUIOp>(x, y)
                   : math.make<arith::MaxSIOp>(x, y)};
  }
  return {noSign ? math.make<arith::MinUIOp>(x, y)
                 : math.make<arith::MinSIOp>(x, y)};
}

} // namespace weft::tile
