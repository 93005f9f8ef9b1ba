// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules of random numbers. The bits of a generator are exact. Numbers between
// two others, and normal ones, are computed from bits in steps that round: they
// are off by some units of the largest number on the way. One that is next to
// the end which is left out may be the other end instead.

#include "weft/StableHLO/Interpreter/Bounds/Rules.h"

using namespace mlir;

namespace weft::reference::ranges {
namespace {

/// Of a logarithm, a root, a cosine, two products and a sum.
constexpr double unitsOfNumbers = 16;

Status evalRng(stablehlo::RngOp op, OpCall &call, const OpFunction &standard) {
  if (hasEnds(call.tensor(2))) {
    return sizesAreUncertain();
  }
  WEFT_ASSIGN_OR_RETURN(Values values,
                        callStandard(call, standard, bareOperands(call)));
  Tensor value = values.front().tensor();
  ElementType type = value.elementType();
  Range a = rangeAt(call.tensor(0), 0);
  Range b = rangeAt(call.tensor(1), 0);
  bool isUniform =
      op.getRngDistribution() == stablehlo::RngDistribution::UNIFORM;
  std::vector<Range> ranges;
  for (int64_t i = 0; i < value.elementCount(); ++i) {
    Range exact = Range::exactly(value.at(i));
    if (!a.isExact() || !b.isExact()) {
      ranges.push_back(isUniform ? hull(hull(a, b), exact)
                                 : Range::anything(type));
      continue;
    }
    if (!type.isFloat()) {
      ranges.push_back(exact);
      continue;
    }
    double number = value.at(i).asReal();
    double largest =
        std::max({a.real().largest(), b.real().largest(), std::fabs(number)});
    if (!std::isfinite(largest)) {
      ranges.push_back(Range::anything(type));
      continue;
    }
    double off = unitsOfNumbers * (unitOf(type.floatKind()) * largest +
                                   leastPositive(type.floatKind()));
    Range range = Range::ofReal(type, {number - off, number + off});
    bool isAtEnd = isUniform && (number + off >= b.real().low ||
                                 number - off <= a.real().low);
    ranges.push_back(isAtEnd ? hull(range, a) : range);
  }
  return call.finish(withRanges(call.budget(), value, ranges));
}

} // namespace

void addRandomRules(OpTable &table, const OpTable &standard) {
  StringRef rng = stablehlo::RngOp::getOperationName();
  table.add<stablehlo::RngOp>(
      [function = *standard.find(rng)](stablehlo::RngOp op, OpCall &call) {
        return evalRng(op, call, function);
      });
  StringRef bits = stablehlo::RngBitGeneratorOp::getOperationName();
  table.add(bits, [function = *standard.find(bits)](OpCall &call) -> Status {
    WEFT_ASSIGN_OR_RETURN(Values results,
                          callStandard(call, function, bareOperands(call)));
    for (Value &result : results) {
      if (anyEnds(call)) {
        WEFT_ASSIGN_OR_RETURN(Tensor any,
                              anythingLike(call.budget(), result.tensor()));
        result = std::move(any);
      }
    }
    return call.finish(StatusOr<Values>(std::move(results)));
  });
}

} // namespace weft::reference::ranges
