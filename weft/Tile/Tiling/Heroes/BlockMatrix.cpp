// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Heroes/BlockMatrix.h"

#include "weft/Support/PowersOfTwo.h"

using namespace mlir;

namespace weft::tile {
namespace {

/// Bytes of a tile that a block keeps in registers, and of a triangle that it
/// keeps in memory on the chip, with its order.
constexpr int64_t mostTileBytes = 64 << 10;
constexpr int64_t mostTriangleBytes = 128 << 10;
constexpr int64_t mostOrder = 128;
constexpr int64_t mostSystems = 64;
/// Of a side of a tile.
constexpr int64_t fewestPlaces = 8;

int64_t bytesOf(Type element) {
  return partCount(element) * (partType(element).isF64() ? 8 : 4);
}

} // namespace

int64_t sideOf(int64_t extent) {
  return std::max(fewestPlaces, powerAbove(extent));
}

bool hasFactorBlocks(Type element) {
  return partType(element).isF32() || partType(element).isF64();
}

bool fitsBlock(int64_t rows, int64_t columns, bool isTriangle, Type element) {
  const int64_t bytes = sideOf(rows) * sideOf(columns) * bytesOf(element);
  return isTriangle ? rows <= mostOrder && bytes <= mostTriangleBytes
                    : bytes <= mostTileBytes;
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

SmallVector<int64_t> Matrices::extents() const {
  SmallVector<int64_t> all = {count, rows, columns};
  if (isComplex(element)) {
    all.push_back(2);
  }
  return all;
}

MatrixKernel::MatrixKernel(const KernelPlace &place, ArrayRef<int64_t> programs,
                           ArrayRef<int64_t> tile, Type element)
    : hero(place.builder, place.loc, place.name, place.space, place.op,
           programs, place.tables),
      math(hero.math), numbers(math), part(partType(element)),
      parts(partCount(element)), shape(tile),
      index(RankedTensorType::get(tile, place.builder.getI32Type())) {}

MatrixKernel::Box MatrixKernel::boxOf(unsigned part, unsigned parts,
                                      ArrayRef<Value> at,
                                      ArrayRef<int64_t> tile) {
  Box box;
  box.at.assign(at.begin(), at.end());
  box.shape = {1};
  llvm::append_range(box.shape, tile);
  if (parts > 1) {
    box.at.push_back(hero.index(part));
    box.shape.push_back(1);
  }
  return box;
}

void MatrixKernel::boundAtEnd(Box &box, Value ref) {
  ArrayRef<int64_t> extents = cast<RefType>(ref.getType()).getShape();
  SmallVector<Value> bounds = {Value()};
  bool isBounded = false;
  for (size_t dim = 1; dim < box.shape.size(); ++dim) {
    const bool reaches = extents[dim] % box.shape[dim] != 0;
    bounds.push_back(reaches ? hero.index(extents[dim]) : Value());
    isBounded |= reaches;
  }
  if (isBounded) {
    box.bounds = std::move(bounds);
  }
}

void MatrixKernel::boundEverywhere(Box &box, Value ref) {
  ArrayRef<int64_t> extents = cast<RefType>(ref.getType()).getShape();
  box.bounds.assign(box.shape.size(), Value());
  box.bounds[1] = hero.index(extents[1]);
  box.bounds[2] = hero.index(extents[2]);
}

Value MatrixKernel::loadBox(Value ref, const Box &box) {
  return math.make<LoadOp>(RankedTensorType::get(box.shape, part), ref, box.at,
                           ArrayRef<Value>(box.bounds));
}

void MatrixKernel::storeBox(Value value, Value ref, const Box &box) {
  StoreOp::create(hero.builder, hero.loc, math.reshape(value, box.shape), ref,
                  box.at, ArrayRef<Value>(box.bounds));
}

TileValue MatrixKernel::load(Value ref, ArrayRef<Value> at,
                             ArrayRef<int64_t> tile) {
  TileValue value;
  for (unsigned i = 0; i < parts; ++i) {
    Box box = boxOf(i, parts, at, tile);
    boundAtEnd(box, ref);
    value.push_back(math.reshape(loadBox(ref, box), tile));
  }
  return value;
}

void MatrixKernel::store(const TileValue &value, Value ref,
                         ArrayRef<Value> at) {
  for (auto [i, tile] : llvm::enumerate(value)) {
    Box box = boxOf(i, value.size(), at,
                    cast<RankedTensorType>(tile.getType()).getShape());
    boundAtEnd(box, ref);
    storeBox(tile, ref, box);
  }
}

TileValue MatrixKernel::loadPart(Value ref, Value row, Value column,
                                 ArrayRef<int64_t> tile, Turn turn) {
  SmallVector<int64_t> extents(tile);
  SmallVector<Value> at = {hero.program[0], row, column};
  if (turn != Turn::No) {
    std::swap(extents[0], extents[1]);
    std::swap(at[1], at[2]);
  }
  TileValue value;
  for (unsigned i = 0; i < parts; ++i) {
    Box box = boxOf(i, parts, at, extents);
    boundEverywhere(box, ref);
    value.push_back(math.reshape(loadBox(ref, box), extents));
  }
  return turned(value, turn);
}

void MatrixKernel::storePart(const TileValue &value, Value ref, Value row,
                             Value column, Turn turn) {
  SmallVector<Value> at = {hero.program[0], row, column};
  if (turn != Turn::No) {
    std::swap(at[1], at[2]);
  }
  for (auto [i, tile] : llvm::enumerate(turned(value, turn))) {
    Box box =
        boxOf(i, parts, at, cast<RankedTensorType>(tile.getType()).getShape());
    boundEverywhere(box, ref);
    storeBox(tile, ref, box);
  }
}

TileValue MatrixKernel::turned(const TileValue &tile, Turn turn) {
  if (turn == Turn::No) {
    return tile;
  }
  TileValue transposed =
      mapParts(tile, [&](Value part) { return math.transpose(part, {1, 0}); });
  return turn == Turn::Adjoint ? numbers.conjugate(transposed) : transposed;
}

TileValue MatrixKernel::onChip(ArrayRef<int64_t> extents) {
  TileValue memory;
  for (unsigned i = 0; i < parts; ++i) {
    memory.push_back(
        math.make<AllocOp>(RefType::get(extents, part, Space::Shared),
                           StringAttr(), IntegerAttr()));
  }
  return memory;
}

void MatrixKernel::put(const TileValue &tile, const TileValue &list,
                       int64_t dim, Value mask) {
  for (auto [from, to] : llvm::zip_equal(tile, list)) {
    ScatterOp::create(hero.builder, hero.loc, UpdateKind::Set, from, to,
                      ValueRange{places(dim)}, ArrayRef<Value>(), mask,
                      /*unique=*/true);
  }
}

TileValue MatrixKernel::list(const TileValue &memory) {
  return mapParts(memory, [&](Value ref) {
    auto type = cast<RefType>(ref.getType());
    return math.make<LoadOp>(
        RankedTensorType::get(type.getShape(), type.getElementType()), ref,
        ValueRange{hero.index(0)}, ArrayRef<Value>());
  });
}

void MatrixKernel::putLines(const TileValue &tile, const TileValue &memory,
                            int64_t dim, Value first) {
  using Predicate = arith::CmpIPredicate;
  Value away = math.sub(places(dim), spread(first));
  Value isMeant = math.compare(Predicate::ult, away,
                               math.integer(away.getType(), stepsAtOnce()));
  for (auto [from, to] : llvm::zip_equal(tile, memory)) {
    ScatterOp::create(hero.builder, hero.loc, UpdateKind::Set, from, to,
                      ValueRange{away, places(1 - dim)}, ArrayRef<Value>(),
                      isMeant, /*unique=*/true);
  }
}

TileValue MatrixKernel::line(const TileValue &memory, int64_t i) {
  const int64_t length =
      cast<RefType>(memory.front().getType()).getShape().back();
  return look(memory,
              {repeated(number(hero.index(i)), length), counted(length)});
}

TileValue MatrixKernel::numberOf(const TileValue &memory, Value row,
                                 Value column) {
  return look(memory, {repeated(number(row), 1), repeated(number(column), 1)});
}

TileValue MatrixKernel::look(const TileValue &memory, ArrayRef<Value> at) {
  auto type = cast<RankedTensorType>(at.front().getType());
  return mapParts(memory, [&](Value ref) {
    return math.make<GatherOp>(RankedTensorType::get(type.getShape(), part),
                               ref, at, ArrayRef<Value>(), Value());
  });
}

Value MatrixKernel::counted(int64_t count) {
  return math.make<IotaOp>(
      RankedTensorType::get({count}, hero.builder.getI32Type()), 0);
}

Value MatrixKernel::number(Value index) {
  return math.make<arith::IndexCastOp>(hero.builder.getI32Type(), index);
}

} // namespace weft::tile
