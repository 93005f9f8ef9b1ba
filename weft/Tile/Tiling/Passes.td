// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef WEFT_TILE_TILING_PASSES
#define WEFT_TILE_TILING_PASSES

include "mlir/Pass/PassBase.td"

def ExpandOperations : Pass<"expand-operations", "::mlir::ModuleOp"> {
  let summary = "batch normalisation and random numbers as programs of other operations";
  let dependentDialects = ["::weft::stablehlo::StableHLODialect"];
}

#endif // WEFT_TILE_TILING_PASSES
