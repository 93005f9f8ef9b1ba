// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes with several fields.

#ifndef WEFT_PLAN_IR_ATTRIBUTES
#define WEFT_PLAN_IR_ATTRIBUTES

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/TensorEncoding.td"
include "weft/Plan/IR/Base.td"

class Plan_Attr<string name, string attributeMnemonic, list<Trait> traits = []> :
    AttrDef<Plan_Dialect, name, traits> {
  let mnemonic = attributeMnemonic;
}

def Plan_LayoutAttr : Plan_Attr<"Layout", "layout",
    [DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let summary = "the order of a tensor's dimensions in memory, fastest first";
  let description = [{
    The encoding of a tensor type. Without one a tensor is row-major; only the
    borders of a program and calls out of it have others.

    ```mlir
    tensor<2x3xf32, #plan.layout<[0, 1]>>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$minorToMajor);
  let assemblyFormat = "`<` `[` $minorToMajor `]` `>`";
}

def Plan_PlaceAttr : Plan_Attr<"Place", "place"> {
  let summary = "where a value lies: an arena, an offset and a size in bytes";
  let description = [{
    Arguments and results are storages of their own and carry their number.

    ```mlir
    #plan.place<temp, 4096, 64>
    #plan.place<argument 2, 0, 64>
    #plan.place<none>
    ```
  }];
  let parameters = (ins "::weft::plan::Arena":$arena, "int64_t":$index,
                        "int64_t":$offset, "int64_t":$bytes);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The end of the range.
    int64_t getEnd() const { return getOffset() + getBytes(); }
    /// Whether a byte belongs to both.
    bool overlaps(PlaceAttr other) const;
  }];
}

def Plan_DonateAttr : Plan_Attr<"Donate", "donate"> {
  let summary = "an argument whose storage the program takes over";
  let description = [{
    `may`: for any result, or none. `must n`: result n lies in the argument's
    storage.
  }];
  let parameters = (ins "::weft::plan::DonateKind":$kind, "int64_t":$result);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def Plan_AliasAttr : Plan_Attr<"Alias", "alias"> {
  let summary = "a result that overwrites an operand";
  let parameters = (ins "int64_t":$result, "int64_t":$operand);
  let assemblyFormat = "`<` $result `,` $operand `>`";
}
def Plan_AliasArrayAttr :
    TypedArrayAttrBase<Plan_AliasAttr, "array of result and operand pairs">;

#endif // WEFT_PLAN_IR_ATTRIBUTES
