// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The code of a tile program, as it is on every machine.
//
// A machine runs a tile program somehow: a core of a CPU runs many of them, one
// after the other, on vectors; a thread of a GPU runs one, on scalars. What the
// operations of the program are made of does not depend on it. This room writes
// them in LLVM's language, for lanes of any number, and knows no machine by
// name. It has three floors:
//
//   values      one element: types in registers and in memory (Types.h), floats
//               of every width (FloatConversion.h), functions (Math/), two that
//               become one (Combine.h, Atomic.h); on vectors of any width, of
//               which a scalar is the narrowest (Lanes.h, Vectors.h)
//   operations  one file per family (Emit*.cpp): a tile is held as its pieces,
//               each an LLVM value; operations become instructions on pieces,
//               `scf` becomes blocks and phis, all in SSA form from the start
//   modules     LLVM's passes and its code generator (ObjectCode.h), and what
//               becomes of its fatal errors (FatalErrors.h)
//
// At one lane a piece is one element, and every operation of the tile dialect
// has a form: a thread of a GPU can run any tile program. It is not the fastest
// way for most, and the only one for some. With more lanes the same walk gives
// the code of a CPU.
//
// Nothing looks at more than one operation, with the one exception of the dot
// product, which looks through a transposed operand.
//
// What is left to a machine: the frame, which is the function, where its
// arguments come from and which programs it runs; and a few habits (CodeStyle,
// and the functions that it may override). A machine derives its emitter from
// this class, makes the frame, and calls emitBlock:
//
//   class ThreadEmitter : public code::CodeEmitter {
//     mlir::LogicalResult run() {
//       if (failed(prepare())) { return mlir::failure(); }
//       ... function, scratch, the kernel's arguments, program ...
//       return emitBlock(kernel().getBlock());
//     }
//   };

#pragma once

#include "weft/Target/Code/Lanes.h"
#include "weft/Target/Code/Math/Functions.h"
#include "weft/Target/Code/Types.h"
#include "weft/Target/Code/Vectors.h"
#include "weft/Tile/IR/Tile.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>

namespace weft::code {

/// How a machine wants its code.
struct CodeStyle {
  /// In messages, as in "has no form on the CPU".
  const char *machine = "this machine";
  /// How many elements a piece has at most; a power of two.
  int64_t lanes = 1;
  /// Whether loops are written twice, once for the steps whose accesses are
  /// inside of their bounds (LoopBounds.h).
  bool splitsLoops = false;
  /// Whether a number that is read from memory can be repeated over all lanes
  /// for nothing.
  bool repeatsFromMemory = false;
  /// Whether floats beyond the integers become the last ones when they are
  /// converted, as on most machines.
  bool saturates = true;
  /// Some machines take a hundred cycles for a product that is subnormal.
  Underflow underflow = Underflow::ByProduct;
  /// Whether there are divisions of integers in vectors.
  bool dividesVectors = false;
  /// Whether a product in f64, with the way there and back, takes less time
  /// than a quotient of f32.
  bool multipliesByInverses = false;
  /// Whether products load their factors one step at a time, and so leave
  /// registers to the sums.
  bool loadsFactorsLate = false;
  /// Whether there are loads of numbers of 4 and 8 bytes from addresses of
  /// their own in all lanes.
  bool gathers = false;
  /// Whether some lanes of a vector are loaded and stored as fast as all, and
  /// the memory of the others is not touched.
  bool masksLanes = false;
};

class CodeEmitter {
public:
  CodeEmitter(llvm::Module &module, tile::KernelOp kernel,
              const CodeStyle &style);
  virtual ~CodeEmitter() = default;

  /// Operations one after the other, without the terminator of the block.
  /// Failures are reported at the operation that causes them.
  mlir::LogicalResult emitBlock(mlir::Block &block);
  mlir::LogicalResult emitOperation(mlir::Operation *op);

  Builder builder;
  const CodeStyle style;
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
  llvm::SmallVector<llvm::Type *> pieceTypes(mlir::Type type) const;
  /// One element in a register.
  llvm::Type *elementType(mlir::Type type) const;

  llvm::Value *index(int64_t value) { return builder.getInt64(value); }

  /// The number of the program that the code is of, i64.
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
  /// Elements that lie `distances` elements from an address, one per lane.
  llvm::Value *gatherPiece(mlir::Type element, llvm::Value *address,
                           llvm::Value *distances, mlir::Value ref);
  void storePiece(mlir::Type element, llvm::Value *value, llvm::Value *address,
                  mlir::Value ref, Where where = Where::Ref);
  /// Only lanes that are `live` (i1, or a vector of them) are moved; what is
  /// loaded for others is `otherwise`, a scalar. Vectors where the style masks
  /// lanes, and scalars.
  llvm::Value *loadLive(mlir::Type element, llvm::Value *address, int64_t width,
                        llvm::Value *live, llvm::Value *otherwise,
                        mlir::Value ref);
  void storeLive(mlir::Type element, llvm::Value *value, llvm::Value *address,
                 llvm::Value *live, mlir::Value ref);
  /// The same to a multiple of the vector's size, past the caches.
  void streamPiece(mlir::Type element, llvm::Value *value, llvm::Value *address,
                   mlir::Value ref, Where where = Where::Ref);

  /// Memory for use inside one operation. Every call gives the same bytes.
  llvm::Value *temporary(int64_t bytes);
  /// So many bytes of zeros, for reading only.
  llvm::Value *zeros(int64_t bytes);

