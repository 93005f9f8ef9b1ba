// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernel of a pass of a Fourier transform: what it reads (FourierSources.h)
// goes through its steps (FourierSteps.h) to what it writes (FourierSinks.h).

#pragma once

#include "weft/Machine/Machine.h"
#include "weft/Tile/Tiling/Heroes/FourierPass.h"
#include "weft/Tile/Tiling/Heroes/FourierShape.h"
#include "weft/Tile/Tiling/KernelFrame.h"

namespace weft::tile {

/// The kernel of a pass. `from` and `to` are arrays of points, line by line,
/// that kernels of longer signals hand on.
KernelOp emitFourierPass(mlir::OpBuilder &builder, mlir::Location loc,
                         llvm::StringRef name, const TilingSpace &space,
                         mlir::Operation *op, const FourierShape &shape,
                         const FourierPass &pass, const Machine &machine,
                         const Workspace &workspace, unsigned from,
                         unsigned to);

} // namespace weft::tile
