// Rows that are padded between have tiles of one row; they are spread over blocks, each of which computes by itself the sum that all need,
// and not walked by one block.
// RUN: weft explain %s --target=sm_90 | FileCheck %s

// CHECK: is run by 3996 blocks of 32 threads{{.*}}[blocks-chosen]
func.func @main(%x: tensor<500x4xf32>) -> tensor<999x4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.slice %x [0:1, 0:4] : (tensor<500x4xf32>) -> tensor<1x4xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<1x4xf32>, tensor<f32>) -> tensor<1xf32>
  %2 = stablehlo.reshape %1 : (tensor<1xf32>) -> tensor<f32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<f32>) -> tensor<500x4xf32>
  %4 = stablehlo.multiply %x, %3 : tensor<500x4xf32>
  %5 = stablehlo.pad %4, %zero, low = [0, 0], high = [0, 0], interior = [1, 0] : (tensor<500x4xf32>, tensor<f32>) -> tensor<999x4xf32>
  return %5 : tensor<999x4xf32>
}
