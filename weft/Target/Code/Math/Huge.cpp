// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reduction of huge arguments by pi/2, after Payne and Hanek.
//
// x is an integer of 53 bits times a power of two. Of 2/pi only some bits
// matter: those further left contribute whole turns to the product, those
// further right nothing that can be seen. 192 bits are cut out of a table and
// multiplied in integers; the two on top of the product are the quadrant, the
// others the fraction of it. No f64 is nearer to a multiple of pi/2 than 2^-61
// of it, so that at least 64 bits of the fraction are right.
//
// An f32 has so few digits and exponents that all lanes go side by side: for
// each exponent a table has what its unit is in quarters, without whole turns,
// in two parts. The product with the first is exact.

#include "weft/Target/Code/Math/Formulas.h"

#include <cmath>
#include <limits>

namespace weft::code {
namespace {

/// The bits of 2/pi, behind 64 zeros.
const uint64_t bitsOfTwoOverPi[] = {
    0x0000000000000000, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0,
    0xdb6295993c439041, 0xfe5163abdebbc561, 0xb7246e3a424dd2e0,
    0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484,
    0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b,
    0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7,
    0x4f463f669e5fea2d, 0x7527bac7ebe5f17b, 0x3d0739f78a5292ea,
    0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab, 0xf0cfbc209af4361d};

/// The upper word of two that are shifted to the left, by less than a word.
Integer shiftPair(Integer high, Integer low, Integer by) {
  const Integer others = by.constant(63) - by;
  return (high << by) | shiftRight(shiftRight(low, 1), others);
}

/// One f64; the quadrant is a number here.
QuarterTurns reduceOne(Real x) {
  const Integer bits = asInteger(absolute(x));
  const Integer mantissa =
      (bits & ((int64_t(1) << 52) - 1)) | (int64_t(1) << 52);
  // The mantissa's unit is 2^(exponent - 1075). The first bit of 2/pi that
  // gives less than four quarters stands at this place of the table.
  const Integer place =
      larger((bits >> 52) - (1075 + 2 - 64), bits.constant(0));
  const Integer first = place >> 6;
  const Integer shift = place & 63;
  auto word = [&](int64_t i) {
    return lookUp("two_over_pi", bitsOfTwoOverPi, first + i);
  };
  const Integer high = shiftPair(word(0), word(1), shift);
  const Integer middle = shiftPair(word(1), word(2), shift);
  const Integer low = shiftPair(word(2), word(3), shift);
  // The product modulo 2^192, from the right to the left.
  const Integer right = mantissa * low;
  const Integer product = mantissa * middle;
  const Integer centre = product + multiplyHigh(mantissa, low);
  const Integer carry =
      choose(isBelow(centre, product), centre.constant(1), centre.constant(0));
  const Integer left = mantissa * high + multiplyHigh(mantissa, middle) + carry;
  // Beyond half a quarter it is the next one less something.
  Integer fraction = shiftPair(left, centre, left.constant(2));
  Integer fractionLow = shiftPair(centre, right, left.constant(2));
  const Integer beyond = fraction >> 63;
  const Integer quarters = shiftRight(left, 62) - beyond;
  fraction = fraction ^ beyond;
  fractionLow = fractionLow ^ beyond;
  // The 53 bits from the first that is set, and the next 63.
  const Integer zeros = leadingZeros(fraction | 1);
  const Integer top = shiftPair(fraction, fractionLow, zeros);
  const Integer next = fractionLow << zeros;
  const Real unit = powerOfTwo(zeros.constant(-53) - zeros, x);
  const Real f = toReal(shiftRight(top, 11), x) * unit;
  const Real fLow = toReal(((top & 0x7ff) << 52) | shiftRight(next, 12), x) *
                    (unit * 0x1p-63);
  const Real quarter = x.constant(0x1.921fb54442d18p+0);
  const Pair rounded = multiplyExactly(f, quarter);
  const Pair r = addSmaller(
      rounded.high,
      rounded.low + multiplyAdd(f, 0x1.1a62633145c07p-54, fLow * quarter));
  const Truth minus = isNegative(x) ^ (beyond != 0);
  const Truth finite = absolute(x) < std::numeric_limits<double>::infinity();
  const Real number = toReal(quarters, x);
  return {choose(isNegative(x), -number, number),
          choose(finite, choose(minus, -r.high, r.high),
                 std::numeric_limits<double>::quiet_NaN()),
          choose(minus, -r.low, r.low)};
}

/// Exponents of the units of those f32 that are reduced as huge ones.
constexpr int64_t firstUnit = 45 - 23;
constexpr int64_t lastUnit = 127 - 23;
/// How many digits of the first part the 24 of an f32 leave room for.
constexpr unsigned digitsOfFirst = 53 - 24;

/// `count` bits of 2/pi from that of value 2^-place on.
uint64_t bitsFrom(int64_t place, unsigned count) {
  const auto at = static_cast<uint64_t>(64 + place - 1);
  uint64_t bits = bitsOfTwoOverPi[at / 64] << (at % 64);
  if (at % 64 != 0) {
    bits |= bitsOfTwoOverPi[at / 64 + 1] >> (64 - at % 64);
  }
  return bits >> (64 - count);
}

/// 2^e 2/pi without multiples of four, as two f64 for each e.
llvm::SmallVector<uint64_t> quartersOfUnits() {
  llvm::SmallVector<uint64_t> table;
  auto add = [&](uint64_t digits, int exponent) {
    table.push_back(llvm::bit_cast<uint64_t>(
        std::ldexp(static_cast<double>(digits), exponent)));
  };
  for (int64_t e = firstUnit; e <= lastUnit; ++e) {
    // The first bit is worth two quarters.
    add(bitsFrom(e - 1, digitsOfFirst), 2 - static_cast<int>(digitsOfFirst));
    add(bitsFrom(e - 1 + digitsOfFirst, 64),
        2 - static_cast<int>(digitsOfFirst) - 64);
  }
  return table;
}

} // namespace

QuarterTurns reduceHuge(Real x) {
  const llvm::SmallVector<Real> parts =
      forEachLane("reduce_huge", x, 3, [&](Real lane) {
        const QuarterTurns turns = reduceOne(lane);
        return llvm::SmallVector<Real>{asReal(nearest(turns.quadrant).integer),
                                       turns.r, turns.low};
      });
  return {parts[0], parts[1], parts[2]};
}

Turned reduceHugeSingle(Real x) {
  const Integer bits = asInteger(absolute(x));
  // The number in units of its last digit.
  const Integer digits =
      (bits & ((int64_t(1) << 52) - 1)) | (int64_t(1023 + 23) << 52);
  const Real units = copySign(asReal(digits), x);
  const Integer unit = (bits >> 52) - (1023 + 23 + firstUnit);
  const Integer row = smaller(larger(unit, unit.constant(0)),
                              unit.constant(lastUnit - firstUnit))
                      << 1;
  const llvm::SmallVector<uint64_t> table = quartersOfUnits();
  const Real first = asReal(lookUp("quarters_of_units", table, row));
  const Real second = asReal(lookUp("quarters_of_units", table, row + 1));
  const Real product = units * first;
  const Real quarters = nearest(multiplyAdd(units, second, product)).number;
  const Real fraction = multiplyAdd(units, second, product - quarters);
  const Truth finite = absolute(x) < std::numeric_limits<double>::infinity();
  return {quarters, choose(finite, fraction * 0x1.921fb54442d18p+0,
                           std::numeric_limits<double>::quiet_NaN())};
}

} // namespace weft::code
