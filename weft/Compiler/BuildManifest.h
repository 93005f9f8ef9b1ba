// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads off a program what its callers must know: parameters, results, which
// results take over the storage of which parameters, and what the program does
// besides computing. Runs last, on the program that will be executed.

#pragma once

#include "weft/Compiler/Compiler.h"

#include <mlir/Dialect/Func/IR/FuncOps.h>

namespace weft {

/// The function that a program starts with: `main`, or its only public one.
StatusOr<mlir::func::FuncOp> findEntry(mlir::ModuleOp module);

StatusOr<Manifest> buildManifest(mlir::func::FuncOp entry,
                                 const CompileOptions &options);

} // namespace weft
