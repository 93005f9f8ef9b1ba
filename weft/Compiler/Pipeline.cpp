// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The whole way from a program to an executable, one stage after the other, for
// every target. The first file to read.

#include "weft/Compiler/BuildManifest.h"
#include "weft/Compiler/CheckSizes.h"
#include "weft/Compiler/Compiler.h"
#include "weft/Compiler/Options.h"
#include "weft/Compiler/PackOperands.h"
#include "weft/Compiler/PrepareEntry.h"
#include "weft/Compiler/WriteExecutable.h"
#include "weft/Plan/Build/BuildPlan.h"
#include "weft/Plan/Fuse/BranchCosts.h"
#include "weft/Plan/Fuse/FormLoopKernels.h"
#include "weft/Plan/Fuse/FuseKernels.h"
#include "weft/Plan/Fuse/GroupTurns.h"
#include "weft/Plan/Fuse/GuardBranches.h"
#include "weft/Plan/Fuse/JoinBranches.h"
#include "weft/Plan/Fuse/JoinConditions.h"
#include "weft/Plan/Fuse/JoinCopies.h"
#include "weft/Plan/Fuse/LoopState.h"
#include "weft/Plan/Memory/MemoryReport.h"
#include "weft/Plan/Memory/PairIterations.h"
#include "weft/Plan/Memory/ShareStorage.h"
#include "weft/Plan/Memory/Windows.h"
#include "weft/Plan/Schedule/OrderPlan.h"
#include "weft/StableHLO/Chlo/Passes.h"
#include "weft/StableHLO/Expand/ExpandCalls.h"
#include "weft/StableHLO/Expand/ExpandCollectives.h"
#include "weft/StableHLO/Expand/ExpandFactorizations.h"
#include "weft/StableHLO/Expand/ExpandLayouts.h"
#include "weft/StableHLO/Expand/ExpandQuantized.h"
#include "weft/StableHLO/Expand/NormalizeCalls.h"
#include "weft/StableHLO/Expand/ShiftZeroPoints.h"
#include "weft/StableHLO/Import/Import.h"
#include "weft/StableHLO/Simplify/CheckShapes.h"
#include "weft/StableHLO/Simplify/RefineShapes.h"
#include "weft/StableHLO/Simplify/Simplify.h"
#include "weft/Support/DecisionsDialect.h"
#include "weft/Support/Diagnostics.h"
#include "weft/Support/FloatMode.h"
#include "weft/Tile/Tiling/Expand.h"

#include <llvm/ADT/ScopeExit.h>
#include <mlir/IR/Verifier.h>
#include <mlir/Pass/PassManager.h>

using namespace mlir;

namespace weft {
namespace {

class Pipeline {
public:
  /// Without a target, the options name it.
  Pipeline(const CompileOptions &options, CompileTrace &trace,
           const Target *target = nullptr)
      : options(options), trace(trace), target(target),
        log(trace.log ? *trace.log : ownLog),
        // Compilations are independent of each other: each has a context of its
        // own, and brings no threads.
        context(MLIRContext::Threading::DISABLED), diagnostics(context) {
    // An error's place says which operation it is about.
    context.printOpOnDiagnostic(false);
  }

  StatusOr<Ref<const Executable>> run(std::string_view bytes);

private:
  Status import(std::string_view bytes);
  Status expand();
  Status plan(const Target &target);
  StatusOr<EmittedProgram> emit(const Target &target);

  Status stage(std::string_view name, llvm::function_ref<Status()> work) {
    return trace.run(name, *module, work);
  }
  /// A stage that cannot fail.
  Status rewrite(std::string_view name, llvm::function_ref<void()> work) {
    return stage(name, [&] {
      work();
      return Status::success();
    });
  }
  Status verified(const char *otherwise) {
    return succeeded(verify(*module)) ? Status::success()
                                      : diagnostics.status(otherwise);
  }

  const CompileOptions &options;
  CompileTrace &trace;
  const Target *target;
  DecisionLog ownLog;
  DecisionLog &log;
  MLIRContext context;
  DiagnosticCollector diagnostics;

