// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instructions are counted in slots, the time of one vector's addition. An
// instance takes the slots of its tile as often as its region is run; an
// iteration of a loop and a program of the grid have their own.

#include "weft/Tile/Tiling/PredictTime.h"

#include "weft/Machine/OperationCosts.h"
#include "weft/Machine/SharedWork.h"
#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/StableHLO/Needs/ReadElements.h"
#include "weft/Tile/Tiling/ElementTypes.h"

#include <llvm/Support/MathExtras.h>

using namespace mlir;

namespace weft::tile {
namespace {

constexpr int64_t slotsOfIteration = 3;
constexpr int64_t slotsOfProgram = 30;
/// An element that is not beside its neighbours in memory, and is put into a
/// vector or taken out of it.
constexpr int64_t slotsOfLoneElement = 2;
/// A vector of elements that lie beside each other in another order.
constexpr int64_t slotsOfTurned = 3;

int64_t add(int64_t a, int64_t b) { return std::min(a + b, mostUnits); }

class Prediction {
public:
  Prediction(const TiledProgram &program, const Machine &machine)
      : program(program), machine(machine) {}

  /// Of one program.
  int64_t slots() {
    slotsByRegion.resize(program.regions.size(), 0);
    for (const Instance &instance : program.instances) {
      int64_t &slots = slotsByRegion[instance.region->index];
      slots = add(slots, slotsOf(instance));
    }
    return slotsOfProgram + slotsOf(*program.regions.front());
  }

  int64_t run() {
    int64_t programs = 1;
    for (unsigned d = 0; d < program.space->parallelCount(); ++d) {
      programs = saturatingMultiply(programs, program.programCount(d));
    }
    const int64_t all = saturatingMultiply(programs, slots());
    // A vector of f32 has this many elements, each of a unit.
    const int64_t slot =
        machine.costs.unitPicoseconds *
        std::max<int64_t>(1, machine.vectorBytes / int64_t(sizeof(float)));
    const int64_t moving = machine.transferPicoseconds(
        add(bytesOfBorder(), bytesReadAgain(programs)));
    const int64_t computing = saturatingMultiply(all, slot);
    const int64_t work =
        isAlone() ? add(moving, computing) : std::max(moving, computing);
    return machine.costs.kernelPicoseconds +
           sharedPicoseconds(work, programs, machine.costs);
  }

private:
  /// Elements of the largest tile that is read.
  int64_t largestRead() const {
    int64_t largest = 0;
    for (const Instance &instance : program.instances) {
      if (instance.kind == Instance::Kind::Load) {
        largest = std::max(largest, elementsOf(instance.tile));
      }
    }
    return largest;
  }

  /// Whether programs are blocks of threads: one thread has tiles of one
  /// element.
  bool isOfBlocks() const { return !machine.isCpu() && largestRead() > 1; }

  /// Whether a multiprocessor has room for one block at a time, which does not
  /// compute while it waits for what it reads.
  bool isAlone() const {
    const ThreadModel &threads = machine.threads;
    return isOfBlocks() &&
           (largestRead() > threads.registersPerMultiprocessor / 4 ||
            keptBytes(program) > threads.sharedBytesPerBlock / 2);
  }

  /// How often a region is run by one program.
  int64_t runsOf(const TileRegion *region) const {
    int64_t runs = 1;
    for (; region->parent; region = region->parent) {
      if (region->kind == TileRegion::Kind::Loop) {
        runs =
            saturatingMultiply(runs, program.iterationCount(region->dimension));
      }
    }
    return runs;
  }

