// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Heroes/BlockSort.h"

using namespace mlir;

namespace weft::tile {

BlockSortShape::BlockSortShape(const TilingSpace &space, Operation *op)
    : hero(op), comparator(&cast<stablehlo::SortOp>(op).getComparator()),
      keys(findSortKeys(*comparator, /*takesPlain=*/true)) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  int64_t along = cast<stablehlo::SortOp>(op).getDimension();
  along = along < 0 ? along + type.getRank() : along;
  for (int64_t d = 0; d < type.getRank(); ++d) {
    (d < along ? outer : d > along ? inner : length) *= type.getDimSize(d);
  }
  kept =
      cast<RankedTensorType>(space.roots.front().getType()).getDimSize(along);
  for (Value operand : op->getOperands()) {
    elements.push_back(getElementTypeOrSelf(operand.getType()));
  }
  cut();
}

BlockSortShape::BlockSortShape(Operation *hero, ArrayRef<Type> elements,
                               int64_t length, int64_t bits)
    : hero(hero), plainBits(bits), keys(1), length(length), kept(length),
      elements(elements) {
  cut();
}

void BlockSortShape::cut() {
  for (Type element : elements) {
    bytes +=
        partCount(element) *
        std::max<int64_t>(1, partType(element).getIntOrFloatBitWidth() / 8);
  }
  const int64_t most = bytes <= 16 ? 4096 : bytes <= 32 ? 2048 : 1024;
  tile = std::min(most, std::max<int64_t>(fewestPlaces,
                                          static_cast<int64_t>(llvm::bit_ceil(
                                              static_cast<uint64_t>(length)))));
  tiles = static_cast<int64_t>(llvm::divideCeil(length, tile));
  count = IntegerType::get(hero->getContext(), 32);
}

void BlockSortShape::countOn(const Machine &machine, int64_t beyond) {
  count =
      IntegerType::get(hero->getContext(), machine.bitsFor(length + beyond));
}

int64_t BlockSortShape::passesOf(const SortKey &key) const {
  return static_cast<int64_t>(
      llvm::divideCeil(isInWorkspace() ? plainBits : key.bits(), digitBits));
}

int64_t BlockSortShape::passes() const {
  int64_t all = 0;
  for (const SortKey &key : keys) {
    all += passesOf(key);
  }
  return all;
}

RefType BlockSortShape::lineType(unsigned operand, int64_t length) const {
  SmallVector<int64_t> extents = {outer * inner, length};
  if (isComplex(elements[operand])) {
    extents.push_back(2);
  }
  return RefType::get(extents, partType(elements[operand]));
}

ElementsAttr tableOfNumbers(const BlockSortShape &shape,
                            ArrayRef<int64_t> numbers) {
  SmallVector<llvm::APInt> values;
  for (int64_t number : numbers) {
    values.emplace_back(shape.count.getIntOrFloatBitWidth(),
                        static_cast<uint64_t>(number), /*isSigned=*/true);
  }
  return DenseElementsAttr::get(
      RankedTensorType::get({static_cast<int64_t>(values.size())}, shape.count),
      values);
}

SmallVector<Value> flatten(const SortTile &entry) {
  SmallVector<Value> values;
  for (const TileValue &parts : entry) {
    llvm::append_range(values, parts);
  }
  return values;
}

SortTile unflatten(const SortTile &like, ValueRange values) {
  SortTile entry;
  for (const TileValue &parts : like) {
    entry.emplace_back(values.take_front(parts.size()));
    values = values.drop_front(parts.size());
  }
  return entry;
}

