// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The state of emission. Rules see it through EmitContext (EmitContext.h).

#pragma once

#include "weft/Tile/IR/Tile.h"
#include "weft/Tile/Tiling/Arithmetic.h"
#include "weft/Tile/Tiling/TiledProgram.h"

#include <llvm/ADT/DenseMap.h>
#include <mlir/Dialect/SCF/IR/SCF.h>

#include <map>

namespace weft::tile {

class EmitContext;

/// Where the tiles of arguments come from, and those of roots go to, when a
/// program is no kernel of its own but a part of one.
class Ports {
public:
  virtual ~Ports() = default;
  virtual TileValue load(EmitContext &context) = 0;
  virtual void store(EmitContext &context) = 0;
  /// The memory of an argument or constant.
  virtual mlir::Value ref(mlir::Value value) = 0;
};

class Emitter {
public:
  Emitter(mlir::OpBuilder &builder, mlir::Location loc,
          const TiledProgram &program);

  KernelOp run(llvm::StringRef name);
  /// Writes the program at the builder's insertion point. It has no grid,
  /// unless `number` says which program it is.
  void runInside(Ports &ports, mlir::Value number = {});

  const IndexFacts &facts() const;
  mlir::Location locationOf(const Instance &instance) const;
  const TileValue &valueOf(const Instance::Operand &operand) const;
  bool hasDeadZeros(unsigned instance) const {
    const Instance &own = program.instances[instance];
    return own.kind == Instance::Kind::Load &&
           hasZero(partType(mlir::getElementTypeOrSelf(own.value.getType())));
  }
  bool isKept(unsigned instance) const {
    return program.instances[instance].kind == Instance::Kind::Reload &&
           program.instances[program.instances[instance].keep]
               .preparedFor.has_value();
  }
  const ProductForm &productForm() const { return program.candidate.product; }
  mlir::Value refOf(mlir::Value value) const {
    return ports ? ports->ref(value) : refs.lookup(value);
  }
  /// Constants stand at the start of the kernel, each once.
  mlir::Value constantIndex(int64_t value);
  /// The value of an offset in `region`, computed in the outermost region that
  /// can.
  mlir::Value index(mlir::AffineExpr expression, TileRegion *region);

private:
  /// Where a region is being written. While a loop in it is open, what turns
  /// out to be needed from the region goes before that loop.
  struct RegionState {
    mlir::Block *block = nullptr;
    mlir::Operation *open = nullptr;
  };

  void enter(TileRegion *region);
  void emitGrid(mlir::Value number);
  void emitItems(TileRegion *region);
  void emitInstance(unsigned number);
  void emitStored(EmitContext &context);
  void emitVariable(EmitContext &context);
  void emitKeep(unsigned number);
  TileValue emitReload(EmitContext &context);
  /// Which iteration this is of each of the loops that tell kept tiles apart.
  llvm::SmallVector<mlir::Value> iterationsOf(const Instance &instance);
  mlir::Value lowerBound(unsigned dimension);

  // Loops and choices (EmitRegions.cpp).

  /// A loop that carries values. `body` finds them where they are and leaves
  /// those of the next iteration there; after the loop they are its results.
  using Carried = mlir::ArrayRef<llvm::SmallVector<mlir::Value> *>;
  mlir::scf::ForOp emitFor(mlir::Value lower, mlir::Value upper, int64_t step,
                           Carried carried,
                           llvm::function_ref<void(mlir::scf::ForOp)> body);
  /// The instances that sum in a loop, and those whose chains end in it.
  struct LoopSums {
    llvm::SmallVector<unsigned> instances;
    llvm::SmallVector<unsigned> ending;
    /// What goes around the loop: accumulators inside of the loop that chains
    /// end in, and where there is none; totals in that loop and outside of it.
    llvm::SmallVector<llvm::SmallVector<mlir::Value> *> around;
    /// What goes around the iterations of a chain.
    llvm::SmallVector<llvm::SmallVector<mlir::Value> *> inChain;
    /// How many iterations a chain has; 0 when none ends in the loop.
    int64_t chainIterations = 0;
  };
  /// Finds them, and starts those that have no loop around this one.
  LoopSums startSums(TileRegion *loop);
  void startChains(const LoopSums &sums, TileRegion *region);
  void endChains(const LoopSums &sums, TileRegion *region);
  void emitIteration(TileRegion *loop, mlir::scf::ForOp op,
                     const LoopSums &sums);
  void emitLoop(TileRegion *loop);
  void emitChoice(unsigned number, EmitContext &context, unsigned branch);

  // Indices (EmitIndices.cpp).

  mlir::Value dimensionValue(unsigned dimension, TileRegion *region) const;
  TileRegion *homeOf(mlir::AffineExpr expression, TileRegion *region) const;

  mlir::OpBuilder &builder;
  mlir::Location loc;
  const TiledProgram &program;
  Ports *ports = nullptr;
  /// Per instance: its results, and its accumulators while in loops.
  std::vector<TileValues> values;
  std::vector<llvm::SmallVector<mlir::Value>> accumulators;
  std::vector<llvm::SmallVector<mlir::Value>> totals;
  std::vector<RegionState> states;
  llvm::DenseMap<mlir::Value, mlir::Value> refs;
  /// By instance that keeps: one ref per part.
  llvm::DenseMap<unsigned, llvm::SmallVector<mlir::Value, 2>> kept;
  unsigned firstRoot = 0;

  llvm::DenseMap<unsigned, mlir::Value> gridOffsets;
  /// Which program this is; null where there is one.
  mlir::Value programNumber;
  llvm::DenseMap<TileRegion *, mlir::Value> loopOffsets;
  llvm::DenseMap<unsigned, mlir::Value> symbolValues;
  llvm::DenseMap<std::pair<mlir::AffineExpr, TileRegion *>, mlir::Value>
      indices;
  std::map<int64_t, mlir::Value> indexConstants;
  mlir::Operation *lastConstant = nullptr;
};

} // namespace weft::tile
