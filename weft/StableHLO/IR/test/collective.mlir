// RUN: weft-opt %s | FileCheck %s
// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt %s --mlir-print-op-generic | weft-opt | FileCheck %s
// RUN: weft-opt %s --emit-bytecode | weft-opt | FileCheck %s

// Collectives have no text form of their own but the generic one, with their
// attributes in alphabetical order.

// CHECK-LABEL: func @gather_and_exchange
func.func @gather_and_exchange(%a: tensor<4x4xf32>) {
  // CHECK-NEXT: "stablehlo.all_gather"(%arg0) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> : (tensor<4x4xf32>) -> tensor<4x8xf32>
  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids} : (tensor<4x4xf32>) -> tensor<4x8xf32>
  // CHECK-NEXT: "stablehlo.all_to_all"(%arg0, %arg0) <{concat_dimension = 0 : i64, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> (tensor<8x2xf32>, tensor<8x2xf32>)
  %1:2 = "stablehlo.all_to_all"(%a, %a) {split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> (tensor<8x2xf32>, tensor<8x2xf32>)
  // CHECK-NEXT: "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<{{\[\[}}0, 1], [1, 2]]> : tensor<2x2xi64>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// CHECK-LABEL: func @broadcast
func.func @broadcast(%a: tensor<4x4xf32>, %b: tensor<4xf32>, %roots: tensor<2xi32>) {
  // CHECK-NEXT: "stablehlo.collective_broadcast"(%arg0) <{replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %0 = "stablehlo.collective_broadcast"(%a) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK-NEXT: "stablehlo.collective_broadcast"(%arg0, %arg1, %arg2) <{has_dynamic_root, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> : (tensor<4x4xf32>, tensor<4xf32>, tensor<2xi32>) -> (tensor<4x4xf32>, tensor<4xf32>)
  %1:2 = "stablehlo.collective_broadcast"(%a, %b, %roots) {has_dynamic_root, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x4xf32>, tensor<4xf32>, tensor<2xi32>) -> (tensor<4x4xf32>, tensor<4xf32>)
  return
}

// CHECK-LABEL: func @reductions
func.func @reductions(%a: tensor<4x4xf32>) {
  // CHECK-NEXT: "stablehlo.all_reduce"(%arg0) <{replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 2>]>, axes = [#stablehlo.axis_ref<name = "x">]>}> ({
  // CHECK-NEXT: ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
  // CHECK-NEXT:   stablehlo.add
  // CHECK-NEXT:   stablehlo.return
  // CHECK-NEXT: }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %0 = "stablehlo.all_reduce"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = "x", size = 2>]>, axes = [#stablehlo.axis_ref<name = "x">]>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK-NEXT: "stablehlo.collective_reduce"(%arg0) <{replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> ({
  // CHECK: }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = "stablehlo.collective_reduce"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK-NEXT: "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64}> ({
  // CHECK: }) : (tensor<4x4xf32>) -> tensor<4x2xf32>
  %2 = "stablehlo.reduce_scatter"(%a) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 1 : i64} : (tensor<4x4xf32>) -> tensor<4x2xf32>
  // CHECK-NEXT: "stablehlo.cross-replica-sum"(%arg0) <{replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = "stablehlo.cross-replica-sum"(%a) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// CHECK-LABEL: func @place
func.func @place() {
  // CHECK-NEXT: stablehlo.partition_id : tensor<ui32>
  %0 = stablehlo.partition_id : tensor<ui32>
  // CHECK-NEXT: stablehlo.replica_id : tensor<ui32>
  %1 = stablehlo.replica_id : tensor<ui32>
  return
}

// CHECK-LABEL: func @transfers
func.func @transfers(%a: tensor<4xi32>, %token: !stablehlo.token) {
  // CHECK-NEXT: "stablehlo.send"(%arg0, %arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true}> : (tensor<4xi32>, !stablehlo.token) -> !stablehlo.token
  %0 = "stablehlo.send"(%a, %token) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true} : (tensor<4xi32>, !stablehlo.token) -> !stablehlo.token
  // CHECK-NEXT: "stablehlo.recv"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<{{\[\[}}0, 1], [1, 2]]> : tensor<2x2xi64>}> : (!stablehlo.token) -> (tensor<4xi32>, !stablehlo.token)
  %1:2 = "stablehlo.recv"(%token) {channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>} : (!stablehlo.token) -> (tensor<4xi32>, !stablehlo.token)
  // CHECK-NEXT: "stablehlo.infeed"(%arg1) <{infeed_config = "config", layout = {{\[\[}}0]]}> : (!stablehlo.token) -> (tensor<4xi32>, !stablehlo.token)
  %2:2 = "stablehlo.infeed"(%token) {infeed_config = "config", layout = [[0]]} : (!stablehlo.token) -> (tensor<4xi32>, !stablehlo.token)
  // CHECK-NEXT: "stablehlo.outfeed"(%arg0, %arg1) <{outfeed_config = "config"}> : (tensor<4xi32>, !stablehlo.token) -> !stablehlo.token
  %3 = "stablehlo.outfeed"(%a, %token) {outfeed_config = "config"} : (tensor<4xi32>, !stablehlo.token) -> !stablehlo.token
  return
}
