// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The numbers of Fourier transforms: tables that are much shorter than lines.

#include "weft/Tile/Tiling/Heroes/FourierPlan.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>

namespace weft::tile {
namespace {

using Complex = std::complex<double>;

Complex entryOf(const ComplexTable &table, int64_t i) {
  const auto at = static_cast<size_t>(i);
  return {table[at], table[table.size() / 2 + at]};
}

/// The q-th root of place k, as kernels put it together.
Complex rootOf(const ComplexTable &table, const RootRuns &runs, int64_t q,
               int64_t k) {
  if (!runs.areProducts()) {
    return entryOf(table, runs.within + (q - 1) * runs.run + k);
  }
  const int64_t i = std::min(k / runs.run, runs.runs() - 1);
  const int64_t first = std::min(i * runs.run, runs.extent - runs.run);
  return entryOf(table, runs.begins + (q - 1) * runs.runs() + i) *
         entryOf(table, runs.within + (q - 1) * runs.run + k - first);
}

Complex circle(int64_t k, int64_t n) {
  const double angle = -2 * std::numbers::pi * static_cast<double>(k % n) /
                       static_cast<double>(n);
  return {std::cos(angle), std::sin(angle)};
}

/// All roots of short steps, some of long ones.
void checkRoots(const FourierPlan &plan) {
  int64_t done = 1;
  for (size_t s = 0; s < plan.factors.size(); ++s) {
    const int64_t p = plan.factors[s];
    const RootRuns &runs = plan.steps[s];
    const int64_t stride = std::max<int64_t>(1, runs.extent / 5003);
    for (int64_t q = 1; q < p; ++q) {
      for (int64_t k = 0; k < runs.extent; k += stride) {
        const Complex root = rootOf(plan.roots, runs, q, k);
        ASSERT_LT(std::abs(root - circle(q * k, done * p)), 2e-15)
            << "step " << s << ", q " << q << ", k " << k;
      }
      const Complex last = rootOf(plan.roots, runs, q, runs.extent - 1);
      ASSERT_LT(std::abs(last - circle(q * (runs.extent - 1), done * p)),
                2e-15);
    }
    done *= p;
  }
}

TEST(FourierPlan, RootsOfShortStepsAreInTheTable) {
  FourierPlan plan(4096, /*hasEights=*/true);
  EXPECT_FALSE(plan.steps.back().areProducts());
  checkRoots(plan);
}

TEST(FourierPlan, RootsOfLongStepsAreProducts) {
  for (int64_t points : {int64_t(65536), int64_t(59049), int64_t(1) << 31}) {
    FourierPlan plan(points, /*hasEights=*/true);
    EXPECT_TRUE(plan.steps.back().areProducts());
    checkRoots(plan);
  }
}

TEST(FourierPlan, OfRealNumbersStepsHaveHalfTheirRoots) {
  FourierPlan plan(59049, /*hasEights=*/true, /*isReal=*/true);
  EXPECT_EQ(plan.steps.back().extent, 59049 / 3 / 2 + 1);
  EXPECT_TRUE(plan.steps.back().areProducts());
  checkRoots(plan);
}

TEST(FourierPlan, NoTableIsAsLongAsALongLine) {
  FourierPlan plan(int64_t(1) << 31, /*hasEights=*/true);
  EXPECT_LT(plan.roots.size(), size_t(1) << 20);
  EXPECT_LT(realRoots(int64_t(1) << 31, false).table.size(), size_t(1) << 17);
}

TEST(FourierPlan, SpectraOfRealNumbersHaveRootsBothWays) {
  for (int64_t n : {16, 80000}) {
    const RealRoots there = realRoots(n, /*isInverse=*/false);
    const RealRoots back = realRoots(n, /*isInverse=*/true);
    EXPECT_EQ(there.runs.areProducts(), n == 80000);
    for (int64_t k = 0; k <= n / 4; ++k) {
      const Complex root = circle(k, n);
      ASSERT_LT(std::abs(rootOf(there.table, there.runs, 1, k) -
                         Complex(0, -0.5) * root),
                2e-15);
      ASSERT_LT(std::abs(rootOf(back.table, back.runs, 1, k) -
                         Complex(0, 1) * std::conj(root)),
                2e-15);
    }
  }
}

TEST(FourierPlan, LongLinesWithLargePrimesHaveNoTables) {
  EXPECT_TRUE(FourierPlan::hasTables(FourierPlan::mostChirped - 1)); // 131071
  EXPECT_FALSE(FourierPlan::hasTables(262147));
  EXPECT_TRUE(FourierPlan::hasTables(262144));
}

TEST(FourierPlan, TheRoughPartIsWhatLargePrimesMake) {
  EXPECT_EQ(FourierPlan::roughPart(66558), 11093);
  EXPECT_EQ(FourierPlan::roughPart(3 * 131 * 137), 131 * 137);
  EXPECT_EQ(FourierPlan::roughPart(127 * 1024), 1);
  EXPECT_EQ(FourierPlan::roughPart(65537), 65537);
}

} // namespace
} // namespace weft::tile
