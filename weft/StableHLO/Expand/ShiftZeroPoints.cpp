// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Expand/ShiftZeroPoints.h"

#include "weft/StableHLO/IR/Writer.h"

#include <mlir/Dialect/Quant/IR/QuantTypes.h>

using namespace mlir;

namespace weft::stablehlo {
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
  auto type = cast<RankedTensorType>(value.getType());
  RankedTensorType stored = type.clone(IntegerType::get(
      type.getContext(), element.getStorageTypeIntegralWidth(),
      element.isSigned() ? IntegerType::Signless : IntegerType::Unsigned));
  llvm::APInt point(element.getStorageTypeIntegralWidth(),
                    sign * element.getZeroPoint(), /*isSigned=*/true,
                    /*implicitTrunc=*/true);
  Writer writer(builder, value.getLoc());
  Value distance = writer.splat(stored, point);
  Value bits = writer.bitcast(value, stored);
  Value sum = writer.add(bits, distance);
  return {writer.bitcast(sum, type), bits.getDefiningOp()};
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

} // namespace weft::stablehlo
