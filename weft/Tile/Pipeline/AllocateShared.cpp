// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Pipeline/AllocateShared.h"

#include "weft/Tile/IR/Memory.h"

#include <mlir/IR/Builders.h>

#include <map>

using namespace mlir;

namespace weft::tile {
namespace {

/// From the first operation to the last, in the order of the text.
struct Lifetime {
  int64_t first;
  int64_t last;

  bool meets(const Lifetime &other) const {
    return first <= other.last && other.first <= last;
  }
};

/// The number of every operation, and of the last one inside of it.
std::map<Operation *, Lifetime> numberOperations(KernelOp kernel) {
  std::map<Operation *, Lifetime> numbers;
  int64_t next = 0;
  kernel.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    numbers[op] = {next, next};
    ++next;
  });
  kernel.getBody().walk([&](Operation *op) {
    Operation *parent = op->getParentOp();
    if (parent != kernel) {
      numbers[parent].last = std::max(numbers[parent].last, numbers[op].last);
    }
  });
  return numbers;
}

/// Allocations that are given one place: one, or all of an alias.
struct Region {
  SmallVector<AllocOp> allocations;
  int64_t bytes = 0;
  Lifetime lifetime;
  int64_t at = 0;
};

SmallVector<Region> collectRegions(KernelOp kernel) {
  const std::map<Operation *, Lifetime> numbers = numberOperations(kernel);
  SmallVector<Region> regions;
  llvm::StringMap<size_t> aliases;
  kernel.getBody().walk<WalkOrder::PreOrder>([&](AllocOp op) {
    RefType type = op.getResult().getType();
    if (type.getSpace() != Space::Shared) {
      return;
    }
    Lifetime lifetime = numbers.at(op);
    for (auto [i, user] : llvm::enumerate(op.getResult().getUsers())) {
      const Lifetime use =
          numbers.at(op->getBlock()->findAncestorOpInBlock(*user));
      lifetime = {i == 0 ? use.first : std::min(lifetime.first, use.first),
                  std::max(lifetime.last, use.last)};
    }
    size_t index = regions.size();
    if (op.getAliasAttr()) {
      index = aliases.try_emplace(*op.getAlias(), index).first->second;
    }
    if (index == regions.size()) {
      regions.push_back({{}, 0, lifetime, 0});
    }
    Region &region = regions[index];
    region.allocations.push_back(op);
    region.bytes = std::max(
        region.bytes,
        static_cast<int64_t>(llvm::alignTo(
            static_cast<uint64_t>(sharedBytesOf(type)), sharedAlignment)));
    region.lifetime = {std::min(region.lifetime.first, lifetime.first),
                       std::max(region.lifetime.last, lifetime.last)};
  });
  return regions;
}

/// The lowest place that no region has which lives at the same time.
int64_t lowestPlace(const Region &region, ArrayRef<Region> placed) {
  SmallVector<const Region *> living;
  for (const Region &other : placed) {
    if (other.lifetime.meets(region.lifetime)) {
      living.push_back(&other);
    }
  }
  llvm::stable_sort(
      living, [](const Region *a, const Region *b) { return a->at < b->at; });
  int64_t at = 0;
  for (const Region *other : living) {
    if (at + region.bytes <= other->at) {
      break;
    }
    at = std::max(at, other->at + other->bytes);
  }
  return at;
}

/// Whether blocks wait for what others tell them.
bool waitsForOthers(KernelOp kernel) {
  return kernel.getBody()
      .walk([](AtomicOp op) {
        return op.getKind() == UpdateKind::Load ? WalkResult::interrupt()
                                                : WalkResult::advance();
      })
      .wasInterrupted();
}

} // namespace

int64_t sharedBytesOf(RefType type) {
  return MemoryPlaces(type).size() * type.getElementBytes();
}

LogicalResult allocateShared(KernelOp kernel, const Machine &machine) {
  if (kernel.getStageKind() != Stage::Planned) {
    return kernel.emitOpError() << "is in stage " << kernel.getStage()
                                << "; memory on the chip is given in planned";
  }
  const int64_t most = machine.threads.sharedBytesPerBlock;
  OpBuilder builder(kernel);
  SmallVector<Region> regions = collectRegions(kernel);
  const int64_t room = waitsForOthers(kernel) ? 0 : most / 2;
  int64_t end = 0;
  for (auto [i, region] : llvm::enumerate(regions)) {
    const bool fitsBehind = end + region.bytes <= room;
    region.at =
        fitsBehind ? end : lowestPlace(region, ArrayRef(regions).take_front(i));
    end = std::max(end, region.at + region.bytes);
    if (end > most) {
      return region.allocations.front().emitOpError()
             << "of " << region.bytes << " bytes ends at byte " << end
             << " of memory on the chip, but " << machine.name << " has "
             << most << "; make tiles smaller";
    }
    for (AllocOp op : region.allocations) {
      op.setAtAttr(builder.getI64IntegerAttr(region.at));
    }
  }
  kernel->setAttr(sharedBytesAttributeName, builder.getI64IntegerAttr(end));
  return success();
}

} // namespace weft::tile
