// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tests, of which only what they test is compiled.

#pragma once

#include <mlir/Dialect/Func/IR/FuncOps.h>

namespace weft::tools {

/// Calls of this target are what was moved out; the function is an attribute.
inline constexpr llvm::StringLiteral kCompiledTarget = "weft.compiled";
inline constexpr llvm::StringLiteral kCompiledFunction = "function";

/// Moves what a test function computes into functions of their own, and leaves
/// in it what makes the data and what checks results. Constants become
/// arguments of what is moved, so that it is not computed while compiling;
/// where shapes depend on them they go along.
void outlineComputations(mlir::ModuleOp module, mlir::func::FuncOp test);

} // namespace weft::tools
