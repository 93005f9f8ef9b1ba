// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/StableHLO/Interpreter/Bounds/Rules.h"
#include "weft/StableHLO/Interpreter/Quantized.h"

#include <mlir/Dialect/Quant/IR/QuantTypes.h>

using namespace mlir;

namespace weft::reference::ranges {

StatusOr<Tensor> dequantizeWithBounds(Budget &budget, const Tensor &tensor) {
  return moveWithBounds(tensor, [&](ArrayRef<Tensor> part) {
    return dequantize(budget, part.front());
  });
}

StatusOr<Tensor> quantizeRanges(Budget &budget, const Tensor &value,
                                ArrayRef<Range> ranges, bool isComputed) {
  auto quantized = cast<quant::QuantizedType>(value.type().getElementType());
  RankedTensorType real = expressedType(value.type());
  WEFT_ASSIGN_OR_RETURN(TensorBuilder low, TensorBuilder::create(budget, real));
  WEFT_ASSIGN_OR_RETURN(TensorBuilder high,
                        TensorBuilder::create(budget, real));
  for (int64_t i = 0; i < value.elementCount(); ++i) {
    low.setAt(i, ranges[i].low);
    high.setAt(i, ranges[i].high);
  }
  WEFT_ASSIGN_OR_RETURN(
      Tensor lowStored,
      quantize(budget, std::move(low).finish(), value.type()));
  WEFT_ASSIGN_OR_RETURN(
      Tensor highStored,
      quantize(budget, std::move(high).finish(), value.type()));
  ElementType type = value.elementType();
  auto stored = [&](int64_t number) {
    return Element::integer(type, static_cast<uint64_t>(number));
  };
  Range all = {stored(quantized.getStorageTypeMin()),
               stored(quantized.getStorageTypeMax())};
  std::vector<Range> result;
  for (int64_t i = 0; i < value.elementCount(); ++i) {
    if (ranges[i].isAnything()) {
      result.push_back(all);
      continue;
    }
    Range range = {lowStored.at(i), highStored.at(i)};
    result.push_back(isComputed ? widened(range, 1) : range);
  }
  return withRanges(budget, value, result);
}

} // namespace weft::reference::ranges
