// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What it takes to factor matrices and to solve triangular systems on a GPU, in
// its own kernels and by the library of the host, to which arrays are copied.

#pragma once

#include "weft/Machine/Machine.h"
#include "weft/StableHLO/Expand/ExpandFactorizations.h"

namespace weft {

/// Predicted, for kernels of blocks of threads where there are such, and of
/// single threads elsewhere.
stablehlo::FactorizationChoice
priceFactorization(const stablehlo::Factorization &what,
                   const Machine &machine);

} // namespace weft
