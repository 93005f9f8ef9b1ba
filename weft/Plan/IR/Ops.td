// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operations of a plan. The rules P1 to P11 that they obey are named where
// they are checked: in the verifiers of this folder (P1 to P6, P11), and, where
// the whole program and its memory must be seen, in weft/Plan/Memory.

#ifndef WEFT_PLAN_IR_OPS
#define WEFT_PLAN_IR_OPS

include "mlir/Interfaces/FunctionInterfaces.td"
include "weft/Plan/IR/Attributes.td"

class Plan_Op<string mnemonic, list<Trait> traits = []> :
    Op<Plan_Dialect, mnemonic, traits>;

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

def Plan_ProgramOp : Plan_Op<"program", [
    IsolatedFromAbove, SingleBlock, FunctionOpInterface]> {
  let summary = "a whole program, executed in the order written";
  let description = [{
    Its one block holds operations of this dialect; operations of the test
    dialects may stand between them. `stage` says which rules it obeys.
    `arenas` gives the sizes of the arenas in bytes, from stage placed on.

    ```mlir
    plan.program built @main(%x: tensor<4xf32> {plan.donate = #plan.donate<may>}) -> tensor<4xf32> {
      %0 = plan.kernel @exponential_0 (%a = %x : tensor<4xf32>) -> tensor<4xf32> {
        %1 = stablehlo.exponential %a : tensor<4xf32>
        plan.yield %1 : tensor<4xf32>
      }
      plan.return %0 : tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins
    SymbolNameAttr:$sym_name,
    TypeAttrOf<FunctionType>:$function_type,
    Plan_StageAttr:$stage,
    DefaultValuedAttr<I64Attr, "1">:$partitions,
    DefaultValuedAttr<I64Attr, "1">:$replicas,
    OptionalAttr<DictionaryAttr>:$arenas,
    OptionalAttr<StrAttr>:$sym_visibility,
    OptionalAttr<DictArrayAttr>:$arg_attrs,
    OptionalAttr<DictArrayAttr>:$res_attrs
  );
  let regions = (region SizedRegion<1>:$body);
  let extraClassDeclaration = [{
    ::mlir::Region *getCallableRegion() { return &getBody(); }
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() {
      return getFunctionType().getInputs();
    }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() {
      return getFunctionType().getResults();
    }
    bool isAtLeast(::weft::plan::Stage stage) { return getStage() >= stage; }
  }];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def Plan_ReturnOp : Plan_Op<"return", [
    Pure, Terminator, HasParent<"ProgramOp">]> {
  let summary = "ends a program with its results";
  let arguments = (ins Variadic<Plan_Value>:$results);
  let assemblyFormat = "attr-dict ($results^ `:` type($results))?";
  let hasVerifier = 1;
}

def Plan_YieldOp : Plan_Op<"yield", [
    Pure, Terminator,
    ParentOneOf<["KernelOp", "FfiOp", "CallbackOp", "CollectiveOp",
                 "StartOp", "WhileOp", "CaseOp"]>]> {
  let summary = "ends a region of a plan's operation with its results";
  let arguments = (ins Variadic<Plan_Carried>:$results);
  let assemblyFormat = "attr-dict ($results^ `:` type($results))?";
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, ::mlir::ValueRange()); }]>];
}

//===----------------------------------------------------------------------===//
// Work
//===----------------------------------------------------------------------===//

// An operation that is what its region is. Inputs become block arguments.
class Plan_WorkOp<string mnemonic, list<Trait> traits = []> :
    Plan_Op<mnemonic, traits # [
        IsolatedFromAbove, SingleBlockImplicitTerminator<"YieldOp">]> {
  let regions = (region SizedRegion<1>:$body);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  string workDeclarations = [{
    ::mlir::Operation *getYield() { return getBody().front().getTerminator(); }
  }];
  let extraClassDeclaration = workDeclarations;
}

def Plan_KernelOp : Plan_WorkOp<"kernel", [RecursiveMemoryEffects]> {
  let summary = "one launch";
  let description = [{
    Computes what its region of StableHLO operations says. `hero` is the
    operation that decides how it is tiled. `inplace` lists results that
    overwrite operands; two operands may be names for the same bytes. `tile`
    names the tile programs that implement it, in the order they run, and
    `workspace` the bytes they need beside operands and results. A kernel for
    the CPU is one tile program without a workspace; those for GPUs that sort,
    scan or reduce across blocks will have both attributes.

    ```mlir
    %sum = plan.kernel @reduce_0 <reduce> (%a = %x : tensor<8x4xf32>) -> tensor<8xf32> { ... }
    ```
  }];
  let arguments = (ins
    StrAttr:$name,
    Variadic<Plan_Tensor>:$inputs,
    DefaultValuedAttr<Plan_HeroAttr, "::weft::plan::Hero::None">:$hero,
    OptionalAttr<Plan_ScopeAttr>:$scope,
    OptionalAttr<Plan_AliasArrayAttr>:$inplace,
    OptionalAttr<StrAttr>:$digest,
    OptionalAttr<FlatSymbolRefArrayAttr>:$tile,
    OptionalAttr<I64Attr>:$workspace
  );
  let results = (outs Variadic<Plan_Tensor>:$results);
  let assemblyFormat = [{
    custom<Name>($name, $hero) attr-dict
    custom<Work>($inputs, type($inputs), type($results), $body)
  }];
  let builders = [OpBuilder<(ins "::mlir::TypeRange":$results,
                                 "::mlir::StringAttr":$name,
                                 "::mlir::ValueRange":$inputs,
                                 "::weft::plan::Hero":$hero)>];
}

// A call out of the program. The region holds the StableHLO operation it is; a
// token that orders it against others is the last input and the last result.
class Plan_CallOp<string mnemonic> : Plan_WorkOp<mnemonic> {
  let results = (outs Variadic<Plan_Value>:$results);
  let assemblyFormat = [{
    attr-dict custom<Work>($inputs, type($inputs), type($results), $body)
  }];
  let extraClassDeclaration = workDeclarations # [{
    /// The operation this one stands for.
    ::mlir::Operation *getCall();
  }];
}

def Plan_FfiOp : Plan_CallOp<"ffi"> {
  let summary = "a call of a foreign function";
  let description = [{
    Its region holds one `stablehlo.custom_call`. With side effects it has a
    token.

    ```mlir
    %0 = plan.ffi (%a = %x : tensor<4xf32>) -> tensor<4xf32> {
      %1 = stablehlo.custom_call @foo(%a) : (tensor<4xf32>) -> tensor<4xf32>
      plan.yield %1 : tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<Plan_Value>:$inputs);
}

def Plan_CallbackOp : Plan_CallOp<"callback"> {
  let summary = "a transfer to or from the host";
  let description = [{
    Its region holds one `send` or `recv` with the host, `infeed` or `outfeed`.
  }];
  let arguments = (ins Variadic<Plan_Value>:$inputs);
}

def Plan_CollectiveOp : Plan_CallOp<"collective"> {
  let summary = "an exchange between the devices of a program";
  let description = [{
    Its region holds one StableHLO collective, or a `send` or `recv` between
    devices. Collectives keep their order in the program, on every device the
    same.
  }];
  let arguments = (ins Variadic<Plan_Value>:$inputs);
}

def Plan_StartOp : Plan_WorkOp<"start"> {
  let summary = "begins a copy or a call without waiting for it";
  let description = [{
    Its region holds exactly one copy, collective, ffi or callback. The inputs
    must not be overwritten, and the results do not exist, before `plan.done`.

    ```mlir
    %p = plan.start (%a = %x : tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>> {
      %0 = plan.collective ...
      plan.yield %0 : tensor<4xf32>
    }
    %1 = plan.done %p : !stablehlo.future<tensor<4xf32>> -> tensor<4xf32>
    ```
  }];
  let arguments = (ins Variadic<Plan_Tensor>:$inputs);
  let results = (outs Plan_Pending:$pending);
  let assemblyFormat = [{
    attr-dict custom<Start>($inputs, type($inputs), type($pending), $body)
  }];
}

def Plan_DoneOp : Plan_Op<"done"> {
  let summary = "waits for what `plan.start` began";
  let arguments = (ins Plan_Pending:$pending);
  let results = (outs Variadic<Plan_Tensor>:$results);
  let assemblyFormat =
      "$pending attr-dict `:` type($pending) `->` type($results)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Values and bytes
//===----------------------------------------------------------------------===//

def Plan_ConstantOp : Plan_Op<"constant", [
    Pure, ConstantLike, AllTypesMatch<["value", "result"]>]> {
  let summary = "a value known when compiling";
  let arguments = (ins ElementsAttr:$value);
  let results = (outs Plan_Tensor:$result);
  let assemblyFormat = "attr-dict $value";
  let hasFolder = 1;
}

def Plan_CopyOp : Plan_Op<"copy", [Pure]> {
  let summary = "moves a value's bytes and computes nothing";
  let description = [{
    Source and result differ at most in their layout.

    ```mlir
    %1 = plan.copy <interference> %0 : tensor<4xf32> -> tensor<4xf32>
    ```
  }];
  let arguments = (ins Plan_Tensor:$source, Plan_CopyCauseAttr:$cause);
  let results = (outs Plan_Tensor:$result);
  let assemblyFormat =
      "$cause $source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}

def Plan_ViewOp : Plan_Op<"view", [Pure]> {
  let summary = "names bytes inside another value; none move";
  let description = [{
    The result is the bytes of `source` from `offset` on. With an index, from
    `offset + clamp(index, 0, last) * stride` on, where `last` is the largest
    number that keeps the result inside the source. Both tensors are row-major.

    ```mlir
    %1 = plan.view %0 : tensor<2x3xf32> -> tensor<6xf32>
    %2 = plan.view %0 {offset = 12 : i64} : tensor<2x3xf32> -> tensor<3xf32>
    %3 = plan.view %0[%i : tensor<i32>] {stride = 12 : i64} : tensor<2x3xf32> -> tensor<3xf32>
    ```
  }];
  let arguments = (ins
    Plan_Tensor:$source,
    Optional<Plan_Scalar>:$index,
    DefaultValuedAttr<I64Attr, "0">:$offset,
    DefaultValuedAttr<I64Attr, "0">:$stride
  );
  let results = (outs Plan_Tensor:$result);
  let assemblyFormat = [{
    $source (`[` $index^ `:` type($index) `]`)? attr-dict
    `:` type($source) `->` type($result)
  }];
  let extraClassDeclaration = [{
    /// The largest index that is not clamped; only with an index.
    int64_t getLastIndex();
    /// Whether the result is all of the source, under another type.
    bool isWhole();
  }];
  let hasVerifier = 1;
}

def Plan_BarrierOp : Plan_Op<"barrier"> {
  let summary = "its operands; nothing is fused, moved or repeated across it";
  let description = [{
    Everything that the operands need runs before anything that uses a result.

    ```mlir
    %1:2 = plan.barrier %a, %b : tensor<4xf32>, tensor<8xf32>
    ```
  }];
  let arguments = (ins Variadic<Plan_Tensor>:$operands);
  let results = (outs Variadic<Plan_Tensor>:$results);
  let assemblyFormat = "$operands attr-dict custom<SameTypes>(type($operands), type($results))";
  let builders = [OpBuilder<(ins "::mlir::ValueRange":$operands)>];
  let hasVerifier = 1;
}

def Plan_CheckOp : Plan_Op<"check"> {
  let summary = "fails the run unless a flag is true";
  let description = [{
    ```mlir
    %t1 = plan.check %flag, "the batch must not be empty", %t0 : tensor<i1>
    ```
  }];
  let arguments = (ins Plan_Scalar:$flag, StrAttr:$message, Plan_Token:$token);
  let results = (outs Plan_Token:$result);
  let assemblyFormat = [{
    $flag `,` $message `,` $token attr-dict `:` type($flag)
  }];
  let builders = [OpBuilder<(ins "::mlir::Value":$flag, "::mlir::StringAttr":$message,
                                 "::mlir::Value":$token)>];
  let hasVerifier = 1;
}

def Plan_TokenOp : Plan_Op<"token"> {
  let summary = "the beginning of a program's chain of effects";
  let results = (outs Plan_Token:$result);
  let assemblyFormat = "attr-dict";
  let builders = [OpBuilder<(ins)>];
}

def Plan_PartitionIdOp : Plan_Op<"partition_id", [Pure]> {
  let summary = "the partition this device belongs to";
  let results = (outs Plan_Scalar:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def Plan_ReplicaIdOp : Plan_Op<"replica_id", [Pure]> {
  let summary = "the replica this device belongs to";
  let results = (outs Plan_Scalar:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

//===----------------------------------------------------------------------===//
// Control
//===----------------------------------------------------------------------===//

// Regions take what they need from around them.

def Plan_WhileOp : Plan_Op<"while", [
    RecursiveMemoryEffects, SingleBlockImplicitTerminator<"YieldOp">,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>]> {
  let summary = "a loop with carried values";
  let description = [{
    As long as `cond` yields true for the current values, replaces them by what
    `body` yields for them. `trip` says how often that is, where it is known; a
    loop that is `counted` is over after so many turns, and nobody asks `cond`,
    which yields true.

    `turns` says how many turns a device is told at once for each test. Where
    it is not known how many there will be, it looks at what `cond` yields
    before each step of the body, so that this is kept until the loop ends, or
    until the last step of a turn, which makes it for the next one.

    ```mlir
    %1:2 = plan.while {trip = 10 : i64} (%i = %0 : tensor<i32>, %s = %x : tensor<4xf32>)
    cond { ... plan.yield %less : tensor<i1> }
    body { ... plan.yield %next, %sum : tensor<i32>, tensor<4xf32> }
    ```
  }];
  let arguments = (ins
    Variadic<Plan_Carried>:$inits,
    OptionalAttr<I64Attr>:$trip,
    OptionalAttr<I64Attr>:$turns,
    UnitAttr:$counted
  );
  let regions = (region SizedRegion<1>:$cond, SizedRegion<1>:$body);
  let results = (outs Variadic<Plan_Carried>:$results);
  let assemblyFormat = [{
    attr-dict custom<Loop>($inits, type($inits), type($results), $cond, $body)
  }];
  let extraClassDeclaration = [{
    ::mlir::Operation *getCondYield() {
      return getCond().front().getTerminator();
    }
    ::mlir::Operation *getBodyYield() {
      return getBody().front().getTerminator();
    }
    /// Where the condition is a number that the loop carries, and no more: what
    /// a turn makes of it. Null elsewhere.
    ::mlir::Value getNextCondition();
  }];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def Plan_CaseOp : Plan_Op<"case", [
    RecursiveMemoryEffects, SingleBlockImplicitTerminator<"YieldOp">]> {
  let summary = "one of several branches";
  let description = [{
    Runs the branch with the number `index`; one out of range, negative or too
    large, takes the last branch. A boolean counts as 0 or 1.

    Where it is `guarded`, a device is told the steps of all branches in a row:
    each looks at `index`, which is kept until the last of them, and does
    nothing where another branch is taken.

    ```mlir
    %1 = plan.case %p : tensor<i1> -> (tensor<4xf32>) {
      plan.yield %a : tensor<4xf32>
    }, {
      plan.yield %b : tensor<4xf32>
    }
    ```
  }];
  let arguments = (ins Plan_Scalar:$index, UnitAttr:$guarded);
  let regions = (region VariadicRegion<SizedRegion<1>>:$branches);
  let results = (outs Variadic<Plan_Carried>:$results);
  let assemblyFormat = [{
    $index attr-dict `:` type($index) (`->` `(` type($results)^ `)`)? $branches
  }];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

#endif // WEFT_PLAN_IR_OPS
