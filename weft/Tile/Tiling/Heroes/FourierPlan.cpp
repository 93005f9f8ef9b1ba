// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Heroes/FourierPlan.h"

#include <llvm/Support/MathExtras.h>

#include <cmath>
#include <complex>
#include <numbers>

namespace weft::tile {
namespace {

using Complex = std::complex<double>;

/// exp(-2 pi i k / n), the angle brought to an eighth of a turn first.
Complex unitRoot(uint64_t k, uint64_t n) {
  k %= n;
  // In eighths: the nearest multiple of a quarter turn, and what is left.
  uint64_t quarter = (8 * k + n) / (2 * n);
  auto rest = static_cast<double>(static_cast<int64_t>(4 * k) -
                                  static_cast<int64_t>(quarter * n));
  double angle = std::numbers::pi / 2 * rest / static_cast<double>(n);
  double x = std::cos(angle);
  double y = -std::sin(angle);
  switch (quarter % 4) {
  case 0:
    return {x, y};
  case 1:
    return {y, -x};
  case 2:
    return {-x, -y};
  default:
    return {-y, x};
  }
}

ComplexTable toTable(const std::vector<Complex> &values) {
  ComplexTable table(2 * values.size());
  for (size_t i = 0; i < values.size(); ++i) {
    table[i] = values[i].real();
    table[values.size() + i] = values[i].imag();
  }
  return table;
}

/// In place; the length is a power of two.
void transform(std::vector<Complex> &line) {
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
    for (size_t k = 0; k < half; ++k) {
      Complex root = unitRoot(k, 2 * half);
      for (size_t at = k; at < n; at += 2 * half) {
        Complex odd = line[at + half] * root;
        line[at + half] = line[at] - odd;
        line[at] += odd;
      }
    }
  }
}

/// Fours first: they do the work of two twos with fewer products.
llvm::SmallVector<int64_t> factorize(int64_t n) {
  llvm::SmallVector<int64_t> factors;
  for (int64_t p : {4, 2, 3, 5}) {
    for (; n % p == 0; n /= p) {
      factors.push_back(p);
    }
  }
  for (int64_t p = 7; p * p <= n; p += 2) {
    for (; n % p == 0; n /= p) {
      factors.push_back(p);
    }
  }
  if (n > 1) {
    factors.push_back(n);
  }
  return factors;
}

} // namespace

ComplexTable unitRoots(int64_t n) {
  std::vector<Complex> roots;
  for (int64_t k = 0; k < n; ++k) {
    roots.push_back(unitRoot(k, n));
  }
  return toTable(roots);
}

bool FourierPlan::needsChirp(int64_t points) {
  llvm::SmallVector<int64_t> factors = factorize(points);
  return !factors.empty() && factors.back() > largestFactor;
}

FourierPlan::FourierPlan(int64_t points) : points(points), length(points) {
  factors = factorize(points);
  if (needsChirp(points)) {
    isChirped = true;
    length = static_cast<int64_t>(llvm::PowerOf2Ceil(2 * points - 1));
    factors = factorize(length);
    auto n = static_cast<uint64_t>(points);
    std::vector<Complex> values(points);
    std::vector<Complex> padded(length);
    for (uint64_t k = 0; k < n; ++k) {
      values[k] = unitRoot(k * k % (2 * n), 2 * n);
      padded[k] = std::conj(values[k]) / static_cast<double>(length);
      if (k != 0) {
        padded[length - k] = padded[k];
      }
    }
    chirp = toTable(values);
    transform(padded);
    filter = toTable(padded);
  }
  std::vector<Complex> all;
  int64_t done = 1;
  for (int64_t p : factors) {
    offsets.push_back(static_cast<int64_t>(all.size()));
    for (int64_t q = 1; q < p; ++q) {
      for (int64_t k = 0; k < done; ++k) {
        all.push_back(unitRoot(q * k, done * p));
      }
    }
    done *= p;
  }
  roots = toTable(all);
}

} // namespace weft::tile
