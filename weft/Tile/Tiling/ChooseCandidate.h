// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A first choice of tiles for a CPU: one candidate by rule, and simpler ones
// where it is refused.
//
// Tiles are as large as the registers hold. A dimension that is contiguous in
// memory gets a few vectors, all others one element; the loops around make the
// rest. A dimension that a reduction does not depend on is walked by a loop of
// the program, so that the reduction is computed once before it.

#pragma once

#include "weft/Machine/Machine.h"
#include "weft/Tile/Tiling/TiledProgram.h"

namespace weft::tile {

/// The program with tiles of one element: there is one whenever the block can
/// be tiled at all.
std::optional<TiledProgram> makeSimpleProgram(const TilingSpace &space,
                                              const RuleTable &rules,
                                              Refusal &refusal);

/// The tiled program of the first choice that is not refused. The last one has
/// tiles of one element; the refusal is its.
std::optional<TiledProgram> chooseForCpu(const TilingSpace &space,
                                         const Machine &machine,
                                         const RuleTable &rules,
                                         Refusal &refusal);

} // namespace weft::tile
