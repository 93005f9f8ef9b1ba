// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exchanges of rows as a permutation, in two ways. A core exchanges the numbers
// of a list one after the other. Threads, which are many and far from memory,
// have a place each and follow it back through the exchanges, from the last one
// on: that reads the same pivots everywhere and writes once.

#include "weft/Tile/Tiling/Heroes/Permutation.h"
#include "weft/Machine/OperationCosts.h"
#include "weft/StableHLO/IR/Exchanges.h"
#include "weft/StableHLO/Simplify/Match.h"
#include "weft/Tile/Tiling/Heroes/HeroKernel.h"

using namespace mlir;

namespace weft::tile {

using stablehlo::typeOf;

namespace {

using Predicate = arith::CmpIPredicate;

/// Lists of rows, and how often rows are exchanged.
struct Exchanges {
  explicit Exchanges(Operation *op)
      : shape(typeOf(op->getResult(0)).getShape()), rows(shape.back()),
        steps(typeOf(op->getOperand(0)).getShape().back()) {}

  int64_t lists() const {
    int64_t all = 1;
    for (int64_t extent : shape.drop_back()) {
      all = saturatingMultiply(all, extent);
    }
    return all;
  }

  ArrayRef<int64_t> shape;
  int64_t rows;
  int64_t steps;
};

/// A pivot; what is no row is exchanged with itself.
Value rowOf(Arithmetic &math, Value pivot, Value own, int64_t rows) {
  return math.select(
      math.compare(Predicate::ult, pivot, math.integer(pivot.getType(), rows)),
      pivot, own);
}

class PermutationKernel {
public:
  PermutationKernel(OpBuilder &builder, Location loc, StringRef name,
                    const TilingSpace &space, Operation *op,
                    ArrayRef<int64_t> programs)
      : sizes(op), hero(builder, loc, name, space, op, programs),
        math(hero.math), word(builder.getI32Type()) {}

  /// A program is a list.
  KernelOp exchangeRows() {
    ArrayRef<Value> list = hero.program;
    auto at = [&](Value row) {
      SmallVector<Value> place(list);
      place.push_back(row);
      return place;
    };
    Value order = hero.result(0);
    hero.loop(hero.index(0), hero.index(sizes.rows), [&](Value row) {
      hero.store(order, at(row), {number(row)}, word);
    });
    hero.loop(hero.index(0), hero.index(sizes.steps), [&](Value step) {
      SmallVector<Value> own = at(step);
      SmallVector<Value> other = at(hero.toIndex({pivotOf(list, step)}, word));
      TileValue a = hero.load(order, own, word);
      TileValue b = hero.load(order, other, word);
      hero.store(order, own, b, word);
      hero.store(order, other, a, word);
    });
    return hero.kernel;
  }

  /// A program is a place.
  KernelOp followPlaces() {
    ArrayRef<Value> list = ArrayRef<Value>(hero.program).drop_back();
    Value from = followExchanges(
        hero, hero.program.back(), sizes.rows, sizes.steps, [&](Value step) {
          SmallVector<Value> at(list);
          at.push_back(step);
          return hero.load(hero.operand(0), at, word)[0];
        });
    hero.store(hero.result(0), hero.program, {from}, word);
    return hero.kernel;
  }

private:
  Value number(Value index) {
    return math.make<arith::IndexCastOp>(word, index);
  }
  Value pivotOf(ArrayRef<Value> list, Value step) {
    SmallVector<Value> at(list);
    at.push_back(step);
    return rowOf(math, hero.load(hero.operand(0), at, word)[0], number(step),
                 sizes.rows);
  }

  Exchanges sizes;
  HeroKernel hero;
  Arithmetic &math;
  Type word;
};

bool isPermutation(Operation *op) {
  return isa<stablehlo::PivotsToPermutationOp>(op);
}

/// An exchange waits for the memory of the one before.
AlgorithmWork workOfExchanges(const TilingSpace &, Operation *op,
                              const Machine &) {
  constexpr int64_t stepsOfExchange = 8;
  const Exchanges sizes(op);
  return {sizes.lists(), sizes.rows + stepsOfExchange * sizes.steps};
}

AlgorithmWork workOfPlaces(const TilingSpace &, Operation *op,
                           const Machine &) {
  constexpr int64_t stepsOfPivot = 5;
  const Exchanges sizes(op);
  return {saturatingMultiply(sizes.lists(), sizes.rows),
          stepsOfPivot * sizes.steps};
}

KernelOp emitExchanges(OpBuilder &builder, Location loc, StringRef name,
                       const TilingSpace &space, Operation *op,
                       const Machine &) {
  return PermutationKernel(builder, loc, name, space, op,
                           Exchanges(op).shape.drop_back())
      .exchangeRows();
}

KernelOp emitPlaces(OpBuilder &builder, Location loc, StringRef name,
                    const TilingSpace &space, Operation *op, const Machine &) {
  return PermutationKernel(builder, loc, name, space, op, Exchanges(op).shape)
      .followPlaces();
}

} // namespace

Value followExchanges(HeroWords &words, Value place, int64_t rows,
                      int64_t exchanges,
                      llvm::function_ref<Value(Value)> pivotAt) {
  Arithmetic &math = words.math;
  Type word = words.builder.getI32Type();
  auto number = [&](Value index) {
    return math.make<arith::IndexCastOp>(word, index);
  };
  Value last = words.index(exchanges - 1);
  return words.loop(words.index(0), words.index(exchanges), number(place),
                    [&](Value i, ValueRange before) -> SmallVector<Value> {
                      Value step = words.sub(last, i);
                      Value own = number(step);
                      Value other = rowOf(math, pivotAt(step), own, rows);
                      auto is = [&](Value row) {
                        return math.compare(Predicate::eq, before[0], row);
                      };
                      return {
                          math.select(is(own), other,
                                      math.select(is(other), own, before[0]))};
                    })[0];
}

const Algorithm permutationByExchanges = {"exchange by exchange", isPermutation,
                                          refuseNothing, workOfExchanges,
                                          emitExchanges};
const Algorithm permutationByPlaces = {"place by place, from the last exchange",
                                       isPermutation, refuseNothing,
                                       workOfPlaces, emitPlaces};

} // namespace weft::tile
