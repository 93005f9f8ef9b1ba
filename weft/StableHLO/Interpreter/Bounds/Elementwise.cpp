// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules of operations that work element by element.
//
// Operations that are correctly rounded are exact on exact operands. What they
// give on ranges is in Functions.h. Functions that are not correctly rounded
// are then off by the units stated for compiled code.
//
// A product of floats is exact, but an addition may take it unrounded: it
// carries a mark (Bounds::isProduct), which movement keeps, and an addition
// takes a marked operand to be a unit off.

#include "weft/StableHLO/Interpreter/Elementwise.h"
#include "weft/StableHLO/Interpreter/Bounds/Complex.h"
#include "weft/StableHLO/Interpreter/Bounds/Functions.h"
#include "weft/StableHLO/Interpreter/Bounds/Rules.h"
#include "weft/StableHLO/Interpreter/Quantized.h"

using namespace mlir;

namespace weft::reference::ranges {
namespace {

using Rule = std::function<Range(const Site &, Ranges)>;

enum class Exactness {
  /// On exact operands.
  Exact,
  /// The same; in the body of a reduction it is rounded in another place.
  Rounded,
  Inexact,
};

struct Entry {
  Rule rule;
  Exactness exactness;
  /// Takes products unrounded.
  bool adds = false;
  /// Quantized, the result may be another number of the storage.
  bool isComputed = false;
};

/// Operand `i` of the element at `position`; scalars serve all elements.
Range operandAt(const Entry &entry, ArrayRef<Tensor> x, size_t i,
                int64_t position) {
  int64_t at = x[i].rank() == 0 ? 0 : position;
  return entry.adds ? addendAt(x[i], at) : rangeAt(x[i], at);
}

/// A result as far off as the operation lets it be.
Range tolerated(Operation *op, const Range &range) {
  auto accuracy =
      op->getAttrOfType<stablehlo::ResultAccuracyAttr>("result_accuracy");
  Interval real = range.real();
  if (!accuracy || !real.isFinite()) {
    return range;
  }
  auto error = [&](double end) {
    return accuracy.getAtol().convertToDouble() +
           accuracy.getRtol().convertToDouble() * std::abs(end);
  };
  return widened(Range::ofReal(range.type(), {real.low - error(real.low),
                                              real.high + error(real.high)}),
                 accuracy.getUlps());
}

StatusOr<std::vector<Range>> rangesOf(const OpCall &call, const Entry &entry,
                                      ArrayRef<Tensor> x, ElementType type,
                                      const Tensor &value) {
  bool isStep = isStepOfReduction(call.operation());
  Site site = {call.operation(), type};
  std::vector<Range> ranges;
  ranges.reserve(value.elementCount());
  SmallVector<Range, 3> operands;
  for (int64_t at = 0; at < value.elementCount(); ++at) {
    operands.clear();
    for (size_t i = 0; i < x.size(); ++i) {
      operands.push_back(operandAt(entry, x, i, at));
    }
    if (!value.isQuantized()) {
      if (std::optional<Range> range =
              complexRange(call.operation(), operands, value.at(at), isStep)) {
        ranges.push_back(*range);
        continue;
      }
    }
    Range range = entry.rule(site, operands);
    if (type.isFloat() && entry.exactness == Exactness::Inexact) {
      range = tolerated(call.operation(), inexact(range, operands));
    }
    bool isRounded = entry.exactness != Exactness::Exact;
    if (type.isFloat() && isRounded && isStep) {
      range = widened(range, 1);
    }
    ranges.push_back(range);
  }
  return ranges;
}

Status run(OpCall &call, const OpFunction &standard, const Entry &entry) {
  WEFT_ASSIGN_OR_RETURN(Values values,
                        callStandard(call, standard, bareOperands(call)));
  Tensor value = values.front().tensor();
  Operation *op = call.operation();
  bool isQuantized = value.isQuantized();
  bool hasProduct = false;
  SmallVector<Tensor, 3> operands;
  for (size_t i = 0; i < call.operandCount(); ++i) {
    operands.push_back(call.tensor(i));
    isQuantized |= operands.back().isQuantized();
    hasProduct |= isProduct(operands.back());
  }
  ElementType type = value.elementType();
  bool isReal =
      !type.isComplex() && !operands.front().elementType().isComplex();
  bool isExact = entry.exactness == Exactness::Exact ||
                 (entry.exactness == Exactness::Rounded &&
                  (!type.isFloat() || !isStepOfReduction(op))) ||
                 (!type.isFloat() && !type.isComplex() && !isQuantized);
  bool addsParts = isa<stablehlo::AddOp, stablehlo::SubtractOp>(op) &&
                   !isStepOfReduction(op);
  // Functions of complex numbers are composed.
  bool isComposed =
      !isReal && entry.exactness != Exactness::Exact && !addsParts;
  isComposed |= !isReal && isa<stablehlo::AbsOp, stablehlo::SignOp>(op);
  if (!anyEnds(call) && isExact && !isComposed &&
      !(isQuantized && entry.isComputed) && !(entry.adds && hasProduct)) {
    call.setResult(0, value);
  } else if (!isQuantized) {
    WEFT_ASSIGN_OR_RETURN(std::vector<Range> ranges,
                          rangesOf(call, entry, operands, type, value));
    WEFT_RETURN_IF_ERROR(call.finish(withRanges(call.budget(), value, ranges)));
  } else {
    SmallVector<Tensor, 3> reals;
    for (const Tensor &operand : operands) {
      WEFT_ASSIGN_OR_RETURN(Tensor real,
                            dequantizeWithBounds(call.budget(), operand));
      reals.push_back(std::move(real));
    }
    ElementType expressed =
        *ElementType::from(expressedType(value.type()).getElementType());
    WEFT_ASSIGN_OR_RETURN(std::vector<Range> ranges,
                          rangesOf(call, entry, reals, expressed, value));
    WEFT_RETURN_IF_ERROR(call.finish(
        value.isQuantized()
            ? quantizeRanges(call.budget(), value, ranges, entry.isComputed)
            : withRanges(call.budget(), value, ranges)));
  }
  // Marked for those who add.
  bool keepsMark = isa<stablehlo::NegateOp, stablehlo::SelectOp>(op);
  if (type.isFloat() &&
      (isa<stablehlo::MultiplyOp>(op) || (keepsMark && hasProduct))) {
    const Tensor &made = call.result(0).tensor();
    auto bounds = std::make_shared<Bounds>();
    if (made.bounds()) {
      *bounds = *made.bounds();
    }
    bounds->isProduct = true;
    call.setResult(0, made.withBounds(std::move(bounds)));
  }
  return Status::success();
}

class Adder {
public:
  Adder(OpTable &table, const OpTable &standard)
      : table(table), standard(standard) {}

