// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What each operation of the tile dialect does, by idea: one file per
// definition file of the dialect.

#pragma once

#include "weft/Tile/Model/Program.h"

namespace weft::tile {

/// Executes any operation that is not control flow.
Status evaluateTileOp(Program &program, mlir::Operation *operation);

// Operations that name a ref.
Status evaluate(Program &program, LoadOp op);
Status evaluate(Program &program, StoreOp op);
Status evaluate(Program &program, GatherOp op);
Status evaluate(Program &program, ScatterOp op);
Status evaluate(Program &program, AtomicOp op);
Status evaluate(Program &program, AllocOp op);

// Shapes, and what a program knows about itself.
Status evaluate(Program &program, ProgramIdOp op);
Status evaluate(Program &program, UnrankOp op);
Status evaluate(Program &program, MaskOp op);
Status evaluate(Program &program, IotaOp op);
Status evaluate(Program &program, BroadcastOp op);
Status evaluate(Program &program, TransposeOp op);
Status evaluate(Program &program, ReshapeOp op);
Status evaluate(Program &program, SliceOp op);
Status evaluate(Program &program, JoinOp op);

// Elements that meet.
Status evaluate(Program &program, ReduceOp op);
Status evaluate(Program &program, ScanOp op);
Status evaluate(Program &program, RankOp op);
Status evaluate(Program &program, DotOp op);

/// Two elements combined by a named kind.
reference::Element combine(CombineKind kind, const reference::Element &lhs,
                           const reference::Element &rhs);

/// One dim of a box: where it starts, how it walks, and its bound, if any.
struct BoxDim {
  int64_t offset = 0;
  int64_t stride = 1;
  std::optional<int64_t> bound = std::nullopt;

  int64_t at(int64_t i) const {
    // Unsigned, because the program may have computed any offset.
    return static_cast<int64_t>(static_cast<uint64_t>(offset) +
                                static_cast<uint64_t>(i) *
                                    static_cast<uint64_t>(stride));
  }
  bool isLive(int64_t i) const {
    return !bound || (at(i) >= 0 && at(i) < *bound);
  }
};

} // namespace weft::tile
