// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The program as tiles want it: what is a program of other operations is
// written out, and reductions, products and sorts of very many elements are
// taken apart.

#pragma once

#include "weft/Machine/Machine.h"
#include "weft/StableHLO/IR/StableHLO.h"

#include <llvm/ADT/STLFunctionalExtras.h>

#include <optional>
#include <utility>

namespace weft::tile {

/// Whether a loop becomes one kernel.
using LoopTest = llvm::function_ref<bool(stablehlo::WhileOp)>;

/// Inside `root`. Threads that run a loop as one kernel share its products as
/// they are.
void expandOperations(mlir::Operation *root, const Machine &machine,
                      LoopTest isOneKernel);

/// Whether an array may be taken apart: its shape is known, and it has
/// elements, which tiles can hold.
bool hasKnownElements(mlir::Value array);
/// What parts of a sum are handed on in, and what they are joined in: of floats
/// in f32 at least and in f64, so that taking a sum apart costs no digits.
std::pair<mlir::Type, mlir::Type> typesOfSum(mlir::Type element);

/// Replaces sums of what long rows are beside a reduction of the same row, for
/// blocks of threads, and that reduction, by those of parts of the rows.
void splitRows(mlir::Operation *root, const Machine &machine);
/// Replaces a reduction of very many elements by one of the results of several.
bool splitReduction(mlir::Operation *op, const Machine &machine);
/// Replaces a reduction of columns, for blocks of threads, by one of rows that
/// begin with whole vectors.
bool alignColumns(mlir::Operation *op, const Machine &machine);
/// Replaces a search for the place of an extreme by one for the extreme and one
/// for its first place.
bool splitPlaces(mlir::Operation *op, const Machine &machine);
/// Replaces a product of few results, for blocks of threads, by a sum.
bool sumProduct(mlir::Operation *op);
/// Replaces a Fourier transform of few points by products.
bool multiplySignals(mlir::Operation *op);
/// Replaces a product with an operand whose columns lie apart, a few side by
/// side, by one whose columns are one dimension.
bool orderFactors(mlir::Operation *op, const Machine &machine);
/// Replaces a product over a very long dimension by the sum of several.
bool splitProduct(mlir::Operation *op, const Machine &machine);
/// The same of a convolution of few results.
bool splitConvolution(mlir::Operation *op);
/// Replaces a sort of a very long line by sorts of its parts, and of two sorted
/// parts at a time.
bool splitSort(mlir::Operation *op);
/// Where the second of two sorted runs begins that lines consist of, if they
/// are known to: only splitSort says so.
std::optional<int64_t> findSortedRun(mlir::Operation *sort);

} // namespace weft::tile
