// What only says whether a loop goes on is computed with the body, or not at all.
// RUN: weft-opt --build-plan --join-conditions --split-input-file %s | FileCheck %s
// What remains is one kernel with the other numbers of the turn.
// RUN: weft-opt --build-plan --join-conditions --fuse-kernels=machine=sm_90 --split-input-file %s | FileCheck %s --check-prefix=FUSED

// A loop of so many turns needs no counter.
// CHECK-LABEL: plan.program built @known
// CHECK: plan.while {counted, trip = 99 : i64} (%[[S:.*]] = %{{.*}} : tensor<100000xf32>)
// CHECK: cond
// CHECK-NEXT: %[[TRUE:.*]] = plan.constant {{.*}}dense<true>
// CHECK-NEXT: plan.yield %[[TRUE]]
// CHECK: body
// CHECK: stablehlo.sine
// CHECK-NOT: stablehlo.add
// CHECK: plan.return
func.func @known(%x: tensor<100000xf32>) -> tensor<100000xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<100000xf32>
  cond {
    %many = stablehlo.constant dense<99> : tensor<i32>
    %c = stablehlo.compare LT, %i, %many : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %t = stablehlo.sine %s : tensor<100000xf32>
    stablehlo.return %j, %t : tensor<i32>, tensor<100000xf32>
  }
  return %0#1 : tensor<100000xf32>
}

// -----

// A counter that the body reads stays.
// CHECK-LABEL: plan.program built @read
// CHECK: plan.while {counted, trip = 99 : i64} (%{{.*}} : tensor<i32>, %{{.*}} : tensor<100000xf32>)
// CHECK: plan.return
func.func @read(%x: tensor<100000xf32>, %y: tensor<100000xf32>) -> tensor<100000xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<100000xf32>
  cond {
    %many = stablehlo.constant dense<99> : tensor<i32>
    %c = stablehlo.compare LT, %i, %many : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %number = stablehlo.convert %i : (tensor<i32>) -> tensor<f32>
    %all = stablehlo.broadcast_in_dim %number, dims = [] : (tensor<f32>) -> tensor<100000xf32>
    %t = stablehlo.add %s, %all : tensor<100000xf32>
    stablehlo.return %j, %t : tensor<i32>, tensor<100000xf32>
  }
  return %0#1 : tensor<100000xf32>
}

// -----

// Where nobody knows how often, the test of the next turn is a number of this one. What it was told by need not be carried.
// CHECK-LABEL: plan.program built @until
// CHECK: %[[FIRST:.*]] = plan.kernel @compare_{{[0-9]+}}_first
// CHECK: plan.while (%{{.*}} : tensor<100000xf32>, %{{.*}} : tensor<i32>, %{{.*}} = %[[FIRST]] : tensor<i1>)
// CHECK: cond
// CHECK-NEXT: plan.yield %{{.*}} : tensor<i1>
// CHECK: body
// CHECK: stablehlo.compare
// CHECK: plan.yield %{{.*}}, %{{.*}}, %{{.*}} : tensor<100000xf32>, tensor<i32>, tensor<i1>

// FUSED-LABEL: plan.program fused @until
// FUSED: body
// FUSED-DAG: plan.kernel {{.*}} -> tensor<100000xf32> {
// FUSED-DAG: plan.kernel {{.*}} -> (tensor<i32>, tensor<i1>) {
// FUSED: plan.yield %{{.*}}, %{{.*}}, %{{.*}} : tensor<100000xf32>, tensor<i32>, tensor<i1>
// FUSED-NOT: plan.kernel
// FUSED: plan.return
func.func @until(%x: tensor<100000xf32>, %n: tensor<i32>) -> tensor<100000xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%s = %x, %i = %zero) : tensor<100000xf32>, tensor<i32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %t = stablehlo.sine %s : tensor<100000xf32>
    stablehlo.return %t, %j : tensor<100000xf32>, tensor<i32>
  }
  return %0#0 : tensor<100000xf32>
}

// -----

// The sum that the test looks at is a kernel of its own, and so the test can be the last step of a turn.
// CHECK-LABEL: plan.program built @below
// CHECK: plan.while (%{{.*}} = %{{[a-z0-9]+}} : tensor<100000xf32>, %{{.*}} = %{{[0-9]+}} : tensor<i1>)
// FUSED-LABEL: plan.program fused @below
// FUSED: body
// FUSED: plan.kernel {{.*}} -> tensor<f32> {
// FUSED: plan.kernel {{.*}} : tensor<f32>{{.*}} -> tensor<i1> {
// FUSED-NOT: plan.kernel
// FUSED: plan.return
func.func @below(%x: tensor<100000xf32>, %most: tensor<f32>, %start: tensor<f32>) -> tensor<100000xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0:2 = stablehlo.while(%s = %x, %sum = %start) : tensor<100000xf32>, tensor<f32>
  cond {
    %c = stablehlo.compare LT, %sum, %most : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %t = stablehlo.sine %s : tensor<100000xf32>
    %next = stablehlo.reduce(%t init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<100000xf32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %t, %next : tensor<100000xf32>, tensor<f32>
  }
  return %0#0 : tensor<100000xf32>
}

// -----

// A condition that sums is one kernel wherever it stands.
// CHECK-LABEL: plan.program built @summed
// CHECK: cond
// CHECK: stablehlo.reduce
// CHECK: body
// CHECK-NOT: stablehlo.reduce
// CHECK: plan.return
func.func @summed(%x: tensor<100000xf32>, %most: tensor<f32>) -> tensor<100000xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.while(%s = %x) : tensor<100000xf32>
  cond {
    %sum = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<100000xf32>, tensor<f32>) -> tensor<f32>
    %c = stablehlo.compare LT, %sum, %most : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %t = stablehlo.sine %s : tensor<100000xf32>
    stablehlo.return %t : tensor<100000xf32>
  }
  return %0 : tensor<100000xf32>
}
