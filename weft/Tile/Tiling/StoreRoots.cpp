// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a program stores: its roots, each element once, and none of them over
// memory that is still to be read.

#include "weft/Tile/Tiling/TiledProgramBuilder.h"

#include <llvm/Support/FormatVariadic.h>

using namespace mlir;

namespace weft::tile {

/// Whether an array of this shape has a single element.
static bool isNumber(ArrayRef<int64_t> shape) {
  return llvm::all_of(shape, [](int64_t extent) { return extent == 1; });
}

bool TiledProgramBuilder::isLeader(Value root) const {
  ArrayRef<int64_t> shape = cast<RankedTensorType>(root.getType()).getShape();
  return shape.size() == space.parallelCount() &&
         llvm::all_of(llvm::enumerate(shape), [&](auto extent) {
           return space.dimensions[extent.index()].extent == extent.value();
         });
}

void TiledProgramBuilder::storeLeaders() {
  Tile tile;
  for (unsigned d = 0; d < space.parallelCount(); ++d) {
    tile.push_back(tileOf(d));
  }
  for (unsigned root = 0; root < space.roots.size(); ++root) {
    Value value = space.storedValue(root);
    if (!isLeader(value)) {
      continue;
    }
    Instance store;
    store.kind = Instance::Kind::Store;
    store.region = innermost;
    store.tile = placeOfUpdate(tile, root);
    store.root = root;
    store.operands.resize(1);
    store.operandTiles.push_back({value, tile, NeededAt::Here, 0});
    collectVariables(store.tile, store.variables);
    program.instances.push_back(std::move(store));
    request(value, tile, innermost, program.instances.size() - 1, 0);
  }
}

bool TiledProgramBuilder::covers(const Instance &instance,
                                 ArrayRef<int64_t> shape) const {
  llvm::SmallBitVector walked(space.dimensions.size());
  bool fits = true;
  for (auto [tile, extent] : llvm::zip_equal(instance.tile, shape)) {
    auto dim = dyn_cast<AffineDimExpr>(tile.offset);
    if (dim) {
      unsigned d = dim.getPosition();
      fits &= !walked.test(d) && space.dimensions[d].parallel &&
              space.dimensions[d].extent == extent &&
              tile.size == program.candidate.sizes[d] && tile.stride == 1;
      walked.set(d);
    } else {
      auto constant = dyn_cast<AffineConstantExpr>(tile.offset);
      fits &= constant && constant.getValue() == 0 && tile.size >= extent &&
              tile.stride == 1;
    }
  }
  // Programs that differ in another dimension would all store it.
  for (unsigned d = 0; d < space.dimensions.size(); ++d) {
    bool isInGrid = space.dimensions[d].parallel && program.programCount(d) > 1;
    fits &= !isInGrid || walked.test(d) || isNumber(shape);
  }
  for (TileRegion *region = instance.region; region; region = region->parent) {
    fits &= region->kind != TileRegion::Kind::Branch &&
            (region->kind != TileRegion::Kind::Loop ||
             walked.test(region->dimension));
  }
  return fits;
}

bool TiledProgramBuilder::storeReached(unsigned root) {
  Value value = space.storedValue(root);
  if (space.updates[root]) {
    return false;
  }
  auto type = cast<RankedTensorType>(value.getType());
  for (unsigned number = 0; number < program.instances.size(); ++number) {
    const Instance &instance = program.instances[number];
    bool isOfRoot = (instance.kind == Instance::Kind::Load ||
                     instance.kind == Instance::Kind::Compute) &&
                    instance.value == representative(value);
    if (!isOfRoot || !covers(instance, type.getShape())) {
      continue;
    }
    Instance store;
    store.kind = Instance::Kind::Store;
    store.region = instance.region;
    store.tile = instance.tile;
    store.root = root;
    store.isOfFirst = isNumber(type.getShape()) && program.programCount() > 1;
    auto result = dyn_cast<OpResult>(value);
    store.operands.push_back(
        {number, value == instance.value ? 0 : result.getResultNumber(),
         NeededAt::Here, 0});
    store.operandTiles.push_back({value, instance.tile, NeededAt::Here, 0});
    program.instances.push_back(std::move(store));
    return true;
  }
  return false;
}

Tile TiledProgramBuilder::placeOfUpdate(Tile tile, unsigned root) {
  if (Operation *update = space.updates[root]) {
    ArrayRef<int64_t> extents =
        cast<RankedTensorType>(space.roots[root].getType()).getShape();
    ArrayRef<int64_t> sizes =
        cast<RankedTensorType>(update->getOperand(1).getType()).getShape();
    for (auto [d, dimension] : llvm::enumerate(tile)) {
      dimension.offset =
          dimension.offset + makeVariable(update->getOperand(2 + d), {}, 0,
                                          extents[d] - sizes[d], innermost);
    }
  }
  return tile;
}

bool TiledProgramBuilder::isSameOrApart(const Tile &load, const Tile &store,
                                        unsigned root) const {
  Operation *update = space.updates[root];
  ArrayRef<int64_t> window;
  if (update) {
    window = cast<RankedTensorType>(update->getOperand(1).getType()).getShape();
  }
  return llvm::all_of(llvm::seq(store.size()), [&](size_t d) {
    return load[d] == store[d] ||
           (update && window[d] == 1 && load[d].size == 1);
  });
}

LogicalResult TiledProgramBuilder::orderInPlace(Refusal &refusal) {
  for (TilingSpace::InPlace place : space.inPlace) {
    Value argument = space.block->getArgument(place.argument);
    llvm::SmallVector<unsigned, 2> reads;
    for (unsigned i = 0; i < program.instances.size(); ++i) {
      const Instance &instance = program.instances[i];
      bool isRead =
          instance.kind == Instance::Kind::Load && instance.value == argument;
      if (isRead) {
        reads.push_back(i);
      }
      if (llvm::is_contained(instance.memory, argument)) {
        refusal = {instance.value.getDefiningOp(), "alias.read",
                   "memory that is overwritten is read by index"};
        return failure();
      }
    }
    for (Instance &store : program.instances) {
      if (store.kind != Instance::Kind::Store || store.root != place.root) {
        continue;
      }
      for (unsigned read : reads) {
        const Instance &load = program.instances[read];
        // What an arm reads is read when its choice was made.
        unsigned last = read;
        const TileRegion *region = load.region;
        while (region->kind == TileRegion::Kind::Branch &&
               !store.region->isInside(region)) {
          last = region->owner;
          region = program.instances[last].region;
        }
        // Others may read what the first program overwrites.
        if (store.isOfFirst ||
            !isSameOrApart(load.tile, store.tile, place.root) ||
            !store.region->isInside(region)) {
          refusal = {space.block->getTerminator(), "alias.read",
                     llvm::formatv("argument {0} is overwritten in tiles other "
                                   "than those that are read",
                                   place.argument)};
          return failure();
        }
        store.variables.push_back(last);
      }
    }
  }
  return success();
}

} // namespace weft::tile
