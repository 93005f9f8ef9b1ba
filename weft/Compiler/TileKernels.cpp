// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Compiler/TileKernels.h"

#include "weft/Compiler/RecordOrder.h"
#include "weft/Compiler/RecordTiles.h"
#include "weft/Machine/SharedWork.h"
#include "weft/Support/Diagnostics.h"
#include "weft/Target/GPU/Compile.h"
#include "weft/Tile/Tiling/Loops/LoopKernel.h"
#include "weft/Tile/Tiling/OperationKinds.h"

#include <llvm/ADT/StringMap.h>

using namespace mlir;

namespace weft {

std::vector<plan::KernelOp> kernelsInOrder(plan::ProgramOp program) {
  std::vector<plan::KernelOp> kernels;
  program.walk<WalkOrder::PreOrder>([&](plan::KernelOp kernel) {
    kernels.push_back(kernel);
    return WalkResult::skip();
  });
  return kernels;
}

llvm::SmallVector<unsigned> storedResults(plan::KernelOp kernel) {
  llvm::SmallVector<unsigned> stored;
  for (auto [i, type] : llvm::enumerate(kernel.getResultTypes())) {
    if (cast<RankedTensorType>(type).getNumElements() != 0) {
      stored.push_back(static_cast<unsigned>(i));
    }
  }
  return stored;
}

/// What a region yields, all of which has elements; nothing otherwise.
static llvm::SmallVector<Value> rootsOf(Region &region) {
  llvm::SmallVector<Value> roots;
  for (Value root : region.front().getTerminator()->getOperands()) {
    if (cast<RankedTensorType>(root.getType()).getNumElements() == 0) {
      return {};
    }
    roots.push_back(root);
  }
  return roots;
}

plan::TilingAnswer Tiler::ask(Region &region, plan::Hero hero) {
  llvm::SmallVector<Value> roots = rootsOf(region);
  if (roots.empty()) {
    return {.refusal = "roots.empty"};
  }
  tile::KernelRequest request(machine, source);
  tile::Refusal refusal;
  if (!shared) {
    return tile::canTile(region.front(), roots, request, rules, refusal)
               ? plan::TilingAnswer()
               : plan::TilingAnswer{.refusal = refusal.rule};
  }
  std::unique_ptr<tile::Cut> alone =
      tile::cutKernel(region.front(), roots, request, rules, refusal);
  if (!alone) {
    return {.refusal = refusal.rule};
  }
  if (isLeftToThreads(region.front(), roots, *alone)) {
    return {.refusal = "blocks.none"};
  }
  return hero == plan::Hero::Loop ? askTeam(region.front(), roots)
                                  : plan::TilingAnswer();
}

plan::TilingAnswer Tiler::askTeam(Block &block, ArrayRef<Value> roots) {
  const Location loc = block.getTerminator()->getLoc();
  OwningOpRef<ModuleOp> scratch = ModuleOp::create(loc);
  OpBuilder builder(scratch->getBodyRegion());
  auto build = [&](const tile::CandidateSource &candidates,
                   tile::Refusal &refusal) {
    return tile::buildKernel(builder, loc, "loop", block, roots,
                             tile::KernelRequest(machine, candidates), rules,
                             refusal)
        .kernel;
  };
  tile::Refusal refusal;
  tile::KernelOp kernel = build(*shared, refusal);
  if (!kernel && refusal.rule == tile::loopOfThreads) {
    kernel = build(source, refusal);
    if (kernel && kernel.getGrid() > 1) {
      return {};
    }
  }
  if (!kernel) {
    return {.refusal = refusal.rule};
  }
  const StatusOr<int64_t> predicted = gpu::predictStep(kernel, machine);
  if (!predicted.ok()) {
    return {.refusal = "blocks.none"};
  }
  return {.refusal = {}, .stepPicoseconds = *predicted};
}

bool Tiler::isLeftToThreads(Block &block, ArrayRef<Value> roots,
                            const tile::Cut &alone) {
  // In slots of additions, about as long as some kernels wait for each other.
  constexpr int64_t most = 4096;
  std::optional<int64_t> slots = tile::slotsOfProgram(alone, machine);
  if (!slots || *slots <= most) {
    return false;
  }
  tile::Refusal refusal;
  std::unique_ptr<tile::Cut> inBlocks = tile::cutKernel(
      block, roots, tile::KernelRequest(machine, *shared), rules, refusal);
  return !inBlocks || !tile::hasLargeTiles(*inBlocks);
}

std::optional<int64_t> Tiler::predict(Region &region, plan::Hero) {
  llvm::SmallVector<Value> roots = rootsOf(region);
  if (roots.empty()) {
    return std::nullopt;
  }
  tile::Refusal refusal;
  std::unique_ptr<tile::Cut> cut =
      tile::cutKernel(region.front(), roots,
                      tile::KernelRequest(machine, source), rules, refusal);
  return cut ? tile::predictedTime(*cut) : std::nullopt;
}

tile::PackingChoice Tiler::choosePackings(plan::KernelOp kernel,
                                          tile::IsPackedFreely isFree) {
  llvm::SmallVector<Value> roots = rootsOf(kernel.getBody());
  if (roots.empty()) {
    return {};
  }
  return tile::choosePackings(kernel.getBody().front(), roots,
                              tile::KernelRequest(machine, source), rules,
                              isFree);
}

plan::OverwriteRule Tiler::overwriteRule() {
  return [this](plan::KernelOp kernel, unsigned operand, unsigned result) {
    if (!plan::regionAllowsOverwrite(kernel, operand, result)) {
      return false;
    }
    llvm::SmallVector<unsigned> stored = storedResults(kernel);
    const auto *root = llvm::find(stored, result);
    if (root == stored.end()) {
      return false;
    }
    llvm::SmallVector<Value> roots;
    for (unsigned number : stored) {
      roots.push_back(kernel.getYield()->getOperand(number));
    }
    tile::KernelRequest request = requestOf(kernel);
    request.inPlace.push_back(
        {static_cast<unsigned>(root - stored.begin()), operand});
    tile::Refusal refusal;
    return tile::canTile(kernel.getBody().front(), roots, request, rules,
                         refusal);
  };
}

std::optional<int64_t>
Tiler::predictHero(plan::KernelOp kernel,
                   ArrayRef<tile::TilingSpace::InPlace> inPlace) {
  llvm::SmallVector<Value> roots = rootsOf(kernel.getBody());
  if (roots.empty()) {
    return std::nullopt;
  }
  tile::KernelRequest request(machine, *shared);
  llvm::append_range(request.inPlace, inPlace);
  tile::Refusal refusal;
  std::unique_ptr<tile::Cut> cut =
      tile::cutKernel(kernel.getBody().front(), roots, request, rules, refusal);
  return cut && cut->algorithm ? tile::predictedTime(*cut) : std::nullopt;
}

plan::ApartRule Tiler::apartRule() {
  if (!shared) {
    return nullptr;
  }
  return [this](plan::KernelOp kernel, unsigned operand,
                unsigned result) -> std::optional<plan::ApartTimes> {
    std::optional<int64_t> apart = predictHero(kernel, {});
    std::optional<int64_t> update =
        predictHero(kernel, {{.root = result, .argument = operand}});
    if (!apart || !update) {
      return std::nullopt;
    }
    const int64_t bytes =
        2 * plan::byteSize(kernel.getResult(result).getType());
    const int64_t copy =
        machine.costs.kernelPicoseconds +
        machine.transferPicoseconds(bytes) / machine.costs.workers;
    plan::ApartTimes times = {*apart, *update + copy};
    return times.picoseconds < times.withCopy ? std::optional(times)
                                              : std::nullopt;
  };
}

tile::KernelRequest Tiler::requestOf(plan::KernelOp kernel) const {
  tile::KernelRequest request(machine, source);
  llvm::SmallVector<unsigned> stored = storedResults(kernel);
  if (ArrayAttr aliases = kernel.getInplaceAttr()) {
    for (auto alias : aliases.getAsRange<plan::AliasAttr>()) {
      const auto *root =
          llvm::find(stored, static_cast<unsigned>(alias.getResult()));
      if (root != stored.end()) {
        request.inPlace.push_back({static_cast<unsigned>(root - stored.begin()),
                                   static_cast<unsigned>(alias.getOperand())});
      }
    }
  }
  return request;
}

StatusOr<tile::BuiltKernel> Tiler::cut(plan::KernelOp kernel,
                                       OpBuilder &builder) {
  llvm::SmallVector<Value> roots;
  for (unsigned number : storedResults(kernel)) {
    roots.push_back(kernel.getYield()->getOperand(number));
  }
  if (roots.empty()) {
    return tile::BuiltKernel();
  }
  tile::Refusal refusal;
  tile::KernelRequest request = requestOf(kernel);
  tile::BuiltKernel built = tile::buildKernel(
      builder, kernel.getLoc(), kernel.getName(), kernel.getBody().front(),
      roots, request, rules, refusal);
  if (built.kernel) {
    return built;
  }
  Operation *culprit = refusal.op ? refusal.op : kernel.getOperation();
  Status status =
      Status::unimplemented("'" + culprit->getName().getStringRef().str() +
                            "' cannot be compiled for " + machine.name + ": " +
                            refusal.text + " (" + refusal.rule + ")");
  std::string place = describeLocation(culprit->getLoc());
  return place.empty() ? status : status.withContext(place);
}

/// Predictions are of a kernel that some threads share, where it is long
/// enough for that.
static int64_t timeOfOneThread(tile::BuiltKernel &built,
                               const Machine &machine) {
  int64_t predicted = tile::predictedTime(*built.cut).value_or(0);
  const MachineCosts &costs = machine.costs;
  return costs.kernelPicoseconds +
         alonePicoseconds(predicted - costs.kernelPicoseconds,
                          static_cast<int64_t>(built.kernel.getGrid()), costs);
}

StatusOr<tile::KernelOp> Tiler::build(plan::KernelOp kernel, OpBuilder &builder,
                                      KernelFindings *found) {
  WEFT_ASSIGN_OR_RETURN(tile::BuiltKernel built, cut(kernel, builder));
  if (built.kernel && built.cut->chosen) {
    recordTiles(kernel, built.cut->chosen->tried);
  }
  if (built.kernel && built.cut->algorithm) {
    recordAlgorithm(kernel, built.cut->algorithm->tried);
  }
  if (!built.kernel || !found) {
    return built.kernel;
  }
  found->picoseconds = timeOfOneThread(built, machine);
  if (built.cut->chosen) {
    found->repeated = findRepeatedWork(kernel, built.cut->chosen->program);
  } else if (built.cut->isLoop) {
    found->repeated = findRepeatedScalars(kernel, built.kernel.getGrid());
  }
  return built.kernel;
}

Status tileKernels(plan::ProgramOp program, Tiler &tiler, TiledKernels &tiled) {
  OpBuilder builder(tiled.module->getBodyRegion());
  struct Known {
    tile::KernelOp kernel;
    std::vector<RepeatedWork> repeated;
  };
  llvm::StringMap<Known> byDigest;
  Status status = Status::success();
  program.walk<WalkOrder::PreOrder>([&](plan::KernelOp kernel) {
    std::string key;
    if (std::optional<StringRef> digest = kernel.getDigest()) {
      llvm::raw_string_ostream stream(key);
      stream << *digest << kernel.getInplaceAttr();
      if (auto known = byDigest.find(key); known != byDigest.end()) {
        tiled.kernelOf[kernel] = known->second.kernel;
        recordRepeatedWork(kernel, known->second.repeated, tiler.target());
        recordOrder(kernel);
        return WalkResult::skip();
      }
    }
    builder.setInsertionPointToEnd(tiled.module->getBody());
    KernelFindings found;
    StatusOr<tile::KernelOp> built = tiler.build(kernel, builder, &found);
    if (!built.ok()) {
      status = built.status();
      return WalkResult::interrupt();
    }
    if (*built) {
      recordRepeatedWork(kernel, found.repeated, tiler.target());
      recordOrder(kernel);
      tiled.kernels.push_back(*built);
      tiled.kernelOf[kernel] = *built;
      tiled.picoseconds[*built] = found.picoseconds;
      if (!key.empty()) {
        byDigest[key] = {*built, std::move(found.repeated)};
      }
    }
    return WalkResult::skip();
  });
  return status;
}

} // namespace weft
