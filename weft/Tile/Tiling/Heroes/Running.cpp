// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Running sums and their like: a reduce_window whose window is all there is up
// to each place. As a window every place would cost its whole past; here each
// costs one step.
//
//   r[i] = r[i-1] + x[i],  r[-1] = the neutral element
//
// The order of the sum is that of the window read from its far end on.

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Tile/Tiling/Body.h"
#include "weft/Tile/Tiling/Heroes/HeroKernel.h"

using namespace mlir;

namespace weft::tile {
namespace {

struct Running {
  int64_t along = 0;
  /// From the last place to the first.
  bool reverse = false;
};

bool isOnes(std::optional<llvm::ArrayRef<int64_t>> values) {
  return !values || llvm::all_of(*values, [](int64_t v) { return v == 1; });
}

std::optional<Running> findRunning(Operation *op) {
  auto window = dyn_cast<stablehlo::ReduceWindowOp>(op);
  if (!window || window.getInputs().size() != 1 ||
      !isOnes(window.getWindowStrides()) ||
      !isOnes(window.getBaseDilations()) ||
      !isOnes(window.getWindowDilations())) {
    return std::nullopt;
  }
  auto type = cast<RankedTensorType>(window.getInputs()[0].getType());
  if (type != window.getResultTypes()[0]) {
    return std::nullopt;
  }
  std::optional<int64_t> along;
  for (auto [d, size] : llvm::enumerate(window.getWindowDimensions())) {
    if (size == 1) {
      continue;
    }
    if (along || size != type.getDimSize(d)) {
      return std::nullopt;
    }
    along = static_cast<int64_t>(d);
  }
  std::optional<CombineKind> kind = combineKindOf(window.getBody());
  if (!along || !kind || !isNeutral(*kind, window.getInitValues()[0])) {
    return std::nullopt;
  }
  int64_t past = type.getDimSize(*along) - 1;
  Running running{*along, false};
  bool forward = true;
  bool backward = true;
  for (auto [d, dimension] : llvm::enumerate(window.getWindow())) {
    int64_t low = dimension.paddingLow;
    int64_t high = dimension.paddingHigh;
    int64_t wanted = static_cast<int64_t>(d) == *along ? past : 0;
    forward &= high == 0 && low == wanted;
    backward &= low == 0 && high == wanted;
  }
  running.reverse = backward;
  return forward || backward ? std::optional(running) : std::nullopt;
}

} // namespace

bool isRunning(Operation *op) { return findRunning(op).has_value(); }

KernelOp emitRunning(OpBuilder &builder, Location loc, StringRef name,
                     const TilingSpace &space, Operation *op) {
  auto window = cast<stablehlo::ReduceWindowOp>(op);
  Running running = *findRunning(op);
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  Type element = type.getElementType();
  int64_t minor = type.getRank() - 1;
  bool alongMinor = running.along == minor;

  // Neighbours in memory are taken together: a program has a piece of a row.
  constexpr int64_t kPiece = 256;
  llvm::SmallVector<int64_t> counts;
  for (int64_t d = 0; d < type.getRank(); ++d) {
    if (d == running.along) {
      continue;
    }
    int64_t extent = type.getDimSize(d);
    counts.push_back(d == minor ? llvm::divideCeil(extent, kPiece) : extent);
  }
  HeroKernel hero(builder, loc, name, space, op, counts);
  Value length = hero.index(type.getDimSize(running.along));
  Value last = hero.index(type.getDimSize(running.along) - 1);
  TileValue initial = hero.load(hero.operand(1), {}, element);
  auto step = [&](const TileValue &before, const TileValue &value) {
    return emitBody(hero.math, window.getBody(), {before, value},
                    hero.captured)[0];
  };
  // The i-th place that is visited.
  auto place = [&](Value i, Value column) {
    llvm::SmallVector<Value> indices(hero.program);
    if (!alongMinor) {
      indices.back() = column;
    }
    indices.insert(indices.begin() + running.along,
                   running.reverse ? hero.sub(last, i) : i);
    return indices;
  };

  if (alongMinor) {
    hero.loop(hero.index(0), length, initial,
              [&](Value i, ValueRange before) -> llvm::SmallVector<Value> {
                auto at = place(i, {});
                TileValue next =
                    step(TileValue(before),
                         hero.load(hero.operand(0), at, element));
                hero.store(hero.result(0), at, next, element);
                return llvm::SmallVector<Value>(next.begin(), next.end());
              });
    return hero.kernel;
  }
  Value begin = hero.mul(hero.program.back(), kPiece);
  Value end = hero.smaller(hero.add(begin, hero.index(kPiece)),
                           hero.index(type.getDimSize(minor)));
  hero.loop(begin, end, [&](Value column) {
    auto at = place(hero.index(0), column);
    hero.store(hero.result(0), at,
               step(initial, hero.load(hero.operand(0), at, element)), element);
  });
  hero.loop(hero.index(1), length, [&](Value i) {
    hero.loop(begin, end, [&](Value column) {
      TileValue before =
          hero.load(hero.result(0),
                    place(hero.sub(i, hero.index(1)), column), element);
      auto at = place(i, column);
      hero.store(hero.result(0), at,
                 step(before, hero.load(hero.operand(0), at, element)),
                 element);
    });
  });
  return hero.kernel;
}

} // namespace weft::tile
