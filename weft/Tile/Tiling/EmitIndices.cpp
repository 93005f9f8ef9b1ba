// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The values of offsets, each computed once, in the outermost region that can.

#include "weft/Tile/Tiling/Emitter.h"

using namespace mlir;

namespace weft::tile {

Value Emitter::constantIndex(int64_t value) {
  Value &constant = indexConstants[value];
  if (!constant) {
    OpBuilder::InsertionGuard guard(builder);
    if (lastConstant) {
      builder.setInsertionPointAfter(lastConstant);
    } else {
      builder.setInsertionPointToStart(states[0].block);
    }
    constant = arith::ConstantIndexOp::create(builder, loc, value);
    lastConstant = constant.getDefiningOp();
  }
  return constant;
}

Value Emitter::dimensionValue(unsigned dimension, TileRegion *region) const {
  for (; region; region = region->parent) {
    if (region->kind == TileRegion::Kind::Loop &&
        region->dimension == dimension) {
      return loopOffsets.lookup(region);
    }
  }
  return gridOffsets.lookup(dimension);
}

TileRegion *Emitter::homeOf(AffineExpr expression, TileRegion *region) const {
  TileRegion *home = program.regions.front().get();
  auto keepInner = [&](TileRegion *candidate) {
    if (candidate->isInside(home)) {
      home = candidate;
    }
  };
  expression.walk([&](AffineExpr part) {
    if (auto dim = dyn_cast<AffineDimExpr>(part)) {
      for (TileRegion *around = region; around; around = around->parent) {
        if (around->kind == TileRegion::Kind::Loop &&
            around->dimension == dim.getPosition()) {
          keepInner(around);
          break;
        }
      }
    } else if (auto symbol = dyn_cast<AffineSymbolExpr>(part)) {
      unsigned number = program.symbols[symbol.getPosition()];
      keepInner(program.instances[number].region);
    }
  });
  return home;
}

Value Emitter::index(AffineExpr expression, TileRegion *region) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expression)) {
    return constantIndex(constant.getValue());
  }
  if (auto dim = dyn_cast<AffineDimExpr>(expression)) {
    return dimensionValue(dim.getPosition(), region);
  }
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expression)) {
    return symbolValues.lookup(symbol.getPosition());
  }
  TileRegion *home = homeOf(expression, region);
  Value &known = indices[{expression, home}];
  if (known) {
    return known;
  }
  auto binary = cast<AffineBinaryOpExpr>(expression);
  Value lhs = index(binary.getLHS(), home);
  Value rhs = index(binary.getRHS(), home);
  OpBuilder::InsertionGuard guard(builder);
  enter(home);
  Arithmetic math(builder, loc);
  IndexFact fact = program.facts.of(binary.getLHS());
  Value result;
  switch (binary.getKind()) {
  case AffineExprKind::Add:
    result = math.make<arith::AddIOp>(lhs, rhs);
    break;
  case AffineExprKind::Mul:
    result = math.make<arith::MulIOp>(lhs, rhs);
    break;
  case AffineExprKind::FloorDiv:
    result = fact.low >= 0 ? math.make<arith::DivUIOp>(lhs, rhs)
                           : math.make<arith::FloorDivSIOp>(lhs, rhs);
    break;
  case AffineExprKind::CeilDiv:
    result = math.make<arith::CeilDivSIOp>(lhs, rhs);
    break;
  default:
    if (fact.low >= 0) {
      result = math.make<arith::RemUIOp>(lhs, rhs);
    } else {
      Value quotient = math.make<arith::FloorDivSIOp>(lhs, rhs);
      result = math.make<arith::SubIOp>(
          lhs, math.make<arith::MulIOp>(quotient, rhs));
    }
  }
  // The recursion may have grown the map.
  indices[{expression, home}] = result;
  return result;
}

} // namespace weft::tile
