// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Interpreter/Elementwise.h"

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/StableHLO/Interpreter/OpTable.h"
#include "weft/StableHLO/Interpreter/Quantized.h"

#include <llvm/Support/FormatVariadic.h>

namespace weft::reference {
namespace {

/// Dimensions known only at run time may turn out to differ.
Status checkSameShape(const Tensor &lhs, const Tensor &rhs) {
  if (lhs.shape() == rhs.shape()) {
    return Status::success();
  }
  return Status::invalidArgument(
      llvm::formatv("operands have different shapes: [{0}] and [{1}]",
                    llvm::make_range(lhs.shape().begin(), lhs.shape().end()),
                    llvm::make_range(rhs.shape().begin(), rhs.shape().end())));
}

/// An operand that may be a scalar for all elements.
Status checkScalarOrSameShape(const Tensor &operand, const Tensor &other) {
  return operand.rank() == 0 ? Status::success()
                             : checkSameShape(operand, other);
}

int64_t positionIn(const Tensor &operand, int64_t position) {
  return operand.rank() == 0 ? 0 : position;
}

Comparison comparisonOf(stablehlo::ComparisonDirection direction) {
  switch (direction) {
  case stablehlo::ComparisonDirection::EQ:
    return Comparison::Equal;
  case stablehlo::ComparisonDirection::NE:
    return Comparison::NotEqual;
  case stablehlo::ComparisonDirection::GE:
    return Comparison::GreaterEqual;
  case stablehlo::ComparisonDirection::GT:
    return Comparison::Greater;
  case stablehlo::ComparisonDirection::LE:
    return Comparison::LessEqual;
  case stablehlo::ComparisonDirection::LT:
    return Comparison::Less;
  }
  return Comparison::Equal;
}

} // namespace

StatusOr<Tensor> evalUnary(Budget &budget, mlir::RankedTensorType type,
                           UnaryFunction function, const Tensor &operand) {
  if (operand.isQuantized() || isQuantized(type)) {
    WEFT_ASSIGN_OR_RETURN(Tensor real, dequantize(budget, operand));
    WEFT_ASSIGN_OR_RETURN(
        Tensor result, evalUnary(budget, expressedType(type), function, real));
    return quantize(budget, result, type);
  }
  WEFT_ASSIGN_OR_RETURN(mlir::RankedTensorType resultType,
                        resolveType(type, operand.shape()));
  WEFT_ASSIGN_OR_RETURN(TensorBuilder result,
                        TensorBuilder::create(budget, resultType));
  for (int64_t i = 0; i < result.elementCount(); ++i) {
    result.setAt(i, function(operand.at(i)));
  }
  return std::move(result).finish();
}

StatusOr<Tensor> evalBinary(Budget &budget, mlir::RankedTensorType type,
                            BinaryFunction function, const Tensor &lhs,
                            const Tensor &rhs) {
  if (lhs.isQuantized() || rhs.isQuantized() || isQuantized(type)) {
    WEFT_ASSIGN_OR_RETURN(Tensor realLhs, dequantize(budget, lhs));
    WEFT_ASSIGN_OR_RETURN(Tensor realRhs, dequantize(budget, rhs));
    WEFT_ASSIGN_OR_RETURN(
        Tensor result,
        evalBinary(budget, expressedType(type), function, realLhs, realRhs));
    return quantize(budget, result, type);
  }
  WEFT_RETURN_IF_ERROR(checkSameShape(lhs, rhs));
  WEFT_ASSIGN_OR_RETURN(mlir::RankedTensorType resultType,
                        resolveType(type, lhs.shape()));
  WEFT_ASSIGN_OR_RETURN(TensorBuilder result,
                        TensorBuilder::create(budget, resultType));
  for (int64_t i = 0; i < result.elementCount(); ++i) {
    result.setAt(i, function(lhs.at(i), rhs.at(i)));
  }
  return std::move(result).finish();
}

StatusOr<Tensor> evalClampOp(Budget &budget, mlir::RankedTensorType type,
                             const Tensor &min, const Tensor &operand,
                             const Tensor &max) {
  if (operand.isQuantized()) {
    WEFT_ASSIGN_OR_RETURN(Tensor realMin, dequantize(budget, min));
    WEFT_ASSIGN_OR_RETURN(Tensor realOperand, dequantize(budget, operand));
    WEFT_ASSIGN_OR_RETURN(Tensor realMax, dequantize(budget, max));
    WEFT_ASSIGN_OR_RETURN(Tensor result,
                          evalClampOp(budget, expressedType(type), realMin,
                                      realOperand, realMax));
    return quantize(budget, result, type);
  }
  WEFT_RETURN_IF_ERROR(checkScalarOrSameShape(min, operand));
  WEFT_RETURN_IF_ERROR(checkScalarOrSameShape(max, operand));
  WEFT_ASSIGN_OR_RETURN(mlir::RankedTensorType resultType,
                        resolveType(type, operand.shape()));
  WEFT_ASSIGN_OR_RETURN(TensorBuilder result,
                        TensorBuilder::create(budget, resultType));
  for (int64_t i = 0; i < result.elementCount(); ++i) {
    result.setAt(i, math::clamp(min.at(positionIn(min, i)), operand.at(i),
                                max.at(positionIn(max, i))));
  }
  return std::move(result).finish();
}

StatusOr<Tensor> evalSelectOp(Budget &budget, mlir::RankedTensorType type,
                              const Tensor &pred, const Tensor &onTrue,
                              const Tensor &onFalse) {
  // Requantizing is the identity where all three types agree.
  mlir::Type element = type.getElementType();
  if (onTrue.type().getElementType() != element ||
      onFalse.type().getElementType() != element) {
    WEFT_ASSIGN_OR_RETURN(Tensor realOnTrue, dequantize(budget, onTrue));
    WEFT_ASSIGN_OR_RETURN(Tensor realOnFalse, dequantize(budget, onFalse));
    WEFT_ASSIGN_OR_RETURN(Tensor result,
                          evalSelectOp(budget, expressedType(type), pred,
                                       realOnTrue, realOnFalse));
    return quantize(budget, result, type);
  }
  WEFT_RETURN_IF_ERROR(checkSameShape(onTrue, onFalse));
  WEFT_RETURN_IF_ERROR(checkScalarOrSameShape(pred, onTrue));
  WEFT_ASSIGN_OR_RETURN(mlir::RankedTensorType resultType,
                        resolveType(type, onTrue.shape()));
  WEFT_ASSIGN_OR_RETURN(TensorBuilder result,
                        TensorBuilder::create(budget, resultType));
  for (int64_t i = 0; i < result.elementCount(); ++i) {
    bool choice = pred.at(positionIn(pred, i)).asBoolean();
    result.copyAt(i, choice ? onTrue : onFalse, i);
  }
  return std::move(result).finish();
}

StatusOr<Tensor> evalCompareOp(Budget &budget, mlir::RankedTensorType type,
                               const Tensor &lhs, const Tensor &rhs,
                               Comparison comparison, bool totalOrder) {
  return evalBinary(
      budget, type,
      [&](const Element &left, const Element &right) {
        return Element::boolean(
            totalOrder && left.type().isFloat()
                ? math::compareTotalOrder(left, right, comparison)
                : math::compare(left, right, comparison));
      },
      lhs, rhs);
}

StatusOr<Tensor> evalConvertOp(Budget &budget, mlir::RankedTensorType type,
                               const Tensor &operand) {
  std::optional<ElementType> kind = ElementType::from(type.getElementType());
  if (!kind) {
    return Status::invalidArgument("unknown element type to convert to");
  }
  return evalUnary(
      budget, type,
      [&](const Element &element) { return math::convert(element, *kind); },
      operand);
}

StatusOr<Tensor> evalReducePrecisionOp(Budget &budget,
                                       mlir::RankedTensorType type,
                                       const Tensor &operand,
                                       int32_t exponentBits,
                                       int32_t mantissaBits) {
  return evalUnary(
      budget, type,
      [&](const Element &element) {
        return math::reducePrecision(element, exponentBits, mantissaBits);
      },
      operand);
}

StatusOr<Tensor> evalIsFiniteOp(Budget &budget, mlir::RankedTensorType type,
                                const Tensor &operand) {
  if (operand.isQuantized()) {
    WEFT_ASSIGN_OR_RETURN(mlir::RankedTensorType resultType,
                          resolveType(type, operand.shape()));
    return Tensor::splat(budget, resultType, Element::boolean(true));
  }
  return evalUnary(budget, type, math::isFinite, operand);
}

StatusOr<Tensor> evalRemainderOp(Budget &budget, mlir::RankedTensorType type,
                                 const Tensor &lhs, const Tensor &rhs) {
  if (lhs.elementType().isComplex()) {
    return Status::unimplemented(
        "the specification does not define the remainder of complex numbers");
  }
  return evalBinary(budget, type, math::remainder, lhs, rhs);
}

//===----------------------------------------------------------------------===//
// bitcast_convert
//===----------------------------------------------------------------------===//

namespace {

/// The run-time shape of a bitcast from `from` to `to` bits per element.
StatusOr<Shape> bitcastShape(llvm::ArrayRef<int64_t> shape, unsigned from,
                             unsigned to) {
  Shape result(shape);
  if (to < from && from % to == 0) {
    result.push_back(from / to);
    return result;
  }
  if (to == from) {
    return result;
  }
  if (to < from || shape.empty() || shape.back() * from != to) {
    return Status::invalidArgument(llvm::formatv(
        "elements of {0} bits in shape [{1}] do not form elements of {2} bits",
        from, llvm::make_range(shape.begin(), shape.end()), to));
  }
  result.pop_back();
  return result;
}

bool fillsItsBytes(ElementType type) {
  return type.bitWidth() == 8 * type.byteWidth();
}

uint64_t readBits(llvm::ArrayRef<char> bytes, int64_t position,
                  unsigned width) {
  uint64_t bits = 0;
  std::memcpy(&bits, bytes.data() + position * width, width);
  return bits;
}

} // namespace

StatusOr<Tensor> evalBitcastConvertOp(Budget &budget,
                                      mlir::RankedTensorType type,
                                      const Tensor &operand) {
  std::optional<ElementType> kind = ElementType::from(type.getElementType());
  if (!kind) {
    return Status::invalidArgument("unknown element type to cast to");
  }
  ElementType from = operand.elementType();
  WEFT_ASSIGN_OR_RETURN(
      Shape shape,
      bitcastShape(operand.shape(), from.bitWidth(), kind->bitWidth()));
  WEFT_ASSIGN_OR_RETURN(mlir::RankedTensorType resultType,
                        resolveType(type, shape));
  WEFT_ASSIGN_OR_RETURN(TensorBuilder result,
                        TensorBuilder::create(budget, resultType));
  llvm::ArrayRef<char> source = operand.bytes();
  llvm::MutableArrayRef<char> target = result.bytes();
  if (from.bitWidth() == kind->bitWidth() ||
      (fillsItsBytes(from) && fillsItsBytes(*kind))) {
    if (!source.empty()) {
      std::memcpy(target.data(), source.data(), source.size());
    }
    return std::move(result).finish();
  }
  // Elements narrower than a byte: parts of wide elements, lowest bits first.
  // The wide type is no complex one, so it has at most 64 bits.
  unsigned fromWidth = from.byteWidth();
  unsigned toWidth = kind->byteWidth();
  if (kind->bitWidth() < from.bitWidth()) {
    unsigned parts = from.bitWidth() / kind->bitWidth();
    uint64_t mask = (uint64_t{1} << kind->bitWidth()) - 1;
    for (int64_t i = 0; i < result.elementCount(); ++i) {
      uint64_t wide = readBits(source, i / parts, fromWidth);
      uint64_t part = (wide >> (i % parts * kind->bitWidth())) & mask;
      std::memcpy(target.data() + i * toWidth, &part, toWidth);
    }
    return std::move(result).finish();
  }
  unsigned parts = kind->bitWidth() / from.bitWidth();
  for (int64_t i = 0; i < result.elementCount(); ++i) {
    uint64_t wide = 0;
    for (unsigned part = 0; part < parts; ++part) {
      wide |= readBits(source, i * parts + part, fromWidth)
              << (part * from.bitWidth());
    }
    std::memcpy(target.data() + i * toWidth, &wide, toWidth);
  }
  return std::move(result).finish();
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

namespace {

template <typename Op>
void addUnary(OpTable &table, Element (*function)(const Element &)) {
  table.add<Op>([function](Op, OpCall &call) {
    return call.finish(
        evalUnary(call.budget(), call.resultType(), function, call.tensor(0)));
  });
}

template <typename Op>
void addBinary(OpTable &table,
               Element (*function)(const Element &, const Element &)) {
  table.add<Op>([function](Op, OpCall &call) {
    return call.finish(evalBinary(call.budget(), call.resultType(), function,
                                  call.tensor(0), call.tensor(1)));
  });
}

} // namespace

void addElementwiseOps(OpTable &table) {
  addUnary<stablehlo::AbsOp>(table, math::absolute);
  addUnary<stablehlo::CbrtOp>(table, math::cbrt);
  addUnary<stablehlo::CeilOp>(table, math::ceil);
  addUnary<stablehlo::CosineOp>(table, math::cosine);
  addUnary<stablehlo::CountLeadingZerosOp>(table, math::countLeadingZeros);
  addUnary<stablehlo::ExponentialOp>(table, math::exponential);
  addUnary<stablehlo::ExponentialMinusOneOp>(table, math::exponentialMinusOne);
  addUnary<stablehlo::FloorOp>(table, math::floor);
  addUnary<stablehlo::ImagOp>(table, math::imag);
  addUnary<stablehlo::LogOp>(table, math::log);
  addUnary<stablehlo::LogPlusOneOp>(table, math::logPlusOne);
  addUnary<stablehlo::LogisticOp>(table, math::logistic);
  addUnary<stablehlo::NegateOp>(table, math::negate);
  addUnary<stablehlo::NotOp>(table, math::bitwiseNot);
  addUnary<stablehlo::PopcntOp>(table, math::populationCount);
  addUnary<stablehlo::RealOp>(table, math::real);
  addUnary<stablehlo::RoundNearestAfzOp>(table, math::roundNearestAfz);
  addUnary<stablehlo::RoundNearestEvenOp>(table, math::roundNearestEven);
  addUnary<stablehlo::RsqrtOp>(table, math::rsqrt);
  addUnary<stablehlo::SignOp>(table, math::sign);
  addUnary<stablehlo::SineOp>(table, math::sine);
  addUnary<stablehlo::SqrtOp>(table, math::sqrt);
  addUnary<stablehlo::TanOp>(table, math::tan);
  addUnary<stablehlo::TanhOp>(table, math::tanh);

  addBinary<stablehlo::AddOp>(table, math::add);
  addBinary<stablehlo::AndOp>(table, math::bitwiseAnd);
  addBinary<stablehlo::Atan2Op>(table, math::atan2);
  addBinary<stablehlo::ComplexOp>(table, math::complex);
  addBinary<stablehlo::DivideOp>(table, math::divide);
  addBinary<stablehlo::MaximumOp>(table, math::maximum);
  addBinary<stablehlo::MinimumOp>(table, math::minimum);
  addBinary<stablehlo::MultiplyOp>(table, math::multiply);
  addBinary<stablehlo::OrOp>(table, math::bitwiseOr);
  addBinary<stablehlo::PowerOp>(table, math::power);
  addBinary<stablehlo::ShiftLeftOp>(table, math::shiftLeft);
  addBinary<stablehlo::ShiftRightArithmeticOp>(table,
                                               math::shiftRightArithmetic);
  addBinary<stablehlo::ShiftRightLogicalOp>(table, math::shiftRightLogical);
  addBinary<stablehlo::SubtractOp>(table, math::subtract);
  addBinary<stablehlo::XorOp>(table, math::bitwiseXor);

  table.add<stablehlo::IsFiniteOp>([](stablehlo::IsFiniteOp, OpCall &call) {
    return call.finish(
        evalIsFiniteOp(call.budget(), call.resultType(), call.tensor(0)));
  });
  table.add<stablehlo::RemainderOp>([](stablehlo::RemainderOp, OpCall &call) {
    return call.finish(evalRemainderOp(call.budget(), call.resultType(),
                                       call.tensor(0), call.tensor(1)));
  });
  table.add<stablehlo::ClampOp>([](stablehlo::ClampOp, OpCall &call) {
    return call.finish(evalClampOp(call.budget(), call.resultType(),
                                   call.tensor(0), call.tensor(1),
                                   call.tensor(2)));
  });
  table.add<stablehlo::SelectOp>([](stablehlo::SelectOp, OpCall &call) {
    return call.finish(evalSelectOp(call.budget(), call.resultType(),
                                    call.tensor(0), call.tensor(1),
                                    call.tensor(2)));
  });
  table.add<stablehlo::CompareOp>([](stablehlo::CompareOp op, OpCall &call) {
    bool totalOrder =
        op.getCompareType() == stablehlo::ComparisonType::TOTALORDER;
    return call.finish(evalCompareOp(
        call.budget(), call.resultType(), call.tensor(0), call.tensor(1),
        comparisonOf(op.getComparisonDirection()), totalOrder));
  });
  table.add<stablehlo::ConvertOp>([](stablehlo::ConvertOp, OpCall &call) {
    return call.finish(
        evalConvertOp(call.budget(), call.resultType(), call.tensor(0)));
  });
  table.add<stablehlo::ReducePrecisionOp>([](stablehlo::ReducePrecisionOp op,
                                             OpCall &call) {
    return call.finish(
        evalReducePrecisionOp(call.budget(), call.resultType(), call.tensor(0),
                              static_cast<int32_t>(op.getExponentBits()),
                              static_cast<int32_t>(op.getMantissaBits())));
  });
  table.add<stablehlo::BitcastConvertOp>([](stablehlo::BitcastConvertOp,
                                            OpCall &call) {
    return call.finish(
        evalBitcastConvertOp(call.budget(), call.resultType(), call.tensor(0)));
  });
  table.add<stablehlo::UniformQuantizeOp>(
      [](stablehlo::UniformQuantizeOp, OpCall &call) -> Status {
        WEFT_ASSIGN_OR_RETURN(Tensor real,
                              dequantize(call.budget(), call.tensor(0)));
        return call.finish(quantize(call.budget(), real, call.resultType()));
      });
  table.add<stablehlo::UniformDequantizeOp>(
      [](stablehlo::UniformDequantizeOp, OpCall &call) {
        return call.finish(dequantize(call.budget(), call.tensor(0)));
      });
}

} // namespace weft::reference
