// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verification and type inference of reflections.

#include "weft/StableHLO/IR/Reflections.h"
#include "weft/StableHLO/IR/Shapes.h"

using namespace mlir;

namespace weft::stablehlo {

LogicalResult ReflectionsOp::inferReturnTypes(
    MLIRContext *, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &inferred) {
  Adaptor adaptor(operands, attributes, properties, regions);
  Site site(location, getOperationName());
  RankedTensorType factors = tensorTypeOf(adaptor.getFactors());
  RankedTensorType scales = tensorTypeOf(adaptor.getScales());
  // (C1)
  if (factors.getRank() < 2 || !factors.hasStaticShape() ||
      factors.getShape().back() > factors.getShape().take_back(2)[0]) {
    return site.violated("C1") << "factors of rank 2 at least, of known shape "
                                  "and with no more columns than rows, got "
                               << factors;
  }
  // (C2)
  if (scales.getElementType() != factors.getElementType() ||
      scales.getRank() != factors.getRank() - 1 || !scales.hasStaticShape() ||
      scales.getShape().drop_back() != factors.getShape().drop_back(2) ||
      scales.getShape().back() > factors.getShape().back()) {
    return site.violated("C2")
           << "at most as many scales as factors have columns, got " << scales
           << " for " << factors;
  }
  // (C3)
  inferred.push_back(factors);
  return success();
}

LogicalResult ReflectionsOp::verify() {
  return verifyInferredTypes(*this, "C3");
}

} // namespace weft::stablehlo
