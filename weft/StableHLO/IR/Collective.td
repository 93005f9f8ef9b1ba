// Part of Weft, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations through which the processes of a program talk to each other and to
// the host.
//
// A program runs as num_replicas x num_partitions processes. A collective is
// executed by all processes of a group together; `replica_groups` lists the
// groups, and `channel_handle` and `use_global_device_ids` say whether its
// numbers are replicas, partitions or processes counted through.

#ifndef WEFT_STABLEHLO_IR_COLLECTIVE
#define WEFT_STABLEHLO_IR_COLLECTIVE

include "weft/StableHLO/IR/Attributes.td"

//===----------------------------------------------------------------------===//
// Effects
//===----------------------------------------------------------------------===//

// Each resource stands for the peer at the other end. Reading and writing it
// keeps an operation in its place relative to others on the same resource, and
// alive; none of them is speculatable, since the peer would not take part.

class StableHLO_Resource<string name> :
    Resource<"::weft::stablehlo::effects::" # name>;
def StableHLO_CollectiveResource : StableHLO_Resource<"CollectiveResource">;
def StableHLO_SendResource : StableHLO_Resource<"SendResource">;
def StableHLO_RecvResource : StableHLO_Resource<"RecvResource">;
def StableHLO_InfeedResource : StableHLO_Resource<"InfeedResource">;
def StableHLO_OutfeedResource : StableHLO_Resource<"OutfeedResource">;

class StableHLO_Communicates<Resource resource> :
    MemoryEffects<[MemRead<resource>, MemWrite<resource>]>;

// An operation executed by a whole group, with the groups in `replica_groups`,
// which may name a mesh.
class StableHLO_CollectiveOp<string mnemonic, list<Trait> traits = []> :
    StableHLO_Op<mnemonic, traits # [
        StableHLO_Communicates<StableHLO_CollectiveResource>,
        DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let extraClassDeclaration = commonDeclarations # [{
    /// The channel's number, 0 where no channel is named.
    int64_t getChannelId() {
      auto channel = getChannelHandle();
      return channel ? channel->getHandle() : 0;
    }
  }];
}

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

def StableHLO_AllGatherOp : StableHLO_CollectiveOp<"all_gather", [
    StableHLO_PairwiseSameOperandAndResultElementType]> {
  let summary = "concatenation of a group's tensors, on every process";
  let description = [{
    Concatenates each operand of all processes of a group, in the group's order,
    along `all_gather_dim`.

    ```mlir
    %0 = "stablehlo.all_gather"(%operand) <{
      all_gather_dim = 1 : i64,
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>,
      replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>
    }> : (tensor<2x2xi64>) -> tensor<2x4xi64>
    ```
  }];
  let arguments = (ins
    Variadic<StableHLO_Tensor>:$operands,
    ConfinedAttr<I64Attr, [IntNonNegative]>:$all_gather_dim,
    StableHLO_ReplicaGroupsAttr:$replica_groups,
    OptionalAttr<StableHLO_ChannelHandleAttr>:$channel_handle,
    UnitAttr:$use_global_device_ids
  );
  let results = (outs Variadic<StableHLO_Tensor>:$results);
  let hasVerifier = 1;
}

def StableHLO_AllReduceOp : StableHLO_CollectiveOp<"all_reduce", [
    SingleBlockImplicitTerminator<"ReturnOp">, StableHLO_InferType]> {
  let summary = "reduction of a group's tensors, on every process";
  let description = [{
    Combines each operand of all processes of a group, element by element, with
    `computation`, in any order.

    ```mlir
    %0 = "stablehlo.all_reduce"(%operand) <{
      replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>
    }> ({
    ^bb0(%a: tensor<i64>, %b: tensor<i64>):
      %1 = stablehlo.add %a, %b : tensor<i64>
      stablehlo.return %1 : tensor<i64>
    }) : (tensor<4xi64>) -> tensor<4xi64>
    ```
  }];
  let arguments = (ins
    Variadic<StableHLO_Tensor>:$operands,
    StableHLO_ReplicaGroupsAttr:$replica_groups,
    OptionalAttr<StableHLO_ChannelHandleAttr>:$channel_handle,
    UnitAttr:$use_global_device_ids
  );
  let regions = (region SizedRegion<1>:$computation);
  let results = (outs Variadic<StableHLO_Tensor>:$results);
  let hasVerifier = 1;
}

