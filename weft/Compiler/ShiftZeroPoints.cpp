// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Compiler/ShiftZeroPoints.h"

#include "weft/StableHLO/IR/StableHLO.h"

#include <mlir/Dialect/Quant/IR/QuantTypes.h>
#include <mlir/IR/Builders.h>

using namespace mlir;

namespace weft {
namespace {

using quant::UniformQuantizedType;

UniformQuantizedType elementOf(Value value) {
  return dyn_cast<UniformQuantizedType>(getElementTypeOrSelf(value.getType()));
}

struct Shifted {
  Value value;
  /// What reads the tensor that was given.
  Operation *first;
};

/// The tensor with `sign` times its zero point added to what is stored.
Shifted shift(OpBuilder &builder, Value value, int64_t sign) {
  UniformQuantizedType element = elementOf(value);
  Location loc = value.getLoc();
  auto type = cast<RankedTensorType>(value.getType());
  RankedTensorType stored = type.clone(IntegerType::get(
      type.getContext(), element.getStorageTypeIntegralWidth(),
      element.isSigned() ? IntegerType::Signless : IntegerType::Unsigned));
  llvm::APInt point(element.getStorageTypeIntegralWidth(),
                    sign * element.getZeroPoint(), /*isSigned=*/true,
                    /*implicitTrunc=*/true);
  Value distance = stablehlo::ConstantOp::create(
      builder, loc, DenseElementsAttr::get(stored, point));
  auto bits = stablehlo::BitcastConvertOp::create(builder, loc, stored, value);
  Value sum = stablehlo::AddOp::create(builder, loc, bits, distance);
  return {stablehlo::BitcastConvertOp::create(builder, loc, type, sum), bits};
}

void shiftUses(OpBuilder &builder, Value value) {
  Shifted back = shift(builder, value, 1);
  value.replaceAllUsesExcept(back.value, back.first);
}

/// All tensors of one type with a zero point, of known shape.
bool isShifted(Operation *op, unsigned data) {
  Type element = elementOf(op->getResult(0));
  auto isAlike = [&](Value value) {
    return elementOf(value) == element &&
           cast<ShapedType>(value.getType()).hasStaticShape();
  };
  return element && cast<UniformQuantizedType>(element).getZeroPoint() != 0 &&
         llvm::all_of(op->getOperands().take_front(data), isAlike) &&
         llvm::all_of(op->getResults(), isAlike) &&
         llvm::all_of(op->getRegions(), [&](Region &region) {
           return llvm::all_of(region.getArguments(), isAlike);
         });
}

} // namespace

void shiftZeroPoints(ModuleOp module) {
  using namespace stablehlo;
  llvm::SmallVector<Operation *> found;
  module.walk([&](Operation *op) {
    if (isa<CollectiveBroadcastOp, CollectivePermuteOp, CollectiveReduceOp>(
            op) &&
        isShifted(op, op->getNumResults())) {
      found.push_back(op);
    }
  });
  for (Operation *op : found) {
    OpBuilder builder(op);
    for (unsigned i = 0; i < op->getNumResults(); ++i) {
      op->setOperand(i, shift(builder, op->getOperand(i), -1).value);
    }
    builder.setInsertionPointAfter(op);
    for (Value result : op->getResults()) {
      shiftUses(builder, result);
    }
    for (Region &region : op->getRegions()) {
      builder.setInsertionPointToStart(&region.front());
      for (Value argument : region.getArguments()) {
        shiftUses(builder, argument);
      }
      Operation *end = region.front().getTerminator();
      builder.setInsertionPoint(end);
      end->setOperand(0, shift(builder, end->getOperand(0), -1).value);
    }
  }
}

} // namespace weft
