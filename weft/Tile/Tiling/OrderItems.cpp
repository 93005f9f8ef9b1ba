// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The order of what happens in each region of a tiled program.
//
// Seen from a region, its items are its own instances and its loops, each loop
// with all that stands inside it. Item b waits for item a when anything in b
// uses something in a. Of the orders this allows, the one taken computes things
// shortly before they are used.

#include "weft/Tile/Tiling/TiledProgram.h"

#include <llvm/ADT/SetVector.h>

using namespace mlir;

namespace weft::tile {
namespace {

class Ordering {
public:
  explicit Ordering(TiledProgram &program) : program(program) {
    itemsOf.resize(program.regions.size());
    needs.resize(program.instances.size() + program.regions.size());
    isNeeded.resize(needs.size());
    for (unsigned i = 0; i < program.instances.size(); ++i) {
      itemsOf[program.instances[i].region->index].push_back(i);
      addNeeds(i);
    }
    for (auto &region : program.regions) {
      if (region->kind == TileRegion::Kind::Loop) {
        itemsOf[region->parent->index].push_back(itemOf(region.get()));
      }
    }
  }

  void run() {
    for (auto &region : program.regions) {
      order(*region);
    }
  }

private:
  // An item is the number of an instance, or of a loop beyond all instances.
  unsigned itemOf(const TileRegion *loop) const {
    return program.instances.size() + loop->index;
  }

  /// What `region`, somewhere inside `outer`, belongs to as seen from there.
  unsigned itemAround(const TileRegion *region, const TileRegion *outer) const {
    while (region->parent != outer) {
      region = region->parent;
    }
    return region->kind == TileRegion::Kind::Loop ? itemOf(region)
                                                  : region->owner;
  }

  /// `user` needs instance `used` in region `where`.
  void need(unsigned user, const TileRegion *where, unsigned used) {
    const TileRegion *home = program.instances[used].region;
    if (where == home) {
      if (where == program.instances[user].region) {
        add(user, used);
      }
      return;
    }
    add(itemAround(where, home), used);
  }

  void add(unsigned item, unsigned needed) {
    needs[item].insert(needed);
    isNeeded[needed] = true;
  }

  static unsigned depthOf(const TileRegion *region) {
    unsigned depth = 0;
    for (; region->parent; region = region->parent) {
      ++depth;
    }
    return depth;
  }

  /// `user` reads what was kept in another loop.
  void needKept(unsigned user, unsigned keep) {
    const TileRegion *reader = program.instances[user].region;
    const TileRegion *writer = program.instances[keep].region;
    const TileRegion *a = reader;
    const TileRegion *b = writer;
    while (a != b) {
      const TileRegion *&deeper = depthOf(a) > depthOf(b) ? a : b;
      deeper = deeper->parent;
    }
    add(reader == a ? user : itemAround(reader, a),
        writer == a ? keep : itemAround(writer, a));
  }

  void addNeeds(unsigned number) {
    const Instance &instance = program.instances[number];
    if (instance.kind == Instance::Kind::Reload) {
      needKept(number, instance.keep);
    }
    const TileRegion *inner =
        instance.loops.empty() ? instance.region : instance.loops.back();
    for (const Instance::Operand &operand : instance.operands) {
      switch (operand.place) {
      case NeededAt::Here:
        need(number, instance.region, operand.instance);
        if (!instance.loops.empty()) {
          // The accumulators start before the loop.
          need(number, instance.loops.front(), operand.instance);
        }
        break;
      case NeededAt::InLoop:
        need(number, inner, operand.instance);
        break;
      case NeededAt::InBranch:
        need(number, instance.branches[operand.branch], operand.instance);
        break;
      }
    }
    for (unsigned variable : instance.variables) {
      const TileRegion *home = program.instances[variable].region;
      bool isInLoop = !instance.region->isInside(home);
      need(number, isInLoop ? inner : instance.region, variable);
      if (!isInLoop && !instance.loops.empty()) {
        need(number, instance.loops.front(), variable);
      }
    }
    if (!instance.loops.empty()) {
      add(number, itemOf(instance.loops.front()));
    }
  }

  /// Depth first, with a stack of our own: chains of operations may be long.
  void order(TileRegion &region) {
    std::vector<bool> isDone(needs.size());
    struct Frame {
      unsigned item;
      unsigned next;
    };
    llvm::SmallVector<Frame> stack;
    auto emit = [&](unsigned item) {
      if (item < program.instances.size()) {
        region.items.push_back({nullptr, item});
      } else {
        region.items.push_back(
            {program.regions[item - program.instances.size()].get(), 0});
      }
    };
    for (unsigned sink : itemsOf[region.index]) {
      if (isNeeded[sink] || isDone[sink]) {
        continue;
      }
      isDone[sink] = true;
      stack.push_back({sink, 0});
      while (!stack.empty()) {
        Frame &frame = stack.back();
        if (frame.next == needs[frame.item].size()) {
          emit(frame.item);
          stack.pop_back();
          continue;
        }
        unsigned needed = needs[frame.item][frame.next++];
        if (!isDone[needed]) {
          isDone[needed] = true;
          stack.push_back({needed, 0});
        }
      }
    }
  }

  TiledProgram &program;
  std::vector<llvm::SmallVector<unsigned>> itemsOf;
  std::vector<llvm::SetVector<unsigned>> needs;
  std::vector<bool> isNeeded;
};

} // namespace

void orderItems(TiledProgram &program) { Ordering(program).run(); }

} // namespace weft::tile
