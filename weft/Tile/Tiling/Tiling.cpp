// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Tiling.h"

#include "weft/Tile/Tiling/Flatten.h"
#include "weft/Tile/Tiling/Heroes/HeroKernel.h"
#include "weft/Tile/Tiling/Loops/LoopKernel.h"

using namespace mlir;

namespace weft::tile {
namespace {

/// A hero, a loop, or a tiled program.
struct Cut {
  std::optional<FlatBlock> flat;
  TilingSpace space;
  Operation *hero = nullptr;
  bool isLoop = false;
  std::optional<TiledProgram> program;
};

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
    return cut;
  }
  if (isDry && !request.candidate) {
    cut->program = makeSimpleProgram(cut->space, rules, refusal);
    return cut->program ? std::move(cut) : nullptr;
  }
  // A candidate is meant for the shapes it was made for.
  if (!request.candidate) {
    cut->flat = flatten(cut->space);
  }
  if (cut->flat) {
    space = TilingSpace::create(*cut->flat->block, cut->flat->roots, rules,
                                refusal, request.inPlace);
    if (!space) {
      return nullptr;
    }
    cut->space = std::move(*space);
  }
  cut->program =
      request.candidate
          ? makeTiledProgram(cut->space, *request.candidate, rules, refusal)
          : chooseForCpu(cut->space, request.machine, rules, refusal);
  return cut->program ? std::move(cut) : nullptr;
}

} // namespace

bool canTile(Block &block, ArrayRef<Value> roots, const KernelRequest &request,
             const RuleTable &rules, Refusal &refusal) {
  return cutBlock(block, roots, request, rules, refusal, /*isDry=*/true) !=
         nullptr;
}

KernelOp buildKernel(OpBuilder &builder, Location loc, StringRef name,
                     Block &block, ArrayRef<Value> roots,
                     const KernelRequest &request, const RuleTable &rules,
                     Refusal &refusal) {
  std::unique_ptr<Cut> cut =
      cutBlock(block, roots, request, rules, refusal, /*isDry=*/false);
  if (!cut) {
    return {};
  }
  if (cut->isLoop) {
    KernelOp kernel =
        emitLoopKernel(builder, loc, name, cut->space, request.machine, rules);
    if (!kernel) {
      refusal = {block.getTerminator(), "loop.operation",
                 "an operation of the loop does not tile"};
    }
    return kernel;
  }
  if (cut->program && request.afterCut) {
    request.afterCut(*cut->program);
  }
  return cut->hero ? emitHeroKernel(builder, loc, name, cut->space, cut->hero)
                   : emitKernel(builder, loc, name, *cut->program);
}

} // namespace weft::tile
