// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Repetition. A broadcast goes as late as it can: what is computed before it is
// computed on fewer elements.

#include "weft/StableHLO/Simplify/Evaluate.h"
#include "weft/StableHLO/Simplify/Rule.h"

using namespace mlir;

namespace weft::stablehlo {
namespace {

/// broadcast(x, all dimensions in order) = x where nothing grows.
Value broadcastIdentity(BroadcastInDimOp op, Rewriter &) {
  return op.getOperand().getType() == op.getType() &&
                 isIdentityPermutation(op.getBroadcastDimensions())
             ? op.getOperand()
             : Value();
}

/// broadcast(c) = c, in the larger shape, for a constant of equal elements.
Value broadcastOfSplat(BroadcastInDimOp op, Rewriter &rewriter) {
  return isSplat(op.getOperand())
             ? rewriter.splatLike(op.getOperand(), shapeOf(op))
             : Value();
}

/// broadcast(broadcast(x, d1), d2) = broadcast(x, d2[d1])
Value broadcastOfBroadcast(BroadcastInDimOp op, Rewriter &rewriter) {
  auto inner = rewriter.producer<BroadcastInDimOp>(op.getOperand());
  if (!inner) {
    return {};
  }
  return rewriter.broadcast(inner.getOperand(), shapeOf(op),
                            gatherEntries(op.getBroadcastDimensions(),
                                          inner.getBroadcastDimensions()));
}

/// broadcast(x) = reshape(transpose(x)) where no element is repeated.
Value broadcastWithoutGrowth(BroadcastInDimOp op, Rewriter &rewriter) {
  Value operand = op.getOperand();
  if (elementCount(operand) != elementCount(op)) {
    return {};
  }
  ArrayRef<int64_t> to = op.getBroadcastDimensions();
  Dimensions order = firstNumbers(rankOf(operand));
  llvm::sort(order, [&](int64_t a, int64_t b) { return to[a] < to[b]; });
  return rewriter.reshape(rewriter.transpose(operand, order), shapeOf(op));
}

/// The dimensions that are not of size one.
Dimensions properDimensions(ArrayRef<int64_t> shape) {
  Dimensions proper;
  for (auto [dimension, size] : llvm::enumerate(shape)) {
    if (size != 1) {
      proper.push_back(dimension);
    }
  }
  return proper;
}

/// The shapes are the same but for dimensions of size one.
bool areSameButForUnits(ArrayRef<int64_t> a, ArrayRef<int64_t> b) {
  return gatherEntries(a, properDimensions(a)) ==
         gatherEntries(b, properDimensions(b));
}

/// broadcast(reshape(x)) = broadcast(x) where the reshape only puts dimensions
/// of size one into a shape that has none.
Value broadcastOfReshape(BroadcastInDimOp op, Rewriter &rewriter) {
  auto reshape = rewriter.producer<ReshapeOp>(op.getOperand());
  if (!reshape) {
    return {};
  }
  ArrayRef<int64_t> shape = shapeOf(reshape.getOperand());
  if (llvm::is_contained(shape, 1) ||
      !areSameButForUnits(shape, shapeOf(reshape))) {
    return {};
  }
  return rewriter.broadcast(reshape.getOperand(), shapeOf(op),
                            gatherEntries(op.getBroadcastDimensions(),
                                          properDimensions(shapeOf(reshape))));
}

/// reshape(broadcast(x)) = broadcast(reshape(x)) where x is one element, or the
/// outer reshape only adds or drops dimensions of size one.
Value reshapeOfBroadcast(ReshapeOp op, Rewriter &rewriter) {
  auto broadcast = rewriter.producer<BroadcastInDimOp>(op.getOperand());
  if (!broadcast) {
    return {};
  }
  Value source = broadcast.getOperand();
  if (elementCount(source) == 1) {
    return rewriter.broadcastScalar(rewriter.reshape(source, {}), shapeOf(op));
  }
  ArrayRef<int64_t> from = shapeOf(broadcast);
  ArrayRef<int64_t> to = shapeOf(op);
  if (!areSameButForUnits(from, to)) {
    return {};
  }
  // Where each proper dimension of the broadcast ends up.
  Dimensions fromProper = properDimensions(from);
  Dimensions toProper = properDimensions(to);
  Dimensions shape;
  Dimensions dimensions;
  for (auto [size, dimension] :
       llvm::zip_equal(shapeOf(source), broadcast.getBroadcastDimensions())) {
    auto found = llvm::find(fromProper, dimension);
    if (found != fromProper.end()) {
      shape.push_back(size);
      dimensions.push_back(toProper[found - fromProper.begin()]);
    }
  }
  return rewriter.broadcast(rewriter.reshape(source, shape), to, dimensions);
}

/// transpose(broadcast(x, d), p) = broadcast(x, p^-1[d])
Value transposeOfBroadcast(TransposeOp op, Rewriter &rewriter) {
  auto broadcast = rewriter.producer<BroadcastInDimOp>(op.getOperand());
  if (!broadcast) {
    return {};
  }
  return rewriter.broadcast(
      broadcast.getOperand(), shapeOf(op),
      gatherEntries(inversePermutation(op.getPermutation()),
                    broadcast.getBroadcastDimensions()));
}

/// Whether an operation that works element by element takes a scalar there for
/// all elements.
bool isScalarFor(Operation *op, Value operand) {
  return isa<SelectOp, ClampOp>(op) && rankOf(operand) == 0;
}

/// The last of the moves that give all operands of an operation that works
/// element by element, but for scalars and constants of equal elements; null
/// where one is given otherwise, or by a move that is not `alike`.
template <typename Move, typename Alike>
Move findCommonMove(Operation *op, Rewriter &rewriter, Alike alike) {
  if (op->getNumOperands() == 0 || op->getNumResults() != 1 ||
      !isElementwise(op)) {
    return {};
  }
  Move model;
  for (Value operand : op->getOperands()) {
    if (isScalarFor(op, operand) || isSplat(operand)) {
      continue;
    }
    auto move = rewriter.producer<Move>(operand);
    if (!move || (model && !alike(model, move))) {
      return {};
    }
    model = move;
  }
  return model;
}

/// The operation on what the moves take, which has this shape.
template <typename Move>
Value beforeMoves(Operation *op, Rewriter &rewriter, ArrayRef<int64_t> shape) {
  SmallVector<Value> operands;
  for (Value operand : op->getOperands()) {
    if (isScalarFor(op, operand)) {
      operands.push_back(operand);
    } else if (isSplat(operand)) {
      operands.push_back(rewriter.splatLike(operand, shape));
    } else {
      operands.push_back(operand.getDefiningOp<Move>().getOperand());
    }
  }
  return rewriter.remake(op, operands, typeOf(op->getResult(0)).clone(shape),
                         rewriter.location());
}

/// f(broadcast(x), broadcast(y), c) = broadcast(f(x, y, c)) for an f that works
/// element by element, broadcasts alike, and constants of equal elements.
Replacement elementwiseOfBroadcasts(Operation *op, Rewriter &rewriter) {
  auto model = findCommonMove<BroadcastInDimOp>(
      op, rewriter, [](BroadcastInDimOp a, BroadcastInDimOp b) {
        return shapeOf(a.getOperand()) == shapeOf(b.getOperand()) &&
               a.getBroadcastDimensions() == b.getBroadcastDimensions();
      });
  if (!model || elementCount(model.getOperand()) == elementCount(model)) {
    return std::nullopt;
  }
  Value small =
      beforeMoves<BroadcastInDimOp>(op, rewriter, shapeOf(model.getOperand()));
  return Replacement({rewriter.broadcast(small, shapeOf(op->getResult(0)),
                                         model.getBroadcastDimensions())});
}

/// f(reshape(x), reshape(y), c) = reshape(f(x, y, c)) for an f that works
/// element by element, reshapes alike that only add or drop dimensions of size
/// one, and constants of equal elements. Reshapes then meet broadcasts and each
/// other.
Replacement elementwiseOfReshapes(Operation *op, Rewriter &rewriter) {
  auto model =
      findCommonMove<ReshapeOp>(op, rewriter, [](ReshapeOp a, ReshapeOp b) {
        return shapeOf(a.getOperand()) == shapeOf(b.getOperand());
      });
  if (!model ||
      !areSameButForUnits(shapeOf(model.getOperand()), shapeOf(model))) {
    return std::nullopt;
  }
  Value inner =
      beforeMoves<ReshapeOp>(op, rewriter, shapeOf(model.getOperand()));
  return Replacement({rewriter.reshape(inner, shapeOf(op->getResult(0)))});
}

} // namespace

void addBroadcastRules(RuleSet &rules) {
  rules.addForAll("elementwise-of-broadcasts", elementwiseOfBroadcasts);
  rules.addForAll("elementwise-of-reshapes", elementwiseOfReshapes);
  rules.add<BroadcastInDimOp>("broadcast-identity", broadcastIdentity);
  rules.add<BroadcastInDimOp>("broadcast-of-splat", broadcastOfSplat);
  rules.add<BroadcastInDimOp>("broadcast-of-broadcast", broadcastOfBroadcast);
  rules.add<BroadcastInDimOp>("broadcast-without-growth",
                              broadcastWithoutGrowth);
  rules.add<BroadcastInDimOp>("broadcast-of-reshape", broadcastOfReshape);
  rules.add<ReshapeOp>("reshape-of-broadcast", reshapeOfBroadcast);
  rules.add<TransposeOp>("transpose-of-broadcast", transposeOfBroadcast);
}

} // namespace weft::stablehlo
