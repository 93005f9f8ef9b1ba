// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Tiling.h"

#include "weft/StableHLO/IR/StableHLO.h"
#include "weft/Tile/Tiling/Heroes/HeroKernel.h"
#include "weft/Tile/Tiling/Loops/LoopKernel.h"
#include "weft/Tile/Tiling/OperationKinds.h"
#include "weft/Tile/Tiling/PredictTime.h"

using namespace mlir;

namespace weft::tile {
namespace {

/// The cut of the same block with short rows joined; null where there is none,
/// or none that is as fast. On a GPU, tiles span many dimensions of whatever is
/// computed element by element, but not those of products.
std::unique_ptr<Cut> joinRows(const Cut &cut, const KernelRequest &request,
                              const RuleTable &rules) {
  const bool spansRows =
      !request.machine.isCpu() &&
      llvm::none_of(cut.space.live, llvm::IsaPred<stablehlo::DotGeneralOp>);
  if (!cut.chosen || cut.flat || spansRows) {
    return nullptr;
  }
  // What a warp reads side by side is to a GPU what a vector is to a CPU.
  const int64_t vectorBytes =
      request.machine.isCpu()
          ? request.machine.vectorBytes
          : request.machine.threads.lanes * int64_t(sizeof(float));
  auto joined = std::make_unique<Cut>();
  joined->flat = flattenRows(cut.space, vectorBytes);
  if (!joined->flat) {
    return nullptr;
  }
  Refusal refusal;
  std::optional<TilingSpace> space =
      TilingSpace::create(*joined->flat->block, joined->flat->roots, rules,
                          refusal, request.inPlace);
  if (!space) {
    return nullptr;
  }
  joined->space = std::move(*space);
  joined->chosen = chooseTiles(joined->space, request.machine, request.source,
                               rules, refusal);
  return joined->chosen &&
                 joined->chosen->picoseconds <= cut.chosen->picoseconds
             ? std::move(joined)
             : nullptr;
}

/// `isDry`: only whether there is one is asked.
std::unique_ptr<Cut> cutBlock(Block &block, ArrayRef<Value> roots,
                              const KernelRequest &request,
                              const RuleTable &rules, Refusal &refusal,
                              bool isDry) {
  auto cut = std::make_unique<Cut>();
  std::optional<TilingSpace> space =
      TilingSpace::create(block, roots, rules, refusal, request.inPlace);
  if (!space) {
    return nullptr;
  }
  cut->space = std::move(*space);
  if (llvm::any_of(cut->space.live, isControl)) {
    cut->isLoop = true;
    if (std::optional<Refusal> reason = refuseLoop(cut->space, rules)) {
      refusal = *reason;
      return nullptr;
    }
    return cut;
  }
  auto hero = llvm::find_if(cut->space.live, isHero);
  if (hero != cut->space.live.end()) {
    cut->hero = *hero;
    if (std::optional<Refusal> reason = refuseHero(cut->space, cut->hero)) {
      refusal = *reason;
      return nullptr;
    }
    cut->algorithm = chooseAlgorithm(cut->space, cut->hero, request.machine,
                                     request.source.algorithms(), refusal);
    return cut->algorithm ? std::move(cut) : nullptr;
  }
  if (isDry && !request.candidate) {
    return makeSimpleProgram(cut->space, rules, refusal) ? std::move(cut)
                                                         : nullptr;
  }
  // A candidate is meant for the shapes it was made for.
  if (!request.candidate) {
    cut->flat = flatten(cut->space);
    if (!cut->flat) {
      cut->flat = flattenProduct(cut->space);
    }
  }
  if (cut->flat) {
    space = TilingSpace::create(*cut->flat->block, cut->flat->roots, rules,
                                refusal, request.inPlace);
    if (!space) {
      return nullptr;
    }
    cut->space = std::move(*space);
  }
  if (!request.candidate) {
    cut->chosen = chooseTiles(cut->space, request.machine, request.source,
                              rules, refusal);
    if (std::unique_ptr<Cut> joined = joinRows(*cut, request, rules)) {
      return joined;
    }
  } else if (std::optional<TiledProgram> program = makeTiledProgram(
                 cut->space, *request.candidate, rules, refusal)) {
    cut->chosen = ChosenTiles{std::move(*program), 0, {}};
  }
  return cut->chosen ? std::move(cut) : nullptr;
}

} // namespace

bool canTile(Block &block, ArrayRef<Value> roots, const KernelRequest &request,
             const RuleTable &rules, Refusal &refusal) {
  return cutBlock(block, roots, request, rules, refusal, /*isDry=*/true) !=
         nullptr;
}

std::unique_ptr<Cut> cutKernel(Block &block, ArrayRef<Value> roots,
                               const KernelRequest &request,
                               const RuleTable &rules, Refusal &refusal) {
  return cutBlock(block, roots, request, rules, refusal, /*isDry=*/false);
}

std::optional<int64_t> predictedTime(const Cut &cut) {
  if (cut.algorithm) {
    return cut.algorithm->picoseconds;
  }
  return cut.chosen ? std::optional(cut.chosen->picoseconds) : std::nullopt;
}

std::optional<int64_t> slotsOfProgram(const Cut &cut, const Machine &machine) {
  return cut.chosen ? std::optional(predictSlots(cut.chosen->program, machine))
                    : std::nullopt;
}

bool hasLargeTiles(const Cut &cut) {
  return !cut.chosen || llvm::any_of(cut.chosen->program.candidate.sizes,
                                     [](int64_t size) { return size > 1; });
}

PackingChoice choosePackings(Block &block, ArrayRef<Value> roots,
                             const KernelRequest &request,
                             const RuleTable &rules, IsPackedFreely isFree) {
  Refusal refusal;
  std::unique_ptr<Cut> cut = cutKernel(block, roots, request, rules, refusal);
  std::optional<TiledProgram> simple =
      cut && cut->chosen ? makeSimpleProgram(cut->space, rules, refusal)
                         : std::nullopt;
  if (!simple) {
    return {};
  }
  // Arguments have their numbers in a block with fewer dimensions, too.
  auto argumentOf = [&](BlockArgument argument) {
    return block.getArgument(argument.getArgNumber());
  };
  PackingChoice choice = request.source.choosePackings(
      *simple, request.machine,
      [&](BlockArgument argument) { return isFree(argumentOf(argument)); });
  // Dimensions of the others are not those of the operand in the plan.
  auto typeIn = [](auto &&operations, unsigned operand) {
    for (Operation *op : operations) {
      if (isa<stablehlo::DotGeneralOp, stablehlo::ConvolutionOp>(op)) {
        return op->getOperand(operand).getType();
      }
    }
    return Type();
  };
  llvm::erase_if(choice.packings, [&](const Packing &packing) {
    return typeIn(cut->space.live, packing.operand) !=
           typeIn(llvm::make_pointer_range(block), packing.operand);
  });
  return choice;
}

BuiltKernel buildKernel(OpBuilder &builder, Location loc, StringRef name,
                        Block &block, ArrayRef<Value> roots,
                        const KernelRequest &request, const RuleTable &rules,
                        Refusal &refusal) {
  BuiltKernel built;
  built.cut = cutKernel(block, roots, request, rules, refusal);
  if (!built.cut) {
    return built;
  }
  const Cut &cut = *built.cut;
  if (cut.isLoop) {
    built.kernel =
        emitLoopKernel(builder, loc, name, cut.space, request.machine,
                       request.source, rules, refusal);
  } else if (cut.hero) {
    OpBuilder::InsertionGuard guard(builder);
    const Algorithm &algorithm = *cut.algorithm->algorithm;
    if (algorithm.emitSteps) {
      built.further = algorithm.emitSteps(builder, loc, name, cut.space,
                                          cut.hero, request.machine);
      built.kernel = built.further.front();
      built.further.erase(built.further.begin());
    } else {
      built.kernel = algorithm.emit(builder, loc, name, cut.space, cut.hero,
                                    request.machine);
    }
  } else {
    built.kernel = emitKernel(builder, loc, name, cut.chosen->program);
  }
  return built;
}

} // namespace weft::tile
