// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "weft/StableHLO/Interpreter/Tensor.h"

namespace weft::reference {

/// The lower or upper factor of Hermitian positive definite matrices, from the
/// triangle of the same side; zero in the other triangle. NaN where a matrix
/// is not positive definite.
StatusOr<Tensor> evalCholeskyOp(Budget &budget, mlir::RankedTensorType type,
                                const Tensor &a, bool lower);

/// The triangular factors of matrices in one, then the exchanges of rows, as
/// `lu` describes them.
StatusOr<llvm::SmallVector<Tensor, 2>> evalLuOp(Budget &budget,
                                                mlir::RankedTensorType type,
                                                mlir::RankedTensorType pivots,
                                                const Tensor &a);

/// Factors by reflections with their scales, and the product of reflections,
/// as `qr` and `reflections` describe them.
StatusOr<llvm::SmallVector<Tensor, 2>> evalQrOp(Budget &budget,
                                                mlir::RankedTensorType type,
                                                mlir::RankedTensorType scales,
                                                const Tensor &a);
StatusOr<Tensor> evalReflectionsOp(Budget &budget, mlir::RankedTensorType type,
                                   const Tensor &factors, const Tensor &scales);

/// Where each row of a list comes from that is exchanged with others.
StatusOr<Tensor> evalPivotsToPermutationOp(Budget &budget,
                                           mlir::RankedTensorType type,
                                           const Tensor &pivots);

/// op(a) * x = b, or x * op(a) = b where `leftSide` is false; op transposes,
/// conjugates, or does both. Only one triangle of `a` is read.
struct TriangularSystem {
  bool leftSide;
  bool lower;
  bool unitDiagonal;
  bool transposed;
  bool conjugated;
};
StatusOr<Tensor> evalTriangularSolveOp(Budget &budget,
                                       mlir::RankedTensorType type,
                                       const Tensor &a, const Tensor &b,
                                       const TriangularSystem &system);

/// Eigenvalues and eigenvectors, as `eigh` describes them.
StatusOr<llvm::SmallVector<Tensor, 2>> evalEighOp(Budget &budget,
                                                  mlir::RankedTensorType values,
                                                  mlir::RankedTensorType type,
                                                  const Tensor &a, bool lower);

/// Systems of three diagonals, as `tridiagonal_solve` describes them.
StatusOr<Tensor> evalTridiagonalSolveOp(Budget &budget,
                                        mlir::RankedTensorType type,
                                        const Tensor &lower,
                                        const Tensor &diagonal,
                                        const Tensor &upper, const Tensor &b);

} // namespace weft::reference
