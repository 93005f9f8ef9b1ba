// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Factors by reflections, and their product, column by column. A program is a
// matrix, and lanes are columns: row by row, the sums of all columns grow by
// what the reflection's number in that row takes of it, and in a second pass
// each row loses its share of them. So rows are read as they lie, and only what
// is left of the matrix is touched. It is kept beside the program, in rows of
// whole tiles.

#include "weft/StableHLO/IR/Reflections.h"
#include "weft/Machine/OperationCosts.h"
#include "weft/Support/PowersOfTwo.h"
#include "weft/Tile/Tiling/Heroes/HeroKernel.h"

#include <llvm/Support/MathExtras.h>

using namespace mlir;

namespace weft::tile {
namespace {

/// Vectors of columns whose sums are in registers.
constexpr int64_t vectorsOfSums = 4;

/// The matrices of an operation, and how many columns are lanes.
struct Reflected {
  Reflected(Operation *op, const Machine &machine)
      : type(cast<RankedTensorType>(op->getResult(0).getType())) {
    ArrayRef<int64_t> shape = type.getShape();
    rows = shape[shape.size() - 2];
    columns = shape.back();
    steps = cast<RankedTensorType>(isa<stablehlo::QrOp>(op)
                                       ? op->getResult(1).getType()
                                       : op->getOperand(1).getType())
                .getShape()
                .back();
    const int64_t lanes = machine.isCpu() ? machine.vectorBytes * 8 /
                                                type.getElementTypeBitWidth()
                                          : 1;
    width =
        std::min(vectorsOfSums * lanes, lanes == 1 ? 1 : powerAbove(columns));
    tiles = llvm::divideCeil(columns, width);
  }
  ArrayRef<int64_t> batch() const { return type.getShape().drop_back(2); }
  int64_t matrices() const {
    int64_t all = 1;
    for (int64_t extent : batch()) {
      all = saturatingMultiply(all, extent);
    }
    return all;
  }

  RankedTensorType type;
  int64_t rows = 0;
  int64_t columns = 0;
  int64_t steps = 0;
  int64_t width = 1;
  int64_t tiles = 1;
};

class ReflectionKernel {
public:
  ReflectionKernel(OpBuilder &builder, Location loc, StringRef name,
                   const TilingSpace &space, Operation *op,
                   const Machine &machine)
      : sizes(op, machine), hero(builder, loc, name, space, op, sizes.batch()),
        math(hero.math), element(sizes.type.getElementType()),
        tile(RankedTensorType::get({sizes.width}, element)),
        words(RankedTensorType::get({sizes.width}, builder.getI32Type())),
        rows(hero.index(sizes.rows)),
        matrix(hero.scratch({sizes.rows, sizes.tiles * sizes.width}, element)) {
  }

  KernelOp factor() {
    Value zero = hero.index(0);
    hero.loop(zero, rows, [&](Value row) {
      // Lanes behind the last column compute as well.
      store(math.zero(tile), row, hero.index((sizes.tiles - 1) * sizes.width));
      moveRow(hero.operand(0), row, /*isLoad=*/true);
    });
    hero.loop(zero, hero.index(sizes.steps), [&](Value k) {
      Value scale = makeReflection(k);
      hero.store(hero.result(1), place({k}), {scale}, element);
      auto number = [&](Value row) { return numberOf(row, k); };
      reflect(number, scale, k, hero.add(k, hero.index(1)));
    });
    return finish();
  }

  KernelOp multiply() {
    Value zero = hero.index(0);
    hero.loop(zero, rows, [&](Value row) {
      overTiles(zero, [&](Value column) {
        store(unitRow(row, column), row, column);
      });
    });
    // From the last one on, so that columns of the unit matrix stay short.
    Value last = hero.index(sizes.steps - 1);
    hero.loop(zero, hero.index(sizes.steps), [&](Value i) {
      Value k = hero.sub(last, i);
      auto number = [&](Value row) {
        return hero.load(hero.operand(0), place({row, k}), element)[0];
      };
      reflect(number, hero.load(hero.operand(1), place({k}), element)[0], k, k);
    });
    return finish();
  }

private:
  using Numbers = llvm::function_ref<Value(Value)>;

  SmallVector<Value> place(ArrayRef<Value> indices) {
    SmallVector<Value> all(hero.program);
    llvm::append_range(all, indices);
    return all;
  }

