// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Pipeline/WalkInBands.h"

#include <llvm/Support/MathExtras.h>
#include <mlir/IR/Builders.h>

using namespace mlir;

namespace weft::tile {

/// Programs of a product that a multiprocessor runs at a time.
static constexpr int64_t programsEach = 2;

void walkInBands(KernelOp kernel, const Machine &machine) {
  const bool hasProduct =
      kernel.getBody()
          .walk([](DotOp) { return WalkResult::interrupt(); })
          .wasInterrupted();
  if (!hasProduct) {
    return;
  }
  const int64_t wave = programsEach * machine.threads.multiprocessors;
  const int64_t band = int64_t(1)
                       << llvm::Log2_64(static_cast<uint64_t>(wave)) / 2;
  for (UnrankOp op : kernel.getBlock().getOps<UnrankOp>()) {
    ArrayRef<int64_t> counts = op.getCounts();
    if (counts.size() == 2 && !op.getBand() && counts[0] > band &&
        counts[1] > 1) {
      op.setBandAttr(Builder(kernel.getContext()).getI64IntegerAttr(band));
    }
  }
}

} // namespace weft::tile
