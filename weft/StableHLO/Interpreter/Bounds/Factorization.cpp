// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules of Cholesky and triangular factors and triangular systems: the
// recurrences that define an element, in boxes, each sum of products off by its
// roundings. Elements are thereby as uncertain as the matrix makes them; a
// pivot that may be zero or less makes all that depends on it anything. So does
// a row of which it is not certain that it is the one to be exchanged.

#include "weft/StableHLO/IR/Eigen.h"
#include "weft/StableHLO/IR/Exchanges.h"
#include "weft/StableHLO/IR/Reflections.h"
#include "weft/StableHLO/IR/Tridiagonal.h"
#include "weft/StableHLO/Interpreter/Bounds/Rules.h"
#include "weft/StableHLO/Interpreter/Quantized.h"

using namespace mlir;

namespace weft::reference::ranges {
namespace {

struct Box {
  Interval real;
  Interval imaginary;

  Box conjugate() const {
    return {real, imaginary.isAnything()
                      ? imaginary
                      : Interval{-imaginary.high, -imaginary.low}};
  }
};

/// What the recurrences are made of. A product of factors and its subtraction
/// are off by so many units of their sizes.
constexpr double unitsOfProducts = 4;

class Steps {
public:
  explicit Steps(ElementType type)
      : isComplex(type.isComplex()), largest(largestOf(type.floatKind())),
        least(leastPositive(type.floatKind())),
        in(unitsOfProducts * unitOf(type.floatKind()), least) {}

  /// `sum` - a b. `size` grows by what is subtracted: the terms may come in
  /// another order.
  void subtract(Box &sum, double &size, Box a, Box b) const {
    Interval real = in.multiply(a.real, b.real);
    Interval imaginary = Interval::exactly(0);
    if (isComplex) {
      real = in.subtract(real, in.multiply(a.imaginary, b.imaginary));
      imaginary = in.add(in.multiply(a.real, b.imaginary),
                         in.multiply(a.imaginary, b.real));
    }
    real = kept(real);
    imaginary = kept(imaginary);
    size += std::max(real.largest(), imaginary.largest());
    sum = {kept(in.subtract(sum.real, real)),
           isComplex ? kept(in.subtract(sum.imaginary, imaginary))
                     : sum.imaginary};
  }
  Box rounded(Box sum, double size, int64_t terms, FloatKind kind) const {
    double off = static_cast<double>(terms + 1) * unitOf(kind) * size;
    auto wider = [&](Interval part) {
      return part.isFinite() && terms > 0
                 ? Interval{part.low - off, part.high + off}
                 : part;
    };
    return {wider(sum.real), isComplex ? wider(sum.imaginary) : sum.imaginary};
  }
  Box divide(Box a, Interval by) const {
    by = kept(by);
    return {kept(in.divide(a.real, by)),
            isComplex ? kept(in.divide(a.imaginary, by)) : a.imaginary};
  }
  Box divide(Box a, Box b) const {
    if (!isComplex) {
      return divide(a, b.real);
    }
    Interval size = kept(in.add(in.square(b.real), in.square(b.imaginary)));
    // Squares leave the range, at either end.
    if (!(size.low > 1 / largest)) {
      size = Interval::anything();
    }
    Box turned = b.conjugate();
    Box product = {Interval::exactly(0), Interval::exactly(0)};
    double ignored = 0;
    subtract(product, ignored, {in.negate(a.real), in.negate(a.imaginary)},
             turned);
    // A ratio of the divisor's parts may be too small for the type.
    double off = 4 * least * std::max(a.real.largest(), a.imaginary.largest()) /
                 std::sqrt(size.low);
    auto wider = [&](Interval part) {
      return part.isFinite() ? Interval{part.low - off, part.high + off} : part;
    };
    return {kept(wider(in.divide(product.real, size))),
            kept(wider(in.divide(product.imaginary, size)))};
  }
  Interval root(Interval pivot) const {
    if (pivot.isNaN() || pivot.high <= 0) {
      return Interval::notANumber();
    }
    return pivot.isAnything() || pivot.low <= 0 ? Interval::anything()
                                                : in.sqrt(pivot);
  }

private:
  /// What may overflow on the way is anything; what two complex numbers make
  /// of one that is not finite is nowhere said.
  Interval kept(Interval x) const {
    bool isLost = isComplex && !x.isFinite();
    return isLost || (x.isFinite() && x.largest() >= largest)
               ? Interval::anything()
               : x;
  }

