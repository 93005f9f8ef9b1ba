// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/weft-corpus/Kernels.h"
#include "weft/StableHLO/Import/Dialects.h"
#include "weft/StableHLO/Import/Import.h"
#include "weft/Target/GPU/Compile.h"
#include "weft/Target/NVIDIA/NvidiaMachine.h"
#include "weft/Tile/IR/Tile.h"
#include "weft/Tile/Tiling/Passes.h"

#include <mlir/Pass/PassManager.h>
#include <mlir/Pass/PassRegistry.h>

using namespace mlir;

namespace weft::tools {

Status takePtx(const std::string &program, StringRef sizes, Fingerprints &all) {
  DialectRegistry registry;
  stablehlo::registerAllDialects(registry);
  tile::registerTileDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  OwningOpRef<ModuleOp> module = stablehlo::importModule(
      llvm::MemoryBufferRef(program, "program"), context);
  if (!module) {
    return Status::invalidArgument("the program could not be read");
  }
  PassManager passes(&context, ModuleOp::getOperationName());
  if (failed(parsePassPipeline(("emit-tiles{sizes=" + sizes + "}").str(),
                               passes)) ||
      failed(passes.run(*module))) {
    return Status::internal("the program was not cut into tiles of " +
                            sizes.str());
  }
  WEFT_ASSIGN_OR_RETURN(Machine row, findMachine("sm_90"));
  const std::unique_ptr<gpu::GpuMachine> hopper =
      nvidia::createNvidiaMachine(std::move(row));
  for (auto kernel : module->getOps<tile::KernelOp>()) {
    WEFT_RETURN_IF_ERROR(gpu::prepare(kernel, hopper->row));
    WEFT_ASSIGN_OR_RETURN(
        gpu::CompiledKernels compiled,
        gpu::compileKernels({kernel}, *hopper, gpu::CodeForm::Assembly));
    all[kernel.getSymName().str()]["sm_90a"] = {fingerprint(compiled.code), ""};
  }
  return Status::success();
}

} // namespace weft::tools
