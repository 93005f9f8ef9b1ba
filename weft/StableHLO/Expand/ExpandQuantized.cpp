// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Expand/ExpandQuantized.h"

#include "weft/StableHLO/IR/Writer.h"
#include "weft/StableHLO/Simplify/CheckShapes.h"
#include "weft/Support/Diagnostics.h"

#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Dialect/Quant/IR/QuantTypes.h>
#include <mlir/IR/AttrTypeSubElements.h>

#include <llvm/ADT/TypeSwitch.h>

using namespace mlir;

namespace weft::stablehlo {
namespace {

using quant::QuantizedType;
using quant::UniformQuantizedPerAxisType;
using quant::UniformQuantizedType;

QuantizedType quantizedElement(Type type) {
  return dyn_cast<QuantizedType>(getElementTypeOrSelf(type));
}

bool isQuantized(Value value) {
  return quantizedElement(value.getType()) != nullptr;
}

Type storageElement(QuantizedType type) {
  return IntegerType::get(type.getContext(), type.getStorageTypeIntegralWidth(),
                          type.isSigned() ? IntegerType::Signless
                                          : IntegerType::Unsigned);
}

/// Operations that do not look at the numbers, or whose bodies do.
bool movesElements(Operation *op) {
  if (op->getNumRegions() != 0 || op->hasTrait<OpTrait::IsTerminator>() ||
      !isa_and_present<StableHLODialect>(op->getDialect())) {
    return true;
  }
  if (auto select = dyn_cast<SelectOp>(op)) {
    return select.getOnTrue().getType() == select.getOnFalse().getType() &&
           select.getOnTrue().getType() == select.getType();
  }
  return isa<
      AllGatherOp, AllToAllOp, AfterAllOp, BitcastConvertOp, BroadcastOp,
      BroadcastInDimOp, CollectiveBroadcastOp, CollectivePermuteOp, CompositeOp,
      ConcatenateOp, ConstantOp, CustomCallOp, DynamicBroadcastInDimOp,
      DynamicGatherOp, DynamicIotaOp, DynamicPadOp, DynamicReshapeOp,
      DynamicSliceOp, DynamicUpdateSliceOp, GatherOp, GetDimensionSizeOp,
      GetTupleElementOp, InfeedOp, IotaOp, OptimizationBarrierOp, OutfeedOp,
      PadOp, RealDynamicSliceOp, RecvOp, ReshapeOp, ReverseOp, SendOp,
      SetDimensionSizeOp, SliceOp, TorchIndexSelectOp, TransposeOp, TupleOp>(
      op);
}

/// A rounded factor may lead to the next quantum: products keep all digits,
/// whatever precision was asked for.
void keepDigits(Operation *op) {
  auto highest = PrecisionAttr::get(op->getContext(), Precision::HIGHEST);
  auto both = ArrayAttr::get(op->getContext(), {highest, highest});
  llvm::TypeSwitch<Operation *>(op).Case<DotGeneralOp, DotOp, ConvolutionOp>(
      [&](auto product) { product.setPrecisionConfigAttr(both); });
}

/// Writes the way between integers and floats, before one operation.
class Expansion : public Writer {
public:
  using Writer::Writer;

  /// convert(x - zero point) * scale; the difference is exact.
  Value dequantize(Value value) {
    QuantizedType element = quantizedElement(value.getType());
    if (!element) {
      return value;
    }
    auto shape = cast<RankedTensorType>(value.getType());
    Value stored = bitcast(value, shape.clone(storageElement(element)));
    // Holds every stored integer and every difference of two.
    Type wide = builder.getIntegerType(
        element.getStorageTypeIntegralWidth() <= 16 ? 32 : 64);
    Value number = convert(stored, wide);
    if (llvm::any_of(zeroPoints(element),
                     [](int64_t point) { return point != 0; })) {
      Value points = spread(element, number, [&](int64_t i) {
        return builder.getIntegerAttr(wide, zeroPoints(element)[i]);
      });
      number = subtract(number, points);
    }
    Value real = convert(number, element.getExpressedType());
    return multiply(real, scaleOf(element, real));
  }

  /// round(clamp(min, x / scale + zero point, max)).
  Value quantize(Value real, Type type) {
    QuantizedType element = quantizedElement(type);
    if (!element) {
      return real;
    }
    auto expressed = cast<FloatType>(element.getExpressedType());
    auto number = [&](int64_t value) {
      llvm::APFloat result(expressed.getFloatSemantics());
      (void)result.convertFromAPInt(llvm::APInt(64, value, true), true,
                                    llvm::APFloat::rmNearestTiesToEven);
      return builder.getFloatAttr(expressed, result);
    };
    Value value = divide(real, scaleOf(element, real));
    value = add(value, spread(element, value, [&](int64_t i) {
                  return number(zeroPoints(element)[i]);
                }));
    auto scalar = RankedTensorType::get({}, expressed);
    auto limit = [&](int64_t stored) {
      return constant(
          DenseElementsAttr::get(scalar, Attribute(number(stored))));
    };
    Value least = limit(element.getStorageTypeMin());
    Value most = limit(element.getStorageTypeMax());
    value = make<ClampOp>(value.getType(), least, value, most);
    value = unary<RoundNearestEvenOp>(value);
    value = convert(value, storageElement(element));
    return bitcast(value, type);
  }

private:
  static SmallVector<int64_t> zeroPoints(QuantizedType type) {
    if (auto perAxis = dyn_cast<UniformQuantizedPerAxisType>(type)) {
      return SmallVector<int64_t>(perAxis.getZeroPoints());
    }
    return {cast<UniformQuantizedType>(type).getZeroPoint()};
  }

