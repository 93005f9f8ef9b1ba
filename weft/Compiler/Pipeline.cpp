// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The whole way from a program to an executable, one stage after the other.
// The first file to read.

#include "weft/Compiler/BuildManifest.h"
#include "weft/Compiler/Compiler.h"
#include "weft/Compiler/CountCost.h"
#include "weft/Compiler/Diagnostics.h"
#include "weft/Compiler/ExpandCalls.h"
#include "weft/Compiler/NormalizeCalls.h"
#include "weft/Compiler/Options.h"
#include "weft/StableHLO/Chlo/Passes.h"
#include "weft/StableHLO/Import/Import.h"
#include "weft/Support/DecisionsDialect.h"

#include <mlir/Bytecode/BytecodeWriter.h>
#include <mlir/IR/Verifier.h>
#include <mlir/Pass/PassManager.h>

using namespace mlir;

namespace weft {
namespace {

Status expandChlo(ModuleOp module, DiagnosticCollector &diagnostics) {
  DecisionStage stage(module, "expand");
  PassManager passes(module.getContext(), ModuleOp::getOperationName());
  passes.addPass(chlo::createExpandChloPass());
  return succeeded(passes.run(module))
             ? Status::success()
             : diagnostics.status("chlo operations could not be expanded");
}

std::string writeProgram(ModuleOp module) {
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  // Writing into a string fails only for a bytecode version that is not ours.
  (void)writeBytecodeToFile(module, stream);
  return bytes;
}

std::string printRecords(const DecisionLog &log) {
  std::string text;
  log.printJson([&](std::string_view piece) { text += piece; });
  return text;
}

} // namespace

StatusOr<Ref<const Executable>> compileProgram(std::string_view program,
                                               const CompileOptions &options) {
  // Compilations are independent of each other: each has a context of its own,
  // and brings no threads.
  MLIRContext context(MLIRContext::Threading::DISABLED);
  DiagnosticCollector diagnostics(context);
  DecisionLog log;
  WEFT_RETURN_IF_ERROR(checkOptions(options, log));

  // Import checks the bytes and verifies what they mean.
  OwningOpRef<ModuleOp> module = stablehlo::importModule(
      llvm::MemoryBufferRef(program, "program"), context);
  if (!module) {
    return diagnostics.status("the program could not be read");
  }
  attachDecisionLog(*module, &log);

  // Shardings go before anything looks at operations: they would be in the
  // way of every later stage.
  WEFT_RETURN_IF_ERROR(normalizeCalls(*module, options.partitions));
  WEFT_RETURN_IF_ERROR(expandCalls(*module));
  WEFT_RETURN_IF_ERROR(expandChlo(*module, diagnostics));
  if (failed(verify(*module))) {
    return Status::internal(
        diagnostics.status("the rewritten program is invalid").message());
  }

  WEFT_ASSIGN_OR_RETURN(func::FuncOp entry, findEntry(*module));
  WEFT_ASSIGN_OR_RETURN(Manifest manifest, buildManifest(entry, options));
  ProgramCost cost = countCost(entry);
  manifest.cost = cost.analysis;
  manifest.memory.temporary = cost.temporaryBytes;
  manifest.memory.peak = manifest.memory.arguments + manifest.memory.results -
                         manifest.memory.aliased + manifest.memory.temporary;

  detachDecisionLog(&context);
  std::string bytes = writeProgram(*module);
  manifest.memory.code = bytes.size();
  Ref<const Executable> executable = Executable::create(
      std::move(manifest), {{SectionKind::Program, std::move(bytes)},
                            {SectionKind::Options, options.serialized},
                            {SectionKind::Records, printRecords(log)}});
  if (!executable) {
    return Status::internal("the executable could not be written");
  }
  return executable;
}

namespace {

Digest keyOf(std::string_view program, const CompileOptions &options) {
  FieldDigest key;
  key.add(buildId());
  key.add(program);
  key.add(options.replicas);
  key.add(options.partitions);
  key.add(options.portable ? 1 : 0);
  key.add(static_cast<int64_t>(options.deviceIds.size()));
  for (int32_t id : options.deviceIds) {
    key.add(id);
  }
  key.add(static_cast<int64_t>(options.parameterLayouts.size()));
  for (const auto &layout : options.parameterLayouts) {
    key.add(layout ? static_cast<int64_t>(layout->size()) : -1);
    for (int64_t dimension : layout.value_or(std::vector<int64_t>())) {
      key.add(dimension);
    }
  }
  key.add(static_cast<int64_t>(options.overrides.size()));
  for (const auto &[name, value] : options.overrides) {
    key.add(name);
    key.add(value);
  }
  key.add(options.serialized);
  return key.finish();
}

} // namespace

StatusOr<Ref<const Executable>>
Compiler::compile(std::string_view program, const CompileOptions &options) {
  if (!cache.isEnabled()) {
    return compileProgram(program, options);
  }
  Digest key = keyOf(program, options);
  if (Ref<const Executable> cached = cache.find(key)) {
    return cached;
  }
  WEFT_ASSIGN_OR_RETURN(Ref<const Executable> executable,
                        compileProgram(program, options));
  cache.insert(key, *executable);
  return executable;
}

} // namespace weft
