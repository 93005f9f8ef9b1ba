// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise operations on complex numbers, given as two tiles.
//
// Sums and products are computed in the type of the parts. Everything else on
// complex<f32> is computed in f64: its range holds the squares and powers that
// would overflow, and its precision what cancels.

#include "weft/Tile/Tiling/Elementwise/Elementwise.h"

#include "weft/StableHLO/IR/StableHLO.h"

#include <llvm/ADT/TypeSwitch.h>

#include <limits>

using namespace mlir;

namespace weft::tile {
namespace {

using Predicate = arith::CmpFPredicate;

struct Complex {
  Value re;
  Value im;
};

/// Functions of complex numbers whose parts have one type. Where that has room
/// to spare, the parts being f32 in f64, squares and products of two parts are
/// exact, and neither they nor their inverses leave its range.
class ComplexMath {
public:
  ComplexMath(Arithmetic &math, bool hasRoom) : math(math), hasRoom(hasRoom) {}

  Complex add(Complex a, Complex b) {
    return {addF(a.re, b.re), addF(a.im, b.im)};
  }
  Complex subtract(Complex a, Complex b) {
    return {subF(a.re, b.re), subF(a.im, b.im)};
  }
  Complex multiply(Complex a, Complex b) {
    return {subF(mulF(a.re, b.re), mulF(a.im, b.im)),
            addF(mulF(a.re, b.im), mulF(a.im, b.re))};
  }
  Complex negate(Complex a) { return {math.negate(a.re), math.negate(a.im)}; }

  Value modulus(Complex z) {
    if (hasRoom) {
      return sqrt(squaredModulus(z));
    }
    // Scaled by a power of two near the larger part, so that no square
    // overflows and the larger one does not underflow. Sizes of floats are in
    // the order of their bits.
    Value x = math.bitsOf(math.absolute(z.re));
    Value y = math.bitsOf(math.absolute(z.im));
    Value large = math.make<arith::MaxSIOp>(x, y);
    Value small = math.make<arith::MinSIOp>(x, y);
    auto part = cast<FloatType>(elementOf(z.re));
    int64_t bias =
        llvm::APFloat::semanticsMaxExponent(part.getFloatSemantics());
    auto exponent = [&](int64_t biased) {
      return math.integer(x.getType(),
                          biased << (part.getFPMantissaWidth() - 1));
    };
    // Its exponent alone, where that and the opposite one are of normal
    // numbers.
    Value power = math.make<arith::AndIOp>(large, exponent(2 * bias + 1));
    power = math.make<arith::MaxSIOp>(power, exponent(1));
    power = math.make<arith::MinSIOp>(power, exponent(2 * bias - 2));
    Value scale = math.fromBits(math.sub(exponent(2 * bias), power), part);
    auto squareOf = [&](Value bits) {
      Value scaled = mulF(math.fromBits(bits, part), scale);
      return math.mul(scaled, scaled);
    };
    Value result = mulF(sqrt(math.add(squareOf(large), squareOf(small))),
                        math.fromBits(power, part));
    // Also beside what is not a number, whose bits are the larger ones.
    Value isInfinite =
        math.either(math.isInfinite(z.re), math.isInfinite(z.im));
    return math.select(isInfinite, infinity(z), result);
  }

  Complex divide(Complex a, Complex b) {
    if (hasRoom) {
      Value inverse =
          divF(number(b, 1), addF(mulF(b.re, b.re), mulF(b.im, b.im)));
      Complex product = multiply(a, {b.re, math.negate(b.im)});
      return repairQuotient(
          a, b, {mulF(product.re, inverse), mulF(product.im, inverse)});
    }
    // By the larger part of the divisor.
    Value isByRe =
        math.compare(Predicate::OGE, math.absolute(b.re), math.absolute(b.im));
    Value large = math.select(isByRe, b.re, b.im);
    Value small = math.select(isByRe, b.im, b.re);
    Value ratio = divF(small, large);
    Value modulus = addF(large, mulF(small, ratio));
    Value x1 = math.select(isByRe, a.re, a.im);
    Value x2 = math.select(isByRe, a.im, a.re);
    Value re = divF(addF(x1, mulF(x2, ratio)), modulus);
    Value y = subF(math.select(isByRe, a.im, mulF(a.im, ratio)),
                   math.select(isByRe, mulF(a.re, ratio), a.re));
    return repairQuotient(a, b, {re, divF(y, modulus)});
  }

