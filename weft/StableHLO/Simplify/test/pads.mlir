// RUN: weft-opt --simplify %s | FileCheck %s
// RUN: weft-fuzz-programs --file=%s

// CHECK-LABEL: func @pads
func.func @pads(%x: tensor<4xf32>, %e: tensor<0xf32>, %v: tensor<f32>) -> (tensor<4xf32>, tensor<5xf32>, tensor<1004xf32>, tensor<3xf32>, tensor<6xf32>) {
  // CHECK-DAG: %[[C:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<1004xf32>
  %0 = stablehlo.pad %x, %v, low = [0], high = [0], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK-DAG: %[[A:.*]] = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<5xf32>
  %1 = stablehlo.pad %e, %v, low = [2], high = [3], interior = [0] : (tensor<0xf32>, tensor<f32>) -> tensor<5xf32>
  %c = stablehlo.constant dense<1.0> : tensor<1000xf32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %2 = stablehlo.pad %c, %one, low = [2], high = [2], interior = [0] : (tensor<1000xf32>, tensor<f32>) -> tensor<1004xf32>
  // CHECK-DAG: %[[B:.*]] = stablehlo.slice %arg0 [1:4]
  %3 = stablehlo.pad %x, %v, low = [-1], high = [0], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  // CHECK-DAG: %[[D:.*]] = stablehlo.slice %arg0 [0:2]
  // CHECK-DAG: %[[E:.*]] = stablehlo.pad %[[D]], %arg2, low = [4], high = [0], interior = [0]
  %4 = stablehlo.pad %x, %v, low = [4], high = [-2], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<6xf32>
  // CHECK: return %arg0, %[[A]], %[[C]], %[[B]], %[[E]]
  return %0, %1, %2, %3, %4 : tensor<4xf32>, tensor<5xf32>, tensor<1004xf32>, tensor<3xf32>, tensor<6xf32>
}

// CHECK-LABEL: func @pad_of_pad
func.func @pad_of_pad(%x: tensor<4xf32>, %v: tensor<f32>, %w: tensor<f32>) -> (tensor<13xf32>, tensor<6xf32>, tensor<1xf32>) {
  // CHECK-DAG: %[[A:.*]] = stablehlo.pad %arg0, %arg1, low = [3], high = [3], interior = [1]
  %0 = stablehlo.pad %x, %v, low = [1], high = [2], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<10xf32>
  %1 = stablehlo.pad %0, %v, low = [2], high = [1], interior = [0] : (tensor<10xf32>, tensor<f32>) -> tensor<13xf32>
  // Of different values.
  // CHECK-DAG: %[[B:.*]] = stablehlo.pad %arg0, %arg1, low = [1], high = [0]
  // CHECK-DAG: %[[C:.*]] = stablehlo.pad %[[B]], %arg2, low = [1], high = [0]
  %2 = stablehlo.pad %x, %v, low = [1], high = [0], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<5xf32>
  %3 = stablehlo.pad %2, %w, low = [1], high = [0], interior = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<6xf32>
  // More is taken away than is there.
  // CHECK-DAG: %[[D:.*]] = stablehlo.pad %arg0, %arg1, low = [-5], high = [2]
  %4 = stablehlo.pad %x, %v, low = [-5], high = [2], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<1xf32>
  // CHECK: return %[[A]], %[[C]], %[[D]]
  return %1, %3, %4 : tensor<13xf32>, tensor<6xf32>, tensor<1xf32>
}

// CHECK-LABEL: func @pad_of_units
func.func @pad_of_units(%x: tensor<1x4xf32>, %v: tensor<f32>) -> tensor<2x7xf32> {
  // CHECK: stablehlo.pad %arg0, %arg1, low = [1, 0], high = [0, 0], interior = [0, 1]
  %0 = stablehlo.pad %x, %v, low = [1, 0], high = [0, 0], interior = [3, 1] : (tensor<1x4xf32>, tensor<f32>) -> tensor<2x7xf32>
  return %0 : tensor<2x7xf32>
}
