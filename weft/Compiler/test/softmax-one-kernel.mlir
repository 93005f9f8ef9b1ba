// RUN: rm -rf %t.dump
// RUN: weft-run %s --compiled --args='[dense<0.0> : tensor<64x32xf32>]' --dump=%t.dump > /dev/null
// RUN: cat %t.dump/*-fuse-kernels.mlir | FileCheck %s

// A row softmax is one kernel at every size, also where the launch of a second
// one would cost little.

// CHECK-COUNT-1: plan.kernel
// CHECK-NOT: plan.kernel

func.func @main(%x: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %max = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<64x32xf32>, tensor<f32>) -> tensor<64xf32>
  %maxes = stablehlo.broadcast_in_dim %max, dims = [0] : (tensor<64xf32>) -> tensor<64x32xf32>
  %shifted = stablehlo.subtract %x, %maxes : tensor<64x32xf32>
  %exp = stablehlo.exponential %shifted : tensor<64x32xf32>
  %sum = stablehlo.reduce(%exp init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x32xf32>, tensor<f32>) -> tensor<64xf32>
  %sums = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<64xf32>) -> tensor<64x32xf32>
  %y = stablehlo.divide %exp, %sums : tensor<64x32xf32>
  return %y : tensor<64x32xf32>
}
