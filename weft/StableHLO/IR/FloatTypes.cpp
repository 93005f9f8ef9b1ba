// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/IR/FloatTypes.h"

using namespace mlir;

namespace weft::stablehlo {

bool hasZero(Type type) { return !isa<Float8E8M0FNUType>(type); }

Type computeType(Type type) {
  // Products of its numbers leave the range of f32 and, having no zero to go
  // to, come back as the smallest.
  if (!hasZero(type)) {
    return Float64Type::get(type.getContext());
  }
  auto real = dyn_cast<FloatType>(type);
  return real && real.getWidth() < 32 ? Float32Type::get(type.getContext())
                                      : type;
}

llvm::APFloat roundTo(FloatType type, double value) {
  return hasZero(type) || value > 0
             ? roundToLeast(type, value)
             : llvm::APFloat::getNaN(type.getFloatSemantics());
}

llvm::APFloat roundToLeast(FloatType type, double value) {
  llvm::APFloat converted(value);
  bool losesInfo;
  converted.convert(type.getFloatSemantics(),
                    llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return converted;
}

} // namespace weft::stablehlo
