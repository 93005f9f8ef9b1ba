// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lines of two sorted runs, merged by several programs each.
//
// How many of the first `o` places of the result come from the first run is
// found by bisection, so that every program can start where it likes. A program
// merges some stretches of its part at once: in each the next step waits for
// the comparison of the last, and the stretches do not wait for each other.
//
// SplitSorts.cpp makes such lines.

#include "weft/Tile/Tiling/Expand.h"
#include "weft/Tile/Tiling/Heroes/SortLines.h"

#include <llvm/Support/MathExtras.h>

using namespace mlir;

namespace weft::tile {
namespace {

constexpr int64_t stretches = 4;

int64_t programsOf(const SortLines &lines) {
  constexpr int64_t shortestPart = 4096;
  constexpr int64_t mostPrograms = 16;
  return std::clamp<int64_t>(lines.length / shortestPart, 1, mostPrograms);
}

class MergeKernel {
public:
  MergeKernel(OpBuilder &builder, Location loc, StringRef name,
              const TilingSpace &space, Operation *op)
      : whole(space, op), run(*findSortedRun(whole.sort)),
        part(llvm::divideCeil(whole.length, programsOf(whole))),
        stretch(llvm::divideCeil(part, stretches)),
        hero(builder, loc, name, space, op, grid()), math(hero.math),
        entries(hero, whole), zero(hero.index(0)), one(hero.index(1)),
        end(hero.index(whole.length)), middle(hero.index(run)) {}

  KernelOp emit() {
    Value begin = hero.mul(hero.program.back(), part);
    Value stop = hero.smaller(hero.add(begin, hero.index(part)), end);
    // The last stretch may begin in the one before it, and write the same.
    Value latest = hero.sub(stop, hero.index(stretch));
    llvm::SmallVector<Value> starts;
    llvm::SmallVector<Value> next;
    for (int64_t i = 0; i < stretches; ++i) {
      starts.push_back(
          hero.smaller(hero.add(begin, hero.index(i * stretch)), latest));
      Value left = takenFromFirst(starts.back());
      next.push_back(left);
      next.push_back(hero.add(middle, hero.sub(starts.back(), left)));
    }
    hero.loop(zero, hero.index(stretch), next,
              [&](Value at, ValueRange next) -> llvm::SmallVector<Value> {
                llvm::SmallVector<Value> after;
                for (auto [i, start] : llvm::enumerate(starts)) {
                  llvm::append_range(after, step(hero.add(start, at),
                                                 next[2 * i], next[2 * i + 1]));
                }
                return after;
              });
    return hero.kernel;
  }

private:
  llvm::SmallVector<int64_t> grid() const {
    llvm::SmallVector<int64_t> counts(whole.counts);
    counts.push_back(llvm::divideCeil(whole.length, part));
    return counts;
  }

  SortEntry load(Value at) {
    return entries.load(entries.operands(), whole.at(hero, at));
  }

  /// How many of the first `count` places of the result the first run has.
  Value takenFromFirst(Value count) {
    Value second = hero.index(whole.length - run);
    Value least = hero.larger(hero.sub(count, second), zero);
    Value most = hero.smaller(count, middle);
    auto steps = static_cast<int64_t>(llvm::Log2_64_Ceil(run + 1)) + 1;
    return hero.loop(
        zero, hero.index(steps), ValueRange{least, most},
        [&](Value, ValueRange range) -> llvm::SmallVector<Value> {
          Value half =
              math.make<arith::ShRUIOp>(hero.add(range[0], range[1]), one);
          // Places that are asked for nothing, once all is known.
          Value left = hero.smaller(half, hero.sub(middle, one));
          Value right = hero.add(
              middle, hero.larger(hero.sub(hero.sub(count, half), one), zero));
          Value isRightLess = entries.isLess(
              load(hero.smaller(right, hero.sub(end, one))), load(left));
          Value isOpen = hero.isBelow(range[0], range[1]);
          Value raises = math.both(isOpen, math.complement(isRightLess));
          Value lowers = math.both(isOpen, isRightLess);
          return {math.select(raises, hero.add(half, one), range[0]),
                  math.select(lowers, half, range[1])};
        })[0];
  }

  /// Writes one place of the result; returns the next ones of both runs.
  llvm::SmallVector<Value> step(Value at, Value left, Value right) {
    SortEntry first = load(hero.smaller(left, hero.sub(middle, one)));
    SortEntry second = load(hero.smaller(right, hero.sub(end, one)));
    Value hasLeft = hero.isBelow(left, middle);
    Value hasRight = hero.isBelow(right, end);
    Value takesRight =
        math.either(math.complement(hasLeft),
                    math.both(hasRight, entries.isLess(second, first)));
    entries.store(entries.results(), whole.at(hero, at),
                  entries.choose(takesRight, second, first));
    Value taken = math.select(takesRight, one, zero);
    return {hero.add(left, hero.sub(one, taken)), hero.add(right, taken)};
  }

  SortLines whole;
  /// Places of the first run.
  int64_t run;
  /// Places of a program, and of a stretch of it.
  int64_t part;
  int64_t stretch;
  HeroKernel hero;
  Arithmetic &math;
  SortEntries entries;
  Value zero;
  Value one;
  Value end;
  Value middle;
};

std::optional<Refusal> refuseRuns(const TilingSpace &space, Operation *op) {
  SortLines lines(space, op);
  std::optional<int64_t> run = findSortedRun(lines.sort);
  if (!run) {
    return Refusal{op, "sort.runs", "nothing is known to be sorted"};
  }
  if (lines.kept != lines.length || !space.inPlace.empty()) {
    return Refusal{op, "sort.part",
                   "programs read what others of the same line write"};
  }
  return std::nullopt;
}

AlgorithmWork workOfRuns(const TilingSpace &space, Operation *op,
                         const Machine &) {
  SortLines lines(space, op);
  int64_t programs = programsOf(lines);
  int64_t each = lines.compared + 2 * lines.moved + 4;
  return {lines.count() * programs, lines.length / programs * each};
}

KernelOp emitRuns(OpBuilder &builder, Location loc, StringRef name,
                  const TilingSpace &space, Operation *op, const Machine &) {
  return MergeKernel(builder, loc, name, space, op).emit();
}

} // namespace

const Algorithm mergeOfRuns = {"merge of two runs", isSort, refuseRuns,
                               workOfRuns, emitRuns};

} // namespace weft::tile
