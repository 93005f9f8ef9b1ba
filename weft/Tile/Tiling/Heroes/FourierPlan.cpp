// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Heroes/FourierPlan.h"

#include "weft/Support/PowersOfTwo.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
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

/// Roots that are held one by one, for each q.
constexpr int64_t longestRun = 4096;

/// Puts `factor` exp(-2 pi i q k / n) for 0 < q <= rows and k below `extent`
/// behind what a table has.
RootRuns addRoots(std::vector<Complex> &table, int64_t n, int64_t rows,
                  int64_t extent, Complex factor = 1) {
  RootRuns runs{.extent = extent, .run = extent};
  if (extent > longestRun) {
    const auto root =
        static_cast<int64_t>(std::sqrt(static_cast<double>(extent)));
    runs.run = std::max(longestRun, powerAbove(root));
  }
  runs.within = static_cast<int64_t>(table.size());
  for (int64_t q = 1; q <= rows; ++q) {
    for (int64_t k = 0; k < runs.run; ++k) {
      const Complex root = unitRoot(q * k, n);
      table.push_back(runs.areProducts() ? root : factor * root);
    }
  }
  runs.begins = static_cast<int64_t>(table.size());
  for (int64_t q = 1; runs.areProducts() && q <= rows; ++q) {
    for (int64_t i = 0; i < runs.runs(); ++i) {
      const int64_t first = std::min(i * runs.run, extent - runs.run);
      table.push_back(factor * unitRoot(q * first, n));
    }
  }
  return runs;
}

/// The transform of n numbers that lie `stride` apart, by the smallest factor
/// of n first. `roots` are those of a multiple of n.
std::vector<Complex> transformed(const Complex *numbers, size_t n,
                                 size_t stride,
                                 const std::vector<Complex> &roots) {
  size_t p = 2;
  while (n % p != 0) {
    ++p;
  }
  std::vector<Complex> sum(n);
  if (n == p) {
    for (size_t q = 0; q < p; ++q) {
      for (size_t k = 0; k < p; ++k) {
        sum[k] += numbers[q * stride] * roots[q * k % p * (roots.size() / p)];
      }
    }
    return sum;
  }
  for (size_t q = 0; q < p; ++q) {
    std::vector<Complex> part =
        transformed(numbers + q * stride, n / p, stride * p, roots);
    // Of k: its remainder by n / p, and q k by n.
    size_t rest = 0;
    size_t turn = 0;
    for (size_t k = 0; k < n; ++k) {
      sum[k] += part[rest] * roots[turn * (roots.size() / n)];
      rest = rest + 1 == n / p ? 0 : rest + 1;
      turn = turn + q >= n ? turn + q - n : turn + q;
    }
  }
  return sum;
}

/// Eights do the work of three twos with fewer products, and with fewer visits
/// of memory; fours are for what they leave.
llvm::SmallVector<int64_t> factorize(int64_t n, bool hasEights) {
  llvm::SmallVector<int64_t> factors;
  int64_t twos = 0;
  for (; n % 2 == 0; n /= 2) {
    ++twos;
  }
  for (; hasEights && (twos > 4 || twos == 3); twos -= 3) {
    factors.push_back(8);
  }
  for (; twos > 1; twos -= 2) {
    factors.push_back(4);
  }
  if (twos == 1) {
    factors.push_back(2);
  }
  for (int64_t p = 3; p * p <= n; p += 2) {
    for (; n % p == 0; n /= p) {
      factors.push_back(p);
    }
  }
  if (n > 1) {
    factors.push_back(n);
  }
  llvm::sort(factors, std::greater<>());
  return factors;
}

/// What a step costs for each point, coarsely: products, sums and the way to
/// memory.
double costOf(int64_t factor) {
  switch (factor) {
  case 2:
    return 2;
  case 3:
  case 4:
    return 3;
  default:
    return 4.5;
  }
}

} // namespace

