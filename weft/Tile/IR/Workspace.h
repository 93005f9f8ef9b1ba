// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that compute something together, one after the other, have the same
// arguments, and behind them refs to memory that they hand values on in; so
// have programs of one kernel that meet at barriers. The attribute `workspace`
// lists at which byte of it each of these refs begins. A number below zero says
// that the ref has the memory of one of the arguments before: -1 for that of
// argument 0, -2 for that of argument 1. So kernels that differ only in what
// they read and write have the same code.

#pragma once

#include "weft/Tile/IR/Tile.h"

namespace weft::tile {

inline constexpr llvm::StringLiteral workspaceAttributeName = "workspace";

/// Where the further arguments of a kernel begin, in order.
llvm::SmallVector<int64_t> workspaceOf(KernelOp kernel);
/// The last byte of them.
int64_t workspaceEnd(KernelOp kernel);

/// Whether two arguments may be the same memory: arrays that are written may be
/// those that were given.
bool mayBeSame(KernelOp kernel, mlir::Value ref, mlir::Value other);

} // namespace weft::tile
