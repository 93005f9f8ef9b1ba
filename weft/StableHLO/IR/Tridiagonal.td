// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Systems of three diagonals. Few files know of them, so they are not among the
// operations of StableHLO.h, which all include.

#ifndef WEFT_STABLEHLO_IR_TRIDIAGONAL
#define WEFT_STABLEHLO_IR_TRIDIAGONAL

include "weft/StableHLO/IR/Attributes.td"

def StableHLO_WideNumberTensor
    : RankedTensorOf<[F32, F64, Complex<F32>, Complex<F64>]>;

def StableHLO_TridiagonalSolveOp : StableHLO_Op<"tridiagonal_solve", [
    NoMemoryEffect, StableHLO_SpeculatableIfInputsStatic,
    StableHLO_InferType]> {
  let summary = "solves systems of three diagonals";
  let description = [{
    Not in the specification: what calls of a library for it become. Row i of
    each system is `lower`[i] x[i-1] + `diagonal`[i] x[i] + `upper`[i] x[i+1] =
    `b`[i]; the first element of `lower` and the last one of `upper` are not
    read. Each column of `b` is a right-hand side. Equations are exchanged, so
    that none is divided by less than others would be. Where the matrix is
    singular, which is where a pivot is zero, all of the system's results are
    NaN.

    ```mlir
    %x = stablehlo.tridiagonal_solve %lower, %diagonal, %upper, %b
      : (tensor<5x9xf64>, tensor<5x9xf64>, tensor<5x9xf64>, tensor<5x9x2xf64>)
      -> tensor<5x9x2xf64>
    ```
  }];
  let arguments = (ins
    StableHLO_WideNumberTensor:$lower,
    StableHLO_WideNumberTensor:$diagonal,
    StableHLO_WideNumberTensor:$upper,
    StableHLO_WideNumberTensor:$b
  );
  let results = (outs StableHLO_WideNumberTensor:$x);
  let assemblyFormat = [{
    $lower `,` $diagonal `,` $upper `,` $b attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

#endif // WEFT_STABLEHLO_IR_TRIDIAGONAL
