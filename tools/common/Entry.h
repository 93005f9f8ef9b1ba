// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program as the compiler takes it: bytes with one function to start with.

#pragma once

#include <llvm/ADT/StringRef.h>
#include <mlir/IR/BuiltinOps.h>

#include <string>

namespace weft::tools {

/// The module as bytecode, with `function` under the name `main` and all others
/// private. The module has such a function.
std::string serializeEntry(mlir::ModuleOp module, llvm::StringRef function);

} // namespace weft::tools
