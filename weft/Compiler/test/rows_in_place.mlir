// A loop that reads one row and writes another, or the same, changes its matrix
// where it lies, and whoever else reads the old rows does so before. Its rows are
// too long for a kernel.
// RUN: weft explain %s --stage=place-values | FileCheck %s
// RUN: weft-run --check-passes %s | FileCheck %s --check-prefix=AGREES
// CHECK: plan.while
// CHECK: } body {
// CHECK-NOT: plan.copy{{.*}}tensor<50x400xf32>
// CHECK: plan.return
// AGREES: emit-code: agrees

func.func @main(%matrix: tensor<50x400xf32>, %rows: tensor<16xi32>) -> (tensor<50x400xf32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %fifty = stablehlo.constant dense<50> : tensor<i32>
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %0:3 = stablehlo.while(%i = %zero, %m = %matrix, %total = %none) : tensor<i32>, tensor<50x400xf32>, tensor<f32>
  cond {
    %count = stablehlo.constant dense<16> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %count, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.dynamic_slice %rows, %i, sizes = [1] : (tensor<16xi32>, tensor<i32>) -> tensor<1xi32>
    %from = stablehlo.reshape %1 : (tensor<1xi32>) -> tensor<i32>
    %2 = stablehlo.multiply %from, %three : tensor<i32>
    %to = stablehlo.remainder %2, %fifty : tensor<i32>
    %row = stablehlo.dynamic_slice %m, %from, %zero, sizes = [1, 400] : (tensor<50x400xf32>, tensor<i32>, tensor<i32>) -> tensor<1x400xf32>
    %half = stablehlo.constant dense<0.5> : tensor<1x400xf32>
    %3 = stablehlo.multiply %row, %half : tensor<1x400xf32>
    %4 = stablehlo.dynamic_update_slice %m, %3, %to, %zero : (tensor<50x400xf32>, tensor<1x400xf32>, tensor<i32>, tensor<i32>) -> tensor<50x400xf32>
    %5 = stablehlo.reshape %total : (tensor<f32>) -> tensor<1x1xf32>
    %6 = stablehlo.dynamic_update_slice %4, %5, %i, %three : (tensor<50x400xf32>, tensor<1x1xf32>, tensor<i32>, tensor<i32>) -> tensor<50x400xf32>
    %7 = stablehlo.slice %row [0:1, 5:6] : (tensor<1x400xf32>) -> tensor<1x1xf32>
    %8 = stablehlo.reshape %7 : (tensor<1x1xf32>) -> tensor<f32>
    %9 = stablehlo.add %total, %8 : tensor<f32>
    %10 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %10, %6, %9 : tensor<i32>, tensor<50x400xf32>, tensor<f32>
  }
  return %0#1, %0#2 : tensor<50x400xf32>, tensor<f32>
}
