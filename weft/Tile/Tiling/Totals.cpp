// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Totals.h"

#include "weft/Support/PlantedFault.h"

using namespace mlir;

namespace weft::tile {

unsigned totalSize(Type chain) { return chain.isF64() ? 2 : 1; }

Total startTotal(Arithmetic &math, Value first) {
  if (elementOf(first).isF64()) {
    return {first, math.zero(first.getType())};
  }
  return {math.toFloat(first, math.builder.getF64Type())};
}

Total addToTotal(Arithmetic &math, ValueRange total, Value chain) {
  // Rounded one by one: nothing of this may be contracted.
  auto add = [&](Value a, Value b) { return math.make<arith::AddFOp>(a, b); };
  auto sub = [&](Value a, Value b) { return math.make<arith::SubFOp>(a, b); };
  if (total.size() == 1) {
    Value wide = math.toFloat(chain, math.builder.getF64Type());
    return {
        add(isPlanted(Fault::PartialSumTwice) ? add(total[0], wide) : total[0],
            wide)};
  }
  // Knuth: sum + lost == total[0] + chain, exactly.
  Value sum = add(total[0], chain);
  Value ofChain = sub(sum, total[0]);
  Value ofTotal = sub(sum, ofChain);
  Value lost = add(sub(total[0], ofTotal), sub(chain, ofChain));
  return {sum, add(total[1], lost)};
}

Value finishTotal(Arithmetic &math, ValueRange total) {
  if (total.size() == 1) {
    return total[0];
  }
  // Where a sum is infinite, what it lost is NaN; and adding zero would take
  // the sign of a negative one.
  Value matters = math.compare(arith::CmpFPredicate::ONE, total[1],
                               math.zero(total[1].getType()));
  return math.select(matters, math.make<arith::AddFOp>(total[0], total[1]),
                     total[0]);
}

llvm::SmallVector<Value> startTotals(Arithmetic &math, ValueRange first) {
  llvm::SmallVector<Value> totals;
  for (Value value : first) {
    llvm::append_range(totals, startTotal(math, value));
  }
  return totals;
}

llvm::SmallVector<Value> addToTotals(Arithmetic &math, ValueRange totals,
                                     ValueRange chains) {
  llvm::SmallVector<Value> sums;
  for (Value chain : chains) {
    unsigned size = totalSize(elementOf(chain));
    llvm::append_range(sums, addToTotal(math, totals.take_front(size), chain));
    totals = totals.drop_front(size);
  }
  return sums;
}

llvm::SmallVector<Value> finishTotals(Arithmetic &math, ValueRange totals,
                                      Type chain) {
  llvm::SmallVector<Value> sums;
  for (unsigned size = totalSize(chain); !totals.empty();
       totals = totals.drop_front(size)) {
    sums.push_back(finishTotal(math, totals.take_front(size)));
  }
  return sums;
}

} // namespace weft::tile
