// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cholesky and triangular factors and triangular systems, for every matrix in
// the last two dimensions.
//
// Each element of a result is computed in doubles and rounded once.

#include "weft/StableHLO/Interpreter/Factorization.h"

#include "weft/StableHLO/IR/Eigen.h"
#include "weft/StableHLO/IR/Exchanges.h"
#include "weft/StableHLO/IR/Reflections.h"
#include "weft/StableHLO/IR/Tridiagonal.h"
#include "weft/StableHLO/Interpreter/OpTable.h"
#include "weft/StableHLO/Interpreter/Quantized.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

using namespace mlir;

namespace weft::reference {
namespace {

using Complex = std::complex<double>;

/// One matrix of a batch. Real elements have a zero imaginary part.
class Matrix {
public:
  Matrix(const Tensor &tensor, int64_t batch)
      : tensor(tensor), columns(tensor.dimension(tensor.rank() - 1)),
        base(batch * tensor.dimension(tensor.rank() - 2) * columns) {}

  Complex operator()(int64_t row, int64_t column) const {
    return tensor.at(base + row * columns + column).asComplex();
  }

private:
  const Tensor &tensor;
  int64_t columns;
  int64_t base;
};

/// A matrix that is being computed; each element is rounded when it is set.
class ResultMatrix {
public:
  ResultMatrix(TensorBuilder &tensor, int64_t batch)
      : tensor(tensor), columns(tensor.shape().back()),
        base(batch * tensor.shape()[tensor.shape().size() - 2] * columns) {}

