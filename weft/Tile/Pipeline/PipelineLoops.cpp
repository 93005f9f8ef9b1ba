// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Pipeline/PipelineLoops.h"

#include "weft/Tile/Layout/LoadsAhead.h"
#include "weft/Tile/Pipeline/ChooseWays.h"
#include "weft/Tile/Pipeline/PlanTransfers.h"

#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/SCF/IR/SCF.h>
#include <mlir/IR/Builders.h>
#include <mlir/IR/IRMapping.h>

using namespace mlir;

namespace weft::tile {
namespace {

Layout layoutOf(RankedTensorType tile) {
  return Layout(cast<LayoutAttr>(tile.getEncoding()));
}

class LoopPipeline {
public:
  LoopPipeline(scf::ForOp loop, const Machine &machine, Ways ways)
      : loop(loop), machine(machine), builder(loop), sent(std::move(ways.sent)),
        loaded(std::move(ways.loaded)) {}

  void run();

private:
  Value number(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loop.getLoc(), value);
  }
  Value indexOf(Value step);
  Value slotOf(const Way &way, Value step) {
    return arith::RemUIOp::create(builder, loop.getLoc(), step,
                                  number(way.slots));
  }
  void ifThereIs(Value step, llvm::function_ref<void()> body);
  void prepare(Way &way, IRMapping &values);
  StoreOp fill(Way &way, Value slot, IRMapping &values);
  void send(Value step);
  void sendIfThereIs(Value step);
  void take(Way &way, Value step, IRMapping &values);