  /// What several loops of a block read that no other block does: so much is on
  /// its way between two of them that it comes from memory again.
  int64_t bytesReadAgain(int64_t programs) const {
    if (!isOfBlocks()) {
      return 0;
    }
    int64_t bytes = 0;
    llvm::SmallDenseMap<Value, const TileRegion *> first;
    llvm::SmallDenseSet<std::pair<Value, const TileRegion *>> counted;
    for (const Instance &instance : program.instances) {
      if (instance.kind != Instance::Kind::Load ||
          instance.region->kind != TileRegion::Kind::Loop) {
        continue;
      }
      auto type = cast<RankedTensorType>(instance.value.getType());
      const int64_t all = type.getNumElements();
      const int64_t read = saturatingMultiply(
          saturatingMultiply(elementsOf(instance.tile), programs),
          runsOf(instance.region));
      const TileRegion *known =
          first.try_emplace(instance.value, instance.region).first->second;
      if (known != instance.region && read <= 2 * all &&
          counted.insert({instance.value, instance.region}).second) {
        bytes = add(bytes, bytesOf(type, all));
      }
    }
    return bytes;
  }

  /// Of one run of a region.
  int64_t slotsOf(const TileRegion &region) {
    int64_t slots = slotsByRegion[region.index];
    for (const TileRegion *inner : region.children) {
      int64_t once = slotsOf(*inner);
      if (inner->kind == TileRegion::Kind::Branch) {
        // One of them is taken.
        auto arms = static_cast<int64_t>(
            program.instances[inner->owner].branches.size());
        slots = add(slots, once / std::max<int64_t>(arms, 1));
      } else {
        slots = add(slots,
                    saturatingMultiply(program.iterationCount(inner->dimension),
                                       once + slotsOfIteration));
      }
    }
    return slots;
  }

  int64_t lanesOf(Type type) const {
    int64_t bits = partType(cast<RankedTensorType>(type).getElementType())
                       .getIntOrFloatBitWidth();
    return std::max<int64_t>(1, machine.vectorBytes /
                                    std::max<int64_t>(1, bits / 8));
  }

  static int64_t elementsOf(ArrayRef<DimensionTile> tile) {
    int64_t elements = 1;
    for (const DimensionTile &dimension : tile) {
      elements = saturatingMultiply(elements, dimension.size);
    }
    return elements;
  }

  /// Instructions that move a tile from or to a value in memory.
  int64_t slotsOfAccess(Type type, ArrayRef<DimensionTile> tile) const {
    auto tensor = cast<RankedTensorType>(type);
    const int64_t elements = elementsOf(tile);
    // Elements that lie beside each other: along the last dimension of more
    // than one and, where the tile has all of that, along the one before it.
    int64_t run = 1;
    bool isTurned = false;
    for (size_t d = tile.size(); d-- > 0;) {
      const int64_t extent = tensor.getDimSize(static_cast<unsigned>(d));
      if (extent == 1) {
        continue;
      }
      // Rows that reach over their end are put together element by element.
      if (std::abs(tile[d].stride) != 1 ||
          (tile[d].size > extent && elements > tile[d].size)) {
        break;
      }
      run *= tile[d].size;
      isTurned |= tile[d].stride < 0 && tile[d].size > 1;
      if (tile[d].size != extent) {
        break;
      }
    }
    if (run == 1 && elements > 1) {
      return saturatingMultiply(elements, slotsOfLoneElement);
    }
    const auto vectors =
        static_cast<int64_t>(llvm::divideCeil(run, lanesOf(type)));
    return saturatingMultiply(elements / run,
                              isTurned ? vectors * slotsOfTurned : vectors);
  }

  int64_t slotsOf(const Instance &instance) const {
    switch (instance.kind) {
    case Instance::Kind::Load:
      return slotsOfAccess(instance.value.getType(), instance.tile);
    case Instance::Kind::Store:
      return slotsOfAccess(program.space->roots[instance.root].getType(),
                           instance.tile);
    case Instance::Kind::Compute:
      return slotsOfComputation(instance);
    case Instance::Kind::Variable:
    case Instance::Kind::Assumption:
    case Instance::Kind::Keep:
    case Instance::Kind::Reload:
      return 1;
    }
    llvm_unreachable("an instance of no kind");
  }

