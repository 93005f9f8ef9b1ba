// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Discrete Fourier transforms.
//
// Lines whose length is a power of two are transformed by halving, others by
// Bluestein's convolution, so that a line of n points costs n log n. All of it
// is done in long double and rounded once per transformed dimension at the
// end: the error stays near half a unit in the last place of the largest
// element of a line.

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/StableHLO/Interpreter/OpTable.h"
#include "weft/StableHLO/Interpreter/Tensor.h"

#include <llvm/ADT/ScopeExit.h>
#include <llvm/Support/FormatVariadic.h>

#include <cmath>
#include <numbers>

using namespace mlir;

namespace weft::reference {
namespace {

using Complex = std::complex<long double>;
using Line = std::vector<Complex>;

/// exp(sign * i * pi * numerator / denominator), exact at multiples of a
/// quarter turn.
Complex unitRoot(int sign, uint64_t numerator, uint64_t denominator) {
  numerator %= 2 * denominator;
  if (numerator * 2 % denominator == 0) {
    int quarters = numerator * 2 / denominator;
    constexpr int cosines[] = {1, 0, -1, 0};
    constexpr int sines[] = {0, 1, 0, -1};
    return {static_cast<long double>(cosines[quarters]),
            static_cast<long double>(sign * sines[quarters])};
  }
  long double angle = std::numbers::pi_v<long double> * numerator / denominator;
  return {std::cos(angle), sign * std::sin(angle)};
}

/// Transforms in place by repeated halving; the length is a power of two.
void transformPowerOfTwo(Line &line, int sign) {
  size_t n = line.size();
  for (size_t i = 1, reversed = 0; i < n; ++i) {
    size_t bit = n >> 1;
    for (; reversed & bit; bit >>= 1) {
      reversed ^= bit;
    }
    reversed |= bit;
    if (i < reversed) {
      std::swap(line[i], line[reversed]);
    }
  }
  for (size_t half = 1; half < n; half *= 2) {
    std::vector<Complex> roots(half);
    for (size_t k = 0; k < half; ++k) {
      roots[k] = unitRoot(sign, k, half);
    }
    for (size_t begin = 0; begin < n; begin += 2 * half) {
      for (size_t k = 0; k < half; ++k) {
        Complex even = line[begin + k];
        Complex odd = line[begin + k + half] * roots[k];
        line[begin + k] = even + odd;
        line[begin + k + half] = even - odd;
      }
    }
  }
}

/// Any length n, by Bluestein: with jk = (j^2 + k^2 - (k - j)^2) / 2 the
/// transform is a convolution with a chirp, done at a power of two.
void transformAnyLength(Line &line, int sign) {
  uint64_t n = line.size();
  size_t length = 1;
  while (length < 2 * n - 1) {
    length *= 2;
  }
  auto chirp = [&](uint64_t k) { return unitRoot(sign, k * k % (2 * n), n); };
  Line data(length);
  Line filter(length);
  for (uint64_t k = 0; k < n; ++k) {
    data[k] = line[k] * chirp(k);
    filter[k] = std::conj(chirp(k));
    if (k != 0) {
      filter[length - k] = filter[k];
    }
  }
  transformPowerOfTwo(data, -1);
  transformPowerOfTwo(filter, -1);
  for (size_t k = 0; k < length; ++k) {
    data[k] *= filter[k];
  }
  transformPowerOfTwo(data, 1);
  for (uint64_t k = 0; k < n; ++k) {
    line[k] = data[k] / static_cast<long double>(length) * chirp(k);
  }
}

/// sum over j of line[j] * exp(sign * 2 pi i j k / n); the inverse transform
/// (sign = 1) also divides by n.
void transform(Line &line, int sign) {
  size_t n = line.size();
  if (n > 1) {
    if ((n & (n - 1)) == 0) {
      transformPowerOfTwo(line, sign);
    } else {
      transformAnyLength(line, sign);
    }
  }
  if (sign == 1) {
    for (Complex &element : line) {
      element /= static_cast<long double>(n);
    }
  }
}

/// A tensor of wide complex numbers between two transforms.
struct Grid {
  Shape shape;
  std::vector<Complex> elements;

