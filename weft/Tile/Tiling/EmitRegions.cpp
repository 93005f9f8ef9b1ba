// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Regions inside regions: loops, with the sums that go around them, and
// choices.

#include "weft/Tile/Tiling/EmitContext.h"
#include "weft/Tile/Tiling/Emitter.h"

#include <mlir/Dialect/SCF/IR/SCF.h>

using namespace mlir;

namespace weft::tile {

scf::ForOp Emitter::emitFor(Value lower, Value upper, int64_t step,
                            Carried carried,
                            llvm::function_ref<void(scf::ForOp)> body) {
  llvm::SmallVector<Value> initial;
  for (llvm::SmallVector<Value> *values : carried) {
    llvm::append_range(initial, *values);
  }
  auto deal = [&](ValueRange all) {
    for (llvm::SmallVector<Value> *values : carried) {
      size_t count = values->size();
      values->assign(all.begin(), all.begin() + count);
      all = all.drop_front(count);
    }
  };
  auto op = scf::ForOp::create(builder, loc, lower, upper, constantIndex(step),
                               initial);
  if (op.getBody()->mightHaveTerminator()) {
    op.getBody()->getTerminator()->erase();
  }
  deal(op.getRegionIterArgs());
  builder.setInsertionPointToEnd(op.getBody());
  body(op);
  llvm::SmallVector<Value> next;
  for (llvm::SmallVector<Value> *values : carried) {
    llvm::append_range(next, *values);
  }
  builder.setInsertionPointToEnd(op.getBody());
  scf::YieldOp::create(builder, loc, next);
  deal(op.getResults());
  builder.setInsertionPointAfter(op);
  return op;
}

Emitter::LoopSums Emitter::startSums(TileRegion *loop) {
  LoopSums sums;
  for (unsigned i = 0; i < program.instances.size(); ++i) {
    const Instance &instance = program.instances[i];
    if (!llvm::is_contained(instance.loops, loop)) {
      continue;
    }
    if (instance.loops.front() == loop) {
      EmitContext context(*this, builder, instance, loop->parent);
      if (instance.chainLoop) {
        totals[i] = instance.rule->startTotals(context);
      } else {
        accumulators[i] = instance.rule->start(context);
      }
    }
    sums.instances.push_back(i);
    bool hasTotals = instance.chainLoop && instance.chainLoop->isInside(loop);
    sums.around.push_back(hasTotals ? &totals[i] : &accumulators[i]);
    sums.inChain.push_back(&accumulators[i]);
    if (instance.chainLoop == loop) {
      sums.ending.push_back(i);
      sums.chainIterations =
          sums.chainIterations == 0
              ? instance.chainIterations
              : std::min(sums.chainIterations, instance.chainIterations);
    }
  }
  return sums;
}

void Emitter::startChains(const LoopSums &sums, TileRegion *region) {
  for (unsigned i : sums.ending) {
    EmitContext context(*this, builder, program.instances[i], region);
    accumulators[i] = program.instances[i].rule->start(context);
  }
}

void Emitter::endChains(const LoopSums &sums, TileRegion *region) {
  for (unsigned i : sums.ending) {
    EmitContext context(*this, builder, program.instances[i], region);
    totals[i] = program.instances[i].rule->addChain(context, totals[i],
                                                    accumulators[i]);
  }
}

void Emitter::emitIteration(TileRegion *loop, scf::ForOp op,
                            const LoopSums &sums) {
  states[loop->index] = {op.getBody(), nullptr};
  loopOffsets[loop] = op.getInductionVar();
  emitItems(loop);
  for (unsigned i : sums.instances) {
    if (program.instances[i].loops.back() == loop) {
      EmitContext context(*this, builder, program.instances[i], loop);
      accumulators[i] =
          program.instances[i].rule->step(context, accumulators[i]);
    }
  }
}

void Emitter::emitLoop(TileRegion *loop) {
  TileRegion *parent = loop->parent;
  LoopSums sums = startSums(loop);

  int64_t step = program.stepOf(loop->dimension);
  int64_t extent = program.isDealt(loop->dimension)
                       ? program.dealtBlock(loop->dimension)
                       : program.space->dimensions[loop->dimension].extent;
  int64_t block = program.blockOf(loop->dimension);
  Value lower = constantIndex(0);
  Value upper = constantIndex(extent);
  if (program.programCount(loop->dimension) > 1) {
    lower = lowerBound(loop->dimension);
    upper = arith::AddIOp::create(builder, loc, lower, constantIndex(block));
    if (extent % block != 0) {
      upper =
          arith::MinSIOp::create(builder, loc, upper, constantIndex(extent));
    }
  }
  Operation *&open = states[parent->index].open;
  if (sums.chainIterations > 1) {
    int64_t length = sums.chainIterations * step;
    emitFor(lower, upper, length, sums.around, [&](scf::ForOp chains) {
      open = chains;
      startChains(sums, parent);
      Value first = chains.getInductionVar();
      Value end =
          arith::AddIOp::create(builder, loc, first, constantIndex(length));
      if (extent % length != 0) {
        end = arith::MinSIOp::create(builder, loc, end, upper);
      }
      emitFor(first, end, step, sums.inChain,
              [&](scf::ForOp op) { emitIteration(loop, op, sums); });
      endChains(sums, parent);
    });
    return;
  }
  emitFor(lower, upper, step, sums.around, [&](scf::ForOp op) {
    open = op;
    if (sums.chainIterations == 1) {
      startChains(sums, loop);
    }
    emitIteration(loop, op, sums);
    if (sums.chainIterations == 1) {
      endChains(sums, loop);
    }
  });
}

void Emitter::emitChoice(unsigned number, EmitContext &context,
                         unsigned branch) {
  const Instance &instance = program.instances[number];
  TileRegion *region = instance.branches[branch];
  Block *outer = builder.getInsertionBlock();
  // The operands of a branch are its results.
  auto emitBranch = [&](Block *block) -> TileValue {
    states[region->index] = {block, nullptr};
    emitItems(region);
    for (auto [i, operand] : llvm::enumerate(instance.operands)) {
      if (operand.place == NeededAt::InBranch && operand.branch == branch) {
        return context.operand(i);
      }
    }
    return {};
  };
  if (branch + 1 == instance.branches.size()) {
    values[number] = {emitBranch(outer)};
    return;
  }
  Type part = partType(context.resultType().getElementType());
  llvm::SmallVector<Type> types(
      partCount(context.resultType().getElementType()),
      RankedTensorType::get(context.shape(), part));
  Value condition = instance.rule->condition(context, branch);
  auto op = scf::IfOp::create(builder, context.math.loc, types, condition,
                              /*withElseRegion=*/true);
  Operation *&open = states[instance.region->index].open;
  Operation *end = open;
  if (branch == 0) {
    // What the branches share is put before the outermost choice.
    open = op;
  }
  auto fill = [&](Block *block, llvm::function_ref<TileValue()> make) {
    builder.setInsertionPointToEnd(block);
    TileValue result = make();
    builder.setInsertionPointToEnd(block);
    scf::YieldOp::create(builder, context.math.loc, result);
  };
  fill(op.thenBlock(), [&] { return emitBranch(op.thenBlock()); });
  fill(op.elseBlock(), [&] {
    emitChoice(number, context, branch + 1);
    return values[number].front();
  });
  if (branch == 0) {
    open = end;
  }
  builder.setInsertionPointAfter(op);
  values[number] = {llvm::to_vector_of<Value, 2>(op.getResults())};
}

} // namespace weft::tile
