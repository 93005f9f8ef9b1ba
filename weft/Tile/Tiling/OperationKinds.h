// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which operations are not cut into tiles: those that hold a part of the
// program, and those that have an algorithm of their own.

#pragma once

#include <mlir/IR/Operation.h>

#include <optional>

namespace weft::tile {

/// Whether an operation holds a part of the program: a loop or a choice.
bool isControl(mlir::Operation *op);

/// Whether an operation is a hero: its kernel is written out
/// (Heroes/HeroKernel.h).
bool isHero(mlir::Operation *op);

/// A reduce_window whose window is all there is up to each place: a running
/// reduction.
struct Running {
  int64_t along = 0;
  /// From the last place to the first.
  bool reverse = false;
};
/// Nothing for any other operation.
std::optional<Running> findRunning(mlir::Operation *op);

} // namespace weft::tile