  KernelOp finish() {
    hero.loop(hero.index(0), rows, [&](Value row) {
      moveRow(hero.result(0), row, /*isLoad=*/false);
    });
    return hero.kernel;
  }
  /// Between an array and the matrix: whole tiles, and what is left.
  void moveRow(Value array, Value row, bool isLoad) {
    auto move = [&](Value column, int64_t count) {
      SmallVector<int64_t> outer(sizes.type.getRank(), 1);
      outer.back() = count;
      const SmallVector<int64_t> inner = {1, count};
      SmallVector<Value> there = place({row, column});
      SmallVector<Value> here = {row, column};
      Value moved = math.make<LoadOp>(
          RankedTensorType::get(isLoad ? outer : inner, element),
          isLoad ? array : matrix, isLoad ? there : here, ArrayRef<Value>());
      StoreOp::create(
          math.builder, math.loc, math.reshape(moved, isLoad ? inner : outer),
          isLoad ? matrix : array, isLoad ? here : there, ArrayRef<Value>());
    };
    const int64_t whole = sizes.columns / sizes.width;
    if (whole > 0) {
      hero.loop(hero.index(0), hero.index(whole),
                [&](Value i) { move(hero.mul(i, sizes.width), sizes.width); });
    }
    if (const int64_t rest = sizes.columns % sizes.width) {
      move(hero.index(whole * sizes.width), rest);
    }
  }

  Value numberOf(Value row, Value column) {
    return hero.load(matrix, {row, column}, element)[0];
  }
  Value load(Value row, Value column) {
    return math.reshape(
        math.make<LoadOp>(RankedTensorType::get({1, sizes.width}, element),
                          matrix, ValueRange{row, column}, ArrayRef<Value>()),
        {sizes.width});
  }
  void store(Value value, Value row, Value column) {
    StoreOp::create(math.builder, math.loc,
                    math.reshape(value, {1, sizes.width}), matrix,
                    ValueRange{row, column}, ArrayRef<Value>());
  }
  /// How the columns of a tile compare with one.
  Value compare(arith::CmpIPredicate predicate, Value column, Value with) {
    Value away = math.make<arith::IndexCastOp>(math.builder.getI32Type(),
                                               hero.sub(with, column));
    return math.compare(predicate, math.make<IotaOp>(words, 0),
                        math.splat(away, {sizes.width}));
  }
  Value unitRow(Value row, Value column) {
    return math.select(compare(arith::CmpIPredicate::eq, column, row),
                       math.real(tile, 1), math.zero(tile));
  }

  /// From that with column `first` on.
  void overTiles(Value first, llvm::function_ref<void(Value)> body) {
    Value begin = math.make<arith::DivUIOp>(first, hero.index(sizes.width));
    hero.loop(begin, hero.index(sizes.tiles),
              [&](Value i) { body(hero.mul(i, sizes.width)); });
  }

  /// matrix - scale v (v^T matrix) of the columns from `first` on, where v is
  /// one in row k, and below it what `numbers` give.
  void reflect(Numbers numbers, Value scale, Value k, Value first) {
    Value below = hero.add(k, hero.index(1));
    auto spread = [&](Value row) {
      return math.splat(numbers(row), {sizes.width});
    };
    overTiles(first, [&](Value column) {
      Value own = load(k, column);
      Value sums =
          hero.loop(below, rows, own,
                    [&](Value row, ValueRange before) -> SmallVector<Value> {
                      return {math.add(
                          before[0], math.mul(spread(row), load(row, column)))};
                    })[0];
      Value shares = math.mul(sums, math.splat(scale, {sizes.width}));
      // Columns before `first` stay as they are, also beside a reflection that
      // is no number, of which no part is none.
      Value isLeft = compare(arith::CmpIPredicate::sge, column, first);
      auto change = [&](Value row, Value from, Value by) {
        store(math.select(isLeft, math.sub(from, by), from), row, column);
      };
      change(k, own, shares);
      hero.loop(below, rows, [&](Value row) {
        change(row, load(row, column), math.mul(spread(row), shares));
      });
    });
  }

