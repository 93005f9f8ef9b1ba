// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The whole way from a program to an executable, one stage after the other.
// The first file to read.

#include "weft/Compiler/BuildManifest.h"
#include "weft/Compiler/CheckShapes.h"
#include "weft/Compiler/CompileNative.h"
#include "weft/Compiler/Compiler.h"
#include "weft/Compiler/CountCost.h"
#include "weft/Compiler/Diagnostics.h"
#include "weft/Compiler/ExpandCalls.h"
#include "weft/Compiler/ExpandCollectives.h"
#include "weft/Compiler/ExpandQuantized.h"
#include "weft/Compiler/NormalizeCalls.h"
#include "weft/Compiler/Options.h"
#include "weft/Compiler/ShiftZeroPoints.h"
#include "weft/StableHLO/Chlo/Passes.h"
#include "weft/StableHLO/Import/Import.h"
#include "weft/StableHLO/Simplify/RefineShapes.h"
#include "weft/StableHLO/Simplify/Sizes.h"
#include "weft/Support/DecisionsDialect.h"
#include "weft/Support/FloatMode.h"
#include "weft/Support/PlantedFault.h"

#include <llvm/Support/FormatVariadic.h>
#include <mlir/IR/Verifier.h>
#include <mlir/Pass/PassManager.h>

using namespace mlir;

