// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What operations ask of their attributes beyond the attributes' own types. An
// attribute that was not read from text has not been checked before.

#pragma once

#include "weft/StableHLO/IR/StableHLO.h"

namespace weft::stablehlo {

/// Tolerances are not negative, and zero unless the mode is TOLERANCE. A null
/// attribute is the default accuracy.
llvm::LogicalResult verifyResultAccuracy(mlir::Operation *op,
                                         ResultAccuracyAttr accuracy);

} // namespace weft::stablehlo
