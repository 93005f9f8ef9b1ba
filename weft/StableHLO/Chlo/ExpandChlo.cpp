// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass: which formula belongs to which operation.

#include "weft/StableHLO/Chlo/Chlo.h"
#include "weft/StableHLO/Chlo/Expand.h"
#include "weft/StableHLO/Chlo/Passes.h"
#include "weft/Support/DecisionsDialect.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/TypeSwitch.h>
#include <mlir/Dialect/Complex/IR/Complex.h>

using namespace mlir;

namespace weft::chlo {

#define GEN_PASS_DEF_EXPANDCHLOPASS
#include "weft/StableHLO/Chlo/Passes.h.inc"

namespace {

using UnaryFormula = Expression (*)(Expression);
using BinaryFormula = Expression (*)(Expression, Expression);

/// The type in which transcendental functions of `type` are computed.
Type computationType(Type type) {
  auto floatType = dyn_cast<FloatType>(type);
  return floatType && floatType.getWidth() < 32
             ? Float32Type::get(type.getContext())
             : type;
}

/// Expands one operation in front of which the builder stands.
class Expander {
public:
  Expander(Operation *op, OpBuilder &builder) : op(op), builder(builder) {}

  Replacement expand();

private:
  bool operandsAreRanked() {
    return llvm::all_of(op->getOperandTypes(), llvm::IsaPred<RankedTensorType>);
  }
  Replacement refuseUnranked() {
    return op->emitOpError("cannot be expanded for tensors of unknown rank");
  }

  /// `formula` on the operands as they are.
  Replacement exact(UnaryFormula formula) {
    ElementwiseBuilder elementwise(builder, op->getLoc(), op->getOperand(0));
    return single(formula(elementwise(op->getOperand(0))));
  }
  Replacement exact(BinaryFormula formula, ValueRange operands) {
    ElementwiseBuilder elementwise(builder, op->getLoc(), operands[0]);
    return single(formula(elementwise(operands[0]), elementwise(operands[1])));
  }

  /// `formula` on operands of at least single precision.
  Replacement widened(UnaryFormula formula) {
    ElementwiseBuilder elementwise(builder, op->getLoc(), op->getOperand(0));
    Expression x = elementwise(op->getOperand(0));
    Type type = x.getElementType();
    return single(convert(formula(convert(x, computationType(type))), type));
  }
  Replacement widened(BinaryFormula formula, ValueRange operands) {
    ElementwiseBuilder elementwise(builder, op->getLoc(), operands[0]);
    Expression x = elementwise(operands[0]);
    Expression y = elementwise(operands[1]);
    Type type = x.getElementType();
    Type wide = computationType(type);
    return single(convert(formula(convert(x, wide), convert(y, wide)), type));
  }
  /// Defined on real numbers only, although the operand may be complex.
  Replacement widenedReal(UnaryFormula formula) {
    if (isa<ComplexType>(getElementTypeOrSelf(op->getOperandTypes()[0]))) {
      return op->emitOpError("is not defined on complex numbers");
    }
    return widened(formula);
  }

  Replacement single(Expression expression) {
    return SmallVector<Value>{expression.getValue()};
  }

  /// The StableHLO operation on broadcast operands.
  template <typename Target, typename Source>
  Replacement broadcast(Source source,
                        ArrayRef<NamedAttribute> attributes = {}) {
    Replacement operands =
        broadcastOperands(op, builder, source.getBroadcastDimensions());
    if (failed(operands)) {
      return failure();
    }
    auto type = cast<ShapedType>(operands->front().getType())
                    .clone(getElementTypeOrSelf(source.getType()));
    return SmallVector<Value>{Target::create(
        builder, op->getLoc(), TypeRange(type), *operands, attributes)};
  }
  template <typename Source>
  Replacement broadcastWidened(Source source, BinaryFormula formula) {
    Replacement operands =
        broadcastOperands(op, builder, source.getBroadcastDimensions());
    return failed(operands) ? operands : widened(formula, *operands);
  }

  Replacement compare(BroadcastCompareOp source);
  Replacement selectBroadcast();
  Replacement nextAfter(ValueRange operands);
  Replacement constantLike(ConstantLikeOp source);
  Replacement tan();