namespace weft {
namespace {

Status expandChlo(ModuleOp module, DiagnosticCollector &diagnostics) {
  PassManager passes(module.getContext(), ModuleOp::getOperationName());
  passes.addPass(chlo::createExpandChloPass());
  return succeeded(passes.run(module))
             ? Status::success()
             : diagnostics.status("chlo operations could not be expanded");
}

/// A contradiction between shapes may show only now that they are known.
Status refineShapes(ModuleOp module, DiagnosticCollector &diagnostics) {
  return !stablehlo::refineShapes(module) || succeeded(verify(module))
             ? Status::success()
             : diagnostics.status("the program's shapes contradict each other");
}

/// The manifest has decided which result takes over which argument; from here
/// on nobody decides again.
void writeAliases(const Manifest &manifest, func::FuncOp entry) {
  Builder builder(entry.getContext());
  for (auto [i, parameter] : llvm::enumerate(manifest.parameters)) {
    auto number = static_cast<unsigned>(i);
    entry.removeArgAttr(number, "jax.buffer_donor");
    if (parameter.aliasedResult) {
      entry.setArgAttr(number, "tf.aliasing_output",
                       builder.getI32IntegerAttr(
                           static_cast<int32_t>(*parameter.aliasedResult)));
    }
  }
}

/// Functions are inlined, and a few that call each other twice are more than
/// can be compiled.
Status checkLength(const ProgramCost &cost) {
  constexpr double most = 1e7;
  if (cost.operations <= most) {
    return Status::success();
  }
  return Status::resourceExhausted(llvm::formatv(
      "the program has {0:e2} operations with what it calls, over the limit of "
      "{1:e2}: put what repeats into a loop",
      cost.operations, most));
}

std::string printRecords(const DecisionLog &log) {
  std::string text;
  log.printJson([&](std::string_view piece) { text += piece; });
  return text;
}

} // namespace

StatusOr<Ref<const Executable>> compileProgram(std::string_view program,
                                               const CompileOptions &options) {
  CompileTrace trace;
  return compileProgram(program, options, trace);
}

StatusOr<Ref<const Executable>> compileProgram(std::string_view program,
                                               const CompileOptions &options,
                                               CompileTrace &trace) {
  // What is computed at compile time must not depend on who compiles.
  DefaultFloatMode mode;
  // Compilations are independent of each other: each has a context of its own,
  // and brings no threads.
  MLIRContext context(MLIRContext::Threading::DISABLED);
  // An error's place says which operation it is about.
  context.printOpOnDiagnostic(false);
  DiagnosticCollector diagnostics(context);
  DecisionLog ownLog;
  DecisionLog &log = trace.log ? *trace.log : ownLog;
  WEFT_RETURN_IF_ERROR(checkOptions(options, log));
  WEFT_ASSIGN_OR_RETURN(Engine engine, engineOf(options));

  // Import checks the bytes and verifies what they mean.
  OwningOpRef<ModuleOp> module;
  WEFT_RETURN_IF_ERROR(trace.run("import", module, [&] {
    module = stablehlo::importModule(llvm::MemoryBufferRef(program, "program"),
                                     context);
    return module ? Status::success()
                  : diagnostics.status("the program could not be read");
  }));
  attachDecisionLog(*module, &log);

  // Shardings go before anything looks at operations: they would be in the
  // way of every later stage. Shapes become known before somebody asks what
  // the program returns.
  WEFT_RETURN_IF_ERROR(trace.run("expand", *module, [&]() -> Status {
    WEFT_RETURN_IF_ERROR(normalizeCalls(*module, options.partitions));
    WEFT_RETURN_IF_ERROR(expandCalls(*module));
    WEFT_RETURN_IF_ERROR(expandChlo(*module, diagnostics));
    WEFT_RETURN_IF_ERROR(refineShapes(*module, diagnostics));
    shiftZeroPoints(*module);
    WEFT_RETURN_IF_ERROR(expandQuantized(*module));
    return succeeded(verify(*module))
               ? Status::success()
               : Status::internal(
                     diagnostics.status("the rewritten program is invalid")
                         .message());
  }));

  // What callers must know of the program, and the program itself for those
  // who want to read it.
  WEFT_ASSIGN_OR_RETURN(func::FuncOp entry, findEntry(*module));
  if (llvm::any_of(entry.getResultTypes(), stablehlo::hasUnknownSize)) {
    WEFT_RETURN_IF_ERROR(checkShapes(entry));
  }
  WEFT_ASSIGN_OR_RETURN(Manifest manifest, buildManifest(entry, options));
  ProgramCost cost = countCost(entry);
  manifest.cost = cost.analysis;
  std::map<SectionKind, std::string> sections;
  sections[SectionKind::Program] = stablehlo::exportModule(*module);
  sections[SectionKind::Options] = options.serialized;
  manifest.memory.code = sections[SectionKind::Program].size();

  if (engine == Engine::Native) {
    WEFT_RETURN_IF_ERROR(checkLength(cost));
    WEFT_ASSIGN_OR_RETURN(Machine cpu, machineOf(options));
    writeAliases(manifest, entry);
    WEFT_RETURN_IF_ERROR(trace.run("expand-collectives", *module, [&] {
      return expandCollectives(entry, options.replicas, options.partitions);
    }));
    WEFT_ASSIGN_OR_RETURN(
        NativeResult compiled,
        compileNative(*module, entry, cpu, diagnostics, trace));
    manifest.memory.code = compiled.native.sections[SectionKind::Code].size();
    manifest.memory.temporary =
        compiled.memory.temp + compiled.native.program.scratchBytes +
        compiled.native.callBytes + turnedBytes(manifest);
    manifest.memory.helpers = std::move(compiled.native.helpers);
    sections.merge(compiled.native.sections);
  } else {
    manifest.memory.temporary = cost.temporaryBytes;
  }
  manifest.memory.peak = manifest.memory.arguments + manifest.memory.results -
                         manifest.memory.aliased + manifest.memory.temporary;

  sections[SectionKind::Records] = printRecords(log);
  Ref<const Executable> executable =
      Executable::create(std::move(manifest), std::move(sections));
  if (!executable) {
    return Status::internal("the executable could not be written");
  }
  return executable;
}

namespace {

Digest keyOf(std::string_view program, const CompileOptions &options) {
  FieldDigest key;
  key.add(buildId());
  key.add(plantedFault());
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
  StatusOr<Engine> engine = engineOf(options);
  key.add(static_cast<int64_t>(engine.ok() ? *engine : options.engine));
  if (engine.ok() && *engine == Engine::Native) {
    // Where there is none, compiling says so.
    StatusOr<Machine> machine = machineOf(options);
    key.add(machine.ok() ? describeMachine(*machine)
                         : std::string(machine.status().message()));
  }
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
