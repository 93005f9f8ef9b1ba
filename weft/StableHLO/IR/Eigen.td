// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Eigenvalues. Few files know of them, so they are not among the operations of
// StableHLO.h, which all include.

#ifndef WEFT_STABLEHLO_IR_EIGEN
#define WEFT_STABLEHLO_IR_EIGEN

include "weft/StableHLO/IR/Attributes.td"

def StableHLO_RealTensor : RankedTensorOf<[F32, F64]>;

def StableHLO_EighOp : StableHLO_Op<"eigh", [
    NoMemoryEffect, StableHLO_SpeculatableIfInputsStatic,
    StableHLO_InferType]> {
  let summary = "eigenvalues and eigenvectors of symmetric matrices";
  let description = [{
    Not in the specification: what calls of a library for it become. Of each
    symmetric matrix in the last two dimensions of `a`, of which the lower or the
    upper triangle is read, `values` are the eigenvalues, the least first, and
    the columns of `vectors` are orthonormal eigenvectors in the same order.
    Where an element that is read is not finite, all results are NaN.

    ```mlir
    %values, %vectors = stablehlo.eigh %a, lower = true
      : (tensor<5x3x3xf64>) -> (tensor<5x3xf64>, tensor<5x3x3xf64>)
    ```
  }];
  let arguments = (ins StableHLO_RealTensor:$a, BoolAttr:$lower);
  let results = (outs
    StableHLO_RealTensor:$values,
    StableHLO_RealTensor:$vectors
  );
  let assemblyFormat = [{
    $a `,` `lower` `=` $lower attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

#endif // WEFT_STABLEHLO_IR_EIGEN
