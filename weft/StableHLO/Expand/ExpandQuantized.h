// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Quantized tensors as what they are stored as.
//
// An operation on quantized tensors means: the floats its operands stand for,
// the operation on those, and the result rounded to what can be stored. So it
// is written, each step rounded to the expressed type; operations that only
// move elements move the integers. Afterwards no type is quantized, also not
// at the borders of functions: they take and give the integers.

#pragma once

#include "weft/Support/Status.h"

#include <mlir/IR/BuiltinOps.h>

namespace weft::stablehlo {

Status expandQuantized(mlir::ModuleOp module);

} // namespace weft::stablehlo