  Complex operator()(int64_t row, int64_t column) const {
    return tensor.at(base + row * columns + column).asComplex();
  }
  void set(int64_t row, int64_t column, Complex value) {
    ElementType type = tensor.elementType();
    tensor.setAt(base + row * columns + column,
                 type.isComplex() ? Element::complex(type, value)
                                  : Element::real(type, value.real()));
  }

private:
  TensorBuilder &tensor;
  int64_t columns;
  int64_t base;
};

int64_t batchCount(ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (int64_t extent : shape.drop_back(2)) {
    count *= extent;
  }
  return count;
}

} // namespace

StatusOr<Tensor> evalCholeskyOp(Budget &budget, RankedTensorType type,
                                const Tensor &a, bool lower) {
  if (a.isQuantized()) {
    WEFT_ASSIGN_OR_RETURN(Tensor real, dequantize(budget, a));
    WEFT_ASSIGN_OR_RETURN(
        Tensor factor,
        evalCholeskyOp(budget, expressedType(type), real, lower));
    return quantize(budget, factor, type);
  }
  WEFT_ASSIGN_OR_RETURN(RankedTensorType resultType,
                        resolveType(type, a.shape()));
  int64_t n = a.dimension(a.rank() - 1);
  if (a.dimension(a.rank() - 2) != n) {
    return Status::invalidArgument("the matrices are not square");
  }
  WEFT_ASSIGN_OR_RETURN(TensorBuilder result,
                        TensorBuilder::create(budget, resultType));
  // The batches of nothing may be many.
  if (result.elementCount() == 0) {
    return std::move(result).finish();
  }
  for (int64_t batch = 0; batch < batchCount(a.shape()); ++batch) {
    Matrix matrix(a, batch);
    ResultMatrix factor(result, batch);
    // Row by row, the lower factor L of a = L L^H; the upper one is its
    // adjoint. The other triangle stays zero. A pivot that is not positive
    // gives NaN, which spreads over all that depends on it.
    auto get = [&](int64_t row, int64_t column) {
      return lower ? factor(row, column) : std::conj(factor(column, row));
    };
    for (int64_t i = 0; i < n; ++i) {
      WEFT_RETURN_IF_ERROR(budget.takeSteps(n));
      for (int64_t j = 0; j <= i; ++j) {
        Complex sum = lower ? matrix(i, j) : std::conj(matrix(j, i));
        for (int64_t k = 0; k < j; ++k) {
          sum -= get(i, k) * std::conj(get(j, k));
        }
        Complex value;
        if (i == j) {
          value = sum.real() > 0 ? std::sqrt(sum.real())
                                 : std::numeric_limits<double>::quiet_NaN();
        } else {
          value = sum / get(j, j).real();
        }
        if (lower) {
          factor.set(i, j, value);
        } else {
          factor.set(j, i, std::conj(value));
        }
      }
    }
  }
  return std::move(result).finish();
}

StatusOr<llvm::SmallVector<Tensor, 2>> evalLuOp(Budget &budget,
                                                RankedTensorType type,
                                                RankedTensorType pivotsType,
                                                const Tensor &a) {
  WEFT_ASSIGN_OR_RETURN(TensorBuilder factors,
                        TensorBuilder::create(budget, type));
  WEFT_ASSIGN_OR_RETURN(TensorBuilder pivots,
                        TensorBuilder::create(budget, pivotsType));
  int64_t rows = a.dimension(a.rank() - 2);
  int64_t columns = a.dimension(a.rank() - 1);
  int64_t steps = std::min(rows, columns);
  // The batches of nothing may be many.
  int64_t matrices = a.elementCount() == 0 ? 0 : batchCount(a.shape());
  for (int64_t batch = 0; batch < matrices; ++batch) {
    Matrix matrix(a, batch);
    ResultMatrix factor(factors, batch);
    for (int64_t i = 0; i < rows; ++i) {
      for (int64_t j = 0; j < columns; ++j) {
        factor.set(i, j, matrix(i, j));
      }
    }
    // What the factors found so far leave of an element.
    auto reduce = [&](int64_t i, int64_t j, int64_t count) {
      Complex sum = factor(i, j);
      for (int64_t k = 0; k < count; ++k) {
        sum -= factor(i, k) * factor(k, j);
      }
      factor.set(i, j, sum);
    };
    auto magnitude = [&](int64_t i, int64_t j) {
      Complex value = factor(i, j);
      return std::fabs(value.real()) + std::fabs(value.imag());
    };
    for (int64_t k = 0; k < steps; ++k) {
      WEFT_RETURN_IF_ERROR(budget.takeSteps(rows + columns));
      int64_t pivot = k;
      for (int64_t i = k; i < rows; ++i) {
        reduce(i, k, k);
        if (magnitude(i, k) > magnitude(pivot, k)) {
          pivot = i;
        }
      }
      pivots.setAt(batch * steps + k,
                   Element::integer(pivots.elementType(),
                                    static_cast<uint64_t>(pivot + 1)));
      for (int64_t j = 0; j < columns; ++j) {
        Complex upper = factor(k, j);
        factor.set(k, j, factor(pivot, j));
        factor.set(pivot, j, upper);
      }
      for (int64_t j = k + 1; j < columns; ++j) {
        reduce(k, j, k);
      }
      Complex divisor = factor(k, k);
      for (int64_t i = k + 1; i < rows && divisor != 0.0; ++i) {
        factor.set(i, k, factor(i, k) / divisor);
      }
    }
  }
  return llvm::SmallVector<Tensor, 2>{std::move(factors).finish(),
                                      std::move(pivots).finish()};
}

namespace {

/// A matrix of real numbers, none of them rounded, that is reflected.
class Reflected {
public:
  Reflected(int64_t rows, int64_t columns)
      : rows(rows), columns(columns), numbers(rows * columns) {}

