// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cholesky factors and triangular systems, element by element: one program per
// matrix, and per right-hand side of a system. Sums are formed in f64 and each
// element is rounded once.

#include "weft/Machine/OperationCosts.h"
#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Tile/Tiling/Elementwise/Elementwise.h"
#include "weft/Tile/Tiling/Heroes/HeroKernel.h"

#include <limits>

using namespace mlir;

namespace weft::tile {
namespace {

/// Numbers in f64, real or complex.
class Numbers {
public:
  Numbers(HeroKernel &hero, Type element) : hero(hero), element(element) {}

  TileValue load(Value ref, HeroKernel::Indices at) {
    return mapParts(hero.load(ref, at, element), [&](Value part) {
      return hero.math.toFloat(part, hero.builder.getF64Type());
    });
  }
  void store(Value ref, HeroKernel::Indices at, const TileValue &value) {
    hero.store(ref, at,
               mapParts(value,
                        [&](Value part) {
                          return hero.math.toFloat(part, partType(element));
                        }),
               element);
  }
  TileValue zero() {
    return TileValue(partCount(element),
                     hero.math.zero(hero.builder.getF64Type()));
  }
  TileValue conjugate(const TileValue &a) {
    return a.size() == 1 ? a : TileValue{a[0], hero.math.negate(a[1])};
  }
  /// sum - a * b.
  TileValue subtractProduct(const TileValue &sum, const TileValue &a,
                            const TileValue &b) {
    if (sum.size() == 1) {
      return {sub(sum[0], mul(a[0], b[0]))};
    }
    return {sub(sum[0], sub(mul(a[0], b[0]), mul(a[1], b[1]))),
            sub(sum[1], add(mul(a[0], b[1]), mul(a[1], b[0])))};
  }
  TileValue divide(const TileValue &a, const TileValue &b) {
    return a.size() == 1 ? TileValue{div(a[0], b[0])}
                         : emitQuotient(hero.math, a, b);
  }
  TileValue divideByReal(const TileValue &a, Value b) {
    return mapParts(a, [&](Value part) { return div(part, b); });
  }

private:
  Value add(Value a, Value b) { return hero.math.make<arith::AddFOp>(a, b); }
  Value sub(Value a, Value b) { return hero.math.make<arith::SubFOp>(a, b); }
  Value mul(Value a, Value b) { return hero.math.make<arith::MulFOp>(a, b); }
  Value div(Value a, Value b) { return hero.math.make<arith::DivFOp>(a, b); }

