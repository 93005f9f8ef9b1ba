// Loops that would copy what they carry do two iterations in a turn.
// RUN: weft-opt --pass-pipeline='builtin.module(build-plan,plan.program(fuse-kernels,order-plan,pair-iterations,share-storage,verify-plan-memory))' --split-input-file %s | FileCheck %s

// The new value needs all of the old one: it is written to another place, and
// the next one back. Only the end of an odd number of iterations copies.
// CHECK-LABEL: plan.program shared @stencil
// CHECK: plan.while
// CHECK: body
// CHECK-NOT: plan.copy
// CHECK: plan.case
// CHECK-NEXT: plan.copy <interference>
// CHECK-NEXT: plan.yield
// CHECK-NEXT: }, {
// CHECK-NOT: plan.copy
// CHECK: plan.return
func.func @stencil(%x: tensor<1024xf32>) -> tensor<1024xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<1024xf32>
  cond {
    %many = stablehlo.constant dense<99> : tensor<i32>
    %c = stablehlo.compare LT, %i, %many : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %r = stablehlo.reverse %s, dims = [0] : tensor<1024xf32>
    %t = stablehlo.add %s, %r : tensor<1024xf32>
    stablehlo.return %j, %t : tensor<i32>, tensor<1024xf32>
  }
  return %0#1 : tensor<1024xf32>
}

// -----

// A value that is written in place stays as it is.
// CHECK-LABEL: plan.program shared @in_place
// CHECK-NOT: plan.case
// CHECK: plan.return
func.func @in_place(%x: tensor<1024xf32>) -> tensor<1024xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<1024xf32>
  cond {
    %many = stablehlo.constant dense<99> : tensor<i32>
    %c = stablehlo.compare LT, %i, %many : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %t = stablehlo.add %s, %s : tensor<1024xf32>
    stablehlo.return %j, %t : tensor<i32>, tensor<1024xf32>
  }
  return %0#1 : tensor<1024xf32>
}
