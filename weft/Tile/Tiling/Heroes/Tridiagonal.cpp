// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Systems of three diagonals, row by row. A program is a right-hand side. The
// equation that is left of all rows so far and the next row are ordered by what
// they have of the unknown in turn, and the second loses it. The first ones are
// kept beside the program, and their right-hand sides where the results go.

#include "weft/StableHLO/IR/Tridiagonal.h"
#include "weft/Machine/OperationCosts.h"
#include "weft/StableHLO/Simplify/Match.h"
#include "weft/Tile/Tiling/Heroes/FactorNumbers.h"
#include "weft/Tile/Tiling/Heroes/HeroKernel.h"

#include <limits>

using namespace mlir;

namespace weft::tile {

using stablehlo::typeOf;

namespace {

/// Programs: the dimensions of a batch, then right-hand sides.
SmallVector<int64_t> systemsOf(Operation *op) {
  ArrayRef<int64_t> shape = typeOf(op->getResult(0)).getShape();
  SmallVector<int64_t> counts(shape.drop_back(2));
  counts.push_back(shape.back());
  return counts;
}

int64_t rowsOf(Operation *op) {
  return typeOf(op->getOperand(0)).getShape().back();
}

class TridiagonalKernel {
public:
  TridiagonalKernel(OpBuilder &builder, Location loc, StringRef name,
                    const TilingSpace &space, Operation *op)
      : hero(builder, loc, name, space, op, systemsOf(op)), math(hero.math),
        numbers(math), element(typeOf(op->getResult(0)).getElementType()),
        rows(rowsOf(op)), kept(hero.scratch({rows, 3}, element)) {}

  KernelOp emit() {
    Equation last = eliminate();
    keep(hero.index(rows - 1), last);
    substitute();
    return hero.kernel;
  }

private:
  /// Of three unknowns in a row.
  struct Equation {
    TileValue terms[3];
    TileValue right;
  };

  Equation rowAt(Value row) {
    // Nothing lies beside the first and the last unknown.
    Value isLast =
        math.compare(arith::CmpIPredicate::eq, row, hero.index(rows - 1));
    TileValue upper = diagonal(2, row);
    return {{diagonal(0, row), diagonal(1, row),
             numbers.select(isLast, numbers.zeros(upper), upper)},
            hero.load(hero.operand(3), place(row), element)};
  }
  TileValue diagonal(unsigned number, Value row) {
    SmallVector<Value> at(ArrayRef<Value>(hero.program).drop_back());
    at.push_back(row);
    return hero.load(hero.operand(number), at, element);
  }
  SmallVector<Value> place(Value row) {
    SmallVector<Value> at(ArrayRef<Value>(hero.program).drop_back());
    at.push_back(row);
    at.push_back(hero.program.back());
    return at;
  }

  void keep(Value row, const Equation &equation) {
    for (auto [i, term] : llvm::enumerate(equation.terms)) {
      hero.store(kept, {row, hero.index(static_cast<int64_t>(i))}, term,
                 element);
    }
    hero.store(hero.result(0), place(row), equation.right, element);
  }

