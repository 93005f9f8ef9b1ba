// RUN: weft explain --target=sm_90 %s | FileCheck %s
// RUN: weft explain --target=arm64 %s | FileCheck %s
// RUN: weft-run --check-passes %s --seed=3 | FileCheck %s --check-prefix=AGREES

// A number chooses what becomes of an array. Only the arm that is taken reads it, and before the result takes its place: a loop copies nothing.
// CHECK: fused_{{[0-9]+}} writes over its operand {{[0-9]}}, 65536 bytes
// CHECK-NOT: still reads what would be overwritten
// AGREES: emit-code: agrees
func.func @main(%a: tensor<128x128xf32>) -> tensor<128x128xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %most = stablehlo.constant dense<5> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %limit = stablehlo.constant dense<1.0e30> : tensor<f32>
  %0:2 = stablehlo.while(%i = %zero, %x = %a) : tensor<i32>, tensor<128x128xf32>
  cond {
    %c = stablehlo.compare LT, %i, %most : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %sum = stablehlo.reduce(%x init: %none) applies stablehlo.add across dimensions = [0, 1] : (tensor<128x128xf32>, tensor<f32>) -> tensor<f32>
    %d = stablehlo.compare LT, %sum, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %both = stablehlo.and %c, %d : tensor<i1>
    stablehlo.return %both : tensor<i1>
  } do {
    %odd = stablehlo.remainder %i, %two : tensor<i32>
    %isOdd = stablehlo.compare EQ, %odd, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %twice = stablehlo.add %x, %x : tensor<128x128xf32>
    %sine = stablehlo.sine %x : tensor<128x128xf32>
    %chosen = stablehlo.select %isOdd, %twice, %sine : tensor<i1>, tensor<128x128xf32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %chosen : tensor<i32>, tensor<128x128xf32>
  }
  return %0#1 : tensor<128x128xf32>
}
