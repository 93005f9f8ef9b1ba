// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules of batch normalisation: the definition, step by step, in intervals.
// Each step is off by some units of the type; a sum of n terms by n roundings,
// which also covers sums of narrow floats that are rounded once.

#include "weft/StableHLO/Interpreter/Bounds/Folds.h"
#include "weft/StableHLO/Interpreter/Quantized.h"

using namespace mlir;

namespace weft::reference::ranges {
namespace {

constexpr double unitsOfSteps = 4;

/// One tensor, as intervals.
using Intervals = std::vector<Interval>;

class Normalization {
public:
  Normalization(const Tensor &operand, double epsilon, int64_t featureIndex)
      : kind(operand.elementType().floatKind()),
        in(unitsOfSteps * unitOf(kind), leastPositive(kind), largestOf(kind)),
        epsilon(Interval::exactly(roundToFloat(kind, epsilon))),
        features(operand.dimension(featureIndex)) {
    for (const Index &index : IndexSpace(operand.shape())) {
      featureOf.push_back(index[featureIndex]);
    }
    double count = features == 0 ? 0
                                 : static_cast<double>(operand.elementCount()) /
                                       static_cast<double>(features);
    perFeature = Interval::exactly(roundToFloat(kind, count));
  }

  Intervals sum(const Intervals &x) const {
    Intervals low(features, Interval{});
    // Of finite terms: where some of them overflow, an infinity among the
    // others may or may not meet its opposite.
    std::vector<double> sizes(features, 0);
    std::vector<int64_t> counts(features, 0);
    std::vector<bool> hasNaN(features, false);
    std::vector<Interval> infinities(features, Interval{});
    Arithmetic exactly(0x1p-52, 0);
    for (size_t i = 0; i < x.size(); ++i) {
      int64_t feature = featureOf[i];
      low[feature] = exactly.add(low[feature], x[i]);
      if (x[i].isExact() && x[i].holdsInfinity()) {
        infinities[feature] = exactly.add(infinities[feature], x[i]);
      } else {
        sizes[feature] += x[i].largest();
      }
      hasNaN[feature] =
          hasNaN[feature] || x[i].isNaN() || infinities[feature].isNaN();
      ++counts[feature];
    }
    for (int64_t feature = 0; feature < features; ++feature) {
      double size = sizes[feature];
      double error =
          static_cast<double>(counts[feature] + 1) * unitOf(kind) * size;
      Interval &sum = low[feature];
      if (!(size + error < largestOf(kind)) && !hasNaN[feature]) {
        sum = Interval::anything();
      } else if (sum.isFinite()) {
        sum = {sum.low - error, sum.high + error};
      }
    }
    return low;
  }

  Intervals mean(const Intervals &x) const {
    Intervals result = sum(x);
    for (Interval &feature : result) {
      feature = in.divide(feature, perFeature);
    }
    return result;
  }

  Intervals variance(const Intervals &x, const Intervals &mean) const {
    Intervals squares;
    for (size_t i = 0; i < x.size(); ++i) {
      squares.push_back(in.square(in.subtract(x[i], mean[featureOf[i]])));
    }
    return this->mean(squares);
  }

  Interval deviation(Interval variance) const {
    return in.sqrt(in.add(variance, epsilon));
  }

  Intervals normalize(const Intervals &x, const Intervals &scale,
                      const Intervals &offset, const Intervals &mean,
                      const Intervals &variance) const {
    Intervals result;
    for (size_t i = 0; i < x.size(); ++i) {
      int64_t f = featureOf[i];
      Interval centered = in.subtract(x[i], mean[f]);
      Interval scaled =
          in.multiply(scale[f], in.divide(centered, deviation(variance[f])));
      result.push_back(in.add(scaled, offset[f]));
    }
    return result;
  }

  struct Gradients {
    Intervals operand, scale, offset;
  };

