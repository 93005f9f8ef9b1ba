// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Target/GPU/Slices.h"

#include "weft/Tile/IR/ArgumentUses.h"
#include "weft/Tile/Layout/Layout.h"
#include "weft/Tile/Pipeline/MemoryUse.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/Support/MathExtras.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Interfaces/SideEffectInterfaces.h>

namespace weft::gpu {
namespace {

using mlir::Operation;
using mlir::RankedTensorType;
using mlir::Value;

RankedTensorType tileOf(Value value) {
  return llvm::dyn_cast<RankedTensorType>(value.getType());
}

/// A load or store of global memory, at a place for each register.
struct Access {
  Value ref;
  mlir::ValueRange offsets;
  llvm::ArrayRef<int64_t> strides;
  RankedTensorType tile;
  bool isStore = false;
};

std::optional<Access> accessOf(Operation *op) {
  auto make = [](auto access, bool isStore) -> std::optional<Access> {
    if (access.getRefType().getSpace() == tile::Space::Shared ||
        !access.getVectorAttr() ||
        registersOfSlice %
                static_cast<size_t>(access.getVectorAttr().getInt()) !=
            0) {
      return std::nullopt;
    }
    return Access{access.getRef(), access.getOffsets(), access.getStrides(),
                  access.getTileType(), isStore};
  };
  if (auto load = llvm::dyn_cast<tile::LoadOp>(op)) {
    return make(load, false);
  }
  if (auto store = llvm::dyn_cast<tile::StoreOp>(op)) {
    return make(store, true);
  }
  return std::nullopt;
}

/// The argument whose memory a ref is; null for memory on the chip.
Value argumentOf(Value ref) {
  return llvm::isa<mlir::BlockArgument>(ref) ? tile::memoryOf(ref) : Value();
}

class Finder {
public:
  Finder(Operation *first, const Machine &machine)
      : machine(machine), first(first) {}

  SlicedRun find() {
    run.end = first;
    for (; run.end && !run.end->hasTrait<mlir::OpTrait::IsTerminator>();
         run.end = run.end->getNextNode()) {
      if (!add(run.end)) {
        break;
      }
    }
    // What is stored is held no longer.
    const bool stores = llvm::any_of(
        accesses, [](const Access &access) { return access.isStore; });
    if (!stores || mostHeld() <= machine.threads.registersPerThread) {
      run.operations.clear();
    }
    return std::move(run);
  }

private:
  bool isInRun(Value value) const {
    Operation *op = value.getDefiningOp();
    return op && members.contains(op);
  }
  bool isAlike(RankedTensorType tile) const {
    return tile.getShape() == shape.getShape() &&
           tile.getEncoding() == shape.getEncoding();
  }

  /// Whether the run goes on with an operation, which is then part of it.
  bool add(Operation *op) {
    if (isForEachRegister(op)) {
      run.operations.push_back(op);
      members.insert(op);
      return true;
    }
    // What needs nothing of the run may stand before it.
    auto load = llvm::dyn_cast<tile::LoadOp>(op);
    if (op->getNumRegions() == 0 &&
        llvm::none_of(op->getOperands(),
                      [&](Value operand) { return isInRun(operand); }) &&
        (mlir::isPure(op) || (load && tile::isReadOnly(load.getRef())))) {
      run.before.push_back(op);
      return true;
    }
    return false;
  }

  bool isForEachRegister(Operation *op) {
    std::optional<Access> access = accessOf(op);
    const bool isComputed = op->getNumResults() != 0 &&
                            op->getNumOperands() != 0 &&
                            op->getNumRegions() == 0 && mlir::isPure(op) &&
                            !llvm::isa<tile::TileDialect>(op->getDialect()) &&
                            op->hasTrait<mlir::OpTrait::Elementwise>();
    if (!access && !isComputed) {
      return false;
    }
    RankedTensorType tile = access ? access->tile : tileOf(op->getResult(0));
    if (!tile) {
      return false;
    }
    if (!shape) {
      const tile::Layout layout(
          llvm::cast<tile::LayoutAttr>(tile.getEncoding()));
      run.registers =
          static_cast<size_t>(layout.registerCount(tile.getShape()));
      if (run.registers <= registersOfSlice ||
          run.registers % registersOfSlice != 0) {
        return false;
      }
      shape = tile;
    }
    auto isTileOfOther = [&](Value value) {
      RankedTensorType type = tileOf(value);
      return type && !isAlike(type);
    };
    if (!isAlike(tile) || llvm::any_of(op->getOperands(), isTileOfOther) ||
        llvm::any_of(op->getResults(), isTileOfOther)) {
      return false;
    }
    if (access) {
      if (!isApart(*access)) {
        return false;
      }
      accesses.push_back(*access);
    }
    return true;
  }

  /// Whether slices keep the order of what is read and written: other accesses
  /// are of other memory, or have the same element in each register.
  bool isApart(const Access &access) const {
    const Value memory = argumentOf(access.ref);
    return llvm::all_of(accesses, [&](const Access &other) {
      if (!access.isStore && !other.isStore) {
        return true;
      }
      const Value otherMemory = argumentOf(other.ref);
      return memory && otherMemory &&
             (memory != otherMemory ||
              (access.ref.getType() == other.ref.getType() &&
               llvm::equal(access.offsets, other.offsets) &&
               access.strides == other.strides));
    });
  }

  /// Words that a thread holds at once where all registers of an operation are
  /// written before the next one.
  int64_t mostHeld() const {
    // The last user of each tile in the run; none where there are later ones.
    llvm::DenseMap<Value, size_t> lastUses;
    for (auto [number, op] : llvm::enumerate(run.operations)) {
      for (Value operand : op->getOperands()) {
        if (tileOf(operand)) {
          lastUses[operand] = number;
        }
      }
    }
    auto isConstant = [](Value value) {
      auto *op = value.getDefiningOp();
      // Those of constants are computed at compile time.
      while (op && op->getNumOperands() == 1 &&
             op->hasTrait<mlir::OpTrait::Elementwise>()) {
        op = op->getOperand(0).getDefiningOp();
      }
      return op && op->hasTrait<mlir::OpTrait::ConstantLike>();
    };
    auto words = [&](Value value) {
      const unsigned bits = tileOf(value).getElementTypeBitWidth();
      return isConstant(value)
                 ? 0
                 : static_cast<int64_t>(run.registers) *
                       static_cast<int64_t>(llvm::divideCeil(bits, 32));
    };
    int64_t held = 0;
    llvm::SmallVector<int64_t> ends(run.operations.size(), 0);
    for (auto [value, last] : lastUses) {
      if (!isInRun(value)) {
        held += words(value);
        ends[last] += words(value);
      }
    }
    int64_t most = held;
    for (auto [number, op] : llvm::enumerate(run.operations)) {
      held -= ends[number];
      for (Value result : op->getResults()) {
        held += words(result);
        if (auto last = lastUses.find(result); last != lastUses.end()) {
          ends[last->second] += words(result);
        }
      }
      most = std::max(most, held);
    }
    return most;
  }

  const Machine &machine;
  Operation *first;
  SlicedRun run;
  RankedTensorType shape;
  llvm::DenseSet<Operation *> members;
  llvm::SmallVector<Access> accesses;
};

} // namespace

SlicedRun findSlicedRun(Operation *first, const Machine &machine) {
  return Finder(first, machine).find();
}

} // namespace weft::gpu
