// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Pipeline/CheckSynchronisation.h"

#include "weft/Tile/IR/Memory.h"
#include "weft/Tile/Layout/Layout.h"
#include "weft/Tile/Pipeline/AccessGraph.h"
#include "weft/Tile/Pipeline/MemoryUse.h"

#include <llvm/ADT/TypeSwitch.h>

#include <map>
#include <set>

using namespace mlir;

namespace weft::tile {
namespace {

/// The threads that touch an element: one, or several.
constexpr int64_t several = -1;
/// By the place of the element, counted from where the box starts.
using Owners = llvm::DenseMap<int64_t, int64_t>;

/// Whether a place of the box lies behind the end of its memory, wherever the
/// box starts: bounds keep every access from it.
bool isBehind(ArrayRef<int64_t> place, ArrayRef<int64_t> extents) {
  return llvm::any_of(llvm::zip_equal(place, extents), [](auto pair) {
    auto [index, extent] = pair;
    return !ShapedType::isDynamic(extent) && index >= extent;
  });
}

/// Asks every register of every thread. A store of copies is one by the first
/// thread that has them.
template <typename Op> Owners ownersOf(Op op) {
  RankedTensorType tile = op.getTileType();
  const Layout layout(cast<LayoutAttr>(tile.getEncoding()));
  const MemoryPlaces places(op.getRefType());
  const int64_t leading = op.getRefType().getRank() - tile.getRank();
  const SmallVector<Place> registers = layout.registerPlaces(tile.getShape());
  const int64_t lanes = int64_t(1) << layout.lanes.size();
  const int64_t warps = int64_t(1) << layout.warps.size();
  // Places may be negative where a box is walked backwards.
  const std::optional<SmallVector<int64_t>> strides =
      stridesOf(op.getRefType());
  Owners owners;
  for (int64_t thread = 0; thread < lanes * warps; ++thread) {
    const Place own = layout.threadPlace(thread % lanes, thread / lanes);
    for (const Place &place : registers) {
      SmallVector<int64_t> at(static_cast<size_t>(leading), 0);
      for (auto [dim, pair] : llvm::enumerate(llvm::zip_equal(place, own))) {
        // Repeats of the base lie beyond what threads differ in.
        auto [inRegister, inThread] = pair;
        at.push_back((inRegister ^ inThread) *
                     op.getStride(static_cast<int64_t>(dim)));
      }
      if (isBehind(at, op.getRefType().getShape())) {
        continue;
      }
      int64_t element = 0;
      if (strides) {
        for (auto [index, stride] : llvm::zip_equal(at, *strides)) {
          element += index * stride;
        }
      } else {
        element = places.placeOf(at);
      }
      auto [found, isNew] = owners.try_emplace(element, thread);
      if (!isNew && found->second != thread && isa<LoadOp>(op)) {
        found->second = several;
      }
    }
  }
  return owners;
}

/// The same of a gather or scatter, by the number of the element in its tile.
Owners ownersOfTile(RankedTensorType tile) {
  const Layout layout(cast<LayoutAttr>(tile.getEncoding()));
  const int64_t lanes = int64_t(1) << layout.lanes.size();
  const int64_t warps = int64_t(1) << layout.warps.size();
  Owners owners;
  for (int64_t thread = 0; thread < lanes * warps; ++thread) {
    const Place own = layout.threadPlace(thread % lanes, thread / lanes);
    for (const Place &place : layout.registerPlaces(tile.getShape())) {
      int64_t element = 0;
      for (auto [extent, inRegister, inThread] :
           llvm::zip_equal(tile.getShape(), place, own)) {
        element = element * extent + (inRegister ^ inThread);
      }
      auto [found, isNew] = owners.try_emplace(element, thread);
      if (!isNew && found->second != thread) {
        found->second = several;
      }
    }
  }
  return owners;
}

class Checker {
public:
  Checker(KernelOp kernel, const Machine &machine)
      : kernel(kernel), machine(machine), graph(kernel) {}

  LogicalResult run() {
    checkBytes();
    for (size_t node = 0; node < graph.nodes.size(); ++node) {
      if (std::optional<MemoryUse> use = useAt(node)) {
        followFrom(node, *use);
        if (!use->isWrite) {
          searchBack(node, *use);
        }
      }
    }
    return failure(isWrong);
  }

private:
  std::optional<MemoryUse> useAt(size_t node) const {
    Operation *op = graph.nodes[node].op;
    return op ? memoryUseOf(op) : std::nullopt;
  }

  void checkBytes() {
    const int64_t bytes =
        kernel->getAttrOfType<IntegerAttr>(sharedBytesAttributeName).getInt();
    if (bytes > machine.threads.sharedBytesPerBlock) {
      kernel.emitOpError() << "takes " << bytes
                           << " bytes of memory on the chip, but "
                           << machine.name << " has "
                           << machine.threads.sharedBytesPerBlock;
      isWrong = true;
    }
  }

