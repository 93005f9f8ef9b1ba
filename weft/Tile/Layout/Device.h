// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What layouts need to know about a machine, as plain data. Targets fill it in.

#pragma once

#include "weft/Tile/Layout/Layout.h"

#include <string>
#include <vector>

namespace weft::tile {

/// An instruction that multiplies m x k by k x n elements and adds them to
/// m x n. The layouts are those of one warp.
struct MatrixInstruction {
  std::string name;
  int64_t m;
  int64_t n;
  int64_t k;
  /// Element types as they are written in MLIR.
  std::string element;
  std::string accumulatorElement;
  Layout lhs;
  Layout rhs;
  Layout accumulator;
};

struct DeviceDescription {
  std::string name;
  int64_t lanes;
  /// The most that one lane reads or writes at a time.
  int64_t vectorBytes;
  /// The unit that memory is read in.
  int64_t sectorBytes;
  /// Memory on the chip: banks that work at the same time, and their width.
  int64_t banks;
  int64_t bankBytes;
  int64_t sharedBytes;
  /// Lanes can read four matrices of 8 x 8 elements of 16 bits at a time: each
  /// names a row, and gets two elements of every matrix.
  bool readsMatrices = false;
  int64_t mostWarps;
  /// The first one that fits is taken.
  std::vector<MatrixInstruction> instructions;
};

} // namespace weft::tile
