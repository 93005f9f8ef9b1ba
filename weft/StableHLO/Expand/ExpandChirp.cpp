// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A Fourier transform of any length as transforms of lengths that there are
// kernels for. All is computed in f64: a single large number is spread over all
// of a convolution, and in f32 its rounding would be seen beside small ones.
//
// With n = a b it is b-point transforms of every a-th point, turned, and
// a-point transforms of those: with j = a j2 + j1 and k = b k1 + k2
//
//   X_k = sum_j1 u^(j1 k1) w^(j1 k2) sum_j2 x_j v^(j2 k2)
//
// where u, v and w are the a-th, b-th and n-th parts of a turn. So what is
// small in n is left to kernels as they are.
//
// Of a large prime it is a convolution (Bluestein): since 2 j k = j^2 + k^2 -
// (k - j)^2, with c_j = exp(-pi i j^2 / n)
//
//   X_k = sum_j x_j exp(-2 pi i j k / n) = c_k sum_j (x_j c_j) conj(c_(k - j))
//
// which is a circular one of any length from 2 n - 1 on.
//
// Pairs of real numbers are complex ones, half as many: with z_j = x_2j + i
// x_(2j+1), h = n / 2 and Z of z
//
//   X_k = (Z_k + conj Z_(h-k)) / 2 - i/2 exp(-2 pi i k / n) (Z_k - conj
//   Z_(h-k))

#include "weft/StableHLO/Expand/ExpandOperations.h"
#include "weft/StableHLO/IR/Writer.h"
#include "weft/Support/PowersOfTwo.h"

#include <numbers>

using namespace mlir;

namespace weft::stablehlo {
namespace {

using Complex = std::complex<double>;

class LongTransform {
public:
  LongTransform(FftOp op, const FourierMeans &means)
      : op(op), writer(op), means(means), n(op.getFftLength().back()),
        part(writer.builder.getF64Type()) {
    lines = typeOf(op.getOperand()).getNumElements() /
            typeOf(op.getOperand()).getShape().back();
  }

  Value write() {
    auto type = typeOf(op.getResult());
    Value signal = writer.reshape(
        op.getOperand(), {lines, typeOf(op.getOperand()).getShape().back()});
    const bool isPaired = n % 2 == 0;
    Value result;
    switch (op.getFftType()) {
    case FftType::RFFT:
      if (isPaired) {
        result = spectrumOfPairs(signal);
        break;
      }
      [[fallthrough]];
    case FftType::FFT:
      result = forward(inComplex(signal), n);
      break;
    case FftType::IRFFT:
      if (isPaired) {
        result = pairsOfSpectrum(inComplex(signal));
        break;
      }
      signal = wholeSpectrum(inComplex(signal));
      result = real(backward(signal, n));
      break;
    case FftType::IFFT:
      result = backward(inComplex(signal), n);
      break;
    }
    result = writer.slice(result, 1, 0, type.getShape().back());
    return writer.convert(writer.reshape(result, type.getShape()),
                          type.getElementType());
  }

private:
  static RankedTensorType typeOf(Value value) {
    return cast<RankedTensorType>(value.getType());
  }
  Value inComplex(Value z) { return writer.convert(z, ComplexType::get(part)); }
  Value real(Value z) { return writer.make<RealOp>(typeOf(z).clone(part), z); }
  Value imaginary(Value z) {
    return writer.make<ImagOp>(typeOf(z).clone(part), z);
  }
  Value conjugate(Value z) {
    return complex(real(z), writer.unary<NegateOp>(imaginary(z)));
  }
  Value complex(Value a, Value b) {
    return writer.make<ComplexOp>(typeOf(a).clone(ComplexType::get(part)), a,
                                  b);
  }
  Value scaled(Value z, double factor) {
    return writer.multiply(z, writer.splat(typeOf(z), factor));
  }

  //===--------------------------------------------------------------------===//
  // Real signals
  //===--------------------------------------------------------------------===//

  /// Of a real signal: what the other half conjugates.
  Value wholeSpectrum(Value half) {
    Value other =
        writer.slice(half, 1, 1, n - typeOf(half).getShape().back() + 1);
    return writer.concatenate(
        ValueRange{half, conjugate(writer.reverse(other, {1}))}, 1);
  }

