// Copies of single numbers that a loop makes in each turn are results of a kernel that computes numbers anyhow.
// RUN: weft-opt --pass-pipeline='builtin.module(build-plan,plan.program(join-conditions,fuse-kernels{machine=sm_90},order-plan,share-storage,join-copies,place-values,verify-plan-memory))' --split-input-file %s | FileCheck %s

// Two numbers change places in each turn.
// CHECK-LABEL: plan.program placed @turned
// CHECK: body
// CHECK-NOT: plan.copy {{.*}} tensor<f32>
// CHECK: plan.return
func.func @turned(%x: tensor<100000xf32>, %a: tensor<f32>, %b: tensor<f32>) -> (tensor<100000xf32>, tensor<f32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:4 = stablehlo.while(%s = %x, %i = %zero, %p = %a, %q = %b) : tensor<100000xf32>, tensor<i32>, tensor<f32>, tensor<f32>
  cond {
    %many = stablehlo.constant dense<99> : tensor<i32>
    %c = stablehlo.compare LT, %i, %many : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %all = stablehlo.broadcast_in_dim %p, dims = [] : (tensor<f32>) -> tensor<100000xf32>
    %t = stablehlo.add %s, %all : tensor<100000xf32>
    stablehlo.return %t, %j, %q, %p : tensor<100000xf32>, tensor<i32>, tensor<f32>, tensor<f32>
  }
  return %0#0, %0#2, %0#3 : tensor<100000xf32>, tensor<f32>, tensor<f32>
}

// -----

// The sum of this turn is kept beside that of the one before.
// CHECK-LABEL: plan.program placed @before
// CHECK: body
// CHECK-NOT: plan.copy {{.*}} tensor<f32>
// CHECK: plan.kernel {{.*}} -> (tensor<f32>
// CHECK-NOT: plan.copy {{.*}} tensor<f32>
// CHECK: plan.return
func.func @before(%x: tensor<100000xf32>, %first: tensor<f32>) -> (tensor<100000xf32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %0:4 = stablehlo.while(%s = %x, %i = %zero, %last = %first, %ratio = %first) : tensor<100000xf32>, tensor<i32>, tensor<f32>, tensor<f32>
  cond {
    %many = stablehlo.constant dense<99> : tensor<i32>
    %c = stablehlo.compare LT, %i, %many : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %sum = stablehlo.reduce(%s init: %none) applies stablehlo.add across dimensions = [0] : (tensor<100000xf32>, tensor<f32>) -> tensor<f32>
    %r = stablehlo.divide %sum, %last : tensor<f32>
    %all = stablehlo.broadcast_in_dim %r, dims = [] : (tensor<f32>) -> tensor<100000xf32>
    %t = stablehlo.multiply %s, %all : tensor<100000xf32>
    stablehlo.return %t, %j, %sum, %r : tensor<100000xf32>, tensor<i32>, tensor<f32>, tensor<f32>
  }
  return %0#0, %0#3 : tensor<100000xf32>, tensor<f32>
}