  Complex exponential(Complex z) {
    // Where the angle is lost both parts are, as in other compilers.
    Value isLost = math.complement(math.isFinite(z.im));
    return choose(isLost, {notANumber(z), notANumber(z)}, limitedPower(z));
  }

  /// exp(z), at infinity as in C's Annex G, which keeps the modulus.
  Complex limitedPower(Complex z) {
    // In two halves: the power alone may be too large when the product is not.
    Value half = exp(mulF(z.re, number(z, 0.5)));
    Value re = mulF(mulF(half, cos(z.im)), half);
    Value im = mulF(mulF(half, sin(z.im)), half);
    im = math.select(equals(z.im, 0), z.im, im);
    Value isVanishing = equals(z.re, -infinite());
    re = math.select(isVanishing, zero(z), re);
    im = math.select(isVanishing, math.copySign(zero(z), z.im), im);
    Value isLost = math.both(equals(z.re, infinite()),
                             math.complement(math.isFinite(z.im)));
    return {math.select(isLost, infinity(z), re), im};
  }

  Complex exponentialMinusOne(Complex z) {
    // exp(x) cos(y) - 1 = expm1(x) cos(y) - 2 sin(y/2)^2.
    Value half = sin(mulF(z.im, number(z, 0.5)));
    Value first = mulF(math.make<math::ExpM1Op>(z.re), cos(z.im));
    Value second = mulF(number(z, 2), mulF(half, half));
    Complex plain = exponential(z);
    Value isFinite = math.both(math.isFinite(z.re), math.isFinite(z.im));
    return {math.select(isFinite, subF(first, second),
                        subF(plain.re, number(z, 1))),
            plain.im};
  }

  Complex log(Complex z) {
    return {logModulus(z), math.make<math::Atan2Op>(z.im, z.re)};
  }

  Complex logPlusOne(Complex z) {
    Complex sum = {addF(z.re, number(z, 1)), z.im};
    // log|1+z| = log1p(2x + x^2 + y^2) / 2 while that is small.
    Value excess = addF(mulF(z.re, addF(z.re, number(z, 2))), mulF(z.im, z.im));
    Value isSmall =
        math.compare(Predicate::OLT, math.absolute(excess), number(z, 0.5));
    Value near = mulF(math.make<math::Log1pOp>(excess), number(z, 0.5));
    return {math.select(isSmall, near, logModulus(sum)),
            math.make<math::Atan2Op>(sum.im, sum.re)};
  }

  Complex squareRoot(Complex z) {
    Value length = modulus(z);
    Value half = number(z, 0.5);
    // Halved first: the sum of two large numbers may overflow.
    Value t = sqrt(addF(mulF(math.absolute(z.re), half), mulF(length, half)));
    Value other = divF(mulF(math.absolute(z.im), half), t);
    other = math.select(equals(t, 0), math.absolute(z.im), other);
    Value isRight = math.compare(Predicate::OGE, z.re, zero(z));
    Value re = math.select(isRight, t, other);
    Value im = math.copySign(math.select(isRight, other, t), z.im);
    // Infinite parts.
    Value isUp = math.isInfinite(z.im);
    Value isFar = math.both(math.isInfinite(z.re), math.complement(isUp));
    Value hasIm = math.complement(math.isNaN(z.im));
    Value none = math.select(hasIm, zero(z), notANumber(z));
    Value farRe = math.select(isRight, infinity(z), none);
    Value farIm = math.copySign(math.select(isRight, none, infinity(z)), z.im);
    re = math.select(isFar, farRe, math.select(isUp, infinity(z), re));
    im = math.select(isFar, farIm, math.select(isUp, z.im, im));
    Value isNaN = math.either(math.isNaN(z.re), math.isNaN(z.im));
    Value isLost = math.both(
        isNaN, math.complement(math.either(isUp, math.isInfinite(z.re))));
    return {math.select(isLost, notANumber(z), re),
            math.select(isLost, notANumber(z), im)};
  }

  Complex reciprocalRoot(Complex z) {
    Complex result = divide({number(z, 1), zero(z)}, squareRoot(z));
    Value isZero = math.both(equals(z.re, 0), equals(z.im, 0));
    Value isInfinite =
        math.either(math.isInfinite(z.re), math.isInfinite(z.im));
    Value vanished = math.copySign(zero(z), math.negate(z.im));
    return {math.select(isZero, infinity(z),
                        math.select(isInfinite, zero(z), result.re)),
            math.select(isZero, notANumber(z),
                        math.select(isInfinite, vanished, result.im))};
  }

