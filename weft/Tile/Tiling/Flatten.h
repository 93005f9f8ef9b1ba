// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks in which only the number of elements matters.
//
// Where all values are scalars or have equally many elements, and all
// operations are elementwise or reshapes, shapes can be forgotten: one
// dimension is cut into full vectors, whatever the extents were.

#pragma once

#include "weft/Tile/Tiling/FlatBlock.h"

#include <optional>

namespace weft::tile {

/// Nothing when shapes matter, or when there is nothing to gain.
std::optional<FlatBlock> flatten(const TilingSpace &space);

/// The same of a block with a product, whose neighbouring dimensions of one
/// kind are joined (FlattenProduct.cpp); values have fewer dimensions then.
std::optional<FlatBlock> flattenProduct(const TilingSpace &space);

/// The same of a block whose rows fill a few vectors badly: neighbouring
/// dimensions that stay side by side in all that is done are joined
/// (FlattenRows.cpp). Whether that is faster, times tell.
std::optional<FlatBlock> flattenRows(const TilingSpace &space,
                                     int64_t vectorBytes);

} // namespace weft::tile