  HeroKernel &hero;
  Type element;
};

llvm::SmallVector<Value> matrixPlace(ArrayRef<Value> batch, Value row,
                                     Value column) {
  llvm::SmallVector<Value> place(batch);
  place.push_back(row);
  place.push_back(column);
  return place;
}

KernelOp emitCholesky(OpBuilder &builder, Location loc, StringRef name,
                      const TilingSpace &space, Operation *op,
                      const Machine &) {
  auto cholesky = cast<stablehlo::CholeskyOp>(op);
  auto type = cast<RankedTensorType>(cholesky.getResult().getType());
  int64_t n = type.getShape().back();
  bool lower = cholesky.getLower();
  HeroKernel hero(builder, loc, name, space, op, type.getShape().drop_back(2));
  Numbers numbers(hero, type.getElementType());
  Arithmetic &math = hero.math;
  Value end = hero.index(n);
  Value zero = hero.index(0);

  // Places of the lower factor; the upper one is its adjoint.
  auto place = [&](Value row, Value column) {
    return lower ? matrixPlace(hero.program, row, column)
                 : matrixPlace(hero.program, column, row);
  };
  auto get = [&](Value ref, Value row, Value column) {
    TileValue value = numbers.load(ref, place(row, column));
    return lower ? value : numbers.conjugate(value);
  };
  Value input = hero.operand(0);
  Value factor = hero.result(0);
  hero.loop(zero, end, [&](Value i) {
    hero.loop(zero, end, [&](Value j) {
      numbers.store(factor, matrixPlace(hero.program, i, j), numbers.zero());
    });
  });
  hero.loop(zero, end, [&](Value i) {
    hero.loop(zero, hero.add(i, hero.index(1)), [&](Value j) {
      llvm::SmallVector<Value> sum = hero.loop(
          zero, j, get(input, i, j), [&](Value k, ValueRange carried) {
            TileValue next = numbers.subtractProduct(
                llvm::to_vector_of<Value, 2>(carried), get(factor, i, k),
                numbers.conjugate(get(factor, j, k)));
            return llvm::SmallVector<Value>(next.begin(), next.end());
          });
      Value isDiagonal = math.compare(arith::CmpIPredicate::eq, i, j);
      // On the diagonal the pivot is the element itself.
      Value root = math.make<math::SqrtOp>(sum[0]);
      Value isPositive = math.compare(arith::CmpFPredicate::OGT, sum[0],
                                      math.zero(sum[0].getType()));
      Value pivot =
          math.select(isPositive, root,
                      math.real(sum[0].getType(),
                                std::numeric_limits<double>::quiet_NaN()));
      TileValue below = numbers.divideByReal(llvm::to_vector_of<Value, 2>(sum),
                                             get(factor, j, j)[0]);
      TileValue diagonal = numbers.zero();
      diagonal[0] = pivot;
      TileValue value;
      for (auto [onDiagonal, offDiagonal] : llvm::zip_equal(diagonal, below)) {
        value.push_back(math.select(isDiagonal, onDiagonal, offDiagonal));
      }
      numbers.store(factor, place(i, j),
                    lower ? value : numbers.conjugate(value));
    });
  });
  return hero.kernel;
}

KernelOp emitTriangularSolve(OpBuilder &builder, Location loc, StringRef name,
                             const TilingSpace &space, Operation *op,
                             const Machine &) {
  auto solve = cast<stablehlo::TriangularSolveOp>(op);
  auto type = cast<RankedTensorType>(solve.getResult().getType());
  ArrayRef<int64_t> shape = type.getShape();
  bool left = solve.getLeftSide();
  int64_t n = left ? shape[shape.size() - 2] : shape.back();
  int64_t systems = left ? shape.back() : shape[shape.size() - 2];
  stablehlo::Transpose transpose = solve.getTransposeA();
  bool transposed = transpose == stablehlo::Transpose::TRANSPOSE ||
                    transpose == stablehlo::Transpose::ADJOINT;
  bool conjugated = transpose == stablehlo::Transpose::ADJOINT;

  llvm::SmallVector<int64_t> counts(shape.drop_back(2));
  counts.push_back(systems);
  HeroKernel hero(builder, loc, name, space, op, counts);
  Numbers numbers(hero, type.getElementType());
  ArrayRef<Value> batch = ArrayRef(hero.program).drop_back();
  Value system = hero.program.back();

  // x * op(a) = b is op(a)^T * x^T = b^T: seen so, both sides solve from the
  // left.
  bool swapped = transposed != !left;
  bool forward = solve.getLower() != swapped;
  auto coefficient = [&](Value row, Value column) {
    TileValue value = numbers.load(hero.operand(0),
                                   swapped ? matrixPlace(batch, column, row)
                                           : matrixPlace(batch, row, column));
    return conjugated ? numbers.conjugate(value) : value;
  };
  auto place = [&](Value i) {
    return left ? matrixPlace(batch, i, system) : matrixPlace(batch, system, i);
  };
  Value last = hero.index(n - 1);
  auto ordered = [&](Value i) { return forward ? i : hero.sub(last, i); };

  hero.loop(hero.index(0), hero.index(n), [&](Value step) {
    Value i = ordered(step);
    llvm::SmallVector<Value> sum = hero.loop(
        hero.index(0), step, numbers.load(hero.operand(1), place(i)),
        [&](Value k, ValueRange carried) {
          Value j = ordered(k);
          TileValue next = numbers.subtractProduct(
              llvm::to_vector_of<Value, 2>(carried), coefficient(i, j),
              numbers.load(hero.result(0), place(j)));
          return llvm::SmallVector<Value>(next.begin(), next.end());
        });
    TileValue value = llvm::to_vector_of<Value, 2>(sum);
    if (!solve.getUnitDiagonal()) {
      value = numbers.divide(value, coefficient(i, i));
    }
    numbers.store(hero.result(0), place(i), value);
  });
  return hero.kernel;
}

bool isCholesky(Operation *op) { return isa<stablehlo::CholeskyOp>(op); }

bool isTriangularSolve(Operation *op) {
  return isa<stablehlo::TriangularSolveOp>(op);
}

int64_t product(ArrayRef<int64_t> extents) {
  int64_t all = 1;
  for (int64_t extent : extents) {
    all *= extent;
  }
  return all;
}

/// A product and a difference for each element of each row before.
AlgorithmWork workOfCholesky(const TilingSpace &, Operation *op,
                             const Machine &) {
  ArrayRef<int64_t> shape =
      cast<RankedTensorType>(op->getResult(0).getType()).getShape();
  int64_t n = shape.back();
  return {product(shape.drop_back(2)),
          saturatingMultiply(saturatingMultiply(n, n), n)};
}

AlgorithmWork workOfSubstitution(const TilingSpace &, Operation *op,
                                 const Machine &) {
  ArrayRef<int64_t> matrix =
      cast<RankedTensorType>(op->getOperand(0).getType()).getShape();
  auto systems = cast<RankedTensorType>(op->getResult(0).getType());
  int64_t n = std::max<int64_t>(matrix.back(), 1);
  return {systems.getNumElements() / n, saturatingMultiply(n, n) * 2};
}

} // namespace

const Algorithm choleskyByRows = {"factors row by row", isCholesky,
                                  refuseNothing, workOfCholesky, emitCholesky};
const Algorithm substitution = {"substitution row by row", isTriangularSolve,
                                refuseNothing, workOfSubstitution,
                                emitTriangularSolve};

} // namespace weft::tile