  /// Makes column k a reflection, below what is left of it, and gives its
  /// scale.
  Value makeReflection(Value k) {
    using Predicate = arith::CmpFPredicate;
    Value below = hero.add(k, hero.index(1));
    Value zero = math.zero(element);
    Value one = math.real(element, 1);
    Value alpha = numberOf(k, k);
    auto [squares, norm] = sizeOf(k, alpha);
    // Nothing below the diagonal: nothing to reflect.
    Value isDone =
        math.compare(Predicate::OEQ, squares, math.zero(squares.getType()));
    // Of a zero the sign counts, as in LAPACK.
    Value beta =
        math.select(isDone, alpha, math.copySign(norm, math.negate(alpha)));
    Value scale =
        math.select(isDone, zero,
                    math.make<arith::DivFOp>(math.sub(beta, alpha),
                                             math.select(isDone, one, beta)));
    Value divisor = math.select(isDone, one, math.sub(alpha, beta));
    hero.loop(below, rows, [&](Value row) {
      hero.store(matrix, {row, k},
                 {math.make<arith::DivFOp>(numberOf(row, k), divisor)},
                 element);
    });
    hero.store(matrix, {k, k}, {beta}, element);
    return scale;
  }

  /// The sum of squares below the diagonal, which only is zero where they are,
  /// and the norm from the diagonal on.
  std::pair<Value, Value> sizeOf(Value k, Value alpha) {
    using Predicate = arith::CmpFPredicate;
    // Squares of f32 neither vanish nor overflow in f64.
    Type wide = math.builder.getF64Type();
    auto over = [&](Value first, llvm::function_ref<Value(Value, Value)> step) {
      return hero.loop(hero.add(k, hero.index(1)), rows, first,
                       [&](Value row, ValueRange before) -> SmallVector<Value> {
                         Value x = math.toFloat(numberOf(row, k), wide);
                         return {step(before[0], x)};
                       })[0];
    };
    auto square = [&](Value x) { return math.mul(x, x); };
    Value zero = math.zero(wide);
    Value own = math.toFloat(alpha, wide);
    Value squares = over(
        zero, [&](Value sum, Value x) { return math.add(sum, square(x)); });
    Value all = math.add(square(own), squares);
    Value norm = math.make<math::SqrtOp>(all);
    if (element.isF32()) {
      return {squares, math.toFloat(norm, element)};
    }
    constexpr double safe = 1e280;
    Value isUnsafe = math.either(
        math.compare(Predicate::ULT, all, math.real(wide, 1 / safe)),
        math.compare(Predicate::UGT, all, math.real(wide, safe)));
    SmallVector<Value> found =
        math.unlessAny(isUnsafe, {squares, norm}, [&]() -> SmallVector<Value> {
          Value size = over(math.absolute(own), [&](Value largest, Value x) {
            return math.make<arith::MaximumFOp>(largest, math.absolute(x));
          });
          size = math.select(math.compare(Predicate::OEQ, size, zero),
                             math.real(wide, 1), size);
          auto part = [&](Value x) {
            return square(math.make<arith::DivFOp>(x, size));
          };
          Value scaled = over(
              zero, [&](Value sum, Value x) { return math.add(sum, part(x)); });
          return {scaled, math.mul(size, math.make<math::SqrtOp>(
                                             math.add(part(own), scaled)))};
        });
    return {found[0], found[1]};
  }

  Reflected sizes;
  HeroKernel hero;
  Arithmetic &math;
  Type element;
  RankedTensorType tile;
  RankedTensorType words;
  Value rows;
  /// What is reflected, in whole tiles.
  Value matrix;
};

bool isQr(Operation *op) { return isa<stablehlo::QrOp>(op); }
bool isReflections(Operation *op) { return isa<stablehlo::ReflectionsOp>(op); }

AlgorithmWork workOf(const TilingSpace &, Operation *op,
                     const Machine &machine) {
  // Both passes read a row's number and a vector.
  constexpr int64_t stepsOfRow = 6;
  const Reflected sizes(op, machine);
  return {sizes.matrices(),
          saturatingMultiply(sizes.steps * sizes.rows,
                             sizes.tiles * vectorsOfSums * stepsOfRow / 2)};
}

KernelOp emitQr(OpBuilder &builder, Location loc, StringRef name,
                const TilingSpace &space, Operation *op,
                const Machine &machine) {
  return ReflectionKernel(builder, loc, name, space, op, machine).factor();
}

KernelOp emitReflections(OpBuilder &builder, Location loc, StringRef name,
                         const TilingSpace &space, Operation *op,
                         const Machine &machine) {
  return ReflectionKernel(builder, loc, name, space, op, machine).multiply();
}

} // namespace

const Algorithm qrByColumns = {"reflections column by column", isQr,
                               refuseNothing, workOf, emitQr};
const Algorithm productOfReflections = {
    "product of reflections, the last first", isReflections, refuseNothing,
    workOf, emitReflections};

} // namespace weft::tile
