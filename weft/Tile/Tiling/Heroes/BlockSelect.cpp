// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The first k places of long lines, by blocks of threads, in little more than
// one pass over the keys (SortKeys.h): a tournament.
//
//   climb    neighbours are groups, and a group stands for the first of its
//            keys; these are a shorter line, and so on until that fits a tile
//   descend  of the shortest line the first k groups are chosen, then the first
//            k of what is in them, and so on
//   finish   what is in the last k groups is sorted
//
// A place that is in none of the first k groups has k places before it, the
// first of each of them: so none is missed. Groups are in the order of their
// places, so of equal keys the earlier place is chosen. Lines of n places:
//
//   keys      n        n/32      n/1024     read once, from left to right
//   chosen    k of 32k <- k of 32k <- k     numbers of groups, right to left
//
// A tile is not sorted to choose from it. From the highest digit of the key on,
// places are counted by digit; some digit is the one of place k. Those with a
// lower one are taken, those with the same one are looked at more closely. In
// the end the first of those that are equal in all digits are taken.

#include "weft/Tile/Tiling/Heroes/BlockSort.h"

using namespace mlir;

namespace weft::tile {
namespace {

/// What is left of a tile is this part of it at most.
constexpr int64_t leastShrinking = 8;
/// Neighbours that become one, at most.
constexpr int64_t widestGroup = 32;

class BlockSelect {
public:
  BlockSelect(OpBuilder &builder, Location loc, StringRef name,
              const TilingSpace &space, Operation *op, const Machine &machine)
      : builder(builder), loc(loc), name(name), space(space), shape(space, op),
        key(shape.keys.front()),
        group(std::min<int64_t>(
            widestGroup,
            static_cast<int64_t>(llvm::bit_floor(static_cast<uint64_t>(
                shape.tile / std::max<int64_t>(1, shape.kept)))))) {
    shape.countOn(machine, shape.tile);
  }

  SmallVector<KernelOp> run() {
    while (lengths.back() > shape.tile) {
      climb();
    }
    while (!levels.empty()) {
      choose();
    }
    finish();
    return std::move(kernels);
  }

private:
  std::string begin(const Twine &what) {
    if (!kernels.empty()) {
      builder.setInsertionPointAfter(kernels.back());
    }
    return (name + what).str();
  }

  int64_t lines() const { return shape.outer * shape.inner; }
  Type keyType() const { return builder.getIntegerType(key.bits()); }

  /// The first key of each group, as the next line.
  void climb() {
    const int64_t length = lengths.back();
    const auto tiles =
        static_cast<int64_t>(llvm::divideCeil(length, shape.tile));
    const auto groups = static_cast<int64_t>(llvm::divideCeil(length, group));
    SortStep step(shape, builder, loc, begin("_climb_" + Twine(levels.size())),
                  space, shape.tile, tiles);
    kernels.push_back(step.hero.kernel);
    HeroKernel &hero = step.hero;
    Arithmetic &math = step.math;
    step.spread(16);
    Value first = hero.mul(hero.program[2], shape.tile);
    auto inside = [&](int64_t extent, int64_t part) -> SmallVector<Value> {
      return extent % part == 0
                 ? SmallVector<Value>()
                 : SmallVector<Value>{Value(), hero.index(extent)};
    };
    auto keys = RankedTensorType::get({shape.tile}, keyType());
    Value found =
        levels.empty()
            ? step.keyOf(key, step.loadKey(key, step.operands(), first, length))
            : math.make<LoadOp>(
                  keys, workspace.argument(hero.kernel, levels.back()),
                  ValueRange{step.line(), first}, inside(length, shape.tile));
    if (length % shape.tile != 0) {
      // No key comes behind those of places that there are not.
      Value latest = math.constant(keys, llvm::APInt::getAllOnes(key.bits()));
      Value isThere = step.isBelow(step.placesFrom(first), hero.index(length));
      found = math.select(isThere, found, latest);
    }
    const int64_t inTile = shape.tile / group;
    Value firsts =
        ReduceOp::create(builder, loc, CombineKind::UMin,
                         ValueRange{math.reshape(found, {inTile, group})},
                         ArrayRef<int64_t>{1})
            .getResults()[0];
    levels.push_back(workspace.add(RefType::get({lines(), groups}, keyType())));
    StoreOp::create(builder, loc, firsts,
                    workspace.argument(hero.kernel, levels.back()),
                    ValueRange{step.line(), hero.mul(hero.program[2], inTile)},
                    inside(groups, inTile));
    lengths.push_back(groups);
  }

  /// Places of a line that are looked at, in their order.
  struct Looked {
    Value numbers;
    /// There are so many, an index; null for as many as the tile has.
    Value count;
  };

