// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef WEFT_STABLEHLO_SIMPLIFY_PASSES_TD
#define WEFT_STABLEHLO_SIMPLIFY_PASSES_TD

include "mlir/Pass/PassBase.td"

def SimplifyPass : Pass<"simplify", "::mlir::ModuleOp"> {
  let summary = "rewrite StableHLO programs by equations";
  let description = [{
    Inlines calls, then makes shapes known that types leave open and that
    follow from constants, applies the simplification rules, merges equal
    operations, removes dead ones and simplifies loops until nothing changes.
    Results stay the same bit for bit, but for the sign and payload of NaNs.
  }];
  let dependentDialects = ["::weft::stablehlo::StableHLODialect",
                           "::mlir::func::FuncDialect"];
  let options = [
    Option<"maximumConstantBytes", "max-constant-bytes", "int64_t", "64 << 10",
           "largest constant that is computed at compile time; 0 for none">,
    ListOption<"keepComposites", "keep-composites", "std::string",
               "names of composites that stay whole">
  ];
}

#endif // WEFT_STABLEHLO_SIMPLIFY_PASSES_TD
