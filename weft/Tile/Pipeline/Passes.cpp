// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Pipeline/Passes.h"

#include "weft/Tile/Pipeline/AllocateShared.h"
#include "weft/Tile/Pipeline/CheckSynchronisation.h"
#include "weft/Tile/Pipeline/DropBarriers.h"
#include "weft/Tile/Pipeline/DropUnitBatches.h"
#include "weft/Tile/Pipeline/InsertSynchronisation.h"
#include "weft/Tile/Pipeline/JoinLoops.h"
#include "weft/Tile/Pipeline/KeepInThreads.h"
#include "weft/Tile/Pipeline/PipelineLoops.h"
#include "weft/Tile/Pipeline/PlanTransfers.h"
#include "weft/Tile/Pipeline/ReadAhead.h"

#include <mlir/IR/BuiltinOps.h>
#include <mlir/Pass/Pass.h>

using namespace mlir;

namespace weft::tile {
namespace {

template <typename Derived>
class KernelPass : public PassWrapper<Derived, OperationPass<ModuleOp>> {
public:
  StringRef getArgument() const override { return Derived::name; }
  StringRef getDescription() const override { return Derived::description; }

protected:
  void runOnOperation() override {
    SmallVector<KernelOp> kernels;
    this->getOperation().walk([&](KernelOp kernel) {
      if (kernel.getStageKind() == Derived::stage) {
        kernels.push_back(kernel);
      }
    });
    for (KernelOp kernel : kernels) {
      StatusOr<Machine> machine = findMachine(kernel.getDevice().value_or(""));
      if (!machine.ok() || machine->isCpu()) {
        kernel.emitOpError("names no GPU as its device");
        return this->signalPassFailure();
      }
      if (failed(Derived::apply(kernel, *machine))) {
        return this->signalPassFailure();
      }
    }
  }
};

/// For any machine: the stage before layouts names none.
template <typename Derived>
class FreePass : public PassWrapper<Derived, OperationPass<ModuleOp>> {
public:
  StringRef getArgument() const override { return Derived::name; }
  StringRef getDescription() const override { return Derived::description; }

protected:
  void runOnOperation() override {
    this->getOperation().walk([](KernelOp kernel) { Derived::apply(kernel); });
  }
};

struct DropUnitBatches : FreePass<DropUnitBatches> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(DropUnitBatches)
  static constexpr const char *name = "drop-unit-batches";
  static constexpr const char *description =
      "products of batches of one multiply matrices (stage free)";
  static void apply(KernelOp kernel) { dropUnitBatches(kernel); }
};

struct JoinLoops : FreePass<JoinLoops> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(JoinLoops)
  static constexpr const char *name = "join-loops";
  static constexpr const char *description =
      "nests of loops that sum products become one loop (stage free)";
  static void apply(KernelOp kernel) { joinLoops(kernel); }
};

struct ReadAhead : FreePass<ReadAhead> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ReadAhead)
  static constexpr const char *name = "read-ahead";
  static constexpr const char *description =
      "steps of a team's loop find what they read already there (stage free)";
  static void apply(KernelOp kernel) { readAhead(kernel); }
};

struct KeepInThreads : FreePass<KeepInThreads> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(KeepInThreads)
  static constexpr const char *name = "keep-in-threads";
  static constexpr const char *description =
      "what one member of a team has for itself is not shared (stage free)";
  static void apply(KernelOp kernel) { keepInThreads(kernel); }
};

struct DropBarriers : FreePass<DropBarriers> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(DropBarriers)
  static constexpr const char *name = "drop-barriers";
  static constexpr const char *description =
      "members of a team meet only where order matters (stage free)";
  static void apply(KernelOp kernel) { dropBarriers(kernel); }
};

struct PlanTransfers : KernelPass<PlanTransfers> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PlanTransfers)
  static constexpr const char *name = "plan-transfers";
  static constexpr const char *description =
      "spells out how tiles change threads (stage laid_out to planned)";
  static constexpr Stage stage = Stage::LaidOut;
  static LogicalResult apply(KernelOp kernel, const Machine &machine) {
    return planTransfers(kernel, machine);
  }
};

struct PipelineLoops : KernelPass<PipelineLoops> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PipelineLoops)
  static constexpr const char *name = "pipeline-loops";
  static constexpr const char *description =
      "sends what later steps multiply while this one does (stage planned)";
  static constexpr Stage stage = Stage::Planned;
  static LogicalResult apply(KernelOp kernel, const Machine &machine) {
    pipelineLoops(kernel, machine);
    return success();
  }
};

struct AllocateShared : KernelPass<AllocateShared> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(AllocateShared)
  static constexpr const char *name = "allocate-shared";
  static constexpr const char *description =
      "gives allocations on the chip their places (stage planned)";
  static constexpr Stage stage = Stage::Planned;
  static LogicalResult apply(KernelOp kernel, const Machine &machine) {
    return allocateShared(kernel, machine);
  }
};

struct InsertSynchronisation : KernelPass<InsertSynchronisation> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(InsertSynchronisation)
  static constexpr const char *name = "insert-synchronisation";
  static constexpr const char *description =
      "puts barriers between threads (stage planned to synchronised)";
  static constexpr Stage stage = Stage::Planned;
  static LogicalResult apply(KernelOp kernel, const Machine &) {
    return insertSynchronisation(kernel);
  }
};

struct CheckSynchronisation : KernelPass<CheckSynchronisation> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CheckSynchronisation)
  static constexpr const char *name = "check-synchronisation";
  static constexpr const char *description =
      "reports races and lost bytes (stage synchronised)";
  static constexpr Stage stage = Stage::Synchronised;
  static LogicalResult apply(KernelOp kernel, const Machine &machine) {
    return checkSynchronisation(kernel, machine);
  }
};

} // namespace

void registerPipelinePasses() {
  PassRegistration<DropUnitBatches>();
  PassRegistration<JoinLoops>();
  PassRegistration<ReadAhead>();
  PassRegistration<KeepInThreads>();
  PassRegistration<DropBarriers>();
  PassRegistration<PlanTransfers>();
  PassRegistration<PipelineLoops>();
  PassRegistration<AllocateShared>();
  PassRegistration<InsertSynchronisation>();
  PassRegistration<CheckSynchronisation>();
}

} // namespace weft::tile
