// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Check/CheckInputs.h"

#include "weft/StableHLO/Import/IsolateEntry.h"
#include "weft/Support/Random.h"

#include <llvm/Support/FormatVariadic.h>
#include <mlir/Dialect/Quant/IR/QuantTypes.h>

using namespace mlir;
using weft::reference::Element;
using weft::reference::ElementType;
using weft::reference::TensorBuilder;

namespace weft {

CheckedProgram programForCheck(ModuleOp module, llvm::StringRef function) {
  CheckedProgram program;
  program.module = stablehlo::isolateEntry(module, function);
  // What takes the interpreter longer is no small input.
  program.limits.maxBytes = uint64_t(512) << 20;
  program.limits.maxSteps = 5'000'000;
  return program;
}

static Element smallElement(ElementType type, Random &random) {
  auto real = [&] { return static_cast<double>(random.between(-48, 48)) / 16; };
  if (type.isFloat()) {
    return Element::real(type, real());
  }
  if (type.isComplex()) {
    double first = real();
    return Element::complex(type, {first, real()});
  }
  return Element::integer(
      type, static_cast<uint64_t>(random.between(type.isSigned() ? -2 : 0, 5)));
}

Status makeInputs(CheckedProgram &program, uint64_t seed) {
  auto main = program.module->lookupSymbol<func::FuncOp>("main");
  auto budget = reference::Budget::create(program.limits);
  Random random(seed);
  program.inputs.clear();
  for (int64_t process = 0; process < program.processes(); ++process) {
    for (auto [i, type] : llvm::enumerate(main.getArgumentTypes())) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      if (!tensor || !tensor.hasStaticShape() ||
          isa<quant::QuantizedType>(tensor.getElementType())) {
        return Status::unimplemented(
            llvm::formatv("argument {0} of type {1} is no array of known size: "
                          "inputs for it cannot be made up",
                          i, type));
      }
      WEFT_ASSIGN_OR_RETURN(TensorBuilder builder,
                            TensorBuilder::create(*budget, tensor));
      for (int64_t at = 0; at < builder.elementCount(); ++at) {
        builder.setAt(at, smallElement(builder.elementType(), random));
      }
      program.inputs.push_back(std::move(builder).finish());
    }
  }
  return Status::success();
}

} // namespace weft
