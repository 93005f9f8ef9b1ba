// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef WEFT_STABLEHLO_CHLO_PASSES_TD
#define WEFT_STABLEHLO_CHLO_PASSES_TD

include "mlir/Pass/PassBase.td"

def ExpandChloPass : Pass<"chlo-expand"> {
  let summary = "write chlo operations out in StableHLO";
  let description = [{
    Replaces every operation of the `chlo` dialect by StableHLO operations that
    compute it. Fails, with an error at the operation, where one cannot be
    written out: tensors of unknown rank, and shapes that do not broadcast.
  }];
  let dependentDialects = ["::weft::stablehlo::StableHLODialect"];
}

#endif // WEFT_STABLEHLO_CHLO_PASSES_TD
