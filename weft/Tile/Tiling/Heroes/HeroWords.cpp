// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Heroes/HeroWords.h"

#include "weft/Tile/IR/Tile.h"

#include <mlir/Dialect/Tensor/IR/Tensor.h>

using namespace mlir;

namespace weft::tile {

TileValue HeroWords::load(Value ref, Indices indices, Type element) {
  TileValue value;
  Type tile = RankedTensorType::get({}, partType(element));
  for (unsigned i = 0; i < partCount(element); ++i) {
    llvm::SmallVector<Value> at(indices);
    if (isComplex(element)) {
      at.push_back(index(i));
    }
    Value loaded = math.make<LoadOp>(tile, ref, at, ArrayRef<Value>());
    value.push_back(math.make<tensor::ExtractOp>(loaded, ValueRange()));
  }
  return value;
}

void HeroWords::store(Value ref, Indices indices, const TileValue &value,
                      Type element) {
  for (auto [i, part] : llvm::enumerate(value)) {
    llvm::SmallVector<Value> at(indices);
    if (isComplex(element)) {
      at.push_back(index(i));
    }
    StoreOp::create(builder, loc, math.splat(part, {}), ref, at,
                    ArrayRef<Value>());
  }
}

Value HeroWords::scratch(ArrayRef<int64_t> shape, Type element) {
  llvm::SmallVector<int64_t> extents(shape);
  if (isComplex(element)) {
    extents.push_back(2);
  }
  return math.make<AllocOp>(
      RefType::get(extents, partType(element), Space::Shared), StringAttr(),
      IntegerAttr());
}

Value HeroWords::toIndex(const TileValue &value, Type element) {
  Type type = builder.getIndexType();
  return isUnsigned(element) ? math.make<arith::IndexCastUIOp>(type, value[0])
                             : math.make<arith::IndexCastOp>(type, value[0]);
}

void HeroWords::loop(Value from, Value to,
                     llvm::function_ref<void(Value)> body) {
  loop(from, to, ValueRange(), [&](Value i, ValueRange) {
    body(i);
    return llvm::SmallVector<Value>();
  });
}

llvm::SmallVector<Value> HeroWords::loop(
    Value from, Value to, ValueRange initial,
    llvm::function_ref<llvm::SmallVector<Value>(Value, ValueRange)> body) {
  auto op = scf::ForOp::create(builder, loc, from, to, index(1), initial);
  Block *block = op.getBody();
  if (block->mightHaveTerminator()) {
    block->getTerminator()->erase();
  }
  builder.setInsertionPointToEnd(block);
  llvm::SmallVector<Value> next =
      body(op.getInductionVar(), op.getRegionIterArgs());
  scf::YieldOp::create(builder, loc, next);
  builder.setInsertionPointAfter(op);
  return llvm::to_vector_of<Value>(op.getResults());
}

void HeroWords::loops(ArrayRef<int64_t> extents,
                      llvm::function_ref<void(ArrayRef<Value>)> body) {
  llvm::SmallVector<Value> indices;
  std::function<void(size_t)> nest = [&](size_t depth) {
    if (depth == extents.size()) {
      return body(indices);
    }
    if (extents[depth] == 1) {
      indices.push_back(index(0));
      nest(depth + 1);
      indices.pop_back();
      return;
    }
    loop(index(0), index(extents[depth]), [&](Value i) {
      indices.push_back(i);
      nest(depth + 1);
      indices.pop_back();
    });
  };
  nest(0);
}

void HeroWords::when(Value condition, llvm::function_ref<void()> body) {
  auto op = scf::IfOp::create(builder, loc, condition,
                              /*withElseRegion=*/false);
  builder.setInsertionPoint(op.thenBlock()->getTerminator());
  body();
  builder.setInsertionPointAfter(op);
}

} // namespace weft::tile
