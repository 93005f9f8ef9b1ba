// Padding is left out, with a body that tiles are given to and with one that is not: the initial value counts once.
// RUN: weft-run %s --args='[dense<[10, 100]> : tensor<2xi32>, dense<1> : tensor<i32>, dense<> : tensor<0xi32>]' | FileCheck %s
// RUN: weft-run %s --compiled --args='[dense<[10, 100]> : tensor<2xi32>, dense<1> : tensor<i32>, dense<> : tensor<0xi32>]' | FileCheck %s
// CHECK: [11, 111, 111, 101]
// CHECK: [11, 111, 111, 101]
// CHECK: [1, 1]

func.func @main(%x: tensor<2xi32>, %init: tensor<i32>, %none: tensor<0xi32>) -> (tensor<4xi32>, tensor<4xi32>, tensor<2xi32>) {
  %0 = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 3>, padding = dense<2> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<2xi32>, tensor<i32>) -> tensor<4xi32>
  %1 = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 3>, padding = dense<2> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.optimization_barrier %a : tensor<i32>
    %s = stablehlo.add %c, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<2xi32>, tensor<i32>) -> tensor<4xi32>
  %2 = "stablehlo.reduce_window"(%none, %init) <{window_dimensions = array<i64: 1>, padding = dense<1> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.optimization_barrier %a : tensor<i32>
    %s = stablehlo.add %c, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<0xi32>, tensor<i32>) -> tensor<2xi32>
  return %0, %1, %2 : tensor<4xi32>, tensor<4xi32>, tensor<2xi32>
}
