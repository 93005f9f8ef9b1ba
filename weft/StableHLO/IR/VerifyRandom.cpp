// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verification and type inference of rng and rng_bit_generator. Labels are
// those of the specification's section on the operation.

#include "weft/StableHLO/IR/Shapes.h"

using namespace mlir;

namespace weft::stablehlo {

//===----------------------------------------------------------------------===//
// rng
//===----------------------------------------------------------------------===//

LogicalResult
RngOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                        ValueRange operands, DictionaryAttr attributes,
                        OpaqueProperties properties, RegionRange regions,
                        SmallVectorImpl<Type> &inferred) {
  Adaptor adaptor(operands, attributes, properties, regions);
  Site site(location, getOperationName());
  Type elementType = tensorTypeOf(adaptor.getA()).getElementType();
  // (C2)
  if (adaptor.getRngDistribution() == RngDistribution::NORMAL &&
      !isa<FloatType>(elementType)) {
    return site.violated("C2")
           << "a and b of floats for NORMAL, got " << elementType;
  }
  // (C3)
  SmallVector<int64_t> shape(tensorTypeOf(adaptor.getShape()).getDimSize(0),
                             ShapedType::kDynamic);
  if (std::optional<SmallVector<int64_t>> constant =
          constantIntegers(adaptor.getShape())) {
    shape = *constant;
    if (failed(checkAtLeast(site, "C3", "shape", shape, 0))) {
      return failure();
    }
  }
  // (C1)
  inferred.push_back(RankedTensorType::get(shape, elementType));
  return success();
}

LogicalResult RngOp::verify() {
  // (C3): first, so that inference makes no type of a rank that no type in the
  // program has.
  if (failed(checkLength(
          Site(*this), "C3", "shape",
          static_cast<size_t>(tensorTypeOf(getShape()).getDimSize(0)),
          tensorTypeOf(getResult()).getRank(), "dimension of the result"))) {
    return failure();
  }
  return verifyInferredTypes(*this, "C3");
}

//===----------------------------------------------------------------------===//
// rng_bit_generator
//===----------------------------------------------------------------------===//

LogicalResult RngBitGeneratorOp::verify() {
  Site site(*this);
  RankedTensorType state = tensorTypeOf(getInitialState());
  // (C1)
  if (failed(checkSameType(site, "C1", "initial_state", state, "output_state",
                           getOutputState().getType()))) {
    return failure();
  }
  // (C2), of states that are vectors of words at all: portable artifacts exist
  // with others, and only executing them is impossible.
  RngAlgorithm algorithm = getRngAlgorithm();
  if (algorithm == RngAlgorithm::DEFAULT || !state.hasStaticShape() ||
      state.getRank() != 1 || !state.getElementType().isUnsignedInteger(64)) {
    return success();
  }
  std::optional<int64_t> size = productOf(state.getShape());
  bool fits =
      size && (*size == 2 || (*size == 3 && algorithm == RngAlgorithm::PHILOX));
  if (!fits) {
    return site.violated("C2")
           << "initial_state of "
           << (algorithm == RngAlgorithm::PHILOX ? "2 or 3" : "2")
           << " elements for " << stringifyRngAlgorithm(algorithm) << ", got "
           << state;
  }
  return success();
}

} // namespace weft::stablehlo