  scf::ForOp loop;
  const Machine &machine;
  OpBuilder builder;
  SmallVector<Way> sent;
  SmallVector<Way> loaded;
  /// Of the loop.
  Value steps;
};

/// The index of the loop in a step.
Value LoopPipeline::indexOf(Value step) {
  Value distance =
      arith::MulIOp::create(builder, loop.getLoc(), step, loop.getStep());
  return arith::AddIOp::create(builder, loop.getLoc(), loop.getLowerBound(),
                               distance);
}

/// Loads what a step stores.
void LoopPipeline::prepare(Way &way, IRMapping &values) {
  const llvm::SetVector<Operation *> slice =
      *sliceOf(loop, scalarsOf(way.made));
  for (Operation &op : *loop.getBody()) {
    if (slice.contains(&op) && !values.contains(op.getResult(0))) {
      builder.clone(op, values);
    }
  }
  for (Operation *op : way.made) {
    if (isa<LoadOp>(op)) {
      builder.clone(*op, values);
    }
  }
}

/// Computes the rest of it, and stores it.
StoreOp LoopPipeline::fill(Way &way, Value slot, IRMapping &values) {
  for (Operation *op : way.made) {
    if (!isa<LoadOp>(op)) {
      builder.clone(*op, values);
    }
  }
  Value tile = values.lookup(way.made.back()->getResult(0));
  SmallVector<Value> at(way.readTile.getRank() + 1, number(0));
  at.front() = slot;
  auto store = StoreOp::create(builder, way.store.getLoc(), tile, way.ring, at);
  store.setVectorAttr(way.store.getVectorAttr());
  return store;
}

/// Starts the copies of a step, which there is.
void LoopPipeline::send(Value step) {
  IRMapping values;
  values.map(loop.getInductionVar(), indexOf(step));
  Value slot = slotOf(sent.front(), step);
  for (Way &way : sent) {
    prepare(way, values);
    StoreOp store = fill(way, slot, values);
    store.setVectorAttr(cast<LoadOp>(way.made.front()).getVectorAttr());
    store.setInFlight(true);
  }
}

void LoopPipeline::ifThereIs(Value step, llvm::function_ref<void()> body) {
  Value isStep = arith::CmpIOp::create(builder, loop.getLoc(),
                                       arith::CmpIPredicate::slt, step, steps);
  auto choice = scf::IfOp::create(builder, loop.getLoc(), isStep,
                                  /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&choice.getThenRegion().front());
  body();
}

void LoopPipeline::sendIfThereIs(Value step) {
  ifThereIs(step, [&] { send(step); });
  CommitOp::create(builder, loop.getLoc());
}

/// Reads what was sent for a step, in place of what the loop's body reads.
void LoopPipeline::take(Way &way, Value step, IRMapping &values) {
  SmallVector<Value> at(way.readTile.getRank() + 1, number(0));
  at.front() = slotOf(way, step);
  auto read =
      LoadOp::create(builder, way.read.getLoc(), way.readTile, way.ring, at);
  Value tile = read.getResult();
  [[maybe_unused]] const LogicalResult chosen = chooseRead(read, machine);
  assert(succeeded(chosen) && "a slot of a ring is read as a whole");
  for (Operation *rename : way.renames) {
    IRMapping operand;
    operand.map(rename->getOperand(0), tile);
    Operation *copy = builder.clone(*rename, operand);
    auto result = cast<RankedTensorType>(copy->getResult(0).getType());
    const Layout before = layoutOf(cast<RankedTensorType>(tile.getType()));
    const Layout after =
        isa<TransposeOp>(rename)
            ? before.permuted(cast<TransposeOp>(rename).getPermutation())
            : *before.reshaped(
                  cast<RankedTensorType>(tile.getType()).getShape(),
                  result.getShape());
    copy->getResult(0).setType(
        RankedTensorType::get(result.getShape(), result.getElementType(),
                              after.toAttribute(result.getContext())));
    tile = copy->getResult(0);
  }
  // The same elements, in the words that the instruction's layout is written
  // in.
  if (tile.getType() != way.read.getTileType()) {
    tile = ConvertLayoutOp::create(builder, tile.getLoc(),
                                   way.read.getTileType(), tile, MemoryAttr());
  }
  values.map(way.read.getResult(), tile);
}

void LoopPipeline::run() {
  Location loc = loop.getLoc();
  SmallVector<Way *> ways;
  for (SmallVector<Way> *kind : {&sent, &loaded}) {
    for (Way &way : *kind) {
      way.ring = AllocOp::create(builder, loc, ringType(way, way.slots),
                                 StringAttr(), IntegerAttr());
      ways.push_back(&way);
    }
  }
  // Slots may still be read where a loop around comes here again.
  if (!sent.empty() && (loop->getParentOfType<scf::ForOp>() ||
                        loop->getParentOfType<scf::WhileOp>())) {
    AwaitOp::create(builder, loc, 0);
  }
  Value distance = arith::SubIOp::create(builder, loc, loop.getUpperBound(),
                                         loop.getLowerBound());
  steps = arith::CeilDivSIOp::create(builder, loc, distance, loop.getStep());
  const int64_t slots = sent.empty() ? 0 : sent.front().slots;
  for (int64_t step = 0; step + 1 < slots; ++step) {
    sendIfThereIs(number(step));
  }
  if (!loaded.empty()) {
    Value first = number(0);
    ifThereIs(first, [&] {
      IRMapping values;
      values.map(loop.getInductionVar(), indexOf(first));
      llvm::for_each(loaded, [&](Way &way) { prepare(way, values); });
      llvm::for_each(loaded,
                     [&](Way &way) { fill(way, slotOf(way, first), values); });
    });
  }
  auto pipelined = scf::ForOp::create(builder, loc, number(0), steps, number(1),
                                      loop.getInitArgs());
  // Without values to carry it has its end already.
  if (loop.getInitArgs().empty()) {
    builder.setInsertionPoint(pipelined.getBody()->getTerminator());
  } else {
    builder.setInsertionPointToEnd(pipelined.getBody());
  }
  Value step = pipelined.getInductionVar();
  IRMapping values;
  values.map(loop.getInductionVar(), indexOf(step));
  values.map(loop.getRegionIterArgs(), pipelined.getRegionIterArgs());
  auto stepAfter = [&](int64_t count) -> Value {
    return arith::AddIOp::create(builder, loc, step, number(count));
  };
  IRMapping ahead;
  if (!loaded.empty()) {
    // The last step loads its own once more: loads that some steps do not make
    // would be waited for where those steps go on.
    Value last = arith::SubIOp::create(builder, loc, steps, number(1));
    Value next = arith::MinSIOp::create(builder, loc, stepAfter(1), last);
    ahead.map(loop.getInductionVar(), indexOf(next));
    for (Way &way : loaded) {
      prepare(way, ahead);
      for (Operation *op : way.made) {
        if (isa<LoadOp>(op)) {
          ahead.lookup(op->getResult(0))
              .getDefiningOp()
              ->setAttr(aheadAttributeName, builder.getUnitAttr());
        }
      }
    }
  }
  if (!sent.empty()) {
    AwaitOp::create(builder, loc, slots - 2);
    sendIfThereIs(stepAfter(slots - 1));
  }
  llvm::DenseMap<Operation *, Way *> taken;
  llvm::DenseSet<Operation *> left;
  for (Way *way : ways) {
    taken[way->read] = way;
    left.insert(way->made.begin(), way->made.end());
    left.insert(way->store);
    left.insert(way->memory);
    left.insert(way->renames.begin(), way->renames.end());
  }
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (Way *way = taken.lookup(&op)) {
      take(*way, step, values);
    } else if (!left.contains(&op)) {
      builder.clone(op, values);
    }
  }
  if (!loaded.empty()) {
    // Code of its own keeps what is computed of the loads behind the product,
    // which does not wait for them.
    Value next = stepAfter(1);
    ifThereIs(next, [&] {
      for (Way &way : loaded) {
        fill(way, slotOf(way, next), ahead);
      }
    });
  }
  if (Operation *end = loop.getBody()->getTerminator();
      end->getNumOperands() != 0) {
    builder.clone(*end, values);
  }
  loop->replaceAllUsesWith(pipelined);
  loop.erase();
}

} // namespace

void pipelineLoops(KernelOp kernel, const Machine &machine) {
  if (machine.threads.flightBytes == 0) {
    return;
  }
  SmallVector<scf::ForOp> loops;
  kernel.getBody().walk([&](scf::ForOp loop) {
    if (!loop.getBody()->getOps<DotOp>().empty()) {
      loops.push_back(loop);
    }
  });
  for (scf::ForOp loop : loops) {
    Ways ways = chooseWays(kernel, loop, machine);
    if (!ways.sent.empty() || !ways.loaded.empty()) {
      LoopPipeline(loop, machine, std::move(ways)).run();
    }
  }
}

} // namespace weft::tile