def StableHLO_AllToAllOp : StableHLO_CollectiveOp<"all_to_all", [
    StableHLO_PairwiseSameOperandAndResultElementType, StableHLO_InferType]> {
  let summary = "exchange of slices within a group";
  let description = [{
    Every process cuts its operand along `split_dimension` into `split_count`
    parts, sends part i to the i-th process of its group, and concatenates what
    it receives, in the group's order, along `concat_dimension`.

    ```mlir
    %0 = "stablehlo.all_to_all"(%operand) <{
      concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
      split_count = 2 : i64, split_dimension = 1 : i64
    }> : (tensor<2x4xi64>) -> tensor<4x2xi64>
    ```
  }];
  let arguments = (ins
    Variadic<StableHLO_Tensor>:$operands,
    ConfinedAttr<I64Attr, [IntNonNegative]>:$split_dimension,
    ConfinedAttr<I64Attr, [IntNonNegative]>:$concat_dimension,
    ConfinedAttr<I64Attr, [IntPositive]>:$split_count,
    StableHLO_ReplicaGroupsAttr:$replica_groups,
    OptionalAttr<StableHLO_ChannelHandleAttr>:$channel_handle
  );
  let results = (outs Variadic<StableHLO_Tensor>:$results);
  let hasVerifier = 1;
}

def StableHLO_CollectiveBroadcastOp : StableHLO_CollectiveOp<"collective_broadcast", [
    StableHLO_InferType]> {
  let summary = "one process's tensors, on its whole group";
  let description = [{
    Copies the operands of a group's root to all its processes; processes in no
    group get zeros. The root is the first of the group or, with
    `has_dynamic_root`, for operand j the process at position j of the last
    operand, a vector of i32 that has no result of its own.

    ```mlir
    %0 = "stablehlo.collective_broadcast"(%operand) <{
      replica_groups = dense<[[2, 1]]> : tensor<1x2xi64>
    }> : (tensor<1x2xi64>) -> tensor<1x2xi64>
    ```
  }];
  let arguments = (ins
    Variadic<StableHLO_Tensor>:$operands,
    StableHLO_ReplicaGroupsAttr:$replica_groups,
    OptionalAttr<StableHLO_ChannelHandleAttr>:$channel_handle,
    UnitAttr:$has_dynamic_root
  );
  let results = (outs Variadic<StableHLO_Tensor>:$results);
  let hasVerifier = 1;
}

def StableHLO_CollectivePermuteOp : StableHLO_Op<"collective_permute", [
    StableHLO_Communicates<StableHLO_CollectiveResource>,
    SameOperandsAndResultElementType, StableHLO_InferType]> {
  let summary = "tensors sent between pairs of processes";
  let description = [{
    For each row of `source_target_pairs`, the second process gets the operand of
    the first. No process is a source twice or a target twice; one that is no
    target gets zeros.

    ```mlir
    %0 = "stablehlo.collective_permute"(%operand) <{
      source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>
    }> : (tensor<2x2xi64>) -> tensor<2x2xi64>
    ```
  }];
  let arguments = (ins
    StableHLO_Tensor:$operand,
    I64ElementsAttr:$source_target_pairs,
    OptionalAttr<StableHLO_ChannelHandleAttr>:$channel_handle
  );
  let results = (outs StableHLO_Tensor:$result);
  let extraClassDeclaration = commonDeclarations # [{
    /// The channel's number, 0 where no channel is named.
    int64_t getChannelId() {
      auto channel = getChannelHandle();
      return channel ? channel->getHandle() : 0;
    }
  }];
  let hasVerifier = 1;
}

