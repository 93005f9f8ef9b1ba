// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules of dot, dot_general, einsum and convolution.
//
// The operation itself is run in f64 on other numbers than its operands: on
// the middles of their ranges, on their sizes, on ones (how many terms has
// each element?), and where there are ranges on half their widths. With
//
//   c = middles * middles     s = sizes * sizes      n = ones * ones
//   w = sizes * widths + widths * sizes
//
// a result lies within c +- (w + k u s), where weft/Support/Summation.h gives k
// for n terms. Where s leaves the range of the type that is summed up in, some
// order overflows, and that element may be anything. What infinities and NaN
// give does not depend on the order.
//
// Products of bf16 are made by instructions that take subnormal numbers for
// zero where a machine has them: factors, products and sums.

#include "weft/StableHLO/Interpreter/Bounds/Folds.h"
#include "weft/StableHLO/Interpreter/Linear.h"
#include "weft/StableHLO/Interpreter/Quantized.h"
#include "weft/Support/Summation.h"

using namespace mlir;

namespace weft::reference::ranges {
namespace {

/// What an operand is replaced by.
struct Factor {
  Tensor middles;
  Tensor sizes;
  Tensor widths;
  Tensor ones;
  /// One where an element is not finite, and where it may be anything.
  Tensor lost;
  Tensor open;
  bool hasWidths = false;
  bool hasLost = false;
  bool hasOpen = false;
  /// Whether there are numbers that may be taken for zero.
  bool hasFaint = false;
};

/// The smallest normal number of bf16, and of f32.
constexpr double leastNormal = 0x1p-126;

bool isSubnormal(double number) {
  return number != 0 && std::abs(number) < leastNormal;
}

/// Half a unit of TF32's last place, for numbers of size one and for those that
/// are not normal.
constexpr double coarseUnit = 0x1p-11;
constexpr double leastCoarseUnit = leastNormal * coarseUnit;

/// What a number of f32 may be rounded to when factors are rounded to TF32;
/// numbers that may overflow then are not finite.
Interval coarsened(Interval part) {
  auto off = [](double end) {
    return std::abs(end) * coarseUnit + leastCoarseUnit;
  };
  Interval wider = {part.low - off(part.low), part.high + off(part.high)};
  const double largest = largestOf(FloatKind::F32);
  return {wider.low < -largest ? -HUGE_VAL : wider.low,
          wider.high > largest ? HUGE_VAL : wider.high};
}

/// f64, or complex numbers of it. `isCoarse`: elements of f32 may be rounded to
/// TF32.
StatusOr<Factor> factorOf(Budget &budget, const Tensor &tensor, Type wide,
                          std::optional<FloatKind> precision, bool isCoarse) {
  RankedTensorType type = RankedTensorType::get(tensor.shape(), wide);
  ElementType element = *ElementType::from(wide);
  auto make = [&](double number) {
    return element.isComplex() ? Element::complex(element, {number, 0.0})
                               : Element::real(element, number);
  };
  WEFT_ASSIGN_OR_RETURN(TensorBuilder middles,
                        TensorBuilder::create(budget, type));
  WEFT_ASSIGN_OR_RETURN(TensorBuilder sizes,
                        TensorBuilder::create(budget, type));
  WEFT_ASSIGN_OR_RETURN(TensorBuilder widths,
                        TensorBuilder::create(budget, type));
  WEFT_ASSIGN_OR_RETURN(TensorBuilder lost,
                        TensorBuilder::create(budget, type));
  WEFT_ASSIGN_OR_RETURN(TensorBuilder open,
                        TensorBuilder::create(budget, type));
  WEFT_ASSIGN_OR_RETURN(Tensor ones, Tensor::splat(budget, type, make(1)));
  bool hasWidths = false;
  bool hasLost = false;
  bool hasOpen = false;
  bool hasFaint = false;
  for (int64_t i = 0; i < tensor.elementCount(); ++i) {
    Range range = rangeAt(tensor, i);
    bool isNumber = range.type().isFloat() || range.type().isComplex();
    Interval parts[2] = {range.real(), range.imaginary()};
    if (!isNumber) {
      auto real = [](const Element &x) {
        return x.type().isSigned() ? double(x.asSigned())
                                   : double(x.asUnsigned());
      };
      parts[0] = {real(range.low), real(range.high)};
      parts[1] = {0, 0};
    }
    if (precision) {
      parts[0] = {roundToFloat(*precision, parts[0].low),
                  roundToFloat(*precision, parts[0].high)};
    }
    if (isCoarse && parts[0].isFinite() && parts[0].low != 0 &&
        parts[0].high != 0) {
      parts[0] = coarsened(parts[0]);
    }
    bool mayBeZero = range.type().isFloat() &&
                     range.type().floatKind() == FloatKind::BF16 &&
                     (isSubnormal(parts[0].low) || isSubnormal(parts[0].high));
    if (mayBeZero) {
      parts[0] = {std::min(parts[0].low, 0.0), std::max(parts[0].high, 0.0)};
      hasFaint = true;
    }
    bool isFinite = parts[0].isFinite() && parts[1].isFinite();
    if (!isFinite) {
      bool isExact = parts[0].isExact() && parts[1].isExact();
      (isExact ? lost : open).setAt(i, make(1));
      (isExact ? hasLost : hasOpen) = true;
      continue;
    }
    double middle[2];
    double width = 0;
    for (int part : {0, 1}) {
      middle[part] = parts[part].low / 2 + parts[part].high / 2;
      middle[part] =
          parts[part].low == parts[part].high ? parts[part].low : middle[part];
      width += std::max(parts[part].high - middle[part],
                        middle[part] - parts[part].low);
    }
    width *= 1 + 0x1p-50;
    middles.setAt(i, element.isComplex()
                         ? Element::complex(element, {middle[0], middle[1]})
                         : Element::real(element, middle[0]));
    double size = std::hypot(middle[0], middle[1]) * (1 + 0x1p-50) + width;
    sizes.setAt(i, make(size));
    widths.setAt(i, make(width));
    hasWidths |= width != 0;
  }
  return Factor{std::move(middles).finish(),
                std::move(sizes).finish(),
                std::move(widths).finish(),
                ones,
                std::move(lost).finish(),
                std::move(open).finish(),
                hasWidths,
                hasLost,
                hasOpen,
                hasFaint};
}

using Evaluate = llvm::function_ref<StatusOr<Tensor>(ArrayRef<Tensor>)>;

/// Runs the operation on some replacement of each operand.
class Runner {
public:
  Runner(Evaluate evaluate, ArrayRef<Factor> factors)
      : evaluate(evaluate), factors(factors) {}

