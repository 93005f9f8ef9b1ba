// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef WEFT_TILE_IR_TILEOPSMATRIX
#define WEFT_TILE_IR_TILEOPSMATRIX

include "weft/Tile/IR/TileTypes.td"

def Tile_DotOp : Tile_Op<"dot", [Pure, AttrSizedOperandSegments,
    AllTypesMatch<["accumulator", "result"]>]> {
  let summary = "a matrix product, added to a tile";
  let description = [{
    `accumulator + lhs * rhs`, where lhs is [batch x] M x K and rhs [batch x] K x N.
    Elements are converted to the type of the accumulator, exactly, before they
    are multiplied; integers are signed unless `lhs_unsigned` or `rhs_unsigned`
    say otherwise. Sums are in that type, in an order that depends on shapes and
    layouts only. `rounded`: a product of floats is rounded before it is added,
    else with the sum. `coarse`: factors of f32 may be rounded to TF32, which has
    their exponents and 10 bits behind the point. `promote n`: partial sums are added to the accumulator
    every n of K. `scales`: each element of an operand is multiplied by that of its block;
    the size of the blocks follows from the shapes.

    ```mlir
    %d = tile.dot %a, %b, %c : tensor<128x64xbf16>, tensor<64x256xbf16>, tensor<128x256xf32>
    %e = tile.dot %a, %b, %c scales %sa, %sb promote 128
        : tensor<128x64xf8E4M3FN>, tensor<64x256xf8E4M3FN>, tensor<128x256xf32>
        scales tensor<128x2xf8E8M0FNU>, tensor<2x256xf8E8M0FNU>
    ```
  }];
  let arguments = (ins Tile_Tile:$lhs, Tile_Tile:$rhs, Tile_Tile:$accumulator,
    Optional<Tile_Tile>:$lhs_scale, Optional<Tile_Tile>:$rhs_scale,
    OptionalAttr<I64Attr>:$promote, UnitAttr:$lhs_unsigned,
    UnitAttr:$rhs_unsigned, UnitAttr:$rounded, UnitAttr:$coarse);
  let results = (outs Tile_Tile:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` $accumulator
    (`scales` $lhs_scale^ `,` $rhs_scale)? (`promote` $promote^)? attr-dict
    `:` type($lhs) `,` type($rhs) `,` type($accumulator)
    (`scales` type($lhs_scale)^ `,` type($rhs_scale))?
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Value":$lhs, "::mlir::Value":$rhs,
      "::mlir::Value":$accumulator)>
  ];
  let hasVerifier = 1;
}

#endif // WEFT_TILE_IR_TILEOPSMATRIX
