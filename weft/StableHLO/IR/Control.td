// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations that run other code: branches, loops, asynchronous execution, and
// calls whose meaning lives elsewhere.

#ifndef WEFT_STABLEHLO_IR_CONTROL
#define WEFT_STABLEHLO_IR_CONTROL

include "weft/StableHLO/IR/Attributes.td"

//===----------------------------------------------------------------------===//
// Branches and loops
//===----------------------------------------------------------------------===//

// The regions of these take what they need from around them: they are not
// isolated, and `if` and `case` have no block arguments at all.

def StableHLO_IfOp : StableHLO_Op<"if", [
    RecursiveMemoryEffects, RecursivelySpeculatable,
    SingleBlockImplicitTerminator<"ReturnOp">, StableHLO_InferType]> {
  let summary = "one of two branches";
  let description = [{
    Runs `true_branch` or `false_branch`, as the scalar `pred` says, and
    produces what it returns.

    ```mlir
    %0 = "stablehlo.if"(%pred) ({
      stablehlo.return %a : tensor<i32>
    }, {
      stablehlo.return %b : tensor<i32>
    }) : (tensor<i1>) -> tensor<i32>
    ```
  }];
  let arguments = (ins StableHLO_PredTensor:$pred);
  let regions = (region SizedRegion<1>:$true_branch, SizedRegion<1>:$false_branch);
  let results = (outs
    Variadic<StableHLO_TensorOrPerAxisQuantizedTensorOrToken>:$results
  );
  let hasVerifier = 1;
}

def StableHLO_CaseOp : StableHLO_Op<"case", [
    RecursiveMemoryEffects, RecursivelySpeculatable,
    SingleBlockImplicitTerminator<"ReturnOp">, StableHLO_InferType]> {
  let summary = "one of several branches";
  let description = [{
    Runs the branch whose number is the scalar `index` and produces what it
    returns. An index out of range, negative or too large, selects the last
    branch.

    ```mlir
    %0 = "stablehlo.case"(%index) ({
      stablehlo.return %a : tensor<2xi64>
    }, {
      stablehlo.return %b : tensor<2xi64>
    }) : (tensor<i32>) -> tensor<2xi64>
    ```
  }];
  let arguments = (ins StableHLO_SI32Tensor:$index);
  let regions = (region VariadicRegion<SizedRegion<1>>:$branches);
  let results = (outs
    Variadic<StableHLO_TensorOrPerAxisQuantizedTensorOrToken>:$results
  );
  let hasVerifier = 1;
}

