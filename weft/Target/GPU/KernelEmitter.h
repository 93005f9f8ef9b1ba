// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a kernel of stage `synchronised` to a function of LLVM's for a GPU.
//
// A program is a block of threads, and the function is what one thread does. A
// tile is held as the registers that its layout gives to a thread, one LLVM
// value per element; a scalar is uniform, one value. Code for one element is
// the same on every machine: it is that of weft/Target/Code, at one lane.
//
// Where threads meet, what lies where on the chip and which barriers there are
// was decided in weft/Tile/Pipeline: each operation is written as it stands.

#pragma once

#include "weft/Target/Code/CodeEmitter.h"
#include "weft/Target/GPU/GpuMachine.h"
#include "weft/Target/GPU/KernelInfo.h"
#include "weft/Target/GPU/Slices.h"
#include "weft/Tile/Layout/Conversion.h"
#include "weft/Tile/Layout/Layout.h"

#include <mlir/IR/OwningOpRef.h>

#include <map>
#include <memory>
#include <vector>

namespace weft::gpu {

using tile::Layout;
using tile::Place;

class KernelEmitter {
public:
  KernelEmitter(llvm::Module &module, tile::KernelOp kernel,
                const GpuMachine &gpu);

  /// Writes the function. Failures are reported at the operation that causes
  /// them.
  mlir::FailureOr<KernelInfo> run();

  mlir::LogicalResult emitBlock(mlir::Block &block);
  mlir::LogicalResult emitOperation(mlir::Operation *op);

  //===-- Values ----------------------------------------------------------===//

  /// A scalar's one value, or the registers of a tile.
  llvm::ArrayRef<llvm::Value *> pieces(mlir::Value value) const;
  llvm::Value *scalar(mlir::Value value) const { return pieces(value)[0]; }
  void define(mlir::Value value, Pieces pieces);
  llvm::SmallVector<llvm::Type *> pieceTypes(mlir::Type type) const;

  /// The registers of tiles that are written now: all, or those of a slice
  /// (Slices.h).
  struct Range {
    size_t begin;
    size_t end;
  };
  Range written(size_t registers) const {
    return slice ? *slice : Range{0, registers};
  }

  //===-- Layouts ---------------------------------------------------------===//

  /// The layout of a tile, and where this thread's part of it is.
  struct Hold {
    Layout layout;
    llvm::SmallVector<int64_t> shape;
    /// Of the registers, in lane 0 of warp 0.
    llvm::SmallVector<Place> places;
    /// What this thread adds along each dim, i32.
    llvm::SmallVector<llvm::Value *> thread;
    /// The most that any thread does.
    llvm::SmallVector<int64_t> farthest;
    /// The part of that which all lanes of a warp have in common.
    llvm::SmallVector<llvm::Value *> warp;
    /// Null, or whether this thread's elements are not a copy of another's.
    llvm::Value *isFirst;

    /// The register with a place, which there is.
    size_t at(llvm::ArrayRef<int64_t> place) const;
  };
  const Hold &hold(mlir::Type tile);
  const Hold &hold(mlir::Value tile) { return hold(tile.getType()); }

  /// The number of this thread in its block, of the lane in its warp and of the
  /// warp, i32.
  llvm::Value *threadNumber = nullptr;
  llvm::Value *laneNumber = nullptr;
  llvm::Value *warpNumber = nullptr;

  /// Copies of operations that code was written from: values are known by the
  /// operations that define them.
  std::vector<mlir::OwningOpRef<tile::ReduceOp>> copies;

  /// Scalars live here, and code for one element is written by it.
  code::CodeEmitter scalars;
  Builder &builder;
  const GpuMachine &gpu;
  /// Its row.
  const Machine &machine;

private:
  mlir::LogicalResult emitSlices(const SlicedRun &run);
  mlir::LogicalResult emitElementwise(mlir::Operation *op);
  mlir::LogicalResult emitControl(mlir::Operation *op);
  mlir::LogicalResult emitBarrier(tile::BarrierOp op);
  mlir::LogicalResult emitAlloc(tile::AllocOp op);
  int64_t threadsOfBlock() const;
  int64_t sharedBytes() const;
  void createFunction();
  llvm::Value *threadSteps(llvm::ArrayRef<Layout::Column> columns, int64_t dim,
                           llvm::Value *number);

  llvm::Module &module;
  tile::KernelOp kernel;
  llvm::Function *function = nullptr;
  llvm::BasicBlock *entry = nullptr;
  llvm::GlobalVariable *shared = nullptr;
  llvm::DenseMap<mlir::Value, Pieces> tiles;
  std::map<const void *, std::unique_ptr<Hold>> holds;
  std::optional<Range> slice;
};

mlir::LogicalResult emitLoad(KernelEmitter &, tile::LoadOp);
mlir::LogicalResult emitStore(KernelEmitter &, tile::StoreOp);
mlir::LogicalResult emitGather(KernelEmitter &, tile::GatherOp);
mlir::LogicalResult emitScatterOfBoxes(KernelEmitter &, tile::ScatterOp);
/// The same of memory on the chip.
mlir::LogicalResult emitScratchLoad(KernelEmitter &, tile::LoadOp);
mlir::LogicalResult emitScratchStore(KernelEmitter &, tile::StoreOp);
/// Where the elements of a store on the chip go: an address for each of its
/// vectors.
llvm::SmallVector<llvm::Value *> scratchAddresses(KernelEmitter &,
                                                  tile::StoreOp);
/// A store in flight, with the load that it takes its elements from.
mlir::LogicalResult emitFlight(KernelEmitter &, tile::StoreOp);
/// Of single elements.
mlir::LogicalResult emitElements(KernelEmitter &, tile::GatherOp);
mlir::LogicalResult emitScatter(KernelEmitter &, tile::ScatterOp);
/// One update of a scatter, or those of neighbours in memory from an address
/// on. Gives what was there; null for neighbours, and where that is replaced.
llvm::Value *emitUpdate(KernelEmitter &, tile::ScatterOp, llvm::Value *address,
                        llvm::ArrayRef<llvm::Value *> values);
mlir::LogicalResult emitAtomic(KernelEmitter &, tile::AtomicOp);
mlir::LogicalResult emitMask(KernelEmitter &, tile::MaskOp);
mlir::LogicalResult emitShape(KernelEmitter &, mlir::Operation *);
mlir::LogicalResult emitConversion(KernelEmitter &, tile::ConvertLayoutOp);
/// One whose elements change lanes.
mlir::LogicalResult emitShuffles(KernelEmitter &, tile::ConvertLayoutOp);
mlir::LogicalResult emitReduce(KernelEmitter &, tile::ReduceOp);
mlir::LogicalResult emitScan(KernelEmitter &, tile::ScanOp);
mlir::LogicalResult emitRank(KernelEmitter &, tile::RankOp);
/// The value of the lane whose number differs in these bits.
llvm::Value *exchange(KernelEmitter &, llvm::Value *value, uint32_t bits);
/// A value that was moved word by word (i32): narrower ones have one.
llvm::Value *moveByWords(Builder &builder, llvm::Value *value,
                         llvm::function_ref<llvm::Value *(llvm::Value *)> move);
mlir::LogicalResult emitDot(KernelEmitter &, tile::DotOp);

} // namespace weft::gpu