  Complex sine(Complex z) {
    Value re = mulF(sin(z.re), cosh(z.im));
    Value im = mulF(cos(z.re), sinh(z.im));
    // Zero times what is infinite or not known is zero on the axes.
    re = math.select(equals(z.re, 0), z.re, re);
    im = math.select(equals(z.im, 0), z.im, im);
    return {re, math.select(isBeyond(z), infinity(z), im)};
  }

  Complex cosine(Complex z) {
    Value re = mulF(cos(z.re), cosh(z.im));
    Value im = math.negate(mulF(sin(z.re), sinh(z.im)));
    Value upwards = mulF(z.re, math.copySign(number(z, 1), z.im));
    im = math.select(equals(z.re, 0), math.negate(upwards), im);
    Value isLost =
        math.both(equals(z.im, 0), math.complement(math.isFinite(z.re)));
    return {math.select(isBeyond(z), infinity(z), re),
            math.select(isLost, zero(z), im)};
  }

  Complex tanh(Complex z) {
    if (hasRoom) {
      return tanhWithRoom(z);
    }
    // With t = tan(y), s = sinh(x): (t^2 + 1) s sqrt(1 + s^2) + i t, over
    // 1 + (1 + t^2) s^2. Far out the powers overflow and the limit serves.
    Value t = math.make<math::TanOp>(z.im);
    Value s = sinh(z.re);
    Value one = number(z, 1);
    Value beta = addF(one, mulF(t, t));
    Value square = mulF(s, s);
    Value denominator = addF(one, mulF(beta, square));
    Value re = divF(mulF(mulF(beta, sqrt(addF(one, square))), s), denominator);
    Value im = divF(t, denominator);
    Value distance = math.absolute(z.re);
    Value isFar = math.compare(Predicate::OGT, distance, number(z, 20));
    Value decay = exp(mulF(distance, number(z, -2)));
    Value farIm = mulF(mulF(number(z, 4), mulF(sin(z.im), cos(z.im))), decay);
    farIm = math.select(math.isInfinite(z.re), math.copySign(zero(z), farIm),
                        farIm);
    Value farRe = math.copySign(one, z.re);
    farRe = math.select(math.both(math.complement(math.isFinite(z.im)),
                                  math.complement(math.isInfinite(z.re))),
                        notANumber(z), farRe);
    im = math.select(isFar, farIm, im);
    return {math.select(isFar, farRe, re),
            math.select(equals(z.im, 0), z.im, im)};
  }

  Complex tan(Complex z) {
    // tan(z) = -i tanh(i z).
    Complex turned = tanh({math.negate(z.im), z.re});
    return {turned.im, math.negate(turned.re)};
  }

  Complex logistic(Complex z) {
    // Of the two equal forms, the one whose exponential is at most 1.
    Value isLeft = math.compare(Predicate::OLT, z.re, zero(z));
    Complex folded = {math.select(isLeft, z.re, math.negate(z.re)),
                      math.select(isLeft, z.im, math.negate(z.im))};
    Complex power = limitedPower(folded);
    Complex one = {number(z, 1), zero(z)};
    // 1 + exp(z) without cancelling near the odd multiples of i pi.
    Value half = cos(mulF(folded.im, number(z, 0.5)));
    Complex sum = {
        addF(mulF(math.make<math::ExpM1Op>(folded.re), cos(folded.im)),
             mulF(number(z, 2), mulF(half, half))),
        power.im};
    Complex numerator = {math.select(isLeft, power.re, one.re),
                         math.select(isLeft, power.im, one.im)};
    // At infinity 1 / (1 + exp(-z)) has the limits.
    Complex inverse = limitedPower(negate(z));
    Complex limit = {addF(inverse.re, one.re), inverse.im};
    Value isFinite = math.both(math.isFinite(z.re), math.isFinite(z.im));
    return divide(choose(isFinite, numerator, one),
                  choose(isFinite, sum, limit));
  }

