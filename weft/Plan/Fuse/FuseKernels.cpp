// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Plan/Fuse/FuseKernels.h"

#include "weft/Plan/Fuse/BlockFuser.h"
#include "weft/Plan/Fuse/MachinePass.h"
#include "weft/Plan/Fuse/NameKernels.h"

using namespace mlir;

namespace weft::plan {

#define GEN_PASS_DEF_FUSEKERNELSPASS
#include "weft/Plan/Passes.h.inc"

namespace {

/// Kernels are free of effects: what is not read need not be.
void eraseUnused(Block &block) {
  for (Operation &step : llvm::make_early_inc_range(llvm::reverse(block))) {
    if (isa<WhileOp, CaseOp>(step)) {
      for (Region &region : step.getRegions()) {
        eraseUnused(region.front());
      }
    } else if (isa<KernelOp, ViewOp, ConstantOp, CopyOp, PartitionIdOp,
                   ReplicaIdOp>(step) &&
               step.use_empty()) {
      step.erase();
    }
  }
}

void fuseBlock(Block &block, TilingOracle &oracle, const Machine &machine) {
  for (Operation &step : block) {
    if (isa<WhileOp, CaseOp>(step)) {
      for (Region &region : step.getRegions()) {
        fuseBlock(region.front(), oracle, machine);
      }
    }
  }
  BlockFuser(block, oracle, machine).run();
}

struct FuseKernels : MachinePass<impl::FuseKernelsPassBase<FuseKernels>> {
  using MachinePass::MachinePass;

  void run(ProgramOp program, const Machine &machine) override {
    ShapeOracle oracle;
    fuseKernels(program, oracle, machine);
  }
};

} // namespace

void fuseKernels(ProgramOp program, TilingOracle &oracle,
                 const Machine &machine) {
  eraseUnused(program.getBody().front());
  fuseBlock(program.getBody().front(), oracle, machine);
  nameKernels(program);
  program.walk([](CopyOp copy) {
    if (getRecord(copy).empty()) {
      setRecord(copy, "copy-layout");
    }
  });
  program.setStage(Stage::Fused);
}

} // namespace weft::plan
