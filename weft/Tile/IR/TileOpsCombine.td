// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations in which the elements of a tile meet.

#ifndef WEFT_TILE_IR_TILEOPSCOMBINE
#define WEFT_TILE_IR_TILEOPSCOMBINE

include "weft/Tile/IR/TileTypes.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"

def Tile_YieldOp : Tile_Op<"yield", [
    Pure, Terminator, ReturnLike, ParentOneOf<["ReduceOp", "ScanOp"]>]> {
  let summary = "the values of a region on scalars";
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
}

def Tile_ReduceOp : Tile_Op<"reduce", [
    RecursiveMemoryEffects, RecursivelySpeculatable]> {
  let summary = "combines all elements along some dims";
  let description = [{
    The order of combination is not defined, but depends on shapes and layouts
    only. Kind `custom` takes one or more tiles of one shape and a region, which
    is associative, on the scalars of one place, then those of another; it need
    not commute, so elements are combined in their order, the last dim fastest.

    ```mlir
    %sums = tile.reduce add %x [1] : tensor<4x32xf32> -> tensor<4xf32>
    %m, %at = tile.reduce custom %x, %i [0] : tensor<32xf32>, tensor<32xi32> -> tensor<f32>, tensor<i32> {
    ^bb0(%x0: f32, %i0: i32, %x1: f32, %i1: i32):
      ...
      tile.yield %x2, %i2 : f32, i32
    }
    ```
  }];
  let arguments = (ins Tile_CombineKindAttr:$kind, Variadic<Tile_Tile>:$inputs,
                       DenseI64ArrayAttr:$dimensions);
  let results = (outs Variadic<Tile_Tile>:$results);
  let regions = (region MaxSizedRegion<1>:$body);
  let assemblyFormat = [{
    $kind $inputs $dimensions attr-dict `:` type($inputs) `->` type($results)
    ($body^)?
  }];
  let builders = [
    /// Result types follow. Kind `custom`: the caller fills the empty region.
    OpBuilder<(ins "CombineKind":$kind, "::mlir::ValueRange":$inputs,
      "::llvm::ArrayRef<int64_t>":$dimensions)>
  ];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def Tile_ScanOp : Tile_Op<"scan", [
    RecursiveMemoryEffects, RecursivelySpeculatable, SameVariadicResultSize]> {
  let summary = "combines each element with those before it along a dim";
  let description = [{
    Results are the scanned tiles, then the totals, which lack the dim.
    `exclusive`: without the element itself, so that the first is the neutral
    element of the kind. `reverse`: with those after it. Kinds as in
    `tile.reduce`; the region gets the earlier elements first.

    ```mlir
    %s, %total = tile.scan add %v along 0 exclusive
        : tensor<4096xi32> -> tensor<4096xi32>, tensor<i32>
    ```
  }];
  let arguments = (ins Tile_CombineKindAttr:$kind, Variadic<Tile_Tile>:$inputs,
                       I64Attr:$dimension, UnitAttr:$exclusive,
                       UnitAttr:$reverse);
  let results = (outs Variadic<Tile_Tile>:$scanned, Variadic<Tile_Tile>:$totals);
  let regions = (region MaxSizedRegion<1>:$body);
  let assemblyFormat = [{
    $kind $inputs `along` $dimension (`exclusive` $exclusive^)?
    (`reverse` $reverse^)? attr-dict `:` type($inputs) `->` type(results)
    ($body^)?
  }];
  let builders = [
    OpBuilder<(ins "CombineKind":$kind, "::mlir::ValueRange":$inputs,
      "int64_t":$dimension, CArg<"bool", "false">:$exclusive,
      CArg<"bool", "false">:$reverse)>
  ];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

// Radix sorts of GPUs make it.
def Tile_RankOp : Tile_Op<"rank", [Pure]> {
  let summary = "numbers the elements of each digit";
  let description = [{
    Element i of the first result is how many elements before i have the same
    digit; the second counts the elements of each digit. Digits lie in [0, bins);
    one that does not has rank 0 and is not counted.

    ```mlir
    %rank, %count = tile.rank %digit bins 256
        : tensor<1024xi32> -> tensor<1024xi32>, tensor<256xi32>
    ```
  }];
  let arguments = (ins Tile_IntegerTile:$input, I64Attr:$bins);
  let results = (outs Tile_IntegerTile:$rank, Tile_IntegerTile:$count);
  let assemblyFormat = [{
    $input `bins` $bins attr-dict
    `:` type($input) `->` type($rank) `,` type($count)
  }];
  let hasVerifier = 1;
}

#endif // WEFT_TILE_IR_TILEOPSCOMBINE
