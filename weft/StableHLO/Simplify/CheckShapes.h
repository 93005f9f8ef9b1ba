// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled programs have a place for every value before they run, so shapes
// must be known. What refineShapes and simplify could not make known is refused
// here, before anything is planned.

#pragma once

#include "weft/Support/Status.h"

#include <mlir/Dialect/Func/IR/FuncOps.h>

namespace weft::stablehlo {

/// Success if every result of every operation has a known shape; else an error
/// that says which has not, where, and why.
Status checkShapes(mlir::func::FuncOp entry);

/// That error, for a result of this type.
Status refuseOpenShape(mlir::Operation *op, mlir::Type type);

} // namespace weft::stablehlo
