// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Heroes/SortLines.h"

#include "weft/Tile/Tiling/Body.h"

using namespace mlir;

namespace weft::tile {

SortLines::SortLines(const TilingSpace &space, Operation *op)
    : sort(cast<stablehlo::SortOp>(op)),
      compared(unitsOfBody(sort.getComparator())),
      moved(2 * op->getNumOperands()) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  along = sort.getDimension();
  along = along < 0 ? along + type.getRank() : along;
  length = type.getDimSize(along);
  kept =
      cast<RankedTensorType>(space.roots.front().getType()).getDimSize(along);
  for (int64_t d = 0; d < type.getRank(); ++d) {
    if (d != along) {
      counts.push_back(type.getDimSize(d));
    }
  }
}

int64_t SortLines::count() const {
  int64_t all = 1;
  for (int64_t extent : counts) {
    all *= extent;
  }
  return all;
}

llvm::SmallVector<Value> SortLines::at(HeroKernel &hero, Value i) const {
  llvm::SmallVector<Value> indices(
      ArrayRef(hero.program).take_front(counts.size()));
  indices.insert(indices.begin() + along, i);
  return indices;
}

int64_t widestPart(stablehlo::SortOp sort) {
  int64_t widest = 1;
  for (Type operand : sort->getOperandTypes()) {
    Type part = partType(getElementTypeOrSelf(operand));
    widest = std::max<int64_t>(widest, part.getIntOrFloatBitWidth() / 8);
  }
  return widest;
}

SortEntries::SortEntries(HeroKernel &hero, const SortLines &lines)
    : hero(hero), sort(lines.sort) {
  for (Value operand : sort->getOperands()) {
    elements.push_back(getElementTypeOrSelf(operand.getType()));
  }
}

llvm::SmallVector<Value> SortEntries::scratch(ArrayRef<int64_t> shape) {
  return llvm::map_to_vector(
      elements, [&](Type element) { return hero.scratch(shape, element); });
}

llvm::SmallVector<Value> SortEntries::operands() const {
  llvm::SmallVector<Value> refs;
  for (unsigned i = 0; i < elements.size(); ++i) {
    refs.push_back(hero.operand(i));
  }
  return refs;
}

llvm::SmallVector<Value> SortEntries::results() const {
  llvm::SmallVector<Value> refs;
  for (unsigned i = 0; i < elements.size(); ++i) {
    refs.push_back(hero.result(i));
  }
  return refs;
}

SortEntry SortEntries::load(ArrayRef<Value> refs, HeroKernel::Indices at) {
  SortEntry entry;
  for (auto [ref, element] : llvm::zip_equal(refs, elements)) {
    entry.push_back(hero.load(ref, at, element));
  }
  return entry;
}

void SortEntries::store(ArrayRef<Value> refs, HeroKernel::Indices at,
                        const SortEntry &entry) {
  for (auto [ref, element, value] : llvm::zip_equal(refs, elements, entry)) {
    hero.store(ref, at, value, element);
  }
}

Value SortEntries::isLess(const SortEntry &a, const SortEntry &b) {
  llvm::SmallVector<TileValue> arguments;
  for (auto [x, y] : llvm::zip_equal(a, b)) {
    arguments.push_back(x);
    arguments.push_back(y);
  }
  return emitBody(hero.math, sort.getComparator(), arguments,
                  hero.captured)[0][0];
}

SortEntry SortEntries::choose(Value condition, const SortEntry &a,
                              const SortEntry &b) {
  SortEntry entry;
  for (auto [x, y] : llvm::zip_equal(a, b)) {
    TileValue &value = entry.emplace_back();
    for (auto [p, q] : llvm::zip_equal(x, y)) {
      value.push_back(hero.math.select(condition, p, q));
    }
  }
  return entry;
}

} // namespace weft::tile
