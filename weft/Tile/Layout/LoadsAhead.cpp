// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Layout/LoadsAhead.h"

#include "weft/Tile/IR/IndexFact.h"
#include "weft/Tile/Layout/Access.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Support/MathExtras.h>

using namespace mlir;

namespace weft::tile {
namespace {

constexpr int64_t bytesOfWord = 4;

bool isFromMemory(Operation *op) {
  auto load = dyn_cast<LoadOp>(op);
  return load && load.getRefType().getSpace() == Space::Global;
}

/// Whether the machine copies a factor: a load as it is, or with other places.
bool isCopied(ArrayRef<Operation *> made, const Machine &machine) {
  auto load = dyn_cast<LoadOp>(made.front());
  std::optional<Access> access =
      load ? accessOf(load, machine) : std::optional<Access>();
  return access &&
         access->vector * access->elementBytes >= machine.threads.bankBytes &&
         llvm::all_of(made.drop_front(), [](Operation *op) {
           return isa<TransposeOp, ReshapeOp>(op);
         });
}

int64_t wordsOfLoads(ArrayRef<Operation *> made, const Machine &machine) {
  int64_t words = 0;
  for (Operation *op : made) {
    auto load = dyn_cast<LoadOp>(op);
    if (std::optional<Access> access =
            load ? accessOf(load, machine) : std::optional<Access>()) {
      words += wordsLoaded(access->tile.getNumElements(), access->elementBytes,
                           access->vector);
    }
  }
  return words;
}

} // namespace

bool hasOneStep(scf::ForOp loop) {
  const IndexFact distance =
      factOf(loop.getUpperBound()) - factOf(loop.getLowerBound());
  return distance.high <= factOf(loop.getStep()).low;
}

SmallVector<Operation *> madeFromLoads(Value tile, scf::ForOp loop) {
  llvm::SmallSetVector<Operation *, 8> made;
  bool hasLoad = false;
  SmallVector<Value> ahead = {tile};
  while (!ahead.empty()) {
    Value value = ahead.pop_back_val();
    if (!isa<RankedTensorType>(value.getType()) ||
        !loop->isAncestor(value.getParentRegion()->getParentOp())) {
      continue;
    }
    Operation *op = value.getDefiningOp();
    const bool isHere = op && op->getBlock() == loop.getBody();
    if (!isHere || op->getNumRegions() != 0 || isa<DotOp>(op) ||
        !(isFromMemory(op) || isPure(op))) {
      return {};
    }
    hasLoad |= isFromMemory(op);
    if (made.insert(op)) {
      llvm::append_range(ahead, op->getOperands());
    }
  }
  SmallVector<Operation *> inOrder;
  if (hasLoad) {
    inOrder = llvm::to_vector(made);
    llvm::sort(inOrder, [](Operation *a, Operation *b) {
      return a->isBeforeInBlock(b);
    });
  }
  return inOrder;
}

int64_t wordsLoaded(int64_t elements, int64_t elementBytes, int64_t atATime) {
  return elements / atATime *
         static_cast<int64_t>(
             llvm::divideCeil(atATime * elementBytes, uint64_t(bytesOfWord)));
}

int64_t mostWordsAhead(KernelOp kernel, const Machine &machine) {
  if (machine.threads.flightBytes == 0) {
    return 0;
  }
  int64_t most = 0;
  kernel.getBody().walk([&](scf::ForOp loop) {
    int64_t ahead = 0;
    for (DotOp dot : loop.getBody()->getOps<DotOp>()) {
      for (Value factor : {dot.getLhs(), dot.getRhs()}) {
        const SmallVector<Operation *> made = madeFromLoads(factor, loop);
        ahead += made.empty() || isCopied(made, machine)
                     ? 0
                     : wordsOfLoads(made, machine);
      }
    }
    int64_t sums = 0;
    for (Value carried : loop.getRegionIterArgs()) {
      auto tile = dyn_cast<RankedTensorType>(carried.getType());
      sums += tile ? wordsLoaded(tile.getNumElements(),
                                 tile.getElementTypeBitWidth() / 8, 1)
                   : 0;
    }
    most = std::max(most, ahead == 0 ? 0 : sums + ahead);
  });
  return most;
}

namespace {

/// What a factor of a loop's product follows from.
class FactorSources {
public:
  explicit FactorSources(scf::ForOp loop) : loop(loop) {}

  void follow(Value tile) {
    Operation *op = tile.getDefiningOp();
    if (!op || !isa<RankedTensorType>(tile.getType()) || isa<DotOp>(op) ||
        op->getNumRegions() != 0 || !seen.insert(op).second) {
      return;
    }
    auto load = dyn_cast<LoadOp>(op);
    if (!load) {
      llvm::for_each(op->getOperands(), [&](Value input) { follow(input); });
    } else if (load.getRefType().getSpace() == Space::Global) {
      isAhead |= load->hasAttr(aheadAttributeName);
      isLate |= loop->isAncestor(load);
    } else {
      for (Operation *user : load.getRef().getUsers()) {
        if (auto store = dyn_cast<StoreOp>(user)) {
          isCopied |= store.getInFlight();
          follow(store.getValue());
        }
      }
    }
  }

  void addTo(FactorWays &ways) const {
    (isCopied  ? ways.copied
     : isAhead ? ways.loaded
               : ways.late) += isCopied || isAhead || isLate ? 1 : 0;
  }

private:
  scf::ForOp loop;
  llvm::DenseSet<Operation *> seen;
  bool isCopied = false;
  bool isAhead = false;
  bool isLate = false;
};

} // namespace

FactorWays factorWaysOf(KernelOp kernel) {
  FactorWays ways;
  kernel.getBody().walk([&](scf::ForOp loop) {
    for (DotOp dot : loop.getBody()->getOps<DotOp>()) {
      for (Value factor : {dot.getLhs(), dot.getRhs()}) {
        FactorSources sources(loop);
        sources.follow(factor);
        sources.addTo(ways);
      }
    }
  });
  return ways;
}

} // namespace weft::tile