SortStep::SortStep(const BlockSortShape &shape, OpBuilder &builder,
                   Location loc, const std::string &name,
                   const TilingSpace &space, int64_t tile, int64_t tiles,
                   ArrayRef<ElementsAttr> tables)
    : shape(shape), tile(tile), hero(builder, loc, name, space, shape.hero,
                                     {shape.outer, shape.inner, tiles}, tables),
      math(hero.math),
      index(RankedTensorType::get({tile}, builder.getI32Type())),
      far(RankedTensorType::get({tile}, shape.count)) {
  hero.separateOperands();
  for (unsigned i = 0; i < shape.hero->getNumResults(); ++i) {
    Value result = hero.result(i);
    isWanted.push_back(isa<BlockArgument>(result));
    if (!isWanted.back()) {
      result.getDefiningOp()->erase();
    }
  }
  for (auto &[value, parts] : hero.captured) {
    TileValue tiles;
    for (Value part : parts) {
      tiles.push_back(math.splat(part, {}));
    }
    captured[value] = tiles;
  }
}

Places SortStep::operands() {
  Places places;
  for (unsigned i = 0; i < shape.elements.size(); ++i) {
    places.refs.push_back(original(hero.operand(i), i, shape.length));
  }
  return places;
}

Places SortStep::results() {
  Places places;
  for (unsigned i = 0; i < shape.elements.size(); ++i) {
    places.refs.push_back(isWanted[i] ? original(hero.result(i), i, shape.kept)
                                      : Value());
  }
  return places;
}

Value SortStep::original(Value argument, unsigned operand, int64_t length) {
  SmallVector<int64_t> extents = {shape.outer, length};
  if (shape.inner != 1) {
    extents.push_back(shape.inner);
  }
  if (isComplex(shape.elements[operand])) {
    extents.push_back(2);
  }
  reshapeArgument(hero.kernel, argument, extents);
  return argument;
}

Places SortStep::resultsAsLines(const Workspace &workspace,
                                ArrayRef<unsigned> spare) {
  Places places;
  for (unsigned i = 0; i < shape.elements.size(); ++i) {
    places.refs.push_back(
        isWanted[i] ? Workspace::again(hero.kernel, hero.result(i),
                                       shape.lineType(i, shape.length))
                    : workspace.argument(hero.kernel, spare[i]));
  }
  return places;
}

Places SortStep::inWorkspace(const Workspace &workspace,
                             ArrayRef<unsigned> numbers) {
  Places places;
  places.isOriginal = false;
  for (unsigned number : numbers) {
    places.refs.push_back(workspace.argument(hero.kernel, number));
  }
  return places;
}

Value SortStep::line() {
  if (shape.inner == 1) {
    return hero.program[0];
  }
  return hero.add(hero.mul(hero.program[0], shape.inner), hero.program[1]);
}

TileValue SortStep::loadOperand(unsigned operand, const Places &from,
                                Value begin, int64_t length) {
  Type element = shape.elements[operand];
  TileValue parts;
  for (unsigned part = 0; part < partCount(element); ++part) {
    SmallVector<Value> at = subscripts(from, element, part, begin);
    SmallVector<int64_t> extents(at.size() - 1, 1);
    extents.front() = tile;
    SmallVector<Value> bounds;
    if (length % tile != 0) {
      bounds.resize(at.size());
      bounds[1] = hero.index(length);
    }
    Value loaded =
        math.make<LoadOp>(RankedTensorType::get(extents, partType(element)),
                          from.refs[operand], at, bounds);
    parts.push_back(math.reshape(loaded, {tile}));
  }
  return parts;
}

SortTile SortStep::load(const Places &from, Value begin, int64_t length) {
  SortTile entry(shape.elements.size());
  loadRest(entry, from, begin, length);
  return entry;
}

SortTile SortStep::loadKey(const SortKey &key, const Places &from, Value begin,
                           int64_t length) {
  SortTile entry(shape.elements.size());
  for (unsigned i = 0; i < entry.size(); ++i) {
    if (shape.isInWorkspace() ? i == 0 : usesOperand(key, i)) {
      entry[i] = loadOperand(i, from, begin, length);
    }
  }
  return entry;
}

void SortStep::loadRest(SortTile &entry, const Places &from, Value begin,
                        int64_t length) {
  for (unsigned i = 0; i < entry.size(); ++i) {
    if (entry[i].empty()) {
      entry[i] = loadOperand(i, from, begin, length);
    }
  }
}

