// RUN: weft-opt --simplify %s | FileCheck %s
// RUN: weft-fuzz-programs --file=%s

// CHECK-LABEL: func @of_units
func.func @of_units(%x: tensor<3x1xf32>, %y: tensor<3x1x4xf32>, %e: tensor<f32>) -> (tensor<3xf32>, tensor<3xf32>) {
  // CHECK-DAG: %[[E:.*]] = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<3xf32>
  // CHECK-DAG: %[[X:.*]] = stablehlo.reshape %arg0 : (tensor<3x1xf32>) -> tensor<3xf32>
  // CHECK-DAG: %[[A:.*]] = stablehlo.add %[[E]], %[[X]]
  %0 = stablehlo.reduce(%x init: %e) applies stablehlo.add across dimensions = [1] : (tensor<3x1xf32>, tensor<f32>) -> tensor<3xf32>
  // CHECK-DAG: %[[Y:.*]] = stablehlo.reduce(%arg1 init: %arg2) applies stablehlo.add across dimensions = [2]
  // CHECK-DAG: %[[B:.*]] = stablehlo.reshape %[[Y]] : (tensor<3x1xf32>) -> tensor<3xf32>
  %1 = stablehlo.reduce(%y init: %e) applies stablehlo.add across dimensions = [1, 2] : (tensor<3x1x4xf32>, tensor<f32>) -> tensor<3xf32>
  // CHECK: return %[[A]], %[[B]]
  return %0, %1 : tensor<3xf32>, tensor<3xf32>
}