  double &operator()(int64_t row, int64_t column) {
    return numbers[row * columns + column];
  }
  /// Column k becomes a reflection, whose scale is the result.
  double makeReflection(int64_t k) {
    Reflected &a = *this;
    double below = 0;
    for (int64_t i = k + 1; i < rows; ++i) {
      below = std::hypot(below, a(i, k));
    }
    if (below == 0) {
      return 0;
    }
    const double alpha = a(k, k);
    const double norm = std::hypot(alpha, below);
    const double beta = std::copysign(norm, -alpha);
    for (int64_t i = k + 1; i < rows; ++i) {
      a(i, k) /= alpha - beta;
    }
    a(k, k) = beta;
    return (beta - alpha) / beta;
  }
  /// By column k of `factors`, from column `first` on.
  void reflect(Reflected &factors, double scale, int64_t k, int64_t first) {
    Reflected &a = *this;
    for (int64_t j = first; j < columns; ++j) {
      double sum = a(k, j);
      for (int64_t i = k + 1; i < rows; ++i) {
        sum += factors(i, k) * a(i, j);
      }
      a(k, j) -= scale * sum;
      for (int64_t i = k + 1; i < rows; ++i) {
        a(i, j) -= scale * sum * factors(i, k);
      }
    }
  }
  void read(const Matrix &matrix) {
    for (int64_t i = 0; i < rows; ++i) {
      for (int64_t j = 0; j < columns; ++j) {
        (*this)(i, j) = matrix(i, j).real();
      }
    }
  }
  void write(ResultMatrix matrix) {
    for (int64_t i = 0; i < rows; ++i) {
      for (int64_t j = 0; j < columns; ++j) {
        matrix.set(i, j, (*this)(i, j));
      }
    }
  }

private:
  int64_t rows;
  int64_t columns;
  std::vector<double> numbers;
};

} // namespace

StatusOr<llvm::SmallVector<Tensor, 2>> evalQrOp(Budget &budget,
                                                RankedTensorType type,
                                                RankedTensorType scalesType,
                                                const Tensor &a) {
  WEFT_ASSIGN_OR_RETURN(TensorBuilder factors,
                        TensorBuilder::create(budget, type));
  WEFT_ASSIGN_OR_RETURN(TensorBuilder scales,
                        TensorBuilder::create(budget, scalesType));
  const int64_t rows = a.dimension(a.rank() - 2);
  const int64_t columns = a.dimension(a.rank() - 1);
  const int64_t steps = std::min(rows, columns);
  // The batches of nothing may be many.
  const int64_t matrices = a.elementCount() == 0 ? 0 : batchCount(a.shape());
  for (int64_t batch = 0; batch < matrices; ++batch) {
    Reflected matrix(rows, columns);
    matrix.read(Matrix(a, batch));
    for (int64_t k = 0; k < steps; ++k) {
      WEFT_RETURN_IF_ERROR(budget.takeSteps(rows + columns));
      const double scale = matrix.makeReflection(k);
      matrix.reflect(matrix, scale, k, k + 1);
      scales.setAt(batch * steps + k,
                   Element::real(scales.elementType(), scale));
    }
    matrix.write(ResultMatrix(factors, batch));
  }
  return llvm::SmallVector<Tensor, 2>{std::move(factors).finish(),
                                      std::move(scales).finish()};
}

StatusOr<Tensor> evalReflectionsOp(Budget &budget, RankedTensorType type,
                                   const Tensor &factors,
                                   const Tensor &scales) {
  WEFT_ASSIGN_OR_RETURN(TensorBuilder result,
                        TensorBuilder::create(budget, type));
  const int64_t rows = factors.dimension(factors.rank() - 2);
  const int64_t columns = factors.dimension(factors.rank() - 1);
  const int64_t steps = scales.shape().back();
  // The batches of nothing may be many.
  const int64_t matrices =
      result.elementCount() == 0 ? 0 : batchCount(factors.shape());
  for (int64_t batch = 0; batch < matrices; ++batch) {
    Reflected packed(rows, columns);
    packed.read(Matrix(factors, batch));
    Reflected q(rows, columns);
    for (int64_t j = 0; j < columns; ++j) {
      q(j, j) = 1;
    }
    for (int64_t k = steps - 1; k >= 0; --k) {
      WEFT_RETURN_IF_ERROR(budget.takeSteps(rows + columns));
      q.reflect(packed, scales.at(batch * steps + k).asReal(), k, k);
    }
    q.write(ResultMatrix(result, batch));
  }
  return std::move(result).finish();
}

StatusOr<Tensor> evalPivotsToPermutationOp(Budget &budget,
                                           RankedTensorType type,
                                           const Tensor &pivots) {
  WEFT_ASSIGN_OR_RETURN(TensorBuilder permutation,
                        TensorBuilder::create(budget, type));
  const int64_t rows = type.getShape().back();
  const int64_t steps = pivots.shape().back();
  // The lists of nothing may be many.
  const int64_t lists = rows == 0 ? 0 : type.getNumElements() / rows;
  for (int64_t list = 0; list < lists; ++list) {
    WEFT_RETURN_IF_ERROR(budget.takeSteps(rows + steps));
    llvm::SmallVector<int64_t> order =
        llvm::to_vector(llvm::seq<int64_t>(0, rows));
    for (int64_t k = 0; k < steps; ++k) {
      int64_t pivot = pivots.at(list * steps + k).asSigned();
      if (pivot >= 0 && pivot < rows) {
        std::swap(order[k], order[pivot]);
      }
    }
    for (auto [row, from] : llvm::enumerate(order)) {
      permutation.setAt(list * rows + static_cast<int64_t>(row),
                        Element::integer(permutation.elementType(),
                                         static_cast<uint64_t>(from)));
    }
  }
  return std::move(permutation).finish();
}

StatusOr<Tensor> evalTriangularSolveOp(Budget &budget, RankedTensorType type,
                                       const Tensor &a, const Tensor &b,
                                       const TriangularSystem &system) {
  if (a.isQuantized() || b.isQuantized()) {
    WEFT_ASSIGN_OR_RETURN(Tensor realA, dequantize(budget, a));
    WEFT_ASSIGN_OR_RETURN(Tensor realB, dequantize(budget, b));
    WEFT_ASSIGN_OR_RETURN(Tensor solution,
                          evalTriangularSolveOp(budget, expressedType(type),
                                                realA, realB, system));
    return quantize(budget, solution, type);
  }
  WEFT_ASSIGN_OR_RETURN(RankedTensorType resultType,
                        resolveType(type, b.shape()));
  int64_t rank = b.rank();
  int64_t n = a.dimension(rank - 1);
  int64_t solved = b.dimension(system.leftSide ? rank - 2 : rank - 1);
  int64_t systems = b.dimension(system.leftSide ? rank - 1 : rank - 2);
  if (a.dimension(rank - 2) != n || solved != n ||
      a.shape().drop_back(2) != b.shape().drop_back(2)) {
    return Status::invalidArgument(
        "the shapes of a and b do not match at run time");
  }
  WEFT_ASSIGN_OR_RETURN(TensorBuilder result,
                        TensorBuilder::create(budget, resultType));
  // The batches of nothing may be many.
  if (result.elementCount() == 0) {
    return std::move(result).finish();
  }
  for (int64_t batch = 0; batch < batchCount(b.shape()); ++batch) {
    Matrix matrix(a, batch);
    Matrix right(b, batch);
    ResultMatrix solution(result, batch);
    // x * op(a) = b is op(a)^T * x^T = b^T: seen so, both sides solve from the
    // left, and each of the `systems` columns is one system.
    bool swapped = system.transposed != !system.leftSide;
    auto coefficient = [&](int64_t row, int64_t column) {
      Complex value = swapped ? matrix(column, row) : matrix(row, column);
      return system.conjugated ? std::conj(value) : value;
    };
    bool forward = system.lower != swapped;
    for (int64_t s = 0; s < systems; ++s) {
      WEFT_RETURN_IF_ERROR(budget.takeSteps(n));
      auto rowOf = [&](int64_t i) { return system.leftSide ? i : s; };
      auto columnOf = [&](int64_t i) { return system.leftSide ? s : i; };
      for (int64_t step = 0; step < n; ++step) {
        int64_t i = forward ? step : n - 1 - step;
        Complex sum = right(rowOf(i), columnOf(i));
        for (int64_t k = 0; k < step; ++k) {
          int64_t j = forward ? k : n - 1 - k;
          sum -= coefficient(i, j) * solution(rowOf(j), columnOf(j));
        }
        if (!system.unitDiagonal) {
          sum /= coefficient(i, i);
        }
        solution.set(rowOf(i), columnOf(i), sum);
      }
    }
  }
  return std::move(result).finish();
}

namespace {

/// A symmetric matrix whose rows and columns are rotated until nothing is
/// beside its diagonal, and the product of all rotations.
class Rotated {
public:
  Rotated(const Matrix &from, int64_t order, bool lower)
      : order(order), matrix(order * order), vectors(order * order) {
    for (int64_t i = 0; i < order; ++i) {
      for (int64_t j = 0; j < order; ++j) {
        matrix[i * order + j] =
            ((lower ? i >= j : i <= j) ? from(i, j) : from(j, i)).real();
        isFinite &= std::isfinite(matrix[i * order + j]);
        size = std::max(size, std::abs(matrix[i * order + j]));
      }
      vectors[i * order + i] = 1;
    }
    // Products of far numbers stay in range.
    for (double &number : matrix) {
      number /= size > 0 ? size : 1;
    }
  }

