// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Layout/InferLayouts.h"

#include <mlir/IR/BuiltinOps.h>

using namespace mlir;

namespace weft::tile {
namespace {

/// The kernels of a module that are in a stage, in order.
SmallVector<KernelOp> kernelsIn(ModuleOp module, Stage stage) {
  SmallVector<KernelOp> kernels;
  module.walk([&](KernelOp kernel) {
    if (kernel.getStageKind() == stage) {
      kernels.push_back(kernel);
    }
  });
  return kernels;
}

class InferLayouts : public PassWrapper<InferLayouts, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(InferLayouts)

  explicit InferLayouts(Machine machine) : machine(std::move(machine)) {}
  InferLayouts(const InferLayouts &other)
      : PassWrapper(other), machine(other.machine) {}

  StringRef getArgument() const override { return "infer-layouts"; }
  StringRef getDescription() const override {
    return "gives every tile of a kernel a layout (stage free to laid_out)";
  }

  void runOnOperation() override {
    for (KernelOp kernel : kernelsIn(getOperation(), Stage::Free)) {
      if (failed(inferLayouts(kernel, machine, {warps}))) {
        return signalPassFailure();
      }
    }
  }

private:
  Machine machine;
  Option<int64_t> warps{*this, "warps", llvm::cl::init(0),
                        llvm::cl::desc("Warps of a program; chosen when 0")};
};

class EraseLayouts : public PassWrapper<EraseLayouts, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(EraseLayouts)

  StringRef getArgument() const override { return "erase-layouts"; }
  StringRef getDescription() const override {
    return "takes layouts away again (stage laid_out to free)";
  }

  void runOnOperation() override {
    for (KernelOp kernel : kernelsIn(getOperation(), Stage::LaidOut)) {
      eraseLayouts(kernel);
    }
  }
};

} // namespace

std::unique_ptr<Pass> createInferLayouts(Machine machine) {
  return std::make_unique<InferLayouts>(std::move(machine));
}

std::unique_ptr<Pass> createEraseLayouts() {
  return std::make_unique<EraseLayouts>();
}

} // namespace weft::tile
