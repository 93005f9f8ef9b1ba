// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include <llvm/ADT/StringRef.h>

namespace weft::tile {

/// On a counted loop: its turns are those of a loop of the user's program, and
/// may be more than anybody waits for. A target that can end a kernel early
/// looks between them whether it should. Loops without a count are such loops
/// by themselves.
inline constexpr llvm::StringLiteral turnsAttributeName = "tile.turns";

} // namespace weft::tile
