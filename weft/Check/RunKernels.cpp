// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Check/RunKernels.h"

#include "weft/Machine/Host.h"
#include "weft/Plan/Interpreter/Evaluate.h"
#include "weft/Plan/Interpreter/Places.h"
#include "weft/Runtime/Compiled/Arena.h"
#include "weft/Target/CPU/Compile.h"
#include "weft/Tile/Model/Model.h"
#include "weft/Tile/Tiling/KernelFrame.h"

#include <mutex>

using namespace mlir;
using weft::reference::Budget;
using weft::reference::OpCall;
using weft::reference::OpTable;
using weft::reference::Tensor;
using weft::reference::Values;

namespace weft {
namespace {

using RunTile =
    std::function<Status(tile::KernelOp, llvm::ArrayRef<tile::Buffer>)>;

/// The memory of one run of a tile program: operands, constants, roots.
class KernelMemory {
public:
  Status fill(tile::KernelOp tiled, const Values &operands, Budget &budget) {
    for (const reference::Value &operand : operands) {
      add(operand.tensor().bytes());
    }
    if (auto constants =
            tiled->getAttrOfType<ArrayAttr>(tile::constantsAttributeName)) {
      for (Attribute entry : constants) {
        WEFT_ASSIGN_OR_RETURN(
            Tensor constant,
            Tensor::fromAttribute(
                budget, cast<ElementsAttr>(cast<ArrayAttr>(entry)[1])));
        add(constant.bytes());
      }
    }
    firstRoot = bytes.size();
    for (size_t i = firstRoot; i < tiled.getNumArguments(); ++i) {
      constexpr char garbage = 0x5A;
      bytes.emplace_back(tile::bufferBytes(tiled.getArgumentTypes()[i]),
                         garbage);
    }
    for (size_t i = 0; i < bytes.size(); ++i) {
      auto alias = tiled.getArgAttrOfType<IntegerAttr>(
          static_cast<unsigned>(i), tile::aliasesAttributeName);
      places.push_back(alias ? static_cast<size_t>(alias.getInt()) : i);
    }
    for (size_t place : places) {
      buffers.push_back({llvm::MutableArrayRef<char>(bytes[place])});
    }
    if (buffers.size() != tiled.getNumArguments()) {
      return Status::internal("a tile program has other arguments than its "
                              "kernel");
    }
    return Status::success();
  }

  StatusOr<Tensor> root(size_t number, RankedTensorType type,
                        Budget &budget) const {
    return Tensor::fromBytes(
        budget, type, llvm::ArrayRef<char>(bytes[places[firstRoot + number]]));
  }

  llvm::SmallVector<tile::Buffer> buffers;

private:
  void add(llvm::ArrayRef<char> content) {
    bytes.emplace_back(content.begin(), content.end());
  }

  std::vector<std::vector<char>> bytes;
  /// Which bytes each argument has.
  std::vector<size_t> places;
  size_t firstRoot = 0;
};

StatusOr<Values> runTiled(plan::KernelOp kernel, tile::KernelOp tiled,
                          const Values &operands, Budget &budget,
                          const RunTile &run) {
  KernelMemory memory;
  WEFT_RETURN_IF_ERROR(memory.fill(tiled, operands, budget));
  WEFT_RETURN_IF_ERROR(run(tiled, memory.buffers));
  Values results(kernel.getNumResults());
  llvm::SmallVector<unsigned> stored = storedResults(kernel);
  for (auto [i, type] : llvm::enumerate(kernel.getResultTypes())) {
    auto tensorType = cast<RankedTensorType>(type);
    const auto *root = llvm::find(stored, static_cast<unsigned>(i));
    StatusOr<Tensor> tensor =
        root != stored.end()
            ? memory.root(static_cast<size_t>(root - stored.begin()),
                          tensorType, budget)
            : Tensor::fromBytes(budget, tensorType, {});
    WEFT_RETURN_IF_ERROR(tensor.status());
    results[i] = *std::move(tensor);
  }
  return results;
}

KernelRunner makeRunner(const TiledKernels &tiled, RunTile run) {
  return [&tiled, run = std::move(run)](
             plan::KernelOp kernel, const Values &operands,
             Budget &budget) -> std::optional<StatusOr<Values>> {
    tile::KernelOp found = tiled.kernelOf.lookup(kernel);
    if (!found) {
      return std::nullopt;
    }
    return runTiled(kernel, found, operands, budget, run);
  };
}

/// Machine code of kernels, each made once.
class MachineKernels {
public:
  Status run(tile::KernelOp kernel, llvm::ArrayRef<tile::Buffer> buffers) {
    std::lock_guard<std::mutex> guard(lock);
    auto found = codes.find(kernel);
    if (found == codes.end()) {
      WEFT_ASSIGN_OR_RETURN(Machine cpu, describeHost());
      WEFT_ASSIGN_OR_RETURN(cpu::CompiledKernels made,
                            cpu::compileKernels({kernel}, cpu));
      WEFT_ASSIGN_OR_RETURN(cpu::LoadedCode loaded,
                            cpu::LoadedCode::load(made.object));
      found = codes
                  .try_emplace(kernel, Code{std::move(loaded),
                                            made.kernels[0].scratchBytes})
                  .first;
    }
    WEFT_ASSIGN_OR_RETURN(
        runtime::Arena scratch,
        runtime::Arena::allocate(
            static_cast<uint64_t>(found->second.scratchBytes) + 1,
            "a kernel's scratch"));
    std::vector<void *> pointers;
    for (const tile::Buffer &buffer : buffers) {
      pointers.push_back(buffer.bytes.data());
    }
    found->second.loaded.findKernel(kernel.getSymName())(
        pointers.data(), 0, static_cast<int64_t>(kernel.getGrid()),
        scratch.data());
    return Status::success();
  }

private:
  struct Code {
    cpu::LoadedCode loaded;
    int64_t scratchBytes;
  };

  std::mutex lock;
  std::map<Operation *, Code> codes;
};

} // namespace

KernelRunner runInModel(const TiledKernels &tiled, uint64_t seed) {
  return makeRunner(tiled, [seed](tile::KernelOp kernel,
                                  llvm::ArrayRef<tile::Buffer> buffers) {
    tile::ModelOptions options;
    options.seed = seed;
    // Tiles that overlap write what they have in common alike.
    options.writesOnce = false;
    return tile::runKernel(kernel, buffers, options);
  });
}

KernelRunner runOnMachine(const TiledKernels &tiled) {
  auto kernels = std::make_shared<MachineKernels>();
  return makeRunner(tiled, [kernels](tile::KernelOp kernel,
                                     llvm::ArrayRef<tile::Buffer> buffers) {
    return kernels->run(kernel, buffers);
  });
}

Outcome runPlan(ModuleOp module, const CheckedProgram &program,
                const KernelRunner &runner) {
  OpTable table = reference::standardOpTable();
  plan::addPlanOps(table);
  if (runner) {
    reference::OpFunction byRegion =
        *table.find(plan::KernelOp::getOperationName());
    table.add<plan::KernelOp>(
        [&runner, byRegion](plan::KernelOp kernel, OpCall &call) {
          std::optional<StatusOr<Values>> results =
              runner(kernel, call.operands(), call.budget());
          return results ? call.finish(*std::move(results)) : byRegion(call);
        });
  }
  plan::checkPlaces(table, module);
  return interpretWith(table, module, program, program.limits);
}

} // namespace weft
