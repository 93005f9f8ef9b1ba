// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Check/ProgramText.h"

#include <llvm/Support/FormatVariadic.h>
#include <mlir/AsmParser/AsmParser.h>
#include <mlir/Parser/Parser.h>

using namespace mlir;
using weft::reference::Tensor;

namespace weft {
namespace {

constexpr llvm::StringLiteral argumentsStart = "// --args='";
constexpr llvm::StringLiteral devicesStart = " --devices=";
constexpr llvm::StringLiteral infeedStart = "// infeed: ";

void printTensors(llvm::raw_ostream &stream, ArrayRef<Tensor> tensors) {
  stream << "[";
  llvm::interleaveComma(tensors, stream, [&](const Tensor &tensor) {
    stream << tensor.toAttribute();
  });
  stream << "]";
}

Status readTensors(llvm::StringRef text, MLIRContext *context,
                   std::vector<Tensor> &tensors) {
  auto list = dyn_cast_or_null<ArrayAttr>(
      parseAttribute(text, context, Type(), nullptr,
                     /*isKnownNullTerminated=*/false));
  if (!list) {
    return Status::invalidArgument(
        llvm::formatv("'{0}' is no list of dense attributes", text));
  }
  auto budget = reference::Budget::create();
  for (Attribute attribute : list) {
    auto elements = dyn_cast<ElementsAttr>(attribute);
    if (!elements) {
      return Status::invalidArgument(
          llvm::formatv("{0} is no dense attribute", attribute));
    }
    WEFT_ASSIGN_OR_RETURN(Tensor tensor,
                          Tensor::fromAttribute(*budget, elements));
    tensors.push_back(std::move(tensor));
  }
  return Status::success();
}

Status readInputs(llvm::StringRef line, CheckedProgram &program) {
  auto [arguments, rest] = line.drop_front(argumentsStart.size()).rsplit('\'');
  WEFT_RETURN_IF_ERROR(readTensors(arguments, program.module.get().getContext(),
                                   program.inputs));
  if (rest.consume_front(devicesStart) &&
      (rest.consumeInteger(10, program.replicas) || !rest.consume_front("x") ||
       rest.consumeInteger(10, program.partitions))) {
    return Status::invalidArgument("--devices takes RxP, two numbers");
  }
  return Status::success();
}

} // namespace

std::string printProgram(const CheckedProgram &program) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  program.module.get()->print(stream);
  stream << "\n";
  if (!program.infeed.empty()) {
    stream << infeedStart;
    printTensors(stream, program.infeed);
    stream << "\n";
  }
  stream << argumentsStart;
  printTensors(stream, program.inputs);
  stream << "'";
  if (program.processes() > 1) {
    stream << devicesStart << program.replicas << "x" << program.partitions;
  }
  stream << "\n";
  return text;
}

StatusOr<CheckedProgram> parseProgram(llvm::StringRef text,
                                      MLIRContext *context) {
  CheckedProgram program;
  text = text.split("\n// -----").first;
  program.module = parseSourceString<ModuleOp>(text, context);
  if (!program.module) {
    return Status::invalidArgument("the program cannot be read");
  }
  WEFT_RETURN_IF_ERROR(readComment(text, program));
  return program;
}

Status readComment(llvm::StringRef text, CheckedProgram &program) {
  SmallVector<llvm::StringRef> lines;
  text.split(lines, '\n');
  for (llvm::StringRef line : lines) {
    if (line.consume_front(infeedStart)) {
      WEFT_RETURN_IF_ERROR(readTensors(
          line.rtrim(), program.module.get().getContext(), program.infeed));
    }
    if (line.starts_with(argumentsStart)) {
      return readInputs(line.rtrim(), program);
    }
  }
  return Status::success();
}

} // namespace weft
