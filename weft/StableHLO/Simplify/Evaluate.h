// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations on constants, computed by the reference interpreter: what an
// operation means is written in one place only.
//
// What may be computed is limited in three ways, so that compiling stays quick
// and the program small: the size of one result, the arithmetic of one
// operation, and both summed over a run of the simplifier.

#pragma once

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/StableHLO/Interpreter/OpTable.h"

#include <llvm/ADT/SmallVector.h>

#include <optional>

namespace weft::stablehlo {

struct FoldingLimits {
  /// Of one result. 0 turns folding off.
  int64_t resultBytes = 64 << 10;
  /// A result may be this many times larger than the constants it is made of;
  /// results up to smallBytes may always be.
  int64_t growth = 2;
  int64_t smallBytes = 256;
  /// Elements computed and products summed, for one operation.
  int64_t work = 1 << 18;
  /// For all operations together: a tenth of a second.
  int64_t totalBytes = 4 << 20;
  int64_t totalWork = 1 << 20;
};

class ConstantEvaluator {
public:
  explicit ConstantEvaluator(const FoldingLimits &limits = {})
      : limits(limits), table(reference::standardOpTable()) {}

  const FoldingLimits &foldingLimits() const { return limits; }

  /// The results of `op` for these operands, which stand for its own one by
  /// one; nothing if it cannot be computed, or not within the limits.
  std::optional<llvm::SmallVector<mlir::DenseElementsAttr>>
  evaluate(mlir::Operation *op,
           llvm::ArrayRef<mlir::DenseElementsAttr> operands);

  /// The same for an operation that works element by element, on splats: the
  /// element is computed once, whatever the size.
  std::optional<llvm::SmallVector<mlir::DenseElementsAttr>>
  evaluateSplats(mlir::Operation *op,
                 llvm::ArrayRef<mlir::DenseElementsAttr> operands);

private:
  std::optional<llvm::SmallVector<mlir::DenseElementsAttr>>
  run(mlir::Operation *op, mlir::TypeRange resultTypes,
      llvm::ArrayRef<mlir::DenseElementsAttr> operands);

  FoldingLimits limits;
  reference::OpTable table;
  int64_t bytesUsed = 0;
  int64_t workDone = 0;
};

/// A function of its operands alone, that ends: no effects, no randomness, no
/// place in the grid of devices, no loop, no barrier.
bool isFunctionOfOperands(mlir::Operation *op);

/// Computes each element of the result from the elements at the same place of
/// the operands, and from nothing else.
bool isElementwise(mlir::Operation *op);

/// Roughly how many elements an operation computes or products it sums.
int64_t estimateWork(mlir::Operation *op);

} // namespace weft::stablehlo
