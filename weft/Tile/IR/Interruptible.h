// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <llvm/ADT/StringRef.h>

namespace weft::tile {

/// On a counted loop: its iterations are those of a loop of the user's program,
/// and may take longer than a caller waits. A target that can end a kernel
/// early looks between them whether it should. Loops without a count are such
/// loops by themselves.
inline constexpr llvm::StringLiteral interruptibleAttributeName =
    "tile.interruptible";

} // namespace weft::tile
