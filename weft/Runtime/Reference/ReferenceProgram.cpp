// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Runtime/Reference/ReferenceProgram.h"

#include "weft/Runtime/Reference/RunDevices.h"
#include "weft/Runtime/Reference/TensorBytes.h"

using namespace mlir;
using weft::reference::Budget;
using weft::reference::Tensor;
using weft::reference::Token;
using weft::reference::Values;

namespace weft::runtime {

StatusOr<std::shared_ptr<ProgramRunner>>
ReferenceProgram::load(const Executable &executable,
                       const CustomCallRegistry &customCalls,
                       const std::string &platform) {
  std::shared_ptr<ReferenceProgram> loaded(
      new ReferenceProgram(executable.manifest()));
  WEFT_ASSIGN_OR_RETURN(
      loaded->functions,
      ReferenceFunctions::load(executable.section(SectionKind::Program),
                               customCalls, platform));
  const reference::FunctionPlan *entry =
      loaded->functions->find(loaded->manifest.entry);
  if (!entry ||
      entry->body.arguments.size() != loaded->manifest.parameters.size() ||
      entry->body.results.size() != loaded->manifest.results.size()) {
    return Status::dataLoss("the manifest of the executable does not describe "
                            "its program");
  }
  return std::shared_ptr<ProgramRunner>(std::move(loaded));
}

StatusOr<Values> ReferenceProgram::readArguments(const RunPart &part,
                                                 Budget &budget) {
  Block &block = *functions->find(manifest.entry)->body.block;
  Values arguments;
  for (size_t i = 0; i < part.arguments.size(); ++i) {
    const ArrayType &type = *part.argumentTypes[i];
    if (isa<stablehlo::TokenType>(block.getArgument(i).getType())) {
      arguments.push_back(Token());
      continue;
    }
    auto declared = dyn_cast<RankedTensorType>(block.getArgument(i).getType());
    if (!declared) {
      return Status::dataLoss("the manifest of the executable does not "
                              "describe its program");
    }
    WEFT_ASSIGN_OR_RETURN(
        Tensor tensor, importBytes(part.arguments[i], type, declared, budget));
    arguments.push_back(std::move(tensor));
  }
  return arguments;
}

void ReferenceProgram::writeResults(const RunPart &part,
                                    const Values &results) {
  for (size_t i = 0; i < results.size(); ++i) {
    if (results[i].isTensor()) {
      exportBytes(results[i].tensor().bytes(), manifest.results[i].type,
                  part.results[i]);
    }
  }
}

Status ReferenceProgram::runPart(RunningProcess &process,
                                 const std::shared_ptr<Budget> &budget) {
  WEFT_ASSIGN_OR_RETURN(Values arguments, readArguments(process.part, *budget));
  Values results;
  WEFT_RETURN_IF_ERROR(
      functions->call(manifest.entry, process, budget, arguments, results));
  for (size_t i = 0; i < results.size(); ++i) {
    const ArrayType &type = manifest.results[i].type;
    bool agrees = type.isToken() ? results[i].isToken()
                                 : results[i].isTensor() &&
                                       results[i].tensor().bytes().size() ==
                                           type.byteSize();
    if (!agrees) {
      return Status::dataLoss("the manifest of the executable does not "
                              "describe its program");
    }
  }
  writeResults(process.part, results);
  return Status::success();
}

Status ReferenceProgram::run(std::span<RunPart> parts,
                             const RunServices &services) {
  reference::Limits limits;
  limits.maxBytes = services.memoryLimit;
  limits.maxSteps = UINT64_MAX / 2;
  std::shared_ptr<Budget> budget = Budget::create(limits);
  return runDevices(manifest, parts, services, [&](RunningProcess &process) {
    return runPart(process, budget);
  });
}

} // namespace weft::runtime
