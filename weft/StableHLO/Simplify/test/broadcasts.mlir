// RUN: weft-opt --simplify %s | FileCheck %s
// RUN: weft-fuzz-programs --file=%s

// CHECK-LABEL: func @identity_and_splat
func.func @identity_and_splat(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x2xf32>) {
  %c = stablehlo.constant dense<1.5> : tensor<3xf32>
  // CHECK-DAG: %[[C:.*]] = stablehlo.constant dense<1.500000e+00> : tensor<2x3xf32>
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK-DAG: %[[T:.*]] = stablehlo.transpose
  %s = stablehlo.slice %x [0:2, 0:2] : (tensor<2x3xf32>) -> tensor<2x2xf32>
  %2 = stablehlo.broadcast_in_dim %s, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
  // CHECK: return %arg0, %[[C]], %[[T]]
  return %0, %1, %2 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x2xf32>
}

// CHECK-LABEL: func @composed
func.func @composed(%x: tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<3x5xf32>) {
  // CHECK-DAG: %[[A:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<3xf32>) -> tensor<2x3x4xf32>
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xf32>) -> tensor<4x3xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [2, 1] : (tensor<4x3xf32>) -> tensor<2x3x4xf32>
  // CHECK-DAG: %[[B:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<3xf32>) -> tensor<3x5xf32>
  %2 = stablehlo.reshape %x : (tensor<3xf32>) -> tensor<3x1xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<3x1xf32>) -> tensor<3x5xf32>
  // CHECK: return %[[A]], %[[B]]
  return %1, %3 : tensor<2x3x4xf32>, tensor<3x5xf32>
}

// CHECK-LABEL: func @around
func.func @around(%x: tensor<3xf32>, %s: tensor<f32>) -> (tensor<3x1x2xf32>, tensor<6xf32>, tensor<3x2xf32>, tensor<6xf32>) {
  // CHECK-DAG: %[[A:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<3xf32>) -> tensor<3x1x2xf32>
  %0 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<3xf32>) -> tensor<3x2xf32>
  %1 = stablehlo.reshape %0 : (tensor<3x2xf32>) -> tensor<3x1x2xf32>
  // CHECK-DAG: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<6xf32>
  %2 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
  %3 = stablehlo.reshape %2 : (tensor<3x2xf32>) -> tensor<6xf32>
  // CHECK-DAG: %[[C:.*]] = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<3xf32>) -> tensor<3x2xf32>
  %4 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  %5 = stablehlo.transpose %4, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  // A reshape that mixes what is repeated with what is not.
  // CHECK-DAG: %[[D:.*]] = stablehlo.reshape %{{.*}} : (tensor<2x3xf32>) -> tensor<6xf32>
  %6 = stablehlo.reshape %4 : (tensor<2x3xf32>) -> tensor<6xf32>
  // CHECK: return %[[A]], %[[B]], %[[C]], %[[D]]
  return %1, %3, %5, %6 : tensor<3x1x2xf32>, tensor<6xf32>, tensor<3x2xf32>, tensor<6xf32>
}

// CHECK-LABEL: func @elementwise
func.func @elementwise(%x: tensor<3xf32>, %y: tensor<3xf32>, %z: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<3x3xf32>) {
  %two = stablehlo.constant dense<2.0> : tensor<2x3xf32>
  %bx = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  %by = stablehlo.broadcast_in_dim %y, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK-DAG: %[[A:.*]] = stablehlo.multiply %arg0, %arg1 : tensor<3xf32>
  // CHECK-DAG: %[[B:.*]] = stablehlo.maximum %[[A]], %{{.*}} : tensor<3xf32>
  // CHECK-DAG: %[[C:.*]] = stablehlo.broadcast_in_dim %[[B]], dims = [1]
  %0 = stablehlo.multiply %bx, %by : tensor<2x3xf32>
  %1 = stablehlo.maximum %0, %two : tensor<2x3xf32>
  // CHECK-DAG: %[[D:.*]] = stablehlo.add %{{.*}}, %arg2 : tensor<2x3xf32>
  %2 = stablehlo.add %bx, %z : tensor<2x3xf32>
  // Along different dimensions.
  // CHECK-DAG: %[[E:.*]] = stablehlo.add %{{.*}}, %{{.*}} : tensor<3x3xf32>
  %c0 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<3xf32>) -> tensor<3x3xf32>
  %c1 = stablehlo.broadcast_in_dim %y, dims = [1] : (tensor<3xf32>) -> tensor<3x3xf32>
  %3 = stablehlo.add %c0, %c1 : tensor<3x3xf32>
  // CHECK: return %[[C]], %[[D]], %[[E]]
  return %1, %2, %3 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<3x3xf32>
}

// Reshapes that only add dimensions of size one go behind what is computed.
// CHECK-LABEL: func @elementwise_of_reshapes
func.func @elementwise_of_reshapes(%x: tensor<8x16xf32>, %e: tensor<f32>, %y: tensor<6xf32>) -> (tensor<8x16xf32>, tensor<2x3xf32>) {
  // CHECK-DAG: %[[A:.*]] = stablehlo.reduce
  // CHECK-DAG: %[[B:.*]] = stablehlo.multiply %[[A]], %{{.*}} : tensor<8xf32>
  // CHECK-DAG: %[[C:.*]] = stablehlo.broadcast_in_dim %[[B]], dims = [0] : (tensor<8xf32>) -> tensor<8x16xf32>
  %half = stablehlo.constant dense<0.5> : tensor<8x1xf32>
  %0 = stablehlo.reduce(%x init: %e) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
  %1 = stablehlo.reshape %0 : (tensor<8xf32>) -> tensor<8x1xf32>
  %2 = stablehlo.multiply %1, %half : tensor<8x1xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
  // Others stay where they are.
  // CHECK-DAG: %[[D:.*]] = stablehlo.reshape %arg2
  // CHECK-DAG: %[[E:.*]] = stablehlo.sine %[[D]]
  %4 = stablehlo.reshape %y : (tensor<6xf32>) -> tensor<2x3xf32>
  %5 = stablehlo.sine %4 : tensor<2x3xf32>
  // CHECK: return %[[C]], %[[E]]
  return %3, %5 : tensor<8x16xf32>, tensor<2x3xf32>
}
