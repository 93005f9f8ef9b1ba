// The bits of a float of six bits as those of another: 0.625 is 000101, which is 2^-2 * 1.25 there; 7.5 is 011111, which
// is 2^4 * 1.75.
// RUN: weft-run %s --compiled --args='[dense<[0.625, -0.625, 7.5, -0.0]> : tensor<4xf6E2M3FN>]' | FileCheck %s
// RUN: weft-run %s --args='[dense<[0.625, -0.625, 7.5, -0.0]> : tensor<4xf6E2M3FN>]' | FileCheck %s
// CHECK: [3.125000e-01, -3.125000e-01, 2.800000e+01, -0.000000e+00]

func.func @main(%x: tensor<4xf6E2M3FN>) -> tensor<4xf6E3M2FN> {
  %0 = stablehlo.bitcast_convert %x : (tensor<4xf6E2M3FN>) -> tensor<4xf6E3M2FN>
  return %0 : tensor<4xf6E3M2FN>
}
