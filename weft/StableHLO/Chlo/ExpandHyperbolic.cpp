// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Chlo/Expand.h"

#include <numbers>

using namespace mlir;

namespace weft::chlo {

namespace {
/// e^x / 2 and e^-x / 2. Halving in the exponent keeps them finite as long as
/// their sum is; rounding x - log 2 costs up to |x| / 2 units in the last
/// place, and makes the results those of XLA, which computes them the same way.
struct Halves {
  explicit Halves(Expression x)
      : growing(exp(x - std::numbers::ln2)),
        decaying(exp(-x - std::numbers::ln2)) {}

  Expression growing;
  Expression decaying;
};
} // namespace

static Expression realCosh(Expression x) {
  Halves halves(x);
  return halves.growing + halves.decaying;
}

static Expression realSinh(Expression x) {
  // The exponentials cancel near 0: with m = e^x - 1, sinh(x) = (m +
  // m/(m+1))/2.
  Expression m = expMinusOne(x);
  Expression small = (m + m / (m + 1.0)) * 0.5;
  Halves halves(x);
  return select(abs(x) < 1.0, small, halves.growing - halves.decaying);
}

Expression expandCosh(Expression x) {
  if (!isa<ComplexType>(x.getElementType())) {
    return realCosh(x);
  }
  // cosh(x + iy) = cosh(x) cos(y) + i sinh(x) sin(y)
  Expression re = real(x), im = imag(x);
  return complex(realCosh(re) * cosine(im), realSinh(re) * sine(im));
}

Expression expandSinh(Expression x) {
  if (!isa<ComplexType>(x.getElementType())) {
    return realSinh(x);
  }
  // sinh(x + iy) = sinh(x) cos(y) + i cosh(x) sin(y)
  Expression re = real(x), im = imag(x);
  return complex(realSinh(re) * cosine(im), realCosh(re) * sine(im));
}

} // namespace weft::chlo
