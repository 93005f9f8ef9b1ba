// RUN: weft-opt --build-plan --form-loop-kernels=machine=arm64 --split-input-file %s | FileCheck %s

// A product of 16x16x16 is 1024 instructions on vectors of four numbers: one is
// a piece of code.
// CHECK-LABEL: plan.program built @short
// CHECK-NOT: plan.while
// CHECK: plan.kernel @loop_0 <loop>
func.func @short(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<16x16xf32>
  cond {
    %c = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %i1 = stablehlo.add %i, %one : tensor<i32>
    %a = stablehlo.dot_general %s, %x, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    stablehlo.return %i1, %a : tensor<i32>, tensor<16x16xf32>
  }
  return %0#1 : tensor<16x16xf32>
}

// -----

// Three of them are not, also where one is in a branch.
// CHECK-LABEL: plan.program built @long
// CHECK-NOT: <loop>
// CHECK: plan.while
func.func @long(%x: tensor<16x16xf32>, %which: tensor<i1>) -> tensor<16x16xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<16x16xf32>
  cond {
    %c = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %i1 = stablehlo.add %i, %one : tensor<i32>
    %a = stablehlo.dot_general %s, %x, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %b = stablehlo.dot_general %a, %x, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %c = "stablehlo.if"(%which) ({
      %d = stablehlo.dot_general %b, %x, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
      stablehlo.return %d : tensor<16x16xf32>
    }, {
      stablehlo.return %b : tensor<16x16xf32>
    }) : (tensor<i1>) -> tensor<16x16xf32>
    stablehlo.return %i1, %c : tensor<i32>, tensor<16x16xf32>
  }
  return %0#1 : tensor<16x16xf32>
}
