// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dialect, the values a plan is made of, and its closed sets of keywords.

#ifndef WEFT_PLAN_IR_BASE
#define WEFT_PLAN_IR_BASE

include "mlir/IR/EnumAttr.td"
include "weft/StableHLO/IR/Base.td"

def Plan_Dialect : Dialect {
  let name = "plan";
  let cppNamespace = "::weft::plan";
  let summary = "an ordered list of kernels, copies, loops, branches and calls";
  let description = [{
    The plan level of Weft: what runs as one kernel, in which order, and where
    each value lies in memory. A plan stays in SSA tensors to the end. Memory
    assignment annotates values with places and inserts copies, it rewrites
    nothing; so a plan of any stage can be executed by the interpreter.

    A kernel's region is its meaning, in StableHLO; machine code is the
    implementation, and the region is never thrown away. The same holds for
    calls out of the program and for collectives: their region holds the one
    StableHLO operation they stand for, with all its attributes.

    Beside the attributes of its operations the dialect has some that any
    operation of a plan may carry:

    | attribute | from stage | meaning |
    | --- | --- | --- |
    | `plan.record` | fused | code of the reason why the operation is as it is |
    | `plan.storage` | shared | per result: storage class and byte offset in it |
    | `plan.place` | placed | per result: arena, offset and size |
    | `plan.after` | synchronised | positions, in the block, of operations to wait for beyond the operands |

    Arguments of a program carry `plan.donate`, `plan.space`, `plan.storage` and
    `plan.place`, results `plan.space`.
  }];
  let dependentDialects = ["::weft::stablehlo::StableHLODialect"];
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let extraClassDeclaration = [{
    void registerAttributes();
  }];
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

// P1: dynamic shapes never reach the plan.
def Plan_Tensor : Type<
    And<[IsRankedTensorTypePred, HasStaticShapePred]>,
    "tensor of static shape", "::mlir::RankedTensorType">;
def Plan_Scalar : Type<
    And<[IsRankedTensorTypePred, HasAnyRankOfPred<[0]>]>,
    "tensor of rank 0", "::mlir::RankedTensorType">;
// What an asynchronous operation under way will give.
defvar Plan_Pending = StableHLO_Future;
def Plan_Token : Type<StableHLO_Token.predicate, "token">,
    BuildableType<"::weft::stablehlo::TokenType::get($_builder.getContext())">;
def Plan_Value : AnyTypeOf<[Plan_Tensor, Plan_Token]>;
def Plan_Carried : AnyTypeOf<[Plan_Tensor, Plan_Token, Plan_Pending]>;

//===----------------------------------------------------------------------===//
// Keywords
//===----------------------------------------------------------------------===//

class Plan_Enum<string name, string summary, list<I32EnumAttrCase> cases> :
    I32EnumAttr<name, summary, cases> {
  let genSpecializedAttr = 0;
  let cppNamespace = "::weft::plan";
}

// Each stage has all properties of those before it. `tiled` and `synchronised`
// are for plans of GPUs: their kernels are tiled before the order is chosen, and
// their streams wait for each other where `plan.after` says so.
def Plan_Stage : Plan_Enum<"Stage", "how far a plan has come", [
  I32EnumAttrCase<"Built", 0, "built">,
  I32EnumAttrCase<"Fused", 1, "fused">,
  I32EnumAttrCase<"Tiled", 2, "tiled">,
  I32EnumAttrCase<"Ordered", 3, "ordered">,
  I32EnumAttrCase<"Shared", 4, "shared">,
  I32EnumAttrCase<"Placed", 5, "placed">,
  I32EnumAttrCase<"Synchronised", 6, "synchronised">]>;
def Plan_StageAttr : EnumAttr<Plan_Dialect, Plan_Stage, "stage">;

// `grouped`, `attention`, `scan` and `topk` are for kernels of GPUs, which have
// algorithms for these; the CPU sees the operations they are made of.
def Plan_Hero : Plan_Enum<"Hero",
    "the operation a kernel is built around, which decides how it is tiled", [
  I32EnumAttrCase<"None", 0, "none">,
  I32EnumAttrCase<"Dot", 1, "dot">,
  I32EnumAttrCase<"Grouped", 2, "grouped">,
  I32EnumAttrCase<"Convolution", 3, "conv">,
  I32EnumAttrCase<"Attention", 4, "attention">,
  I32EnumAttrCase<"Reduce", 5, "reduce">,
  I32EnumAttrCase<"Chain", 6, "chain">,
  I32EnumAttrCase<"Scan", 7, "scan">,
  I32EnumAttrCase<"Sort", 8, "sort">,
  I32EnumAttrCase<"TopK", 9, "topk">,
  I32EnumAttrCase<"Gather", 10, "gather">,
  I32EnumAttrCase<"Scatter", 11, "scatter">,
  I32EnumAttrCase<"Window", 12, "window">,
  I32EnumAttrCase<"Fft", 13, "fft">,
  I32EnumAttrCase<"Random", 14, "rng">,
  I32EnumAttrCase<"Solve", 15, "solve">,
  I32EnumAttrCase<"Loop", 16, "loop">]>;
def Plan_HeroAttr : EnumAttr<Plan_Dialect, Plan_Hero, "hero"> {
  let assemblyFormat = "`<` $value `>`";
}

// The CPU's are of one thread; the others are for loop kernels of GPUs.
def Plan_Scope : Plan_Enum<"Scope", "who runs a loop kernel together", [
  I32EnumAttrCase<"Thread", 0, "thread">,
  I32EnumAttrCase<"Block", 1, "block">,
  I32EnumAttrCase<"Cluster", 2, "cluster">,
  I32EnumAttrCase<"Grid", 3, "grid">]>;
def Plan_ScopeAttr : EnumAttr<Plan_Dialect, Plan_Scope, "scope">;

def Plan_CopyCause : Plan_Enum<"CopyCause", "why bytes are moved", [
  I32EnumAttrCase<"Layout", 0, "layout">,
  I32EnumAttrCase<"Interference", 1, "interference">,
  I32EnumAttrCase<"Boundary", 2, "boundary">,
  I32EnumAttrCase<"Permutation", 3, "permutation">]>;
def Plan_CopyCauseAttr : EnumAttr<Plan_Dialect, Plan_CopyCause, "cause"> {
  let assemblyFormat = "`<` $value `>`";
}

def Plan_Space : Plan_Enum<"Space", "a memory", [
  I32EnumAttrCase<"Device", 0, "device">,
  I32EnumAttrCase<"PinnedHost", 1, "pinned_host">,
  I32EnumAttrCase<"UnpinnedHost", 2, "unpinned_host">,
  I32EnumAttrCase<"Collective", 3, "collective">]>;
def Plan_SpaceAttr : EnumAttr<Plan_Dialect, Plan_Space, "space">;

// `none` is for values without bytes: tokens and what is pending.
def Plan_Arena : Plan_Enum<"Arena", "the storage a place lies in", [
  I32EnumAttrCase<"None", 0, "none">,
  I32EnumAttrCase<"Argument", 1, "argument">,
  I32EnumAttrCase<"Result", 2, "result">,
  I32EnumAttrCase<"Constants", 3, "constants">,
  I32EnumAttrCase<"Temp", 4, "temp">]>;

def Plan_DonateKind : Plan_Enum<"DonateKind", "who may reuse an argument", [
  I32EnumAttrCase<"May", 0, "may">,
  I32EnumAttrCase<"Must", 1, "must">]>;

#endif // WEFT_PLAN_IR_BASE
