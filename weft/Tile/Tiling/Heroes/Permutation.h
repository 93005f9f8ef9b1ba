// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "weft/Tile/Tiling/Heroes/HeroWords.h"

namespace weft::tile {

/// The row that exchanges bring to a place, followed back from the last one on:
/// a number of 32 bits. A pivot that is none of the rows exchanges nothing.
mlir::Value
followExchanges(HeroWords &words, mlir::Value place, int64_t rows,
                int64_t exchanges,
                llvm::function_ref<mlir::Value(mlir::Value)> pivotAt);

} // namespace weft::tile
