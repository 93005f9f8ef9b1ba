// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rule of Fourier transforms. Every element of a line goes into every
// element of the result, so errors are relative to the sum of all sizes: a
// transform of n points is log2 n levels of products and sums. An element that
// is not finite may make anything of its line.

#include "weft/StableHLO/Interpreter/Bounds/Rules.h"

using namespace mlir;

namespace weft::reference::ranges {
namespace {

/// Roundings per level: a product of complex numbers, a sum, and the root of
/// unity, in each of up to three transforms that one of odd length is made of.
constexpr double unitsPerLevel = 24;

Status evalFft(stablehlo::FftOp op, OpCall &call, const OpFunction &standard) {
  WEFT_ASSIGN_OR_RETURN(Values values,
                        callStandard(call, standard, bareOperands(call)));
  Tensor value = values.front().tensor();
  const Tensor &operand = call.tensor(0);
  // Transformed dimensions are the last ones.
  auto dimensions = static_cast<int64_t>(op.getFftLength().size());
  auto sizeOf = [&](const Tensor &tensor) {
    int64_t size = 1;
    for (int64_t d = tensor.rank() - dimensions; d < tensor.rank(); ++d) {
      size *= tensor.dimension(d);
    }
    return size;
  };
  int64_t from = sizeOf(operand);
  int64_t to = sizeOf(value);
  ElementType type = value.elementType();
  FloatKind kind = type.floatKind();
  std::vector<Range> ranges;
  for (int64_t i = 0; i < value.elementCount(); ++i) {
    int64_t line = i / to;
    double size = 0;
    double width = 0;
    bool isOpen = false;
    for (int64_t j = line * from; j < (line + 1) * from; ++j) {
      Range range = rangeAt(operand, j);
      for (Interval part : {range.real(), range.imaginary()}) {
        isOpen |= !part.isFinite();
        size += part.largest();
        width += part.high - part.low;
      }
    }
    // Half a spectrum stands for a whole one.
    double levels = std::ceil(std::log2(static_cast<double>(from + to))) + 1;
    double off = 2 * width + 2 * unitsPerLevel * levels * unitOf(kind) * size +
                 static_cast<double>(from) * leastPositive(kind);
    if (isOpen || !(2 * size + off < largestOf(kind))) {
      ranges.push_back(Range::anything(type));
      continue;
    }
    auto around = [&](double number) {
      return Interval{number - off, number + off};
    };
    Element element = value.at(i);
    ranges.push_back(type.isComplex()
                         ? Range::ofComplex(type, around(element.asReal()),
                                            around(element.asImaginary()))
                         : Range::ofReal(type, around(element.asReal())));
  }
  return call.finish(withRanges(call.budget(), value, ranges));
}

} // namespace

void addFourierRule(OpTable &table, const OpTable &standard) {
  StringRef name = stablehlo::FftOp::getOperationName();
  table.add<stablehlo::FftOp>(
      [function = *standard.find(name)](stablehlo::FftOp op, OpCall &call) {
        return evalFft(op, call, function);
      });
}

} // namespace weft::reference::ranges
