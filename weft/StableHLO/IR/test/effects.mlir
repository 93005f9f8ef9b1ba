// RUN: weft-opt %s --cse --canonicalize | FileCheck %s

// What has an effect stays although nobody uses it, and equal ones are not
// merged. What has none goes.

// CHECK-LABEL: func @collectives
func.func @collectives(%a: tensor<4xf32>, %token: !stablehlo.token) {
  // CHECK-COUNT-2: "stablehlo.collective_permute"
  %0 = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK-NEXT: "stablehlo.cross-replica-sum"
  %2 = "stablehlo.cross-replica-sum"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK-NEXT: "stablehlo.infeed"
  %3:2 = "stablehlo.infeed"(%token) <{infeed_config = ""}> : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  // CHECK-NEXT: "stablehlo.outfeed"
  %4 = "stablehlo.outfeed"(%a, %token) <{outfeed_config = ""}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  // CHECK-NEXT: return
  %5 = stablehlo.replica_id : tensor<ui32>
  return
}

// CHECK-LABEL: func @random
func.func @random(%a: tensor<f32>, %shape: tensor<1xi64>, %state: tensor<2xui64>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xui32>, tensor<4xui32>) {
  // CHECK-COUNT-2: stablehlo.rng %
  %0 = stablehlo.rng %a, %a, %shape, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
  %1 = stablehlo.rng %a, %a, %shape, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
  // CHECK-NEXT: %output_state, %output = stablehlo.rng_bit_generator
  // CHECK-NEXT: return %0, %1, %output, %output
  %2:2 = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  %3:2 = stablehlo.rng_bit_generator %state, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  return %0, %1, %2#1, %3#1 : tensor<4xf32>, tensor<4xf32>, tensor<4xui32>, tensor<4xui32>
}

// CHECK-LABEL: func @custom_calls
func.func @custom_calls(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK-NEXT: stablehlo.custom_call @prints
  stablehlo.custom_call @prints(%a) {has_side_effect = true} : (tensor<4xf32>) -> ()
  // CHECK-NEXT: %[[PURE:.*]] = stablehlo.custom_call @pure
  %0 = stablehlo.custom_call @pure(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.custom_call @pure(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = stablehlo.custom_call @unused(%a) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK-NEXT: stablehlo.custom_call @CreateBuffer
  // CHECK-NEXT: stablehlo.custom_call @CreateBuffer
  %3 = stablehlo.custom_call @CreateBuffer() {api_version = 4 : i32} : () -> memref<4xf32>
  %4 = stablehlo.custom_call @CreateBuffer() {api_version = 4 : i32} : () -> memref<4xf32>
  // CHECK-NEXT: return %[[PURE]], %[[PURE]]
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// An operation with regions has the effects of what is in them.

// CHECK-LABEL: func @regions
func.func @regions(%pred: tensor<i1>, %a: tensor<4xf32>) {
  // CHECK-NEXT: "stablehlo.if"
  // CHECK: stablehlo.custom_call @prints
  // CHECK: }) : (tensor<i1>) -> ()
  "stablehlo.if"(%pred) ({
    stablehlo.custom_call @prints(%a) {has_side_effect = true} : (tensor<4xf32>) -> ()
    stablehlo.return
  }, {
    stablehlo.return
  }) : (tensor<i1>) -> ()
  // CHECK-NEXT: return
  %0 = "stablehlo.if"(%pred) ({
    stablehlo.return %a : tensor<4xf32>
  }, {
    %1 = stablehlo.negate %a : tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  %2 = stablehlo.while(%b = %pred) : tensor<i1>
  cond {
    stablehlo.return %b : tensor<i1>
  } do {
    stablehlo.return %b : tensor<i1>
  }
  return
}
