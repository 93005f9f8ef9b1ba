// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Simplify/Sizes.h"

#include <llvm/ADT/STLExtras.h>
#include <mlir/Dialect/Quant/IR/QuantTypes.h>

using namespace mlir;

namespace weft::stablehlo {

bool isStaticTensor(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape() && !tensor.getEncoding() &&
         !isa<quant::UniformQuantizedPerAxisType>(tensor.getElementType());
}

bool isOnStaticTensors(Operation *op) {
  return llvm::all_of(op->getOperandTypes(), isStaticTensor) &&
         llvm::all_of(op->getResultTypes(), isStaticTensor);
}

bool hasUnknownSize(Type type) {
  if (auto tuple = dyn_cast<TupleType>(type)) {
    return llvm::any_of(tuple.getTypes(), hasUnknownSize);
  }
  auto tensor = dyn_cast<TensorType>(type);
  return tensor && (!tensor.hasRank() || !tensor.hasStaticShape());
}

std::optional<int64_t> slicedSize(int64_t size, int64_t start, int64_t limit,
                                  int64_t stride) {
  if (start < 0 || limit < start || limit > size || stride < 1) {
    return std::nullopt;
  }
  return start == limit ? 0 : (limit - start - 1) / stride + 1;
}

} // namespace weft::stablehlo
