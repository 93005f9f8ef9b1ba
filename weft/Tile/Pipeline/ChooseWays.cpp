// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Pipeline/ChooseWays.h"

#include "weft/Tile/Layout/LoadsAhead.h"
#include "weft/Tile/Pipeline/AllocateShared.h"
#include "weft/Tile/Pipeline/MemoryUse.h"

#include <mlir/IR/Matchers.h>

using namespace mlir;

namespace weft::tile {

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

RefType ringType(const Way &way, int64_t count) {
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

int64_t bytesOf(const Way &way, int64_t count) {
  return static_cast<int64_t>(
      llvm::alignTo(static_cast<uint64_t>(sharedBytesOf(ringType(way, count))),
                    sharedAlignment));
}

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

class WayFinder {
public:
  WayFinder(KernelOp kernel, scf::ForOp loop, const Machine &machine)
      : kernel(kernel), loop(loop), machine(machine) {}

  Ways run() {
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
    return {std::move(sent), std::move(loaded)};
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

  KernelOp kernel;
  scf::ForOp loop;
  const Machine &machine;
  SmallVector<Way> sent;
  SmallVector<Way> loaded;
};

/// Whether a load reads memory that no program of the kernel writes: it may
/// read it earlier, and what is sent later than it is loaded is the same.
bool WayFinder::isFromMemory(LoadOp load) {
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
std::optional<Way> WayFinder::wayThrough(AllocOp memory) {
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
bool WayFinder::findCopy(Way &way) {
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
bool WayFinder::findLoads(Way &way) {
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
void WayFinder::chooseLoaded(SmallVector<Way> ways) {
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
int64_t WayFinder::sharedBytesBeside() {
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
int64_t WayFinder::slotsThatFit() {
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

} // namespace

Ways chooseWays(KernelOp kernel, scf::ForOp loop, const Machine &machine) {
  return WayFinder(kernel, loop, machine).run();
}

} // namespace weft::tile