SmallVector<Value> SortStep::subscripts(const Places &places, Type element,
                                        unsigned part, Value at) {
  SmallVector<Value> result = {line(), at};
  if (places.isOriginal && shape.inner != 1) {
    result = {hero.program[0], at, hero.program[1]};
  }
  if (isComplex(element)) {
    result.push_back(hero.index(part));
  }
  return result;
}

SortTile SortStep::gather(const Places &from, Value at, Value live) {
  SortTile entry;
  for (unsigned i = 0; i < shape.elements.size(); ++i) {
    entry.push_back(gather(from, i, at, live));
  }
  return entry;
}

TileValue SortStep::gather(const Places &from, unsigned operand, Value at,
                           Value live) {
  Type element = shape.elements[operand];
  TileValue parts;
  for (unsigned part = 0; part < partCount(element); ++part) {
    parts.push_back(math.make<GatherOp>(
        shapedLike(partType(element), at.getType()), from.refs[operand],
        subscripts(from, element, part, at), ArrayRef<Value>(), live));
  }
  return parts;
}

void SortStep::scatter(const Places &to, const SortTile &entry, Value at,
                       Value live) {
  for (unsigned i = 0; i < shape.elements.size(); ++i) {
    if (to.refs[i]) {
      scatter(to, i, entry[i], at, live);
    }
  }
}

void SortStep::scatter(const Places &to, unsigned operand,
                       const TileValue &parts, Value at, Value live) {
  for (auto [part, value] : llvm::enumerate(parts)) {
    ScatterOp::create(hero.builder, hero.loc, UpdateKind::Set, value,
                      to.refs[operand],
                      subscripts(to, shape.elements[operand],
                                 static_cast<unsigned>(part), at),
                      ArrayRef<Value>(), live, /*unique=*/true);
  }
}

void SortStep::spread(int64_t places) {
  constexpr int64_t lanes = 32;
  hero.kernel->setAttr(warpsAttributeName,
                       hero.builder.getI64IntegerAttr(
                           std::max<int64_t>(1, tile / (lanes * places))));
}

Value SortStep::number(Value scalar) { return number(scalar, index); }

Value SortStep::number(Value scalar, Type type) {
  return math.splat(
      math.make<arith::IndexCastOp>(getElementTypeOrSelf(type), scalar),
      cast<RankedTensorType>(type).getShape());
}

Value SortStep::isBelow(Value numbers, Value bound) {
  return math.compare(arith::CmpIPredicate::ult, numbers,
                      number(bound, numbers.getType()));
}

Value SortStep::places() { return math.make<IotaOp>(index, 0); }

Value SortStep::inLine(Value numbers) {
  Type type = shapedLike(shape.count, numbers.getType());
  return numbers.getType() == type ? numbers
                                   : math.make<arith::ExtUIOp>(type, numbers);
}

Value SortStep::placesFrom(Value begin) {
  return math.add(inLine(places()), number(begin, far));
}

Value SortStep::fromTable(int64_t at) {
  return hero.toIndex(hero.load(hero.table(0), {hero.index(at)}, shape.count),
                      shape.count);
}

Value SortStep::keyOf(const SortKey &key, const SortTile &entry) {
  return shape.isInWorkspace()
             ? entry[0][0]
             : emitSortKey(math, *shape.comparator, key, entry, captured);
}

Value SortStep::isLess(const SortTile &a, const SortTile &b) {
  SmallVector<TileValue> arguments;
  for (auto [x, y] : llvm::zip_equal(a, b)) {
    arguments.push_back(x);
    arguments.push_back(y);
  }
  return emitBody(math, *shape.comparator, arguments, captured)[0][0];
}

