// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Compiler/FindFill.h"

#include "weft/StableHLO/Interpreter/Tensor.h"
#include "weft/Support/DecisionsDialect.h"

#include <cstring>

using namespace mlir;

namespace weft {

/// The elements that a kernel gives, which are all the same; null for others.
static DenseElementsAttr numberOf(plan::KernelOp kernel) {
  Block &block = kernel.getBody().front();
  if (kernel.getNumResults() != 1 || !llvm::hasNItems(block, 2)) {
    return {};
  }
  auto constant = dyn_cast<stablehlo::ConstantOp>(block.front());
  auto value = constant ? dyn_cast<DenseElementsAttr>(constant.getValue())
                        : DenseElementsAttr();
  // Numbers narrower than a byte do not fill it in the same way everywhere, and
  // quantized ones are given as others.
  const bool isPlain =
      value && value.isSplat() && value.getType() == constant.getType();
  if (!isPlain) {
    return {};
  }
  Type element = value.getElementType();
  if (auto complex = dyn_cast<ComplexType>(element)) {
    element = complex.getElementType();
  }
  const bool isWhole =
      element.isIntOrFloat() &&
      (element.isInteger(1) || element.getIntOrFloatBitWidth() % 8 == 0);
  return isWhole ? value : DenseElementsAttr();
}

/// The narrowest pattern that an element is made of.
static std::optional<gpu::KernelFill> patternOf(ArrayRef<char> element) {
  for (uint8_t width : {1, 2, 4}) {
    if (element.size() % width != 0) {
      break;
    }
    if (element.drop_front(width) == element.drop_back(width)) {
      gpu::KernelFill fill;
      std::memcpy(&fill.pattern, element.data(), width);
      fill.width = width;
      return fill;
    }
  }
  return std::nullopt;
}

static std::string hexadecimal(const gpu::KernelFill &fill) {
  return "0x" +
         llvm::utohexstr(fill.pattern, /*LowerCase=*/true, 2 * fill.width);
}

std::optional<gpu::KernelFill> findFill(plan::KernelOp kernel,
                                        const Machine &machine) {
  DenseElementsAttr value = numberOf(kernel);
  if (!value || value.empty()) {
    return std::nullopt;
  }
  StatusOr<reference::Tensor> one = reference::Tensor::fromAttribute(
      *reference::Budget::create(reference::Limits()),
      value.resizeSplat(value.getType().clone(ArrayRef<int64_t>{1})));
  std::optional<gpu::KernelFill> fill =
      one.ok() ? patternOf(one->bytes()) : std::nullopt;
  if (!fill) {
    return std::nullopt;
  }
  fill->bytes = plan::byteSize(kernel.getResult(0).getType());
  *fill = fill->widened();
  // A command is a node of a graph as a kernel is, and writes as fast.
  const int64_t picoseconds =
      machine.costs.kernelPicoseconds +
      machine.transferPicoseconds(fill->bytes) / machine.costs.workers;
  if (auto decision = decide(kernel, DecisionKind::Algorithm,
                             Reason::FilledByDevice, Verdict::Chosen)) {
    decision.subject(kernel.getName()).cost({picoseconds, fill->bytes})
        << arg(fill->bytes) << arg(hexadecimal(*fill));
  }
  return fill;
}

} // namespace weft