  bool isComplex;
  double largest;
  double least;
  Arithmetic in;
};

/// The matrices in the last two dimensions.
class Matrices {
public:
  Matrices(int64_t rows, int64_t columns, int64_t count)
      : columns(columns), size(rows * columns), boxes(size * count) {}
  explicit Matrices(const Tensor &tensor)
      : Matrices(tensor.dimension(tensor.rank() - 2),
                 tensor.dimension(tensor.rank() - 1), countOf(tensor)) {
    for (int64_t i = 0; i < tensor.elementCount(); ++i) {
      Range range = rangeAt(tensor, i);
      boxes[i] = {range.real(), range.imaginary()};
    }
  }
  static int64_t countOf(const Tensor &tensor) {
    int64_t each = tensor.dimension(tensor.rank() - 2) *
                   tensor.dimension(tensor.rank() - 1);
    return each == 0 ? 0 : tensor.elementCount() / each;
  }
  Box &operator()(int64_t matrix, int64_t row, int64_t column) {
    return boxes[matrix * size + row * columns + column];
  }
  std::vector<Range> ranges(ElementType type) const {
    std::vector<Range> result;
    for (const Box &box : boxes) {
      auto closed = [](Interval part) {
        return part.holdsInfinity() ? Interval::anything() : part;
      };
      result.push_back(
          type.isComplex()
              ? Range::ofComplex(type, closed(box.real), closed(box.imaginary))
              : Range::ofReal(type, closed(box.real)));
    }
    return result;
  }

private:
  int64_t columns;
  int64_t size;
  std::vector<Box> boxes;
};

Status finish(OpCall &call, const OpFunction &standard,
              llvm::function_ref<std::vector<Range>(ElementType)> rule) {
  WEFT_ASSIGN_OR_RETURN(Values values,
                        callStandard(call, standard, bareOperands(call)));
  Tensor value = values.front().tensor();
  ElementType type =
      *ElementType::from(expressedType(value.type()).getElementType());
  if (value.elementCount() == 0) {
    return call.finish(StatusOr<Tensor>(value));
  }
  std::vector<Range> ranges = rule(type);
  return call.finish(value.isQuantized()
                         ? quantizeRanges(call.budget(), value, ranges, true)
                         : withRanges(call.budget(), value, ranges));
}

Status evalCholesky(stablehlo::CholeskyOp op, OpCall &call,
                    const OpFunction &standard) {
  WEFT_ASSIGN_OR_RETURN(Tensor a,
                        dequantizeWithBounds(call.budget(), call.tensor(0)));
  return finish(call, standard, [&](ElementType type) {
    Steps steps(type);
    Matrices matrix(a);
    int64_t n = a.dimension(a.rank() - 1);
    int64_t count = Matrices::countOf(a);
    Matrices factor(n, n, count);
    bool lower = op.getLower();
    for (int64_t m = 0; m < count; ++m) {
      auto get = [&](int64_t row, int64_t column) {
        return lower ? factor(m, row, column)
                     : factor(m, column, row).conjugate();
      };
      for (int64_t i = 0; i < n; ++i) {
        for (int64_t j = 0; j <= i; ++j) {
          Box sum = lower ? matrix(m, i, j) : matrix(m, j, i).conjugate();
          double size = std::max(sum.real.largest(), sum.imaginary.largest());
          for (int64_t k = 0; k < j; ++k) {
            steps.subtract(sum, size, get(i, k), get(j, k).conjugate());
          }
          sum = steps.rounded(sum, size, j, type.floatKind());
          Box value = {steps.root(sum.real), Interval::exactly(0)};
          if (i != j) {
            value = steps.divide(sum, get(j, j).real);
          }
          if (lower) {
            factor(m, i, j) = value;
          } else {
            factor(m, j, i) = value.conjugate();
          }
        }
      }
    }
    return factor.ranges(type);
  });
}

/// The sizes that rows are exchanged by.
Interval sizeOf(Box box) {
  auto size = [](Interval part) -> Interval {
    if (!part.isFinite()) {
      return Interval::anything();
    }
    return {part.holdsZero()
                ? 0
                : std::min(std::fabs(part.low), std::fabs(part.high)),
            part.largest()};
  };
  Interval real = size(box.real);
  Interval imaginary = size(box.imaginary);
  if (real.isAnything() || imaginary.isAnything()) {
    return Interval::anything();
  }
  return {real.low + imaginary.low, real.high + imaginary.high};
}

/// The row whose element is the largest for certain. Sums of two parts are
/// rounded, so that nearly equal ones are not told apart; -1 for none.
int64_t findPivot(ArrayRef<Interval> sizes, double unit) {
  int64_t best = 0;
  for (auto [i, size] : llvm::enumerate(sizes)) {
    if (size.isAnything()) {
      return -1;
    }
    if (size.low > sizes[best].low) {
      best = static_cast<int64_t>(i);
    }
  }
  for (auto [i, size] : llvm::enumerate(sizes)) {
    bool isExactlyEqual = static_cast<int64_t>(i) > best && size.isExact() &&
                          sizes[best].isExact() && size.low == sizes[best].low;
    if (static_cast<int64_t>(i) != best && !isExactlyEqual &&
        size.high >= sizes[best].low * (1 - 4 * unit)) {
      return -1;
    }
  }
  return best;
}

Status evalLu(OpCall &call, const OpFunction &standard) {
  Tensor a = call.tensor(0);
  WEFT_ASSIGN_OR_RETURN(Values values,
                        callStandard(call, standard, bareOperands(call)));
  Tensor value = values[0].tensor();
  Tensor exchanges = values[1].tensor();
  if (value.elementCount() == 0) {
    return call.finish(llvm::SmallVector<Tensor, 2>{value, exchanges});
  }
  ElementType type = *ElementType::from(value.type().getElementType());
  ElementType words = *ElementType::from(exchanges.type().getElementType());
  Steps steps(type);
  Matrices factor(a);
  int64_t rows = a.dimension(a.rank() - 2);
  int64_t columns = a.dimension(a.rank() - 1);
  int64_t count = std::min(rows, columns);
  std::vector<Range> pivots;
  const Box anything = {Interval::anything(), type.isComplex()
                                                  ? Interval::anything()
                                                  : Interval::exactly(0)};
  for (int64_t m = 0; m < Matrices::countOf(a); ++m) {
    auto reduce = [&](int64_t i, int64_t j, int64_t terms) {
      Box sum = factor(m, i, j);
      double size = std::max(sum.real.largest(), sum.imaginary.largest());
      for (int64_t k = 0; k < terms; ++k) {
        steps.subtract(sum, size, factor(m, i, k), factor(m, k, j));
      }
      factor(m, i, j) = steps.rounded(sum, size, terms, type.floatKind());
    };
    bool isLost = false;
    for (int64_t k = 0; k < count; ++k) {
      std::vector<Interval> sizes;
      for (int64_t i = k; i < rows && !isLost; ++i) {
        reduce(i, k, k);
        sizes.push_back(sizeOf(factor(m, i, k)));
      }
      int64_t pivot = isLost ? -1 : findPivot(sizes, unitOf(type.floatKind()));
      isLost = pivot < 0;
      auto row = [&](int64_t i) {
        return Element::integer(words, static_cast<uint64_t>(i + 1));
      };
      if (isLost) {
        // Rows above this one are final.
        pivots.push_back({row(k), row(rows - 1)});
        for (int64_t i = k; i < rows; ++i) {
          for (int64_t j = 0; j < columns; ++j) {
            factor(m, i, j) = anything;
          }
        }
        continue;
      }
      pivot += k;
      pivots.push_back(Range::exactly(row(pivot)));
      for (int64_t j = 0; j < columns && pivot != k; ++j) {
        std::swap(factor(m, k, j), factor(m, pivot, j));
      }
      for (int64_t j = k + 1; j < columns; ++j) {
        reduce(k, j, k);
      }
      Box divisor = factor(m, k, k);
      bool isZero =
          divisor.real.largest() == 0 && divisor.imaginary.largest() == 0;
      for (int64_t i = k + 1; i < rows && !isZero; ++i) {
        factor(m, i, k) = steps.divide(factor(m, i, k), divisor);
      }
    }
  }
  WEFT_ASSIGN_OR_RETURN(Tensor factored,
                        withRanges(call.budget(), value, factor.ranges(type)));
  WEFT_ASSIGN_OR_RETURN(Tensor exchanged,
                        withRanges(call.budget(), exchanges, pivots));
  return call.finish(llvm::SmallVector<Tensor, 2>{factored, exchanged});
}

/// Where an exchange is not certain, any row may come from anywhere.
Status evalPivotsToPermutation(OpCall &call, const OpFunction &standard) {
  Tensor pivots = call.tensor(0);
  WEFT_ASSIGN_OR_RETURN(Values values,
                        callStandard(call, standard, bareOperands(call)));
  Tensor permutation = values[0].tensor();
  if (!hasEnds(pivots) || permutation.elementCount() == 0) {
    return call.finish(StatusOr<Tensor>(permutation));
  }
  const int64_t rows = permutation.shape().back();
  const int64_t steps = pivots.shape().back();
  ElementType words = permutation.elementType();
  const Range anyRow = {
      Element::integer(words, 0),
      Element::integer(words, static_cast<uint64_t>(rows - 1))};
  std::vector<Range> ranges;
  for (int64_t i = 0; i < permutation.elementCount(); ++i) {
    const int64_t first = i / rows * steps;
    const bool isCertain =
        llvm::all_of(llvm::seq(first, first + steps),
                     [&](int64_t at) { return rangeAt(pivots, at).isExact(); });
    ranges.push_back(isCertain ? Range::exactly(permutation.at(i)) : anyRow);
  }
  return call.finish(withRanges(call.budget(), permutation, ranges));
}

Status evalTriangularSolve(stablehlo::TriangularSolveOp op, OpCall &call,
                           const OpFunction &standard) {
  WEFT_ASSIGN_OR_RETURN(Tensor a,
                        dequantizeWithBounds(call.budget(), call.tensor(0)));
  WEFT_ASSIGN_OR_RETURN(Tensor b,
                        dequantizeWithBounds(call.budget(), call.tensor(1)));
  stablehlo::Transpose transpose = op.getTransposeA();
  bool conjugated = transpose == stablehlo::Transpose::ADJOINT;
  bool transposed = conjugated || transpose == stablehlo::Transpose::TRANSPOSE;
  return finish(call, standard, [&](ElementType type) {
    Steps steps(type);
    Matrices matrix(a);
    Matrices right(b);
    int64_t rank = b.rank();
    int64_t count = Matrices::countOf(b);
    Matrices solution(b.dimension(rank - 2), b.dimension(rank - 1), count);
    bool leftSide = op.getLeftSide();
    int64_t n = a.dimension(rank - 1);
    int64_t systems = b.dimension(leftSide ? rank - 1 : rank - 2);
    bool swapped = transposed != !leftSide;
    bool forward = op.getLower() != swapped;
    for (int64_t m = 0; m < count; ++m) {
      auto coefficient = [&](int64_t row, int64_t column) {
        Box value = swapped ? matrix(m, column, row) : matrix(m, row, column);
        return conjugated ? value.conjugate() : value;
      };
      for (int64_t s = 0; s < systems; ++s) {
        auto at = [&](Matrices &of, int64_t i) -> Box & {
          return leftSide ? of(m, i, s) : of(m, s, i);
        };
        for (int64_t step = 0; step < n; ++step) {
          int64_t i = forward ? step : n - 1 - step;
          Box sum = at(right, i);
          double size = std::max(sum.real.largest(), sum.imaginary.largest());
          for (int64_t k = 0; k < step; ++k) {
            int64_t j = forward ? k : n - 1 - k;
            steps.subtract(sum, size, coefficient(i, j), at(solution, j));
          }
          sum = steps.rounded(sum, size, step, type.floatKind());
          at(solution, i) =
              op.getUnitDiagonal() ? sum : steps.divide(sum, coefficient(i, i));
        }
      }
    }
    return solution.ranges(type);
  });
}

} // namespace

void addFactorizationRules(OpTable &table, const OpTable &standard) {
  using namespace stablehlo;
  StringRef cholesky = CholeskyOp::getOperationName();
  table.add<CholeskyOp>(
      [function = *standard.find(cholesky)](CholeskyOp op, OpCall &call) {
        return evalCholesky(op, call, function);
      });
  StringRef lu = LuOp::getOperationName();
  table.add<LuOp>([function = *standard.find(lu)](LuOp, OpCall &call) {
    return evalLu(call, function);
  });
  StringRef permutation = PivotsToPermutationOp::getOperationName();
  table.add<PivotsToPermutationOp>([function = *standard.find(permutation)](
                                       PivotsToPermutationOp, OpCall &call) {
    return evalPivotsToPermutation(call, function);
  });
  // Which way a column is reflected turns on a sign, and no bound is known of
  // what a sum of squares leaves; eigenvectors may be turned, and systems of
  // three diagonals are solved in many orders: tests look at what results
  // satisfy.
  auto anything = [](OpCall &call, const OpFunction &function) -> Status {
    WEFT_ASSIGN_OR_RETURN(Values values,
                          callStandard(call, function, bareOperands(call)));
    llvm::SmallVector<Tensor, 2> results;
    for (const Value &value : values) {
      const Tensor &tensor = value.tensor();
      std::vector<Range> ranges(tensor.elementCount(),
                                Range::anything(tensor.elementType()));
      WEFT_ASSIGN_OR_RETURN(Tensor bounded,
                            withRanges(call.budget(), tensor, ranges));
      results.push_back(bounded);
    }
    return call.finish(results);
  };
  StringRef eigh = EighOp::getOperationName();
  table.add<EighOp>([=, function = *standard.find(eigh)](EighOp, OpCall &call) {
    return anything(call, function);
  });
  StringRef qr = QrOp::getOperationName();
  table.add<QrOp>([=, function = *standard.find(qr)](QrOp, OpCall &call) {
    return anything(call, function);
  });
  StringRef reflections = ReflectionsOp::getOperationName();
  table.add<ReflectionsOp>(
      [=, function = *standard.find(reflections)](ReflectionsOp, OpCall &call) {
        return anything(call, function);
      });
  StringRef tridiagonal = TridiagonalSolveOp::getOperationName();
  table.add<TridiagonalSolveOp>([=, function = *standard.find(tridiagonal)](
                                    TridiagonalSolveOp, OpCall &call) {
    return anything(call, function);
  });
  StringRef solve = TriangularSolveOp::getOperationName();
  table.add<TriangularSolveOp>(
      [function = *standard.find(solve)](TriangularSolveOp op, OpCall &call) {
        return evalTriangularSolve(op, call, function);
      });
}

} // namespace weft::reference::ranges
