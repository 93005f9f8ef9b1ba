// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `tile` dialect: kernels as grids of programs on tiles. See the TableGen
// files for what each type, attribute and operation means.

#pragma once

#include <mlir/Bytecode/BytecodeOpInterface.h>
#include <mlir/IR/BuiltinAttributes.h>
#include <mlir/IR/BuiltinTypes.h>
#include <mlir/IR/Dialect.h>
#include <mlir/IR/OpDefinition.h>
#include <mlir/IR/OpImplementation.h>
#include <mlir/IR/SymbolTable.h>
#include <mlir/Interfaces/ControlFlowInterfaces.h>
#include <mlir/Interfaces/FunctionInterfaces.h>
#include <mlir/Interfaces/InferTypeOpInterface.h>
#include <mlir/Interfaces/SideEffectInterfaces.h>

#include "weft/Tile/IR/TileDialect.h.inc"

#include "weft/Tile/IR/TileEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "weft/Tile/IR/TileAttributes.h.inc"

#define GET_TYPEDEF_CLASSES
#include "weft/Tile/IR/TileTypes.h.inc"

#define GET_OP_CLASSES
#include "weft/Tile/IR/TileOps.h.inc"

namespace weft::tile {

/// Attributes of a kernel's arguments.
inline constexpr llvm::StringLiteral alignAttributeName = "tile.align";
inline constexpr llvm::StringLiteral readonlyAttributeName = "tile.readonly";
inline constexpr llvm::StringLiteral aliasesAttributeName = "tile.aliases";
inline constexpr llvm::StringLiteral zeroedAttributeName = "tile.zeroed";

/// Attribute of a kernel, from stage `laid_out` on: how many warps a program
/// has, a power of two.
inline constexpr llvm::StringLiteral warpsAttributeName = "warps";

/// Attribute of a kernel, once its memory on the chip has places: how many
/// bytes of it a program has.
inline constexpr llvm::StringLiteral sharedBytesAttributeName = "shared_bytes";

/// The tile dialect and those whose operations a kernel is written with.
void registerTileDialects(mlir::DialectRegistry &registry);

} // namespace weft::tile
