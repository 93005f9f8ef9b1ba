// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Compiler/CompileNative.h"

#include "weft/Compiler/Diagnostics.h"
#include "weft/Plan/Build/BuildPlan.h"
#include "weft/Plan/Fuse/FuseKernels.h"
#include "weft/Plan/Schedule/OrderPlan.h"
#include "weft/Plan/Memory/ShareStorage.h"
#include "weft/StableHLO/Simplify/Simplify.h"
#include "weft/Tile/IR/Tile.h"
#include "weft/Tile/Tiling/Expand.h"

using namespace mlir;

namespace weft {

StatusOr<NativeResult> compileNative(ModuleOp module, func::FuncOp entry,
                                     const cpu::CpuDescription &cpu,
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

  // The program, written so that less is left to do.
  WEFT_RETURN_IF_ERROR(trace.run("simplify", module, [&] {
    stablehlo::simplify(module, stablehlo::standardRules(context));
    return Status::success();
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
      return diagnostics.status("the program has no plan");
    }
    program = *module.getOps<plan::ProgramOp>().begin();
    return Status::success();
  }));
  WEFT_RETURN_IF_ERROR(trace.run("fuse-kernels", module, [&] {
    plan::fuseKernels(program, tiler);
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
  WEFT_RETURN_IF_ERROR(trace.run("tile-kernels", *tiled.module, [&] {
    return tileKernels(program, tiler, tiled);
  }));
  WEFT_RETURN_IF_ERROR(trace.run("emit-code", nullptr, [&]() -> Status {
    WEFT_ASSIGN_OR_RETURN(result.native, emitNative(program, tiled, cpu));
    return Status::success();
  }));
  return result;
}

} // namespace weft