  /// Accesses (operation, dim of its ref or mask) all of whose elements are
  /// live in the code that is being written, and those that have none; and
  /// whether loops in that code run too seldom to be worth several versions.
  llvm::DenseSet<std::pair<mlir::Operation *, int64_t>> knownLive;
  llvm::DenseSet<std::pair<mlir::Operation *, int64_t>> knownDead;
  bool isUnlikely = false;

  //===-- What a machine may do its own way -------------------------------===//

  /// The pieces of an elementwise operation, written elsewhere and called;
  /// empty for what is better written in place.
  virtual Pieces emitOutlined(mlir::Operation *) { return {}; }

  /// How many neighbouring terms of a product an instruction adds to each lane
  /// of its sums; 1 where there is none that does.
  virtual int64_t termsAtOnce(tile::DotOp) { return 1; }
  /// The sums after one such instruction; the factors have that many elements
  /// for each lane.
  virtual llvm::Value *emitTerms(tile::DotOp op, llvm::Value *lhs,
                                 llvm::Value *rhs, llvm::Value *sums);

  /// Writes a product by instructions that hold its sums in registers of their
  /// own; false where there are none, and nothing was written.
  virtual bool emitMatrixProduct(tile::DotOp) { return false; }
  /// Which of the values that a loop carries are the sums of such a product and
  /// stay in these registers from step to step; nothing if none do. In the loop
  /// they have no pieces.
  virtual std::optional<unsigned> heldByLoop(mlir::Operation *) {
    return std::nullopt;
  }
  /// Into the registers before the loop, and out of them after it.
  virtual void emitHold(mlir::Operation *, Pieces) {}
  virtual Pieces emitRelease(mlir::Operation *) { return {}; }

  /// A barrier among all programs of the kernel, which run one after the other
  /// where a machine has no way of its own.
  virtual mlir::LogicalResult emitBarrier(tile::BarrierOp barrier);

  /// Whether what is stored to a ref is better written past the caches, where
  /// lines of them are written whole.
  virtual bool isStreamed(mlir::Value) const { return false; }

  /// `count` elements from one address to another; they do not overlap.
  virtual void emitMove(mlir::Type element, llvm::Value *to, llvm::Value *from,
                        llvm::Value *count);
  /// `count` times the same element, a scalar in its register form.
  virtual void emitFill(mlir::Type element, llvm::Value *to,
                        llvm::Value *scalar, llvm::Value *count);

protected:
  /// Whether the kernel is one that code can be written for; gives its
  /// allocations their places in scratch memory. Before the frame is made.
  mlir::LogicalResult prepare();

  /// Bytes of scratch memory, aligned to 64, that one program needs at a time.
  /// Known when all operations are written.
  int64_t scratchBytes() const { return allocationBytes + temporaryBytes; }

  /// What was written past the caches.
  llvm::SmallDenseSet<mlir::Value> streamedRefs;

  llvm::Module &module;
  /// Where the program's scratch memory starts.
  llvm::Value *scratch = nullptr;

private:
  /// As it is in memory.
  llvm::Value *widened(mlir::Type element, llvm::Value *value);
  llvm::StoreInst *createStore(mlir::Type element, llvm::Value *value,
                               llvm::Value *address, mlir::Value ref,
                               Where where);
  void placeAllocations(mlir::Block &block, int64_t used);
  void createAliasScopes();

  tile::KernelOp kernelOp;
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
    llvm::MDNode *allButScratch;
  };
  /// By argument; the last is scratch.
  llvm::SmallVector<AliasScopes> aliasScopes;
};

/// Operations of `arith` and `math`, and what is not known.
mlir::LogicalResult emitElementwise(CodeEmitter &emitter, mlir::Operation *op);
/// One elementwise operation on values of one width or, among them, scalars;
/// its results, or nothing if it is no such operation.
Pieces emitElementwiseLanes(CodeEmitter &emitter, mlir::Operation *op,
                            llvm::ArrayRef<llvm::Value *> operands);

/// A region on scalars, on values of one width; empty after a failure.
Pieces emitScalarRegion(CodeEmitter &emitter, mlir::Region &region,
                        llvm::ArrayRef<llvm::Value *> arguments);

mlir::LogicalResult emitConstant(CodeEmitter &, mlir::Operation *);
mlir::LogicalResult emitControl(CodeEmitter &, mlir::Operation *);
mlir::LogicalResult emitProgram(CodeEmitter &, mlir::Operation *);
mlir::LogicalResult emitShape(CodeEmitter &, mlir::Operation *);
mlir::LogicalResult emitLoad(CodeEmitter &, tile::LoadOp);
mlir::LogicalResult emitStore(CodeEmitter &, tile::StoreOp);
mlir::LogicalResult emitMask(CodeEmitter &, tile::MaskOp);
mlir::LogicalResult emitGather(CodeEmitter &, tile::GatherOp);
mlir::LogicalResult emitScatter(CodeEmitter &, tile::ScatterOp);
mlir::LogicalResult emitAtomic(CodeEmitter &, tile::AtomicOp);
mlir::LogicalResult emitReduce(CodeEmitter &, tile::ReduceOp);
mlir::LogicalResult emitScan(CodeEmitter &, tile::ScanOp);
mlir::LogicalResult emitRank(CodeEmitter &, tile::RankOp);
mlir::LogicalResult emitDot(CodeEmitter &, tile::DotOp);
/// Whether a load, or the transposition of one, is left to the product whose
/// factor it is (CodeStyle::loadsFactorsLate).
bool isLoadedByProduct(const CodeEmitter &emitter, mlir::Operation *op);

} // namespace weft::code
