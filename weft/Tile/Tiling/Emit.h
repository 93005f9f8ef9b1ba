// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a tiled program to a `tile.kernel` in stage `free`.

#pragma once

#include "weft/Tile/IR/Tile.h"
#include "weft/Tile/Tiling/TiledProgram.h"

namespace weft::tile {

/// Writes the kernel at the builder's insertion point; see KernelFrame.h for
/// its arguments.
KernelOp emitKernel(mlir::OpBuilder &builder, mlir::Location loc,
                    llvm::StringRef name, const TiledProgram &program);

} // namespace weft::tile
