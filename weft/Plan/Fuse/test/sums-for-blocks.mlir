// RUN: weft-opt --build-plan --fuse-kernels=machine=sm_90 --split-input-file %s | FileCheck %s
// RUN: weft-opt --build-plan --fuse-kernels=machine=neoverse-v1 --split-input-file %s | FileCheck %s --check-prefix=CPU

// Parts of a sum are for blocks beside each other: the sum of them would be one block's, with all their terms.
// CHECK-LABEL: @parts
// CHECK: plan.kernel {{.*}}-> tensor<8xi32>
// CHECK: plan.kernel {{.*}}-> tensor<i32>
// CPU-LABEL: @parts
// CPU-COUNT-1: plan.kernel
func.func @parts(%x: tensor<8x500xi32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x500xi32>, tensor<i32>) -> tensor<8xi32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xi32>, tensor<i32>) -> tensor<i32>
  return %1 : tensor<i32>
}

// -----

// A few terms of each are added up where they are needed.
// CHECK-LABEL: @few
// CHECK-COUNT-1: plan.kernel
// CHECK-NOT: plan.kernel
func.func @few(%x: tensor<1000x3xi32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<1000x3xi32>, tensor<i32>) -> tensor<1000xi32>
  %1 = stablehlo.multiply %0, %0 : tensor<1000xi32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<1000xi32>, tensor<i32>) -> tensor<i32>
  return %2 : tensor<i32>
}

// -----

// Factors that are put together from several are written down first.
// CHECK-LABEL: @joined_factor
// CHECK: plan.kernel {{.*}}-> tensor<64x128xf32>
// CHECK: plan.kernel {{.*}}-> tensor<64x64xf32>
// CPU-LABEL: @joined_factor
func.func @joined_factor(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %w: tensor<128x64xf32>) -> tensor<64x64xf32> {
  %0 = stablehlo.concatenate %a, %b, dim = 1 : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x128xf32>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<64x128xf32>, tensor<128x64xf32>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}

// -----

// A block has a row, so that few rows keep as many busy as many columns do:
// what they are computed of is read where it is summed.
// CHECK-LABEL: @few_rows
// CHECK-COUNT-1: plan.kernel
// CHECK-NOT: plan.kernel
func.func @few_rows(%x: tensor<37x27x22528xf32>, %mean: tensor<37xf32>, %d: tensor<37x27x22528xf32>) -> tensor<37x27xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %mean, dims = [0] : (tensor<37xf32>) -> tensor<37x27x22528xf32>
  %1 = stablehlo.subtract %x, %0 : tensor<37x27x22528xf32>
  %2 = stablehlo.multiply %1, %d : tensor<37x27x22528xf32>
  %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<37x27x22528xf32>, tensor<f32>) -> tensor<37x27xf32>
  return %3 : tensor<37x27xf32>
}