def StableHLO_CollectiveReduceOp : StableHLO_CollectiveOp<"collective_reduce", [
    SingleBlockImplicitTerminator<"ReturnOp">, StableHLO_InferType]> {
  let summary = "reduction of a group's tensors, on one process";
  let description = [{
    As `all_reduce`, but only the root of a group gets the result and all other
    processes zeros. Roots are chosen as in `collective_broadcast`.

    ```mlir
    %0 = "stablehlo.collective_reduce"(%operand) <{
      replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>
    }> ({
    ^bb0(%a: tensor<i64>, %b: tensor<i64>):
      %1 = stablehlo.add %a, %b : tensor<i64>
      stablehlo.return %1 : tensor<i64>
    }) : (tensor<4xi64>) -> tensor<4xi64>
    ```
  }];
  let arguments = (ins
    Variadic<StableHLO_Tensor>:$operands,
    StableHLO_ReplicaGroupsAttr:$replica_groups,
    OptionalAttr<StableHLO_ChannelHandleAttr>:$channel_handle,
    UnitAttr:$use_global_device_ids,
    UnitAttr:$has_dynamic_root
  );
  let regions = (region SizedRegion<1>:$computation);
  let results = (outs Variadic<StableHLO_Tensor>:$results);
  let hasVerifier = 1;
}