  Gradients gradients(const Intervals &x, const Intervals &scale,
                      const Intervals &mean, const Intervals &variance,
                      const Intervals &gradOutput) const {
    Intervals centered;
    Intervals normalized;
    Intervals byCentered;
    for (size_t i = 0; i < x.size(); ++i) {
      int64_t f = featureOf[i];
      centered.push_back(in.subtract(x[i], mean[f]));
      normalized.push_back(in.multiply(
          gradOutput[i], in.divide(centered.back(), deviation(variance[f]))));
      byCentered.push_back(in.multiply(gradOutput[i], centered.back()));
    }
    Gradients result = {{}, sum(normalized), sum(gradOutput)};
    Intervals centeredSums = sum(byCentered);
    for (size_t i = 0; i < x.size(); ++i) {
      int64_t f = featureOf[i];
      Interval i1 = in.multiply(gradOutput[i], perFeature);
      Interval i5 = in.divide(in.multiply(centeredSums[f], centered[i]),
                              in.add(variance[f], epsilon));
      Interval i6 = in.subtract(in.subtract(i1, result.offset[f]), i5);
      Interval factor =
          in.divide(in.divide(scale[f], deviation(variance[f])), perFeature);
      result.operand.push_back(in.multiply(factor, i6));
    }
    return result;
  }

private:
  FloatKind kind;
  Arithmetic in;
  Interval epsilon;
  Interval perFeature;
  int64_t features;
  /// By position.
  std::vector<int64_t> featureOf;
};

struct Operands {
  std::vector<Intervals> intervals;
  Normalization definition;
};

template <typename Op> StatusOr<Operands> operandsOf(Op op, OpCall &call) {
  std::vector<Intervals> intervals;
  std::optional<Tensor> first;
  for (size_t i = 0; i < call.operandCount(); ++i) {
    WEFT_ASSIGN_OR_RETURN(Tensor real,
                          dequantizeWithBounds(call.budget(), call.tensor(i)));
    Intervals own;
    for (int64_t at = 0; at < real.elementCount(); ++at) {
      own.push_back(addendAt(real, at).real());
    }
    intervals.push_back(std::move(own));
    first = first ? first : real;
  }
  return Operands{std::move(intervals),
                  Normalization(*first, op.getEpsilon().convertToDouble(),
                                static_cast<int64_t>(op.getFeatureIndex()))};
}

Status finishAll(OpCall &call, const OpFunction &standard,
                 ArrayRef<Intervals> results) {
  WEFT_ASSIGN_OR_RETURN(Values values,
                        callStandard(call, standard, bareOperands(call)));
  for (auto [i, intervals] : llvm::enumerate(results)) {
    Tensor value = values[i].tensor();
    ElementType type =
        *ElementType::from(expressedType(value.type()).getElementType());
    std::vector<Range> ranges;
    for (Interval interval : intervals) {
      // An infinity may have come from an overflow on the way.
      bool isOpen = interval.holdsInfinity();
      ranges.push_back(
          Range::ofReal(type, isOpen ? Interval::anything() : interval));
    }
    WEFT_ASSIGN_OR_RETURN(
        Tensor result, value.isQuantized()
                           ? quantizeRanges(call.budget(), value, ranges, true)
                           : withRanges(call.budget(), value, ranges));
    call.setResult(i, std::move(result));
  }
  return Status::success();
}

template <typename Op> auto functionOf(const OpTable &standard) {
  return *standard.find(Op::getOperationName());
}

} // namespace

void addNormalizationRules(OpTable &table, const OpTable &standard) {
  using namespace stablehlo;
  table.add<BatchNormTrainingOp>([function = functionOf<BatchNormTrainingOp>(
                                      standard)](BatchNormTrainingOp op,
                                                 OpCall &call) -> Status {
    WEFT_ASSIGN_OR_RETURN(Operands operands, operandsOf(op, call));
    auto &[x, definition] = operands;
    Intervals mean = definition.mean(x[0]);
    Intervals variance = definition.variance(x[0], mean);
    Intervals output = definition.normalize(x[0], x[1], x[2], mean, variance);
    return finishAll(call, function, {output, mean, variance});
  });
  table.add<BatchNormInferenceOp>(
      [function = functionOf<BatchNormInferenceOp>(standard)](
          BatchNormInferenceOp op, OpCall &call) -> Status {
        WEFT_ASSIGN_OR_RETURN(Operands operands, operandsOf(op, call));
        auto &[x, definition] = operands;
        return finishAll(call, function,
                         definition.normalize(x[0], x[1], x[2], x[3], x[4]));
      });
  table.add<BatchNormGradOp>([function = functionOf<BatchNormGradOp>(standard)](
                                 BatchNormGradOp op, OpCall &call) -> Status {
    WEFT_ASSIGN_OR_RETURN(Operands operands, operandsOf(op, call));
    auto &[x, definition] = operands;
    Normalization::Gradients gradients =
        definition.gradients(x[0], x[1], x[2], x[3], x[4]);
    return finishAll(call, function,
                     {gradients.operand, gradients.scale, gradients.offset});
  });
}

} // namespace weft::reference::ranges