  Complex power(Complex a, Complex b) {
    Complex result = limitedPower(multiply(b, log(a)));
    Value onLine = math.both(math.both(equals(a.im, 0), equals(b.im, 0)),
                             math.compare(Predicate::OGT, a.re, zero(a)));
    result =
        choose(onLine, {math.make<math::PowFOp>(a.re, b.re), zero(a)}, result);
    Value isOfZero = math.both(equals(a.re, 0), equals(a.im, 0));
    Value isFinite = math.both(math.isFinite(b.re), math.isFinite(b.im));
    Value vanishes =
        math.both(math.compare(Predicate::OGT, b.re, zero(a)), isFinite);
    Value isReal = equals(b.im, 0);
    Complex pole = {math.select(isReal, infinity(a), notANumber(a)),
                    notANumber(a)};
    Complex ofZero = choose(vanishes, {zero(a), zero(a)}, pole);
    result = choose(isOfZero, ofZero, result);
    Value isToZero = math.both(equals(b.re, 0), equals(b.im, 0));
    return choose(isToZero, {number(a, 1), zero(a)}, result);
  }

  Complex atan2(Complex y, Complex x) {
    // -i log((x + i y) / sqrt(x^2 + y^2)).
    Complex norm = squareRoot(add(multiply(x, x), multiply(y, y)));
    Complex sum = {subF(x.re, y.im), addF(x.im, y.re)};
    Complex logarithm = log(divide(sum, norm));
    return {logarithm.im, math.negate(logarithm.re)};
  }

  Complex cubeRoot(Complex z) {
    Value radius = math.make<math::CbrtOp>(modulus(z));
    Value angle = divF(math.make<math::Atan2Op>(z.im, z.re), number(z, 3));
    Complex root = {mulF(radius, cos(angle)), mulF(radius, sin(angle))};
    Value third = number(z, 3);
    Complex logarithm = log(z);
    Complex limit =
        limitedPower({divF(logarithm.re, third), divF(logarithm.im, third)});
    Value isFinite = math.both(math.isFinite(z.re), math.isFinite(z.im));
    Value isZero = math.both(equals(z.re, 0), equals(z.im, 0));
    return choose(isZero, z, choose(isFinite, root, limit));
  }

  Complex sign(Complex z) {
    // By the larger part first: the modulus of what is very small or large
    // cannot be told from others, or from infinity.
    Value large =
        math.make<arith::MaximumFOp>(math.absolute(z.re), math.absolute(z.im));
    Complex scaled = {divF(z.re, large), divF(z.im, large)};
    Value length = math.select(
        math.isInfinite(large), number(z, 1),
        sqrt(addF(mulF(scaled.re, scaled.re), mulF(scaled.im, scaled.im))));
    Complex direction = {divF(scaled.re, length), divF(scaled.im, length)};
    Value isZero = math.both(equals(z.re, 0), equals(z.im, 0));
    Value isNaN = math.either(math.isNaN(z.re), math.isNaN(z.im));
    Complex none = {notANumber(z), notANumber(z)};
    return choose(isNaN, none, choose(isZero, {zero(z), zero(z)}, direction));
  }

private:
  /// (sinh(x) cosh(x) + i sin(y) cos(y)) / (sinh(x)^2 + cos(y)^2), whose terms
  /// cannot cancel. From 100 on nothing is seen of x any more.
  Complex tanhWithRoom(Complex z) {
    Value one = number(z, 1);
    Value half = number(z, 0.5);
    Value x = math.make<arith::MinimumFOp>(math.absolute(z.re), number(z, 100));
    // With t = e^x - 1, e^-x = 1 - t / (t + 1).
    Value t = math.make<math::ExpM1Op>(x);
    Value decay = divF(t, addF(t, one));
    Value sinhX = mulF(half, addF(t, decay));
    Value coshX = addF(one, mulF(half, subF(t, decay)));
    Value sinY = sin(z.im);
    Value cosY = cos(z.im);
    Value inverse = divF(one, addF(mulF(sinhX, sinhX), mulF(cosY, cosY)));
    Value re = math.copySign(mulF(mulF(sinhX, coshX), inverse), z.re);
    Value im = mulF(mulF(sinY, cosY), inverse);
    Value isFar = math.isInfinite(z.re);
    re = math.select(isFar, math.copySign(one, z.re), re);
    im = math.select(isFar, math.copySign(zero(z), im), im);
    return {re, math.select(equals(z.im, 0), z.im, im)};
  }

