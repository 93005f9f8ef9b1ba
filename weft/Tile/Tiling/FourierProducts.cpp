// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A Fourier transform of few points as a product with its matrix, for steps of
// loops that the threads of a block share. With w = exp(-2 pi i / n)
//
//   X_k = sum_j x_j w^(j k)
//
// Of more points, n = p q, two such products, with j = q a + b and k = c + p d:
//
//   X_(c + p d) = sum_b w^(b c) (sum_a x_(q a + b) w^(q a c)) w^(p b d)

#include "weft/StableHLO/IR/Writer.h"
#include "weft/StableHLO/Simplify/Match.h"
#include "weft/Support/DecisionsDialect.h"
#include "weft/Tile/Tiling/ElementTypes.h"
#include "weft/Tile/Tiling/Expand.h"
#include "weft/Tile/Tiling/Heroes/FourierPlan.h"

#include <complex>

using namespace mlir;

namespace weft::tile {

using stablehlo::typeOf;

namespace {

/// n = first * second; nothing for second where one product is better.
struct Factors {
  int64_t first;
  int64_t second = 1;

  int64_t longest() const { return std::max(first, second); }
};

Factors factorsOf(int64_t points) {
  // Threads meet between two products, for about as long as some terms take.
  constexpr int64_t termsOfMeeting = 8;
  Factors best = {points};
  int64_t fewest = points;
  for (int64_t first = 2; first * first <= points; ++first) {
    const int64_t second = points / first;
    if (points % first == 0 && first + second + termsOfMeeting < fewest) {
      best = {first, second};
      fewest = first + second + termsOfMeeting;
    }
  }
  return best;
}

class FourierProducts {
public:
  explicit FourierProducts(stablehlo::FftOp op)
      : op(op), writer(op), points(op.getFftLength()[0]),
        isForward(op.getFftType() == stablehlo::FftType::FFT ||
                  op.getFftType() == stablehlo::FftType::RFFT),
        element(elementOf(op.getOperand())), part(partType(element)),
        last(typeOf(op.getOperand()).getRank() - 1) {}

  Value run() {
    const int64_t results = typeOf(op.getResult()).getShape().back();
    switch (op.getFftType()) {
    case stablehlo::FftType::RFFT:
      return half(results);
    case stablehlo::FftType::IRFFT:
      return real(transform(wholeSpectrum()));
    default:
      return transform(op.getOperand());
    }
  }

private:
  using Number = std::complex<double>;

  Value real(Value z) {
    return writer.make<stablehlo::RealOp>(typeOf(z).clone(part), z);
  }
  Value imaginary(Value z) {
    return writer.make<stablehlo::ImagOp>(typeOf(z).clone(part), z);
  }
  Value complex(Value a, Value b) {
    return writer.make<stablehlo::ComplexOp>(
        typeOf(a).clone(ComplexType::get(part)), a, b);
  }

  /// Of a real signal, so many numbers.
  Value half(int64_t results) {
    const Factors factors = factorsOf(points);
    if (factors.second > 1) {
      return writer.slice(
          transform(writer.convert(op.getOperand(), ComplexType::get(part))),
          last, 0, results);
    }
    Value roots = matrix({points, results}, points, 1);
    return complex(multiply(op.getOperand(), real(roots), last),
                   multiply(op.getOperand(), imaginary(roots), last));
  }

  /// Of a real signal: what the other half conjugates.
  Value wholeSpectrum() {
    Value known = op.getOperand();
    Value other = writer.reverse(
        writer.slice(known, last, 1,
                     points - typeOf(known).getDimSize(last) + 1),
        {last});
    return writer.concatenate(
        ValueRange{known,
                   complex(real(other), writer.unary<stablehlo::NegateOp>(
                                            imaginary(other)))},
        last);
  }

