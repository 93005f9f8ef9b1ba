// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verification and type inference of systems of three diagonals.

#include "weft/StableHLO/IR/Shapes.h"
#include "weft/StableHLO/IR/Tridiagonal.h"

using namespace mlir;

namespace weft::stablehlo {

LogicalResult TridiagonalSolveOp::inferReturnTypes(
    MLIRContext *, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &inferred) {
  Adaptor adaptor(operands, attributes, properties, regions);
  Site site(location, getOperationName());
  RankedTensorType diagonal = tensorTypeOf(adaptor.getDiagonal());
  RankedTensorType b = tensorTypeOf(adaptor.getB());
  // (C1)
  for (Value side : {adaptor.getLower(), adaptor.getUpper()}) {
    if (tensorTypeOf(side) != diagonal) {
      return site.violated("C1") << "three diagonals of one type, got "
                                 << side.getType() << " beside " << diagonal;
    }
  }
  // (C2)
  if (diagonal.getRank() < 1 || !diagonal.hasStaticShape() ||
      !b.hasStaticShape() || b.getElementType() != diagonal.getElementType() ||
      b.getRank() != diagonal.getRank() + 1 ||
      b.getShape().drop_back() != diagonal.getShape()) {
    return site.violated("C2") << "b of known shape, with a row for each "
                                  "element of a diagonal, got "
                               << b << " for " << diagonal;
  }
  // (C3)
  inferred.push_back(b);
  return success();
}

LogicalResult TridiagonalSolveOp::verify() {
  return verifyInferredTypes(*this, "C3");
}

} // namespace weft::stablehlo
