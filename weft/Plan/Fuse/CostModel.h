// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel costs before it is tiled: a launch, and the longer of moving its
// bytes and doing its arithmetic. Times are whole picoseconds, so that no sum
// depends on the order of its terms.

#pragma once

#include "weft/Plan/IR/Plan.h"

namespace weft::plan {

/// A machine, as fusion sees it.
struct MachineCost {
  int64_t launchPicoseconds = 20'000;
  /// The time one unit of arithmetic takes, with all of the machine at work.
  int64_t unitPicoseconds = 30;
  /// Bytes that pass in a nanosecond while the kernel's values fit a cache of
  /// this size; the last row is for all that are larger.
  struct Bandwidth {
    int64_t cacheBytes;
    int64_t bytesPerNanosecond;
  };
  llvm::SmallVector<Bandwidth, 4> bandwidths = {
      {32 << 10, 128}, {1 << 20, 64}, {32 << 20, 32}, {INT64_MAX, 12}};

  int64_t transferPicoseconds(int64_t bytes) const;
};

/// Units of arithmetic for one element of an operation's result: an addition
/// is 1. Operations that only move elements cost nothing.
int64_t unitsPerElement(mlir::Operation *operation);

/// Units of arithmetic of all of an operation.
int64_t unitsOf(mlir::Operation *operation);

/// Units of a region: of all of its operations.
int64_t unitsOf(mlir::Region &region);

/// The time of a kernel that moves so many bytes and does so much arithmetic.
int64_t kernelPicoseconds(const MachineCost &machine, int64_t bytes,
                          int64_t units);

} // namespace weft::plan
