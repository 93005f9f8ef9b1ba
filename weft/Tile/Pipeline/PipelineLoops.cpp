// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Pipeline/PipelineLoops.h"

#include "weft/Tile/Layout/Access.h"
#include "weft/Tile/Layout/Conversion.h"
#include "weft/Tile/Pipeline/AllocateShared.h"
#include "weft/Tile/Pipeline/MemoryUse.h"
#include "weft/Tile/Pipeline/PlanTransfers.h"

#include <llvm/ADT/SetVector.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/SCF/IR/SCF.h>
#include <mlir/IR/Builders.h>
#include <mlir/IR/IRMapping.h>

using namespace mlir;

namespace weft::tile {
namespace {

/// Steps of a loop that have slots at most: one multiplies, the others are on
/// their way.
constexpr int64_t mostSlots = 4;
/// With two, each step waits for what was sent in the one before.
constexpr int64_t fewestSlots = 2;

Layout layoutOf(RankedTensorType tile) {
  return Layout(cast<LayoutAttr>(tile.getEncoding()));
}

/// A tile on its way from memory to the registers of other threads, in one
/// iteration.
struct Way {
  LoadOp load;
  /// What gives its elements other places without moving them: transposes and
  /// reshapes, first to last.
  SmallVector<Operation *> renames;
  StoreOp store;
  AllocOp memory;
  LoadOp read;

  /// How the tile lies in a slot, and the tile that is read from there, before
  /// it is renamed.
  Scratch scratch;
  RankedTensorType readTile;
  /// The ring, once there is one.
  Value ring;
};

bool isZero(Value value) {
  Attribute constant;
  return matchPattern(value, m_Constant(&constant)) &&
         (matchPattern(value, m_Zero()) ||
          matchPattern(value, m_AnyZeroFloat()));
}

/// The input of an operation that renames; null for others.
Value renamed(Operation *op) {
  return isa_and_present<TransposeOp, ReshapeOp>(op) ? op->getOperand(0)
                                                     : Value();
}

/// The layout of an operation's input that gives its result this one.
std::optional<Layout> layoutBefore(Operation *rename, const Layout &after) {
  if (auto transpose = dyn_cast<TransposeOp>(rename)) {
    SmallVector<int64_t> inverse(transpose.getPermutation().size());
    for (auto [i, dim] : llvm::enumerate(transpose.getPermutation())) {
      inverse[dim] = static_cast<int64_t>(i);
    }
    return after.permuted(inverse);
  }
  auto reshape = cast<ReshapeOp>(rename);
  return after.reshaped(reshape.getResult().getType().getShape(),
                        reshape.getInput().getType().getShape());
}

/// The operations of a loop's body that some of its scalars follow from, but
/// for its index; nothing where they follow from more than that.
std::optional<llvm::SetVector<Operation *>> sliceOf(scf::ForOp loop,
                                                    ValueRange scalars) {
  llvm::SetVector<Operation *> slice;
  SmallVector<Value> ahead(scalars);
  while (!ahead.empty()) {
    Value value = ahead.pop_back_val();
    if (value == loop.getInductionVar() ||
        !loop->isAncestor(value.getParentRegion()->getParentOp())) {
      continue;
    }
    Operation *op = value.getDefiningOp();
    if (!op || op->getBlock() != loop.getBody() || op->getNumRegions() != 0 ||
        !isMemoryEffectFree(op) || isa<RankedTensorType>(value.getType())) {
      return std::nullopt;
    }
    if (slice.insert(op)) {
      llvm::append_range(ahead, op->getOperands());
    }
  }
  return slice;
}

class LoopPipeline {
public:
  LoopPipeline(KernelOp kernel, scf::ForOp loop, const Machine &machine)
      : kernel(kernel), loop(loop), machine(machine), builder(loop) {}

  void run() {
    for (AllocOp memory : loop.getBody()->getOps<AllocOp>()) {
      if (std::optional<Way> way = wayThrough(memory)) {
        ways.push_back(std::move(*way));
      }
    }
    slots = ways.empty() ? 0 : slotsThatFit();
    if (slots >= fewestSlots) {
      rewrite();
    }
  }

private:
  std::optional<Way> wayThrough(AllocOp memory);
  bool isReadOnly(Value ref);
  int64_t slotsThatFit();
  static RefType ringType(Way &way, int64_t count);

  void rewrite();
  Value number(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loop.getLoc(), value);
  }
  Value indexOf(Value step);
  Value slotOf(Value step) {
    return arith::RemUIOp::create(builder, loop.getLoc(), step, number(slots));
  }
  void send(Value step);
  void sendIf(Value isStep, Value step);
  void take(Way &way, Value step, IRMapping &values);

