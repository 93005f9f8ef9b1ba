// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Memory/DescribeSteps.h"

#include "weft/Support/Origins.h"

#include <llvm/Support/FormatVariadic.h>

using namespace mlir;

namespace weft::plan {

std::string nameOfStep(Operation *step) {
  if (auto kernel = dyn_cast<KernelOp>(step)) {
    return kernel.getName().str();
  }
  return step->getName().getStringRef().str();
}

std::string lineOfStep(Operation *step) {
  ResolvedLocation place = resolveLocation(step->getLoc());
  if (place.frames.empty()) {
    return "";
  }
  return llvm::formatv("{0}:{1}", place.frames.front().file,
                       place.frames.front().line);
}

std::string atLine(const std::string &line) {
  return line.empty() ? "" : " at " + line;
}

std::string describeStep(Operation *step) {
  return nameOfStep(step) + atLine(lineOfStep(step));
}

} // namespace weft::plan
