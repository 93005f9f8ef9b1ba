// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The two dialects test programs are written with: `check` (assertions) and
// `interpreter` (requests to the interpreter). What their operations do when
// they run is in Evaluate.h.

#pragma once

#include <mlir/Bytecode/BytecodeOpInterface.h>
#include <mlir/IR/BuiltinAttributeInterfaces.h>
#include <mlir/IR/BuiltinAttributes.h>
#include <mlir/IR/BuiltinTypes.h>
#include <mlir/IR/Dialect.h>
#include <mlir/IR/OpDefinition.h>
#include <mlir/IR/OpImplementation.h>
#include <mlir/IR/SymbolTable.h>
#include <mlir/Interfaces/InferTypeOpInterface.h>

#include "weft/Testing/Dialects/CheckDialect.h.inc"
#include "weft/Testing/Dialects/InterpreterDialect.h.inc"

#define GET_OP_CLASSES
#include "weft/Testing/Dialects/CheckOps.h.inc"
#define GET_OP_CLASSES
#include "weft/Testing/Dialects/InterpreterOps.h.inc"

namespace weft {

/// For tools that read test programs.
void registerTestDialects(mlir::DialectRegistry &registry);

} // namespace weft
