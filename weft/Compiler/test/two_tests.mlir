// What two tests of one module compute is told apart.
// RUN: weft-run --check --compiled %s | FileCheck %s
// CHECK: 2 passed, 0 failed

func.func @row() {
  %0 = stablehlo.constant dense<[[1.0, 2.0, 3.0]]> : tensor<1x3xf32>
  %1 = stablehlo.add %0, %0 : tensor<1x3xf32>
  check.expect_eq_const %1, dense<[[2.0, 4.0, 6.0]]> : tensor<1x3xf32>
  return
}
func.func @column() {
  %0 = stablehlo.constant dense<[[1.0], [2.0], [3.0]]> : tensor<3x1xf32>
  %1 = stablehlo.multiply %0, %0 : tensor<3x1xf32>
  check.expect_eq_const %1, dense<[[1.0], [4.0], [9.0]]> : tensor<3x1xf32>
  return
}