  template <typename Op> void add(const Entry &entry) {
    StringRef name = Op::getOperationName();
    table.add(name, [entry, function = *standard.find(name)](OpCall &call) {
      return run(call, function, entry);
    });
  }
  template <typename Op>
  void unary(Element (*function)(const Element &), FunctionShape shape,
             Exactness exactness, bool isComputed = false) {
    ElementFunction of = [function](Elements x) { return function(x[0]); };
    add<Op>(
        {[shape, of](const Site &site, Ranges x) { return shape(site, x, of); },
         exactness, false, isComputed});
  }
  template <typename Op>
  void binary(Element (*function)(const Element &, const Element &),
              FunctionShape shape, Exactness exactness,
              bool isComputed = false) {
    ElementFunction of = [function](Elements x) {
      return function(x[0], x[1]);
    };
    bool adds = std::is_same_v<Op, stablehlo::AddOp> ||
                std::is_same_v<Op, stablehlo::SubtractOp>;
    add<Op>(
        {[shape, of](const Site &site, Ranges x) { return shape(site, x, of); },
         exactness, adds, isComputed});
  }

private:
  OpTable &table;
  const OpTable &standard;
};

/// The elements whose bits come from one that is not exact.
Status castBits(OpCall &call, const OpFunction &standard) {
  WEFT_ASSIGN_OR_RETURN(Values values,
                        callStandard(call, standard, bareOperands(call)));
  Tensor value = values.front().tensor();
  const Tensor &operand = call.tensor(0);
  if (!hasEnds(operand)) {
    return call.finish(StatusOr<Tensor>(value));
  }
  int64_t from = operand.elementCount();
  int64_t to = value.elementCount();
  std::vector<Range> ranges;
  for (int64_t i = 0; i < to; ++i) {
    ranges.push_back(Range::exactly(value.at(i)));
  }
  for (int64_t i = 0; i < std::max(from, to); ++i) {
    int64_t source = from >= to ? i : i / (to / from);
    int64_t target = to >= from ? i : i / (from / to);
    if (!rangeAt(operand, source).isExact()) {
      ranges[target] = Range::anything(value.elementType());
    }
  }
  return call.finish(withRanges(call.budget(), value, ranges));
}

} // namespace

void addElementwiseRules(OpTable &table, const OpTable &standard) {
  using namespace stablehlo;
  constexpr Exactness exact = Exactness::Exact;
  constexpr Exactness rounded = Exactness::Rounded;
  constexpr Exactness inexactly = Exactness::Inexact;
  Adder to(table, standard);
  to.unary<AbsOp>(math::absolute, absoluteOf, exact, true);
  to.unary<CbrtOp>(math::cbrt, monotone, inexactly, true);
  to.unary<CeilOp>(math::ceil, monotone, exact);
  to.unary<CosineOp>(math::cosine, sineLike, inexactly, true);
  to.unary<CountLeadingZerosOp>(math::countLeadingZeros, ofIntegers, exact);
  to.unary<ExponentialOp>(math::exponential, monotone, inexactly, true);
  to.unary<ExponentialMinusOneOp>(math::exponentialMinusOne, monotone,
                                  inexactly, true);
  to.unary<FloorOp>(math::floor, monotone, exact);
  to.unary<LogOp>(math::log, monotone, inexactly, true);
  to.unary<LogPlusOneOp>(math::logPlusOne, monotone, inexactly, true);
  to.unary<LogisticOp>(math::logistic, monotone, inexactly, true);
  to.unary<NotOp>(math::bitwiseNot, ofIntegers, exact);
  to.unary<PopcntOp>(math::populationCount, ofIntegers, exact);
  to.unary<RoundNearestAfzOp>(math::roundNearestAfz, monotone, exact);
  to.unary<RoundNearestEvenOp>(math::roundNearestEven, monotone, exact);
  to.unary<RsqrtOp>(math::rsqrt, reciprocalRoot, inexactly, true);
  to.unary<SignOp>(math::sign, monotone, exact, true);
  to.unary<SineOp>(math::sine, sineLike, inexactly, true);
  to.unary<SqrtOp>(math::sqrt, monotone, rounded, true);
  to.unary<TanOp>(math::tan, tangent, inexactly, true);
  to.unary<TanhOp>(math::tanh, monotone, inexactly, true);
  to.add<RealOp>({[](const Site &site, Ranges x) {
                    return Range::ofReal(site.type, x[0].real());
                  },
                  exact});
  to.add<ImagOp>({[](const Site &site, Ranges x) {
                    return x[0].type().isComplex()
                               ? Range::ofReal(site.type, x[0].imaginary())
                               : Range::exactly(Element::real(site.type, 0));
                  },
                  exact});

  to.binary<AddOp>(math::add, sumOrDifference, rounded, true);
  to.binary<AndOp>(math::bitwiseAnd, ofIntegers, exact);
  to.binary<Atan2Op>(math::atan2, angleOf, inexactly, true);
  to.binary<DivideOp>(math::divide, quotientOf, rounded, true);
  to.binary<MaximumOp>(math::maximum, monotone, exact);
  to.binary<MinimumOp>(math::minimum, monotone, exact);
  to.binary<MultiplyOp>(math::multiply, productOf, rounded, true);
  to.binary<OrOp>(math::bitwiseOr, ofIntegers, exact);
  to.binary<PowerOp>(math::power, powerOf, inexactly, true);
  to.binary<RemainderOp>(math::remainder, remainderOf, exact, true);
  to.binary<ShiftLeftOp>(math::shiftLeft, ofIntegers, exact);
  to.binary<ShiftRightArithmeticOp>(math::shiftRightArithmetic, ofIntegers,
                                    exact);
  to.binary<ShiftRightLogicalOp>(math::shiftRightLogical, ofIntegers, exact);
  to.binary<SubtractOp>(math::subtract, sumOrDifference, rounded, true);
  to.binary<XorOp>(math::bitwiseXor, ofIntegers, exact);

  to.add<ClampOp>({[](const Site &site, Ranges x) {
                     return monotone(site, x, [](Elements at) {
                       return math::clamp(at[0], at[1], at[2]);
                     });
                   },
                   exact});
  to.add<CompareOp>({compared, exact});
  to.add<ComplexOp>({madeComplex, exact});
  to.add<ConvertOp>({converted, exact});
  to.add<IsFiniteOp>({finiteness, exact});
  to.add<NegateOp>({negated, exact});
  to.add<ReducePrecisionOp>({precisionReduced, exact});
  to.add<SelectOp>({selected, exact});
  Rule same = [](const Site &, Ranges x) { return x[0]; };
  to.add<UniformDequantizeOp>({same, exact});
  to.add<UniformQuantizeOp>({same, exact});
  StringRef cast = BitcastConvertOp::getOperationName();
  table.add(cast, [function = *standard.find(cast)](OpCall &call) {
    return castBits(call, function);
  });
}

} // namespace weft::reference::ranges
