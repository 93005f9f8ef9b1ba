// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef WEFT_STABLEHLO_SDY_SDYOPS_TD
#define WEFT_STABLEHLO_SDY_SDYOPS_TD

include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "weft/StableHLO/Sdy/SdyAttributes.td"

class Sdy_Op<string mnemonic, list<Trait> traits = []>
    : Op<Sdy_Dialect, mnemonic, traits>;

def Sdy_MeshOp : Sdy_Op<"mesh", [Symbol, HasParent<"::mlir::ModuleOp">]> {
  let summary = "names a mesh";
  let description = [{
    ```mlir
    sdy.mesh @mesh = <["x"=4, "y"=2]>
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, Sdy_Mesh:$mesh);
  let assemblyFormat = "$sym_name `=` $mesh attr-dict";
}

/// An identity whose result has the sharding that the attribute gives.
class Sdy_ShardedIdentityOp<string mnemonic, list<Trait> traits = []>
    : Sdy_Op<mnemonic, traits # [
        SameOperandsAndResultType, InferTypeOpInterface,
        DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let arguments = (ins AnyType:$input, Sdy_TensorSharding:$sharding);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$input $sharding attr-dict `:` type($result)";
}

def Sdy_ShardingConstraintOp : Sdy_ShardedIdentityOp<"sharding_constraint"> {
  let summary = "the sharding that the user demands of a value";
  let description = [{
    Not pure: without uses of its result it constrains its operand.

    ```mlir
    %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}, {?} ]> : tensor<8x8xf32>
    ```
  }];
}

def Sdy_ReshardOp : Sdy_ShardedIdentityOp<"reshard", [Pure]> {
  let summary = "a change from one sharding to another";
}

def Sdy_ReturnOp : Sdy_Op<"return", [Pure, ReturnLike, Terminator]> {
  let summary = "the values of a body";
  let arguments = (ins Variadic<AnyType>:$results);
  let assemblyFormat = "attr-dict ($results^ `:` type($results))?";
}

def Sdy_ManualComputationOp : Sdy_Op<"manual_computation", [
    RecursiveMemoryEffects, SingleBlockImplicitTerminator<"ReturnOp">,
    IsolatedFromAbove, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a computation written per device along some axes";
  let description = [{
    Outside, tensors have their whole shapes. Inside, every dimension is divided
    by the manual axes in its sharding, and communication is explicit.

    Constraints:
      * C1: each sharding is valid for its operand or result.
      * C2: body arguments and returned values are as many as operands and
        results.
      * C3: in each dimension, manual axes come before the others.
      * C4: manual axes divide the dimension.
      * C5: body types are the whole types divided by the manual axes.
      * C6: shardings have one mesh, and it has every manual axis.
      * C7: no enclosing manual computation has the same manual axis.
  }];
  let arguments = (ins
    Variadic<AnyType>:$tensors,
    Sdy_TensorShardingPerValue:$in_shardings,
    Sdy_TensorShardingPerValue:$out_shardings,
    Sdy_ManualAxes:$manual_axes
  );
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    `(` operands `)`
    `in_shardings` `` `=` `` custom<StrippedShardings>($in_shardings)
    `out_shardings` `` `=` `` custom<StrippedShardings>($out_shardings)
    `manual_axes` `` `=` `` $manual_axes
    custom<BodyWithArguments>($body)
    attr-dict `:` functional-type(operands, results)
  }];
}

def Sdy_ShardingGroupOp : Sdy_Op<"sharding_group"> {
  let summary = "puts a value into a group of equally sharded values";
  let arguments = (ins AnyRankedTensor:$input, I64Attr:$group_id);
  let assemblyFormat =
      "$input `group_id` `` `=` `` $group_id attr-dict `:` type($input)";
}

def Sdy_NamedComputationOp : Sdy_Op<"named_computation", [
    RecursiveMemoryEffects, SingleBlockImplicitTerminator<"ReturnOp">,
    RecursivelySpeculatable, IsolatedFromAbove,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a named body, as if it stood in line";
  let arguments = (ins
    StrAttr:$name,
    Variadic<AnyType>:$operands,
    OptionalAttr<Sdy_TensorShardingPerValue>:$in_shardings,
    OptionalAttr<Sdy_TensorShardingPerValue>:$out_shardings
  );
  let results = (outs Variadic<AnyType>);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    `<` $name `>` `` `(` $operands `)`
    (`in_shardings` `` `=` `` custom<StrippedShardings>($in_shardings)^)?
    (`out_shardings` `` `=` `` custom<StrippedShardings>($out_shardings)^)?
    custom<BodyWithArguments>($body)
    attr-dict `:` functional-type($operands, results)
  }];
}

def Sdy_PropagationBarrierOp : Sdy_Op<"propagation_barrier",
    [Pure, SameOperandsAndResultType, InferTypeOpInterface]> {
  let summary = "an identity that lets shardings pass in one direction or none";
  let arguments = (ins AnyRankedTensor:$input,
                       Sdy_PropagationDirection:$allowed_direction);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $input `allowed_direction` `` `=` `` $allowed_direction attr-dict
    `:` type($input)
  }];
  let hasVerifier = 1;
}

#endif // WEFT_STABLEHLO_SDY_SDYOPS_TD
