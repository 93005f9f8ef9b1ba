// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program as the compiler takes it: bytes with one function to start with.

#pragma once

#include <llvm/ADT/StringRef.h>
#include <mlir/IR/BuiltinOps.h>
#include <mlir/IR/OwningOpRef.h>

#include <string>

namespace weft::stablehlo {

/// A copy of `function`, under the name `main`, and of the functions it calls.
/// The module has such a function.
mlir::OwningOpRef<mlir::ModuleOp> isolateEntry(mlir::ModuleOp module,
                                               llvm::StringRef function);

} // namespace weft::stablehlo
