// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

#include "weft/Machine/Machine.h"
#include "weft/Tile/Tiling/TiledProgram.h"

namespace weft::tile {

/// How long a tiled program takes on a machine that computes in vectors, in
/// picoseconds: the longer of moving its bytes once and of issuing all its
/// instructions, cut between workers where there is enough of it.
int64_t predictTime(const TiledProgram &program, const Machine &machine);

/// Bytes that each of its programs keeps from one loop to another.
int64_t keptBytes(const TiledProgram &program);

/// The instructions of one of its programs, in vectors' additions.
int64_t predictSlots(const TiledProgram &program, const Machine &machine);

} // namespace weft::tile