  /// Whether nothing was left to be rotated.
  bool sweep() {
    bool isDone = true;
    for (int64_t p = 0; p < order; ++p) {
      for (int64_t q = p + 1; q < order; ++q) {
        if (std::abs(matrix[p * order + q]) > 1e-17) {
          isDone = false;
          rotate(p, q);
        }
      }
    }
    return isDone;
  }

  /// The columns, by their eigenvalues.
  std::vector<int64_t> sorted() const {
    std::vector<int64_t> columns(order);
    std::iota(columns.begin(), columns.end(), 0);
    std::stable_sort(columns.begin(), columns.end(), [&](int64_t a, int64_t b) {
      return matrix[a * order + a] < matrix[b * order + b];
    });
    return columns;
  }
  double value(int64_t column) const {
    return isFinite ? matrix[column * order + column] * size : none;
  }
  double vector(int64_t row, int64_t column) const {
    return isFinite ? vectors[row * order + column] : none;
  }

  bool isFinite = true;

private:
  static constexpr double none = std::numeric_limits<double>::quiet_NaN();

  void rotate(int64_t p, int64_t q) {
    auto at = [&](int64_t i, int64_t j) -> double & {
      return matrix[i * order + j];
    };
    const double angle = std::atan2(2 * at(p, q), at(q, q) - at(p, p)) / 2;
    // The smaller of the two.
    const double turn = std::remainder(angle, std::acos(-1.0) / 2);
    const double c = std::cos(turn);
    const double s = std::sin(turn);
    auto mix = [&](double &a, double &b) {
      const double old = a;
      a = c * a - s * b;
      b = s * old + c * b;
    };
    for (int64_t i = 0; i < order; ++i) {
      mix(at(i, p), at(i, q));
      mix(vectors[i * order + p], vectors[i * order + q]);
    }
    for (int64_t i = 0; i < order; ++i) {
      mix(at(p, i), at(q, i));
    }
    at(p, q) = at(q, p) = 0;
  }

