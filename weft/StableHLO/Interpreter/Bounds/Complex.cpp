// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function of complex numbers is made of functions of its parts, and compiled
// code makes it in another way than the reference does. So its operands are
// taken to be some units of their larger part off, both ways, the function is
// composed of intervals, and the result is off by some units of its larger
// part. Of finite operands that are so large, or so small, that squares of
// their parts leave the range of the type, anything may become; of two operands
// of which one is not finite as well, since what they make is unspecified.

#include "weft/StableHLO/Interpreter/Bounds/Complex.h"

#include "weft/StableHLO/IR/StableHLO.h"

#include <llvm/ADT/TypeSwitch.h>

using namespace mlir;

namespace weft::reference::ranges {
namespace {

struct Box {
  Interval real;
  Interval imaginary;
};

/// How far operands and results of a composed function are off, in units of
/// their larger part.
constexpr int unitsOfOperands = 8;
constexpr int unitsOfResults = 16;

class BoxArithmetic {
public:
  explicit BoxArithmetic(FloatKind kind)
      : in(4 * unitOf(kind), leastPositive(kind)) {}

  Box add(Box a, Box b) const {
    return {in.add(a.real, b.real), in.add(a.imaginary, b.imaginary)};
  }
  Box negate(Box a) const {
    return {in.negate(a.real), in.negate(a.imaginary)};
  }
  Box multiply(Box a, Box b) const {
    return {in.subtract(in.multiply(a.real, b.real),
                        in.multiply(a.imaginary, b.imaginary)),
            in.add(in.multiply(a.real, b.imaginary),
                   in.multiply(a.imaginary, b.real))};
  }
  Box divide(Box a, Box b) const {
    // By a power of two, so that the square of a large divisor stays finite.
    double largest = std::max(b.real.largest(), b.imaginary.largest());
    if (std::isfinite(largest) && largest > 1) {
      Interval scale = Interval::exactly(std::ldexp(1.0, -std::ilogb(largest)));
      auto scaled = [&](Box x) {
        return Box{in.multiply(x.real, scale), in.multiply(x.imaginary, scale)};
      };
      a = scaled(a);
      b = scaled(b);
    }
    Interval size = in.add(in.square(b.real), in.square(b.imaginary));
    Box product = multiply(a, {b.real, in.negate(b.imaginary)});
    return {in.divide(product.real, size), in.divide(product.imaginary, size)};
  }
  Interval size(Box a) const { return in.hypot(a.real, a.imaginary); }
  Interval angle(Box a) const { return in.atan2(a.imaginary, a.real); }
  Box fromPolar(Interval size, Interval angle) const {
    return {in.multiply(size, in.cos(angle)), in.multiply(size, in.sin(angle))};
  }
  Box exp(Box a) const { return fromPolar(in.exp(a.real), a.imaginary); }
  Box log(Box a) const { return {in.log(size(a)), angle(a)}; }
  Box root(Box a, double degree) const {
    Interval turned = in.divide(angle(a), Interval::exactly(degree));
    Interval length = size(a);
    if (length.isNaN() || length.isAnything()) {
      return {length, length};
    }
    auto rooted = [&](double x) {
      return degree == 2 ? std::sqrt(x) : std::cbrt(x);
    };
    return fromPolar(in.widened({rooted(length.low), rooted(length.high)}),
                     turned);
  }
  Box sin(Box a) const {
    return {in.multiply(in.sin(a.real), in.cosh(a.imaginary)),
            in.multiply(in.cos(a.real), in.sinh(a.imaginary))};
  }
  Box cos(Box a) const {
    return {in.multiply(in.cos(a.real), in.cosh(a.imaginary)),
            in.negate(in.multiply(in.sin(a.real), in.sinh(a.imaginary)))};
  }
  /// tanh(z) = -i tan(i z).
  Box tanh(Box a) const {
    Box turned = {in.negate(a.imaginary), a.real};
    Box tangent = divide(sin(turned), cos(turned));
    return {tangent.imaginary, in.negate(tangent.real)};
  }
  static Box one() { return {Interval::exactly(1), Interval::exactly(0)}; }

private:
  Arithmetic in;
};

std::optional<Box> composed(Operation *op, FloatKind kind, ArrayRef<Box> x) {
  BoxArithmetic in(kind);
  using namespace stablehlo;
  return llvm::TypeSwitch<Operation *, std::optional<Box>>(op)
      .Case([&](MultiplyOp) { return in.multiply(x[0], x[1]); })
      .Case([&](DivideOp) { return in.divide(x[0], x[1]); })
      .Case([&](PowerOp) { return in.exp(in.multiply(x[1], in.log(x[0]))); })
      .Case([&](Atan2Op) {
        // -i log((x + i y) / sqrt(x^2 + y^2))
        Box turned = {in.negate(x[0]).imaginary, x[0].real};
        Box sum = in.add(in.multiply(x[0], x[0]), in.multiply(x[1], x[1]));
        Box log = in.log(in.divide(in.add(x[1], turned), in.root(sum, 2)));
        return Box{log.imaginary, in.negate(log).real};
      })
      .Case([&](AbsOp) { return Box{in.size(x[0]), Interval::exactly(0)}; })
      .Case([&](SignOp) {
        return in.divide(x[0], {in.size(x[0]), Interval::exactly(0)});
      })
      .Case([&](ExponentialOp) { return in.exp(x[0]); })
      .Case([&](ExponentialMinusOneOp) {
        return in.add(in.exp(x[0]), in.negate(in.one()));
      })
      .Case([&](LogOp) { return in.log(x[0]); })
      .Case([&](LogPlusOneOp) { return in.log(in.add(x[0], in.one())); })
      .Case([&](LogisticOp) {
        return in.divide(in.one(), in.add(in.one(), in.exp(in.negate(x[0]))));
      })
      .Case([&](SqrtOp) { return in.root(x[0], 2); })
      .Case([&](CbrtOp) { return in.root(x[0], 3); })
      .Case([&](RsqrtOp) { return in.divide(in.one(), in.root(x[0], 2)); })
      .Case([&](SineOp) { return in.sin(x[0]); })
      .Case([&](CosineOp) { return in.cos(x[0]); })
      .Case([&](TanOp) { return in.divide(in.sin(x[0]), in.cos(x[0])); })
      .Case([&](TanhOp) { return in.tanh(x[0]); })
      .Default([](Operation *) { return std::nullopt; });
}

bool isFinite(const Range &range) {
  return range.real().isFinite() && range.imaginary().isFinite();
}

/// Whether powers and quotients of a finite number leave the range.
bool isExtreme(const Range &range) {
  double large = std::sqrt(largestOf(range.type().floatKind())) / 16;
  for (Interval part : {range.real(), range.imaginary()}) {
    double size = part.largest();
    if (!std::isfinite(size) || size > large ||
        (size != 0 && size < 1 / large)) {
      return true;
    }
  }
  return false;
}

Range ofParts(ElementType type, Box box) {
  return type.isComplex() ? Range::ofComplex(type, box.real, box.imaginary)
                          : Range::ofReal(type, box.real);
}

} // namespace

std::optional<Range> complexRange(Operation *op, ArrayRef<Range> operands,
                                  const Element &value, bool isStep) {
  ElementType type = operands.front().type();
  if (!type.isComplex()) {
    return std::nullopt;
  }
  FloatKind kind = type.floatKind();
  if (isa<stablehlo::AddOp, stablehlo::SubtractOp>(op)) {
    Arithmetic in(0, 0);
    bool adds = isa<stablehlo::AddOp>(op);
    auto part = [&](Interval a, Interval b) {
      return adds ? in.add(a, b) : in.subtract(a, b);
    };
    bool isExact = operands[0].isExact() && operands[1].isExact();
    Range result =
        isExact ? Range::exactly(value)
                : Range::ofComplex(
                      type, part(operands[0].real(), operands[1].real()),
                      part(operands[0].imaginary(), operands[1].imaginary()));
    return isStep ? widened(result, 1) : result;
  }
  bool isExact = llvm::all_of(
      operands, [](const Range &operand) { return operand.isExact(); });
  if (llvm::any_of(operands,
                   [](const Range &operand) { return operand.isAnything(); })) {
    return Range::anything(value.type());
  }
  SmallVector<Box, 2> boxes;
  for (const Range &operand : operands) {
    Range off = widened(operand, unitsOfOperands);
    boxes.push_back({off.real(), off.imaginary()});
  }
  std::optional<Box> box = composed(op, kind, boxes);
  if (!box) {
    return std::nullopt;
  }
  bool allFinite = llvm::all_of(operands, isFinite);
  bool isLost =
      !std::isfinite(value.asReal()) || !std::isfinite(value.asImaginary());
  if (operands.size() == 1 && !allFinite) {
    return isExact ? widened(Range::exactly(value), unitsOfResults)
                   : Range::anything(value.type());
  }
  if (llvm::any_of(operands, isExtreme) || isLost) {
    return Range::anything(value.type());
  }
  Range result = hull(ofParts(value.type(), *box), Range::exactly(value));
  return widened(result, unitsOfResults);
}

} // namespace weft::reference::ranges
