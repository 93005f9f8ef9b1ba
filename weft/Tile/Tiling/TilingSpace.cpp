// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/TilingSpace.h"

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Tile/Tiling/Body.h"
#include "weft/Tile/Tiling/ElementTypes.h"
#include "weft/Tile/Tiling/OperationKinds.h"
#include "weft/Tile/Tiling/Rule.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/Support/FormatVariadic.h>

#include <map>

using namespace mlir;

namespace weft::tile {
namespace {

/// Whether tiles of `type` exist: a static shape of numbers.
bool hasTiles(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape() && !tensor.getEncoding() &&
         isTileElement(tensor.getElementType());
}

std::string nameOf(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

llvm::SmallVector<Operation *> liveOperations(Block &block,
                                              ArrayRef<Value> roots) {
  llvm::DenseSet<Operation *> needed;
  auto need = [&](Value value) {
    Operation *producer = value.getDefiningOp();
    if (producer && producer->getBlock() == &block) {
      needed.insert(producer);
    }
  };
  llvm::for_each(roots, need);
  llvm::SmallVector<Operation *> live;
  for (Operation &op : llvm::reverse(block)) {
    if (needed.contains(&op)) {
      live.push_back(&op);
      llvm::for_each(op.getOperands(), need);
      llvm::for_each(capturedValues(&op), need);
    }
  }
  std::reverse(live.begin(), live.end());
  return live;
}

/// How many operations with sequential dimensions an operation waits for,
/// itself included. Of two with the same number, neither needs the other.
llvm::DenseMap<Operation *, int64_t> computeLevels(ArrayRef<Operation *> live,
                                                   const RuleTable &rules) {
  llvm::DenseMap<Operation *, int64_t> levels;
  for (Operation *op : live) {
    int64_t level = 0;
    auto wait = [&](Value value) {
      level = std::max(level, levels.lookup(value.getDefiningOp()));
    };
    llvm::for_each(op->getOperands(), wait);
    llvm::for_each(capturedValues(op), wait);
    const Rule *rule = rules.find(op);
    bool walks = rule && !rule->sequentialDimensions(op).empty();
    levels[op] = level + (walks ? 1 : 0);
  }
  return levels;
}

/// Per root, the update that makes it in its memory; null for none.
llvm::SmallVector<Operation *>
findUpdates(Block &block, ArrayRef<Value> roots,
            ArrayRef<TilingSpace::InPlace> inPlace) {
  llvm::SmallVector<Operation *> updates(roots.size());
  for (TilingSpace::InPlace place : inPlace) {
    auto update =
        roots[place.root].getDefiningOp<stablehlo::DynamicUpdateSliceOp>();
    if (update && update.getOperand() == block.getArgument(place.argument) &&
        llvm::count(roots, roots[place.root]) == 1 &&
        llvm::all_of(update->getUsers(), [&](Operation *user) {
          return user == block.getTerminator();
        })) {
      updates[place.root] = update;
    }
  }
  return updates;
}

/// Why the operations or roots of a space have no tiles, if so.
std::optional<Refusal> refuseTiles(const TilingSpace &space,
                                   const RuleTable &rules) {
  for (Operation *op : space.live) {
    for (Value value :
         llvm::concat<Value>(op->getOperands(), op->getResults())) {
      if (!hasTiles(value.getType())) {
        return Refusal{op, "type.unsupported",
                       llvm::formatv("values of type {0} have no tiles",
                                     nameOf(value.getType()))};
      }
    }
    if (!rules.find(op) && !isHero(op) && !isControl(op)) {
      return Refusal{op, "operation.unknown",
                     llvm::formatv("{0} has no tiling rule", op->getName())};
    }
  }
  for (unsigned i = 0; i < space.roots.size(); ++i) {
    Type type = space.storedValue(i).getType();
    if (!hasTiles(type) || cast<RankedTensorType>(type).getNumElements() == 0) {
      return Refusal{
          space.block->getTerminator(),
          hasTiles(type) ? "roots.empty" : "type.unsupported",
          llvm::formatv("a result of type {0} cannot be cut into tiles",
                        nameOf(type))};
    }
  }
  return std::nullopt;
}

/// The dimensions of the largest root, which comes to lead: others may be
/// reached from it.
void addParallelDimensions(TilingSpace &space) {
  Value leader = space.storedValue(0);
  auto typeOf = [](Value value) {
    return cast<RankedTensorType>(value.getType());
  };
  for (unsigned i = 0; i < space.roots.size(); ++i) {
    Value stored = space.storedValue(i);
    if (typeOf(stored).getNumElements() > typeOf(leader).getNumElements()) {
      leader = stored;
    }
  }
  for (auto [d, extent] : llvm::enumerate(typeOf(leader).getShape())) {
    space.dimensions.push_back({true, extent, leader.getDefiningOp(),
                                static_cast<int64_t>(d), 0, false});
  }
}

/// The dimensions that operations sum over; one for those that may share a
/// loop.
void addSequentialDimensions(TilingSpace &space, const RuleTable &rules) {
  llvm::DenseMap<Operation *, int64_t> levels =
      computeLevels(space.live, rules);
  std::map<llvm::SmallVector<int64_t>, llvm::SmallVector<unsigned, 2>> shared;
  for (Operation *op : llvm::reverse(space.live)) {
    const Rule *rule = rules.find(op);
    llvm::SmallVector<SequentialDimension> dimensions;
    if (rule) {
      dimensions = rule->sequentialDimensions(op);
    }
    if (dimensions.empty()) {
      continue;
    }
    llvm::SmallVector<int64_t> key = rule->loopKey(op);
    if (!key.empty()) {
      key.push_back(levels[op]);
      if (auto entry = shared.find(key); entry != shared.end()) {
        space.sequential[op] = entry->second;
        for (auto [number, dimension] :
             llvm::zip_equal(entry->second, dimensions)) {
          space.dimensions[number].isOrdered |= dimension.isOrdered;
        }
        continue;
      }
    }
    llvm::SmallVector<unsigned, 2> numbers;
    for (auto [i, dimension] : llvm::enumerate(dimensions)) {
      numbers.push_back(space.dimensions.size());
      space.dimensions.push_back({false, dimension.extent, op,
                                  static_cast<int64_t>(i),
                                  dimension.largestTile, dimension.isOrdered});
    }
    space.sequential[op] = numbers;
    if (!key.empty()) {
      shared[key] = numbers;
    }
  }
}

} // namespace

std::optional<TilingSpace>
TilingSpace::create(Block &block, ArrayRef<Value> roots, const RuleTable &rules,
                    Refusal &refusal, ArrayRef<InPlace> inPlace) {
  TilingSpace space;
  space.block = &block;
  space.roots.assign(roots.begin(), roots.end());
  if (space.roots.empty()) {
    refusal = {block.getTerminator(), "roots.none", "nothing is returned"};
    return std::nullopt;
  }
  space.inPlace.assign(inPlace.begin(), inPlace.end());
  space.updates = findUpdates(block, roots, inPlace);
  llvm::SmallVector<Value> needed;
  for (unsigned i = 0; i < roots.size(); ++i) {
    needed.push_back(space.storedValue(i));
    if (space.updates[i]) {
      llvm::append_range(needed, space.updates[i]->getOperands().drop_front(2));
    }
  }
  space.live = liveOperations(block, needed);
  if (std::optional<Refusal> found = refuseTiles(space, rules)) {
    refusal = *found;
    return std::nullopt;
  }
  addParallelDimensions(space);
  addSequentialDimensions(space, rules);
  return space;
}

} // namespace weft::tile
