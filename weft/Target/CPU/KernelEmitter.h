// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tile kernel as a function for a CPU: a loop over programs, around code on
// vectors (weft/Target/Code/CodeEmitter.h).

#pragma once

#include "weft/Machine/Machine.h"
#include "weft/Target/Code/CodeEmitter.h"

namespace weft::code {
class LoopBounds;
}

namespace weft::cpu {

using code::Builder;
using code::Pieces;

/// What a caller must know about a kernel's function.
struct KernelInfo {
  std::string name;
  /// Bytes of scratch that each call needs.
  int64_t scratchBytes = 0;
  /// Instructions as they left the emitter: what compile time depends on.
  int64_t instructions = 0;
  /// Results that are written past the caches.
  int64_t streamed = 0;
};

/// How many lanes the vectors of a kernel have: the native number for the
/// narrowest type that it computes with, as long as the widest one then takes
/// no more than four registers.
int64_t chooseLanes(tile::KernelOp kernel, const Machine &cpu);

class KernelEmitter : public code::CodeEmitter {
public:
  KernelEmitter(llvm::Module &module, const Machine &cpu,
                tile::KernelOp kernel);

  /// Writes the function. Failures are reported at the operation that causes
  /// them.
  mlir::FailureOr<KernelInfo> run();

  /// A long operation on tiles of many vectors, by calls of a function that all
  /// kernels of the module share.
  Pieces emitOutlined(mlir::Operation *op) override;

  /// Functions of the module, which leave vector registers as they are, so that
  /// the way that is taken for all tiles but those at the edge of an array
  /// keeps its values there.
  void emitMove(mlir::Type element, llvm::Value *to, llvm::Value *from,
                llvm::Value *count) override;
  void emitFill(mlir::Type element, llvm::Value *to, llvm::Value *scalar,
                llvm::Value *count) override;

  /// Results that would drive everything else out of the last cache, and be
  /// gone from there themselves before anybody reads them.
  bool isStreamed(mlir::Value ref) const override {
    return largeResults.contains(ref);
  }

  /// By the instructions of the machine's table.
  int64_t termsAtOnce(tile::DotOp op) override;
  llvm::Value *emitTerms(tile::DotOp op, llvm::Value *lhs, llvm::Value *rhs,
                         llvm::Value *sums) override;

  /// Products whose sums have a form of their own (EmitHeldSums.cpp).
  bool emitMatrixProduct(tile::DotOp op) override;
  std::optional<unsigned> heldByLoop(mlir::Operation *loop) override;
  void emitHold(mlir::Operation *loop, Pieces sums) override;
  Pieces emitRelease(mlir::Operation *loop) override;

  const Machine &cpu;

private:
  /// The row for a product, if there is one.
  const MatrixInstruction *findInstruction(tile::DotOp op) const;
  /// The same, if its sums have a form of their own.
  const MatrixInstruction *findMatrixInstruction(tile::DotOp op) const;
  tile::DotOp productOf(mlir::Operation *loop) const;
  llvm::Value *emitInstruction(const MatrixInstruction &row, llvm::Value *lhs,
                               llvm::Value *rhs, llvm::Value *sums);

  /// Products in registers that hold whole matrices (EmitMatrices.cpp): whether
  /// the registers are laid out for such a product.
  bool fitsMatrixRegisters(tile::DotOp op) const;
  /// Lays them out for the first product of the kernel that can use them.
  void chooseMatrixRegisters();
  /// Where the function starts, and where it ends.
  void emitMatrixSetup();
  void emitMatrixRelease();
  void loadMatrixSums(const Pieces &sums);
  Pieces storeMatrixSums(mlir::Value result);
  llvm::Value *factorInMemory(tile::DotOp op, unsigned side, int64_t group,
                              llvm::Value *spare);
  void emitRegisterProduct(tile::DotOp op, const MatrixInstruction &row);

  /// Products whose sums are squares (EmitSquares.cpp).
  bool fitsSquares(tile::DotOp op) const;
  void emitSquareProduct(tile::DotOp op, const MatrixInstruction &row);
  Pieces squaresOf(mlir::RankedTensorType type, const Pieces &rows);
  Pieces rowsOf(mlir::RankedTensorType type, const Pieces &squares);
  void holdSquares(mlir::RankedTensorType type, const Pieces &sums);
  Pieces releaseSquares(mlir::RankedTensorType type);
  Pieces getHeldSquares() const;

  void findLargeResults();
  void createFunction();
  /// Programs from one number to another.
  mlir::LogicalResult emitPrograms(llvm::Value *begin, llvm::Value *end);
  /// This thread's programs, those that need not ask for their bounds in code
  /// of their own.
  mlir::LogicalResult emitStretches(const code::LoopBounds &bounds);

  llvm::Function *function = nullptr;
  llvm::SmallDenseSet<mlir::Value> largeResults;
  /// Rows and columns of the products that the registers for matrices hold the
  /// sums of; none in a kernel without such products.
  struct MatrixShape {
    int64_t rows = 0;
    int64_t columns = 0;
  };
  std::optional<MatrixShape> matrices;
  /// Sums of the loop that is being written.
  llvm::SmallVector<code::Variable> heldSquares;
};

} // namespace weft::cpu