  /// |z|^2, where there is room for it.
  Value squaredModulus(Complex z) {
    Value sum = addF(mulF(z.re, z.re), mulF(z.im, z.im));
    Value isInfinite =
        math.either(math.isInfinite(z.re), math.isInfinite(z.im));
    return math.select(isInfinite, infinity(z), sum);
  }

  /// Infinite upwards, at no known angle.
  Value isBeyond(Complex z) {
    return math.both(math.isInfinite(z.im),
                     math.complement(math.isFinite(z.re)));
  }

  Complex choose(Value condition, Complex a, Complex b) {
    return {math.select(condition, a.re, b.re),
            math.select(condition, a.im, b.im)};
  }

  /// The cases of C's Annex G in which the true quotient is infinite or zero.
  Complex repairQuotient(Complex a, Complex b, Complex quotient) {
    auto isFinite = [&](Complex z) {
      return math.both(math.isFinite(z.re), math.isFinite(z.im));
    };
    auto isInfinite = [&](Complex z) {
      return math.either(math.isInfinite(z.re), math.isInfinite(z.im));
    };
    auto box = [&](Value part) {
      Value size = math.select(math.isInfinite(part), number(a, 1), zero(a));
      return math.copySign(size, part);
    };
    auto scaled = [&](Complex x, Complex y, Value factor) {
      return Complex{mulF(factor, addF(mulF(x.re, y.re), mulF(x.im, y.im))),
                     mulF(factor, subF(mulF(x.im, y.re), mulF(x.re, y.im)))};
    };
    Value isLost = math.both(math.isNaN(quotient.re), math.isNaN(quotient.im));
    llvm::SmallVector<Value> parts =
        math.unlessAny(isLost, ValueRange{quotient.re, quotient.im}, [&] {
          Value hasNumber =
              math.complement(math.both(math.isNaN(a.re), math.isNaN(a.im)));
          Value byZero =
              math.both(math.both(equals(b.re, 0), equals(b.im, 0)), hasNumber);
          Value pole = math.copySign(infinity(a), b.re);
          Complex atPole = {mulF(pole, a.re), mulF(pole, a.im)};
          Complex grown = scaled({box(a.re), box(a.im)}, b, infinity(a));
          Complex shrunk = scaled(a, {box(b.re), box(b.im)}, zero(a));
          Complex repaired = quotient;
          repaired =
              choose(math.both(isInfinite(b), isFinite(a)), shrunk, repaired);
          repaired =
              choose(math.both(isInfinite(a), isFinite(b)), grown, repaired);
          repaired = choose(byZero, atPole, repaired);
          Complex result = choose(isLost, repaired, quotient);
          return llvm::SmallVector<Value>{result.re, result.im};
        });
    return {parts[0], parts[1]};
  }

  /// log|z|, also where |z| is near 1.
  Value logModulus(Complex z) {
    Value x = math.absolute(z.re);
    Value y = math.absolute(z.im);
    Value large = math.make<arith::MaximumFOp>(x, y);
    Value small = math.make<arith::MinimumFOp>(x, y);
    Value one = number(z, 1);
    Value excess =
        addF(mulF(subF(large, one), addF(large, one)), mulF(small, small));
    Value isNear =
        math.compare(Predicate::OLT, math.absolute(excess), number(z, 0.5));
    Value near = mulF(math.make<math::Log1pOp>(excess), number(z, 0.5));
    Value far = hasRoom ? mulF(math.make<math::LogOp>(squaredModulus(z)),
                               number(z, 0.5))
                        : math.make<math::LogOp>(modulus(z));
    return math.select(isNear, near, far);
  }

  static double infinite() { return std::numeric_limits<double>::infinity(); }
  Value number(Complex like, double value) {
    return math.real(like.re.getType(), value);
  }
  Value zero(Complex like) { return number(like, 0); }
  Value infinity(Complex like) { return number(like, infinite()); }
  Value notANumber(Complex like) {
    return number(like, std::numeric_limits<double>::quiet_NaN());
  }
  Value equals(Value a, double value) {
    return math.compare(Predicate::OEQ, a, math.real(a.getType(), value));
  }
  Value addF(Value a, Value b) { return math.make<arith::AddFOp>(a, b); }
  Value subF(Value a, Value b) { return math.make<arith::SubFOp>(a, b); }
  Value mulF(Value a, Value b) { return math.make<arith::MulFOp>(a, b); }
  Value divF(Value a, Value b) { return math.make<arith::DivFOp>(a, b); }
  Value sqrt(Value a) { return math.make<math::SqrtOp>(a); }
  Value exp(Value a) { return math.make<math::ExpOp>(a); }
  Value sin(Value a) { return math.make<math::SinOp>(a); }
  Value cos(Value a) { return math.make<math::CosOp>(a); }
  Value sinh(Value a) { return math.make<math::SinhOp>(a); }
  Value cosh(Value a) { return math.make<math::CoshOp>(a); }

