// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Factors of matrices by reflections, as loops over columns, for many small
// matrices at a time: each step goes over all elements of all matrices, which
// lie side by side in the last dimension.
//
// As in LAPACK, reflection k is 1 - tau v v^T, where v is zero above row k, one
// there, and below it what column k of the packed factors holds.

#pragma once

#include "weft/StableHLO/Expand/ScalarLoops.h"

namespace weft::stablehlo {

/// Of matrices [batch, m, n] of floats: R on and above the diagonal and the
/// reflections below it, and their scales [batch, min(m, n)].
std::pair<mlir::Value, mlir::Value> writeQr(ScalarLoops &writer,
                                            mlir::Value matrices);

/// The first n columns of the product of the reflections in [batch, m, n].
mlir::Value writeReflections(ScalarLoops &writer, mlir::Value factors,
                             mlir::Value scales);

} // namespace weft::stablehlo
