// A loop that reads a large matrix in each turn is no kernel, so that the
// products of its steps are sums like others: those of vectors, and the matrix
// by a vector.
// RUN: weft explain %s --target=sm_90 --stage=expand-operations | FileCheck %s

// CHECK: stablehlo.while
// CHECK-NOT: stablehlo.dot_general
// CHECK: stablehlo.reduce({{.*}}) applies stablehlo.add across dimensions = [1] : (tensor<512x512xf32>
// CHECK-NOT: stablehlo.dot_general
// CHECK: stablehlo.reduce({{.*}}) applies stablehlo.add across dimensions = [0] : (tensor<512xf32>
// CHECK-NOT: stablehlo.dot_general
func.func public @main(%matrix: tensor<512x512xf32>, %start: tensor<512xf32>) -> tensor<512xf32> {
  %least = stablehlo.constant dense<1.0> : tensor<f32>
  %0:2 = stablehlo.while(%x = %start, %size = %least) : tensor<512xf32>, tensor<f32>
   cond {
    %1 = stablehlo.constant dense<100.0> : tensor<f32>
    %2 = stablehlo.compare LT, %size, %1 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  } do {
    %1 = stablehlo.dot_general %matrix, %x, contracting_dims = [1] x [0] : (tensor<512x512xf32>, tensor<512xf32>) -> tensor<512xf32>
    %2 = stablehlo.dot_general %1, %1, contracting_dims = [0] x [0] : (tensor<512xf32>, tensor<512xf32>) -> tensor<f32>
    stablehlo.return %1, %2 : tensor<512xf32>, tensor<f32>
  }
  return %0#0 : tensor<512xf32>
}