// Not speculatable: nothing says that the loop ends.
def StableHLO_WhileOp : StableHLO_Op<"while", [
    RecursiveMemoryEffects, SingleBlockImplicitTerminator<"ReturnOp">,
    StableHLO_InferType,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>]> {
  let summary = "a loop with carried values";
  let description = [{
    Starts with the values of `operand`. As long as `cond` returns true for the
    current values, replaces them by what `body` returns for them; produces the
    last ones. Both regions take all carried values as block arguments, which in
    the text form share one set of names.

    ```mlir
    %0:2 = stablehlo.while(%i = %zero, %sum = %one) : tensor<i64>, tensor<i64>
    cond {
      %1 = stablehlo.compare LT, %i, %ten : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = stablehlo.add %sum, %one : tensor<i64>
      %2 = stablehlo.add %i, %one : tensor<i64>
      stablehlo.return %2, %1 : tensor<i64>, tensor<i64>
    }
    ```
  }];
  let arguments = (ins
    Variadic<StableHLO_TensorOrPerAxisQuantizedTensorOrTokenOrBuffer>:$operand
  );
  let regions = (region SizedRegion<1>:$cond, SizedRegion<1>:$body);
  let results = (outs
    Variadic<StableHLO_TensorOrPerAxisQuantizedTensorOrTokenOrBuffer>:$results
  );
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def StableHLO_ReturnOp : StableHLO_Op<"return", [Pure, Terminator]> {
  let summary = "ends a region of this dialect";
  let description = [{
    Hands the results of a region to the operation that owns it. Functions end
    with `func.return` instead.

    ```mlir
    stablehlo.return %0, %1 : tensor<i64>, tensor<i64>
    ```
  }];
  let arguments = (ins
    Variadic<StableHLO_TensorOrPerAxisQuantizedTensorOrTokenOrBuffer>:$results
  );
  let assemblyFormat = "$results attr-dict (`:` type($results)^)?";
}

//===----------------------------------------------------------------------===//
// Calls whose meaning lives elsewhere
//===----------------------------------------------------------------------===//

// What it does is what its decomposition does, which only a symbol table tells:
// the effects stay unknown here.
def StableHLO_CompositeOp : StableHLO_Op<"composite", [
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a named operation that comes with its definition";
  let description = [{
    Stands for the operation `name`, of the given `version`, with its attributes
    in `composite_attributes`. Calling the function `decomposition` with the
    same inputs means the same, so who does not know the name does that.
    `composite_regions` are for names that stand for operations with bodies, and
    count for nothing in the decomposition.

    ```mlir
    %0 = stablehlo.composite "my.op" %a, %b {
      composite_attributes = {my_attribute = "value"}, decomposition = @my_op,
      version = 1 : i32
    } : (tensor<f32>, tensor<f32>) -> tensor<f32>
    ```
  }];
  let arguments = (ins
    Variadic<StableHLO_TensorOrPerAxisQuantizedTensorOrTokenOrTuple>:$inputs,
    StrAttr:$name,
    DefaultValuedOptionalAttr<DictionaryAttr, "{}">:$composite_attributes,
    FlatSymbolRefAttr:$decomposition,
    DefaultValuedOptionalAttr<I32Attr, "0">:$version
  );
  let regions = (region VariadicRegion<AnyRegion>:$composite_regions);
  let results = (outs
    Variadic<StableHLO_TensorOrPerAxisQuantizedTensorOrTokenOrTuple>:$results
  );
  let assemblyFormat = [{
    $name operands (` ` `(` $composite_regions^ `)`)? attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def StableHLO_CustomCallOp : StableHLO_Op<"custom_call", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "an operation that the implementation knows by name";
  let description = [{
    Calls `call_target_name`, whose meaning is the implementation's.
    `backend_config` holds its parameters: a dictionary with `api_version` 4
    (typed FFI), else a string. `operand_layouts` and `result_layouts` come
    together and give the order of dimensions in memory, fastest first, per
    value; `result_tilings` the tiles of each result. `output_operand_aliases`
    name results that live in the buffer of an operand. Without
    `has_side_effect` the call may be removed, repeated or merged with an equal
    one, unless it handles buffers.

    ```mlir
    %0 = stablehlo.custom_call @foo(%input) {
      api_version = 4 : i32, backend_config = {bar = 42 : i32}
    } : (tensor<f64>) -> tensor<f64>
    ```
  }];
  let arguments = (ins
    Variadic<StableHLO_CustomCallValue>:$inputs,
    StrAttr:$call_target_name,
    DefaultValuedOptionalAttr<BoolAttr, "false">:$has_side_effect,
    OptionalAttr<AnyAttrOf<[StrAttr, DictionaryAttr]>>:$backend_config,
    DefaultValuedOptionalAttr<StableHLO_CustomCallApiVersionAttr,
        "::weft::stablehlo::CustomCallApiVersion::API_VERSION_ORIGINAL">:$api_version,
    DefaultValuedOptionalAttr<StableHLO_FlatSymbolRefArrayAttr,
                              "{}">:$called_computations,
    OptionalAttr<StableHLO_ArrayOfLayoutAttr>:$operand_layouts,
    OptionalAttr<StableHLO_ArrayOfLayoutAttr>:$result_layouts,
    DefaultValuedOptionalAttr<
        TypedArrayAttrBase<StableHLO_OutputOperandAliasAttr,
                           "array of output operand aliases">,
        "{}">:$output_operand_aliases,
    OptionalAttr<StableHLO_ArrayOfTilingAttr>:$result_tilings
  );
  let results = (outs Variadic<StableHLO_CustomCallValue>:$results);
  let assemblyFormat = [{
    custom<CustomCallTarget>($call_target_name) `(` $inputs `)` attr-dict
    `:` functional-type(operands, results)
  }];
  let extraClassDeclaration = commonDeclarations # [{
    /// The parameters of a typed call, empty if there are none; null if
    /// `backend_config` is a string.
    ::mlir::DictionaryAttr getTypedBackendConfig();
    /// The string that an untyped call gets, empty if there is none or if the
    /// parameters are typed.
    ::llvm::StringRef getOpaqueBackendConfig();
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Asynchronous execution
//===----------------------------------------------------------------------===//

def StableHLO_AsyncStartOp : StableHLO_Op<"async_start", [
    RecursiveMemoryEffects, IsolatedFromAbove,
    SingleBlockImplicitTerminator<"ReturnOp">, StableHLO_InferType]> {
  let summary = "starts an operation without waiting for it";
  let description = [{
    May run the single operation of `body`, a collective or a slice on exactly
    the operands given, beside what follows. The future stands for its results
    until `async_done` asks for them.

    ```mlir
    %0 = "stablehlo.async_start"(%operand) ({
    ^bb0(%a: tensor<8x2xf32>):
      %1 = "stablehlo.all_gather"(%a) <{
        all_gather_dim = 1 : i64,
        replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>
      }> : (tensor<8x2xf32>) -> tensor<8x8xf32>
      stablehlo.return %1 : tensor<8x8xf32>
    }) : (tensor<8x2xf32>) -> !stablehlo.future<tensor<8x8xf32>>
    ```
  }];
  let arguments = (ins Variadic<StableHLO_Tensor>:$operands);
  let regions = (region SizedRegion<1>:$body);
  let results = (outs StableHLO_Future:$result);
  let hasVerifier = 1;
}

// It ends what the start began: moving it above an effect that the started
// operation must precede would be wrong, so its effects stay unknown.
def StableHLO_AsyncDoneOp : StableHLO_Op<"async_done", [StableHLO_InferType]> {
  let summary = "waits for what async_start began";
  let description = [{
    Produces the tensors that the operation behind the future returned.

    ```mlir
    %1 = "stablehlo.async_done"(%0)
      : (!stablehlo.future<tensor<8x8xf32>>) -> tensor<8x8xf32>
    ```
  }];
  let arguments = (ins StableHLO_Future:$operand);
  let results = (outs Variadic<StableHLO_Tensor>:$results);
  let hasVerifier = 1;
}

#endif // WEFT_STABLEHLO_IR_CONTROL
