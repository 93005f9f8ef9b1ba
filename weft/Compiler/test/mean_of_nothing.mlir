// How many elements there are, none, is not a number of f8E8M0FNU, which has no zero.
// RUN: weft-run %s --args='[dense<> : tensor<1x0xf8E8M0FNU>]' | FileCheck %s
// RUN: weft-run %s --compiled --args='[dense<> : tensor<1x0xf8E8M0FNU>]' | FileCheck %s
// CHECK: [nan]

func.func @main(%x: tensor<1x0xf8E8M0FNU>) -> tensor<1xf8E8M0FNU> {
  %one = stablehlo.constant dense<1.0> : tensor<1xf8E8M0FNU>
  %0:3 = "stablehlo.batch_norm_training"(%x, %one, %one) <{epsilon = 1.250000e-01 : f32, feature_index = 0 : i64}> : (tensor<1x0xf8E8M0FNU>, tensor<1xf8E8M0FNU>, tensor<1xf8E8M0FNU>) -> (tensor<1x0xf8E8M0FNU>, tensor<1xf8E8M0FNU>, tensor<1xf8E8M0FNU>)
  return %0#1 : tensor<1xf8E8M0FNU>
}
