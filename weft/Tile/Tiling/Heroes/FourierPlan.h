// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a line of n points is transformed, and the numbers that takes.
//
// By the factors of n, without ever putting the line into another order. Let l
// be the product of the factors done so far, p the next one and m = n / (l p).
// Before the step the line holds the transforms of length l of the l-point
// sequences that start at j and go in steps of m p, one after the other; after
// it those of length l p:
//
//   t[q] = x[(j + q m) l + k] w^(q k m)
//   y[(j p + u) l + k] = sum over q of t[q] v^(q u)
//
// for j < m, k < l and u < p, with w = exp(-2 pi i / n), v = exp(-2 pi i / p).
// Neighbours in k are neighbours in memory. The powers of w are tables, step by
// step; those of many k are products, so that no table is as long as the line.
// The largest factors come first, so that there are many k soon.
//
// A length with a large prime factor goes through Bluestein's convolution: with
// q k = (q^2 + k^2 - (k - q)^2) / 2 the transform is a product with a chirp, a
// convolution with another, and a product with the first again; the convolution
// is done at a length of small factors. Its numbers are as many as its length:
// longer lines are taken apart, or convolutions of whole arrays
// (ExpandChirp.cpp).

#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/Support/MathExtras.h>

#include <complex>
#include <vector>

namespace weft::tile {

/// Complex numbers, all real parts before the imaginary ones.
using ComplexTable = std::vector<double>;

/// Where a table has c exp(-2 pi i q k / n) for 0 < q <= rows and all k below
/// an extent. Those of many k are taken in runs, the last of which ends where
/// all end, and are products of two: of the first k of their run, and of what
/// is behind that.
struct RootRuns {
  int64_t extent = 0;
  /// The k of a run.
  int64_t run = 0;
  /// Where those of one run begin, q by q, and those of the first k of all
  /// runs.
  int64_t within = 0;
  int64_t begins = 0;

  bool areProducts() const { return run < extent; }
  int64_t runs() const { return llvm::divideCeil(extent, run); }
};

struct FourierPlan {
  /// `hasEights`: eight numbers and what is made of them fit into registers.
  /// `isReal`: of each step, k up to half are made.
  FourierPlan(int64_t points, bool hasEights, bool isReal = false);

  /// Beyond, the square of a prime costs more than two transforms of twice the
  /// length in twice the digits.
  static constexpr int64_t largestFactor = 128;
  /// Whether the points have a larger one.
  static bool needsChirp(int64_t points);
  /// The most points with a larger one that a plan has tables for, and those
  /// beyond which what a core walks leaves its caches.
  static constexpr int64_t mostChirped = 1 << 17;
  static constexpr int64_t mostChirpedInCaches = 3 << 14;
  static bool hasTables(int64_t points) {
    return points <= mostChirped || !needsChirp(points);
  }

  /// The product of the larger ones.
  static int64_t roughPart(int64_t points);

  /// The factors of a length, as steps take them.
  static llvm::SmallVector<int64_t> factorsOf(int64_t points, bool hasEights);

  int64_t points;
  bool isChirped;
  /// What the steps transform: `points`, or the length of the convolution.
  int64_t length;
  llvm::SmallVector<int64_t> factors;
  /// Of each step, in one table.
  llvm::SmallVector<RootRuns> steps;
  ComplexTable roots;
  /// Of Bluestein's: the chirp, with zeros behind it, and the transform of its
  /// conjugate over the length, which makes the way back a mean.
  ComplexTable chirp;
  ComplexTable filter;
};

/// Sums of an odd prime p that are made beside each other, at most.
constexpr int64_t oddBlock = 4;

/// The cosines and sines of 2 pi q u / p for 0 < q, u <= h = (p - 1) / 2, as
/// blocks of u: of each block, for each q, the cosine and the sine of each u.
/// The last block ends with h, and may begin in the one before it.
std::vector<double> oddFactors(int64_t p);

/// The length of small factors from `least` on that takes the least time.
int64_t convolutionLength(int64_t least, bool hasEights);

/// exp(-2 pi i k step / n) for k below `count`.
std::vector<std::complex<double>> rootsOfUnity(int64_t n, int64_t step,
                                               int64_t count);
ComplexTable unitRoots(int64_t n, int64_t step, int64_t count);

/// What turns the transform of n / 2 complex points into that of n real ones,
/// element by element up to a quarter of n: -i/2 exp(-2 pi i k / n); and what
/// turns it back: i exp(2 pi i k / n).
struct RealRoots {
  RootRuns runs;
  ComplexTable table;
};
RealRoots realRoots(int64_t n, bool isInverse);

} // namespace weft::tile
