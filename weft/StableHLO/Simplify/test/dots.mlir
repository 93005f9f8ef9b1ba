// RUN: weft-opt --simplify %s | FileCheck %s
// RUN: weft-fuzz-programs --file=%s

// CHECK-LABEL: func @of_transpose
func.func @of_transpose(%x: tensor<4x3xf32>, %y: tensor<5x4xf32>) -> tensor<3x5xf32> {
  // CHECK-NEXT: %[[A:.*]] = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0] x [1], precision = [DEFAULT, HIGHEST]
  // CHECK-NEXT: return %[[A]]
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<4x3xf32>) -> tensor<3x4xf32>
  %1 = stablehlo.transpose %y, dims = [1, 0] : (tensor<5x4xf32>) -> tensor<4x5xf32>
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0], precision = [DEFAULT, HIGHEST] : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  return %2 : tensor<3x5xf32>
}

// Free dimensions change their order, and so would the result.
// CHECK-LABEL: func @of_transpose_stays
func.func @of_transpose_stays(%x: tensor<2x3x4xf32>, %y: tensor<4x5xf32>) -> tensor<3x2x5xf32> {
  // CHECK: stablehlo.transpose
  %0 = stablehlo.transpose %x, dims = [1, 0, 2] : (tensor<2x3x4xf32>) -> tensor<3x2x4xf32>
  %1 = stablehlo.dot_general %0, %y, contracting_dims = [2] x [0] : (tensor<3x2x4xf32>, tensor<4x5xf32>) -> tensor<3x2x5xf32>
  return %1 : tensor<3x2x5xf32>
}

// CHECK-LABEL: func @transposed
func.func @transposed(%x: tensor<2x3x4xf32>, %y: tensor<2x4x5xf32>) -> (tensor<2x5x3xf32>, tensor<5x2x3xf32>) {
  // CHECK-DAG: %[[A:.*]] = stablehlo.dot_general %arg1, %arg0, batching_dims = [0] x [0], contracting_dims = [1] x [2], precision = [HIGHEST, DEFAULT]
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, HIGHEST] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  %1 = stablehlo.transpose %0, dims = [0, 2, 1] : (tensor<2x3x5xf32>) -> tensor<2x5x3xf32>
  // The batch moves too.
  // CHECK-DAG: %[[B:.*]] = stablehlo.dot_general %arg0, %arg1
  // CHECK-DAG: %[[C:.*]] = stablehlo.transpose %[[B]], dims = [2, 0, 1]
  %2 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  %3 = stablehlo.transpose %2, dims = [2, 0, 1] : (tensor<2x3x5xf32>) -> tensor<5x2x3xf32>
  // CHECK: return %[[A]], %[[C]]
  return %1, %3 : tensor<2x5x3xf32>, tensor<5x2x3xf32>
}

// CHECK-LABEL: func @algorithm_goes_along
func.func @algorithm_goes_along(%x: tensor<3x4xf32>, %y: tensor<4x5xf32>) -> tensor<5x3xf32> {
  // CHECK: stablehlo.dot_general %arg1, %arg0, contracting_dims = [0] x [1], algorithm = <lhs_precision_type = f32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 2, rhs_component_count = 1
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0],
    algorithm = <lhs_precision_type = tf32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 2, num_primitive_operations = 1, allow_imprecise_accumulation = false>
    : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<3x5xf32>) -> tensor<5x3xf32>
  return %1 : tensor<5x3xf32>
}

// CHECK-LABEL: func @of_nothing
func.func @of_nothing(%x: tensor<3x0xf32>, %y: tensor<0x5xf32>, %i: tensor<3x4xi32>, %f: tensor<3x4xf32>) -> (tensor<3x5xf32>, tensor<3x5xi32>, tensor<3x5xf32>) {
  %izero = stablehlo.constant dense<0> : tensor<4x5xi32>
  %fzero = stablehlo.constant dense<0.0> : tensor<4x5xf32>
  // CHECK-DAG: %[[A:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<3x5xf32>
  // CHECK-DAG: %[[B:.*]] = stablehlo.constant dense<0> : tensor<3x5xi32>
  %0 = stablehlo.dot %x, %y : (tensor<3x0xf32>, tensor<0x5xf32>) -> tensor<3x5xf32>
  %1 = stablehlo.dot %i, %izero : (tensor<3x4xi32>, tensor<4x5xi32>) -> tensor<3x5xi32>
  // Infinity times zero is NaN.
  // CHECK-DAG: %[[C:.*]] = stablehlo.dot_general %arg3
  %2 = stablehlo.dot %f, %fzero : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  // CHECK: return %[[A]], %[[B]], %[[C]]
  return %0, %1, %2 : tensor<3x5xf32>, tensor<3x5xi32>, tensor<3x5xf32>
}

// CHECK-LABEL: func @of_one_term
func.func @of_one_term(%x: tensor<2x3x1xbf16>, %y: tensor<2x1x5xbf16>, %z: tensor<3x1xcomplex<f32>>) -> (tensor<2x3x5xf32>, tensor<3x3xcomplex<f32>>) {
  // CHECK-DAG: %[[X:.*]] = stablehlo.broadcast_in_dim %{{.*}}, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3x5xf32>
  // CHECK-DAG: %[[Y:.*]] = stablehlo.broadcast_in_dim %{{.*}}, dims = [0, 2] : (tensor<2x5xf32>) -> tensor<2x3x5xf32>
  // CHECK-DAG: %[[P:.*]] = stablehlo.multiply %[[X]], %[[Y]]
  // CHECK-DAG: %[[S:.*]] = stablehlo.add %[[P]], %{{.*}}
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x1xbf16>, tensor<2x1x5xbf16>) -> tensor<2x3x5xf32>
  // CHECK-DAG: %[[C:.*]] = stablehlo.dot_general %arg2, %arg2
  %1 = stablehlo.dot_general %z, %z, contracting_dims = [1] x [1] : (tensor<3x1xcomplex<f32>>, tensor<3x1xcomplex<f32>>) -> tensor<3x3xcomplex<f32>>
  // CHECK: return %[[S]], %[[C]]
  return %0, %1 : tensor<2x3x5xf32>, tensor<3x3xcomplex<f32>>
}

// A transpose behind an outer product goes into it first.
// CHECK-LABEL: func @transposed_outer_product
func.func @transposed_outer_product(%x: tensor<3xf32>, %y: tensor<5xf32>) -> tensor<5x3xf32> {
  // CHECK-NOT: stablehlo.transpose
  // CHECK: stablehlo.multiply
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [] x [] : (tensor<3xf32>, tensor<5xf32>) -> tensor<3x5xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<3x5xf32>) -> tensor<5x3xf32>
  return %1 : tensor<5x3xf32>
}
