// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <llvm/ADT/SmallVector.h>
#include <mlir/IR/Value.h>

namespace weft::tile {

/// A tile at emission: one value, or real and imaginary part.
using TileValue = llvm::SmallVector<mlir::Value, 2>;
using TileValues = llvm::SmallVector<TileValue, 2>;

} // namespace weft::tile
