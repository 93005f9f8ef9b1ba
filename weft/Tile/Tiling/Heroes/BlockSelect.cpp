// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The first k places of long lines, by blocks of threads. Each block takes the
// first k of a tile; what all tiles of a line leave is a shorter line, and so
// on until that fits into one tile, which is sorted.
//
// A tile is not sorted for that. From the highest digit of the key (SortKeys.h)
// on, places are counted by digit; some digit is the one of place k. Those with
// a lower one are taken, those with the same one are looked at more closely.
// In the end the first of those that are equal in all digits are taken.

#include "weft/Tile/Tiling/Heroes/BlockSort.h"

using namespace mlir;

namespace weft::tile {
namespace {

/// Of which all tiles leave this part at most.
constexpr int64_t leastShrinking = 8;

class BlockSelect {
public:
  BlockSelect(OpBuilder &builder, Location loc, StringRef name,
              const TilingSpace &space, Operation *op)
      : builder(builder), loc(loc), name(name), space(space), shape(space, op) {
  }

  SmallVector<KernelOp> run() {
    int64_t length = shape.length;
    while (length > shape.tile) {
      length = select(length);
    }
    sortRest(length);
    return std::move(kernels);
  }

private:
  std::string begin(StringRef what) {
    if (!kernels.empty()) {
      builder.setInsertionPointAfter(kernels.back());
    }
    return (name + what).str();
  }

  Places source(SortStep &step) {
    return candidates.empty() ? step.operands()
                              : step.inWorkspace(workspace, candidates);
  }

  /// The first places of each tile of lines of so many; how many are left.
  int64_t select(int64_t length) {
    const auto tiles =
        static_cast<int64_t>(llvm::divideCeil(length, shape.tile));
    const int64_t inLast =
        std::min(shape.kept, length - (tiles - 1) * shape.tile);
    const int64_t left = (tiles - 1) * shape.kept + inLast;
    SortStep step(shape, builder, loc,
                  begin("_select_" + std::to_string(kernels.size())), space,
                  shape.tile, tiles);
    kernels.push_back(step.hero.kernel);
    HeroKernel &hero = step.hero;
    Arithmetic &math = step.math;
    Places from = source(step);
    Value first = hero.mul(hero.program[2], shape.tile);
    Value wanted = hero.index(shape.kept);
    if (inLast != shape.kept) {
      wanted = math.select(hero.isBelow(hero.program[2], hero.index(tiles - 1)),
                           wanted, hero.index(inLast));
    }
    Value live;
    if (length % shape.tile != 0) {
      live = math.compare(
          arith::CmpIPredicate::ult, step.places(),
          math.make<arith::SubIOp>(math.integer(step.index, length),
                                   step.number(first)));
    } else {
      live = math.integer(
          RankedTensorType::get({shape.tile}, builder.getI1Type()), 1);
    }
    Value key = step.keyOf(shape.keys.front(), step.load(from, first, length));
    auto [taken, equal, missing] = divide(step, key, live, wanted);
    // The numbers of those that are taken, then of those that are equal.
    Value group = math.select(taken, math.integer(step.index, 0),
                              math.select(equal, math.integer(step.index, 1),
                                          math.integer(step.index, 2)));
    auto ranked =
        RankOp::create(builder, loc, step.index,
                       RankedTensorType::get({2}, builder.getI32Type()), group,
                       builder.getI64IntegerAttr(2));
    Value rank = ranked.getRank();
    Value isEarly =
        math.compare(arith::CmpIPredicate::ult, rank, step.number(missing));
    Value isKept = math.either(taken, math.both(equal, isEarly));
    Value at = math.select(
        taken, rank, math.add(rank, step.number(hero.sub(wanted, missing))));
    at = math.add(at, step.number(hero.mul(hero.program[2], shape.kept)));
    SortTile entry =
        step.gather(from, math.add(step.places(), step.number(first)), isKept);
    candidates.clear();
    for (unsigned i = 0; i < shape.elements.size(); ++i) {
      candidates.push_back(workspace.add(shape.lineType(i, left)));
    }
    step.scatter(step.inWorkspace(workspace, candidates), entry, at, isKept);
    return left;
  }

  /// What is known of the places of a tile.
  struct Divided {
    /// Surely among the first; equal to the last of them.
    Value taken;
    Value equal;
    /// Of those that are equal, so many are among the first.
    Value missing;
  };

