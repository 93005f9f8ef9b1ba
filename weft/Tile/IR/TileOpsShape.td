// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tiles from their own indices, and tiles whose elements are those of others.

#ifndef WEFT_TILE_IR_TILEOPSSHAPE
#define WEFT_TILE_IR_TILEOPSSHAPE

include "weft/Tile/IR/TileTypes.td"

def Tile_MaskOp : Tile_Op<"mask", [Pure, AttrSizedOperandSegments]> {
  let summary = "which elements of a box are live";
  let description = [{
    True where `tile.load` of the same offsets, bounds and strides would read.
    There is one offset per dim of the result.

    ```mlir
    %live = tile.mask [%row, %c0] bound [_, %n] : tensor<4x1024xi1>
    ```
  }];
  let arguments = (ins Variadic<Index>:$offsets, Variadic<Index>:$bounds,
                       Tile_Integers:$bounded, Tile_Integers:$strides);
  let results = (outs Tile_BooleanTile:$result);
  let assemblyFormat = [{
    ` ` `[` $offsets `]` custom<Bounds>($bounds, $bounded, ref($offsets))
    (`strides` $strides^)? attr-dict `:` type($result)
  }];
  let builders = [
    /// `bounds` is empty, or has one value per dim, null for none.
    OpBuilder<(ins "::mlir::Type":$result, "::mlir::ValueRange":$offsets,
      "::llvm::ArrayRef<::mlir::Value>":$bounds,
      CArg<"::llvm::ArrayRef<int64_t>", "{}">:$strides)>
  ];
  let extraClassDeclaration = [{
    /// The bound of dim `dim`, or null.
    ::mlir::Value getBound(int64_t dim) {
      auto found = ::llvm::find(getBounded(), dim);
      return found == getBounded().end()
                 ? ::mlir::Value()
                 : getBounds()[found - getBounded().begin()];
    }
    int64_t getStride(int64_t dim) {
      return getStrides().empty() ? 1 : getStrides()[dim];
    }
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Tile_IotaOp : Tile_Op<"iota", [Pure]> {
  let summary = "each element is its index along one dim";
  let description = [{
    ```mlir
    %columns = tile.iota 1 : tensor<4x32xi32>
    ```
  }];
  let arguments = (ins I64Attr:$dimension);
  let results = (outs Tile_IntegerTile:$result);
  let assemblyFormat = "$dimension attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Tile_BroadcastOp : Tile_Op<"broadcast", [Pure]> {
  let summary = "repeats a tile along new dims";
  let description = [{
    Dim i of the operand becomes dim `dimensions[i]` of the result; the numbers
    increase. An extent of 1 may grow.

    ```mlir
    %rows = tile.broadcast %sums [0] : tensor<4xf32> -> tensor<4x32xf32>
    ```
  }];
  let arguments = (ins Tile_Tile:$input, DenseI64ArrayAttr:$dimensions);
  let results = (outs Tile_Tile:$result);
  let assemblyFormat = [{
    $input $dimensions attr-dict `:` type($input) `->` type($result)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Tile_TransposeOp : Tile_Op<"transpose", [Pure]> {
  let summary = "permutes dims";
  let description = [{
    Dim i of the result is dim `permutation[i]` of the operand.

    ```mlir
    %t = tile.transpose %x [1, 0] : tensor<4x32xf32> -> tensor<32x4xf32>
    ```
  }];
  let arguments = (ins Tile_Tile:$input, DenseI64ArrayAttr:$permutation);
  let results = (outs Tile_Tile:$result);
  let assemblyFormat = [{
    $input $permutation attr-dict `:` type($input) `->` type($result)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Tile_ReshapeOp : Tile_Op<"reshape", [Pure]> {
  let summary = "the same elements in row-major order, in another shape";
  let description = [{
    ```mlir
    %r = tile.reshape %x : tensor<4x32xf32> -> tensor<128xf32>
    ```
  }];
  let arguments = (ins Tile_Tile:$input);
  let results = (outs Tile_Tile:$result);
  let assemblyFormat = [{
    $input attr-dict `:` type($input) `->` type($result)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Tile_SliceOp : Tile_Op<"slice", [Pure]> {
  let summary = "a part of a tile";
  let description = [{
    Starts at `offsets` and has the shape of the result.

    ```mlir
    %s = tile.slice %x [0, 16] : tensor<4x32xf32> -> tensor<4x16xf32>
    ```
  }];
  let arguments = (ins Tile_Tile:$input, DenseI64ArrayAttr:$offsets);
  let results = (outs Tile_Tile:$result);
  let assemblyFormat = [{
    $input $offsets attr-dict `:` type($input) `->` type($result)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Tile_JoinOp : Tile_Op<"join", [Pure, SameTypeOperands]> {
  let summary = "puts tiles side by side in a new minor dim";
  let description = [{
    ```mlir
    %c = tile.join %re, %im : tensor<4x32xf32> -> tensor<4x32x2xf32>
    ```
  }];
  let arguments = (ins Variadic<Tile_Tile>:$inputs);
  let results = (outs Tile_Tile:$result);
  let assemblyFormat = [{
    $inputs attr-dict `:` custom<JoinTypes>(type($inputs), ref($inputs))
    `->` type($result)
  }];
  let hasVerifier = 1;
}

def Tile_ConvertLayoutOp : Tile_Op<"convert_layout", [Pure]> {
  let summary = "the same tile, held by other threads";
  let description = [{
    `through` says how the tile lies in memory on the chip while it changes
    hands; without it, elements change registers only.

    ```mlir
    %y = tile.convert_layout %x through #tile.memory<pad = [64, 4]>
        : tensor<64x64xf32, #rows> -> tensor<64x64xf32, #columns>
    ```
  }];
  let arguments = (ins Tile_Tile:$input, OptionalAttr<Tile_Memory>:$through);
  let results = (outs Tile_Tile:$result);
  let assemblyFormat = [{
    $input (`through` $through^)? attr-dict `:` type($input) `->` type($result)
  }];
  let hasVerifier = 1;
}

#endif // WEFT_TILE_IR_TILEOPSSHAPE
