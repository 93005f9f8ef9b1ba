// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Pipeline/WidenFactors.h"

#include <mlir/Dialect/Arith/IR/Arith.h>

using namespace mlir;

namespace weft::tile {

Type typeForInstructions(Type type, const Machine &machine) {
  auto isTaken = [&](Type factor) {
    std::string name;
    llvm::raw_string_ostream(name) << factor;
    return llvm::any_of(machine.instructions,
                        [&](const MatrixInstruction &instruction) {
                          return instruction.element == name;
                        });
  };
  if (isTaken(type)) {
    return type;
  }
  // bf16 has the exponents of all of them, and more digits.
  Type wide = BFloat16Type::get(type.getContext());
  return isa<FloatType>(type) && type.getIntOrFloatBitWidth() < 16 &&
                 isTaken(wide)
             ? wide
             : Type();
}

void widenFactors(KernelOp kernel, const Machine &machine) {
  kernel.getBody().walk([&](DotOp product) {
    if (product.getLhsScale() || product.getPromote()) {
      return;
    }
    SmallVector<Type> wide;
    for (Value factor : {product.getLhs(), product.getRhs()}) {
      wide.push_back(typeForInstructions(
          cast<RankedTensorType>(factor.getType()).getElementType(), machine));
    }
    if (!wide[0] || wide[0] != wide[1]) {
      return;
    }
    OpBuilder builder(product);
    for (OpOperand *factor :
         {&product.getLhsMutable(), &product.getRhsMutable()}) {
      auto type = cast<RankedTensorType>(factor->get().getType());
      if (type.getElementType() != wide[0]) {
        factor->set(arith::ExtFOp::create(builder, product.getLoc(),
                                          type.clone(wide[0]), factor->get()));
      }
    }
  });
}

} // namespace weft::tile
