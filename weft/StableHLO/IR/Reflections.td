// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Factors by reflections. Few files know of them, so they are not among the
// operations of StableHLO.h, which all include.

#ifndef WEFT_STABLEHLO_IR_REFLECTIONS
#define WEFT_STABLEHLO_IR_REFLECTIONS

include "weft/StableHLO/IR/Attributes.td"

def StableHLO_WideFloatTensor : RankedTensorOf<[F32, F64]>;

def StableHLO_QrOp : StableHLO_Op<"qr", [
    NoMemoryEffect, StableHLO_SpeculatableIfInputsStatic,
    StableHLO_InferType]> {
  let summary = "factors of matrices by reflections";
  let description = [{
    Not in the specification: what calls of a library for it become. Factors
    each matrix in the last two dimensions of `a`, of m x n elements, as Q R. R
    is on and above the diagonal of `factors`; Q is the product of min(m, n)
    reflections 1 - s v v^T, as LAPACK has them: of reflection k, v is zero above
    row k, one there, and below it what column k of `factors` holds, and s is
    `scales`[k]. Where nothing is below the diagonal, s is zero.

    ```mlir
    %factors, %scales = stablehlo.qr %a
      : (tensor<5x4x3xf64>) -> (tensor<5x4x3xf64>, tensor<5x3xf64>)
    ```
  }];
  let arguments = (ins StableHLO_WideFloatTensor:$a);
  let results = (outs
    StableHLO_WideFloatTensor:$factors,
    StableHLO_WideFloatTensor:$scales
  );
  let assemblyFormat = [{
    $a attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def StableHLO_ReflectionsOp : StableHLO_Op<"reflections", [
    NoMemoryEffect, StableHLO_SpeculatableIfInputsStatic,
    StableHLO_InferType]> {
  let summary = "the product of reflections";
  let description = [{
    Not in the specification: what calls of a library for it become. The first n
    columns of the product of the reflections that `factors`, of m x n elements,
    and `scales` hold, as `qr` describes them; n is not more than m, and there
    are not more scales than columns.

    ```mlir
    %q = stablehlo.reflections %factors, %scales
      : (tensor<5x4x3xf64>, tensor<5x3xf64>) -> tensor<5x4x3xf64>
    ```
  }];
  let arguments = (ins
    StableHLO_WideFloatTensor:$factors,
    StableHLO_WideFloatTensor:$scales
  );
  let results = (outs StableHLO_WideFloatTensor:$q);
  let assemblyFormat = [{
    $factors `,` $scales attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

#endif // WEFT_STABLEHLO_IR_REFLECTIONS
