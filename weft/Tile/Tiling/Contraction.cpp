// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Contraction.h"

#include "weft/Support/Summation.h"
#include "weft/Tile/IR/Tile.h"
#include "weft/Tile/Tiling/Elementwise/Elementwise.h"
#include "weft/Tile/Tiling/Totals.h"

using namespace mlir;

namespace weft::tile {
namespace {

/// Floats are summed in f32 at least, booleans are counted.
Type accumulatorType(Type lhs, Type rhs, Type result) {
  Type part = partType(result);
  if (isBoolean(part)) {
    return IntegerType::get(part.getContext(), 32);
  }
  if (!isa<FloatType>(part)) {
    return part;
  }
  Type widest = computeType(part);
  for (Type factor : {partType(lhs), partType(rhs)}) {
    if (isa<FloatType>(factor) &&
        factor.getIntOrFloatBitWidth() > widest.getIntOrFloatBitWidth()) {
      widest = factor;
    }
  }
  return widest;
}

} // namespace

int64_t stepsOfProducts(Type result, int64_t terms) {
  return isa<FloatType>(partType(result))
             ? std::max<int64_t>(1, longestChainOfProducts / terms)
             : 0;
}

Contraction::Contraction(Arithmetic &math, Type lhs, Type rhs, Type result,
                         std::optional<stablehlo::DotAlgorithmAttr> algorithm)
    : math(math), lhs(lhs), rhs(rhs), result(result),
      accumulator(accumulatorType(lhs, rhs, result)), algorithm(algorithm),
      isRounded(isComplex(result)) {}

llvm::SmallVector<Value> Contraction::start(ArrayRef<int64_t> shape) {
  Type type = RankedTensorType::get(shape, accumulator);
  return llvm::SmallVector<Value>(partCount(result), math.zero(type));
}

TileValue Contraction::prepare(const TileValue &factor, bool isLhs,
                               Value mask) {
  Type from = isLhs ? lhs : rhs;
  TileValue value = factor;
  bool isReal = isa<FloatType>(partType(from));
  if (isBoolean(result)) {
    value = emitConvert(math, value, from, accumulator);
  } else if (isReal != isa<FloatType>(accumulator) ||
             isComplex(from) != isComplex(result)) {
    value = emitConvert(math, value, from, result);
  } else if (partType(from).getIntOrFloatBitWidth() >
             accumulator.getIntOrFloatBitWidth()) {
    value = emitConvert(math, value, from, accumulator);
  } else if (!hasZero(partType(from))) {
    // It has no zero to stand for what is masked.
    value = emitConvert(math, value, from, accumulator);
  }
  // An algorithm of one product per product rounds its factors; others split
  // them into parts that together hold them.
  if (isReal && algorithm && *algorithm &&
      algorithm->getNumPrimitiveOperations() == 1) {
    Type precision = isLhs ? algorithm->getLhsPrecisionType()
                           : algorithm->getRhsPrecisionType();
    value = mapParts(value, [&](Value part) {
      unsigned width = elementOf(part).getIntOrFloatBitWidth();
      if (isa<FloatTF32Type>(precision)) {
        return width < 32
                   ? part
                   : math.toFloat(
                         emitReducePrecision(
                             math,
                             math.toFloat(part, math.builder.getF32Type()), 8,
                             10),
                         elementOf(part));
      }
      return precision.getIntOrFloatBitWidth() < width
                 ? math.toFloat(part, precision)
                 : part;
    });
  }
  if (mask) {
    value = mapParts(value, [&](Value part) {
      return math.select(mask, part, math.zero(part.getType()));
    });
  }
  return value;
}

/// With the last two dimensions exchanged.
static TileValue turn(Arithmetic &math, const TileValue &value) {
  return mapParts(value, [&](Value part) {
    int64_t rank = cast<RankedTensorType>(part.getType()).getRank();
    auto order = llvm::to_vector(llvm::seq<int64_t>(0, rank));
    std::swap(order[rank - 1], order[rank - 2]);
    return math.transpose(part, order);
  });
}

TileValue Contraction::keep(const TileValue &factor, bool isTurned) {
  TileValue wide =
      mapParts(factor, [&](Value part) { return math.widen(part); });
  return isTurned ? turn(math, wide) : wide;
}

TileValue Contraction::takeKept(const TileValue &kept, bool isTurned) {
  return isTurned ? turn(math, kept) : kept;
}

llvm::SmallVector<Value> Contraction::add(ValueRange accumulators,
                                          const TileValue &a,
                                          const TileValue &b) {
  auto dot = [&](Value x, Value y, Value sum) -> Value {
    auto op = DotOp::create(math.builder, math.loc, x, y, sum);
    if (isUnsigned(lhs) && isa<IntegerType>(elementOf(x))) {
      op.setLhsUnsigned(true);
    }
    if (isUnsigned(rhs) && isa<IntegerType>(elementOf(y))) {
      op.setRhsUnsigned(true);
    }
    op.setRounded(isRounded);
    return op;
  };
  if (a.size() == 1) {
    return {dot(a[0], b[0], accumulators[0])};
  }
  Value re = dot(math.negate(a[1]), b[1], dot(a[0], b[0], accumulators[0]));
  Value im = dot(a[1], b[0], dot(a[0], b[1], accumulators[1]));
  return {re, im};
}

llvm::SmallVector<Value> Contraction::startTotals(ArrayRef<int64_t> shape) {
  return tile::startTotals(math, start(shape));
}

llvm::SmallVector<Value> Contraction::addChain(ValueRange totals,
                                               ValueRange accumulators) {
  return addToTotals(math, totals, accumulators);
}

llvm::SmallVector<Value> Contraction::finishTotals(ValueRange totals) {
  return tile::finishTotals(math, totals, accumulator);
}

TileValue Contraction::finish(ValueRange accumulators) {
  TileValue sums = llvm::to_vector_of<Value, 2>(accumulators);
  if (isBoolean(result)) {
    return emitConvert(math, sums, accumulator, result);
  }
  return mapParts(
      sums, [&](Value sum) { return math.narrow(sum, partType(result)); });
}

} // namespace weft::tile
