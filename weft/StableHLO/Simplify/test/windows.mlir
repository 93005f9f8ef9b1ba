// RUN: weft-opt --simplify %s | FileCheck %s
// RUN: weft-fuzz-programs --file=%s

// CHECK-LABEL: func @windows
func.func @windows(%x: tensor<3x4xf32>, %e: tensor<f32>) -> (tensor<3x4xf32>, tensor<3x1xf32>, tensor<3x3xf32>) {
  // CHECK-DAG: %[[E:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<3x4xf32>
  // CHECK-DAG: %[[A:.*]] = stablehlo.add %[[E]], %arg0
  %0 = "stablehlo.reduce_window"(%x, %e) <{window_dimensions = array<i64: 1, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<f32>) -> tensor<3x4xf32>
  // CHECK-DAG: %[[B:.*]] = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [1]
  // CHECK-DAG: %[[C:.*]] = stablehlo.reshape %[[B]] : (tensor<3xf32>) -> tensor<3x1xf32>
  %1 = "stablehlo.reduce_window"(%x, %e) <{window_dimensions = array<i64: 1, 4>, window_strides = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<f32>) -> tensor<3x1xf32>
  // CHECK-DAG: %[[D:.*]] = "stablehlo.reduce_window"
  %2 = "stablehlo.reduce_window"(%x, %e) <{window_dimensions = array<i64: 1, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3x4xf32>, tensor<f32>) -> tensor<3x3xf32>
  // CHECK: return %[[A]], %[[C]], %[[D]]
  return %0, %1, %2 : tensor<3x4xf32>, tensor<3x1xf32>, tensor<3x3xf32>
}

// CHECK-LABEL: func @sorts
func.func @sorts(%x: tensor<3x1xf32>, %k: tensor<3xf32>, %v: tensor<3xi32>) -> (tensor<3x1xf32>, tensor<3xf32>, tensor<3xi32>) {
  %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<3x1xf32>) -> tensor<3x1xf32>
  // CHECK: %[[A:.*]] = "stablehlo.sort"(%arg1)
  %1:2 = "stablehlo.sort"(%k, %v) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %e = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %e : tensor<i1>
  }) : (tensor<3xf32>, tensor<3xi32>) -> (tensor<3xf32>, tensor<3xi32>)
  // The keys are looked at although they are not returned.
  // CHECK: %[[B:.*]]:2 = "stablehlo.sort"(%arg1, %arg2)
  %2:2 = "stablehlo.sort"(%k, %v) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %e = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %e : tensor<i1>
  }) : (tensor<3xf32>, tensor<3xi32>) -> (tensor<3xf32>, tensor<3xi32>)
  // CHECK: return %arg0, %[[A]], %[[B]]#1
  return %0, %1#0, %2#1 : tensor<3x1xf32>, tensor<3xf32>, tensor<3xi32>
}
