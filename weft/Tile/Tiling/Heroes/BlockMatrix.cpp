// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Heroes/BlockMatrix.h"

#include "weft/Support/PowersOfTwo.h"

using namespace mlir;

namespace weft::tile {
namespace {

/// Bytes of a tile that a block keeps in registers, and the order of a triangle
/// that it keeps in memory on the chip.
constexpr int64_t mostTileBytes = 64 << 10;
constexpr int64_t mostOrder = 128;
constexpr int64_t mostSystems = 64;
/// Of a side of a tile.
constexpr int64_t fewestPlaces = 8;

int64_t bytesOf(Type element) { return element.isF64() ? 8 : 4; }

} // namespace

int64_t sideOf(int64_t extent) {
  return std::max(fewestPlaces, powerAbove(extent));
}

bool fitsBlock(int64_t rows, int64_t columns, bool isTriangle, Type element) {
  return isTriangle ? rows <= mostOrder
                    : sideOf(rows) * sideOf(columns) * bytesOf(element) <=
                          mostTileBytes;
}

int64_t systemsOfBlock(int64_t order, int64_t systems, Type element) {
  int64_t width = std::min(mostSystems, sideOf(systems));
  while (width > fewestPlaces &&
         sideOf(order) * width * bytesOf(element) > mostTileBytes / 2) {
    width /= 2;
  }
  return width;
}

Matrices::Matrices(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  element = type.getElementType();
  ArrayRef<int64_t> shape = type.getShape();
  rows = shape[shape.size() - 2];
  columns = shape.back();
  for (int64_t extent : shape.drop_back(2)) {
    count *= extent;
  }
}

MatrixKernel::MatrixKernel(const KernelPlace &place, ArrayRef<int64_t> programs,
                           ArrayRef<int64_t> tile, Type element)
    : hero(place.builder, place.loc, place.name, place.space, place.op,
           programs, place.tables),
      math(hero.math), element(element), shape(tile),
      index(RankedTensorType::get(tile, place.builder.getI32Type())) {}

Value MatrixKernel::load(Value ref, ArrayRef<Value> at,
                         ArrayRef<int64_t> tile) {
  SmallVector<int64_t> box = {1};
  llvm::append_range(box, tile);
  return math.reshape(math.make<LoadOp>(RankedTensorType::get(box, element),
                                        ref, at, boundsOf(ref, box)),
                      tile);
}

void MatrixKernel::store(Value value, Value ref, ArrayRef<Value> at) {
  SmallVector<int64_t> box = {1};
  llvm::append_range(box, cast<RankedTensorType>(value.getType()).getShape());
  StoreOp::create(hero.builder, hero.loc, math.reshape(value, box), ref, at,
                  boundsOf(ref, box));
}

Value MatrixKernel::loadPart(Value ref, Value row, Value column,
                             ArrayRef<int64_t> tile, bool isTurned) {
  ArrayRef<int64_t> extents = cast<RefType>(ref.getType()).getShape();
  SmallVector<int64_t> box = {1, tile[0], tile[1]};
  SmallVector<Value> at = {hero.program[0], row, column};
  if (isTurned) {
    std::swap(box[1], box[2]);
    std::swap(at[1], at[2]);
  }
  Value loaded = math.make<LoadOp>(
      RankedTensorType::get(box, element), ref, at,
      ArrayRef<Value>{Value(), hero.index(extents[1]), hero.index(extents[2])});
  loaded = math.reshape(loaded, ArrayRef(box).drop_front());
  return isTurned ? math.transpose(loaded, {1, 0}) : loaded;
}

void MatrixKernel::storePart(Value value, Value ref, Value row, Value column,
                             bool isTurned) {
  ArrayRef<int64_t> extents = cast<RefType>(ref.getType()).getShape();
  SmallVector<Value> at = {hero.program[0], row, column};
  if (isTurned) {
    value = math.transpose(value, {1, 0});
    std::swap(at[1], at[2]);
  }
  SmallVector<int64_t> box = {1};
  llvm::append_range(box, cast<RankedTensorType>(value.getType()).getShape());
  StoreOp::create(
      hero.builder, hero.loc, math.reshape(value, box), ref, at,
      ArrayRef<Value>{Value(), hero.index(extents[1]), hero.index(extents[2])});
}

SmallVector<Value> MatrixKernel::boundsOf(Value ref, ArrayRef<int64_t> box) {
  ArrayRef<int64_t> extents = cast<RefType>(ref.getType()).getShape();
  SmallVector<Value> bounds = {Value()};
  bool isBounded = false;
  for (size_t dim = 1; dim < box.size(); ++dim) {
    const bool reaches = extents[dim] % box[dim] != 0;
    bounds.push_back(reaches ? hero.index(extents[dim]) : Value());
    isBounded |= reaches;
  }
  return isBounded ? bounds : SmallVector<Value>();
}

Value MatrixKernel::onChip(ArrayRef<int64_t> extents) {
  return math.make<AllocOp>(RefType::get(extents, element, Space::Shared),
                            StringAttr(), IntegerAttr());
}

void MatrixKernel::put(Value tile, Value list, int64_t dim, Value mask) {
  ScatterOp::create(hero.builder, hero.loc, UpdateKind::Set, tile, list,
                    ValueRange{places(dim)}, ArrayRef<Value>(), mask,
                    /*unique=*/true);
}

Value MatrixKernel::list(Value ref) {
  auto type = cast<RefType>(ref.getType());
  return math.make<LoadOp>(
      RankedTensorType::get(type.getShape(), type.getElementType()), ref,
      ValueRange{hero.index(0)}, ArrayRef<Value>());
}

Value MatrixKernel::look(Value ref, ArrayRef<Value> at) {
  auto type = cast<RankedTensorType>(at.front().getType());
  return math.make<GatherOp>(RankedTensorType::get(type.getShape(), element),
                             ref, at, ArrayRef<Value>(), Value());
}

Value MatrixKernel::counted(int64_t count) {
  return math.make<IotaOp>(
      RankedTensorType::get({count}, hero.builder.getI32Type()), 0);
}

Value MatrixKernel::number(Value index) {
  return math.make<arith::IndexCastOp>(hero.builder.getI32Type(), index);
}

} // namespace weft::tile
