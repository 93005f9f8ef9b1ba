// Functions of elements that are more than operations on elements: loops,
// branches and operations on arrays inside, values from outside.
// RUN: weft-run --check-passes %s | FileCheck %s
// CHECK: expand-operations: agrees
// CHECK: emit-code: agrees

func.func @main(%x: tensor<2x3xi32>, %y: tensor<2x3xf32>, %z: tensor<0x3xf32>, %n: tensor<i32>) -> (tensor<2x3xi32>, tensor<2x3xi1>, tensor<0x3xf32>) {
  %0 = "stablehlo.map"(%x) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<i32>):
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %three = stablehlo.constant dense<3> : tensor<i32>
    %r:2 = stablehlo.while(%i = %zero, %p = %a) : tensor<i32>, tensor<i32>
    cond {
      %again = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %again : tensor<i1>
    } do {
      %q = stablehlo.multiply %p, %n : tensor<i32>
      %k = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %k, %q : tensor<i32>, tensor<i32>
    }
    stablehlo.return %r#1 : tensor<i32>
  }) : (tensor<2x3xi32>) -> tensor<2x3xi32>
  %1 = "stablehlo.map"(%y, %x) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<i32>):
    %list = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %sum = stablehlo.reduce(%list init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %c = stablehlo.convert %b : (tensor<i32>) -> tensor<f32>
    %less = stablehlo.compare LT, %sum, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<2x3xf32>, tensor<2x3xi32>) -> tensor<2x3xi1>
  %2 = "stablehlo.map"(%z) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>):
    %list = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %sum = stablehlo.reduce(%list init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<0x3xf32>) -> tensor<0x3xf32>
  return %0, %1, %2 : tensor<2x3xi32>, tensor<2x3xi1>, tensor<0x3xf32>
}
