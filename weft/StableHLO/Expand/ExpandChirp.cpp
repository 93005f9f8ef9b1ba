// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A Fourier transform of any length as transforms of lengths with small factors
// (Bluestein): since 2 j k = j^2 + k^2 - (k - j)^2, with c_j = exp(-pi i j^2 /
// n)
//
//   X_k = sum_j x_j exp(-2 pi i j k / n) = c_k sum_j (x_j c_j) conj(c_(k - j))
//
// which is a circular convolution of any length from 2 n - 1 on. It is computed
// in f64: a single large number is spread over all of the convolution, and in
// f32 its rounding would be seen beside small ones.

#include "weft/StableHLO/Expand/ExpandOperations.h"
#include "weft/StableHLO/IR/Writer.h"
#include "weft/Support/PowersOfTwo.h"

#include <numbers>

using namespace mlir;

namespace weft::stablehlo {
namespace {

class Chirp {
public:
  explicit Chirp(FftOp op)
      : op(op), writer(op), n(op.getFftLength().back()),
        length(convolutionLength(n)), part(writer.builder.getF64Type()) {
    shape.assign(typeOf(op.getOperand()).getShape().begin(),
                 typeOf(op.getOperand()).getShape().end());
    last = static_cast<int64_t>(shape.size()) - 1;
  }

  Value write() {
    const bool isForward =
        op.getFftType() == FftType::FFT || op.getFftType() == FftType::RFFT;
    Value signal = writer.convert(op.getOperand(), ComplexType::get(part));
    if (op.getFftType() == FftType::IRFFT) {
      signal = wholeSpectrum(signal);
    }
    // The way back is the way there between conjugates, over n.
    signal = isForward ? signal : conjugate(signal);
    Value result = transform(signal);
    if (!isForward) {
      result = conjugate(result);
      result = writer.multiply(
          result, writer.splat(typeOf(result), 1.0 / static_cast<double>(n)));
    }
    auto type = typeOf(op.getResult());
    result = writer.slice(result, last, 0, type.getShape().back());
    if (op.getFftType() == FftType::IRFFT) {
      result = real(result);
    }
    return writer.convert(result, type.getElementType());
  }

private:
  static RankedTensorType typeOf(Value value) {
    return cast<RankedTensorType>(value.getType());
  }
  Value real(Value z) { return writer.make<RealOp>(typeOf(z).clone(part), z); }
  Value conjugate(Value z) {
    Value imaginary = writer.make<ImagOp>(typeOf(z).clone(part), z);
    return complex(real(z), writer.unary<NegateOp>(imaginary));
  }
  Value complex(Value a, Value b) {
    return writer.make<ComplexOp>(typeOf(a).clone(ComplexType::get(part)), a,
                                  b);
  }

  /// Of a real signal: what the other half conjugates.
  Value wholeSpectrum(Value half) {
    Value other =
        writer.slice(half, last, 1, n - typeOf(half).getShape().back() + 1);
    return writer.concatenate(
        ValueRange{half, conjugate(writer.reverse(other, {last}))}, last);
  }

  /// exp(-pi i j^2 / n), for a list of j below n. Its period is that of j^2
  /// modulo 2 n, which is counted exactly.
  Value turns(Value j) {
    auto words = typeOf(j);
    Value square =
        writer.remainder(writer.multiply(j, j),
                         writer.integer(words, static_cast<uint64_t>(2 * n)));
    Value angle = writer.multiply(
        writer.convert(square, part),
        writer.splat(words.clone(part),
                     std::numbers::pi / static_cast<double>(n)));
    return complex(writer.unary<CosineOp>(angle),
                   writer.unary<NegateOp>(writer.unary<SineOp>(angle)));
  }
  /// The same for every line.
  Value inLines(Value list) {
    llvm::SmallVector<int64_t> all(shape);
    all[last] = typeOf(list).getShape()[0];
    return writer.broadcast(list, all, {last});
  }
  RankedTensorType words(int64_t count) {
    return RankedTensorType::get({count}, writer.builder.getI64Type());
  }

  /// Of the conjugated turns, which begin at both ends.
  Value filter() {
    auto type = words(length);
    Value m = writer.iota(type, 0);
    Value j =
        writer.smaller(m, writer.subtract(writer.integer(type, length), m));
    Value isThere =
        writer.compare(j, ComparisonDirection::LT, writer.integer(type, n));
    Value turn = conjugate(turns(j));
    Value padded = writer.select(isThere, turn, writer.zero(typeOf(turn)));
    Value line = writer.make<FftOp>(writer.reshape(padded, {1, length}),
                                    FftType::FFT, ArrayRef(length));
    return writer.reshape(line, {length});
  }

  Value transform(Value signal) {
    Value chirp = turns(writer.iota(words(n), 0));
    Value turned = writer.multiply(signal, inLines(chirp));
    llvm::SmallVector<int64_t> none(shape.size(), 0);
    llvm::SmallVector<int64_t> behind(none);
    behind[last] = length - n;
    Value padded = writer.pad(
        turned, writer.zero(typeOf(turned).clone(ArrayRef<int64_t>())), none,
        behind, none);
    // Lines, whatever they are lines of.
    llvm::SmallVector<int64_t> all(typeOf(padded).getShape());
    const int64_t lines = typeOf(padded).getNumElements() / length;
    Value spectrum = writer.make<FftOp>(writer.reshape(padded, {lines, length}),
                                        FftType::FFT, ArrayRef(length));
    Value filtered = writer.multiply(
        spectrum, writer.broadcast(filter(), {lines, length}, {1}));
    Value convolved = writer.reshape(
        writer.make<FftOp>(filtered, FftType::IFFT, ArrayRef(length)), all);
    return writer.multiply(writer.slice(convolved, last, 0, n), inLines(chirp));
  }

  FftOp op;
  Writer writer;
  int64_t n;
  int64_t length;
  Type part;
  llvm::SmallVector<int64_t> shape;
  int64_t last = 0;
};

} // namespace

int64_t convolutionLength(int64_t points) {
  const int64_t least = 2 * points - 1;
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

void expandChirp(FftOp op) { op.replaceAllUsesWith(Chirp(op).write()); }

} // namespace weft::stablehlo
