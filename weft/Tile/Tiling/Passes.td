// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef WEFT_TILE_TILING_PASSES
#define WEFT_TILE_TILING_PASSES

include "mlir/Pass/PassBase.td"

def EmitTiles : Pass<"emit-tiles", "::mlir::ModuleOp"> {
  let summary = "each function of StableHLO operations becomes a kernel of tiles";
  let description = [{
    The arguments of a kernel are those of its function, then constants that are
    no splats, then one ref per result. Results of different shapes that no
    kernel can compute together give one kernel each, numbered.

    For tests of tiling: a program is compiled kernel by kernel from its plan.
  }];
  let dependentDialects = [
    "::weft::tile::TileDialect", "::mlir::arith::ArithDialect",
    "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"];
  let options = [
    ListOption<"sizes", "sizes", "int64_t",
      "Tile size per dimension of the space; chosen for a CPU when absent">,
    ListOption<"inner", "inner", "unsigned",
      "Parallel dimensions that are walked by a loop of the program">,
    Option<"ones", "ones", "bool", "false",
      "Tiles of one element, all dimensions in the grid">,
    Option<"vectorBytes", "vector-bytes", "int64_t", "16",
      "Width of a vector register, where sizes are chosen">
  ];
}

def ExpandOperations : Pass<"expand-operations", "::mlir::ModuleOp"> {
  let summary = "batch normalisation and random numbers as programs of other operations";
  let dependentDialects = ["::weft::stablehlo::StableHLODialect"];
}

#endif // WEFT_TILE_TILING_PASSES
