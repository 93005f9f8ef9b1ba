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

#include "weft/Target/Code/Math/Formulas.h"

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

} // namespace

QuarterTurns reduceHuge(Real x) {
  const bool isDouble = x.isDouble();
  const llvm::SmallVector<Real> parts = forEachLane(
      isDouble ? "reduce_huge.f64" : "reduce_huge.f32", x, 3, [&](Real lane) {
        QuarterTurns turns = reduceOne(isDouble ? lane : toDouble(lane));
        if (!isDouble) {
          const Real r = toSingle(turns.r);
          turns = {toSingle(turns.quadrant), r,
                   toSingle(turns.r - toDouble(r))};
        }
        return llvm::SmallVector<Real>{asReal(nearest(turns.quadrant).integer),
                                       turns.r, turns.low};
      });
  return {parts[0], parts[1], parts[2]};
}

} // namespace weft::code
