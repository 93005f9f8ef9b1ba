// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sorting: one program per line, a merge sort from runs of one upwards.
//
// Two lines of scratch per operand take turns: runs in one are merged in pairs
// into the other. Of equal elements the left one goes first, so the order is
// stable.

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Tile/Tiling/Body.h"
#include "weft/Tile/Tiling/Heroes/HeroKernel.h"

using namespace mlir;

namespace weft::tile {

KernelOp emitSort(OpBuilder &builder, Location loc, StringRef name,
                  const TilingSpace &space, Operation *op) {
  auto sort = cast<stablehlo::SortOp>(op);
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  int64_t rank = type.getRank();
  int64_t along = sort.getDimension();
  along = along < 0 ? along + rank : along;
  int64_t length = type.getDimSize(along);
  llvm::SmallVector<int64_t> counts;
  for (int64_t d = 0; d < rank; ++d) {
    if (d != along) {
      counts.push_back(type.getDimSize(d));
    }
  }
  HeroKernel hero(builder, loc, name, space, op, counts);
  unsigned count = op->getNumOperands();
  auto elementType = [&](unsigned i) {
    return getElementTypeOrSelf(op->getOperand(i).getType());
  };
  auto place = [&](Value i) {
    llvm::SmallVector<Value> indices(hero.program);
    indices.insert(indices.begin() + along, i);
    return indices;
  };

  Value zero = hero.index(0);
  Value one = hero.index(1);
  Value end = hero.index(length);
  Value last = hero.index(length - 1);
  llvm::SmallVector<Value> lines;
  for (unsigned i = 0; i < count; ++i) {
    lines.push_back(hero.scratch({2, length}, elementType(i)));
  }
  hero.loop(zero, end, [&](Value at) {
    for (unsigned i = 0; i < count; ++i) {
      hero.store(lines[i], {zero, at},
                 hero.load(hero.operand(i), place(at), elementType(i)),
                 elementType(i));
    }
  });

  // Merges two runs of `width` from line `from` of the scratch to the other.
  auto merge = [&](Value from, Value to, Value first, Value width) {
    Value middle = hero.smaller(hero.add(first, width), end);
    Value stop = hero.smaller(hero.add(middle, width), end);
    hero.loop(first, stop, ValueRange{first, middle},
              [&](Value at, ValueRange next) -> llvm::SmallVector<Value> {
                Value left = hero.smaller(next[0], last);
                Value right = hero.smaller(next[1], last);
                llvm::SmallVector<TileValue> arguments;
                llvm::SmallVector<TileValue> leftElements;
                llvm::SmallVector<TileValue> rightElements;
                for (unsigned i = 0; i < count; ++i) {
                  leftElements.push_back(
                      hero.load(lines[i], {from, left}, elementType(i)));
                  rightElements.push_back(
                      hero.load(lines[i], {from, right}, elementType(i)));
                  arguments.push_back(rightElements.back());
                  arguments.push_back(leftElements.back());
                }
                Value isRightLess =
                    emitBody(hero.math, sort.getComparator(), arguments,
                             hero.captured)[0][0];
                Value hasRight = hero.isBelow(next[1], stop);
                Value hasLeft = hero.isBelow(next[0], middle);
                Value takesRight = hero.math.either(
                    hero.math.complement(hasLeft),
                    hero.math.both(hasRight, isRightLess));
                for (unsigned i = 0; i < count; ++i) {
                  TileValue taken;
                  for (auto [l, r] :
                       llvm::zip_equal(leftElements[i], rightElements[i])) {
                    taken.push_back(hero.math.select(takesRight, r, l));
                  }
                  hero.store(lines[i], {to, at}, taken, elementType(i));
                }
                Value step = hero.math.select(takesRight, one, zero);
                return {hero.add(next[0], hero.sub(one, step)),
                        hero.add(next[1], step)};
              });
  };

  int64_t passes = 0;
  while ((int64_t{1} << passes) < length) {
    ++passes;
  }
  llvm::SmallVector<Value> state = hero.loop(
      zero, hero.index(passes), ValueRange{zero, one},
      [&](Value, ValueRange carried) -> llvm::SmallVector<Value> {
        Value from = carried[0];
        Value width = carried[1];
        Value to = hero.sub(one, from);
        Value pair = hero.add(width, width);
        Value pairs = hero.math.make<arith::CeilDivUIOp>(end, pair);
        hero.loop(zero, pairs, [&](Value i) {
          merge(from, to, hero.math.make<arith::MulIOp>(i, pair), width);
        });
        return {to, pair};
      });

  hero.loop(zero, end, [&](Value at) {
    for (unsigned i = 0; i < count; ++i) {
      hero.store(hero.result(i), place(at),
                 hero.load(lines[i], {state[0], at}, elementType(i)),
                 elementType(i));
    }
  });
  return hero.kernel;
}

} // namespace weft::tile
