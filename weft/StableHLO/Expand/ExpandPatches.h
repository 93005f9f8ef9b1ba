// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "weft/StableHLO/IR/StableHLO.h"

namespace weft::stablehlo {

/// A convolution of an input with holes whose outputs see the same places of
/// the input in all phases: one convolution, or product, that has the phases
/// for features. Null where it is none.
mlir::Value expandPatches(ConvolutionOp op);

} // namespace weft::stablehlo
