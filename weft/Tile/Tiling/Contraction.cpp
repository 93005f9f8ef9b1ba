// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Contraction.h"

#include "weft/Support/Summation.h"
#include "weft/Tile/IR/Tile.h"
#include "weft/Tile/Tiling/Elementwise/Elementwise.h"
#include "weft/Tile/Tiling/Totals.h"

#include <llvm/ADT/TypeSwitch.h>

using namespace mlir;

namespace weft::tile {
namespace {

/// Floats are summed in f32 at least, booleans are counted.
Type accumulatorType(Type lhs, Type rhs, Type result, const ProductForm &form) {
  Type part = partType(result);
  const bool isFloat = isa<FloatType>(part);
  if (isBoolean(part) || (form.group > 1 && !isFloat)) {
    return IntegerType::get(part.getContext(), 32);
  }
  if (!isFloat) {
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

bool mayBeCoarse(Operation *product) {
  auto dot = dyn_cast<stablehlo::DotGeneralOp>(product);
  ArrayAttr precisions = llvm::TypeSwitch<Operation *, ArrayAttr>(product)
                             .Case<stablehlo::DotGeneralOp, stablehlo::DotOp,
                                   stablehlo::ConvolutionOp>([](auto op) {
                               return op.getPrecisionConfigAttr();
                             });
  auto isHighest = [](Attribute precision) {
    return cast<stablehlo::PrecisionAttr>(precision).getValue() ==
           stablehlo::Precision::HIGHEST;
  };
  if (dot && dot.getAlgorithm()) {
    return isa<FloatTF32Type>(dot.getAlgorithm()->getLhsPrecisionType()) &&
           isa<FloatTF32Type>(dot.getAlgorithm()->getRhsPrecisionType()) &&
           dot.getAlgorithm()->getNumPrimitiveOperations() == 1;
  }
  return !precisions || llvm::none_of(precisions, isHighest);
}

/// The shape of an array of which only one row is meant.
static llvm::SmallVector<int64_t> oneRowOf(ArrayRef<int64_t> shape) {
  llvm::SmallVector<int64_t> row(shape);
  row[row.size() - 2] = 1;
  return row;
}

Contraction::Contraction(Arithmetic &math, Type lhs, Type rhs, Type result,
                         const ProductForm &form,
                         std::optional<stablehlo::DotAlgorithmAttr> algorithm)
    : math(math), form(form), lhs(lhs), rhs(rhs), result(result),
      accumulator(accumulatorType(lhs, rhs, result, form)),
      algorithm(algorithm) {}

llvm::SmallVector<Value> Contraction::start(ArrayRef<int64_t> shape) {
  llvm::SmallVector<int64_t> all(shape);
  if (isComplex(result)) {
    all[all.size() - 2] *= 2;
    all.back() *= 2;
  }
  llvm::SmallVector<Value> sums = {
      math.zero(RankedTensorType::get(all, accumulator))};
  if (form.movesLeft) {
    sums.push_back(
        math.zero(RankedTensorType::get(oneRowOf(shape), accumulator)));
  }
  return sums;
}

bool Contraction::isConverted(bool isLhs) const {
  return form.bits > partType(isLhs ? lhs : rhs).getIntOrFloatBitWidth();
}

TileValue Contraction::prepare(const TileValue &factor, bool isLhs,
                               Value mask) {
  Type from = isLhs ? lhs : rhs;
  TileValue value = factor;
  bool isReal = isa<FloatType>(partType(from));
  if (!isBoolean(result) && (isReal != isa<FloatType>(accumulator) ||
                             isComplex(from) != isComplex(result))) {
    value = emitConvert(math, value, from, result);
  } else if (isBoolean(result) ||
             partType(from).getIntOrFloatBitWidth() >
                 accumulator.getIntOrFloatBitWidth() ||
             // It has no zero to stand for what is masked.
             !hasZero(partType(from))) {
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
  if (isConverted(isLhs)) {
    value = emitConvert(math, value, from,
                        IntegerType::get(from.getContext(), form.bits));
  }
  if (isLhs && form.movesLeft) {
    value = mapParts(value, [&](Value part) {
      return math.make<arith::XOrIOp>(
          part, math.integer(part.getType(), halfOfRange()));
    });
  }
  return value;
}

/// The order of dimensions that exchanges the last two.
static llvm::SmallVector<int64_t> orderOfTurn(int64_t rank) {
  auto order = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  std::swap(order[rank - 1], order[rank - 2]);
  return order;
}

static bool isTurn(ArrayRef<int64_t> permutation) {
  return permutation.size() >= 2 &&
         permutation == ArrayRef(orderOfTurn(permutation.size()));
}

static TileValue turn(Arithmetic &math, const TileValue &value) {
  return mapParts(value, [&](Value part) -> Value {
    // One that was just turned is taken as it lay before.
    if (auto turned = part.getDefiningOp<TransposeOp>();
        turned && isTurn(turned.getPermutation())) {
      return turned.getInput();
    }
    return math.transpose(
        part, orderOfTurn(cast<RankedTensorType>(part.getType()).getRank()));
  });
}

/// Groups of terms apart, each as neighbours: [batch x] groups x lines x terms
/// of a factor whose terms are its last dimension, or the one before.
static TileValue inGroups(Arithmetic &math, const TileValue &factor,
                          bool isLeft, int64_t group) {
  return mapParts(factor, [&](Value part) {
    // One that was just turned is taken as it lay before: then groups of terms
    // that lie together stay together.
    bool isLhs = isLeft;
    if (auto turned = part.getDefiningOp<TransposeOp>();
        turned && isTurn(turned.getPermutation())) {
      part = turned.getInput();
      isLhs = !isLhs;
    }
    llvm::SmallVector<int64_t> shape(
        cast<RankedTensorType>(part.getType()).getShape());
    const auto rank = static_cast<int64_t>(shape.size());
    const int64_t terms = isLhs ? rank - 1 : rank - 2;
    shape[terms] /= group;
    shape.insert(shape.begin() + terms + 1, group);
    auto order = llvm::to_vector(llvm::seq<int64_t>(0, rank + 1));
    // [lines, groups, terms] or [groups, terms, lines].
    std::swap(order[isLhs ? rank - 2 : rank], order[rank - 1]);
    return math.transpose(math.reshape(part, shape), order);
  });
}

static TileValue fromGroups(Arithmetic &math, const TileValue &kept,
                            bool isLhs) {
  return mapParts(kept, [&](Value part) {
    ArrayRef<int64_t> shape = cast<RankedTensorType>(part.getType()).getShape();
    const auto rank = static_cast<int64_t>(shape.size()) - 1;
    auto order = llvm::to_vector(llvm::seq<int64_t>(0, rank + 1));
    std::swap(order[isLhs ? rank - 2 : rank], order[rank - 1]);
    const int64_t terms = shape[rank - 2] * shape[rank];
    llvm::SmallVector<int64_t> joined(shape.drop_back(3));
    joined.append({shape[rank - 1], terms});
    if (!isLhs) {
      std::swap(joined[joined.size() - 2], joined.back());
    }
    return math.reshape(math.transpose(part, order), joined);
  });
}

/// Real parts of rows above the imaginary ones, or beside those of columns.
static TileValue stack(Arithmetic &math, const TileValue &factor, bool isLhs) {
  if (factor.size() == 1) {
    return factor;
  }
  auto type = cast<RankedTensorType>(factor[0].getType());
  llvm::SmallVector<int64_t> shape(type.getShape());
  const auto rank = static_cast<int64_t>(shape.size());
  shape.push_back(2);
  Value joined = math.make<JoinOp>(type.clone(shape), ValueRange(factor));
  auto order = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  const int64_t lines = isLhs ? rank - 2 : rank - 1;
  order.insert(order.begin() + lines, rank);
  shape.pop_back();
  shape[lines] *= 2;
  return {math.reshape(math.transpose(joined, order), shape)};
}

TileValue Contraction::keep(const TileValue &factor, bool isLhs,
                            bool isTurned) {
  if (form.group > 1) {
    return inGroups(math, factor, isLhs, isLhs ? form.leftGroup : form.group);
  }
  TileValue wide = mapParts(stack(math, factor, isLhs),
                            [&](Value part) { return math.widen(part); });
  return isTurned ? turn(math, wide) : wide;
}

TileValue Contraction::takeKept(const TileValue &kept, bool isLhs,
                                bool isTurned) {
  if (form.group > 1) {
    return fromGroups(math, kept, isLhs);
  }
  return isTurned ? turn(math, kept) : kept;
}

llvm::SmallVector<Value> Contraction::add(ValueRange accumulators,
                                          const TileValue &a,
                                          const TileValue &b) {
  // Converted integers have room for their sign.
  auto isWithoutSign = [&](bool isLhs, Value part) {
    return isa<IntegerType>(elementOf(part)) && !isConverted(isLhs) &&
           isUnsigned(isLhs ? lhs : rhs);
  };
  auto dot = [&](Value x, Value y, Value sum) -> Value {
    auto op = DotOp::create(math.builder, math.loc, x, y, sum);
    if (isWithoutSign(true, x) || form.movesLeft) {
      op.setLhsUnsigned(true);
    }
    if (isWithoutSign(false, y)) {
      op.setRhsUnsigned(true);
    }
    op.setRounded(isRounded);
    op.setCoarse(form.isCoarse && elementOf(x).isF32() &&
                 elementOf(y).isF32() && !isComplex(result));
    return op;
  };
  if (form.movesLeft) {
    auto type = cast<RankedTensorType>(a[0].getType());
    Value moved =
        math.integer(type.clone(oneRowOf(type.getShape())), halfOfRange());
    return {dot(a[0], b[0], accumulators[0]),
            dot(moved, b[0], accumulators[1])};
  }
  return {dot(stack(math, a, /*isLhs=*/true)[0],
              stack(math, b, /*isLhs=*/false)[0], accumulators[0])};
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
  if (form.movesLeft) {
    auto type = cast<RankedTensorType>(sums[0].getType());
    Value excess =
        math.broadcast(sums.pop_back_val(),
                       llvm::to_vector(llvm::seq<int64_t>(0, type.getRank())),
                       type.getShape());
    sums = {math.sub(sums[0], excess)};
  }
  if (isComplex(result)) {
    auto type = cast<RankedTensorType>(sums[0].getType());
    llvm::SmallVector<int64_t> shape(type.getShape());
    shape[shape.size() - 2] /= 2;
    shape.back() /= 2;
    auto quarter = [&](int64_t down, int64_t across) -> Value {
      llvm::SmallVector<int64_t> offsets(shape.size(), 0);
      offsets[shape.size() - 2] = down * shape[shape.size() - 2];
      offsets.back() = across * shape.back();
      return math.make<SliceOp>(type.clone(shape), sums[0], offsets);
    };
    sums = {math.sub(quarter(0, 0), quarter(1, 1)),
            math.add(quarter(0, 1), quarter(1, 0))};
  }
  if (isBoolean(result)) {
    return emitConvert(math, sums, accumulator, result);
  }
  if (isa<IntegerType>(accumulator)) {
    return mapParts(sums, [&](Value sum) {
      return partType(result) == accumulator
                 ? sum
                 : math.make<arith::TruncIOp>(
                       shapedLike(partType(result), sum.getType()), sum);
    });
  }
  return mapParts(
      sums, [&](Value sum) { return math.narrow(sum, partType(result)); });
}

} // namespace weft::tile
