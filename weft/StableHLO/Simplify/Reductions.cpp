// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions. reduce(x, e, d) combines, with the body f, the initial value e
// and all elements of x that differ in the dimensions d only, in row-major
// order: f(f(f(e, x0), x1), x2). Rules keep that order unless f is orderless on
// the type (isOrderless): integers with anything, minimum and maximum.

#include "weft/StableHLO/Simplify/Body.h"
#include "weft/StableHLO/Simplify/Rule.h"

using namespace mlir;

namespace weft::stablehlo {
namespace {

/// The same reduction of other inputs along other dimensions.
ReduceOp sameReduction(Rewriter &rewriter, ReduceOp op, ValueRange inputs,
                       ArrayRef<int64_t> dimensions) {
  Dimensions kept = otherDimensions(rankOf(inputs.front()), dimensions);
  SmallVector<Type> types;
  for (Value result : op.getResults()) {
    types.push_back(
        typeOf(result).clone(gatherEntries(shapeOf(inputs.front()), kept)));
  }
  auto reduce = rewriter.make<ReduceOp>(TypeRange(types), inputs,
                                        op.getInitValues(), dimensions);
  rewriter.cloneRegionBefore(op.getBody(), reduce.getBody(),
                             reduce.getBody().end());
  return reduce;
}

Dimensions sizesOf(Value value, ArrayRef<int64_t> dimensions) {
  return gatherEntries(shapeOf(value), dimensions);
}

/// The results in the shapes of the original's.
SmallVector<Value> reshaped(Rewriter &rewriter, ReduceOp op, ReduceOp reduce) {
  SmallVector<Value> values;
  for (auto [value, result] :
       llvm::zip_equal(reduce.getResults(), op.getResults())) {
    values.push_back(rewriter.reshape(value, shapeOf(result)));
  }
  return values;
}

/// The body is f and the values fit it without conversion.
std::optional<Monoid> singleMonoid(ReduceOp op) {
  if (op.getInputs().size() != 1 ||
      elementOf(op.getInputs().front()) != elementOf(op.getResult(0))) {
    return std::nullopt;
  }
  return monoidOf(op.getBody());
}

/// reduce(x, e, d) = f(e, x) where the dimensions d are of size one.
Replacement reduceOfUnits(ReduceOp op, Rewriter &rewriter) {
  Value first = op.getInputs().front();
  bool onlyUnits = llvm::all_of(sizesOf(first, op.getDimensions()),
                                [](int64_t size) { return size == 1; });
  if (!onlyUnits || !isElementwiseBody(op.getBody())) {
    return std::nullopt;
  }
  ArrayRef<int64_t> shape = shapeOf(op.getResult(0));
  SmallVector<Value> operands;
  for (Value initial : op.getInitValues()) {
    operands.push_back(rewriter.broadcastScalar(initial, shape));
  }
  for (Value input : op.getInputs()) {
    operands.push_back(rewriter.reshape(input, shape));
  }
  return applyBody(rewriter, op.getBody(), operands, shape);
}

/// reduce(x, e, d) = reshape(reduce(x, e, d')) where d' is d without the
/// dimensions of size one.
Replacement reduceSomeUnits(ReduceOp op, Rewriter &rewriter) {
  Value first = op.getInputs().front();
  Dimensions kept;
  for (int64_t d : op.getDimensions()) {
    if (shapeOf(first)[d] != 1) {
      kept.push_back(d);
    }
  }
  if (kept.empty() || kept.size() == op.getDimensions().size()) {
    return std::nullopt;
  }
  return reshaped(rewriter, op,
                  sameReduction(rewriter, op, op.getInputs(), kept));
}

/// reduce(x, e, d) = e where there is nothing to combine.
Replacement reduceOfNothing(ReduceOp op, Rewriter &rewriter) {
  if (elementCount(op.getInputs().front()) != 0) {
    return std::nullopt;
  }
  SmallVector<Value> values;
  for (auto [initial, result] :
       llvm::zip_equal(op.getInitValues(), op.getResults())) {
    values.push_back(rewriter.broadcastScalar(
        rewriter.convert(initial, elementOf(result)), shapeOf(result)));
  }
  return values;
}

/// reduce(transpose(x, p), e, d) = transpose(reduce(x, e, p[d])), where d keeps
/// its order or f is orderless.
Replacement reduceOfTranspose(ReduceOp op, Rewriter &rewriter) {
  if (op.getInputs().size() != 1) {
    return std::nullopt;
  }
  auto transpose = rewriter.producer<TransposeOp>(op.getInputs().front());
  if (!transpose) {
    return std::nullopt;
  }
  ArrayRef<int64_t> permutation = transpose.getPermutation();
  Dimensions sorted(op.getDimensions());
  llvm::sort(sorted);
  Dimensions dimensions = gatherEntries(permutation, sorted);
  std::optional<Monoid> monoid = singleMonoid(op);
  if (!llvm::is_sorted(dimensions) &&
      !(monoid && isOrderless(*monoid, op.getResult(0).getType()))) {
    return std::nullopt;
  }
  llvm::sort(dimensions);
  ReduceOp reduce =
      sameReduction(rewriter, op, transpose.getOperand(), dimensions);
  // Kept dimensions of the transpose, as numbered among those kept of x.
  Dimensions keptOfX = otherDimensions(permutation.size(), dimensions);
  Dimensions order;
  for (int64_t d : otherDimensions(permutation.size(), sorted)) {
    order.push_back(llvm::find(keptOfX, permutation[d]) - keptOfX.begin());
  }
  return SmallVector<Value>{rewriter.transpose(reduce.getResult(0), order)};
}

/// Runs of dimensions of two shapes that hold the same elements.
struct Piece {
  Dimensions from;
  Dimensions to;
};

/// Splits a reshape left to right into the smallest pieces; dimensions of size
/// one join the piece to their left.
SmallVector<Piece> piecesOf(ArrayRef<int64_t> from, ArrayRef<int64_t> to) {
  SmallVector<Piece> pieces;
  size_t i = 0;
  size_t j = 0;
  while (i < from.size() || j < to.size()) {
    Piece piece;
    int64_t fromCount = 1;
    int64_t toCount = 1;
    do {
      bool takeFrom =
          j == to.size() || (i < from.size() && fromCount <= toCount);
      if (takeFrom) {
        fromCount *= from[i];
        piece.from.push_back(i++);
      } else {
        toCount *= to[j];
        piece.to.push_back(j++);
      }
    } while (fromCount != toCount && (i < from.size() || j < to.size()));
    while (i < from.size() && from[i] == 1) {
      piece.from.push_back(i++);
    }
    while (j < to.size() && to[j] == 1) {
      piece.to.push_back(j++);
    }
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

/// reduce(reshape(x), e, d) = reshape(reduce(x, e, d')) where the pieces of the
/// reshape are reduced whole or not at all.
Replacement reduceOfReshape(ReduceOp op, Rewriter &rewriter) {
  if (op.getInputs().size() != 1 || elementCount(op.getInputs().front()) == 0) {
    return std::nullopt;
  }
  auto reshape = rewriter.producer<ReshapeOp>(op.getInputs().front());
  if (!reshape) {
    return std::nullopt;
  }
  ArrayRef<int64_t> to = shapeOf(reshape);
  auto isReduced = [&](int64_t d) {
    return llvm::is_contained(op.getDimensions(), d);
  };
  Dimensions dimensions;
  for (const Piece &piece : piecesOf(shapeOf(reshape.getOperand()), to)) {
    // Dimensions of size one do not matter either way.
    bool some = false;
    bool all = true;
    for (int64_t d : piece.to) {
      some |= isReduced(d) && to[d] != 1;
      all &= isReduced(d) || to[d] == 1;
    }
    if (some && !all) {
      return std::nullopt;
    }
    if (some) {
      llvm::append_range(dimensions, piece.from);
    }
  }
  if (dimensions.empty()) {
    return std::nullopt;
  }
  ReduceOp reduce =
      sameReduction(rewriter, op, reshape.getOperand(), dimensions);
  return reshaped(rewriter, op, reduce);
}

/// reduce(broadcast(x), e, d) = reduce(x, e, d without the dimensions that
/// repeat x), for idempotent f as if each element were there once, for sums of
/// integers multiplied by how often it is there.
Replacement reduceOfBroadcast(ReduceOp op, Rewriter &rewriter) {
  std::optional<Monoid> monoid = singleMonoid(op);
  if (!monoid) {
    return std::nullopt;
  }
  Value initial = op.getInitValues().front();
  bool isSum = *monoid == Monoid::Add && isInteger(op.getResult(0)) &&
               isNeutral(*monoid, initial);
  if (!isSum && !(isIdempotent(*monoid) &&
                  isOrderless(*monoid, op.getResult(0).getType()))) {
    return std::nullopt;
  }
  auto broadcast = rewriter.producer<BroadcastInDimOp>(op.getInputs().front());
  if (!broadcast || elementCount(broadcast) == 0) {
    return std::nullopt;
  }
  // Each dimension of x either goes along, or is of size one and repeated.
  Value source = broadcast.getOperand();
  ArrayRef<int64_t> targets = broadcast.getBroadcastDimensions();
  auto goesAlong = [&](int64_t d) {
    return shapeOf(source)[d] == shapeOf(broadcast)[targets[d]];
  };
  int64_t times = 1;
  Dimensions repeated;
  for (int64_t d : op.getDimensions()) {
    auto found = llvm::find(targets, d);
    if (found == targets.end() || !goesAlong(found - targets.begin())) {
      repeated.push_back(d);
      times *= shapeOf(broadcast)[d];
    }
  }
  if (times == 1) {
    return std::nullopt;
  }
  // The broadcast without those dimensions, then the rest of the reduction.
  Dimensions kept = otherDimensions(rankOf(broadcast), repeated);
  Dimensions sourceShape;
  Dimensions newTargets;
  for (auto [d, target] : llvm::enumerate(targets)) {
    auto found = llvm::find(kept, target);
    if (found != kept.end()) {
      sourceShape.push_back(shapeOf(source)[d]);
      newTargets.push_back(found - kept.begin());
    }
  }
  Value smaller = rewriter.broadcast(rewriter.reshape(source, sourceShape),
                                     sizesOf(broadcast, kept), newTargets);
  Dimensions dimensions;
  for (auto [to, from] : llvm::enumerate(kept)) {
    if (llvm::is_contained(op.getDimensions(), from)) {
      dimensions.push_back(to);
    }
  }
  Value result = sameReduction(rewriter, op, smaller, dimensions).getResult(0);
  if (!isSum) {
    return SmallVector<Value>{result};
  }
  unsigned width = elementOf(result).getIntOrFloatBitWidth();
  Value factor = rewriter.splat(
      typeOf(result),
      llvm::APInt(64, static_cast<uint64_t>(times)).zextOrTrunc(width));
  return SmallVector<Value>{
      rewriter.make<MultiplyOp>(result.getType(), result, factor)};
}

/// reduce(reduce(x, e, d1), e, d2) = reduce(x, e, d1 and d2) for the same
/// orderless f, with e neutral.
Replacement reduceOfReduce(ReduceOp op, Rewriter &rewriter) {
  std::optional<Monoid> monoid = singleMonoid(op);
  auto inner = rewriter.producer<ReduceOp>(op.getInputs().front());
  if (!monoid || !inner || singleMonoid(inner) != monoid ||
      !inner->hasOneUse() || !isOrderless(*monoid, op.getResult(0).getType()) ||
      !isNeutral(*monoid, op.getInitValues().front()) ||
      !isNeutral(*monoid, inner.getInitValues().front())) {
    return std::nullopt;
  }
  Value source = inner.getInputs().front();
  Dimensions kept = otherDimensions(rankOf(source), inner.getDimensions());
  Dimensions dimensions(inner.getDimensions());
  llvm::append_range(dimensions, gatherEntries(kept, op.getDimensions()));
  llvm::sort(dimensions);
  return SmallVector<Value>(
      sameReduction(rewriter, op, source, dimensions).getResults());
}

} // namespace

void addReductionRules(RuleSet &rules) {
  rules.add<ReduceOp>("reduce-of-nothing", reduceOfNothing);
  rules.add<ReduceOp>("reduce-of-units", reduceOfUnits);
  rules.add<ReduceOp>("reduce-some-units", reduceSomeUnits);
  rules.add<ReduceOp>("reduce-of-transpose", reduceOfTranspose);
  rules.add<ReduceOp>("reduce-of-reshape", reduceOfReshape);
  rules.add<ReduceOp>("reduce-of-broadcast", reduceOfBroadcast);
  rules.add<ReduceOp>("reduce-of-reduce", reduceOfReduce);
}

} // namespace weft::stablehlo