  OwningOpRef<ModuleOp> module;
  func::FuncOp entry;
  plan::ProgramOp program;
  std::optional<Tiler> tiler;
};

StatusOr<Ref<const Executable>> Pipeline::run(std::string_view bytes) {
  WEFT_RETURN_IF_ERROR(checkOptions(options, log));
  WEFT_ASSIGN_OR_RETURN(Engine engine, engineOf(options));
  WEFT_RETURN_IF_ERROR(import(bytes));
  WEFT_RETURN_IF_ERROR(expand());
  WEFT_ASSIGN_OR_RETURN(entry, findEntry(*module));
  WEFT_ASSIGN_OR_RETURN(ExecutableWriter writer,
                        ExecutableWriter::create(entry, options));
  if (engine == Engine::Native) {
    WEFT_RETURN_IF_ERROR(checkLength(writer.operations()));
    std::unique_ptr<Target> named;
    if (!target) {
      WEFT_ASSIGN_OR_RETURN(named, createTarget(options));
      target = named.get();
    }
    prepareEntry(writer.manifest(), entry);
    if (!target->machine().isCpu()) {
      bringBordersIntoOrder(writer.manifest(), entry);
    }
    WEFT_RETURN_IF_ERROR(plan(*target));
    WEFT_ASSIGN_OR_RETURN(EmittedProgram emitted, emit(*target));
    writer.add(std::move(emitted), plan::reportMemory(program));
  }
  return writer.finish(log);
}

/// Checks the bytes and verifies what they mean.
Status Pipeline::import(std::string_view bytes) {
  WEFT_RETURN_IF_ERROR(trace.run("import", module, [&] {
    module = stablehlo::importModule(llvm::MemoryBufferRef(bytes, "program"),
                                     context);
    return module ? Status::success()
                  : diagnostics.status("the program could not be read");
  }));
  attachDecisionLog(*module, &log);
  return Status::success();
}

/// Leaves StableHLO on arrays of known shapes and plain numbers.
Status Pipeline::expand() {
  // Shardings go before anything looks at operations: they would be in the way
  // of every later stage.
  WEFT_RETURN_IF_ERROR(stage("normalize-calls", [&] {
    return stablehlo::normalizeCalls(*module, options.partitions);
  }));
  WEFT_RETURN_IF_ERROR(
      stage("expand-calls", [&] { return stablehlo::expandCalls(*module); }));
  WEFT_RETURN_IF_ERROR(stage("expand-chlo", [&] {
    PassManager passes(&context, ModuleOp::getOperationName());
    passes.addPass(chlo::createExpandChloPass());
    return succeeded(passes.run(*module))
               ? Status::success()
               : diagnostics.status("chlo operations could not be expanded");
  }));
  // A contradiction between shapes may show only now that they are known.
  WEFT_RETURN_IF_ERROR(stage("refine-shapes", [&] {
    return stablehlo::refineShapes(*module)
               ? verified("the program's shapes contradict each other")
               : Status::success();
  }));
  WEFT_RETURN_IF_ERROR(rewrite("shift-zero-points",
                               [&] { stablehlo::shiftZeroPoints(*module); }));
  return stage("expand-quantized", [&]() -> Status {
    WEFT_RETURN_IF_ERROR(stablehlo::expandQuantized(*module));
    Status valid = verified("the rewritten program is invalid");
    return valid.ok() ? valid : Status::internal(valid.message());
  });
}

/// What runs as one kernel, in which order, and where everything lies.
Status Pipeline::plan(const Target &target) {
  const Machine &machine = target.machine();
  WEFT_RETURN_IF_ERROR(stage("expand-collectives", [&] {
    return stablehlo::expandCollectives(entry, options.replicas,
                                        options.partitions);
  }));
  WEFT_RETURN_IF_ERROR(checkSizes(*module));
  // Calls that stay get the layouts that they want.
  WEFT_RETURN_IF_ERROR(rewrite("expand-factorizations", [&] {
    stablehlo::expandFactorizations(*module,
                                    [&](const stablehlo::Factorization &what) {
                                      return target.chooseFactorization(what);
                                    });
  }));
  WEFT_RETURN_IF_ERROR(
      rewrite("expand-layouts", [&] { stablehlo::expandLayouts(*module); }));
  // The program, written so that less is left to do.
  WEFT_RETURN_IF_ERROR(stage("simplify", [&]() -> Status {
    stablehlo::RuleSet rules = stablehlo::standardRules(&context);
    if (!target.machine().isCpu()) {
      stablehlo::addGatherOfElementsRules(rules);
    }
    stablehlo::simplify(*module, rules);
    return stablehlo::checkShapes(entry);
  }));
  // What is a program of other operations is written out now, so that fusion
  // sees what it is made of.
  WEFT_RETURN_IF_ERROR(rewrite("expand-operations", [&] {
    tile::expandOperations(
        *module, target.machine(), [&](stablehlo::WhileOp loop) {
          return plan::askLoop(loop, target.machine()).isKernel();
        });
  }));

  WEFT_RETURN_IF_ERROR(stage("build-plan", [&]() -> Status {
    if (failed(plan::buildPlan(*module))) {
      return Status::unimplemented(
          diagnostics.status("the program has no plan").message());
    }
    program = *module->getOps<plan::ProgramOp>().begin();
    // Functions that are called often have become large.
    return checkSizes(program);
  }));
  tiler.emplace(machine, target.candidates(), target.sharedCandidates());
  WEFT_RETURN_IF_ERROR(rewrite("form-loop-kernels", [&] {
    plan::formLoopKernels(program, *tiler, machine);
  }));
  // A core that follows the plan takes a branch at once, and knows what it
  // computed.
  if (!machine.isCpu()) {
    WEFT_RETURN_IF_ERROR(
        rewrite("join-conditions", [&] { plan::joinConditions(program); }));
    WEFT_RETURN_IF_ERROR(rewrite(
        "join-branches", [&] { plan::joinBranches(program, machine); }));
  }
  WEFT_RETURN_IF_ERROR(rewrite(
      "fuse-kernels", [&] { plan::fuseKernels(program, *tiler, machine); }));
  WEFT_RETURN_IF_ERROR(
      rewrite("pack-operands", [&] { packOperands(program, *tiler); }));
  WEFT_RETURN_IF_ERROR(rewrite(
      "order-plan", [&] { plan::orderPlan(program, tiler->overwriteRule()); }));
  WEFT_RETURN_IF_ERROR(rewrite("pair-iterations", [&] {
    plan::pairIterations(program, tiler->overwriteRule(),
                         plan::bytesOfBranch(machine));
  }));
  WEFT_RETURN_IF_ERROR(rewrite("share-storage", [&] {
    plan::shareStorage(program, tiler->overwriteRule(),
                       machine.isCpu() ? plan::IndexKnownTo::Plan
                                       : plan::IndexKnownTo::Kernels,
                       tiler->apartRule());
  }));
  // What a core computed it knows at once.
  if (!machine.isCpu()) {
    WEFT_RETURN_IF_ERROR(rewrite("join-copies", [&] {
      plan::joinCopies(program, *tiler, tiler->overwriteRule());
    }));
    WEFT_RETURN_IF_ERROR(rewrite(
        "guard-branches", [&] { plan::guardBranches(program, machine); }));
    WEFT_RETURN_IF_ERROR(
        rewrite("group-turns", [&] { plan::groupTurns(program, machine); }));
  }
  // Code in one thread runs in the order of the plan.
  return rewrite("place-values", [&] {
    plan::placeValues(program, /*alignment=*/64,
                      machine.isCpu() ? 0 : plan::kRoomToBeApart);
  });
}

/// Each kernel as a program on tiles, then all of them and the plan as code.
StatusOr<EmittedProgram> Pipeline::emit(const Target &target) {
  TiledKernels tiled;
  tiled.module = ModuleOp::create(module->getLoc());
  trace.tiledKernels = &tiled;
  llvm::scope_exit forget([&] { trace.tiledKernels = nullptr; });
  WEFT_RETURN_IF_ERROR(trace.run("tile-kernels", *tiled.module, [&] {
    return tileKernels(program, *tiler, tiled);
  }));
  WEFT_RETURN_IF_ERROR(target.lowerTiles(program, tiled, trace));
  EmittedProgram emitted;
  WEFT_RETURN_IF_ERROR(trace.run("emit-code", nullptr, [&]() -> Status {
    WEFT_ASSIGN_OR_RETURN(emitted, target.emit(program, tiled, trace));
    return Status::success();
  }));
  return emitted;
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
  return Pipeline(options, trace).run(program);
}

StatusOr<Ref<const Executable>> compileProgram(std::string_view program,
                                               const CompileOptions &options,
                                               CompileTrace &trace,
                                               const Target &target) {
  DefaultFloatMode mode;
  return Pipeline(options, trace, &target).run(program);
}

} // namespace weft
