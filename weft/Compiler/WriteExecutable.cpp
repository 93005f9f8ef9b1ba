// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Compiler/WriteExecutable.h"

#include "weft/Compiler/BuildManifest.h"
#include "weft/Compiler/CountCost.h"
#include "weft/StableHLO/Import/Import.h"
#include "weft/StableHLO/Simplify/CheckShapes.h"
#include "weft/StableHLO/Simplify/Sizes.h"
#include "weft/Support/Decisions.h"

using namespace mlir;

namespace weft {

StatusOr<ExecutableWriter>
ExecutableWriter::create(func::FuncOp entry, const CompileOptions &options) {
  if (llvm::any_of(entry.getResultTypes(), stablehlo::hasUnknownSize)) {
    WEFT_RETURN_IF_ERROR(stablehlo::checkShapes(entry));
  }
  ExecutableWriter writer;
  WEFT_ASSIGN_OR_RETURN(writer.description, buildManifest(entry, options));
  ProgramCost cost = countCost(entry);
  writer.operationCount = cost.operations;
  writer.description.cost = cost.analysis;
  writer.sections[SectionKind::Program] =
      stablehlo::exportModule(entry->getParentOfType<ModuleOp>());
  writer.sections[SectionKind::Options] = options.serialized;
  writer.description.memory.code = writer.sections[SectionKind::Program].size();
  writer.description.memory.temporary = cost.temporaryBytes;
  return writer;
}

void ExecutableWriter::add(EmittedProgram emitted, plan::MemoryReport report) {
  description.memory.code = emitted.sections[SectionKind::Code].size();
  description.memory.temporary =
      report.sizes.temp + emitted.temporaryBytes + transposedBytes(description);
  description.memory.helpers = std::move(emitted.helpers);
  sections.merge(emitted.sections);
  report.kernelBytes = static_cast<int64_t>(emitted.temporaryBytes);
  sections[SectionKind::Memory] = report.text();
}

StatusOr<Ref<const Executable>>
ExecutableWriter::finish(const DecisionLog &log) {
  MemoryReport &memory = description.memory;
  memory.peak =
      memory.arguments + memory.results - memory.aliased + memory.temporary;
  std::string records;
  log.printJson([&](std::string_view piece) { records += piece; });
  sections[SectionKind::Records] = std::move(records);
  Ref<const Executable> executable =
      Executable::create(std::move(description), std::move(sections));
  if (!executable) {
    return Status::internal("the executable could not be written");
  }
  return executable;
}

} // namespace weft