  int64_t stride(int64_t dimension) const {
    int64_t stride = 1;
    for (size_t d = dimension + 1; d < shape.size(); ++d) {
      stride *= shape[d];
    }
    return stride;
  }
};

/// Replaces each line along `dimension` by function(line), `length` elements.
template <typename Function>
Grid mapLines(const Grid &grid, int64_t dimension, int64_t length,
              Function function) {
  Grid result;
  result.shape = grid.shape;
  result.shape[dimension] = length;
  // Lines of no points may be many.
  if (grid.elements.empty()) {
    return result;
  }
  int64_t lines = 1;
  Shape outer = grid.shape;
  outer[dimension] = 1;
  for (int64_t extent : outer) {
    lines *= extent;
  }
  result.elements.resize(lines * length);
  int64_t sourceStride = grid.stride(dimension);
  for (const Index &index : IndexSpace(outer)) {
    int64_t source = 0;
    int64_t target = 0;
    for (size_t d = 0; d < outer.size(); ++d) {
      source = source * grid.shape[d] + index[d];
      target = target * result.shape[d] + index[d];
    }
    Line line(grid.shape[dimension]);
    for (size_t k = 0; k < line.size(); ++k) {
      line[k] = grid.elements[source + k * sourceStride];
    }
    function(line);
    for (int64_t k = 0; k < length; ++k) {
      result.elements[target + k * sourceStride] = line[k];
    }
  }
  return result;
}

StatusOr<Tensor> evalFftOp(Budget &budget, RankedTensorType type,
                           const Tensor &operand, stablehlo::FftType fftType,
                           ArrayRef<int64_t> fftLength) {
  int64_t rank = operand.rank();
  int64_t count = fftLength.size();
  int64_t last = rank - 1;
  Grid grid;
  grid.shape.assign(operand.shape().begin(), operand.shape().end());
  for (int64_t i = 0; i < count; ++i) {
    int64_t d = rank - count + i;
    bool isHalf = fftType == stablehlo::FftType::IRFFT && d == last;
    int64_t expected =
        isHalf && fftLength[i] != 0 ? fftLength[i] / 2 + 1 : fftLength[i];
    if (operand.dimension(d) != expected) {
      return Status::invalidArgument(llvm::formatv(
          "dimension {0} has size {1}, but a transform of length {2} takes {3}",
          d, operand.dimension(d), fftLength[i], expected));
    }
  }
  // Two grids, the second at most twice as large, and what one line needs.
  uint64_t longest = count == 0 ? 0 : *llvm::max_element(fftLength);
  uint64_t points = operand.elementCount();
  uint64_t workBytes =
      points == 0 ? 0 : sizeof(Complex) * (3 * points + 12 * longest);
  WEFT_RETURN_IF_ERROR(
      budget.takeBytes(workBytes, [] { return "the transform"; }));
  auto giveBack =
      llvm::make_scope_exit([&] { budget.giveBytesBack(workBytes); });
  WEFT_RETURN_IF_ERROR(budget.takeSteps(operand.elementCount()));
  for (int64_t i = 0; i < operand.elementCount(); ++i) {
    std::complex<double> element = operand.at(i).asComplex();
    grid.elements.emplace_back(element.real(), element.imag());
  }

  bool forward =
      fftType == stablehlo::FftType::FFT || fftType == stablehlo::FftType::RFFT;
  int sign = forward ? -1 : 1;
  auto full = [&](int64_t dimension) {
    grid = mapLines(grid, dimension, grid.shape[dimension],
                    [&](Line &line) { transform(line, sign); });
  };
  switch (fftType) {
  case stablehlo::FftType::FFT:
    for (int64_t d = last; d >= rank - count; --d) {
      full(d);
    }
    break;
  case stablehlo::FftType::IFFT:
    for (int64_t d = rank - count; d <= last; ++d) {
      full(d);
    }
    break;
  case stablehlo::FftType::RFFT:
    grid = mapLines(grid, last,
                    fftLength.back() == 0 ? 0 : fftLength.back() / 2 + 1,
                    [&](Line &line) { transform(line, sign); });
    for (int64_t d = last - 1; d >= rank - count; --d) {
      full(d);
    }
    break;
  case stablehlo::FftType::IRFFT:
    for (int64_t d = rank - count; d < last; ++d) {
      full(d);
    }
    // The half that is given determines the other half: of a real signal's
    // transform, element n - k is the conjugate of element k.
    grid = mapLines(grid, last, fftLength.back(), [&](Line &line) {
      size_t n = fftLength.back();
      size_t given = line.size();
      line.resize(n);
      for (size_t k = given; k < n; ++k) {
        line[k] = std::conj(line[n - k]);
      }
      if (n > 0) {
        line[0].imag(0);
      }
      if (n > 0 && n % 2 == 0) {
        line[n / 2].imag(0);
      }
      transform(line, sign);
    });
    break;
  }

  WEFT_ASSIGN_OR_RETURN(RankedTensorType resultType,
                        resolveType(type, grid.shape));
  WEFT_ASSIGN_OR_RETURN(TensorBuilder result,
                        TensorBuilder::create(budget, resultType));
  for (auto [i, element] : llvm::enumerate(grid.elements)) {
    ElementType elementType = result.elementType();
    double real = static_cast<double>(element.real());
    double imaginary = static_cast<double>(element.imag());
    result.setAt(i, elementType.isComplex()
                        ? Element::complex(elementType, {real, imaginary})
                        : Element::real(elementType, real));
  }
  return std::move(result).finish();
}

} // namespace

void addFourierOps(OpTable &table) {
  table.add<stablehlo::FftOp>([](stablehlo::FftOp op, OpCall &call) {
    return call.finish(evalFftOp(call.budget(), call.resultType(),
                                 call.tensor(0), op.getFftType(),
                                 op.getFftLength()));
  });
}

} // namespace weft::reference
