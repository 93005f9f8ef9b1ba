// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a tile kernel to a function of LLVM's.
//
// One walk over the kernel, in program order. A tile is held as its pieces
// (Lanes.h), each an LLVM value; a scalar as one value. Operations become
// instructions on pieces, `scf` becomes blocks and phis, and what is written is
// in SSA form from the start. Nothing looks at more than one operation, with
// the one exception of the dot product, which looks through a transposed
// operand.
//
// Each family of operations has a file of its own (Emit*.cpp); this class is
// what they share.

#pragma once

#include "weft/Machine/Machine.h"
#include "weft/Target/Code/Lanes.h"
#include "weft/Target/Code/Types.h"
#include "weft/Target/Code/Vectors.h"
#include "weft/Tile/IR/Tile.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>

namespace weft::cpu {

using namespace code;

/// What a caller must know about a kernel's function.
struct KernelInfo {
  std::string name;
  /// Bytes of scratch that each call needs.
  int64_t scratchBytes = 0;
  /// Instructions as they left the emitter: what compile time depends on.
  int64_t instructions = 0;
};

/// How many lanes the vectors of a kernel have: the native number for the
/// narrowest type that it computes with, as long as the widest one then takes
/// no more than four registers.
int64_t chooseLanes(tile::KernelOp kernel, const Machine &cpu);

class KernelEmitter {
public:
  KernelEmitter(llvm::Module &module, const Machine &cpu,
                tile::KernelOp kernel);

  /// Writes the function. Failures are reported at the operation that causes
  /// them.
  mlir::FailureOr<KernelInfo> run();

  /// Operations one after the other, without the terminator of the block.
  mlir::LogicalResult emitBlock(mlir::Block &block);
  mlir::LogicalResult emitOperation(mlir::Operation *op);

  Builder builder;
  const Machine &cpu;
  const Lanes lanes;

  //===-- Values ----------------------------------------------------------===//

  llvm::ArrayRef<llvm::Value *> pieces(mlir::Value value) const;
  llvm::Value *scalar(mlir::Value value) const { return pieces(value)[0]; }
  void define(mlir::Value value, Pieces pieces);

  /// How the tile is cut; one piece of width 1 for a scalar.
  llvm::SmallVector<Piece> cut(mlir::Type type) const;
  llvm::SmallVector<Piece> cut(mlir::Value value) const {
    return cut(value.getType());
  }
  /// One element in a register.
  llvm::Type *elementType(mlir::Type type) const;

  llvm::Value *index(int64_t value) { return builder.getInt64(value); }

  /// The function runs these programs; the current one.
  llvm::Value *program = nullptr;
  tile::KernelOp kernel() const { return kernelOp; }

  //===-- Memory ----------------------------------------------------------===//

  /// The address of element `place` of a ref; `place` is an i64.
  llvm::Value *address(mlir::Value ref, llvm::Value *place);
  /// Which memory an access is to: a ref's, or, if that is not all there,
  /// scratch memory in its stead.
  enum class Where { Ref, RefOrScratch };
  /// What LLVM may assume about accesses to a ref: that they do not meet those
  /// to other arguments.
  void annotate(llvm::Instruction *access, mlir::Value ref, Where where);
  /// Vectors or scalars of a tile's element type, from and to an address.
  llvm::Value *loadPiece(mlir::Type element, llvm::Value *address,
                         int64_t width, mlir::Value ref,
                         Where where = Where::Ref);
  void storePiece(mlir::Type element, llvm::Value *value, llvm::Value *address,
                  mlir::Value ref, Where where = Where::Ref);

  /// Memory for use inside one operation. Every call gives the same bytes.
  llvm::Value *temporary(int64_t bytes);

  /// Accesses (operation, dim of its ref or mask) all of whose elements are
  /// live in the code that is being written; and whether loops in that code run
  /// too seldom to be worth several versions.
  llvm::DenseSet<std::pair<mlir::Operation *, int64_t>> knownLive;
  bool isSeldom = false;

private:
  void createFunction();
  void placeAllocations(mlir::Block &block, int64_t used);
  void createAliasScopes();

  llvm::Module &module;
  tile::KernelOp kernelOp;
  llvm::Function *function = nullptr;
  llvm::Value *scratch = nullptr;
  llvm::DenseMap<mlir::Value, Pieces> values;

  llvm::DenseMap<mlir::Operation *, int64_t> allocationOffsets;
  llvm::StringMap<int64_t> aliasOffsets;
  int64_t allocationBytes = 0;
  int64_t temporaryBytes = 0;

  struct AliasScopes {
    llvm::MDNode *own;
    llvm::MDNode *others;
    /// The same for accesses that may be to scratch memory instead.
    llvm::MDNode *ownOrScratch;
    llvm::MDNode *othersThanScratch;
  };
  /// By argument; the last is scratch.
  llvm::SmallVector<AliasScopes> aliasScopes;
};

/// Operations of `arith` and `math`, and what is not known.
mlir::LogicalResult emitElementwise(KernelEmitter &emitter,
                                    mlir::Operation *op);
/// One elementwise operation on values of one width or, among them, scalars;
/// its results, or nothing if it is no such operation.
Pieces emitElementwiseLanes(KernelEmitter &emitter, mlir::Operation *op,
                            llvm::ArrayRef<llvm::Value *> operands);

/// The pieces of a long elementwise operation on tiles of many vectors, by
/// calls of a function that all kernels of the module share; empty for what is
/// better written in place.
Pieces emitOutlined(KernelEmitter &emitter, mlir::Operation *op);

/// A region on scalars, on values of one width; empty after a failure.
Pieces emitScalarRegion(KernelEmitter &emitter, mlir::Region &region,
                        llvm::ArrayRef<llvm::Value *> arguments);

mlir::LogicalResult emitConstant(KernelEmitter &, mlir::Operation *);
mlir::LogicalResult emitControl(KernelEmitter &, mlir::Operation *);
mlir::LogicalResult emitProgram(KernelEmitter &, mlir::Operation *);
mlir::LogicalResult emitShape(KernelEmitter &, mlir::Operation *);
mlir::LogicalResult emitLoad(KernelEmitter &, tile::LoadOp);
mlir::LogicalResult emitStore(KernelEmitter &, tile::StoreOp);
mlir::LogicalResult emitMask(KernelEmitter &, tile::MaskOp);
mlir::LogicalResult emitGather(KernelEmitter &, tile::GatherOp);
mlir::LogicalResult emitScatter(KernelEmitter &, tile::ScatterOp);
mlir::LogicalResult emitAtomic(KernelEmitter &, tile::AtomicOp);
mlir::LogicalResult emitView(KernelEmitter &, tile::ViewOp);
mlir::LogicalResult emitReduce(KernelEmitter &, tile::ReduceOp);
mlir::LogicalResult emitScan(KernelEmitter &, tile::ScanOp);
mlir::LogicalResult emitSort(KernelEmitter &, tile::SortOp);
mlir::LogicalResult emitRank(KernelEmitter &, tile::RankOp);
mlir::LogicalResult emitDot(KernelEmitter &, tile::DotOp);

} // namespace weft::cpu
