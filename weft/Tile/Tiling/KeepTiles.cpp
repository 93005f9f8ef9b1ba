// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles that are computed once and kept in scratch memory: operands that the
// loops around them would compute again, and what is costly, or comes from far
// away, and another loop has already.

#include "weft/Tile/Tiling/TiledProgramBuilder.h"

using namespace mlir;

namespace weft::tile {

bool TiledProgramBuilder::keepOperand(unsigned user, unsigned slot,
                                      const OperandTile &operand,
                                      TileRegion *region) {
  llvm::SmallBitVector used(space.dimensions.size());
  for (const DimensionTile &dimension : operand.tile) {
    collectDimensions(dimension.offset, used);
  }
  TileRegion *outer = nullptr;
  for (TileRegion *around = region; around; around = around->parent) {
    if (around->kind == TileRegion::Kind::Loop &&
        !used.test(around->dimension)) {
      outer = around;
    } else if (around->kind == TileRegion::Kind::Branch) {
      return false;
    }
  }
  llvm::SmallVector<TileRegion *, 2> loops;
  for (TileRegion *around = region; outer && around != outer;
       around = around->parent) {
    if (used.test(around->dimension)) {
      loops.insert(loops.begin(), around);
    }
  }
  // One tile moves out of the loops by itself. What is multiplied from memory
  // is put there all the same.
  const bool isFromMemory = program.candidate.product.isFromMemory();
  if (loops.empty() && !isFromMemory) {
    return false;
  }
  Instance keep;
  keep.kind = Instance::Kind::Keep;
  keep.tile = operand.tile;
  keep.region = loops.empty() ? placeOf(operand.tile, region) : outer->parent;
  for (TileRegion *loop : loops) {
    keep.region = addRegion(TileRegion::Kind::Loop, keep.region);
    keep.region->dimension = loop->dimension;
    keep.keepLoops.push_back(keep.region);
  }
  keep.preparedFor = {user, slot};
  keep.operands.resize(1);
  keep.operandTiles.push_back({operand.value, operand.tile, NeededAt::Here, 0});
  collectVariables(operand.tile, keep.variables);

  Instance reload;
  reload.kind = Instance::Kind::Reload;
  reload.tile = operand.tile;
  reload.region = region;
  reload.keepLoops = loops;
  reload.keep = program.instances.size();
  TileRegion *place = keep.region;
  program.instances.push_back(std::move(keep));
  request(operand.value, operand.tile, place, reload.keep, 0);
  program.instances[user].operands[slot].instance = program.instances.size();
  program.instances.push_back(std::move(reload));
  return true;
}

bool TiledProgramBuilder::needsLoop(const TileRegion *loop,
                                    const TileRegion *other) const {
  llvm::DenseMap<Operation *, llvm::SmallVector<TileRegion *>> loopsOf;
  for (const Instance &instance : program.instances) {
    Operation *op = instance.value ? instance.value.getDefiningOp() : nullptr;
    if (op && !instance.loops.empty()) {
      llvm::append_range(loopsOf[op], instance.loops);
    }
  }
  llvm::SetVector<const TileRegion *> loops;
  llvm::SetVector<Operation *> ops;
  loops.insert(loop);
  // Several reductions may share a loop: it needs what all of them do.
  for (size_t nextLoop = 0, nextOp = 0;
       nextLoop < loops.size() || nextOp < ops.size();) {
    if (nextOp < ops.size()) {
      Operation *op = ops[nextOp++];
      loops.insert_range(loopsOf.lookup(op));
      op->walk([&](Operation *inner) {
        for (Value operand : inner->getOperands()) {
          if (Operation *maker = operand.getDefiningOp()) {
            ops.insert(maker);
          }
        }
      });
      continue;
    }
    const TileRegion *one = loops[nextLoop++];
    for (auto &[op, around] : loopsOf) {
      if (llvm::is_contained(around, one)) {
        ops.insert(op);
      }
    }
    for (auto [from, to] : keptFrom) {
      if (to == one) {
        loops.insert(from);
      }
    }
  }
  return loop != other && loops.contains(other);
}

void TiledProgramBuilder::orderLoops(std::vector<Request> &requests) const {
  auto walks = [&](const Request &request) {
    return request.region->kind == TileRegion::Kind::Loop &&
           !space.dimensions[request.region->dimension].parallel;
  };
  for (auto at = requests.begin(); at != requests.end(); ++at) {
    auto next = std::find_if(at, requests.end(), [&](const Request &one) {
      return std::none_of(at, requests.end(), [&](const Request &other) {
        return walks(one) && walks(other) &&
               needsLoop(one.region, other.region);
      });
    });
    if (next != requests.end()) {
      std::rotate(at, next, next + 1);
    }
  }
}

std::optional<TiledProgramBuilder::EqualLoops>
TiledProgramBuilder::findEqualLoops(const Instance &known,
                                    const Request &request) const {
  auto isWalk = [&](const TileRegion *region, bool isParallel) {
    return region->kind == TileRegion::Kind::Loop &&
           space.dimensions[region->dimension].parallel == isParallel;
  };
  MLIRContext *context = request.value.getContext();
  EqualLoops loops;
  llvm::DenseMap<AffineExpr, AffineExpr> renamed;
  TileRegion *a = known.region;
  TileRegion *b = request.region;
  while (a != b) {
    // Loops over parallel dimensions come last: nothing that another loop needs
    // is computed in them.
    bool fits = isWalk(a, /*isParallel=*/false) &&
                (isWalk(b, /*isParallel=*/true) ||
                 (program.candidate.keepsRead &&
                  isWalk(b, /*isParallel=*/false) && !needsLoop(a, b))) &&
                program.iterationCount(a->dimension) ==
                    program.iterationCount(b->dimension) &&
                program.candidate.sizes[a->dimension] ==
                    program.candidate.sizes[b->dimension] &&
                program.programCount(b->dimension) == 1;
    if (!fits) {
      return std::nullopt;
    }
    renamed[getAffineDimExpr(b->dimension, context)] =
        getAffineDimExpr(a->dimension, context);
    loops.from.insert(loops.from.begin(), a);
    loops.to.insert(loops.to.begin(), b);
    a = a->parent;
    b = b->parent;
  }
  for (auto [mine, other] : llvm::zip_equal(request.tile, known.tile)) {
    if (mine.size != other.size || mine.stride != other.stride ||
        mine.offset.replace(renamed) != other.offset) {
      return std::nullopt;
    }
  }
  return loops;
}

unsigned TiledProgramBuilder::keepComputed(unsigned number,
                                           ArrayRef<TileRegion *> loops) {
  for (auto [i, instance] : llvm::enumerate(program.instances)) {
    if (instance.kind == Instance::Kind::Keep && !instance.preparedFor &&
        instance.operands[0].instance == number) {
      return i;
    }
  }
  const Instance &known = program.instances[number];
  Instance kept;
  kept.kind = Instance::Kind::Keep;
  kept.tile = known.tile;
  kept.region = known.region;
  kept.keepLoops.assign(loops.begin(), loops.end());
  kept.operands.push_back({number, 0, NeededAt::Here, 0});
  kept.operandTiles.push_back({known.value, known.tile, NeededAt::Here, 0});
  program.instances.push_back(std::move(kept));
  return program.instances.size() - 1;
}

std::optional<unsigned> TiledProgramBuilder::reload(const Request &request,
                                                    ArrayRef<unsigned> made) {
  for (unsigned number : made) {
    const Instance &known = program.instances[number];
    if (known.kind == Instance::Kind::Reload || known.value != request.value) {
      continue;
    }
    std::optional<EqualLoops> loops = findEqualLoops(known, request);
    if (!loops || loops->from.empty()) {
      continue;
    }
    for (auto [from, to] : llvm::zip_equal(loops->from, loops->to)) {
      keptFrom.emplace_back(from, to);
    }
    Instance reload;
    reload.kind = Instance::Kind::Reload;
    reload.value = request.value;
    reload.tile = request.tile;
    reload.region = request.region;
    reload.keepLoops = loops->to;
    reload.keep = keepComputed(number, loops->from);
    program.instances.push_back(std::move(reload));
    return program.instances.size() - 1;
  }
  return std::nullopt;
}

} // namespace weft::tile
