// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Pipeline/JoinLoops.h"

#include <llvm/Support/MathExtras.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/SCF/IR/SCF.h>
#include <mlir/IR/IRMapping.h>
#include <mlir/IR/Matchers.h>

using namespace mlir;

namespace weft::tile {
namespace {

/// The iterations of a loop whose bounds are numbers.
std::optional<int64_t> countOf(scf::ForOp loop) {
  APInt low;
  APInt high;
  APInt step;
  if (!matchPattern(loop.getLowerBound(), m_ConstantInt(&low)) ||
      !matchPattern(loop.getUpperBound(), m_ConstantInt(&high)) ||
      !matchPattern(loop.getStep(), m_ConstantInt(&step)) || high.sle(low)) {
    return std::nullopt;
  }
  return llvm::divideCeil((high - low).getSExtValue(), step.getSExtValue());
}

/// The loop that one walks, with what it carries, and does nothing else. One
/// that carries nothing sums nothing.
scf::ForOp walked(scf::ForOp outer) {
  if (outer.getInitArgs().empty()) {
    return {};
  }
  scf::ForOp inner;
  for (Operation &op : outer.getBody()->without_terminator()) {
    if (auto loop = dyn_cast<scf::ForOp>(op); loop && !inner) {
      inner = loop;
    } else if (inner || !isMemoryEffectFree(&op) || op.getNumRegions() != 0) {
      return {};
    }
  }
  return inner && llvm::equal(inner.getInitArgs(), outer.getRegionIterArgs()) &&
                 llvm::equal(outer.getYieldedValues(), inner.getResults())
             ? inner
             : scf::ForOp();
}

void join(scf::ForOp outer, scf::ForOp inner, int64_t count) {
  OpBuilder builder(outer);
  Location loc = outer.getLoc();
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  Value zero = number(0);
  Value one = number(1);
  Value many = number(count);
  // As often as the outer loop goes round, all of the inner one.
  std::optional<int64_t> known = countOf(outer);
  Value steps;
  if (known) {
    steps = number(*known * count);
  } else {
    Value distance = arith::SubIOp::create(builder, loc, outer.getUpperBound(),
                                           outer.getLowerBound());
    steps = arith::MulIOp::create(
        builder, loc,
        arith::CeilDivSIOp::create(builder, loc, distance, outer.getStep()),
        many);
  }
  auto whole =
      scf::ForOp::create(builder, loc, zero, steps, one, outer.getInitArgs());
  builder.setInsertionPointToStart(whole.getBody());
  Value step = whole.getInductionVar();
  IRMapping mapping;
  auto walk = [&](scf::ForOp loop, Value turn) {
    Value moved = arith::MulIOp::create(
        builder, loc, turn, mapping.lookupOrDefault(loop.getStep()));
    mapping.map(loop.getInductionVar(),
                Value(arith::AddIOp::create(
                    builder, loc, moved,
                    mapping.lookupOrDefault(loop.getLowerBound()))));
    mapping.map(loop.getRegionIterArgs(), whole.getRegionIterArgs());
  };
  walk(outer, arith::DivUIOp::create(builder, loc, step, many));
  for (Operation &op : outer.getBody()->without_terminator()) {
    if (&op != inner) {
      builder.clone(op, mapping);
    }
  }
  walk(inner, arith::RemUIOp::create(builder, loc, step, many));
  for (Operation &op : inner.getBody()->without_terminator()) {
    builder.clone(op, mapping);
  }
  SmallVector<Value> results;
  for (Value result : inner.getYieldedValues()) {
    results.push_back(mapping.lookupOrDefault(result));
  }
  scf::YieldOp::create(builder, loc, results);
  outer.replaceAllUsesWith(whole.getResults());
  outer.erase();
}

} // namespace

void joinLoops(KernelOp kernel) {
  // The innermost first: what is joined may be walked by another.
  SmallVector<scf::ForOp> loops;
  kernel.getBody().walk([&](scf::ForOp loop) { loops.push_back(loop); });
  for (scf::ForOp outer : loops) {
    scf::ForOp inner = walked(outer);
    if (!inner || inner.getBody()->getOps<DotOp>().empty()) {
      continue;
    }
    if (std::optional<int64_t> count = countOf(inner)) {
      join(outer, inner, *count);
    }
  }
}

} // namespace weft::tile
