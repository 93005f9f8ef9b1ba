// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements moved one by one, for tiles at the edge of an array: loops whose
// size does not grow with the tile's.

#pragma once

#include "weft/Target/Code/Vectors.h"

namespace weft::code {

/// `count` numbers of type `unit` from one address to another; they do not
/// overlap.
void emitMoveLoop(Builder &builder, llvm::Type *unit, llvm::Value *to,
                  llvm::Value *from, llvm::Value *count);

/// `count` times the same number.
void emitFillLoop(Builder &builder, llvm::Value *to, llvm::Value *number,
                  llvm::Value *count);

/// An element in its register form as the integer `unit` that memory holds.
llvm::Value *emitCode(Builder &builder, llvm::Value *scalar, llvm::Type *unit);

} // namespace weft::code
