// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exchanges of rows. Few files know of them, so they are not among the
// operations of StableHLO.h, which all include.

#ifndef WEFT_STABLEHLO_IR_EXCHANGES
#define WEFT_STABLEHLO_IR_EXCHANGES

include "weft/StableHLO/IR/Attributes.td"

def StableHLO_PivotsToPermutationOp : StableHLO_Op<"pivots_to_permutation", [
    NoMemoryEffect, StableHLO_SpeculatableIfInputsStatic,
    StableHLO_InferType]> {
  let summary = "exchanges of rows as a permutation";
  let description = [{
    Not in the specification: what JAX asks for behind the exchanges of an `lu`.
    Each line of `pivots` exchanges rows of a list of the numbers from zero to
    `size`, one after the other: row k with row pivots[k], counted from zero. A
    pivot that is no row exchanges nothing.

    ```mlir
    %permutation = stablehlo.pivots_to_permutation %pivots, size = 4
      : (tensor<5x3xi32>) -> tensor<5x4xi32>
    ```
  }];
  let arguments = (ins StableHLO_SI32Tensor:$pivots, I64Attr:$size);
  let results = (outs StableHLO_SI32Tensor:$permutation);
  let assemblyFormat = [{
    $pivots `,` `size` `=` $size attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

#endif // WEFT_STABLEHLO_IR_EXCHANGES
