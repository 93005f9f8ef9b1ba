// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Pipeline/PipelineLoops.h"

#include "weft/Tile/Layout/Conversion.h"
#include "weft/Tile/Layout/LoadsAhead.h"
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
/// What goes through registers is stored one step ahead.
constexpr int64_t slotsBehindRegisters = 2;

Layout layoutOf(RankedTensorType tile) {
  return Layout(cast<LayoutAttr>(tile.getEncoding()));
}

/// A tile on its way from memory to the registers of other threads, in one
/// iteration.
struct Way {
  /// What gives the tile that is stored, first to last: a load that copies by
  /// itself, or all that threads load and compute.
  SmallVector<Operation *> made;
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
  /// The ring, once there is one, and its slots.
  Value ring;
  int64_t slots = 0;
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

/// What operations of a loop's body ask of it that is no tile.
SmallVector<Value> scalarsOf(ArrayRef<Operation *> ops) {
  SmallVector<Value> scalars;
  for (Operation *op : ops) {
    llvm::append_range(
        scalars, llvm::make_filter_range(op->getOperands(), [](Value operand) {
          return !isa<RankedTensorType>(operand.getType());
        }));
  }
  return scalars;
}

class LoopPipeline {
public:
  LoopPipeline(KernelOp kernel, scf::ForOp loop, const Machine &machine)
      : kernel(kernel), loop(loop), machine(machine), builder(loop) {}

  void run() {
    SmallVector<Way> others;
    for (AllocOp memory : loop.getBody()->getOps<AllocOp>()) {
      std::optional<Way> way = wayThrough(memory);
      if (way && findCopy(*way)) {
        sent.push_back(std::move(*way));
      } else if (way && findLoads(*way)) {
        others.push_back(std::move(*way));
      }
    }
    chooseLoaded(std::move(others));
    const int64_t slots = sent.empty() ? 0 : slotsThatFit();
    if (slots < fewestSlots) {
      sent.clear();
    }
    for (Way &way : sent) {
      way.slots = slots;
    }
    if (!sent.empty() || !loaded.empty()) {
      rewrite();
    }
  }

private:
  std::optional<Way> wayThrough(AllocOp memory);
  bool isHere(Operation *op) { return op && op->getBlock() == loop.getBody(); }
  bool isFromMemory(LoadOp load);
  bool findCopy(Way &way);
  bool findLoads(Way &way);
  void chooseLoaded(SmallVector<Way> ways);
  int64_t sharedBytesBeside();
  int64_t slotsThatFit();
  static RefType ringType(Way &way, int64_t count);
  static int64_t bytesOf(Way &way, int64_t count);

  void rewrite();
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

  KernelOp kernel;
  scf::ForOp loop;
  const Machine &machine;
  OpBuilder builder;
  /// Copied by the machine, several steps ahead.
  SmallVector<Way> sent;
  /// Loaded into registers a step ahead.
  SmallVector<Way> loaded;
  /// Of the loop.
  Value steps;
};

/// Whether a load reads memory that no program of the kernel writes: it may
/// read it earlier, and what is sent later than it is loaded is the same.
bool LoopPipeline::isFromMemory(LoadOp load) {
  if (load.getRefType().getSpace() != Space::Global) {
    return false;
  }
  Value memory = memoryOf(load.getRef());
  bool isWritten = false;
  kernel->walk([&](Operation *op) {
    std::optional<MemoryUse> use = memoryUseOf(op);
    isWritten |= use && use->isWrite && memoryOf(use->ref) == memory;
  });
  return !isWritten;
}

/// Memory that one store writes and one load reads, in an iteration.
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
  if (memory.getAliasAttr() || !isHere(way.store) || !isHere(way.read) ||
      !way.store.isWhole() || !way.read.isWhole()) {
    return std::nullopt;
  }
  return way;
}

