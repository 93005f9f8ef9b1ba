// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/ElementTypes.h"

using namespace mlir;

namespace weft::tile {

bool isTileElement(Type element) {
  if (auto complex = dyn_cast<ComplexType>(element)) {
    return complex.getElementType().isF32() || complex.getElementType().isF64();
  }
  return isa<FloatType>(element) || isa<IntegerType>(element);
}

bool isComplex(Type element) { return isa<ComplexType>(element); }

bool isUnsigned(Type element) {
  return element.isUnsignedInteger() || element.isInteger(1);
}

bool isBoolean(Type element) { return element.isInteger(1); }

Type partType(Type element) {
  if (auto complex = dyn_cast<ComplexType>(element)) {
    return complex.getElementType();
  }
  if (auto integer = dyn_cast<IntegerType>(element)) {
    return IntegerType::get(element.getContext(), integer.getWidth());
  }
  return element;
}

unsigned partCount(Type element) { return isComplex(element) ? 2 : 1; }

Type shapedLike(Type part, Type like) {
  auto tensor = dyn_cast<RankedTensorType>(like);
  return tensor ? RankedTensorType::get(tensor.getShape(), part) : part;
}

llvm::SmallVector<int64_t> memoryShape(RankedTensorType type) {
  llvm::SmallVector<int64_t> shape(type.getShape());
  if (isComplex(type.getElementType())) {
    shape.push_back(2);
  }
  return shape;
}

} // namespace weft::tile
