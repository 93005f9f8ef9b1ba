// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/IR/Tile.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "weft/Tile/IR/TileOpsMatrix.cpp.inc"

namespace weft::tile {

void TileDialect::registerMatrixOperations() {
  addOperations<
#define GET_OP_LIST
#include "weft/Tile/IR/TileOpsMatrix.cpp.inc"
      >();
}

void DotOp::build(OpBuilder &builder, OperationState &state, Value lhs,
                  Value rhs, Value accumulator) {
  build(builder, state, accumulator.getType(), lhs, rhs, accumulator,
        /*lhs_scale=*/Value(), /*rhs_scale=*/Value(), /*promote=*/IntegerAttr(),
        /*lhs_unsigned=*/UnitAttr(), /*rhs_unsigned=*/UnitAttr());
}

/// Products are made in the type of the accumulator, which holds every element
/// of the operands.
static bool isContained(Type element, Type accumulator) {
  if (isa<FloatType>(accumulator)) {
    if (!isa<FloatType>(element)) {
      return false;
    }
    const llvm::fltSemantics &from =
        cast<FloatType>(element).getFloatSemantics();
    const llvm::fltSemantics &to =
        cast<FloatType>(accumulator).getFloatSemantics();
    return llvm::APFloat::isRepresentableBy(from, to);
  }
  return element.isSignlessInteger() && accumulator.isSignlessInteger() &&
         element.getIntOrFloatBitWidth() <= accumulator.getIntOrFloatBitWidth();
}

static LogicalResult verifyScale(DotOp op, StringRef side, Value scale,
                                 RankedTensorType operand) {
  auto type = cast<RankedTensorType>(scale.getType());
  bool divides = type.getRank() == operand.getRank();
  for (int64_t dim = 0; divides && dim < type.getRank(); ++dim) {
    divides = operand.getDimSize(dim) % type.getDimSize(dim) == 0;
  }
  if (!divides) {
    return op.emitOpError()
           << side << " scales " << type
           << " must have extents that divide those of " << operand;
  }
  if (!isa<FloatType>(type.getElementType())) {
    return op.emitOpError() << side << " scales must be floats, got " << type;
  }
  return success();
}

LogicalResult DotOp::verify() {
  RankedTensorType lhs = getLhs().getType(), rhs = getRhs().getType();
  RankedTensorType sum = getAccumulator().getType();
  int64_t rank = lhs.getRank();
  bool fits = rank >= 2 && rank <= 3 && rhs.getRank() == rank &&
              sum.getRank() == rank &&
              lhs.getDimSize(rank - 1) == rhs.getDimSize(rank - 2) &&
              lhs.getDimSize(rank - 2) == sum.getDimSize(rank - 2) &&
              rhs.getDimSize(rank - 1) == sum.getDimSize(rank - 1);
  if (fits && rank == 3) {
    fits = lhs.getDimSize(0) == rhs.getDimSize(0) &&
           lhs.getDimSize(0) == sum.getDimSize(0);
  }
  if (!fits) {
    return emitOpError() << "tiles must be [batch x] M x K, K x N and M x N, "
                            "got "
                         << lhs << ", " << rhs << " and " << sum;
  }
  for (RankedTensorType operand : {lhs, rhs}) {
    if (!isContained(operand.getElementType(), sum.getElementType())) {
      return emitOpError() << "elements of " << operand
                           << " are not all values of " << sum.getElementType();
    }
  }
  if ((getLhsUnsigned() || getRhsUnsigned()) &&
      !sum.getElementType().isSignlessInteger()) {
    return emitOpError() << "only integers are unsigned, got "
                         << sum.getElementType();
  }
  if (!getLhsScale() != !getRhsScale()) {
    return emitOpError("needs scales of both operands, or none");
  }
  if (getLhsScale() &&
      (failed(verifyScale(*this, "lhs", getLhsScale(), lhs)) ||
       failed(verifyScale(*this, "rhs", getRhsScale(), rhs)))) {
    return failure();
  }
  if (IntegerAttr promote = getPromoteAttr()) {
    int64_t k = lhs.getDimSize(rank - 1);
    if (promote.getInt() < 1 || k % promote.getInt() != 0) {
      return emitOpError() << "promote must divide K, which is " << k
                           << ", got " << promote.getInt();
    }
  }
  return success();
}

} // namespace weft::tile