  /// Elements h - k, for all k up to h.
  Value conjugateBackwards(Value z) {
    return conjugate(writer.reverse(z, {1}));
  }
  /// exp(-2 pi i k / n), for all k up to h.
  Value rootsOfHalf() {
    const int64_t h = n / 2;
    const std::vector<Complex> roots = means.roots(n, h + 1);
    return inLines(roots.empty() ? turns(writer.iota(words(h + 1), 0), n)
                                 : constant(roots));
  }
  Value timesI(Value z, double factor) {
    return complex(scaled(imaginary(z), -factor), scaled(real(z), factor));
  }

  Value spectrumOfPairs(Value signal) {
    const int64_t h = n / 2;
    Value pairs = writer.reshape(writer.convert(signal, part), {lines, h, 2});
    auto half = [&](int64_t at) {
      return writer.reshape(writer.slice(pairs, 2, at, at + 1), {lines, h});
    };
    Value z = forward(complex(half(0), half(1)), h);
    z = writer.concatenate(ValueRange{z, writer.slice(z, 1, 0, 1)}, 1);
    Value back = conjugateBackwards(z);
    return writer.add(
        scaled(writer.add(z, back), 0.5),
        writer.multiply(rootsOfHalf(), timesI(writer.subtract(z, back), -0.5)));
  }

  /// The same backwards. Elements that are their own mirrors are real.
  Value pairsOfSpectrum(Value spectrum) {
    const int64_t h = n / 2;
    auto ends = RankedTensorType::get({lines, 1}, part);
    auto asReal = [&](int64_t at) {
      return complex(real(writer.slice(spectrum, 1, at, at + 1)),
                     writer.zero(ends));
    };
    spectrum = writer.concatenate(
        ValueRange{asReal(0), writer.slice(spectrum, 1, 1, h), asReal(h)}, 1);
    Value back = conjugateBackwards(spectrum);
    Value z = writer.add(
        scaled(writer.add(spectrum, back), 0.5),
        writer.multiply(conjugate(rootsOfHalf()),
                        timesI(writer.subtract(spectrum, back), 0.5)));
    z = backward(writer.slice(z, 1, 0, h), h);
    auto column = [&](Value numbers) {
      return writer.reshape(numbers, {lines, h, 1});
    };
    return writer.reshape(
        writer.concatenate(ValueRange{column(real(z)), column(imaginary(z))},
                           2),
        {lines, n});
  }

  //===--------------------------------------------------------------------===//
  // Complex signals, lines x points
  //===--------------------------------------------------------------------===//

  /// The way back is the way there between conjugates, over the points.
  Value backward(Value signal, int64_t points) {
    return scaled(conjugate(forward(conjugate(signal), points)),
                  1.0 / static_cast<double>(points));
  }

  Value forward(Value signal, int64_t points) {
    if (means.hasKernel(points)) {
      return kernel(signal, points);
    }
    const int64_t rough = means.roughPart(points);
    return rough < points && means.hasKernel(rough)
               ? divided(signal, points / rough, rough)
               : convolution(signal, points);
  }

  Value kernel(Value lines, int64_t points) {
    return writer.make<FftOp>(lines, FftType::FFT, ArrayRef(points));
  }

  Value divided(Value signal, int64_t a, int64_t b) {
    // Every a-th point is a line.
    Value rows =
        writer.transpose(writer.reshape(signal, {lines, b, a}), {0, 2, 1});
    rows = kernel(writer.reshape(rows, {lines * a, b}), b);
    rows = writer.reshape(rows, {lines, a, b});
    rows = writer.multiply(
        rows, writer.broadcast(turnsOfParts(a, b), {lines, a, b}, {1, 2}));
    Value columns = kernel(writer.transpose(rows, {0, 2, 1}), a);
    return writer.reshape(writer.transpose(columns, {0, 2, 1}), {lines, a * b});
  }
  /// exp(-2 pi i j k / (a b)) for all j below a and k below b.
  Value turnsOfParts(int64_t a, int64_t b) {
    if (const auto roots = means.roots(a * b, a * b); !roots.empty()) {
      std::vector<Complex> numbers;
      for (int64_t j = 0; j < a; ++j) {
        for (int64_t k = 0; k < b; ++k) {
          numbers.push_back(roots[j * k]);
        }
      }
      return writer.reshape(constant(numbers), {a, b});
    }
    auto type = RankedTensorType::get({a, b}, writer.builder.getI64Type());
    return turns(writer.multiply(writer.iota(type, 0), writer.iota(type, 1)),
                 a * b);
  }

