// RUN: weft-opt --simplify %s | FileCheck %s
// RUN: weft-fuzz-programs --file=%s

// CHECK-LABEL: func @at_constant
func.func @at_constant(%x: tensor<4x6xf32>, %i: tensor<i32>) -> (tensor<2x6xf32>, tensor<2x6xf32>) {
  %nine = stablehlo.constant dense<9> : tensor<i32>
  // The start is moved inside.
  // CHECK-DAG: %[[A:.*]] = stablehlo.slice %arg0 [2:4, 0:6]
  %0 = stablehlo.dynamic_slice %x, %nine, %i, sizes = [2, 6] : (tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> tensor<2x6xf32>
  // CHECK-DAG: %[[ZERO:.*]] = stablehlo.constant dense<0>
  // CHECK-DAG: %[[B:.*]] = stablehlo.dynamic_slice %arg0, %arg1, %[[ZERO]], sizes = [2, 6]
  %1 = stablehlo.dynamic_slice %x, %i, %i, sizes = [2, 6] : (tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> tensor<2x6xf32>
  // CHECK: return %[[A]], %[[B]]
  return %0, %1 : tensor<2x6xf32>, tensor<2x6xf32>
}

// CHECK-LABEL: func @of_splat_and_update
func.func @of_splat_and_update(%x: tensor<4xf32>, %u: tensor<2xf32>, %i: tensor<i32>, %j: tensor<i32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %c = stablehlo.constant dense<1.0> : tensor<4xf32>
  // CHECK-DAG: %[[C:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<2xf32>
  %0 = stablehlo.dynamic_slice %c, %i, sizes = [2] : (tensor<4xf32>, tensor<i32>) -> tensor<2xf32>
  // CHECK-DAG: %[[U:.*]] = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2
  %1 = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<4xf32>, tensor<2xf32>, tensor<i32>) -> tensor<4xf32>
  %2 = stablehlo.dynamic_slice %1, %i, sizes = [2] : (tensor<4xf32>, tensor<i32>) -> tensor<2xf32>
  // Somewhere else.
  // CHECK-DAG: %[[S:.*]] = stablehlo.dynamic_slice %[[U]], %arg3
  %3 = stablehlo.dynamic_slice %1, %j, sizes = [2] : (tensor<4xf32>, tensor<i32>) -> tensor<2xf32>
  // CHECK: return %[[C]], %arg1, %[[S]]
  return %0, %2, %3 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// CHECK-LABEL: func @updates
func.func @updates(%x: tensor<4xf32>, %w: tensor<4xf32>, %u: tensor<2xf32>, %v: tensor<2xf32>, %e: tensor<0xf32>, %i: tensor<i32>, %j: tensor<i32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.dynamic_update_slice %x, %w, %i : (tensor<4xf32>, tensor<4xf32>, tensor<i32>) -> tensor<4xf32>
  %1 = stablehlo.dynamic_update_slice %x, %e, %i : (tensor<4xf32>, tensor<0xf32>, tensor<i32>) -> tensor<4xf32>
  // CHECK-DAG: %[[A:.*]] = stablehlo.dynamic_update_slice %arg0, %arg3, %arg5
  %2 = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<4xf32>, tensor<2xf32>, tensor<i32>) -> tensor<4xf32>
  %3 = stablehlo.dynamic_update_slice %2, %v, %i : (tensor<4xf32>, tensor<2xf32>, tensor<i32>) -> tensor<4xf32>
  // CHECK-DAG: %[[B:.*]] = stablehlo.dynamic_update_slice %arg0, %arg2, %arg5
  // CHECK-DAG: %[[C:.*]] = stablehlo.dynamic_update_slice %[[B]], %arg3, %arg6
  %4 = stablehlo.dynamic_update_slice %2, %v, %j : (tensor<4xf32>, tensor<2xf32>, tensor<i32>) -> tensor<4xf32>
  %s = stablehlo.dynamic_slice %w, %j, sizes = [2] : (tensor<4xf32>, tensor<i32>) -> tensor<2xf32>
  %5 = stablehlo.dynamic_update_slice %w, %s, %j : (tensor<4xf32>, tensor<2xf32>, tensor<i32>) -> tensor<4xf32>
  // CHECK: return %arg1, %arg0, %[[A]], %[[C]], %arg1
  return %0, %1, %3, %4, %5 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func @updates_of_whole_rows
func.func @updates_of_whole_rows(%x: tensor<4x8xf32>, %u: tensor<2x8xf32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<4x8xf32> {
  // CHECK: %[[ZERO:.*]] = stablehlo.constant dense<0> : tensor<i32>
  // CHECK: stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %[[ZERO]]
  %0 = stablehlo.dynamic_update_slice %x, %u, %i, %j : (tensor<4x8xf32>, tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