  Divided divide(SortStep &step, Value key, Value live, Value wanted) {
    HeroKernel &hero = step.hero;
    Arithmetic &math = step.math;
    const unsigned bits = shape.keys.front().bits();
    auto counted = RankedTensorType::get({digits}, builder.getI32Type());
    Value none = math.zero(live.getType());
    SmallVector<Value> found = hero.loop(
        hero.index(0), hero.index(bits / digitBits),
        ValueRange{none, live, wanted},
        [&](Value round, ValueRange before) -> SmallVector<Value> {
          Value shift = hero.sub(hero.index(bits - digitBits),
                                 hero.mul(round, digitBits));
          Value digit = step.digitOf(key, shift);
          Value sums = ScanOp::create(builder, loc, CombineKind::Add,
                                      ValueRange{step.count(digit, before[1])},
                                      /*dimension=*/0)
                           .getScanned()[0];
          Value limit = math.splat(
              math.make<arith::IndexCastOp>(builder.getI32Type(), before[2]),
              {digits});
          Value isBefore = math.compare(arith::CmpIPredicate::ult, sums, limit);
          // The digit of the last place that is wanted, and how many have a
          // lower one.
          auto combined = [&](CombineKind kind, Value values) -> Value {
            Value scalar = math.scalarOf(ReduceOp::create(builder, loc, kind,
                                                          ValueRange{values},
                                                          ArrayRef<int64_t>{0})
                                             .getResults()[0]);
            return math.make<arith::IndexCastOp>(builder.getIndexType(),
                                                 scalar);
          };
          Value zeros = math.zero(counted);
          Value last =
              combined(CombineKind::Add,
                       math.select(isBefore, math.integer(counted, 1), zeros));
          Value lower =
              combined(CombineKind::Max, math.select(isBefore, sums, zeros));
          Value lastDigit = step.number(last);
          Value isLower =
              math.compare(arith::CmpIPredicate::ult, digit, lastDigit);
          Value isSame =
              math.compare(arith::CmpIPredicate::eq, digit, lastDigit);
          return {math.either(before[0], math.both(before[1], isLower)),
                  math.both(before[1], isSame), hero.sub(before[2], lower)};
        });
    return {found[0], found[1], found[2]};
  }

  /// Lines of so many candidates, of which the first places are the result.
  void sortRest(int64_t length) {
    const auto tile = static_cast<int64_t>(llvm::bit_ceil(
        static_cast<uint64_t>(std::max(length, BlockSortShape::fewestPlaces))));
    SortStep step(shape, builder, loc, begin(""), space, tile, 1);
    kernels.push_back(step.hero.kernel);
    Places from = source(step);
    Places to = step.results();
    SortTile entry =
        step.sortTile(step.load(from, step.hero.index(0), length), length);
    Value live = step.math.compare(arith::CmpIPredicate::ult, step.places(),
                                   step.math.integer(step.index, shape.kept));
    step.scatter(to, entry, step.places(), live);
  }

  OpBuilder &builder;
  Location loc;
  StringRef name;
  const TilingSpace &space;
  BlockSortShape shape;
  Workspace workspace;
  /// In the workspace, by operand; none to begin with.
  SmallVector<unsigned> candidates;
  SmallVector<KernelOp> kernels;
};

bool isSort(Operation *op) { return isa<stablehlo::SortOp>(op); }

std::optional<Refusal> refuse(const TilingSpace &space, Operation *op) {
  if (std::optional<Refusal> reason = sortByBlocks.refuse(space, op)) {
    return reason;
  }
  BlockSortShape shape(space, op);
  if (shape.keys.size() != 1) {
    return Refusal{op, "select.keys", "places are ordered by several keys"};
  }
  if (shape.tiles == 1 || shape.kept > shape.tile / leastShrinking) {
    return Refusal{op, "select.kept", "a tile leaves too many places"};
  }
  return std::nullopt;
}

AlgorithmWork workOf(const TilingSpace &space, Operation *op, const Machine &) {
  BlockSortShape shape(space, op);
  return {shape.outer * shape.inner * shape.length, shape.passes() * 4};
}

SmallVector<KernelOp> emitSteps(OpBuilder &builder, Location loc,
                                StringRef name, const TilingSpace &space,
                                Operation *op, const Machine &) {
  return BlockSelect(builder, loc, name, space, op).run();
}

} // namespace

const Algorithm selectByBlocks = {"first places of tiles by digits",
                                  isSort,
                                  refuse,
                                  workOf,
                                  nullptr,
                                  emitSteps};

} // namespace weft::tile
