// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sorting short lines, some side by side in the lanes of a vector.
//
// Each place of the lines is inserted into those before it, by exchanging it
// with the first that comes after it, and what is then in hand with all that
// follow. That is the square of a line's length, or the length times the places
// that are wanted, in steps without branches.

#include "weft/Tile/Tiling/Heroes/SortKeys.h"
#include "weft/Tile/Tiling/Heroes/SortLines.h"

#include <llvm/Support/MathExtras.h>

using namespace mlir;

namespace weft::tile {
namespace {

/// Vectors of lines: steps of one wait for each other.
constexpr int64_t vectorsOfLines = 4;

/// The dimension that lines lie side by side in; none where there is one line.
std::optional<int64_t> findAcross(const SortLines &lines) {
  int64_t last = static_cast<int64_t>(lines.counts.size()) - 1;
  if (last < 0) {
    return std::nullopt;
  }
  return last < lines.along ? last : last + 1;
}

int64_t widthOf(const SortLines &lines, const Machine &machine) {
  int64_t most = vectorsOfLines * machine.vectorBytes / widestPart(lines.sort);
  return std::clamp<int64_t>(
      static_cast<int64_t>(llvm::PowerOf2Ceil(lines.counts.back())), 1,
      std::max<int64_t>(most, 1));
}

class SideBySideKernel {
public:
  SideBySideKernel(OpBuilder &builder, Location loc, StringRef name,
                   const TilingSpace &space, Operation *op,
                   const Machine &machine)
      : whole(space, op), width(widthOf(whole, machine)),
        across(*findAcross(whole)), hero(builder, loc, name, space, op, grid()),
        math(hero.math), entries(hero, whole),
        keys(findSortKeys(whole.sort.getComparator())), zero(hero.index(0)),
        keptPlaces(hero.index(whole.kept)) {}

  KernelOp emit() {
    hero.loop(zero, hero.index(whole.length), [&](Value at) { insert(at); });
    hero.loop(zero, keptPlaces, [&](Value at) {
      SortEntry entry = loadKept(at, /*onlyElements=*/true);
      for (auto [i, element] : llvm::enumerate(entries.elements)) {
        storeLines(hero.result(i), at, entry[i], element);
      }
    });
    return hero.kernel;
  }

private:
  llvm::SmallVector<int64_t> grid() const {
    llvm::SmallVector<int64_t> counts(whole.counts);
    counts.back() = llvm::divideCeil(counts.back(), width);
    return counts;
  }

  struct Box {
    llvm::SmallVector<Value> indices;
    llvm::SmallVector<Value> bounds;
    llvm::SmallVector<int64_t> shape;
  };
  /// Where one part of place `at` of the program's lines lies.
  Box box(Value at, Type element, unsigned part) {
    llvm::SmallVector<Value> indices(hero.program);
    indices.back() = hero.mul(indices.back(), width);
    indices.insert(indices.begin() + whole.along, at);
    llvm::SmallVector<int64_t> shape(indices.size(), 1);
    shape[across] = width;
    if (isComplex(element)) {
      indices.push_back(hero.index(part));
      shape.push_back(1);
    }
    llvm::SmallVector<Value> bounds;
    if (int64_t lines = whole.counts.back(); lines % width != 0) {
      bounds.resize(indices.size());
      bounds[across] = hero.index(lines);
    }
    return {indices, bounds, shape};
  }

  TileValue loadLines(Value ref, Value at, Type element) {
    TileValue value;
    for (unsigned part = 0; part < partCount(element); ++part) {
      Box here = box(at, element, part);
      Value loaded = math.make<LoadOp>(
          RankedTensorType::get(here.shape, partType(element)), ref,
          here.indices, ArrayRef<Value>(here.bounds));
      value.push_back(math.reshape(loaded, {width}));
    }
    return value;
  }
  void storeLines(Value ref, Value at, const TileValue &value, Type element) {
    for (auto [part, tile] : llvm::enumerate(value)) {
      Box here = box(at, element, static_cast<unsigned>(part));
      StoreOp::create(math.builder, math.loc, math.reshape(tile, here.shape),
                      ref, here.indices, ArrayRef<Value>(here.bounds));
    }
  }

  /// Place `at`: its elements, then its keys.
  SortEntry read(Value at) {
    SortEntry entry;
    for (auto [i, element] : llvm::enumerate(entries.elements)) {
      entry.push_back(loadLines(hero.operand(i), at, element));
    }
    SortEntry elements = entry;
    for (const SortKey &key : keys) {
      entry.push_back({emitSortKey(math, whole.sort.getComparator(), key,
                                   elements, hero.captured)});
    }
    if (kept.empty()) {
      allocate(entry);
    }
    return entry;
  }

  /// Memory for the places in order, ahead of all loops.
  void allocate(const SortEntry &like) {
    OpBuilder::InsertionGuard guard(math.builder);
    math.builder.setInsertionPointToStart(&hero.kernel.getBlock());
    for (const TileValue &value : like) {
      for (Value part : value) {
        kept.push_back(math.make<AllocOp>(
            RefType::get({whole.kept, width}, elementOf(part), Space::Shared),
            StringAttr(), IntegerAttr()));
      }
    }
    parts = llvm::map_to_vector(like, [](const TileValue &value) {
      return static_cast<unsigned>(value.size());
    });
  }