  /// Of complex numbers, along the last dimension.
  Value transform(Value lines) {
    const auto [first, second] = factorsOf(points);
    const double scale = isForward ? 1 : 1 / static_cast<double>(points);
    if (second == 1) {
      return multiply(lines, matrix({points, points}, points, scale), last);
    }
    llvm::SmallVector<int64_t> whole(typeOf(lines).getShape());
    llvm::SmallVector<int64_t> cut(whole);
    cut.back() = first;
    cut.push_back(second);
    // ..., b, c
    Value sums = multiply(writer.reshape(lines, cut),
                          matrix({first, first}, first, 1), last);
    Value turned = writer.multiply(
        sums, writer.broadcast(matrix({second, first}, points, 1),
                               typeOf(sums).getShape(), {last, last + 1}));
    // ..., c, d
    Value products =
        multiply(turned, matrix({second, second}, second, scale), last);
    llvm::SmallVector<int64_t> order =
        llvm::to_vector(llvm::seq<int64_t>(0, last));
    order.append({last + 1, last});
    return writer.reshape(writer.transpose(products, order), whole);
  }

  /// scale * exp(-2 pi i j k / n), or with the other sign on the way back.
  Value matrix(ArrayRef<int64_t> shape, int64_t n, double scale) {
    const ComplexTable roots = unitRoots(n, 1, n);
    std::vector<Number> numbers;
    for (int64_t j = 0; j < shape[0]; ++j) {
      for (int64_t k = 0; k < shape[1]; ++k) {
        const auto turn = static_cast<size_t>(j * k % n);
        const double sine = roots[static_cast<size_t>(n) + turn];
        numbers.emplace_back(scale * roots[turn],
                             scale * (isForward ? sine : -sine));
      }
    }
    auto type = RankedTensorType::get(shape, ComplexType::get(part));
    if (part.isF64()) {
      return writer.constant(
          DenseElementsAttr::get(type, ArrayRef<Number>(numbers)));
    }
    std::vector<std::complex<float>> rounded;
    for (const Number &number : numbers) {
      rounded.emplace_back(static_cast<float>(number.real()),
                           static_cast<float>(number.imag()));
    }
    return writer.constant(
        DenseElementsAttr::get(type, ArrayRef<std::complex<float>>(rounded)));
  }

  /// A dimension of lines by the rows of a matrix; its columns come last.
  Value multiply(Value lines, Value matrix, int64_t dimension) {
    llvm::SmallVector<int64_t> shape(typeOf(lines).getShape());
    shape.erase(shape.begin() + dimension);
    shape.push_back(typeOf(matrix).getDimSize(1));
    auto exact = stablehlo::PrecisionAttr::get(op.getContext(),
                                               stablehlo::Precision::HIGHEST);
    return writer.make<stablehlo::DotGeneralOp>(
        typeOf(lines).clone(shape), lines, matrix,
        stablehlo::DotDimensionNumbersAttr::get(op.getContext(), {}, {},
                                                {dimension}, {0}),
        writer.builder.getArrayAttr({exact, exact}),
        stablehlo::DotAlgorithmAttr());
  }

  stablehlo::FftOp op;
  stablehlo::Writer writer;
  int64_t points;
  bool isForward;
  Type element;
  /// Of real numbers.
  Type part;
  int64_t last;
};

} // namespace

bool multiplySignals(Operation *op) {
  // A sum of more terms takes longer than its kernel by itself.
  constexpr int64_t longestSum = 64;
  auto fft = dyn_cast<stablehlo::FftOp>(op);
  if (!fft || fft.getFftLength().size() != 1 ||
      !hasKnownElements(fft.getOperand()) ||
      !hasKnownElements(fft.getResult()) ||
      factorsOf(fft.getFftLength()[0]).longest() > longestSum) {
    return false;
  }
  decide(op, DecisionKind::Algorithm, Reason::FourierMultiplied)
      << arg(fft.getFftLength()[0]);
  op->replaceAllUsesWith(ValueRange{FourierProducts(fft).run()});
  return true;
}

} // namespace weft::tile