Value SortStep::digitOf(Value key, Value shift) {
  Type type = key.getType();
  const unsigned bits = elementOf(key).getIntOrFloatBitWidth();
  Value by =
      math.splat(math.make<arith::IndexCastOp>(elementOf(key), shift), {tile});
  Value digit = math.both(math.make<arith::ShRUIOp>(key, by),
                          math.integer(type, digits - 1));
  return bits < 32   ? math.make<arith::ExtUIOp>(index, digit)
         : bits > 32 ? math.make<arith::TruncIOp>(index, digit)
                     : digit;
}

Value SortStep::table(Value values, StringRef alias) {
  auto type = cast<RankedTensorType>(values.getType());
  Value memory = math.make<AllocOp>(
      RefType::get(type.getShape(), type.getElementType(), Space::Shared),
      alias.empty() ? StringAttr() : hero.builder.getStringAttr(alias),
      IntegerAttr());
  SmallVector<Value> zeros(static_cast<size_t>(type.getRank()), hero.index(0));
  StoreOp::create(hero.builder, hero.loc, values, memory, zeros);
  return memory;
}

Value SortStep::lookUp(Value memory, Value at, Value live) {
  Type type = shapedLike(cast<RefType>(memory.getType()).getElementType(),
                         at.getType());
  return math.make<GatherOp>(type, memory, ValueRange{at}, ArrayRef<Value>(),
                             live);
}

Value SortStep::count(Value digit, Value live) {
  auto counted = RankedTensorType::get({digits}, hero.builder.getI32Type());
  Value memory = table(math.zero(counted), "counts");
  ScatterOp::create(hero.builder, hero.loc, UpdateKind::Add,
                    math.integer(index, 1), memory, ValueRange{digit},
                    ArrayRef<Value>(), live);
  return math.make<LoadOp>(counted, memory, ValueRange{hero.index(0)},
                           ArrayRef<Value>());
}

SortStep::Ranked SortStep::rank(Value digit) {
  auto counted = RankedTensorType::get({digits}, hero.builder.getI32Type());
  auto op = RankOp::create(hero.builder, hero.loc, index, counted, digit,
                           hero.builder.getI64IntegerAttr(digits));
  auto scan = ScanOp::create(hero.builder, hero.loc, CombineKind::Add,
                             ValueRange{op.getCount()}, /*dimension=*/0,
                             /*exclusive=*/true);
  return {op.getRank(), scan.getScanned()[0]};
}

SortTile SortStep::exchange(const SortTile &entry, Value to) {
  SortTile moved;
  for (auto [i, parts] : llvm::enumerate(entry)) {
    auto &after = moved.emplace_back();
    for (auto [part, value] : llvm::enumerate(parts)) {
      auto type = cast<RankedTensorType>(value.getType());
      Value memory = math.make<AllocOp>(
          RefType::get({tile}, type.getElementType(), Space::Shared),
          StringAttr(), IntegerAttr());
      ScatterOp::create(hero.builder, hero.loc, UpdateKind::Set, value, memory,
                        ValueRange{to}, ArrayRef<Value>(), Value(),
                        /*unique=*/true);
      after.push_back(math.make<LoadOp>(type, memory, ValueRange{hero.index(0)},
                                        ArrayRef<Value>()));
    }
  }
  return moved;
}

SortTile SortStep::sortTile(SortTile entry, Value length) {
  for (const SortKey &key : llvm::reverse(shape.keys)) {
    SmallVector<Value> sorted = hero.loop(
        hero.index(0), hero.index(shape.passesOf(key)), flatten(entry),
        [&](Value pass, ValueRange carried) -> SmallVector<Value> {
          SortTile before = unflatten(entry, carried);
          Value digit = digitOf(keyOf(key, before), hero.mul(pass, digitBits));
          if (length) {
            digit = math.select(isBelow(places(), length), digit,
                                math.integer(index, digits - 1));
          }
          Ranked ranked = rank(digit);
          Value to =
              math.add(lookUp(table(ranked.before, "before"), digit, Value()),
                       ranked.rank);
          return flatten(exchange(before, to));
        });
    entry = unflatten(entry, sorted);
  }
  return entry;
}

} // namespace weft::tile
