// A column that replaces another one is one element wide, whatever tiles rows
// have.
// RUN: weft-fuzz-programs --file=%s --stages=pipeline
// RUN: weft explain %s --function=columns --target=x86-64-v4 | FileCheck %s
// CHECK: has tiles of 1x8x8

func.func public @columns(%a: tensor<5x8x8xf64>, %c: tensor<5x8xf64>, %i: tensor<i32>) -> tensor<5x8x8xf64> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_slice %a, %zero, %zero, %i, sizes = [5, 8, 1] : (tensor<5x8x8xf64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<5x8x1xf64>
  %1 = stablehlo.reshape %0 : (tensor<5x8x1xf64>) -> tensor<5x8xf64>
  %2 = stablehlo.multiply %1, %c : tensor<5x8xf64>
  %3 = stablehlo.reshape %2 : (tensor<5x8xf64>) -> tensor<5x8x1xf64>
  %4 = stablehlo.dynamic_update_slice %a, %3, %zero, %zero, %i : (tensor<5x8x8xf64>, tensor<5x8x1xf64>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<5x8x8xf64>
  return %4 : tensor<5x8x8xf64>
}

// Nor does it matter where a row begins that is put before others.
func.func public @beside_others(%a: tensor<7x33xf32>, %c: tensor<7xf32>) -> tensor<7x34xf32> {
  %0 = stablehlo.negate %c : tensor<7xf32>
  %1 = stablehlo.reshape %0 : (tensor<7xf32>) -> tensor<7x1xf32>
  %2 = stablehlo.concatenate %1, %a, dim = 1 : (tensor<7x1xf32>, tensor<7x33xf32>) -> tensor<7x34xf32>
  return %2 : tensor<7x34xf32>
}