  StatusOr<Tensor> all(Tensor Factor::*which) {
    return evaluate(replaced(which, which, 0));
  }
  /// The sum over the operands of one replaced by `one`, the others by
  /// `other`.
  StatusOr<std::vector<double>> each(Tensor Factor::*one,
                                     Tensor Factor::*other) {
    std::vector<double> total;
    for (size_t i = 0; i < factors.size(); ++i) {
      WEFT_ASSIGN_OR_RETURN(Tensor result, evaluate(replaced(one, other, i)));
      total.resize(result.elementCount());
      for (int64_t at = 0; at < result.elementCount(); ++at) {
        total[at] += result.at(at).asReal();
      }
    }
    return total;
  }

private:
  SmallVector<Tensor, 2> replaced(Tensor Factor::*one, Tensor Factor::*other,
                                  size_t which) const {
    SmallVector<Tensor, 2> result;
    for (size_t i = 0; i < factors.size(); ++i) {
      result.push_back(factors[i].*(i == which ? one : other));
    }
    return result;
  }

  Evaluate evaluate;
  ArrayRef<Factor> factors;
};

/// Whether an element with so many terms is lost beyond what its terms say.
using IsLost = llvm::function_ref<bool(int64_t position, int64_t terms)>;

/// `value`, in the type `type`, is what the reference gives; terms below
/// `least` may be lost.
StatusOr<std::vector<Range>> rangesOf(const Tensor &value, ElementType type,
                                      Runner runner, ArrayRef<Factor> factors,
                                      double least, IsLost isLostBeside,
                                      bool sumsFirst) {
  auto any = [&](bool Factor::*has) {
    return llvm::any_of(factors,
                        [&](const Factor &factor) { return factor.*has; });
  };
  int64_t count = value.elementCount();
  std::vector<double> open(count, 0);
  std::vector<double> lost(count, 0);
  std::vector<double> spread(count, 0);
  if (any(&Factor::hasOpen)) {
    WEFT_ASSIGN_OR_RETURN(open, runner.each(&Factor::open, &Factor::ones));
  }
  if (any(&Factor::hasLost)) {
    WEFT_ASSIGN_OR_RETURN(lost, runner.each(&Factor::lost, &Factor::ones));
  }
  if (any(&Factor::hasWidths)) {
    WEFT_ASSIGN_OR_RETURN(spread, runner.each(&Factor::widths, &Factor::sizes));
  }
  std::vector<double> sums(count, 0);
  if (sumsFirst) {
    WEFT_ASSIGN_OR_RETURN(sums, runner.each(&Factor::sizes, &Factor::ones));
  }
  std::vector<Range> ranges;
  if (!type.isFloat() && !type.isComplex()) {
    for (int64_t i = 0; i < count; ++i) {
      ranges.push_back(open[i] != 0 || spread[i] != 0
                           ? Range::anything(type)
                           : Range::exactly(value.at(i)));
    }
    return ranges;
  }
  FloatKind kind = type.floatKind();
  FloatKind in = sumKind(kind);
  WEFT_ASSIGN_OR_RETURN(Tensor middle, runner.all(&Factor::middles));
  WEFT_ASSIGN_OR_RETURN(Tensor sizes, runner.all(&Factor::sizes));
  WEFT_ASSIGN_OR_RETURN(Tensor terms, runner.all(&Factor::ones));
  for (int64_t i = 0; i < count; ++i) {
    double size = sizes.at(i).asReal();
    auto number = static_cast<int64_t>(terms.at(i).asReal());
    double error = errorOfSum(kind, number, longestChainOfProducts, size);
    // What is computed here in f64 is rounded itself, f64 as much as the
    // result. Products of complex numbers are two products and a sum.
    error += number * 2 * unitOf(FloatKind::F64) * size;
    error += type.isComplex() ? 3 * unitOf(in) * size : 0;
    // Products that are too small to be normal numbers.
    error += number * std::max(least, leastPositive(in));
    bool mayOverflow =
        !(size + error < largestOf(in) && sums[i] < largestOf(in));
    bool isLost = lost[i] != 0;
    Interval real = {middle.at(i).asReal(), middle.at(i).asReal()};
    Interval imaginary = {middle.at(i).asImaginary(),
                          middle.at(i).asImaginary()};
    if (open[i] != 0 || mayOverflow || isLostBeside(i, number) ||
        (isLost && (sumsFirst || type.isComplex() || spread[i] != 0 ||
                    any(&Factor::hasFaint)))) {
      ranges.push_back(Range::anything(type));
      continue;
    }
    bool isSingle = number <= 1 && spread[i] == 0 && !type.isComplex() &&
                    std::abs(middle.at(i).asReal()) >= least;
    if (isLost ||
        (isSingle && !value.isQuantized() && value.at(i).asReal() != 0)) {
      ranges.push_back(value.isQuantized() ? Range::anything(type)
                                           : Range::exactly(value.at(i)));
      continue;
    }
    double off = error + spread[i] * (1 + 0x1p-40);
    auto wider = [&](Interval part) {
      double low = part.low - off;
      double high = part.high + off;
      return Interval{low == 0 ? -0.0 : low, high == 0 ? 0.0 : high};
    };
    ranges.push_back(type.isComplex()
                         ? Range::ofComplex(type, wider(real), wider(imaginary))
                         : Range::ofReal(type, wider(real)));
  }
  return ranges;
}

bool isNeverLost(int64_t, int64_t) { return false; }

/// Whether an operation asks for less than all digits of f32.
bool mayBeCoarse(const OpCall &call) {
  auto isHighest = [](Attribute precision) {
    auto given = dyn_cast<stablehlo::PrecisionAttr>(precision);
    return given && given.getValue() == stablehlo::Precision::HIGHEST;
  };
  auto given = call.operation()->getAttrOfType<ArrayAttr>("precision_config");
  return !given || llvm::none_of(given, isHighest);
}

/// `count` operands are multiplied; `evaluate` takes these. `isCoarse`: some
/// machines round factors of f32 to TF32.
Status run(OpCall &call, const OpFunction &standard, size_t count,
           Evaluate evaluate, bool isCoarse,
           ArrayRef<std::optional<FloatKind>> precisions = {},
           IsLost isLostBeside = isNeverLost, bool sumsFirst = false) {
  for (size_t i = count; i < call.operandCount(); ++i) {
    if (hasEnds(call.tensor(i))) {
      return sizesAreUncertain();
    }
  }
  WEFT_ASSIGN_OR_RETURN(Values values,
                        callStandard(call, standard, bareOperands(call)));
  Tensor value = values.front().tensor();
  ElementType type =
      *ElementType::from(expressedType(value.type()).getElementType());
  if (value.elementCount() == 0 ||
      (!type.isFloat() && !type.isComplex() && !anyEnds(call))) {
    return call.finish(StatusOr<Tensor>(value));
  }
  MLIRContext *context = call.operation()->getContext();
  Type wide = Float64Type::get(context);
  wide = type.isComplex() ? ComplexType::get(wide) : wide;
  SmallVector<Factor, 2> factors;
  bool isNarrow = true;
  isCoarse &= mayBeCoarse(call) && count == 2;
  for (size_t i = 0; i < count; ++i) {
    isCoarse &= call.tensor(i).type().getElementType().isF32();
  }
  for (size_t i = 0; i < count; ++i) {
    isNarrow &= call.tensor(i).type().getElementType().isBF16();
    WEFT_ASSIGN_OR_RETURN(Tensor real,
                          dequantizeWithBounds(call.budget(), call.tensor(i)));
    WEFT_ASSIGN_OR_RETURN(
        Factor factor,
        factorOf(call.budget(), real, wide,
                 i < precisions.size() ? precisions[i] : std::nullopt,
                 isCoarse));
    factors.push_back(std::move(factor));
  }
  WEFT_ASSIGN_OR_RETURN(std::vector<Range> ranges,
                        rangesOf(value, type, Runner(evaluate, factors),
                                 factors, isNarrow ? leastNormal : 0.0,
                                 isLostBeside, sumsFirst));
  return call.finish(
      value.isQuantized()
          ? quantizeRanges(call.budget(), value, ranges, /*isComputed=*/true)
          : withRanges(call.budget(), value, ranges));
}

/// The type of the result, in f64.
RankedTensorType wideType(const OpCall &call) {
  RankedTensorType type = expressedType(call.resultType());
  Type wide = Float64Type::get(type.getContext());
  return type.clone(isa<ComplexType>(type.getElementType())
                        ? Type(ComplexType::get(wide))
                        : wide);
}

Status evalDotGeneral(stablehlo::DotGeneralOp op, OpCall &call,
                      const OpFunction &standard, bool isCoarse) {
  stablehlo::DotDimensionNumbersAttr numbers = op.getDotDimensionNumbers();
  DotDimensions dimensions = {numbers.getLhsBatchingDimensions(),
                              numbers.getRhsBatchingDimensions(),
                              numbers.getLhsContractingDimensions(),
                              numbers.getRhsContractingDimensions()};
  DotPrecision precision = precisionOf(op.getAlgorithm());
  return run(call, standard, 2,
             [&](ArrayRef<Tensor> x) {
               return evalDotGeneralOp(call.budget(), wideType(call), x[0],
                                       x[1], dimensions);
             },
             isCoarse && !op.getAlgorithm(), {precision.lhs, precision.rhs});
}

/// The operation itself on `count` operands, in f64.
StatusOr<Tensor> runWide(const OpCall &call, const OpFunction &standard,
                         ArrayRef<Tensor> x) {
  Values operands = bareOperands(call);
  std::copy(x.begin(), x.end(), operands.begin());
  WEFT_ASSIGN_OR_RETURN(Values results,
                        callStandard(call, standard, operands, wideType(call)));
  return results.front().tensor();
}

/// `sumsFirst`: an operand may be summed up over its own dimensions before it
/// is multiplied, which is the same for numbers that are finite all the way.
template <typename Op>
void add(OpTable &table, const OpTable &standard, size_t count, bool sumsFirst,
         bool isCoarse) {
  StringRef name = Op::getOperationName();
  table.add(name, [count, sumsFirst, isCoarse,
                   function = *standard.find(name)](OpCall &call) {
    auto evaluate = [&](ArrayRef<Tensor> x) {
      return runWide(call, function, x);
    };
    return run(call, function, count, evaluate, isCoarse, {}, isNeverLost,
               sumsFirst);
  });
}

/// Padding is zeros by the specification, and left out by the reference: where
/// a window reaches over the edge, and the kernel holds what is no number when
/// it is multiplied by zero, either is right. In a type without zero nobody
/// says what padding is.
template <typename Op>
void addConvolution(OpTable &table, const OpTable &standard, bool isCoarse) {
  StringRef name = Op::getOperationName();
  table.add<Op>([isCoarse, function = *standard.find(name)](Op op,
                                                            OpCall &call) {
    stablehlo::ConvDimensionNumbersAttr numbers = op.getDimensionNumbers();
    int64_t kernelFeature = numbers.getKernelOutputFeatureDimension();
    int64_t outputFeature = numbers.getOutputFeatureDimension();
    const Tensor &kernel = call.tensor(1);
    std::vector<bool> isLost(kernel.dimension(kernelFeature), false);
    int64_t position = 0;
    for (const Index &index : IndexSpace(kernel.shape())) {
      Range range = rangeAt(kernel, position++);
      bool isNumber = range.type().isFloat() || range.type().isComplex();
      isLost[index[kernelFeature]] =
          isLost[index[kernelFeature]] ||
          (isNumber &&
           !(range.real().isFinite() && range.imaginary().isFinite()));
    }
    int64_t terms = kernel.elementCount() / std::max<int64_t>(isLost.size(), 1);
    auto isWithoutZero = [](Type element) {
      std::optional<ElementType> type = ElementType::from(element);
      return type && type->isFloat() &&
             !formatOf(type->floatKind()).hasSignAndZero;
    };
    bool hasZero = !isWithoutZero(call.tensor(0).type().getElementType()) &&
                   !isWithoutZero(call.resultType().getElementType());
    std::optional<Shape> shape;
    auto evaluate = [&](ArrayRef<Tensor> x) -> StatusOr<Tensor> {
      WEFT_ASSIGN_OR_RETURN(Tensor result, runWide(call, function, x));
      shape = Shape(result.shape());
      return result;
    };
    auto isLostBeside = [&](int64_t at, int64_t own) {
      // Elements of the result that follow each other in one feature.
      int64_t stride = 1;
      for (int64_t extent : ArrayRef(*shape).drop_front(outputFeature + 1)) {
        stride *= extent;
      }
      int64_t feature = at / stride % (*shape)[outputFeature];
      return own < terms && (isLost[feature] || !hasZero);
    };
    return run(call, function, 2, evaluate, isCoarse, {}, isLostBeside);
  });
}

} // namespace

void addProductRules(OpTable &table, const OpTable &standard, bool isCoarse) {
  StringRef name = stablehlo::DotGeneralOp::getOperationName();
  table.add<stablehlo::DotGeneralOp>(
      [isCoarse, function = *standard.find(name)](stablehlo::DotGeneralOp op,
                                                  OpCall &call) {
        return evalDotGeneral(op, call, function, isCoarse);
      });
  add<stablehlo::DotOp>(table, standard, 2, /*sumsFirst=*/false, isCoarse);
  addConvolution<stablehlo::ConvolutionOp>(table, standard, isCoarse);
  addConvolution<stablehlo::DynamicConvOp>(table, standard, isCoarse);
  add<stablehlo::EinsumOp>(table, standard, 2, /*sumsFirst=*/true, isCoarse);
  add<stablehlo::UnaryEinsumOp>(table, standard, 1, /*sumsFirst=*/false,
                                isCoarse);
}

} // namespace weft::reference::ranges