  /// Looks at all that a program may come to before the next barrier.
  void followFrom(size_t start, const MemoryUse &earlier) {
    // With the outermost loop around the start that has begun anew.
    std::set<std::pair<size_t, Operation *>> seen;
    SmallVector<std::pair<size_t, Operation *>> ahead = {{start, nullptr}};
    while (!ahead.empty()) {
      auto [node, crossed] = ahead.pop_back_val();
      for (auto [next, loop] : graph.nodes[node].next) {
        Operation *outermost =
            loop && loop->isAncestor(earlier.op) ? loop : crossed;
        if (isa_and_present<BarrierOp>(graph.nodes[next].op) ||
            !seen.insert({next, outermost}).second) {
          continue;
        }
        ahead.push_back({next, outermost});
        std::optional<MemoryUse> later = useAt(next);
        if (later && meet(earlier, *later, outermost)) {
          report(earlier, *later);
        }
      }
    }
  }

  /// Looks for what overwrites an allocation between its last store and a load.
  void searchBack(size_t start, const MemoryUse &load) {
    auto own = memoryOf(load.ref).getDefiningOp<AllocOp>();
    if (!own) {
      return;
    }
    std::set<size_t> seen;
    SmallVector<size_t> ahead = {start};
    while (!ahead.empty()) {
      for (size_t before : graph.nodes[ahead.pop_back_val()].previous) {
        std::optional<MemoryUse> use = useAt(before);
        if (!seen.insert(before).second || (use && stores(*use, own))) {
          continue;
        }
        ahead.push_back(before);
        auto other =
            use ? memoryOf(use->ref).getDefiningOp<AllocOp>() : AllocOp();
        if (other && other != own && use->isWrite &&
            shareBytes(own.getResult(), other.getResult()) &&
            !areOneAlias(own, other)) {
          isWrong = true;
          InFlightDiagnostic error = load.op->emitOpError(
              "reads lost bytes: another allocation overwrites them");
          error.attachNote(use->op->getLoc()) << "in this operation";
          return;
        }
      }
    }
  }

  /// Whether all of an allocation is written; of a scatter, and of what is in
  /// flight to the slots of a ring, that is promised.
  static bool stores(const MemoryUse &use, AllocOp own) {
    auto store = dyn_cast<StoreOp>(use.op);
    auto scatter = dyn_cast<ScatterOp>(use.op);
    return (store && store.getRef() == own.getResult() &&
            (store.isWhole() || store.getInFlight())) ||
           (scatter && scatter.getRef() == own.getResult());
  }

  static bool areOneAlias(AllocOp a, AllocOp b) {
    return a.getAliasAttr() && a.getAliasAttr() == b.getAliasAttr();
  }

  /// Whether two threads may touch one byte, and one of them writes.
  bool meet(const MemoryUse &earlier, const MemoryUse &later, Operation *loop) {
    if (!earlier.isWrite && !later.isWrite) {
      return false;
    }
    Value first = memoryOf(earlier.ref);
    Value second = memoryOf(later.ref);
    if (first != second) {
      return shareBytes(first, second);
    }
    if (areAtomic(earlier, later) || areApart(earlier, later, loop)) {
      return false;
    }
    const Owners *before = ownersAt(earlier.op);
    const Owners *after = ownersAt(later.op);
    if (!before || !after || !startTogether(earlier, later, loop)) {
      return true;
    }
    return llvm::any_of(*after, [&](const auto &entry) {
      auto found = before->find(entry.first);
      return found != before->end() &&
             (found->second != entry.second || entry.second == several);
    });
  }

  /// Null where threads are not those that the layout names.
  const Owners *ownersAt(Operation *op) {
    auto [found, isNew] = allOwners.try_emplace(op);
    if (isNew) {
      found->second = llvm::TypeSwitch<Operation *, std::optional<Owners>>(op)
                          .Case([](LoadOp load) {
                            return load.getMatrices()
                                       ? std::nullopt
                                       : std::optional(ownersOf(load));
                          })
                          .Case([](StoreOp store) { return ownersOf(store); })
                          .Case<GatherOp, ScatterOp>([](auto access) {
                            return ownersOfTile(access.getTileType());
                          })
                          .Default([](Operation *) { return std::nullopt; });
    }
    return found->second ? &*found->second : nullptr;
  }

  void report(const MemoryUse &earlier, const MemoryUse &later) {
    if (!reported.insert({earlier.op, later.op}).second) {
      return;
    }
    isWrong = true;
    const char *name = !later.isWrite    ? "read after write"
                       : earlier.isWrite ? "write after write"
                                         : "write after read";
    InFlightDiagnostic error = later.op->emitOpError()
                               << "races (" << name
                               << "): another thread may touch the same bytes, "
                                  "and no barrier is in between";
    error.attachNote(earlier.op->getLoc()) << "in this operation";
  }

  KernelOp kernel;
  const Machine &machine;
  AccessGraph graph;
  std::map<Operation *, std::optional<Owners>> allOwners;
  std::set<std::pair<Operation *, Operation *>> reported;
  bool isWrong = false;
};

} // namespace

LogicalResult checkSynchronisation(KernelOp kernel, const Machine &machine) {
  if (kernel.getStageKind() != Stage::Synchronised) {
    return kernel.emitOpError()
           << "is in stage " << kernel.getStage()
           << "; what is checked is a kernel of stage synchronised";
  }
  return Checker(kernel, machine).run();
}

} // namespace weft::tile
