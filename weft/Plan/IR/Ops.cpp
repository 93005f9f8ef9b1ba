// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Methods and verifiers of the operations without regions.

#include "weft/Plan/IR/Plan.h"

#include <mlir/IR/Builders.h>

using namespace mlir;

namespace weft::plan {

void TokenOp::build(OpBuilder &, OperationState &state) {
  state.addTypes(stablehlo::TokenType::get(state.getContext()));
}

void KernelOp::build(OpBuilder &, OperationState &state, TypeRange results,
                     StringAttr name, ValueRange inputs, Hero hero) {
  state.addOperands(inputs);
  state.addTypes(results);
  Properties &properties = state.getOrAddProperties<Properties>();
  properties.name = name;
  properties.hero = HeroAttr::get(state.getContext(), hero);
  state.addRegion();
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

//===----------------------------------------------------------------------===//
// check, barrier, copy
//===----------------------------------------------------------------------===//

void CheckOp::build(OpBuilder &, OperationState &state, Value flag,
                    StringAttr message, Value token) {
  state.addOperands({flag, token});
  state.getOrAddProperties<Properties>().message = message;
  state.addTypes(token.getType());
}

LogicalResult CheckOp::verify() {
  if (!getFlag().getType().getElementType().isInteger(1)) {
    return emitOpError() << "flag must be a boolean, but is "
                         << getFlag().getType();
  }
  return success();
}

void BarrierOp::build(OpBuilder &, OperationState &state, ValueRange operands) {
  state.addOperands(operands);
  state.addTypes(operands.getTypes());
}

LogicalResult BarrierOp::verify() {
  if (getOperandTypes() != getResultTypes()) {
    return emitOpError("results must have the types of the operands");
  }
  return success();
}

LogicalResult CopyOp::verify() {
  RankedTensorType source = getSource().getType();
  RankedTensorType result = getResult().getType();
  if (source.getShape() != result.getShape() ||
      source.getElementType() != result.getElementType()) {
    return emitOpError() << "source and result may differ only in their "
                            "layout, but are "
                         << source << " and " << result;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// view
//===----------------------------------------------------------------------===//

int64_t ViewOp::getLastIndex() {
  return (byteSize(getSource().getType()) - byteSize(getResult().getType()) -
          static_cast<int64_t>(getOffset())) /
         static_cast<int64_t>(getStride());
}

bool ViewOp::isWhole() {
  return !getIndex() &&
         byteSize(getSource().getType()) == byteSize(getResult().getType());
}

LogicalResult ViewOp::verify() {
  int64_t sourceBytes = byteSize(getSource().getType());
  int64_t resultBytes = byteSize(getResult().getType());
  int64_t offset = getOffset();
  // P7: a view stays inside its source.
  if (offset < 0 || resultBytes > sourceBytes ||
      offset > sourceBytes - resultBytes) {
    return emitOpError() << "its " << resultBytes << " bytes from offset "
                         << offset << " on are not inside the source's "
                         << sourceBytes;
  }
  for (Type type : {getSource().getType(), getResult().getType()}) {
    if (cast<RankedTensorType>(type).getEncoding()) {
      return emitOpError() << "is of row-major tensors, but got " << type;
    }
  }
  int64_t stride = getStride();
  if (!getIndex()) {
    return stride == 0
               ? success()
               : LogicalResult(emitOpError("has a stride but no index"));
  }
  if (stride <= 0) {
    return emitOpError() << "with an index needs a positive stride, but has "
                         << stride;
  }
  if (!isa<IntegerType>(getIndex().getType().getElementType())) {
    return emitOpError() << "index must be an integer, but is "
                         << getIndex().getType();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// done
//===----------------------------------------------------------------------===//

LogicalResult DoneOp::verify() {
  auto pending = cast<stablehlo::FutureType>(getPending().getType());
  if (TypeRange(pending.getTypes()) != TypeRange(getResultTypes())) {
    return emitOpError() << "results must have the types of " << pending;
  }
  return success();
}

} // namespace weft::plan
