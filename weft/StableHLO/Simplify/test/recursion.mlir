// RUN: weft-opt --simplify %s | FileCheck %s

// A circle of calls stays one.

// CHECK-LABEL: func.func @main
// CHECK: call @even
func.func @main(%n: tensor<i32>) -> tensor<i1> {
  %0 = func.call @even(%n) : (tensor<i32>) -> tensor<i1>
  return %0 : tensor<i1>
}

// CHECK-LABEL: func.func private @even
// CHECK: call @{{even|odd}}
func.func private @even(%n: tensor<i32>) -> tensor<i1> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %done = stablehlo.compare EQ, %n, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %0 = "stablehlo.if"(%done) ({
    %true = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %true : tensor<i1>
  }, {
    %m = stablehlo.subtract %n, %one : tensor<i32>
    %1 = func.call @odd(%m) : (tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<i1>) -> tensor<i1>
  return %0 : tensor<i1>
}

func.func private @odd(%n: tensor<i32>) -> tensor<i1> {
  %0 = func.call @even(%n) : (tensor<i32>) -> tensor<i1>
  %1 = stablehlo.not %0 : tensor<i1>
  return %1 : tensor<i1>
}