/// Whether what is stored is what a load has read, so many bytes side by side
/// as can be copied. What is read is renamed behind the chip then, instead of
/// before it.
bool LoopPipeline::findCopy(Way &way) {
  SmallVector<Operation *> renames;
  Value from = way.store.getValue();
  Layout wanted = layoutOf(way.read.getTileType());
  while (Value before = renamed(from.getDefiningOp())) {
    if (!isHere(from.getDefiningOp()) || !from.hasOneUse()) {
      return false;
    }
    std::optional<Layout> unnamed = layoutBefore(from.getDefiningOp(), wanted);
    if (!unnamed) {
      return false;
    }
    wanted = *unnamed;
    renames.insert(renames.begin(), from.getDefiningOp());
    from = before;
  }
  auto load = from.getDefiningOp<LoadOp>();
  if (!isHere(load) || !from.hasOneUse() || !isFromMemory(load) ||
      (load.getOtherwise() && !isZero(load.getOtherwise())) ||
      !sliceOf(loop, load->getOperands())) {
    return false;
  }
  RankedTensorType tile = load.getTileType();
  const int64_t bytes = load.getRefType().getElementBytes();
  const int64_t width = load.getVectorAttr().getInt();
  if (!wanted.fits(tile.getShape()) ||
      width * bytes < machine.threads.bankBytes ||
      width * bytes > machine.threads.flightBytes) {
    return false;
  }
  std::optional<Scratch> scratch = planFlight(
      layoutOf(tile), wanted, tile.getShape(), bytes, width, machine);
  if (!scratch) {
    return false;
  }
  way.made = {load};
  way.renames = std::move(renames);
  way.scratch = *scratch;
  way.readTile = RankedTensorType::get(tile.getShape(), tile.getElementType(),
                                       wanted.toAttribute(tile.getContext()));
  return true;
}

/// Whether what is stored follows from loads alone, and nothing else needs it.
bool LoopPipeline::findLoads(Way &way) {
  way.made = madeFromLoads(way.store.getValue(), loop);
  way.scratch = *Scratch::of(way.memory.getResult().getType());
  way.readTile = way.read.getTileType();
  return !way.made.empty() && sliceOf(loop, scalarsOf(way.made)) &&
         llvm::all_of(way.made, [&](Operation *op) {
           auto load = dyn_cast<LoadOp>(op);
           return (!load || isFromMemory(load)) &&
                  llvm::all_of(op->getUsers(), [&](Operation *user) {
                    return user == way.store ||
                           llvm::is_contained(way.made, user);
                  });
         });
}

/// Registers of a thread that a tile takes which is loaded or computed.
int64_t registersOf(RankedTensorType tile, int64_t atATime) {
  return wordsLoaded(layoutOf(tile).registerCount(tile.getShape()),
                     RefType::get({}, tile.getElementType()).getElementBytes(),
                     atATime);
}

/// As many as the threads have registers for beside the sums, and the chip has
/// room for.
void LoopPipeline::chooseLoaded(SmallVector<Way> ways) {
  if (hasOneStep(loop)) {
    return;
  }
  int64_t registers = machine.threads.registersPerThread - registersOfStep;
  for (Value sum : loop.getRegionIterArgs()) {
    auto tile = dyn_cast<RankedTensorType>(sum.getType());
    registers -= tile ? registersOf(tile, 1) : 1;
  }
  int64_t bytes = machine.threads.sharedBytesPerBlock - sharedBytesBeside();
  for (Way &way : sent) {
    bytes -= bytesOf(way, fewestSlots);
  }
  for (Way &way : ways) {
    int64_t held = 0;
    for (Operation *op : way.made) {
      if (auto load = dyn_cast<LoadOp>(op)) {
        held += registersOf(load.getTileType(), load.getVectorAttr().getInt());
      }
    }
    const int64_t slot = bytesOf(way, slotsBehindRegisters - 1);
    if (held <= registers && slot <= bytes) {
      registers -= held;
      bytes -= slot;
      way.slots = slotsBehindRegisters;
      loaded.push_back(std::move(way));
    }
  }
}

RefType LoopPipeline::ringType(Way &way, int64_t count) {
  RankedTensorType tile = way.readTile;
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

int64_t LoopPipeline::bytesOf(Way &way, int64_t count) {
  return static_cast<int64_t>(
      llvm::alignTo(static_cast<uint64_t>(sharedBytesOf(ringType(way, count))),
                    sharedAlignment));
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

/// Of all that lives with the loop, but for what is sent.
int64_t LoopPipeline::sharedBytesBeside() {
  int64_t bytes = 0;
  kernel->walk([&](AllocOp op) {
    if (livesWith(op, loop) &&
        llvm::none_of(sent, [&](Way &way) { return way.memory == op; })) {
      bytes += sharedBytesOf(op.getResult().getType());
    }
  });
  return bytes;
}

/// Of half the memory on the chip, so that there is room for a second program;
/// or of all that the kernel leaves, where that has no room for two steps.
int64_t LoopPipeline::slotsThatFit() {
  int64_t step = 0;
  for (Way &way : sent) {
    step += bytesOf(way, 1);
  }
  int64_t others = sharedBytesBeside();
  for (Way &way : loaded) {
    others += bytesOf(way, slotsBehindRegisters - 1);
  }
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

void LoopPipeline::rewrite() {
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
    LoopPipeline(kernel, loop, machine).run();
  }
}

} // namespace weft::tile
