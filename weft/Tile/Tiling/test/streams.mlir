// How many draws have run is a value, which loops, branches and functions
// carry.
// RUN: weft-opt %s --expand-operations | FileCheck %s

// CHECK-LABEL: func.func private @draw(
// CHECK-SAME: %[[COUNT:[a-z0-9]+]]: tensor<ui64>) -> (tensor<f32>, tensor<ui64>)
// CHECK-NOT: stablehlo.rng
// CHECK: %[[NEXT:.*]] = stablehlo.add %[[COUNT]], %{{.*}} : tensor<ui64>
// CHECK: return %{{.*}}, %[[NEXT]] : tensor<f32>, tensor<ui64>
func.func private @draw(%a: tensor<f32>) -> tensor<f32> {
  %none = stablehlo.constant dense<> : tensor<0xi64>
  %0 = stablehlo.rng %a, %a, %none, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<0xi64>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func.func @loop(
// CHECK-SAME: -> tensor<f32>
// CHECK: %[[ZERO:.*]] = stablehlo.constant dense<0> : tensor<ui64>
// CHECK: %[[CALL:.*]]:2 = call @draw(%{{.*}}, %[[ZERO]])
// CHECK: stablehlo.while({{.*}} = %[[CALL]]#0, %[[CARRIED:.*]] = %[[CALL]]#1) : tensor<f32>, tensor<ui64>
// CHECK: do {
// CHECK: %[[IF:.*]]:2 = "stablehlo.if"
// CHECK: call @draw(%{{.*}}, %[[CARRIED]])
// CHECK: stablehlo.return %{{.*}}, %[[CARRIED]] : tensor<f32>, tensor<ui64>
// CHECK: stablehlo.return %[[IF]]#0, %[[IF]]#1 : tensor<f32>, tensor<ui64>
func.func @loop(%a: tensor<f32>) -> tensor<f32> {
  %0 = call @draw(%a) : (tensor<f32>) -> tensor<f32>
  %1 = stablehlo.while(%x = %0) : tensor<f32>
  cond {
    %again = stablehlo.compare LT, %x, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %again : tensor<i1>
  } do {
    %big = stablehlo.compare GT, %x, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %next = "stablehlo.if"(%big) ({
      %drawn = func.call @draw(%a) : (tensor<f32>) -> tensor<f32>
      stablehlo.return %drawn : tensor<f32>
    }, {
      stablehlo.return %a : tensor<f32>
    }) : (tensor<i1>) -> tensor<f32>
    stablehlo.return %next : tensor<f32>
  }
  return %1 : tensor<f32>
}

// A test that draws runs once before the loop, and at the end of each iteration.
// CHECK-LABEL: func.func @test(
// CHECK: %[[FIRST:.*]] = stablehlo.compare GT
// CHECK: stablehlo.while(%{{.*}} = %{{.*}}, %[[FLAG:.*]] = %[[FIRST]], %{{.*}} = %{{.*}}) : tensor<f32>, tensor<i1>, tensor<ui64>
// CHECK-NEXT: cond {
// CHECK-NEXT: stablehlo.return %[[FLAG]] : tensor<i1>
// CHECK: do {
// CHECK: stablehlo.compare GT
// CHECK: stablehlo.return %{{.*}}, %{{.*}}, %{{.*}} : tensor<f32>, tensor<i1>, tensor<ui64>
func.func @test(%a: tensor<f32>) -> tensor<f32> {
  %none = stablehlo.constant dense<> : tensor<0xi64>
  %1 = stablehlo.while(%x = %a) : tensor<f32>
  cond {
    %drawn = stablehlo.rng %a, %x, %none, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<0xi64>) -> tensor<f32>
    %again = stablehlo.compare GT, %drawn, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %again : tensor<i1>
  } do {
    %next = stablehlo.add %x, %a : tensor<f32>
    stablehlo.return %next : tensor<f32>
  }
  return %1 : tensor<f32>
}

// Elements one after the other where a function of them is more than
// operations on elements.
// CHECK-LABEL: func.func @map(
// CHECK-NOT: stablehlo.map
// CHECK: stablehlo.while
// CHECK: stablehlo.dynamic_slice
// CHECK: stablehlo.reduce
// CHECK: stablehlo.dynamic_update_slice
func.func @map(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = "stablehlo.map"(%x) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>):
    %list = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %sum = stablehlo.reduce(%list init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