  KernelOp kernel;
  scf::ForOp loop;
  const Machine &machine;
  OpBuilder builder;
  SmallVector<Way> ways;
  int64_t slots = 0;
};

/// Whether no program of the kernel writes what is sent later than it is
/// loaded.
bool LoopPipeline::isReadOnly(Value ref) {
  Value memory = memoryOf(ref);
  bool isWritten = false;
  kernel->walk([&](Operation *op) {
    std::optional<MemoryUse> use = memoryUseOf(op);
    isWritten |= use && use->isWrite && memoryOf(use->ref) == memory;
  });
  return !isWritten;
}

std::optional<Way> LoopPipeline::wayThrough(AllocOp memory) {
  Way way;
  way.memory = memory;
  for (Operation *user : memory.getResult().getUsers()) {
    if (auto store = dyn_cast<StoreOp>(user); store && !way.store) {
      way.store = store;
    } else if (auto read = dyn_cast<LoadOp>(user); read && !way.read) {
      way.read = read;
    } else {
      return std::nullopt;
    }
  }
  auto isHere = [&](Operation *op) {
    return op && op->getBlock() == loop.getBody();
  };
  if (memory.getAliasAttr() || !isHere(way.store) || !isHere(way.read) ||
      !way.store.isWhole() || !way.read.isWhole()) {
    return std::nullopt;
  }
  Value from = way.store.getValue();
  while (Value before = renamed(from.getDefiningOp())) {
    if (!isHere(from.getDefiningOp()) || !from.hasOneUse()) {
      return std::nullopt;
    }
    way.renames.insert(way.renames.begin(), from.getDefiningOp());
    from = before;
  }
  way.load = from.getDefiningOp<LoadOp>();
  if (!isHere(way.load) || !from.hasOneUse() ||
      way.load.getRefType().getSpace() != Space::Global ||
      (way.load.getOtherwise() && !isZero(way.load.getOtherwise())) ||
      !isReadOnly(way.load.getRef()) ||
      !sliceOf(loop, way.load->getOperands())) {
    return std::nullopt;
  }
  // What is read is renamed behind the chip instead of before it.
  Layout wanted = layoutOf(way.read.getTileType());
  for (Operation *rename : llvm::reverse(way.renames)) {
    std::optional<Layout> before = layoutBefore(rename, wanted);
    if (!before) {
      return std::nullopt;
    }
    wanted = *before;
  }
  RankedTensorType tile = way.load.getTileType();
  const int64_t bytes = way.load.getRefType().getElementBytes();
  const int64_t width = way.load.getVectorAttr().getInt();
  if (!wanted.fits(tile.getShape()) ||
      width * bytes < machine.threads.bankBytes ||
      width * bytes > machine.threads.flightBytes) {
    return std::nullopt;
  }
  std::optional<Scratch> scratch = planFlight(
      layoutOf(tile), wanted, tile.getShape(), bytes, width, machine);
  if (!scratch) {
    return std::nullopt;
  }
  way.scratch = *scratch;
  way.readTile = RankedTensorType::get(tile.getShape(), tile.getElementType(),
                                       wanted.toAttribute(tile.getContext()));
  return way;
}

RefType LoopPipeline::ringType(Way &way, int64_t count) {
  RankedTensorType tile = way.load.getTileType();
  SmallVector<int64_t> shape = {count};
  llvm::append_range(shape, tile.getShape());
  Scratch scratch = way.scratch;
  for (int64_t &dim : scratch.order) {
    ++dim;
  }
  scratch.order.insert(scratch.order.begin(), 0);
  return RefType::get(shape, tile.getElementType(), Space::Shared,
                      scratch.toAttribute(tile.getContext(), shape));
}

/// Whether a loop's memory may not lie where this is. What lives before or
/// after the loop alone may share its bytes (AllocateShared.h).
bool livesWith(AllocOp op, scf::ForOp loop) {
  Operation *place = op->getBlock()->findAncestorOpInBlock(*loop);
  if (!place || op.getAliasAttr()) {
    return true;
  }
  bool isBefore = false;
  bool isAfter = false;
  for (Operation *user : op.getResult().getUsers()) {
    Operation *use = op->getBlock()->findAncestorOpInBlock(*user);
    isBefore |= use == place || use->isBeforeInBlock(place);
    isAfter |= use == place || place->isBeforeInBlock(use);
  }
  return isBefore && isAfter;
}

/// Of half the memory on the chip, so that there is room for a second program;
/// or of all that the kernel leaves, where that has no room for two steps.
int64_t LoopPipeline::slotsThatFit() {
  int64_t step = 0;
  for (Way &way : ways) {
    step += static_cast<int64_t>(
        llvm::alignTo(static_cast<uint64_t>(sharedBytesOf(ringType(way, 1))),
                      sharedAlignment));
  }
  int64_t others = 0;
  kernel->walk([&](AllocOp op) {
    if (livesWith(op, loop) &&
        llvm::none_of(ways, [&](Way &way) { return way.memory == op; })) {
      others += sharedBytesOf(op.getResult().getType());
    }
  });
  const int64_t all = machine.threads.sharedBytesPerBlock - others;
  const int64_t inHalf = (all - others) / 2 / step;
  return std::min(mostSlots, inHalf >= fewestSlots ? inHalf : all / step);
}

/// The index of the loop in a step.
Value LoopPipeline::indexOf(Value step) {
  Value distance =
      arith::MulIOp::create(builder, loop.getLoc(), step, loop.getStep());
  return arith::AddIOp::create(builder, loop.getLoc(), loop.getLowerBound(),
                               distance);
}

/// Starts the copies of a step, which there is.
void LoopPipeline::send(Value step) {
  IRMapping values;
  values.map(loop.getInductionVar(), indexOf(step));
  Value slot = slotOf(step);
  for (Way &way : ways) {
    const llvm::SetVector<Operation *> slice =
        *sliceOf(loop, way.load->getOperands());
    for (Operation &op : *loop.getBody()) {
      if (slice.contains(&op) && !values.contains(op.getResult(0))) {
        builder.clone(op, values);
      }
    }
    auto load = cast<LoadOp>(builder.clone(*way.load, values));
    SmallVector<Value> at(load.getTileType().getRank() + 1, number(0));
    at.front() = slot;
    auto store =
        StoreOp::create(builder, load.getLoc(), load.getResult(), way.ring, at);
    store.setVectorAttr(load.getVectorAttr());
    store.setInFlight(true);
  }
}

void LoopPipeline::sendIf(Value isStep, Value step) {
  auto choice = scf::IfOp::create(builder, loop.getLoc(), isStep,
                                  /*withElseRegion=*/false);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&choice.getThenRegion().front());
    send(step);
  }
  CommitOp::create(builder, loop.getLoc());
}

