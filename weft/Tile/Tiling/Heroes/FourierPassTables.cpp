// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Heroes/FourierPassTables.h"

#include "weft/Support/PowersOfTwo.h"
#include "weft/Tile/Tiling/Heroes/FourierNumbers.h"

#include <llvm/Support/MathExtras.h>

#include <cmath>

using namespace mlir;

namespace weft::tile {

FourierPassTables::FourierPassTables(const FourierBlocks &blocks)
    : plan(blocks.plan), part(blocks.part) {
  const FourierPass &pass = blocks.pass;
  roots = addRoots();
  if (plan.isChirped) {
    // The same numbers again: what the way there has read would be kept in
    // registers until the way back.
    rootsBack = addRoots();
  }
  if (blocks.convolution && (pass.isFirst || pass.isLast)) {
    chirp = add(blocks.convolution->chirp);
  }
  if (blocks.convolution && pass.isEnd() && !pass.isBack) {
    filter = add(blocks.convolution->filter);
  }
  int64_t done = 1;
  for (int64_t p : plan.factors) {
    const bool isShort = FourierNumbers::isShort(p);
    done *= p;
    circles.push_back(isShort ? 0 : add(unitRoots(p, 1, p)));
    turns.push_back(isShort || done == p ? 0 : add(unitRoots(done, 1, done)));
  }
  if (pass.done > 1) {
    const int64_t parts = pass.done * pass.points;
    coarseStep = powerAbove(
        1 + static_cast<int64_t>(std::sqrt(static_cast<double>(parts))));
    coarse =
        add(unitRoots(parts, coarseStep, llvm::divideCeil(parts, coarseStep)));
    fine = add(unitRoots(parts, 1, coarseStep));
  }
}

unsigned FourierPassTables::add(const ComplexTable &table, int64_t rows) {
  constants.push_back(pairsOf(table, rows, part));
  return static_cast<unsigned>(constants.size() - 1);
}

/// Of each step, a row for each term behind the first.
llvm::SmallVector<unsigned> FourierPassTables::addRoots() {
  llvm::SmallVector<unsigned> tables;
  const size_t all = plan.roots.size() / 2;
  for (auto [p, step] : llvm::zip_equal(plan.factors, plan.steps)) {
    assert(!step.areProducts() && "blocks hold short signals");
    const int64_t count = (p - 1) * step.extent;
    ComplexTable own;
    for (size_t begin : {size_t(0), all}) {
      const double *first = plan.roots.data() + begin + step.within;
      own.insert(own.end(), first, first + count);
    }
    tables.push_back(FourierNumbers::isShort(p) ? add(own, p - 1) : 0);
  }
  return tables;
}

} // namespace weft::tile
