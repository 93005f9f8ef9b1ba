// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Heroes/EmitFourierPass.h"

#include "weft/Tile/Tiling/Heroes/FourierSinks.h"
#include "weft/Tile/Tiling/Heroes/FourierSources.h"
#include "weft/Tile/Tiling/Heroes/FourierSteps.h"

using namespace mlir;

namespace weft::tile {

KernelOp emitFourierPass(OpBuilder &builder, Location loc, StringRef name,
                         const TilingSpace &space, Operation *op,
                         const FourierShape &shape, const FourierPass &pass,
                         const Machine &machine, const Workspace &workspace,
                         unsigned from, unsigned to) {
  const FourierBlocks blocks(shape, pass, machine);
  const FourierPassTables tables(blocks);
  HeroKernel hero(builder, loc, name, space, op, {blocks.grid()},
                  tables.constants);
  hero.kernel->setAttr(warpsAttributeName,
                       builder.getI64IntegerAttr(blocks.warps));

  const FourierTiles tiles(hero, blocks, tables);
  FourierSources sources(tiles);
  FourierSinks sinks(tiles);
  FourierOnChip onChip(tiles);
  FourierSteps steps(tiles, onChip);

  const FourierTiles::Source source = sources.ofPass(workspace, from);
  const FourierTiles::Sink sink = sinks.ofPass(workspace, to);
  if (!blocks.plan.isChirped) {
    steps.transform(source, sink, tables.roots);
    return hero.kernel;
  }
  // Bluestein's convolution, there and back.
  steps.transform(source, sinks.filtered(onChip.sinkOfLastStep()),
                  tables.roots);
  steps.transform(FourierSources::exchanged(onChip.source()), sink,
                  tables.rootsBack);
  return hero.kernel;
}

} // namespace weft::tile
