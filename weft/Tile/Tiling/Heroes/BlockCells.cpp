// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Heroes/BlockCells.h"

using namespace mlir;

namespace weft::tile {

/// Bits of a number in a word.
static constexpr int64_t bitsOfWord = 32;

static int64_t wordsOf(Type number) {
  return static_cast<int64_t>(
      llvm::divideCeil(number.getIntOrFloatBitWidth(), bitsOfWord));
}

int64_t CellShape::wordsOfCell() const {
  int64_t words = 0;
  for (Type number : numbers) {
    words += wordsOf(number);
  }
  return words;
}

RefType CellShape::listType(MLIRContext *context) const {
  return RefType::get({elements()}, IntegerType::get(context, 64));
}

Value BlockCells::placeOf(Value cell, int64_t word) {
  return hero.add(cell, hero.index(word * shape.cells));
}

Value BlockCells::drawTicket() {
  Arithmetic &math = hero.math;
  auto words = RankedTensorType::get({threads}, hero.builder.getI64Type());
  auto numbers = RankedTensorType::get({threads}, hero.builder.getI32Type());
  // The first thread draws; what the others have is zero.
  Value isFirst =
      math.compare(arith::CmpIPredicate::eq, math.make<IotaOp>(numbers, 0),
                   math.integer(numbers, 0));
  Value drawn =
      ScatterOp::create(hero.builder, hero.loc, UpdateKind::Add,
                        math.integer(words, 1), list,
                        ValueRange{math.integer(words, shape.elements() - 1)},
                        ArrayRef<Value>(), isFirst, /*unique=*/true,
                        /*givesBefore=*/true)
          .getBefore();
  // There are fewer programs than that.
  drawn = math.make<arith::TruncIOp>(numbers, drawn);
  Value ticket =
      math.scalarOf(ReduceOp::create(hero.builder, hero.loc, CombineKind::Add,
                                     ValueRange{drawn}, ArrayRef<int64_t>{0})
                        .getResults()[0]);
  return math.make<arith::IndexCastOp>(hero.builder.getIndexType(), ticket);
}

void BlockCells::tell(Value cell, ValueRange numbers) {
  Arithmetic &math = hero.math;
  auto words = RankedTensorType::get({1}, hero.builder.getI64Type());
  int64_t word = 0;
  for (Value number : numbers) {
    Value bits = math.bitsOf(math.reshape(number, {1}));
    if (elementOf(bits) != words.getElementType()) {
      bits = math.make<arith::ExtUIOp>(words, bits);
    }
    for (int64_t i = 0; i < wordsOf(elementOf(number)); ++i) {
      // What is above the bits of this word is lost on the way up.
      Value part =
          math.make<arith::ShRUIOp>(bits, math.integer(words, i * bitsOfWord));
      part = math.make<arith::ShLIOp>(part, math.integer(words, bitsOfWord));
      AtomicOp::create(hero.builder, hero.loc, words, UpdateKind::Exchange,
                       MemoryOrder::Relaxed, Scope::Device, list,
                       ValueRange{placeOf(cell, word++)},
                       math.either(part, math.integer(words, 1)));
    }
  }
}

Value BlockCells::read(ValueRange words, Type number) {
  Arithmetic &math = hero.math;
  Type word = words.front().getType();
  Value bits;
  for (auto [i, each] : llvm::enumerate(words)) {
    Value part =
        math.make<arith::ShRUIOp>(each, math.integer(word, bitsOfWord));
    if (i != 0) {
      part = math.make<arith::ShLIOp>(
          part, math.integer(word, static_cast<int64_t>(i) * bitsOfWord));
    }
    bits = bits ? math.either(bits, part) : part;
  }
  Type integer = hero.builder.getIntegerType(number.getIntOrFloatBitWidth());
  if (elementOf(bits) != integer) {
    bits = math.make<arith::TruncIOp>(shapedLike(integer, word), bits);
  }
  return math.fromBits(bits, number);
}

SmallVector<Value> BlockCells::await(Value first, Value needed) {
  Arithmetic &math = hero.math;
  OpBuilder &builder = hero.builder;
  auto words = RankedTensorType::get({threads}, builder.getI64Type());
  const int64_t count = shape.wordsOfCell();
  SmallVector<Type> types(static_cast<size_t>(count), words);
  SmallVector<Value> places;
  for (int64_t i = 0; i < count; ++i) {
    places.push_back(placeOf(first, i));
  }
  auto loop = scf::WhileOp::create(builder, hero.loc, types, ValueRange());
  builder.createBlock(&loop.getBefore());
  SmallVector<Value> seen;
  Value isMissing;
  for (Value place : places) {
    seen.push_back(AtomicOp::create(builder, hero.loc, words, UpdateKind::Load,
                                    MemoryOrder::Relaxed, Scope::Device, list,
                                    ValueRange{place}, Value()));
    Value isUntold = math.compare(arith::CmpIPredicate::eq, seen.back(),
                                  math.integer(words, 0));
    isMissing = isMissing ? math.either(isMissing, isUntold) : isUntold;
  }
  Value waits =
      math.scalarOf(ReduceOp::create(builder, hero.loc, CombineKind::Or,
                                     ValueRange{math.both(isMissing, needed)},
                                     ArrayRef<int64_t>{0})
                        .getResults()[0]);
  scf::ConditionOp::create(builder, hero.loc, waits, seen);
  builder.createBlock(&loop.getAfter(), {}, types,
                      SmallVector<Location>(types.size(), hero.loc));
  scf::YieldOp::create(builder, hero.loc);
  builder.setInsertionPointAfter(loop);
  SmallVector<Value> numbers;
  ValueRange left = loop.getResults();
  for (Type number : shape.numbers) {
    const auto size = static_cast<size_t>(wordsOf(number));
    numbers.push_back(read(left.take_front(size), number));
    left = left.drop_front(size);
  }
  return numbers;
}

} // namespace weft::tile
