// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel does with the memory it is given.

#pragma once

#include "weft/Tile/IR/Tile.h"

namespace weft::tile {

/// Attribute of a ref: elements that each program has to itself. Program `p`
/// touches the `p`-th part of so many elements, and no other program does.
inline constexpr llvm::StringLiteral partAttributeName = "tile.part";

/// How a kernel touches an argument that is a ref.
struct ArgumentUse {
  /// Some operation reads what was there before.
  bool isRead = false;
  /// `tile.store` or a scatter of kind `set` writes it.
  bool isWritten = false;
  /// An atomic operation or a combining scatter changes it.
  bool isUpdated = false;
};

/// One entry per argument of the kernel; those of scalars stay empty.
llvm::SmallVector<ArgumentUse> argumentUses(KernelOp kernel);

/// Whether an array is an argument of a kernel that says it is not written.
bool isReadOnly(mlir::Value ref);
/// Whether an array that the kernel writes may be one that it reads.
bool writesOverArguments(KernelOp kernel);
/// Whether the kernel may write an array that it is given while it reads it.
bool isWrittenOver(mlir::Value ref);

} // namespace weft::tile