  Arithmetic &math;
  bool hasRoom;
};

std::optional<Complex> emitFunction(ComplexMath &math, Operation *op, Complex z,
                                    Complex w) {
  using Result = std::optional<Complex>;
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case([&](stablehlo::DivideOp) -> Result { return math.divide(z, w); })
      .Case([&](stablehlo::PowerOp) -> Result { return math.power(z, w); })
      .Case([&](stablehlo::Atan2Op) -> Result { return math.atan2(z, w); })
      .Case([&](stablehlo::SignOp) -> Result { return math.sign(z); })
      .Case([&](stablehlo::CbrtOp) -> Result { return math.cubeRoot(z); })
      .Case([&](stablehlo::CosineOp) -> Result { return math.cosine(z); })
      .Case([&](stablehlo::SineOp) -> Result { return math.sine(z); })
      .Case([&](stablehlo::TanOp) -> Result { return math.tan(z); })
      .Case([&](stablehlo::TanhOp) -> Result { return math.tanh(z); })
      .Case([&](stablehlo::ExponentialOp) -> Result {
        return math.exponential(z);
      })
      .Case([&](stablehlo::ExponentialMinusOneOp) -> Result {
        return math.exponentialMinusOne(z);
      })
      .Case([&](stablehlo::LogOp) -> Result { return math.log(z); })
      .Case(
          [&](stablehlo::LogPlusOneOp) -> Result { return math.logPlusOne(z); })
      .Case([&](stablehlo::LogisticOp) -> Result { return math.logistic(z); })
      .Case([&](stablehlo::SqrtOp) -> Result { return math.squareRoot(z); })
      .Case(
          [&](stablehlo::RsqrtOp) -> Result { return math.reciprocalRoot(z); })
      .Default([](Operation *) { return std::nullopt; });
}

} // namespace

TileValue emitQuotient(Arithmetic &math, const TileValue &a,
                       const TileValue &b) {
  Complex quotient =
      ComplexMath(math, /*hasRoom=*/false).divide({a[0], a[1]}, {b[0], b[1]});
  return {quotient.re, quotient.im};
}

TileValue emitComplex(Arithmetic &math, Operation *op,
                      ArrayRef<TileValue> operands) {
  auto load = [](const TileValue &value) {
    return Complex{value[0], value[1]};
  };
  Complex z = load(operands[0]);
  ComplexMath complex(math, elementOf(z.re).getIntOrFloatBitWidth() <= 32);
  Complex w = operands.size() == 2 ? load(operands[1]) : z;
  using Result = std::optional<Complex>;
  Result simple =
      llvm::TypeSwitch<Operation *, Result>(op)
          .Case([&](stablehlo::AddOp) -> Result { return complex.add(z, w); })
          .Case([&](stablehlo::SubtractOp) -> Result {
            return complex.subtract(z, w);
          })
          .Case([&](stablehlo::MultiplyOp) -> Result {
            return complex.multiply(z, w);
          })
          .Case(
              [&](stablehlo::NegateOp) -> Result { return complex.negate(z); })
          .Default([](Operation *) { return std::nullopt; });
  if (simple) {
    return {simple->re, simple->im};
  }
  Type part = elementOf(z.re);
  auto widen = [&](Complex value) {
    Type wide = math.builder.getF64Type();
    return Complex{math.toFloat(value.re, wide), math.toFloat(value.im, wide)};
  };
  if (isa<stablehlo::AbsOp>(op)) {
    // A root in f64 takes more time than to scale.
    return {ComplexMath(math, /*hasRoom=*/false).modulus(z)};
  }
  Complex wideZ = widen(z);
  Complex wideW = operands.size() == 2 ? widen(w) : wideZ;
  Result result = emitFunction(complex, op, wideZ, wideW);
  if (!result) {
    return {};
  }
  return {math.toFloat(result->re, part), math.toFloat(result->im, part)};
}

} // namespace weft::tile