  /// Both transforms are the same: the way back is between conjugates.
  Value convolution(Value signal, int64_t points) {
    const int64_t length = means.convolutionLength(2 * points - 1);
    Value chirp =
        inLines(turnsOfSquares(writer.iota(words(points), 0), points));
    Value turned = writer.multiply(signal, chirp);
    Value padded = writer.pad(
        turned, writer.zero(typeOf(turned).clone(ArrayRef<int64_t>())), {0, 0},
        {0, length - points}, {0, 0});
    Value spectrum = kernel(padded, length);
    Value filtered =
        conjugate(writer.multiply(spectrum, inLines(filterOf(points, length))));
    Value convolved =
        conjugate(writer.slice(kernel(filtered, length), 1, 0, points));
    return writer.multiply(convolved, chirp);
  }

  //===--------------------------------------------------------------------===//
  // Numbers that are the same for every line
  //===--------------------------------------------------------------------===//

  Value constant(ArrayRef<Complex> numbers) {
    auto type = RankedTensorType::get({static_cast<int64_t>(numbers.size())},
                                      ComplexType::get(part));
    return writer.constant(DenseElementsAttr::get(type, numbers));
  }
  Value inLines(Value list) {
    return writer.broadcast(list, {lines, typeOf(list).getShape()[0]}, {1});
  }
  RankedTensorType words(int64_t count) {
    return RankedTensorType::get({count}, writer.builder.getI64Type());
  }

  /// exp(-2 pi i j / whole), for integers j below `whole`.
  Value turns(Value j, int64_t whole) {
    Value angle = scaled(writer.convert(j, part),
                         2 * std::numbers::pi / static_cast<double>(whole));
    return complex(writer.unary<CosineOp>(angle),
                   writer.unary<NegateOp>(writer.unary<SineOp>(angle)));
  }
  /// exp(-pi i j^2 / points). Its period is that of j^2 modulo 2 points, which
  /// is counted exactly.
  Value turnsOfSquares(Value j, int64_t points) {
    Value square = writer.remainder(
        writer.multiply(j, j),
        writer.integer(typeOf(j), static_cast<uint64_t>(2 * points)));
    return turns(square, 2 * points);
  }
  /// Of the conjugated turns, which begin at both ends, the transform over the
  /// length.
  Value filterOf(int64_t points, int64_t length) {
    auto type = words(length);
    Value m = writer.iota(type, 0);
    Value j =
        writer.smaller(m, writer.subtract(writer.integer(type, length), m));
    Value isThere = writer.compare(j, ComparisonDirection::LT,
                                   writer.integer(type, points));
    Value turn = scaled(conjugate(turnsOfSquares(j, points)),
                        1.0 / static_cast<double>(length));
    Value padded = writer.select(isThere, turn, writer.zero(typeOf(turn)));
    return writer.reshape(kernel(writer.reshape(padded, {1, length}), length),
                          {length});
  }

  FftOp op;
  Writer writer;
  const FourierMeans &means;
  int64_t n;
  Type part;
  int64_t lines;
};

} // namespace

int64_t simpleConvolutionLength(int64_t least) {
  int64_t best = powerAbove(least);
  for (int64_t factor : {3, 5}) {
    int64_t length = factor;
    while (length < least) {
      length *= 2;
    }
    best = std::min(best, length);
  }
  return best;
}

void expandChirp(FftOp op, const FourierMeans &means) {
  op.replaceAllUsesWith(LongTransform(op, means).write());
}

} // namespace weft::stablehlo
