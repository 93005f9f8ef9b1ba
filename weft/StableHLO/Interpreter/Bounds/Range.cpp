// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Interpreter/Bounds/Range.h"

#include <mlir/Dialect/Quant/IR/QuantTypes.h>

namespace weft::reference::ranges {
namespace {

Element leastInteger(ElementType type) {
  return Element::integer(
      type, type.isSigned() ? uint64_t{1} << (type.bitWidth() - 1) : 0);
}

Element greatestInteger(ElementType type) {
  return Element::integer(type, type.isSigned()
                                    ? (uint64_t{1} << (type.bitWidth() - 1)) - 1
                                    : ~uint64_t{0});
}

bool isLessInteger(const Element &a, const Element &b) {
  return a.type().isSigned() ? a.asSigned() < b.asSigned()
                             : a.asUnsigned() < b.asUnsigned();
}

bool isNumber(ElementType type) { return type.isFloat() || type.isComplex(); }

/// One that the type can say.
Interval sayable(FloatKind kind, Interval interval) {
  if (formatOf(kind).hasNaN() || !(interval.isAnything() || interval.isNaN())) {
    return interval;
  }
  return {-largestOf(kind), largestOf(kind)};
}

} // namespace

double largestOf(FloatKind kind) {
  return decodeFloat(kind, formatOf(kind).largestCode());
}

double unitOf(FloatKind kind) {
  return std::ldexp(1.0, -1 - formatOf(kind).mantissaBits);
}

double leastPositive(FloatKind kind) {
  return decodeFloat(kind, formatOf(kind).hasSignAndZero ? 1 : 0);
}

Range Range::anything(ElementType type) {
  if (type.isFloat()) {
    return ofReal(type, Interval::anything());
  }
  if (type.isComplex()) {
    return ofComplex(type, Interval::anything(), Interval::anything());
  }
  return {leastInteger(type), greatestInteger(type)};
}

Range Range::ofReal(ElementType type, Interval real) {
  FloatKind kind = type.floatKind();
  Interval rounded = real.isAnything() || real.isNaN()
                         ? real
                         : Interval{roundToFloat(kind, real.low),
                                    roundToFloat(kind, real.high)};
  rounded = sayable(kind, rounded);
  return {Element::real(type, rounded.low), Element::real(type, rounded.high)};
}

Range Range::ofComplex(ElementType type, Interval real, Interval imaginary) {
  FloatKind kind = type.floatKind();
  Interval re = sayable(kind, real);
  Interval im = sayable(kind, imaginary);
  return {Element::complex(type, {re.low, im.low}),
          Element::complex(type, {re.high, im.high})};
}

bool Range::isExact() const {
  if (type().isFloat()) {
    return real().isExact();
  }
  if (type().isComplex()) {
    return real().isExact() && imaginary().isExact();
  }
  return low.bits() == high.bits();
}

bool Range::isAnything() const {
  if (isNumber(type())) {
    auto isFree = [&](Interval interval) {
      return interval.isAnything() ||
             (!formatOf(type().floatKind()).hasNaN() &&
              interval.high == largestOf(type().floatKind()) &&
              interval.low == -interval.high);
    };
    return isFree(real()) || (type().isComplex() && isFree(imaginary()));
  }
  return low.bits() == leastInteger(type()).bits() &&
         high.bits() == greatestInteger(type()).bits();
}

bool Range::allows(const Element &element) const {
  if (isNumber(type())) {
    return holds(real(), element.asReal()) &&
           (!type().isComplex() || holds(imaginary(), element.asImaginary()));
  }
  return !isLessInteger(element, low) && !isLessInteger(high, element);
}

Range hull(const Range &a, const Range &b) {
  ElementType type = a.type();
  if (type.isFloat()) {
    return Range::ofReal(type, hull(a.real(), b.real()));
  }
  if (type.isComplex()) {
    return Range::ofComplex(type, hull(a.real(), b.real()),
                            hull(a.imaginary(), b.imaginary()));
  }
  return {isLessInteger(b.low, a.low) ? b.low : a.low,
          isLessInteger(a.high, b.high) ? b.high : a.high};
}

bool overlap(const Range &a, const Range &b) {
  if (isNumber(a.type())) {
    return overlap(a.real(), b.real()) &&
           (!a.type().isComplex() || overlap(a.imaginary(), b.imaginary()));
  }
  return !isLessInteger(a.high, b.low) && !isLessInteger(b.high, a.low);
}

double stepped(FloatKind kind, double value, int64_t steps) {
  if (std::isnan(value)) {
    return value;
  }
  const FloatFormat &format = formatOf(kind);
  uint64_t code = encodeFloat(kind, value);
  bool isNegative = (code & format.signMask()) != 0;
  auto magnitude = static_cast<int64_t>(code & format.magnitudeMask());
  auto top = static_cast<int64_t>(format.largestCode()) +
             (format.hasInfinity() ? 1 : 0);
  int64_t place = (isNegative ? -magnitude : magnitude) + steps;
  place = std::clamp(place, format.hasSignAndZero ? -top : 0, top);
  double size = decodeFloat(kind, static_cast<uint64_t>(std::abs(place)));
  if (place == 0 && format.hasSignAndZero) {
    return steps > 0 ? 0.0 : -0.0;
  }
  return place < 0 ? -size : size;
}

Interval widened(FloatKind kind, Interval interval, int64_t units) {
  if (interval.isAnything() || interval.isNaN() || units == 0) {
    return interval;
  }
  return {stepped(kind, interval.low, -units),
          stepped(kind, interval.high, units)};
}

Range widened(const Range &range, int64_t units) {
  ElementType type = range.type();
  if (type.isFloat()) {
    return Range::ofReal(type, widened(type.floatKind(), range.real(), units));
  }
  if (type.isComplex()) {
    double largest = 0;
    for (Interval part : {range.real(), range.imaginary()}) {
      if (part.isFinite()) {
        largest = std::max(largest, part.largest());
      }
    }
    double apart = stepped(type.floatKind(), largest, units) - largest;
    auto wider = [&](Interval part) {
      bool isOpen = part.isAnything() || part.isNaN() || part.holdsInfinity();
      return isOpen ? part : Interval{part.low - apart, part.high + apart};
    };
    return Range::ofComplex(type, wider(range.real()),
                            wider(range.imaginary()));
  }
  Element low = range.low;
  Element high = range.high;
  for (int64_t i = 0; i < units; ++i) {
    Element down = Element::integer(type, low.asUnsigned() - 1);
    Element up = Element::integer(type, high.asUnsigned() + 1);
    low = isLessInteger(down, low) ? down : low;
    high = isLessInteger(high, up) ? up : high;
  }
  return {low, high};
}

Range overCorners(
    llvm::ArrayRef<Range> operands,
    llvm::function_ref<Element(llvm::ArrayRef<Element>)> function) {
  std::optional<Range> result;
  llvm::SmallVector<Element, 3> corner;
  for (size_t choice = 0; choice < size_t{1} << operands.size(); ++choice) {
    corner.clear();
    bool isNew = true;
    for (auto [i, operand] : llvm::enumerate(operands)) {
      bool isHigh = (choice >> i & 1) != 0;
      isNew &= !isHigh || !operand.isExact();
      corner.push_back(isHigh ? operand.high : operand.low);
    }
    if (!isNew) {
      continue;
    }
    Range here = Range::exactly(function(corner));
    result = result ? hull(*result, here) : here;
  }
  return *result;
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

bool hasEnds(const Tensor &tensor) {
  return tensor.bounds() && tensor.bounds()->ends;
}

bool isProduct(const Tensor &tensor) {
  return tensor.bounds() && tensor.bounds()->isProduct;
}

Range rangeAt(const Tensor &tensor, int64_t position) {
  return hasEnds(tensor) ? Range{tensor.bounds()->ends->low.at(position),
                                 tensor.bounds()->ends->high.at(position)}
                         : Range::exactly(tensor.at(position));
}

Range addendAt(const Tensor &tensor, int64_t position) {
  Range range = rangeAt(tensor, position);
  return isProduct(tensor) && range.real().largest() != 0 ? widened(range, 1)
                                                          : range;
}

Tensor boundedScalarAt(const Tensor &tensor, int64_t position) {
  mlir::Type type = tensor.type().getElementType();
  Tensor scalar = Tensor::scalar(type, tensor.at(position));
  if (!tensor.bounds()) {
    return scalar;
  }
  Range range = rangeAt(tensor, position);
  auto bounds = std::make_shared<Bounds>();
  bounds->isProduct = tensor.bounds()->isProduct;
  if (!range.isExact()) {
    bounds->ends =
        Ends{Tensor::scalar(type, range.low), Tensor::scalar(type, range.high)};
  }
  return bounds->isProduct || bounds->ends ? scalar.withBounds(bounds) : scalar;
}

StatusOr<Tensor> withRanges(Budget &budget, const Tensor &value,
                            llvm::ArrayRef<Range> ranges) {
  Tensor bare = value.withBounds(nullptr);
  bool isExact = true;
  for (int64_t i = 0; i < bare.elementCount() && isExact; ++i) {
    isExact = ranges[i].isExact() && ranges[i].allows(bare.at(i));
  }
  if (isExact) {
    return bare;
  }
  WEFT_ASSIGN_OR_RETURN(TensorBuilder low, TensorBuilder::copyOf(budget, bare));
  WEFT_ASSIGN_OR_RETURN(TensorBuilder high,
                        TensorBuilder::copyOf(budget, bare));
  for (int64_t i = 0; i < bare.elementCount(); ++i) {
    if (ranges[i].isExact() && ranges[i].allows(bare.at(i))) {
      continue;
    }
    Range range = ranges[i].allows(bare.at(i))
                      ? ranges[i]
                      : hull(ranges[i], Range::exactly(bare.at(i)));
    low.setAt(i, range.low);
    high.setAt(i, range.high);
  }
  auto bounds = std::make_shared<Bounds>();
  bounds->ends = Ends{std::move(low).finish(), std::move(high).finish()};
  return bare.withBounds(std::move(bounds));
}

StatusOr<Tensor> hullOfTensors(Budget &budget, const Tensor &a,
                               const Tensor &b) {
  std::vector<Range> ranges;
  for (int64_t i = 0; i < a.elementCount(); ++i) {
    ranges.push_back(hull(rangeAt(a, i), rangeAt(b, i)));
  }
  return withRanges(budget, a, ranges);
}

StatusOr<Tensor> anythingLike(Budget &budget, const Tensor &value) {
  std::vector<Range> ranges(value.elementCount(),
                            Range::anything(value.elementType()));
  return withRanges(budget, value, ranges);
}

} // namespace weft::reference::ranges
