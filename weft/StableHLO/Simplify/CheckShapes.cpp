// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Simplify/CheckShapes.h"

#include "weft/StableHLO/IR/Shapes.h"
#include "weft/StableHLO/Simplify/InferShapes.h"
#include "weft/StableHLO/Simplify/Sizes.h"
#include "weft/Support/Diagnostics.h"

using namespace mlir;

namespace weft::stablehlo {
namespace {

/// The operands that say how large the result is.
ValueRange sizeOperands(Operation *op) {
  if (isa<DynamicIotaOp>(op)) {
    return op->getOperands();
  }
  if (isa<DynamicReshapeOp, DynamicBroadcastInDimOp, RealDynamicSliceOp,
          SetDimensionSizeOp>(op)) {
    return op->getOperands().drop_front(1);
  }
  if (isa<DynamicPadOp, DynamicGatherOp, DynamicConvOp>(op)) {
    return op->getOperands().drop_front(2);
  }
  return {};
}

DenseElementsAttr constantOf(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  return constant ? dyn_cast<DenseElementsAttr>(constant.getValue())
                  : DenseElementsAttr();
}

bool isConstant(Value value) { return constantOf(value) != nullptr; }

/// The operation itself says its shape, but a loop that starts with the result
/// does not keep it: the fault is the loop's.
bool isOpenForOthers(Operation *op) {
  return !isa<WhileOp, IfOp, CaseOp>(op) &&
         !llvm::any_of(inferTypes(op, constantOf), hasUnknownSize);
}

} // namespace

Status refuseOpenShape(Operation *op, Type type) {
  std::string text;
  llvm::raw_string_ostream out(text);
  out << "'" << op->getName().getStringRef() << "' gives a '" << type << "'";
  ValueRange sizes = sizeOperands(op);
  bool isContradiction = !sizes.empty() && llvm::all_of(sizes, isConstant) &&
                         !llvm::any_of(op->getOperandTypes(), hasUnknownSize);
  if (isContradiction) {
    out << ", which its operands contradict:";
    for (Value size : sizes) {
      if (auto numbers = constantIntegers(size)) {
        out << ' ' << listText(*numbers);
      }
    }
  } else {
    out << ", whose shape depends on data: compute the shape from constants "
           "and the sizes of arrays, or give the result a type of known shape";
  }
  Status status = isContradiction ? Status::invalidArgument(text)
                                  : Status::unimplemented(text);
  std::string place = describeLocation(op->getLoc());
  return place.empty() ? status : status.withContext(place);
}

Status checkShapes(func::FuncOp entry) {
  Status status = Status::success();
  entry.walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Type type : op->getResultTypes()) {
      if (!hasUnknownSize(type)) {
        continue;
      }
      bool isFault = !isOpenForOthers(op);
      if (isFault || status.ok()) {
        status = refuseOpenShape(op, type);
      }
      return isFault ? WalkResult::interrupt() : WalkResult::advance();
    }
    return WalkResult::advance();
  });
  return status;
}

} // namespace weft::stablehlo
