// RUN: weft-run %s --compiled --explain --args='[dense<1.0> : tensor<4x512xf32>]' 2>&1 | FileCheck %s

// Whether a reduction keeps the order of its elements is on record, and why it
// need not.

// CHECK-DAG: stablehlo.reduce takes its elements in any order: add commutes
// CHECK-DAG: stablehlo.reduce takes its elements in any order: each carries its place
// CHECK-DAG: stablehlo.reduce combines its elements in their order

func.func @main(%x: tensor<4x512xf32>) -> (tensor<4xf32>, tensor<4xi32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x512xf32>, tensor<f32>) -> tensor<4xf32>
  %places = stablehlo.iota dim = 1 : tensor<4x512xi32>
  %largest:2 = stablehlo.reduce(%x init: %low), (%places init: %none) across dimensions = [1] : (tensor<4x512xf32>, tensor<4x512xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
    reducer(%a: tensor<f32>, %b: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>) {
    %greater = stablehlo.compare GT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %nan = stablehlo.compare NE, %a, %a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %left = stablehlo.or %greater, %nan : tensor<i1>
    %equal = stablehlo.compare EQ, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %before = stablehlo.compare LT, %i, %j, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %first = stablehlo.and %equal, %before : tensor<i1>
    %choose = stablehlo.or %left, %first : tensor<i1>
    %value = stablehlo.select %left, %a, %b : tensor<i1>, tensor<f32>
    %place = stablehlo.select %choose, %i, %j : tensor<i1>, tensor<i32>
    stablehlo.return %value, %place : tensor<f32>, tensor<i32>
  }
  %last = stablehlo.reduce(%x init: %zero) across dimensions = [1] : (tensor<4x512xf32>, tensor<f32>) -> tensor<4xf32>
    reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %half = stablehlo.constant dense<0.5> : tensor<f32>
    %less = stablehlo.multiply %a, %half : tensor<f32>
    %both = stablehlo.subtract %b, %less : tensor<f32>
    stablehlo.return %both : tensor<f32>
  }
  return %sum, %largest#1, %last : tensor<4xf32>, tensor<4xi32>, tensor<4xf32>
}