  /// A number per tensor, or per place along the axis, as wide as `like`.
  template <typename Function>
  Value spread(QuantizedType type, Value like, Function numberOf) {
    auto shape = cast<RankedTensorType>(like.getType());
    auto perAxis = dyn_cast<UniformQuantizedPerAxisType>(type);
    if (!perAxis) {
      return constant(DenseElementsAttr::get(shape, Attribute(numberOf(0))));
    }
    SmallVector<Attribute> numbers;
    for (size_t i = 0; i < perAxis.getScales().size(); ++i) {
      numbers.push_back(numberOf(static_cast<int64_t>(i)));
    }
    auto line = RankedTensorType::get({static_cast<int64_t>(numbers.size())},
                                      shape.getElementType());
    return broadcast(constant(DenseElementsAttr::get(line, numbers)),
                     shape.getShape(), {perAxis.getQuantizedDimension()});
  }

  Value scaleOf(QuantizedType type, Value like) {
    auto expressed = cast<FloatType>(type.getExpressedType());
    return spread(type, like, [&](int64_t i) {
      auto perAxis = dyn_cast<UniformQuantizedPerAxisType>(type);
      llvm::APFloat scale(perAxis
                              ? perAxis.getScales()[i]
                              : cast<UniformQuantizedType>(type).getScale());
      bool losesInfo;
      scale.convert(expressed.getFloatSemantics(),
                    llvm::APFloat::rmNearestTiesToEven, &losesInfo);
      return builder.getFloatAttr(expressed, scale);
    });
  }
};

Status checkTypes(Operation *op, TypeRange types) {
  for (Type type : types) {
    QuantizedType element = quantizedElement(type);
    if (!element) {
      continue;
    }
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (isa<UniformQuantizedType, UniformQuantizedPerAxisType>(element) &&
        isa_and_present<FloatType>(element.getExpressedType()) && tensor &&
        tensor.hasStaticShape()) {
      continue;
    }
    if (tensor && !tensor.hasStaticShape()) {
      return refuseOpenShape(op, type);
    }
    std::string text;
    llvm::raw_string_ostream(text) << type;
    Status status = Status::unimplemented(
        "'" + op->getName().getStringRef().str() + "' has a value of type " +
        text + "; only uniformly quantized tensors can be compiled");
    std::string place = describeLocation(op->getLoc());
    return place.empty() ? status : status.withContext(place);
  }
  return Status::success();
}

void rewrite(Operation *op) {
  OpBuilder builder(op);
  Expansion expansion(builder, op->getLoc());
  SmallVector<Value> operands;
  for (Value operand : op->getOperands()) {
    operands.push_back(expansion.dequantize(operand));
  }
  SmallVector<Value> results;
  if (isa<UniformQuantizeOp, UniformDequantizeOp>(op)) {
    results.push_back(operands.front());
  } else {
    Operation *copy = builder.clone(*op);
    keepDigits(copy);
    copy->setOperands(operands);
    for (Value result : copy->getResults()) {
      if (QuantizedType element = quantizedElement(result.getType())) {
        result.setType(cast<RankedTensorType>(result.getType())
                           .clone(element.getExpressedType()));
      }
      results.push_back(result);
    }
  }
  for (auto [old, result] : llvm::zip_equal(op->getResults(), results)) {
    old.replaceAllUsesWith(expansion.quantize(result, old.getType()));
  }
  op->erase();
}

/// A reduction may add up in another type than that of its operands.
void convertReduced(Operation *op) {
  if (!isa<ReduceOp, ReduceWindowOp>(op)) {
    return;
  }
  OpBuilder builder(op);
  Expansion expansion(builder, op->getLoc());
  Block &body = op->getRegion(0).front();
  for (OpOperand &operand : op->getOpOperands()) {
    Value value = operand.get();
    Type wanted = getElementTypeOrSelf(
        body.getArgument(operand.getOperandNumber()).getType());
    if (isQuantized(value) && getElementTypeOrSelf(value) != wanted) {
      Type type = cast<RankedTensorType>(value.getType()).clone(wanted);
      operand.set(expansion.quantize(expansion.dequantize(value), type));
    }
  }
}

} // namespace

Status expandQuantized(ModuleOp module) {
  SmallVector<Operation *> computing;
  SmallVector<Operation *> reducing;
  Status status = Status::success();
  bool isNeeded = false;
  module.walk([&](Operation *op) {
    if (!status.ok()) {
      return;
    }
    bool concerns = llvm::any_of(op->getOperands(), isQuantized) ||
                    llvm::any_of(op->getResults(), isQuantized);
    if (auto function = dyn_cast<func::FuncOp>(op)) {
      isNeeded |= llvm::any_of(function.getArgumentTypes(), quantizedElement);
      isNeeded |= llvm::any_of(function.getResultTypes(), quantizedElement);
    }
    if (!concerns) {
      return;
    }
    isNeeded = true;
    status = checkTypes(op, op->getOperandTypes());
    if (status.ok()) {
      status = checkTypes(op, op->getResultTypes());
    }
    (movesElements(op) ? reducing : computing).push_back(op);
  });
  WEFT_RETURN_IF_ERROR(status);
  if (!isNeeded) {
    return Status::success();
  }
  llvm::for_each(reducing, convertReduced);
  llvm::for_each(computing, rewrite);

  // What is left of the types are the integers.
  AttrTypeReplacer replacer;
  replacer.addReplacement(
      [](QuantizedType type) -> Type { return storageElement(type); });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  module.walk([](BitcastConvertOp op) {
    if (op.getOperand().getType() == op.getType()) {
      op.replaceAllUsesWith(op.getOperand());
      op.erase();
    }
  });
  return Status::success();
}

} // namespace weft::stablehlo
