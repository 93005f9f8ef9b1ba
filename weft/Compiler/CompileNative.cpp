// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Compiler/CompileNative.h"

#include "weft/Compiler/CheckShapes.h"
#include "weft/Compiler/CheckSizes.h"
#include "weft/Compiler/Diagnostics.h"
#include "weft/Plan/Build/BuildPlan.h"
#include "weft/Plan/Fuse/FormLoopKernels.h"
#include "weft/Plan/Fuse/FuseKernels.h"
#include "weft/Plan/Schedule/OrderPlan.h"
#include "weft/Plan/Memory/ShareStorage.h"
#include "weft/StableHLO/Simplify/Simplify.h"
#include "weft/Tile/IR/Tile.h"
#include "weft/Tile/Tiling/Expand.h"

#include <llvm/ADT/ScopeExit.h>

using namespace mlir;

namespace weft {

namespace {

/// Operations that look at a program from outside have no place in its code.
Status refuseTests(func::FuncOp entry) {
  Status status = Status::success();
  entry.walk([&](Operation *op) {
    StringRef dialect = op->getName().getDialectNamespace();
    if (status.ok() && (dialect == "check" || dialect == "interpreter")) {
      status = Status::unimplemented(
          describeLocation(op->getLoc()) + ": '" +
          op->getName().getStringRef().str() +
          "' is part of a test, which the interpreter runs: compile the "
          "functions that it calls");
    }
  });
  return status;
}

} // namespace

StatusOr<NativeResult> compileNative(ModuleOp module, func::FuncOp entry,
                                     const Machine &cpu,
                                     DiagnosticCollector &diagnostics,
                                     CompileTrace &trace) {
  MLIRContext *context = module.getContext();
  DialectRegistry dialects;
  dialects.insert<plan::PlanDialect>();
  tile::registerTileDialects(dialects);
  context->appendDialectRegistry(dialects);
  context->loadAllAvailableDialects();
  // Only what the entry needs is compiled.
  for (auto function : module.getOps<func::FuncOp>()) {
    function.setVisibility(function == entry
                               ? SymbolTable::Visibility::Public
                               : SymbolTable::Visibility::Private);
  }

  WEFT_RETURN_IF_ERROR(checkSizes(module));
  // The program, written so that less is left to do.
  WEFT_RETURN_IF_ERROR(trace.run("simplify", module, [&]() -> Status {
    stablehlo::simplify(module, stablehlo::standardRules(context));
    WEFT_RETURN_IF_ERROR(refuseTests(entry));
    return checkShapes(entry);
  }));
  // What is a program of other operations is written out now, so that fusion
  // sees what it is made of.
  WEFT_RETURN_IF_ERROR(trace.run("expand-operations", module, [&] {
    tile::expandOperations(module);
    return Status::success();
  }));

  // What runs as one kernel, in which order, and where everything lies.
  Tiler tiler(cpu);
  plan::ProgramOp program;
  WEFT_RETURN_IF_ERROR(trace.run("build-plan", module, [&]() -> Status {
    if (failed(plan::buildPlan(module))) {
      return Status::unimplemented(
          diagnostics.status("the program has no plan").message());
    }
    program = *module.getOps<plan::ProgramOp>().begin();
    // Functions that are called often have become large.
    return checkSizes(program);
  }));
  WEFT_RETURN_IF_ERROR(trace.run("form-loop-kernels", module, [&] {
    plan::formLoopKernels(program, tiler, cpu);
    return Status::success();
  }));
  WEFT_RETURN_IF_ERROR(trace.run("fuse-kernels", module, [&] {
    plan::fuseKernels(program, tiler, cpu);
    return Status::success();
  }));
  WEFT_RETURN_IF_ERROR(trace.run("order-plan", module, [&] {
    plan::orderPlan(program, tiler.overwriteRule());
    return Status::success();
  }));
  WEFT_RETURN_IF_ERROR(trace.run("share-storage", module, [&] {
    plan::shareStorage(program, tiler.overwriteRule());
    return Status::success();
  }));
  NativeResult result;
  WEFT_RETURN_IF_ERROR(trace.run("place-values", module, [&] {
    result.memory = plan::placeValues(program);
    return Status::success();
  }));

  // Each kernel as a program on tiles, then all as machine code.
  TiledKernels tiled;
  tiled.module = ModuleOp::create(module.getLoc());
  trace.tiledKernels = &tiled;
  llvm::scope_exit forget([&] { trace.tiledKernels = nullptr; });
  WEFT_RETURN_IF_ERROR(trace.run("tile-kernels", *tiled.module, [&] {
    return tileKernels(program, tiler, tiled);
  }));
  WEFT_RETURN_IF_ERROR(trace.run("emit-code", nullptr, [&]() -> Status {
    WEFT_ASSIGN_OR_RETURN(result.native, emitNative(program, tiled, cpu, trace));
    return Status::success();
  }));
  return result;
}

} // namespace weft
