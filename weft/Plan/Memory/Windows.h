// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// When steps of a plan might run, if only what they read and who reads what
// they write mattered: a device that runs them beside each other does not keep
// to the order in which they are told. Kernels and copies might from the end of
// the last of those that they need up to the beginning of the first that needs
// them; everything else runs when it is told. Times are those of Lives.

#pragma once

#include "weft/Plan/Memory/Lives.h"

namespace weft::plan {

/// What it may cost in memory that steps run beside each other: less than a
/// device hands out at a time.
inline constexpr int64_t kRoomToBeApart = 1 << 20;

/// The shortest interval with both.
inline Interval hull(const Interval &one, const Interval &other) {
  return {std::min(one.begin, other.begin), std::max(one.end, other.end)};
}

class Windows {
public:
  /// `lives` outlives it.
  Windows(ProgramOp program, const Lives &lives);

  Interval of(mlir::Operation *step) const;
  /// From when it might be made until it might have been read.
  Interval of(mlir::Value value) const;

private:
  int64_t earliest(mlir::Operation *step) const;
  int64_t latest(mlir::Operation *step) const;
  int64_t madeAt(mlir::Value value, mlir::Block *home) const;
  int64_t readAt(mlir::Value value, mlir::Block *home) const;

  const Lives &lives;
  /// Of kernels and copies.
  llvm::DenseMap<mlir::Operation *, Interval> windows;
};

} // namespace weft::plan