// CHECK-LABEL: func @of_nothing
func.func @of_nothing(%x: tensor<3x0xf32>, %e: tensor<f32>) -> tensor<3xf32> {
  // CHECK-NEXT: %[[E:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<3xf32>
  // CHECK-NEXT: return %[[E]]
  %0 = stablehlo.reduce(%x init: %e) applies stablehlo.add across dimensions = [1] : (tensor<3x0xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func @of_transpose
func.func @of_transpose(%x: tensor<2x3x4xf32>, %e: tensor<f32>) -> (tensor<4x2xf32>, tensor<4xf32>, tensor<4xf32>) {
  // CHECK-DAG: %[[A:.*]] = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [1] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  // CHECK-DAG: %[[B:.*]] = stablehlo.transpose %[[A]], dims = [1, 0]
  %0 = stablehlo.transpose %x, dims = [2, 1, 0] : (tensor<2x3x4xf32>) -> tensor<4x3x2xf32>
  %1 = stablehlo.reduce(%0 init: %e) applies stablehlo.add across dimensions = [1] : (tensor<4x3x2xf32>, tensor<f32>) -> tensor<4x2xf32>
  // CHECK-DAG: %[[C:.*]] = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.maximum across dimensions = [0, 1]
  %2 = stablehlo.reduce(%0 init: %e) applies stablehlo.maximum across dimensions = [1, 2] : (tensor<4x3x2xf32>, tensor<f32>) -> tensor<4xf32>
  // The sum would run in another order.
  // CHECK-DAG: %[[T:.*]] = stablehlo.transpose %arg0, dims = [2, 1, 0]
  // CHECK-DAG: %[[D:.*]] = stablehlo.reduce(%[[T]] init: %arg1) applies stablehlo.add
  %3 = stablehlo.reduce(%0 init: %e) applies stablehlo.add across dimensions = [1, 2] : (tensor<4x3x2xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: return %[[B]], %[[C]], %[[D]]
  return %1, %2, %3 : tensor<4x2xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func @of_reshape
func.func @of_reshape(%x: tensor<2x3x4xf32>, %e: tensor<f32>) -> (tensor<4xf32>, tensor<2x1xf32>, tensor<3xf32>) {
  // CHECK-DAG: %[[A:.*]] = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [0, 1]
  %0 = stablehlo.reshape %x : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
  %1 = stablehlo.reduce(%0 init: %e) applies stablehlo.add across dimensions = [0] : (tensor<6x4xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK-DAG: %[[B:.*]] = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [1, 2]
  // CHECK-DAG: %[[C:.*]] = stablehlo.reshape %[[B]] : (tensor<2xf32>) -> tensor<2x1xf32>
  %2 = stablehlo.reshape %x : (tensor<2x3x4xf32>) -> tensor<2x1x12xf32>
  %3 = stablehlo.reduce(%2 init: %e) applies stablehlo.add across dimensions = [2] : (tensor<2x1x12xf32>, tensor<f32>) -> tensor<2x1xf32>
  // Not along dimensions of x.
  // CHECK-DAG: %[[D:.*]] = stablehlo.reshape %arg0 : (tensor<2x3x4xf32>) -> tensor<8x3xf32>
  %4 = stablehlo.reshape %x : (tensor<2x3x4xf32>) -> tensor<8x3xf32>
  %5 = stablehlo.reduce(%4 init: %e) applies stablehlo.add across dimensions = [0] : (tensor<8x3xf32>, tensor<f32>) -> tensor<3xf32>
  return %1, %3, %5 : tensor<4xf32>, tensor<2x1xf32>, tensor<3xf32>
}

// CHECK-LABEL: func @of_broadcast
func.func @of_broadcast(%x: tensor<3xf32>, %i: tensor<3xi32>, %e: tensor<f32>) -> (tensor<3xf32>, tensor<3xi32>, tensor<i32>, tensor<3xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %b = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xf32>) -> tensor<5x3xf32>
  %c = stablehlo.broadcast_in_dim %i, dims = [1] : (tensor<3xi32>) -> tensor<5x3xi32>
  // CHECK-DAG: %[[FIVE:.*]] = stablehlo.constant dense<5> : tensor<3xi32>
  // CHECK-DAG: %[[E:.*]] = stablehlo.broadcast_in_dim %arg2, dims = []
  // CHECK-DAG: %[[A:.*]] = stablehlo.minimum %[[E]], %arg0
  %0 = stablehlo.reduce(%b init: %e) applies stablehlo.minimum across dimensions = [0] : (tensor<5x3xf32>, tensor<f32>) -> tensor<3xf32>
  // CHECK-DAG: %[[B:.*]] = stablehlo.multiply %arg1, %[[FIVE]]
  %1 = stablehlo.reduce(%c init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<5x3xi32>, tensor<i32>) -> tensor<3xi32>
  // CHECK-DAG: %[[S:.*]] = stablehlo.reduce(%arg1 init: %{{.*}}) applies stablehlo.add across dimensions = [0]
  // CHECK-DAG: %[[C:.*]] = stablehlo.multiply %[[S]], %{{.*}} : tensor<i32>
  %2 = stablehlo.reduce(%c init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<5x3xi32>, tensor<i32>) -> tensor<i32>
  // A sum of floats is rounded at every step.
  // CHECK-DAG: %[[D:.*]] = stablehlo.reduce(%{{.*}} init: %arg2) applies stablehlo.add across dimensions = [0]
  %3 = stablehlo.reduce(%b init: %e) applies stablehlo.add across dimensions = [0] : (tensor<5x3xf32>, tensor<f32>) -> tensor<3xf32>
  // CHECK: return %[[A]], %[[B]], %[[C]], %[[D]]
  return %0, %1, %2, %3 : tensor<3xf32>, tensor<3xi32>, tensor<i32>, tensor<3xf32>
}

// CHECK-LABEL: func @of_reduce
func.func @of_reduce(%x: tensor<2x3x4xi32>, %f: tensor<2x3x4xf32>) -> (tensor<3xi32>, tensor<3xf32>, tensor<3xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %fzero = stablehlo.constant dense<-0.0> : tensor<f32>
  // CHECK-DAG: %[[A:.*]] = stablehlo.reduce(%arg0 init: %{{.*}}) applies stablehlo.add across dimensions = [0, 2]
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<2x3x4xi32>, tensor<i32>) -> tensor<2x3xi32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2x3xi32>, tensor<i32>) -> tensor<3xi32>
  // CHECK-DAG: %[[B:.*]] = stablehlo.reduce(%arg1 init: %{{.*}}) applies stablehlo.maximum across dimensions = [0, 2]
  %2 = stablehlo.reduce(%f init: %low) applies stablehlo.maximum across dimensions = [2] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x3xf32>
  %3 = stablehlo.reduce(%2 init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  // CHECK-DAG: %[[C:.*]] = stablehlo.reduce(%arg1 init: %{{.*}}) applies stablehlo.add across dimensions = [2]
  // CHECK-DAG: %[[D:.*]] = stablehlo.reduce(%[[C]] init: %{{.*}}) applies stablehlo.add across dimensions = [0]
  %4 = stablehlo.reduce(%f init: %fzero) applies stablehlo.add across dimensions = [2] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x3xf32>
  %5 = stablehlo.reduce(%4 init: %fzero) applies stablehlo.add across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  // CHECK: return %[[A]], %[[B]], %[[D]]
  return %1, %3, %5 : tensor<3xi32>, tensor<3xf32>, tensor<3xf32>
}
