// One step for each element here, and a dozen once the operation is taken apart: more than a random program may take.
// RUN: weft-fuzz-programs --file=%s --stages=pipeline | FileCheck %s
// CHECK: 1 of 1 runs compared

func.func @main(%x: tensor<30x17x99xf32>, %scale: tensor<17xf32>, %offset: tensor<17xf32>) -> tensor<30x17x99xf32> {
  %0:3 = "stablehlo.batch_norm_training"(%x, %scale, %offset) <{epsilon = 1.250000e-01 : f32, feature_index = 1 : i64}> : (tensor<30x17x99xf32>, tensor<17xf32>, tensor<17xf32>) -> (tensor<30x17x99xf32>, tensor<17xf32>, tensor<17xf32>)
  return %0#0 : tensor<30x17x99xf32>
}

// --args='[dense<2.0> : tensor<30x17x99xf32>, dense<1.0> : tensor<17xf32>, dense<0.5> : tensor<17xf32>]'
