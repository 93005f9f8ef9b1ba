// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Pipeline/InsertSynchronisation.h"

#include "weft/Tile/Layout/Layout.h"
#include "weft/Tile/Pipeline/MemoryUse.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/TypeSwitch.h>
#include <mlir/Dialect/SCF/IR/SCF.h>
#include <mlir/IR/Builders.h>

using namespace mlir;

namespace weft::tile {
namespace {

/// An operation that touched memory since the last barrier, and the outermost
/// loop around it that has begun another iteration since; null for none.
using Pending = std::pair<Operation *, Operation *>;
using PendingSet = llvm::SetVector<Pending>;

/// Null for operations whose elements are not those of a tile.
RankedTensorType tileOf(Operation *op) {
  return llvm::TypeSwitch<Operation *, RankedTensorType>(op)
      .Case<LoadOp, StoreOp, GatherOp, ScatterOp>(
          [](auto access) { return access.getTileType(); })
      .Default([](Operation *) { return RankedTensorType(); });
}

/// Whether each element of a tile is held by one thread.
bool hasOneOwner(const Layout &layout) {
  auto moves = [](const Layout::Column &column) {
    return llvm::any_of(column, [](int64_t step) { return step != 0; });
  };
  return layout.isPlain() && llvm::all_of(layout.lanes, moves) &&
         llvm::all_of(layout.warps, moves);
}

/// Whether every thread touches what it touched before, and nothing else.
bool staysInThreads(const MemoryUse &earlier, const MemoryUse &later,
                    Operation *loop) {
  RankedTensorType tile = tileOf(earlier.op);
  if (!tile || tile != tileOf(later.op) ||
      !startTogether(earlier, later, loop)) {
    return false;
  }
  auto readsForOthers = [](Operation *op) {
    auto load = dyn_cast<LoadOp>(op);
    return load && load.getMatrices();
  };
  auto stridesOf = [](Operation *op) {
    return op->getAttrOfType<DenseI64ArrayAttr>("strides");
  };
  if (stridesOf(earlier.op) != stridesOf(later.op) ||
      readsForOthers(earlier.op) || readsForOthers(later.op)) {
    return false;
  }
  // Of threads that hold copies, one stores, and all load.
  return (isa<StoreOp>(earlier.op) && isa<StoreOp>(later.op)) ||
         hasOneOwner(Layout(cast<LayoutAttr>(tile.getEncoding())));
}

bool needsBarrier(const MemoryUse &earlier, const MemoryUse &later,
                  Operation *loop) {
  if (!earlier.isWrite && !later.isWrite) {
    return false;
  }
  Value first = memoryOf(earlier.ref);
  Value second = memoryOf(later.ref);
  if (first != second) {
    return shareBytes(first, second);
  }
  return !areAtomic(earlier, later) && !areApart(earlier, later, loop) &&
         !staysInThreads(earlier, later, loop);
}

class Synchronisation {
public:
  /// Walks a block that is entered with `pending`, which is then what is
  /// pending at its end. Gives the number of barriers that it takes, and writes
  /// them, if they are wanted.
  int64_t walk(Block &block, PendingSet &pending, bool write);

private:
  int64_t walkLoop(Operation *loop, PendingSet &pending, bool write);
  int64_t walkBody(Operation *loop, PendingSet &pending, bool write);
  int64_t walkChoice(Operation *choice, PendingSet &pending, bool write);
  static void insertBefore(Operation *op, bool write) {
    if (write) {
      OpBuilder builder(op);
      BarrierOp::create(builder, op->getLoc(), Scope::Program);
    }
  }
};

int64_t Synchronisation::walk(Block &block, PendingSet &pending, bool write) {
  int64_t barriers = 0;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (isa<BarrierOp>(op)) {
      pending.clear();
    } else if (isa<AwaitOp>(op)) {
      // What each thread has awaited is there for all.
      insertBefore(op.getNextNode(), write);
      pending.clear();
      ++barriers;
    } else if (isa<scf::ForOp, scf::WhileOp>(op)) {
      barriers += walkLoop(&op, pending, write);
    } else if (isa<scf::IfOp, scf::IndexSwitchOp>(op)) {
      barriers += walkChoice(&op, pending, write);
    }
    std::optional<MemoryUse> use = memoryUseOf(&op);
    if (!use) {
      continue;
    }
    const bool waits = llvm::any_of(pending, [&](const Pending &one) {
      return needsBarrier(*memoryUseOf(one.first), *use, one.second);
    });
    if (waits) {
      insertBefore(&op, write);
      pending.clear();
      ++barriers;
    }
    pending.insert({&op, nullptr});
  }
  return barriers;
}

/// One iteration. Both regions of a `while` follow each other; it is left
/// behind the first.
int64_t Synchronisation::walkBody(Operation *loop, PendingSet &pending,
                                  bool write) {
  int64_t barriers = 0;
  for (Region &region : loop->getRegions()) {
    barriers += walk(region.front(), pending, write);
  }
  return barriers;
}

int64_t Synchronisation::walkLoop(Operation *loop, PendingSet &pending,
                                  bool write) {
  // All that is pending where an iteration starts.
  auto atStart = [&](PendingSet start) {
    for (bool grows = true; grows;) {
      PendingSet end = start;
      walkBody(loop, end, false);
      grows = false;
      for (auto [op, crossed] : end) {
        grows |= start.insert({op, loop->isAncestor(op) ? loop : crossed});
      }
    }
    return start;
  };
  auto count = [&](PendingSet start) {
    start = atStart(std::move(start));
    return walkBody(loop, start, false);
  };
  int64_t barriers = 0;
  if (!pending.empty() && count(pending) > count({})) {
    insertBefore(loop, write);
    pending.clear();
    ++barriers;
  }
  PendingSet end = atStart(pending);
  if (auto loopWhile = dyn_cast<scf::WhileOp>(loop)) {
    barriers += walk(*loopWhile.getBeforeBody(), end, write);
    PendingSet inside = end;
    barriers += walk(*loopWhile.getAfterBody(), inside, write);
    pending = std::move(end);
  } else {
    barriers += walkBody(loop, end, write);
    if (hasIterations(cast<scf::ForOp>(loop))) {
      pending = std::move(end);
    } else {
      pending.insert(end.begin(), end.end());
    }
  }
  return barriers;
}

int64_t Synchronisation::walkChoice(Operation *choice, PendingSet &pending,
                                    bool write) {
  int64_t barriers = 0;
  // An `if` may have no other way.
  const bool mayPassBy = llvm::any_of(
      choice->getRegions(), [](Region &region) { return region.empty(); });
  PendingSet behind = mayPassBy ? pending : PendingSet();
  for (Region &region : choice->getRegions()) {
    if (!region.empty()) {
      PendingSet end = pending;
      barriers += walk(region.front(), end, write);
      behind.insert(end.begin(), end.end());
    }
  }
  pending = std::move(behind);
  return barriers;
}

} // namespace

LogicalResult insertSynchronisation(KernelOp kernel) {
  if (kernel.getStageKind() != Stage::Planned ||
      !kernel->hasAttr(sharedBytesAttributeName)) {
    return kernel.emitOpError() << "is in stage " << kernel.getStage()
                                << "; barriers are inserted in planned, behind "
                                   "allocation";
  }
  WalkResult placed = kernel.getBody().walk([](AllocOp op) {
    if (op.getResult().getType().getSpace() == Space::Shared &&
        !op.getAtAttr()) {
      op.emitOpError("has no place yet");
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  if (placed.wasInterrupted()) {
    return failure();
  }
  PendingSet pending;
  Synchronisation().walk(kernel.getBlock(), pending, true);
  kernel.setStage(stringifyStage(Stage::Synchronised));
  return success();
}

} // namespace weft::tile