def StableHLO_CrossReplicaSumOp : StableHLO_Op<"cross-replica-sum", [
    StableHLO_CompatibleOperandsAndResultType,
    StableHLO_Communicates<StableHLO_CollectiveResource>]> {
  let summary = "sum over the replicas of a group";
  let description = [{
    The `all_reduce` across replicas whose computation is addition. Kept for old
    programs.

    ```mlir
    %0 = "stablehlo.cross-replica-sum"(%operand) <{
      replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>
    }> : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
  let arguments = (ins
    StableHLO_Tensor:$operand,
    I64ElementsAttr:$replica_groups
  );
  let results = (outs StableHLO_Tensor:$result);
  let hasVerifier = 1;
}

def StableHLO_ReduceScatterOp : StableHLO_CollectiveOp<"reduce_scatter", [
    SingleBlockImplicitTerminator<"ReturnOp">]> {
  let summary = "reduction of a group's tensors, a slice for every process";
  let description = [{
    Reduces as `all_reduce` does, cuts the result along `scatter_dimension` into
    as many parts as the group has processes, and gives each its part.

    ```mlir
    %0 = "stablehlo.reduce_scatter"(%operand) <{
      replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
      scatter_dimension = 1 : i64
    }> ({
    ^bb0(%a: tensor<i64>, %b: tensor<i64>):
      %1 = stablehlo.add %a, %b : tensor<i64>
      stablehlo.return %1 : tensor<i64>
    }) : (tensor<2x4xi64>) -> tensor<2x2xi64>
    ```
  }];
  let arguments = (ins
    StableHLO_Tensor:$operand,
    ConfinedAttr<I64Attr, [IntNonNegative]>:$scatter_dimension,
    StableHLO_ReplicaGroupsAttr:$replica_groups,
    OptionalAttr<StableHLO_ChannelHandleAttr>:$channel_handle,
    UnitAttr:$use_global_device_ids
  );
  let regions = (region SizedRegion<1>:$computation);
  let results = (outs StableHLO_Tensor:$result);
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// The place in the process grid
//===----------------------------------------------------------------------===//

def StableHLO_PartitionIdOp : StableHLO_Op<"partition_id", [
    Pure, StableHLO_InferType]> {
  let summary = "the partition this process belongs to";
  let description = [{
    ```mlir
    %0 = stablehlo.partition_id : tensor<ui32>
    ```
  }];
  let results = (outs StableHLO_UI32Tensor:$result);
  let assemblyFormat = "attr-dict `:` type(results)";
  let hasVerifier = 1;
}

def StableHLO_ReplicaIdOp : StableHLO_Op<"replica_id", [
    Pure, StableHLO_InferType]> {
  let summary = "the replica this process belongs to";
  let description = [{
    ```mlir
    %0 = stablehlo.replica_id : tensor<ui32>
    ```
  }];
  let results = (outs StableHLO_UI32Tensor:$result);
  let assemblyFormat = "attr-dict `:` type(results)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Point to point, and to the host
//===----------------------------------------------------------------------===//

// Tokens order these among each other; the result token is the last result.

def StableHLO_SendOp : StableHLO_Op<"send", [
    StableHLO_Communicates<StableHLO_SendResource>, StableHLO_InferType]> {
  let summary = "sends tensors to a channel";
  let description = [{
    Sends `inputs` to the `recv` with the same channel: on the host if
    `is_host_transfer`, else on the process that `source_target_pairs` assigns to
    this one.

    ```mlir
    %0 = "stablehlo.send"(%operand, %token) <{
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>,
      is_host_transfer = true
    }> : (tensor<2x2xi64>, !stablehlo.token) -> !stablehlo.token
    ```
  }];
  let arguments = (ins
    Variadic<StableHLO_TensorOrPerAxisQuantizedTensor>:$inputs,
    StableHLO_Token:$token,
    StableHLO_ChannelHandleAttr:$channel_handle,
    DefaultValuedOptionalAttr<BoolAttr, "false">:$is_host_transfer,
    OptionalAttr<I64ElementsAttr>:$source_target_pairs
  );
  let results = (outs StableHLO_Token:$result);
  let hasVerifier = 1;
}

def StableHLO_RecvOp : StableHLO_Op<"recv", [
    StableHLO_Communicates<StableHLO_RecvResource>]> {
  let summary = "receives tensors from a channel";
  let description = [{
    Receives what the `send` with the same channel sent, and a token. Without
    `is_host_transfer` the sender is the process that `source_target_pairs`
    assigns to this one.

    ```mlir
    %0:2 = "stablehlo.recv"(%token) <{
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>,
      is_host_transfer = true
    }> : (!stablehlo.token) -> (tensor<2x2xi64>, !stablehlo.token)
    ```
  }];
  let arguments = (ins
    StableHLO_Token:$token,
    StableHLO_ChannelHandleAttr:$channel_handle,
    DefaultValuedOptionalAttr<BoolAttr, "false">:$is_host_transfer,
    OptionalAttr<I64ElementsAttr>:$source_target_pairs
  );
  let results = (outs
    Variadic<StableHLO_StaticShapeTensorOrPerAxisQuantizedTensorOrToken>:$results
  );
  let hasVerifier = 1;
}

def StableHLO_InfeedOp : StableHLO_Op<"infeed", [
    StableHLO_Communicates<StableHLO_InfeedResource>]> {
  let summary = "takes tensors from the host's queue";
  let description = [{
    Takes the next tensors from the queue that `infeed_config` describes, and
    produces them and a token. `layout` gives the order of dimensions in memory,
    fastest first, per tensor.

    ```mlir
    %0:2 = "stablehlo.infeed"(%token) <{infeed_config = "", layout = [[0, 1]]}>
      : (!stablehlo.token) -> (tensor<2x2xi64>, !stablehlo.token)
    ```
  }];
  let arguments = (ins
    StableHLO_Token:$token,
    DefaultValuedStrAttr<StrAttr, "">:$infeed_config,
    OptionalAttr<ArrayAttr>:$layout
  );
  let results = (outs
    Variadic<StableHLO_StaticShapeTensorOrPerAxisQuantizedTensorOrToken>:$results
  );
  let hasVerifier = 1;
}

def StableHLO_OutfeedOp : StableHLO_Op<"outfeed", [
    StableHLO_Communicates<StableHLO_OutfeedResource>, StableHLO_InferType]> {
  let summary = "puts tensors on the host's queue";
  let description = [{
    ```mlir
    %0 = "stablehlo.outfeed"(%operand, %token) <{outfeed_config = ""}>
      : (tensor<2x2x2xi64>, !stablehlo.token) -> !stablehlo.token
    ```
  }];
  let arguments = (ins
    Variadic<StableHLO_TensorOrPerAxisQuantizedTensor>:$inputs,
    StableHLO_Token:$token,
    DefaultValuedStrAttr<StrAttr, "">:$outfeed_config
  );
  let results = (outs StableHLO_Token:$result);
}

#endif // WEFT_STABLEHLO_IR_COLLECTIVE
