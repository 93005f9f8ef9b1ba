// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The programs of a kernel that run a loop together, its team
// (weft/Tile/Tiling/Loops/Phase.h), go the same way through its loops and
// choices. In an operation that asks which member it is, each goes its own; no
// member waits for others in there.
//
//   %m = tile.program_id
//   scf.for %i = %c0 to %n step %c1 {       // all members
//     %own = arith.cmpi slt, %m, %c20
//     scf.if %own { ... }                   // a phase: some of them
//   }

#pragma once

#include "weft/Tile/IR/Tile.h"

namespace weft::tile {

/// Whether a value may be another one for each member.
bool dependsOnMember(mlir::Value value);

/// Whether members may go different ways in a loop or choice.
bool isForSomeMembers(mlir::Operation *op);

/// Whether of two loads or stores of one ref each member touches elements that
/// no other member touches in either, a number or a row of them.
bool touchOwnElements(mlir::Operation *access, mlir::Operation *other);

/// How many elements a load or store touches along each dim of its ref, from
/// its offset on; nothing where bounds or strides leave some out.
std::optional<llvm::SmallVector<int64_t>> extentsOf(mlir::Operation *access);

/// Whether two loads or stores of one ref touch the same elements, and leave
/// none out.
bool touchSameElements(mlir::Operation *access, mlir::Operation *other);

} // namespace weft::tile