  /// What is left in the end, of the last unknown.
  Equation eliminate() {
    Equation first = rowAt(hero.index(0));
    SmallVector<Value> carried;
    const TileValue nothing = numbers.zeros(first.right);
    for (const TileValue &part :
         {first.terms[1], first.terms[2], first.right}) {
      llvm::append_range(carried, part);
    }
    SmallVector<Value> left = hero.loop(
        hero.index(0), hero.index(rows - 1), carried,
        [&](Value step, ValueRange before) {
          Equation own = equationOf(before, nothing);
          Equation next = rowAt(hero.add(step, hero.index(1)));
          order(own, next);
          keep(step, own);
          Value isNone = numbers.isZero(own.terms[0]);
          TileValue factor = numbers.select(
              isNone, nothing, numbers.divide(next.terms[0], own.terms[0]));
          SmallVector<Value> after;
          for (auto [from, what] : {std::pair(next.terms[1], own.terms[1]),
                                    std::pair(next.terms[2], own.terms[2]),
                                    std::pair(next.right, own.right)}) {
            llvm::append_range(after,
                               numbers.subtractProduct(from, factor, what));
          }
          return after;
        });
    return equationOf(left, nothing);
  }
  Equation equationOf(ValueRange values, const TileValue &nothing) {
    const size_t parts = nothing.size();
    auto number = [&](size_t i) {
      return llvm::to_vector_of<Value, 2>(values.slice(i * parts, parts));
    };
    return {{number(0), number(1), nothing}, number(2)};
  }
  /// The one with more of the first unknown is `own`.
  void order(Equation &own, Equation &next) {
    Value isNext = math.compare(arith::CmpFPredicate::OGT,
                                numbers.magnitude(next.terms[0]),
                                numbers.magnitude(own.terms[0]));
    auto exchange = [&](TileValue &a, TileValue &b) {
      TileValue first = numbers.select(isNext, b, a);
      b = numbers.select(isNext, a, b);
      a = first;
    };
    for (unsigned i = 0; i < 3; ++i) {
      exchange(own.terms[i], next.terms[i]);
    }
    exchange(own.right, next.right);
  }

  void substitute() {
    const TileValue nothing =
        numbers.zeros(hero.load(kept, {hero.index(0), hero.index(0)}, element));
    SmallVector<Value> known(nothing.begin(), nothing.end());
    llvm::append_range(known, nothing);
    const size_t parts = nothing.size();
    Value last = hero.index(rows - 1);
    Type part = nothing.front().getType();
    Value none = math.real(part, std::numeric_limits<double>::quiet_NaN());
    // A pivot that is zero makes NaN of all unknowns before its own, and those
    // behind it are written over.
    known.push_back(math.integer(hero.builder.getI1Type(), 0));
    Value isSingular =
        hero.loop(
                hero.index(0), hero.index(rows), known,
                [&](Value i, ValueRange before) {
                  Value row = hero.sub(last, i);
                  auto term = [&](int64_t number) {
                    return hero.load(kept, {row, hero.index(number)}, element);
                  };
                  auto next =
                      llvm::to_vector_of<Value, 2>(before.take_front(parts));
                  auto second =
                      llvm::to_vector_of<Value, 2>(before.slice(parts, parts));
                  TileValue value =
                      hero.load(hero.result(0), place(row), element);
                  value = numbers.subtractProduct(value, term(1), next);
                  value = numbers.subtractProduct(value, term(2), second);
                  value = numbers.divide(value, term(0));
                  hero.store(hero.result(0), place(row), value, element);
                  SmallVector<Value> after(value.begin(), value.end());
                  llvm::append_range(after, next);
                  after.push_back(
                      math.either(before.back(), numbers.isZero(term(0))));
                  return after;
                })
            .back();
    hero.when(isSingular, [&] {
      hero.loop(hero.index(0), hero.index(rows), [&](Value row) {
        hero.store(hero.result(0), place(row), TileValue(parts, none), element);
      });
    });
  }

  HeroKernel hero;
  Arithmetic &math;
  FactorNumbers numbers;
  Type element;
  int64_t rows;
  Value kept;
};

bool isTridiagonalSolve(Operation *op) {
  return isa<stablehlo::TridiagonalSolveOp>(op);
}

AlgorithmWork workOf(const TilingSpace &, Operation *op, const Machine &) {
  constexpr int64_t stepsOfRow = 60;
  int64_t systems = 1;
  for (int64_t count : systemsOf(op)) {
    systems = saturatingMultiply(systems, count);
  }
  return {systems, saturatingMultiply(rowsOf(op), stepsOfRow)};
}

KernelOp emit(OpBuilder &builder, Location loc, StringRef name,
              const TilingSpace &space, Operation *op, const Machine &) {
  return TridiagonalKernel(builder, loc, name, space, op).emit();
}

} // namespace

const Algorithm tridiagonalByRows = {"three diagonals row by row",
                                     isTridiagonalSolve, refuseNothing, workOf,
                                     emit};

} // namespace weft::tile