  /// All of the shortest line, or what is in the groups that were chosen.
  int64_t mostLooked() const {
    return chosen ? shape.kept * group : lengths.back();
  }
  int64_t tileOfLooked() const {
    return static_cast<int64_t>(llvm::bit_ceil(static_cast<uint64_t>(
        std::max(mostLooked(), BlockSortShape::fewestPlaces))));
  }
  Looked look(SortStep &step) {
    HeroKernel &hero = step.hero;
    Arithmetic &math = step.math;
    Looked looked = {step.places(), mostLooked() == step.tile
                                        ? Value()
                                        : hero.index(mostLooked())};
    if (!chosen) {
      return looked;
    }
    Value groups = workspace.argument(hero.kernel, *chosen);
    if (lengths.back() % group != 0) {
      // The last group of the line is not full.
      Value last = hero.toIndex(
          hero.load(groups, {step.line(), hero.index(shape.kept - 1)},
                    shape.count),
          shape.count);
      Value beyond = hero.sub(hero.mul(hero.add(last, hero.index(1)), group),
                              hero.index(lengths.back()));
      looked.count = hero.smaller(hero.index(mostLooked()),
                                  hero.sub(hero.index(mostLooked()), beyond));
    }
    Value width = math.integer(step.index, group);
    Value live =
        looked.count ? step.isBelow(looked.numbers, looked.count) : Value();
    Value number = math.make<GatherOp>(
        step.far, groups,
        ValueRange{step.line(),
                   math.make<arith::DivUIOp>(looked.numbers, width)},
        ArrayRef<Value>(), live);
    looked.numbers =
        math.add(math.make<arith::MulIOp>(number, step.inLine(width)),
                 step.inLine(math.make<arith::RemUIOp>(looked.numbers, width)));
    return looked;
  }

  /// The numbers of the first places, in their order, of the shortest line.
  void choose() {
    SortStep step(shape, builder, loc, begin("_choose_" + Twine(levels.size())),
                  space, tileOfLooked(), 1);
    kernels.push_back(step.hero.kernel);
    HeroKernel &hero = step.hero;
    Arithmetic &math = step.math;
    Looked looked = look(step);
    auto flags = RankedTensorType::get({step.tile}, builder.getI1Type());
    Value live = looked.count ? step.isBelow(step.places(), looked.count)
                              : math.integer(flags, 1);
    Value keys = math.make<GatherOp>(
        RankedTensorType::get({step.tile}, keyType()),
        workspace.argument(hero.kernel, levels.back()),
        ValueRange{step.line(), looked.numbers}, ArrayRef<Value>(), live);
    auto [taken, equal, missing] =
        divide(step, keys, live, hero.index(shape.kept));
    Value isEarly =
        math.compare(arith::CmpIPredicate::ult, countBefore(step, equal),
                     step.number(missing));
    Value isKept = math.either(taken, math.both(equal, isEarly));
    chosen = workspace.add(RefType::get({lines(), shape.kept}, shape.count));
    ScatterOp::create(builder, loc, UpdateKind::Set,
                      step.inLine(looked.numbers),
                      workspace.argument(hero.kernel, *chosen),
                      ValueRange{step.line(), countBefore(step, isKept)},
                      ArrayRef<Value>(), isKept, /*unique=*/true);
    levels.pop_back();
    lengths.pop_back();
  }

  /// Of places with a flag: how many of them are before.
  Value countBefore(SortStep &step, Value flags) {
    // What is no digit is not counted.
    constexpr int64_t bins = 2;
    Value digit = step.math.select(flags, step.math.integer(step.index, 0),
                                   step.math.integer(step.index, bins));
    return RankOp::create(builder, loc, step.index,
                          RankedTensorType::get({bins}, builder.getI32Type()),
                          digit, builder.getI64IntegerAttr(bins))
        .getRank();
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

  /// What is in the groups that are left, of which the first places are the
  /// result.
  void finish() {
    SortStep step(shape, builder, loc, begin(""), space, tileOfLooked(), 1);
    kernels.push_back(step.hero.kernel);
    Looked looked = look(step);
    Value live =
        looked.count ? step.isBelow(step.places(), looked.count) : Value();
    SortTile entry = step.sortTile(
        step.gather(step.operands(), looked.numbers, live), looked.count);
    step.scatter(step.results(), entry, step.places(),
                 step.isBelow(step.places(), step.hero.index(shape.kept)));
  }

  OpBuilder &builder;
  Location loc;
  StringRef name;
  const TilingSpace &space;
  BlockSortShape shape;
  SortKey key;
  /// Places that become one.
  int64_t group;
  Workspace workspace;
  /// The places of a line, and those of each level above.
  SmallVector<int64_t> lengths = {shape.length};
  /// The keys of each level above, in the workspace.
  SmallVector<unsigned> levels;
  /// The numbers of groups, in the workspace.
  std::optional<unsigned> chosen;
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
  return {shape.outer * shape.inner * shape.length, 8};
}

SmallVector<KernelOp> emitSteps(OpBuilder &builder, Location loc,
                                StringRef name, const TilingSpace &space,
                                Operation *op, const Machine &machine) {
  return BlockSelect(builder, loc, name, space, op, machine).run();
}

} // namespace

const Algorithm selectByBlocks = {
    "first places by groups", isSort, refuse, workOf, nullptr, emitSteps};

} // namespace weft::tile
