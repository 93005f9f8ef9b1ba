// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builders that need less than the generated ones.

#include "weft/StableHLO/IR/StableHLO.h"

#include <mlir/IR/Builders.h>

using namespace mlir;

namespace weft::stablehlo {

void ConvertOp::build(OpBuilder &builder, OperationState &state, Value operand,
                      Type elementType) {
  auto type = cast<ShapedType>(operand.getType()).clone(elementType);
  build(builder, state, type, operand);
}

void CompareOp::build(OpBuilder &builder, OperationState &state, Value lhs,
                      Value rhs, ComparisonDirection direction,
                      ComparisonType type) {
  auto typeAttribute =
      type == ComparisonType::NOTYPE
          ? ComparisonTypeAttr()
          : ComparisonTypeAttr::get(builder.getContext(), type);
  build(builder, state, lhs, rhs,
        ComparisonDirectionAttr::get(builder.getContext(), direction),
        typeAttribute);
}

} // namespace weft::stablehlo
