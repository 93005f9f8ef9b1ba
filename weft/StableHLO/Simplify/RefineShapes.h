// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shapes that types leave open, made known where they follow from the program.
//
// A type such as tensor<?xf32> says that a size is known when the program runs.
// Often it is known before: the shape operand is a constant, or computed from
// constants and sizes of other tensors.
//
//   %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<6xf32>) -> ...
//   %s = ... [%n / 2, 2]
//   %r = stablehlo.dynamic_reshape %x, %s : ... -> tensor<?x?xf32>
//
// One pass over a function in program order keeps the values that are always
// the same and the types as far as they are known, and so finds tensor<3x2xf32>
// here. Only types change; the rules of KnownShapes.cpp and DataSizes.cpp write
// operations with known types as the static ones they are.
//
// What a loop carries is first taken to have the type and value it starts with.
// If the body then gives something else, that assumption was wrong, and the
// loop is looked at again without it. Branches that give different sizes leave
// the result open.
//
// Shapes that do depend on data stay open.

#pragma once

#include "weft/StableHLO/Simplify/Evaluate.h"

#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/IR/BuiltinOps.h>

namespace weft::stablehlo {

/// Of the body and results of one function that is not called. Gives the number
/// of operations whose types changed.
int64_t refineShapes(mlir::func::FuncOp function, ConstantEvaluator &evaluator);

/// Of all functions, after inlining those that leave shapes open: what a shape
/// is, callers know. False for a program whose types are all known, which stays
/// as it is.
bool refineShapes(mlir::ModuleOp module);

} // namespace weft::stablehlo
