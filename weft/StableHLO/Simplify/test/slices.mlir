// RUN: weft-opt --simplify %s | FileCheck %s
// RUN: weft-fuzz-programs --file=%s

// CHECK-LABEL: func @slices
func.func @slices(%x: tensor<10x8xf32>) -> (tensor<10x8xf32>, tensor<2x8xf32>, tensor<10x4xf32>) {
  %c = stablehlo.constant dense<2.0> : tensor<10x8xf32>
  // CHECK-DAG: %[[C:.*]] = stablehlo.constant dense<2.000000e+00> : tensor<10x4xf32>
  %0 = stablehlo.slice %x [0:10, 0:8] : (tensor<10x8xf32>) -> tensor<10x8xf32>
  %1 = stablehlo.slice %x [1:10:2, 0:8] : (tensor<10x8xf32>) -> tensor<5x8xf32>
  // CHECK-DAG: %[[A:.*]] = stablehlo.slice %arg0 [3:8:4, 0:8]
  %2 = stablehlo.slice %1 [1:5:2, 0:8] : (tensor<5x8xf32>) -> tensor<2x8xf32>
  %3 = stablehlo.slice %c [0:10, 2:6] : (tensor<10x8xf32>) -> tensor<10x4xf32>
  // CHECK: return %arg0, %[[A]], %[[C]]
  return %0, %2, %3 : tensor<10x8xf32>, tensor<2x8xf32>, tensor<10x4xf32>
}

// CHECK-LABEL: func @of_broadcast
func.func @of_broadcast(%x: tensor<8xf32>) -> tensor<2x3xf32> {
  // CHECK-NEXT: %[[A:.*]] = stablehlo.slice %arg0 [1:7:2]
  // CHECK-NEXT: %[[B:.*]] = stablehlo.broadcast_in_dim %[[A]], dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<8xf32>) -> tensor<10x8xf32>
  %1 = stablehlo.slice %0 [5:7, 1:7:2] : (tensor<10x8xf32>) -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

// CHECK-LABEL: func @of_concatenate
func.func @of_concatenate(%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<4xf32>) -> (tensor<2xf32>, tensor<4xf32>, tensor<10xf32>) {
  %0 = stablehlo.concatenate %x, %y, %z, dim = 0 : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<12xf32>
  // CHECK-DAG: %[[A:.*]] = stablehlo.slice %arg1 [1:4:2]
  %1 = stablehlo.slice %0 [5:8:2] : (tensor<12xf32>) -> tensor<2xf32>
  %2 = stablehlo.slice %0 [4:8] : (tensor<12xf32>) -> tensor<4xf32>
  // Takes from all of them.
  // CHECK-DAG: %[[B:.*]] = stablehlo.slice %{{.*}} [1:11]
  %3 = stablehlo.slice %0 [1:11] : (tensor<12xf32>) -> tensor<10xf32>
  // CHECK: return %[[A]], %arg1, %[[B]]
  return %1, %2, %3 : tensor<2xf32>, tensor<4xf32>, tensor<10xf32>
}

// CHECK-LABEL: func @of_pad
func.func @of_pad(%x: tensor<4xf32>, %v: tensor<f32>) -> (tensor<3xf32>, tensor<2xf32>, tensor<3xf32>) {
  %0 = stablehlo.pad %x, %v, low = [2], high = [3], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<9xf32>
  // CHECK-DAG: %[[A:.*]] = stablehlo.slice %arg0 [1:4]
  %1 = stablehlo.slice %0 [3:6] : (tensor<9xf32>) -> tensor<3xf32>
  // CHECK-DAG: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<2xf32>
  %2 = stablehlo.slice %0 [7:9] : (tensor<9xf32>) -> tensor<2xf32>
  // CHECK-DAG: %[[C:.*]] = stablehlo.slice %{{.*}} [5:8]
  %3 = stablehlo.slice %0 [5:8] : (tensor<9xf32>) -> tensor<3xf32>
  // CHECK: return %[[A]], %[[B]], %[[C]]
  return %1, %2, %3 : tensor<3xf32>, tensor<2xf32>, tensor<3xf32>
}

// CHECK-LABEL: func @of_transpose
func.func @of_transpose(%x: tensor<4x6xf32>, %y: tensor<4x6xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<6x4xf32>) {
  // CHECK-DAG: %[[A:.*]] = stablehlo.slice %arg0 [1:4, 0:2]
  // CHECK-DAG: %[[B:.*]] = stablehlo.transpose %[[A]]
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>
  %1 = stablehlo.slice %0 [0:2, 1:4] : (tensor<6x4xf32>) -> tensor<2x3xf32>
  // The whole is needed anyway.
  // CHECK-DAG: %[[C:.*]] = stablehlo.transpose %arg1
  // CHECK-DAG: %[[D:.*]] = stablehlo.slice %[[C]] [0:2, 1:4]
  %2 = stablehlo.transpose %y, dims = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>
  %3 = stablehlo.slice %2 [0:2, 1:4] : (tensor<6x4xf32>) -> tensor<2x3xf32>
  // CHECK: return %[[B]], %[[D]], %[[C]]
  return %1, %3, %2 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<6x4xf32>
}

// CHECK-LABEL: func @concatenates
func.func @concatenates(%x: tensor<8xf32>, %y: tensor<2xf32>, %e: tensor<0xf32>) -> (tensor<8xf32>, tensor<6xf32>, tensor<2000xf32>, tensor<6xf32>, tensor<4xf32>) {
  // CHECK-DAG: %[[C:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<2000xf32>
  %0 = stablehlo.concatenate %e, %x, dim = 0 : (tensor<0xf32>, tensor<8xf32>) -> tensor<8xf32>
  // CHECK-DAG: %[[A:.*]] = stablehlo.concatenate %arg1, %arg1, %arg1, dim = 0
  %1 = stablehlo.concatenate %y, %y, dim = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  %2 = stablehlo.concatenate %1, %y, dim = 0 : (tensor<4xf32>, tensor<2xf32>) -> tensor<6xf32>
  %c = stablehlo.constant dense<1.0> : tensor<1000xf32>
  %3 = stablehlo.concatenate %c, %c, dim = 0 : (tensor<1000xf32>, tensor<1000xf32>) -> tensor<2000xf32>
  // CHECK-DAG: %[[B:.*]] = stablehlo.slice %arg0 [1:7]
  %s0 = stablehlo.slice %x [1:4] : (tensor<8xf32>) -> tensor<3xf32>
  %s1 = stablehlo.slice %x [4:7] : (tensor<8xf32>) -> tensor<3xf32>
  %4 = stablehlo.concatenate %s0, %s1, dim = 0 : (tensor<3xf32>, tensor<3xf32>) -> tensor<6xf32>
  // In the other order.
  // CHECK-DAG: %[[D:.*]] = stablehlo.concatenate %{{.*}}, %{{.*}}, dim = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  %t0 = stablehlo.slice %x [2:4] : (tensor<8xf32>) -> tensor<2xf32>
  %t1 = stablehlo.slice %x [0:2] : (tensor<8xf32>) -> tensor<2xf32>
  %5 = stablehlo.concatenate %t0, %t1, dim = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  // CHECK: return %arg0, %[[A]], %[[C]], %[[B]], %[[D]]
  return %0, %2, %3, %4, %5 : tensor<8xf32>, tensor<6xf32>, tensor<2000xf32>, tensor<6xf32>, tensor<4xf32>
}
