// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of LAPACK that factor matrices or solve triangular systems, as
// operations: `cholesky`, `eigh`, `lu`, `qr` and its `reflections`,
// `triangular_solve` and `tridiagonal_solve`, which have kernels; factors by
// reflections of many small matrices as loops.
//
// A call costs its way there, for every matrix of a batch, and takes one matrix
// after the other; a kernel takes many side by side, in all threads, and no
// array changes its order for it. For large matrices the library is faster.
// Which it is to be, the target says.
//
// What a call returns beside the matrices stays as LAPACK has it: exchanges of
// rows counted from one, and the number of the step that failed.
//
// Before layouts are expanded: operations have none.

#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <mlir/IR/Operation.h>
#include <mlir/IR/Types.h>

namespace weft::stablehlo {

/// What is factored or solved.
struct Factorization {
  /// Rows and columns of a matrix, the larger of the two.
  int64_t order = 0;
  /// The smaller of the two.
  int64_t steps = 0;
  /// Matrices.
  int64_t batch = 1;
  /// Right-hand sides of a matrix; 0 for a factorisation.
  int64_t systems = 0;
  /// Whether rows are exchanged.
  bool isLu = false;
  /// Whether it is by reflections, or their product.
  bool isByReflections = false;
  /// Whether the matrices are three diagonals.
  bool isTridiagonal = false;
  /// Whether their eigenvalues are wanted.
  bool isEigen = false;
  mlir::Type element;
};

/// Whether kernels compute it, and what they and a library are predicted to
/// take; 0 where that is not known.
struct FactorizationChoice {
  bool isKernel = true;
  /// Whether reflections are a loop of whole arrays (Reflections.h), in place
  /// of an operation with a kernel of its own.
  bool isLoop = false;
  int64_t kernelPicoseconds = 0;
  int64_t libraryPicoseconds = 0;
};

using FactorizationRule =
    llvm::function_ref<FactorizationChoice(const Factorization &)>;

/// Writes out the calls that the rule has kernels for. A record says so where
/// the rule predicts times.
void expandFactorizations(mlir::Operation *root, FactorizationRule rule);

} // namespace weft::stablehlo
