// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "weft/Tile/Tiling/Emit.h"

#include "weft/Tile/Tiling/Emitter.h"

#include <mlir/IR/Dominance.h>
#include <mlir/IR/PatternMatch.h>
#include <mlir/Transforms/CSE.h>

using namespace mlir;

namespace weft::tile {

KernelOp emitKernel(OpBuilder &builder, Location loc, StringRef name,
                    const TiledProgram &program) {
  OpBuilder::InsertionGuard guard(builder);
  KernelOp kernel = Emitter(builder, loc, program).run(name);
  // Rules make masks, constants and indices without looking for equal ones.
  IRRewriter rewriter(builder.getContext());
  DominanceInfo dominance(kernel);
  eliminateCommonSubExpressions(rewriter, dominance, kernel);
  return kernel;
}

} // namespace weft::tile
