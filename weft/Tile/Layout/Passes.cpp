// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Layout/InferLayouts.h"

#include <mlir/IR/BuiltinOps.h>
#include <mlir/Pass/Pass.h>

using namespace mlir;

namespace weft::tile {
namespace {

/// The kernels of a module that are in stage `free`, or those that are not.
SmallVector<KernelOp> kernelsOf(ModuleOp module, bool areFree) {
  SmallVector<KernelOp> kernels;
  module.walk([&](KernelOp kernel) {
    if ((kernel.getStageKind() == Stage::Free) == areFree) {
      kernels.push_back(kernel);
    }
  });
  return kernels;
}

class InferLayouts : public PassWrapper<InferLayouts, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(InferLayouts)

  InferLayouts() = default;
  InferLayouts(const InferLayouts &other) : PassWrapper(other) {}

  StringRef getArgument() const override { return "infer-layouts"; }
  StringRef getDescription() const override {
    return "gives every tile of a kernel a layout (stage free to laid_out)";
  }

protected:
  void runOnOperation() override {
    StatusOr<Machine> found = findMachine(machine.getValue());
    if (!found.ok() || found->isCpu()) {
      getOperation().emitError() << "machine=" << machine << " is no GPU";
      return signalPassFailure();
    }
    for (KernelOp kernel : kernelsOf(getOperation(), true)) {
      if (failed(inferLayouts(kernel, *found, {warps}))) {
        return signalPassFailure();
      }
    }
  }

private:
  Option<std::string> machine{*this, "machine", llvm::cl::init("sm_90"),
                              llvm::cl::desc("The GPU, by name")};
  Option<int64_t> warps{*this, "warps", llvm::cl::init(0),
                        llvm::cl::desc("Warps of a program; chosen when 0")};
};

class EraseLayouts : public PassWrapper<EraseLayouts, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(EraseLayouts)

  StringRef getArgument() const override { return "erase-layouts"; }
  StringRef getDescription() const override {
    return "takes layouts and barriers away again (any stage to free)";
  }

protected:
  void runOnOperation() override {
    for (KernelOp kernel : kernelsOf(getOperation(), false)) {
      eraseLayouts(kernel);
    }
  }
};

} // namespace

void registerLayoutPasses() {
  PassRegistration<InferLayouts>();
  PassRegistration<EraseLayouts>();
}

} // namespace weft::tile