  SortEntry loadKept(Value at, bool onlyElements = false) {
    SortEntry entry;
    size_t next = 0;
    size_t count = onlyElements ? entries.elements.size() : parts.size();
    for (unsigned size : ArrayRef(parts).take_front(count)) {
      TileValue &value = entry.emplace_back();
      for (unsigned i = 0; i < size; ++i) {
        Value ref = kept[next++];
        Type element = cast<RefType>(ref.getType()).getElementType();
        Value loaded =
            math.make<LoadOp>(RankedTensorType::get({1, width}, element), ref,
                              ValueRange{at, zero}, ArrayRef<Value>());
        value.push_back(math.reshape(loaded, {width}));
      }
    }
    return entry;
  }
  void storeKept(Value at, const SortEntry &entry) {
    size_t next = 0;
    for (const TileValue &value : entry) {
      for (Value part : value) {
        StoreOp::create(math.builder, math.loc, math.reshape(part, {1, width}),
                        kept[next++], ValueRange{at, zero}, ArrayRef<Value>());
      }
    }
  }

  /// By keys, which follow the elements.
  Value isLess(const SortEntry &a, const SortEntry &b) {
    size_t count = entries.elements.size();
    Value less;
    for (size_t i = a.size(); i-- > count;) {
      Value here = math.compare(arith::CmpIPredicate::ult, a[i][0], b[i][0]);
      Value same = math.compare(arith::CmpIPredicate::eq, a[i][0], b[i][0]);
      less = less ? math.either(here, math.both(same, less)) : here;
    }
    return less;
  }

  void insert(Value at) {
    SortEntry entry = read(at);
    llvm::SmallVector<Value> initial;
    for (const TileValue &value : entry) {
      llvm::append_range(initial, value);
    }
    auto booleans = RankedTensorType::get({width}, math.builder.getI1Type());
    initial.push_back(math.zero(booleans));
    llvm::SmallVector<Value> rest = hero.loop(
        zero, hero.smaller(at, keptPlaces), initial,
        [&](Value place, ValueRange carried) -> llvm::SmallVector<Value> {
          SortEntry held = unflatten(carried);
          SortEntry there = loadKept(place);
          Value isBefore = math.either(carried.back(), isLess(held, there));
          storeKept(place, entries.choose(isBefore, held, there));
          llvm::SmallVector<Value> next;
          for (const TileValue &value : entries.choose(isBefore, there, held)) {
            llvm::append_range(next, value);
          }
          next.push_back(isBefore);
          return next;
        });
    hero.when(hero.isBelow(at, keptPlaces),
              [&] { storeKept(at, unflatten(rest)); });
  }

  SortEntry unflatten(ValueRange values) {
    SortEntry entry;
    size_t next = 0;
    for (unsigned size : parts) {
      TileValue &value = entry.emplace_back();
      for (unsigned i = 0; i < size; ++i) {
        value.push_back(values[next++]);
      }
    }
    return entry;
  }

  SortLines whole;
  /// Lines of a program.
  int64_t width;
  int64_t across;
  HeroKernel hero;
  Arithmetic &math;
  SortEntries entries;
  llvm::SmallVector<SortKey> keys;
  Value zero;
  Value keptPlaces;
  /// The places in order: a ref per part of an element, and per key.
  llvm::SmallVector<Value> kept;
  /// How many of them each element and key has.
  llvm::SmallVector<unsigned> parts;
};

std::optional<Refusal> refuseSideBySide(const TilingSpace &space,
                                        Operation *op) {
  SortLines lines(space, op);
  if (!findAcross(lines)) {
    return Refusal{op, "sort.lines", "there is one line"};
  }
  // What such a comparator makes of a line depends on what it is asked.
  if (findSortKeys(lines.sort.getComparator()).empty()) {
    return refuseKeys(op);
  }
  return std::nullopt;
}

AlgorithmWork workOfSideBySide(const TilingSpace &space, Operation *op,
                               const Machine &machine) {
  SortLines lines(space, op);
  int64_t width = widthOf(lines, machine);
  int64_t vectors =
      llvm::divideCeil(width * widestPart(lines.sort), machine.vectorBytes);
  auto keys =
      static_cast<int64_t>(findSortKeys(lines.sort.getComparator()).size());
  int64_t compared = 3 * keys;
  int64_t columns = static_cast<int64_t>(lines.sort->getNumOperands()) + keys;
  // Two are chosen, one is read and one is written, of each.
  int64_t exchanged = compared + 1 + 4 * columns;
  int64_t exchanges = lines.length * lines.kept - lines.kept * lines.kept / 2;
  int64_t programs = lines.count() / lines.counts.back() *
                     llvm::divideCeil(lines.counts.back(), width);
  return {programs, exchanges * vectors * exchanged +
                        lines.length * width * (lines.moved + 1)};
}

KernelOp emitSideBySide(OpBuilder &builder, Location loc, StringRef name,
                        const TilingSpace &space, Operation *op,
                        const Machine &machine) {
  return SideBySideKernel(builder, loc, name, space, op, machine).emit();
}

} // namespace

const Algorithm sortSideBySide = {"insertion, lines side by side", isSort,
                                  refuseSideBySide, workOfSideBySide,
                                  emitSideBySide};

} // namespace weft::tile
