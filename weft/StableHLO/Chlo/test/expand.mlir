// RUN: weft-opt --chlo-expand %s | FileCheck %s --implicit-check-not=chlo.

// CHECK-LABEL: func.func @broadcast_nothing
func.func @broadcast_nothing(%a: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: stablehlo.add %arg0, %arg0 : tensor<4xf32>
  %0 = chlo.broadcast_add %a, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @broadcast_static
func.func @broadcast_static(%a: tensor<3x1xf32>, %b: tensor<4xf32>) -> tensor<3x4xf32> {
  // CHECK-NEXT: %[[A:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<3x1xf32>) -> tensor<3x4xf32>
  // CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<4xf32>) -> tensor<3x4xf32>
  // CHECK-NEXT: stablehlo.subtract %[[A]], %[[B]] : tensor<3x4xf32>
  %0 = chlo.broadcast_subtract %a, %b : (tensor<3x1xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// CHECK-LABEL: func.func @broadcast_dimensions
func.func @broadcast_dimensions(%a: tensor<3xf32>, %b: tensor<3x4xf32>) -> tensor<3x4xf32> {
  // CHECK-NEXT: %[[A:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<3xf32>) -> tensor<3x4xf32>
  // CHECK-NEXT: stablehlo.power %[[A]], %arg1 : tensor<3x4xf32>
  %0 = chlo.broadcast_power %a, %b {broadcast_dimensions = array<i64: 0>} : (tensor<3xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// The size of a dynamic dimension is that of the operand where it is not 1.
// CHECK-LABEL: func.func @broadcast_dynamic
func.func @broadcast_dynamic(%a: tensor<?xf32>, %b: tensor<2x?xf32>) -> tensor<2x?xi1> {
  // CHECK:      %[[A:.*]] = stablehlo.get_dimension_size %arg0, dim = 0
  // CHECK:      %[[A64:.*]] = stablehlo.convert %[[A]]
  // CHECK:      %[[B:.*]] = stablehlo.get_dimension_size %arg1, dim = 1
  // CHECK:      %[[B64:.*]] = stablehlo.convert %[[B]]
  // CHECK:      %[[ONE:.*]] = stablehlo.compare EQ, %[[A64]]
  // CHECK:      %[[SIZE:.*]] = stablehlo.select %[[ONE]], %[[B64]], %[[A64]]
  // CHECK:      %[[SHAPE:.*]] = stablehlo.concatenate
  // CHECK:      %[[X:.*]] = stablehlo.dynamic_broadcast_in_dim %arg0, %[[SHAPE]], dims = [1] : (tensor<?xf32>, tensor<2xi64>) -> tensor<2x?xf32>
  // CHECK:      %[[Y:.*]] = stablehlo.dynamic_broadcast_in_dim %arg1, %[[SHAPE]], dims = [0, 1] : (tensor<2x?xf32>, tensor<2xi64>) -> tensor<2x?xf32>
  // CHECK:      stablehlo.compare LT, %[[X]], %[[Y]], TOTALORDER : (tensor<2x?xf32>, tensor<2x?xf32>) -> tensor<2x?xi1>
  %0 = chlo.broadcast_compare %a, %b {comparison_direction = #chlo<comparison_direction LT>, compare_type = #chlo<comparison_type TOTALORDER>} : (tensor<?xf32>, tensor<2x?xf32>) -> tensor<2x?xi1>
  return %0 : tensor<2x?xi1>
}

// CHECK-LABEL: func.func @constant_like
func.func @constant_like(%a: tensor<2xf32>, %b: tensor<?xf32>) -> (tensor<2xi8>, tensor<?xf64>) {
  // CHECK-DAG: stablehlo.constant dense<3> : tensor<2xi8>
  %0 = "chlo.constant_like"(%a) <{value = 3 : i8}> : (tensor<2xf32>) -> tensor<2xi8>
  // CHECK-DAG: %[[C:.*]] = stablehlo.constant dense<1.500000e+00> : tensor<f64>
  // CHECK:     stablehlo.dynamic_broadcast_in_dim %[[C]], %{{.*}}, dims = [] : (tensor<f64>, tensor<1xi64>) -> tensor<?xf64>
  %1 = "chlo.constant_like"(%b) <{value = 1.5 : f64}> : (tensor<?xf32>) -> tensor<?xf64>
  return %0, %1 : tensor<2xi8>, tensor<?xf64>
}

// Narrow floats are widened to single precision and narrowed once.
// CHECK-LABEL: func.func @widened
func.func @widened(%a: tensor<2xbf16>) -> tensor<2xbf16> {
  // CHECK-NEXT: %[[X:.*]] = stablehlo.convert %arg0 : (tensor<2xbf16>) -> tensor<2xf32>
  // CHECK-NOT:  bf16
  // CHECK:      stablehlo.convert %{{.*}} : (tensor<2xf32>) -> tensor<2xbf16>
  // CHECK-NEXT: return
  %0 = chlo.atanh %a : tensor<2xbf16> -> tensor<2xbf16>
  return %0 : tensor<2xbf16>
}

// The result keeps its type, here more than its operand knows.
// CHECK-LABEL: func.func @result_type
func.func @result_type(%a: tensor<?xf32>) -> tensor<2xf32> {
  // CHECK: %[[R:.*]] = stablehlo.multiply %arg0, %arg0 : tensor<?xf32>
  // CHECK: stablehlo.convert %[[R]] : (tensor<?xf32>) -> tensor<2xf32>
  %0 = chlo.square %a : tensor<?xf32> -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func.func @top_k
func.func @top_k(%a: tensor<3x16xf32>) -> (tensor<3x8xf32>, tensor<3x8xi32>) {
  // CHECK-NEXT: %[[IOTA:.*]] = stablehlo.iota dim = 1 : tensor<3x16xi32>
  // CHECK-NEXT: %[[SORT:.*]]:2 = "stablehlo.sort"(%arg0, %[[IOTA]]) <{dimension = 1 : i64, is_stable = true}>
  // CHECK:        stablehlo.compare GT, %{{.*}}, TOTALORDER
  // CHECK:      stablehlo.slice %[[SORT]]#0 [0:3, 0:8]
  // CHECK-NEXT: stablehlo.slice %[[SORT]]#1 [0:3, 0:8]
  %0:2 = chlo.top_k(%a, k = 8) : tensor<3x16xf32> -> (tensor<3x8xf32>, tensor<3x8xi32>)
  return %0#0, %0#1 : tensor<3x8xf32>, tensor<3x8xi32>
}

// CHECK-LABEL: func.func @top_k_dynamic
func.func @top_k_dynamic(%a: tensor<?x5x?xi1>) -> (tensor<?x5x2xi1>, tensor<?x5x2xi32>) {
  // CHECK: stablehlo.dynamic_iota %{{.*}}, dim = 2 : (tensor<3xi64>) -> tensor<?x5x?xi32>
  // CHECK: stablehlo.real_dynamic_slice
  // CHECK: stablehlo.real_dynamic_slice
  %0:2 = chlo.top_k(%a, k = 2) : tensor<?x5x?xi1> -> (tensor<?x5x2xi1>, tensor<?x5x2xi32>)
  return %0#0, %0#1 : tensor<?x5x2xi1>, tensor<?x5x2xi32>
}

// CHECK-LABEL: func.func @ragged_dot_dynamic
func.func @ragged_dot_dynamic(%a: tensor<?x?x?xf32>, %b: tensor<3x2x5x?xf32>, %g: tensor<3xi64>) -> tensor<?x?x?xf32> {
  // CHECK-COUNT-3: stablehlo.dot_general
  // CHECK-NOT:     stablehlo.dot_general
  %0 = "chlo.ragged_dot"(%a, %b, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<?x?x?xf32>, tensor<3x2x5x?xf32>, tensor<3xi64>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

// Operations inside a scan are expanded too.
// CHECK-LABEL: func.func @scan
func.func @scan(%a: tensor<5xf32>, %i: tensor<f32>) -> (tensor<5xf32>, tensor<f32>) {
  // CHECK: stablehlo.while
  // CHECK: stablehlo.dynamic_slice
  // CHECK: stablehlo.multiply
  // CHECK: stablehlo.dynamic_update_slice
  %0:2 = chlo.scan(%a) inits (%i) dimension=0 {
  ^bb0(%x: tensor<f32>, %c: tensor<f32>):
    %s = chlo.square %x : tensor<f32> -> tensor<f32>
    stablehlo.return %s, %s : tensor<f32>, tensor<f32>
  } : (tensor<5xf32>, tensor<f32>) -> (tensor<5xf32>, tensor<f32>)
  return %0#0, %0#1 : tensor<5xf32>, tensor<f32>
}