/// A product of twos, threes and fives.
int64_t convolutionLength(int64_t least, bool hasEights) {
  int64_t best = 0;
  double lowest = 0;
  for (int64_t fives = 1; fives < 2 * least; fives *= 5) {
    for (int64_t odd = fives; odd < 2 * least; odd *= 3) {
      int64_t length = odd;
      while (length < least) {
        length *= 2;
      }
      double cost = 0;
      for (int64_t factor : factorize(length, hasEights)) {
        cost += costOf(factor) * static_cast<double>(length);
      }
      if (best == 0 || cost < lowest) {
        best = length;
        lowest = cost;
      }
    }
  }
  return best;
}

std::vector<double> oddFactors(int64_t p) {
  int64_t half = (p - 1) / 2;
  int64_t size = std::min(half, oddBlock);
  std::vector<double> numbers;
  for (int64_t block = 0; block < half; block += size) {
    for (int64_t q = 1; q <= half; ++q) {
      for (int64_t i = 1; i <= size; ++i) {
        Complex root = unitRoot(q * (std::min(block, half - size) + i), p);
        numbers.push_back(root.real());
        numbers.push_back(-root.imag());
      }
    }
  }
  return numbers;
}

std::vector<Complex> rootsOfUnity(int64_t n, int64_t step, int64_t count) {
  std::vector<Complex> roots;
  roots.reserve(count);
  for (int64_t k = 0; k < count; ++k) {
    roots.push_back(unitRoot(k * step % n, n));
  }
  return roots;
}

ComplexTable unitRoots(int64_t n, int64_t step, int64_t count) {
  return toTable(rootsOfUnity(n, step, count));
}

RealRoots realRoots(int64_t n, bool isInverse) {
  std::vector<Complex> roots;
  const RootRuns runs = addRoots(roots, n, 1, n / 4 + 1,
                                 isInverse ? Complex(0, -1) : Complex(0, -0.5));
  if (isInverse) {
    // i conj(a) is the conjugate of -i a.
    llvm::transform(roots, roots.begin(),
                    [](Complex root) { return std::conj(root); });
  }
  return {runs, toTable(roots)};
}

llvm::SmallVector<int64_t> FourierPlan::factorsOf(int64_t points,
                                                  bool hasEights) {
  return factorize(points, hasEights);
}

bool FourierPlan::needsChirp(int64_t points) {
  llvm::SmallVector<int64_t> factors = factorize(points, true);
  return !factors.empty() && factors.front() > largestFactor;
}

int64_t FourierPlan::roughPart(int64_t points) {
  int64_t product = 1;
  for (int64_t factor : factorize(points, true)) {
    product *= factor > largestFactor ? factor : 1;
  }
  return product;
}

FourierPlan::FourierPlan(int64_t points, bool hasEights, bool isReal)
    : points(points), isChirped(needsChirp(points)),
      length(isChirped ? convolutionLength(2 * points - 1, hasEights) : points),
      factors(factorize(length, hasEights)) {
  assert(hasTables(points) && "the convolution would be a long table");
  if (isChirped) {
    auto n = static_cast<uint64_t>(points);
    std::vector<Complex> values(length);
    std::vector<Complex> padded(length);
    for (uint64_t k = 0; k < n; ++k) {
      values[k] = unitRoot(k * k % (2 * n), 2 * n);
      padded[k] = std::conj(values[k]) / static_cast<double>(length);
      if (k != 0) {
        padded[length - k] = padded[k];
      }
    }
    chirp = toTable(values);
    filter = toTable(transformed(padded.data(), padded.size(), 1,
                                 rootsOfUnity(length, 1, length)));
  }
  std::vector<Complex> all;
  int64_t done = 1;
  for (int64_t p : factors) {
    steps.push_back(addRoots(all, done * p, p - 1,
                             isReal && !isChirped ? done / 2 + 1 : done));
    done *= p;
  }
  roots = toTable(all);
}

} // namespace weft::tile
