// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/weft-fuzz-programs/Subnormals.h"

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Support/Float.h"

#include <cmath>

using namespace mlir;
using weft::reference::Budget;
using weft::reference::Element;
using weft::reference::ElementType;
using weft::reference::Tensor;
using weft::reference::TensorBuilder;

namespace weft::tools {

static double flush(double number, FloatKind kind) {
  return std::fabs(number) < smallestNormalFloat(kind)
             ? std::copysign(0.0, number)
             : number;
}

static Tensor flush(Budget &budget, const Tensor &tensor) {
  ElementType type = tensor.elementType();
  if (!type.isFloat() && !type.isComplex()) {
    return tensor;
  }
  FloatKind kind = type.floatKind();
  if (kind != FloatKind::BF16 && kind != FloatKind::F32 &&
      kind != FloatKind::F64) {
    return tensor;
  }
  auto builder = TensorBuilder::create(budget, tensor.type());
  if (!builder.ok()) {
    return tensor;
  }
  for (int64_t at = 0; at < tensor.elementCount(); ++at) {
    Element element = tensor.at(at);
    double real = flush(element.asReal(), kind);
    builder->setAt(
        at,
        type.isComplex()
            ? Element::complex(type, {real, flush(element.asImaginary(), kind)})
            : Element::real(type, real));
  }
  return std::move(*builder).finish();
}

void flushSubnormals(CheckedProgram &program) {
  auto budget = Budget::create();
  for (Tensor &input : program.inputs) {
    input = flush(*budget, input);
  }
  program.module->walk([&](stablehlo::ConstantOp op) {
    auto tensor = Tensor::fromAttribute(*budget, op.getValue());
    if (tensor.ok()) {
      op.setValueAttr(flush(*budget, *tensor).toAttribute());
    }
  });
}

} // namespace weft::tools
