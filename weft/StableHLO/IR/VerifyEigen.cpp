// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verification and type inference of eigenvalues.

#include "weft/StableHLO/IR/Eigen.h"
#include "weft/StableHLO/IR/Shapes.h"

using namespace mlir;

namespace weft::stablehlo {

LogicalResult
EighOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                         ValueRange operands, DictionaryAttr attributes,
                         OpaqueProperties properties, RegionRange regions,
                         SmallVectorImpl<Type> &inferred) {
  Adaptor adaptor(operands, attributes, properties, regions);
  Site site(location, getOperationName());
  RankedTensorType a = tensorTypeOf(adaptor.getA());
  // (C1)
  if (a.getRank() < 2 || !a.hasStaticShape() ||
      a.getShape().back() != a.getShape().take_back(2)[0]) {
    return site.violated("C1") << "square matrices of known shape, got " << a;
  }
  // (C2)
  inferred.push_back(a.clone(a.getShape().drop_back()));
  inferred.push_back(a);
  return success();
}

LogicalResult EighOp::verify() { return verifyInferredTypes(*this, "C2"); }

} // namespace weft::stablehlo
