// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cholesky and triangular factors of small matrices. All elements that a column
// of factors changes are changed at once, then all meet and the next column
// begins. Columns stay as they were when they began, and are divided by their
// pivots, or the roots of these, at the end: nobody waits for that in between.
//
//   cholesky  a(i, j) -= a(i, k) / r a(j, k) / r, where r r = a(k, k)
//   lu        the largest of column k, the exchange of its row with row k,
//             a(i, j) -= a(i, k) / a(k, k) a(k, j)

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Tile/Tiling/Loops/Steps/StepMatrix.h"

using namespace mlir;

namespace weft::tile {
namespace {

using Indices = HeroStep::Indices;

class StepCholesky {
public:
  explicit StepCholesky(HeroStep &step)
      : step(step), math(step.math),
        isLower(cast<stablehlo::CholeskyOp>(step.op).getLower()),
        factor(step, step.operands[0].type.getShape(),
               step.operands[0].element()) {}

  void run() {
    step.phase(factor.shape, step.operandRefs(), factor.memory(),
               [&](Indices at) { begin(at); });
    step.repeat(factor.shape.back() - 1, [&](Value k) {
      step.phase(factor.shape, factor.memory(), factor.memory(),
                 [&](Indices at) { subtractColumn(at, k); });
    });
    step.phase(factor.shape, factor.memory(), step.results,
               [&](Indices at) { finish(at); });
  }

private:
  /// The triangle that is looked at, as the lower one.
  void begin(Indices at) {
    Value row = at[at.size() - 2];
    Value column = at.back();
    step.when(math.compare(arith::CmpIPredicate::sle, column, row), [&] {
      const StepValue &from = step.operands[0];
      factor.set(at, isLower
                         ? factor.read(from, at)
                         : factor.conjugate(factor.read(
                               from, StepMatrix::placeOf(at, column, row))));
    });
  }

  void subtractColumn(Indices at, Value k) {
    Value row = at[at.size() - 2];
    Value column = at.back();
    Value isChanged =
        math.both(step.isBelow(k, column),
                  math.compare(arith::CmpIPredicate::sle, column, row));
    step.when(isChanged, [&] {
      Value root = factor.rootOf(factor.get(at, k, k)[0]);
      Value inverse =
          math.make<arith::DivFOp>(math.real(root.getType(), 1), root);
      auto scaled = [&](Value line) {
        return mapParts(factor.get(at, line, k),
                        [&](Value part) { return math.mul(part, inverse); });
      };
      factor.set(at, factor.subtractProduct(factor.get(at), scaled(row),
                                            factor.conjugate(scaled(column))));
    });
  }

  void finish(Indices at) {
    Value row = isLower ? at[at.size() - 2] : at.back();
    Value column = isLower ? at.back() : at[at.size() - 2];
    Value first = step.smaller(row, column);
    Value root = factor.rootOf(factor.get(at, first, first)[0]);
    TileValue value = factor.divideByReal(
        factor.get(at, step.larger(row, column), first), root);
    TileValue zeros = factor.zeros(value);
    TileValue diagonal = zeros;
    diagonal[0] = root;
    Value isDiagonal = math.compare(arith::CmpIPredicate::eq, row, column);
    value = factor.select(isDiagonal, diagonal, value);
    value = factor.select(step.isBelow(row, column), zeros, value);
    factor.write(step.results[0], at,
                 isLower ? value : factor.conjugate(value));
  }

  HeroStep &step;
  Arithmetic &math;
  bool isLower;
  StepMatrix factor;
};

class StepLu {
public:
  explicit StepLu(HeroStep &step)
      : step(step), math(step.math), word(step.builder.getI32Type()),
        factor(step, step.operands[0].type.getShape(),
               step.operands[0].element()),
        rows(factor.shape[factor.shape.size() - 2]),
        batch(ArrayRef<int64_t>(factor.shape).drop_back(2)), exchanges(batch) {
    exchanges.push_back(std::min(rows, factor.shape.back()));
    pivots = step.memory(exchanges, word);
  }

