// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Zeros out of nowhere, for quantized tensors.
//
// Processes that a collective gives nothing get zeros, which for quantized
// tensors means the zero point. Once they are integers it is not known any
// more, so such collectives move the distance from the zero point instead,
// modulo the integers' range: nothing is a distance of none.

#pragma once

#include <mlir/IR/BuiltinOps.h>

namespace weft::stablehlo {

/// Before expandQuantized.
void shiftZeroPoints(mlir::ModuleOp module);

} // namespace weft::stablehlo
