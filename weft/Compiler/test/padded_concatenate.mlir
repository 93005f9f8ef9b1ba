// RUN: weft-run %s --check --compiled | FileCheck %s

// Padding asks a concatenation for elements that no operand has: nothing may be
// read there.

// CHECK: PASS pad
func.func @pad() {
  %a = stablehlo.constant dense<[[1.0, 2.0, 3.0]]> : tensor<1x3xf32>
  %b = stablehlo.constant dense<[[4.0, 5.0, 6.0], [7.0, 8.0, 9.0]]> : tensor<2x3xf32>
  %p = stablehlo.constant dense<0.5> : tensor<f32>
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<1x3xf32>, tensor<2x3xf32>) -> tensor<3x3xf32>
  %1 = stablehlo.pad %0, %p, low = [2, 0], high = [1, 0], interior = [0, 0] : (tensor<3x3xf32>, tensor<f32>) -> tensor<6x3xf32>
  check.expect_eq_const %1, dense<[[0.5, 0.5, 0.5], [0.5, 0.5, 0.5], [1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0], [0.5, 0.5, 0.5]]> : tensor<6x3xf32>
  func.return
}

// CHECK: PASS window
func.func @window() {
  %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = stablehlo.constant dense<[3.0]> : tensor<1xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<2xf32>, tensor<1xf32>) -> tensor<3xf32>
  %1 = "stablehlo.reduce_window"(%0, %z) <{padding = dense<[[2, 1]]> : tensor<1x2xi64>, window_dimensions = array<i64: 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3xf32>, tensor<f32>) -> tensor<5xf32>
  check.expect_eq_const %1, dense<[0.0, 1.0, 3.0, 5.0, 3.0]> : tensor<5xf32>
  func.return
}
