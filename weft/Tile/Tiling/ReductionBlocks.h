// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a reduction of very many elements to a few is taken apart
// (SplitReductions.cpp).

#pragma once

#include "weft/Machine/Machine.h"
#include "weft/StableHLO/IR/StableHLO.h"

#include <llvm/ADT/SetVector.h>

#include <optional>

namespace weft::tile {

/// Neighbouring dimensions, all reduced, that are taken as one and cut.
struct ReductionRun {
  int64_t first = 0;
  int64_t length = 1;
  int64_t extent = 1;

  /// Where another dimension is when the run has become so many.
  int64_t moved(int64_t d, int64_t became) const {
    return d < first ? d : d + became - length;
  }
  bool holds(int64_t d) const { return d >= first && d < first + length; }
};

/// What a run is cut into: all of it, or a part or more than there is of it.
struct ReductionBlocks {
  int64_t count = 1;
  int64_t length = 1;

  int64_t places() const { return count * length; }
};

struct ReductionCut {
  /// Where rows begin that are reduced first, all of each; 0 where there are
  /// none.
  int64_t rows = 0;
  /// Else the blocks of a run are.
  ReductionRun run;
  ReductionBlocks blocks;
};

/// Nothing where the reduction is best left as it is.
std::optional<ReductionCut> chooseCut(stablehlo::ReduceOp reduce,
                                      const Machine &machine);

/// What a value is computed of, element by element, without what is repeated;
/// itself if that is all there is.
llvm::SetVector<mlir::Value> arraysOf(mlir::Value value);

} // namespace weft::tile