  Operation *op;
  OpBuilder &builder;
};

Replacement Expander::compare(BroadcastCompareOp source) {
  MLIRContext *context = op->getContext();
  // The enumerations have the same cases as StableHLO's.
  SmallVector<NamedAttribute> attributes;
  attributes.push_back(builder.getNamedAttr(
      "comparison_direction",
      stablehlo::ComparisonDirectionAttr::get(
          context, static_cast<stablehlo::ComparisonDirection>(
                       source.getComparisonDirection()))));
  if (source.getCompareType()) {
    attributes.push_back(builder.getNamedAttr(
        "compare_type", stablehlo::ComparisonTypeAttr::get(
                            context, static_cast<stablehlo::ComparisonType>(
                                         *source.getCompareType()))));
  }
  return broadcast<stablehlo::CompareOp>(source, attributes);
}

Replacement Expander::selectBroadcast() {
  Replacement operands = broadcastOperands(op, builder, std::nullopt);
  if (failed(operands)) {
    return failure();
  }
  ValueRange values(*operands);
  return SmallVector<Value>{stablehlo::SelectOp::create(
      builder, op->getLoc(), TypeRange(values[1].getType()), values)};
}

Replacement Expander::nextAfter(ValueRange operands) {
  Type type = getElementTypeOrSelf(operands[0]);
  unsigned width = type.getIntOrFloatBitWidth();
  if (!llvm::isPowerOf2_32(width)) {
    return op->emitOpError("cannot be expanded for elements of ")
           << width << " bits, which no integer type has";
  }
  return exact(expandNextAfter, operands);
}

Replacement Expander::constantLike(ConstantLikeOp source) {
  TypedAttr value = source.getValue();
  ElementwiseBuilder elementwise(builder, op->getLoc(), op->getOperand(0));
  if (auto number = dyn_cast<complex::NumberAttr>(value)) {
    Type part = cast<ComplexType>(number.getType()).getElementType();
    return single(
        complex(elementwise.constant(FloatAttr::get(part, number.getReal())),
                elementwise.constant(FloatAttr::get(part, number.getImag()))));
  }
  if (!isa<FloatAttr, IntegerAttr>(value)) {
    return op->emitOpError("cannot be expanded for the value ") << value;
  }
  return single(elementwise.constant(value));
}

Replacement Expander::tan() {
  return widened([](Expression x) {
    return x.getBuilder().apply<stablehlo::TanOp>(x.getElementType(), {x});
  });
}

Replacement Expander::expand() {
  if (!operandsAreRanked()) {
    return refuseUnranked();
  }
  return llvm::TypeSwitch<Operation *, Replacement>(op)
      .Case([&](AcosOp) { return widened(expandAcos); })
      .Case([&](AcoshOp) { return widened(expandAcosh); })
      .Case([&](AsinOp) { return widened(expandAsin); })
      .Case([&](AsinhOp) { return widened(expandAsinh); })
      .Case([&](AtanOp) { return widened(expandAtan); })
      .Case([&](AtanhOp) { return widened(expandAtanh); })
      .Case([&](AsinAcosKernelOp) { return exact(expandAsinAcosKernel); })
      .Case([&](CoshOp) { return widened(expandCosh); })
      .Case([&](SinhOp) { return widened(expandSinh); })
      .Case([&](TanOp) { return tan(); })
      .Case([&](ErfOp) { return widened(expandErf); })
      .Case([&](ErfcOp) { return widened(expandErfc); })
      .Case([&](ErfInvOp) { return widened(expandErfInv); })
      .Case([&](LgammaOp) { return widened(expandLgamma); })
      .Case([&](DigammaOp) { return widened(expandDigamma); })
      .Case([&](BesselI1eOp) { return widenedReal(expandBesselI1e); })
      .Case([&](ConjOp) { return exact(expandConj); })
      .Case([&](SquareOp) { return exact(expandSquare); })
      .Case([&](IsInfOp) { return exact(expandIsInf); })
      .Case([&](IsPosInfOp) { return exact(expandIsPosInf); })
      .Case([&](IsNegInfOp) { return exact(expandIsNegInf); })
      .Case([&](PolygammaOp) {
        return widened(expandPolygamma, op->getOperands());
      })
      .Case([&](ZetaOp) { return widened(expandZeta, op->getOperands()); })
      .Case([&](NextAfterOp) { return nextAfter(op->getOperands()); })
      .Case([&](MulhiOp) { return exact(expandMulhi, op->getOperands()); })
      .Case([&](ConstantOp source) {
        return SmallVector<Value>{stablehlo::ConstantOp::create(
            builder, op->getLoc(), source.getValue())};
      })
      .Case([&](ConstantLikeOp source) { return constantLike(source); })
      .Case(
          [&](RaggedDotOp source) { return expandRaggedDot(source, builder); })
      .Case([&](TopKOp source) { return expandTopK(source, builder); })
      .Case([&](ScanOp source) { return expandScan(source, builder); })
      .Case([&](BroadcastAddOp source) {
        return broadcast<stablehlo::AddOp>(source);
      })
      .Case([&](BroadcastAndOp source) {
        return broadcast<stablehlo::AndOp>(source);
      })
      .Case([&](BroadcastAtan2Op source) {
        return broadcast<stablehlo::Atan2Op>(source);
      })
      .Case([&](BroadcastCompareOp source) { return compare(source); })
      .Case([&](BroadcastComplexOp source) {
        return broadcast<stablehlo::ComplexOp>(source);
      })
      .Case([&](BroadcastDivideOp source) {
        return broadcast<stablehlo::DivideOp>(source);
      })
      .Case([&](BroadcastMaximumOp source) {
        return broadcast<stablehlo::MaximumOp>(source);
      })
      .Case([&](BroadcastMinimumOp source) {
        return broadcast<stablehlo::MinimumOp>(source);
      })
      .Case([&](BroadcastMultiplyOp source) {
        return broadcast<stablehlo::MultiplyOp>(source);
      })
      .Case([&](BroadcastNextAfterOp source) {
        Replacement operands =
            broadcastOperands(op, builder, source.getBroadcastDimensions());
        return failed(operands) ? operands : nextAfter(*operands);
      })
      .Case([&](BroadcastOrOp source) {
        return broadcast<stablehlo::OrOp>(source);
      })
      .Case([&](BroadcastPolygammaOp source) {
        return broadcastWidened(source, expandPolygamma);
      })
      .Case([&](BroadcastPowerOp source) {
        return broadcast<stablehlo::PowerOp>(source);
      })
      .Case([&](BroadcastRemainderOp source) {
        return broadcast<stablehlo::RemainderOp>(source);
      })
      .Case([&](BroadcastSelectOp) { return selectBroadcast(); })
      .Case([&](BroadcastShiftLeftOp source) {
        return broadcast<stablehlo::ShiftLeftOp>(source);
      })
      .Case([&](BroadcastShiftRightArithmeticOp source) {
        return broadcast<stablehlo::ShiftRightArithmeticOp>(source);
      })
      .Case([&](BroadcastShiftRightLogicalOp source) {
        return broadcast<stablehlo::ShiftRightLogicalOp>(source);
      })
      .Case([&](BroadcastSubtractOp source) {
        return broadcast<stablehlo::SubtractOp>(source);
      })
      .Case([&](BroadcastXorOp source) {
        return broadcast<stablehlo::XorOp>(source);
      })
      .Case([&](BroadcastZetaOp source) {
        return broadcastWidened(source, expandZeta);
      })
      .Default([](Operation *op) -> Replacement {
        return op->emitOpError("has no expansion");
      });
}

struct ExpandChlo : public impl::ExpandChloPassBase<ExpandChlo> {
  void runOnOperation() final {
    SmallVector<Operation *> worklist;
    getOperation()->walk([&](Operation *op) {
      if (isa_and_present<ChloDialect>(op->getDialect())) {
        worklist.push_back(op);
      }
    });
    IRRewriter rewriter(&getContext());
    // Inner operations come before the scans around them.
    for (Operation *op : worklist) {
      rewriter.setInsertionPoint(op);
      Operation *before = op->getPrevNode();
      Replacement values = Expander(op, rewriter).expand();
      if (failed(values)) {
        return signalPassFailure();
      }
      // Where the operation's type says more or less than the operands' types,
      // it stays what its users see.
      for (auto [value, result] : llvm::zip_equal(*values, op->getResults())) {
        if (value.getType() != result.getType()) {
          value = stablehlo::ConvertOp::create(rewriter, op->getLoc(),
                                               TypeRange(result.getType()),
                                               ValueRange(value));
        }
      }
      if (auto decision =
              decide(op, DecisionKind::Import, Reason::ChloExpanded)) {
        Operation *first =
            before ? before->getNextNode() : &op->getBlock()->front();
        decision.subject(op->getName().getStringRef());
        decision << arg(std::distance(first->getIterator(), op->getIterator()));
      }
      rewriter.replaceOp(op, *values);
    }
  }
};

} // namespace

} // namespace weft::chlo