  int64_t slotsOfComputation(const Instance &instance) const {
    Operation *op = instance.value.getDefiningOp();
    if (!op) {
      return 0;
    }
    int64_t combined = elementsOf(instance.sequential);
    for (const TileRegion *loop : instance.loops) {
      combined =
          saturatingMultiply(combined, program.iterationCount(loop->dimension));
    }
    int64_t units = 0;
    for (Region &region : op->getRegions()) {
      for (Operation &inner : region.front().without_terminator()) {
        units += operationCost(inner.getName().stripDialect()).units;
      }
    }
    if (op->getNumRegions() == 0) {
      units = operationCost(op->getName().stripDialect()).units;
    }
    if (auto gather = dyn_cast<stablehlo::GatherOp>(op);
        gather && !instance.memory.empty()) {
      return saturatingMultiply(slotsOfBoxes(gather, instance.tile), combined);
    }
    int64_t elements = saturatingMultiply(elementsOf(instance.tile), combined);
    return saturatingMultiply(static_cast<int64_t>(llvm::divideCeil(
                                  elements, lanesOf(instance.value.getType()))),
                              units);
  }

  /// Instructions that gather a tile which spans several slices: a place is
  /// taken out of the indices for each.
  int64_t slotsOfBoxes(stablehlo::GatherOp gather,
                       ArrayRef<DimensionTile> tile) const {
    const int64_t elements = elementsOf(tile);
    const bool isAlongSlice =
        !tile.empty() &&
        llvm::is_contained(gather.getDimensionNumbers().getOffsetDims(),
                           static_cast<int64_t>(tile.size()) - 1);
    const int64_t run = isAlongSlice ? tile.back().size : 1;
    const auto vectors =
        static_cast<int64_t>(llvm::divideCeil(run, lanesOf(gather.getType())));
    return saturatingMultiply(elements / run, 1 + vectors);
  }

  static int64_t bytesOf(Type type, int64_t elements) {
    int64_t bits = partType(getElementTypeOrSelf(type)).getIntOrFloatBitWidth();
    return saturatingMultiply(elements, std::max<int64_t>(1, bits / 8));
  }

  /// What is read and written, each once.
  /// Of a value that is updated where it lies, only what is stored.
  int64_t bytesOfBorder() const {
    const TilingSpace &space = *program.space;
    llvm::SmallDenseSet<unsigned> updated;
    for (TilingSpace::InPlace place : space.inPlace) {
      if (space.updates[place.root]) {
        updated.insert(place.argument);
      }
    }
    int64_t bytes = 0;
    for (BlockArgument argument : space.block->getArguments()) {
      if (isa<RankedTensorType>(argument.getType()) &&
          !updated.contains(argument.getArgNumber())) {
        bytes = add(bytes, bytesOf(argument.getType(),
                                   stablehlo::readElements(argument)));
      }
    }
    for (unsigned root = 0; root < space.roots.size(); ++root) {
      auto stored = cast<RankedTensorType>(space.storedValue(root).getType());
      bytes = add(bytes, bytesOf(stored, stored.getNumElements()));
    }
    return bytes;
  }

  const TiledProgram &program;
  const Machine &machine;
  llvm::SmallVector<int64_t> slotsByRegion;
};

} // namespace

int64_t keptBytes(const TiledProgram &program) {
  int64_t bytes = 0;
  for (const Instance &instance : program.instances) {
    if (instance.kind != Instance::Kind::Keep || instance.preparedFor) {
      continue;
    }
    Type element =
        getElementTypeOrSelf(instance.operandTiles[0].value.getType());
    int64_t elements = partCount(element);
    for (const DimensionTile &dimension : instance.tile) {
      elements = saturatingMultiply(elements, dimension.size);
    }
    for (const TileRegion *loop : instance.keepLoops) {
      elements =
          saturatingMultiply(elements, program.iterationCount(loop->dimension));
    }
    bytes = add(bytes, saturatingMultiply(
                           elements,
                           static_cast<int64_t>(llvm::divideCeil(
                               partType(element).getIntOrFloatBitWidth(), 8))));
  }
  return bytes;
}

int64_t predictTime(const TiledProgram &program, const Machine &machine) {
  return Prediction(program, machine).run();
}

int64_t predictSlots(const TiledProgram &program, const Machine &machine) {
  return Prediction(program, machine).slots();
}

} // namespace weft::tile
