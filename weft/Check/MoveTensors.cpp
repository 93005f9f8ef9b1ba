// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Check/MoveTensors.h"

#include <llvm/Support/MathExtras.h>
#include <mlir/AsmParser/AsmParser.h>

using namespace mlir;
using weft::reference::Tensor;

namespace weft {

Tensor moveTensor(const Tensor &tensor, MLIRContext *context) {
  if (tensor.type().getContext() == context) {
    return tensor;
  }
  std::string text;
  llvm::raw_string_ostream(text) << tensor.type();
  return tensor.withType(cast<RankedTensorType>(parseType(text, context)));
}

CheckedProgram moveProgram(const CheckedProgram &program,
                           MLIRContext *context) {
  CheckedProgram moved;
  for (const Tensor &input : program.inputs) {
    moved.inputs.push_back(moveTensor(input, context));
  }
  moved.replicas = program.replicas;
  moved.partitions = program.partitions;
  for (const Tensor &fed : program.infeed) {
    moved.infeed.push_back(moveTensor(fed, context));
  }
  moved.limits = program.limits;
  // One operation may become loops over single elements.
  moved.limits.maxSteps =
      llvm::SaturatingMultiply<uint64_t>(program.limits.maxSteps, 1000);
  return moved;
}

} // namespace weft