  int64_t order;
  double size = 0;
  std::vector<double> matrix;
  std::vector<double> vectors;
};

} // namespace

StatusOr<llvm::SmallVector<Tensor, 2>> evalEighOp(Budget &budget,
                                                  RankedTensorType values,
                                                  RankedTensorType type,
                                                  const Tensor &a, bool lower) {
  WEFT_ASSIGN_OR_RETURN(TensorBuilder found,
                        TensorBuilder::create(budget, values));
  WEFT_ASSIGN_OR_RETURN(TensorBuilder vectors,
                        TensorBuilder::create(budget, type));
  const int64_t order = a.dimension(a.rank() - 1);
  // The batches of nothing may be many.
  const int64_t matrices = a.elementCount() == 0 ? 0 : batchCount(a.shape());
  constexpr int mostSweeps = 40;
  for (int64_t batch = 0; batch < matrices; ++batch) {
    Rotated matrix(Matrix(a, batch), order, lower);
    for (int i = 0; i < mostSweeps && matrix.isFinite; ++i) {
      WEFT_RETURN_IF_ERROR(budget.takeSteps(order * order));
      if (matrix.sweep()) {
        break;
      }
    }
    ResultMatrix columns(vectors, batch);
    for (auto [i, from] : llvm::enumerate(matrix.sorted())) {
      const auto to = static_cast<int64_t>(i);
      found.setAt(batch * order + to,
                  Element::real(found.elementType(), matrix.value(from)));
      for (int64_t row = 0; row < order; ++row) {
        columns.set(row, to, matrix.vector(row, from));
      }
    }
  }
  return llvm::SmallVector<Tensor, 2>{std::move(found).finish(),
                                      std::move(vectors).finish()};
}

StatusOr<Tensor> evalTridiagonalSolveOp(Budget &budget, RankedTensorType type,
                                        const Tensor &lower,
                                        const Tensor &diagonal,
                                        const Tensor &upper, const Tensor &b) {
  WEFT_ASSIGN_OR_RETURN(TensorBuilder result,
                        TensorBuilder::create(budget, type));
  // The batches of nothing may be many.
  if (result.elementCount() == 0) {
    return std::move(result).finish();
  }
  const int64_t rows = diagonal.shape().back();
  const int64_t systems = b.shape().back();
  /// An equation, from the unknown on that is eliminated next.
  struct Equation {
    Complex terms[3];
    Complex right;
  };
  auto size = [](Complex a) { return std::abs(a.real()) + std::abs(a.imag()); };
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  for (int64_t batch = 0; batch < batchCount(b.shape()); ++batch) {
    const Matrix right(b, batch);
    ResultMatrix solution(result, batch);
    auto at = [&](const Tensor &side, int64_t row) {
      return side.at(batch * rows + row).asComplex();
    };
    for (int64_t s = 0; s < systems; ++s) {
      WEFT_RETURN_IF_ERROR(budget.takeSteps(rows));
      std::vector<Equation> solved(rows);
      Equation own = {{at(diagonal, 0), rows > 1 ? at(upper, 0) : 0.0, 0.0},
                      right(0, s)};
      for (int64_t k = 0; k < rows; ++k) {
        if (k + 1 == rows) {
          solved[k] = own;
          break;
        }
        Equation next = {{at(lower, k + 1), at(diagonal, k + 1),
                          k + 2 < rows ? at(upper, k + 1) : 0.0},
                         right(k + 1, s)};
        if (size(next.terms[0]) > size(own.terms[0])) {
          std::swap(own, next);
        }
        solved[k] = own;
        const Complex factor =
            own.terms[0] == 0.0 ? Complex() : next.terms[0] / own.terms[0];
        own = {{next.terms[1] - factor * own.terms[1],
                next.terms[2] - factor * own.terms[2], 0.0},
               next.right - factor * own.right};
      }
      std::vector<Complex> x(rows + 2);
      bool isSingular = false;
      for (int64_t k = rows - 1; k >= 0; --k) {
        const Equation &own = solved[k];
        isSingular |= own.terms[0] == 0.0;
        x[k] = (own.right - own.terms[1] * x[k + 1] - own.terms[2] * x[k + 2]) /
               own.terms[0];
      }
      for (int64_t k = 0; k < rows; ++k) {
        solution.set(k, s, isSingular ? Complex(none, none) : x[k]);
      }
    }
  }
  return std::move(result).finish();
}

void addFactorizationOps(OpTable &table) {
  table.add<stablehlo::CholeskyOp>([](stablehlo::CholeskyOp op, OpCall &call) {
    return call.finish(evalCholeskyOp(call.budget(), call.resultType(),
                                      call.tensor(0), op.getLower()));
  });
  table.add<stablehlo::EighOp>([](stablehlo::EighOp op, OpCall &call) {
    return call.finish(evalEighOp(call.budget(), call.resultType(0),
                                  call.resultType(1), call.tensor(0),
                                  op.getLower()));
  });
  table.add<stablehlo::LuOp>([](stablehlo::LuOp, OpCall &call) {
    return call.finish(evalLuOp(call.budget(), call.resultType(0),
                                call.resultType(1), call.tensor(0)));
  });
  table.add<stablehlo::PivotsToPermutationOp>(
      [](stablehlo::PivotsToPermutationOp, OpCall &call) {
        return call.finish(evalPivotsToPermutationOp(
            call.budget(), call.resultType(), call.tensor(0)));
      });
  table.add<stablehlo::QrOp>([](stablehlo::QrOp, OpCall &call) {
    return call.finish(evalQrOp(call.budget(), call.resultType(0),
                                call.resultType(1), call.tensor(0)));
  });
  table.add<stablehlo::ReflectionsOp>(
      [](stablehlo::ReflectionsOp, OpCall &call) {
        return call.finish(evalReflectionsOp(call.budget(), call.resultType(),
                                             call.tensor(0), call.tensor(1)));
      });
  table.add<stablehlo::TriangularSolveOp>([](stablehlo::TriangularSolveOp op,
                                             OpCall &call) {
    stablehlo::Transpose transpose = op.getTransposeA();
    TriangularSystem system = {
        .leftSide = op.getLeftSide(),
        .lower = op.getLower(),
        .unitDiagonal = op.getUnitDiagonal(),
        .transposed = transpose == stablehlo::Transpose::TRANSPOSE ||
                      transpose == stablehlo::Transpose::ADJOINT,
        .conjugated = transpose == stablehlo::Transpose::ADJOINT};
    return call.finish(evalTriangularSolveOp(call.budget(), call.resultType(),
                                             call.tensor(0), call.tensor(1),
                                             system));
  });
  table.add<stablehlo::TridiagonalSolveOp>([](stablehlo::TridiagonalSolveOp,
                                              OpCall &call) {
    return call.finish(evalTridiagonalSolveOp(call.budget(), call.resultType(),
                                              call.tensor(0), call.tensor(1),
                                              call.tensor(2), call.tensor(3)));
  });
}

} // namespace weft::reference