  void run() {
    step.phase(
        factor.shape, step.operandRefs(), factor.memory(),
        [&](Indices at) { factor.set(at, factor.read(step.operands[0], at)); });
    llvm::SmallVector<int64_t> lines(batch);
    lines.push_back(factor.shape.back());
    step.repeat(exchanges.back(), [&](Value k) {
      step.phase(batch, factor.memory(), pivots,
                 [&](Indices at) { choosePivot(at, k); });
      step.phase(lines, {factor.memory(), pivots}, factor.memory(),
                 [&](Indices at) { exchange(at, k); });
      step.phase(factor.shape, factor.memory(), factor.memory(),
                 [&](Indices at) { subtractColumn(at, k); });
    });
    if (step.results[0]) {
      step.phase(factor.shape, factor.memory(), step.results[0],
                 [&](Indices at) { finish(at); });
    }
    if (step.results[1]) {
      step.phase(exchanges, pivots, step.results[1], [&](Indices at) {
        // Counted from one.
        Value pivot = step.load(pivots, at, word)[0];
        step.store(step.results[1], at, {math.add(pivot, number(1))}, word);
      });
    }
  }

private:
  Value number(int64_t value) { return math.integer(word, value); }

  /// The row of the first largest element of column k.
  void choosePivot(Indices at, Value k) {
    llvm::SmallVector<Value> whole(at);
    whole.append(2, k);
    auto numbered = [&](Value row) {
      return math.make<arith::IndexCastOp>(word, row);
    };
    Value best = step.loop(
        step.add(k, step.index(1)), step.index(rows),
        ValueRange{factor.magnitude(factor.get(whole)), numbered(k)},
        [&](Value row, ValueRange before) -> llvm::SmallVector<Value> {
          Value size = factor.magnitude(factor.get(whole, row, k));
          Value isLarger =
              math.compare(arith::CmpFPredicate::OGT, size, before[0]);
          return {math.select(isLarger, size, before[0]),
                  math.select(isLarger, numbered(row), before[1])};
        })[1];
    llvm::SmallVector<Value> place(at);
    place.push_back(k);
    step.store(pivots, place, {best}, word);
  }

  /// Of one column, which is the last number of `at`.
  void exchange(Indices at, Value k) {
    llvm::SmallVector<Value> place(at.drop_back());
    place.push_back(k);
    Value other = step.toIndex(step.load(pivots, place, word), word);
    llvm::SmallVector<Value> own(at.drop_back());
    own.append({k, at.back()});
    TileValue a = factor.get(own);
    TileValue b = factor.get(own, other, at.back());
    factor.set(own, b);
    factor.set(own, other, at.back(), a);
  }

  void subtractColumn(Indices at, Value k) {
    Value row = at[at.size() - 2];
    Value column = at.back();
    step.when(math.both(step.isBelow(k, row), step.isBelow(k, column)), [&] {
      TileValue left = divided(factor.get(at, row, k), factor.get(at, k, k));
      factor.set(at, factor.subtractProduct(factor.get(at), left,
                                            factor.get(at, k, column)));
    });
  }

  void finish(Indices at) {
    Value row = at[at.size() - 2];
    Value column = at.back();
    Value first = step.smaller(row, column);
    TileValue value = factor.get(at);
    factor.write(step.results[0], at,
                 factor.select(step.isBelow(column, row),
                               divided(value, factor.get(at, first, first)),
                               value));
  }

  /// A column of zeros has no factors.
  TileValue divided(const TileValue &value, const TileValue &pivot) {
    return factor.select(factor.isZero(pivot), value,
                         factor.divide(value, pivot));
  }

  HeroStep &step;
  Arithmetic &math;
  Type word;
  StepMatrix factor;
  int64_t rows;
  llvm::SmallVector<int64_t> batch;
  /// The shape of the pivots.
  llvm::SmallVector<int64_t> exchanges;
  /// Rows, counted from zero.
  Value pivots;
};

} // namespace

void emitCholeskyStep(HeroStep &step) { StepCholesky(step).run(); }

void emitLuStep(HeroStep &step) { StepLu(step).run(); }

} // namespace weft::tile
