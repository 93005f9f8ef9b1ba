// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sorting by digits, one program per line.
//
// Keys (SortKeys.h) are numbers of a few bytes. Places are put in order of
// their lowest byte, then of the next, each time keeping the order of those
// whose bytes are equal, so that after the highest all are in order. Where a
// place goes is known beforehand from how often each byte occurs:
//
//   next[d] = number of places with a byte below d
//   for each place: to[next[byte]++] = place
//
// All bytes of a key are counted in one pass. A byte that is the same
// everywhere needs no moving.

#include "weft/Tile/Tiling/Heroes/SortKeys.h"
#include "weft/Tile/Tiling/Heroes/SortLines.h"

using namespace mlir;

namespace weft::tile {
namespace {

constexpr int64_t digitBits = 8;
constexpr int64_t digits = 1 << digitBits;

int64_t passesOf(const SortKey &key) {
  return llvm::divideCeil(key.bits(), digitBits);
}

class RadixKernel {
public:
  RadixKernel(OpBuilder &builder, Location loc, StringRef name,
              const TilingSpace &space, Operation *op)
      : whole(space, op), hero(builder, loc, name, space, op, whole.counts),
        math(hero.math), entries(hero, whole),
        keys(findSortKeys(whole.sort.getComparator())), zero(hero.index(0)),
        one(hero.index(1)), end(hero.index(whole.length)) {}

  KernelOp emit() {
    int64_t mostPasses = 0;
    for (const SortKey &key : keys) {
      mostPasses = std::max(mostPasses, passesOf(key));
    }
    counter = math.builder.getI32Type();
    counts = hero.scratch({mostPasses, digits}, counter);
    lines = entries.scratch({2, whole.length});
    // The least significant key first.
    Value sorted = zero;
    for (const SortKey &key : llvm::reverse(keys)) {
      count(key, sorted, /*isFirst=*/&key == &keys.back());
      sorted = sortBy(key, sorted);
    }
    hero.loop(zero, hero.index(whole.kept), [&](Value at) {
      entries.store(entries.results(), whole.at(hero, at),
                    entries.load(lines, {sorted, at}));
    });
    return hero.kernel;
  }

private:
  /// Byte number `pass` of a place's key.
  Value digitOf(const SortKey &key, const SortEntry &entry, Value pass) {
    Value code = emitSortKey(math, whole.sort.getComparator(), key, entry,
                             hero.captured);
    Value shift = math.make<arith::IndexCastOp>(code.getType(),
                                                hero.mul(pass, digitBits));
    Value shifted =
        passesOf(key) == 1 ? code : math.make<arith::ShRUIOp>(code, shift);
    // All ones: the lowest byte, whatever the width.
    Value digit = math.both(shifted, math.integer(code.getType(), digits - 1));
    return math.make<arith::IndexCastUIOp>(math.builder.getIndexType(), digit);
  }

  Value readCount(Value pass, Value digit) {
    return hero.load(counts, {pass, digit}, counter)[0];
  }
  void writeCount(Value pass, Value digit, Value value) {
    hero.store(counts, {pass, digit}, {value}, counter);
  }

  /// How often each byte occurs, for all bytes of a key. The first count reads
  /// the operands and puts them into line 0.
  void count(const SortKey &key, Value from, bool isFirst) {
    int64_t passes = passesOf(key);
    Value none = math.constant(RankedTensorType::get({1, digits}, counter),
                               llvm::APInt(32, 0));
    for (int64_t pass = 0; pass < passes; ++pass) {
      StoreOp::create(math.builder, math.loc, none, counts,
                      ValueRange{hero.index(pass), zero}, ArrayRef<Value>());
    }
    hero.loop(zero, end, [&](Value at) {
      SortEntry entry =
          isFirst ? entries.load(entries.operands(), whole.at(hero, at))
                  : entries.load(lines, {from, at});
      if (isFirst) {
        entries.store(lines, {zero, at}, entry);
      }
      for (int64_t i = 0; i < passes; ++i) {
        Value pass = hero.index(i);
        Value digit = digitOf(key, entry, pass);
        Value old = readCount(pass, digit);
        writeCount(pass, digit, math.add(old, math.integer(counter, 1)));
      }
    });
  }

  /// Returns the line that places are in after all bytes of a key.
  Value sortBy(const SortKey &key, Value line) {
    return hero.loop(
        zero, hero.index(passesOf(key)), line,
        [&](Value pass, ValueRange carried) -> llvm::SmallVector<Value> {
          Value from = carried[0];
          Value to = hero.sub(one, from);
          Value any = digitOf(key, entries.load(lines, {from, zero}), pass);
          Value isMoved =
              math.compare(arith::CmpIPredicate::ne, readCount(pass, any),
                           math.integer(counter, whole.length));
          hero.when(isMoved, [&] { move(key, pass, from, to); });
          return {math.select(isMoved, to, from)};
        })[0];
  }

  void move(const SortKey &key, Value pass, Value from, Value to) {
    hero.loop(zero, hero.index(digits), math.integer(counter, 0),
              [&](Value digit, ValueRange before) -> llvm::SmallVector<Value> {
                Value here = readCount(pass, digit);
                writeCount(pass, digit, before[0]);
                return {math.add(before[0], here)};
              });
    hero.loop(zero, end, [&](Value at) {
      SortEntry entry = entries.load(lines, {from, at});
      Value digit = digitOf(key, entry, pass);
      Value next = readCount(pass, digit);
      writeCount(pass, digit, math.add(next, math.integer(counter, 1)));
      entries.store(lines, {to, hero.toIndex({next}, counter)}, entry);
    });
  }

  SortLines whole;
  HeroKernel hero;
  Arithmetic &math;
  SortEntries entries;
  llvm::SmallVector<SortKey> keys;
  Value zero;
  Value one;
  Value end;
  Type counter;
  /// By byte of the key and its value.
  Value counts;
  /// Two lines per operand, which take turns.
  llvm::SmallVector<Value> lines;
};

std::optional<Refusal> refuseRadix(const TilingSpace &space, Operation *op) {
  SortLines lines(space, op);
  if (findSortKeys(lines.sort.getComparator()).empty()) {
    return refuseKeys(op);
  }
  if (lines.length >= (int64_t{1} << 31)) {
    return Refusal{op, "sort.counts", "places are counted in 31 bits"};
  }
  return std::nullopt;
}

AlgorithmWork workOfRadix(const TilingSpace &space, Operation *op,
                          const Machine &) {
  SortLines lines(space, op);
  int64_t passes = 0;
  for (const SortKey &key : findSortKeys(lines.sort.getComparator())) {
    passes += passesOf(key);
  }
  // A key is made of one side of the comparison; its byte is found, and counted
  // or followed.
  int64_t each = lines.compared / 2 + lines.moved + 6;
  int64_t counted = lines.compared / 2 + lines.moved + 4 * passes;
  return {lines.count(),
          lines.length * (passes * each + counted) + passes * digits * 3};
}

KernelOp emitRadix(OpBuilder &builder, Location loc, StringRef name,
                   const TilingSpace &space, Operation *op, const Machine &) {
  return RadixKernel(builder, loc, name, space, op).emit();
}

} // namespace

const Algorithm radixSort = {"sort by digits", isSort, refuseRadix, workOfRadix,
                             emitRadix};

} // namespace weft::tile
