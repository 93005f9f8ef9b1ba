// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The types that builtin MLIR lacks.

#ifndef WEFT_STABLEHLO_IR_TYPES
#define WEFT_STABLEHLO_IR_TYPES

include "weft/StableHLO/IR/Base.td"

class StableHLO_Type<string name, string typeMnemonic> :
    TypeDef<StableHLO_Dialect, name> {
  let mnemonic = typeMnemonic;
}

def StableHLO_TokenType : StableHLO_Type<"Token", "token"> {
  let summary = "orders operations with effects; carries no data";
}

def StableHLO_FutureType : StableHLO_Type<"Future", "future"> {
  let summary = "the results of an operation that was started and not yet awaited";
  let parameters = (ins ArrayRefParameter<"::mlir::Type">:$types);
  let assemblyFormat = "`<` $types `>`";
  let genVerifyDecl = 1;
}

#endif // WEFT_STABLEHLO_IR_TYPES
