// 2^-101 times itself is beyond f32, and f8E8M0FNU has no zero to go to: the least number.
// RUN: weft-run %s --args='[dense<3.944300e-31> : tensor<2xf8E8M0FNU>]' | FileCheck %s
// RUN: weft-run %s --compiled --args='[dense<3.944300e-31> : tensor<2xf8E8M0FNU>]' | FileCheck %s
// CHECK: [5.877{{.*}}e-39, 5.877{{.*}}e-39]

func.func @main(%x: tensor<2xf8E8M0FNU>) -> tensor<2xf8E8M0FNU> {
  %0 = stablehlo.dot_general %x, %x, batching_dims = [0] x [0], contracting_dims = [] x [] : (tensor<2xf8E8M0FNU>, tensor<2xf8E8M0FNU>) -> tensor<2xf8E8M0FNU>
  return %0 : tensor<2xf8E8M0FNU>
}