/// Reads what was sent for a step, in place of what the loop's body reads.
void LoopPipeline::take(Way &way, Value step, IRMapping &values) {
  SmallVector<Value> at(way.readTile.getRank() + 1, number(0));
  at.front() = slotOf(step);
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

void LoopPipeline::rewrite() {
  Location loc = loop.getLoc();
  for (Way &way : ways) {
    way.ring = AllocOp::create(builder, loc, ringType(way, slots), StringAttr(),
                               IntegerAttr());
  }
  // Slots may still be read where a loop around comes here again.
  if (loop->getParentOfType<scf::ForOp>() ||
      loop->getParentOfType<scf::WhileOp>()) {
    AwaitOp::create(builder, loc, 0);
  }
  Value distance = arith::SubIOp::create(builder, loc, loop.getUpperBound(),
                                         loop.getLowerBound());
  Value steps =
      arith::CeilDivSIOp::create(builder, loc, distance, loop.getStep());
  auto isBelow = [&](Value step) -> Value {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, step,
                                 steps);
  };
  for (int64_t step = 0; step + 1 < slots; ++step) {
    sendIf(isBelow(number(step)), number(step));
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
  AwaitOp::create(builder, loc, slots - 2);
  Value later = arith::AddIOp::create(builder, loc, step, number(slots - 1));
  sendIf(isBelow(later), later);
  llvm::DenseMap<Operation *, Way *> taken;
  llvm::DenseSet<Operation *> left;
  for (Way &way : ways) {
    taken[way.read] = &way;
    left.insert(way.load);
    left.insert(way.store);
    left.insert(way.memory);
    left.insert(way.renames.begin(), way.renames.end());
  }
  for (Operation &op : *loop.getBody()) {
    if (Way *way = taken.lookup(&op)) {
      take(*way, step, values);
    } else if (!left.contains(&op) &&
               (!isa<scf::YieldOp>(op) || op.getNumOperands() != 0)) {
      builder.clone(op, values);
    }
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
    LoopPipeline(kernel, loop, machine).run();
  }
}

} // namespace weft::tile
