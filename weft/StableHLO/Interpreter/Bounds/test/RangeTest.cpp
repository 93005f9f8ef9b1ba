// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Interpreter/Bounds/Range.h"
#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/StableHLO/Interpreter/Bounds/Table.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace weft;
using namespace weft::reference;
using namespace weft::reference::ranges;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
const double notANumber = std::numeric_limits<double>::quiet_NaN();
const ElementType f32 = ElementType::real(FloatKind::F32);
const Arithmetic exactly(0, 0);

TEST(Interval, HoldsNumbersBetweenItsEnds) {
  EXPECT_TRUE(holds({1, 2}, 1));
  EXPECT_TRUE(holds({1, 2}, 2));
  EXPECT_FALSE(holds({1, 2}, 2.5));
  EXPECT_FALSE(holds({1, 2}, notANumber));
  EXPECT_TRUE(holds(Interval::notANumber(), notANumber));
  EXPECT_FALSE(holds(Interval::notANumber(), 1));
  EXPECT_TRUE(holds(Interval::anything(), notANumber));
  EXPECT_TRUE(holds(Interval::anything(), -infinity));
}

TEST(Interval, TellsZerosApart) {
  EXPECT_TRUE(holds({0.0, 1}, 0.0));
  EXPECT_FALSE(holds({0.0, 1}, -0.0));
  EXPECT_TRUE(holds({-0.0, 0.0}, -0.0));
  EXPECT_FALSE(Interval({-0.0, 0.0}).isExact());
}

TEST(Interval, ANumberOrNaNIsAnything) {
  EXPECT_TRUE(hull({1, 2}, Interval::notANumber()).isAnything());
  EXPECT_TRUE(hull(Interval::notANumber(), Interval::notANumber()).isNaN());
}

TEST(Interval, QuotientsByWhatMayBeZero) {
  EXPECT_TRUE(exactly.divide({1, 2}, {-1, 1}).isAnything());
  Interval halves = exactly.divide({1, 2}, {2, 4});
  EXPECT_EQ(halves.low, 0.25);
  EXPECT_EQ(halves.high, 1);
}

TEST(Interval, ZeroTimesInfinity) {
  EXPECT_TRUE(exactly.multiply({-1, 1}, {infinity, infinity}).isAnything());
  EXPECT_TRUE(exactly.multiply({0, 0}, {infinity, infinity}).isNaN());
}

TEST(Interval, SinesHaveExtremesInside) {
  Interval top = sineOver({1, 2}, 0);
  EXPECT_EQ(top.high, 1);
  EXPECT_EQ(top.low, std::sin(1));
  Interval bottom = sineOver({3, 3.5}, 1);
  EXPECT_EQ(bottom.low, -1);
  EXPECT_EQ(bottom.high, std::cos(3.5));
  Interval neither = sineOver({0.1, 0.2}, 0);
  EXPECT_EQ(neither.high, std::sin(0.2));
}

TEST(Interval, AnglesAtTheCut) {
  Interval all = anglesOf({-1, 1}, {-2, -1});
  EXPECT_LT(all.low, -3.14);
  EXPECT_GT(all.high, 3.14);
  Interval few = anglesOf({-1, 1}, {1, 2});
  EXPECT_EQ(few.high, std::atan2(1, 1));
}

TEST(Range, StepsCrossZero) {
  double least = leastPositive(FloatKind::F32);
  EXPECT_EQ(stepped(FloatKind::F32, least, -2), -least);
  EXPECT_EQ(stepped(FloatKind::F32, largestOf(FloatKind::F32), 1), infinity);
  EXPECT_EQ(stepped(FloatKind::F8E4M3FN, 448, 1), 448);
}

TEST(Range, AnythingOfEachType) {
  for (ElementType type :
       {ElementType::boolean(), ElementType::signedInteger(8),
        ElementType::unsignedInteger(64), f32,
        ElementType::real(FloatKind::F4E2M1FN),
        ElementType::real(FloatKind::F8E8M0FNU),
        ElementType::complex(FloatKind::F64)}) {
    Range range = Range::anything(type);
    EXPECT_TRUE(range.isAnything()) << type.name();
    EXPECT_TRUE(range.allows(Element::zero(type))) << type.name();
    EXPECT_TRUE(range.allows(Element::one(type))) << type.name();
  }
  EXPECT_TRUE(Range::anything(f32).allows(Element::real(f32, notANumber)));
}

TEST(Range, IntegersStayInTheirType) {
  ElementType i8 = ElementType::signedInteger(8);
  Range range = widened(Range::exactly(Element::integer(i8, 127)), 1);
  EXPECT_EQ(range.low.asSigned(), 126);
  EXPECT_EQ(range.high.asSigned(), 127);
}

// An operation without a rule would stop every program that has it.
TEST(Table, EveryOperationHasARule) {
  mlir::MLIRContext context;
  context.loadDialect<stablehlo::StableHLODialect>();
  OpTable standard = standardOpTable();
  OpTable bounded = boundedOpTable();
  int count = 0;
  for (mlir::RegisteredOperationName name :
       context.getRegisteredOperationsByDialect("stablehlo")) {
    if (standard.find(name.getStringRef())) {
      ++count;
      EXPECT_TRUE(bounded.find(name.getStringRef()))
          << name.getStringRef().str();
    }
  }
  EXPECT_GT(count, 100);
}

} // namespace
