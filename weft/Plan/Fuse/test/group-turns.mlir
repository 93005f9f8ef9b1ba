// Several turns of a loop for each test of its condition, where nobody knows how many there will be.
// RUN: weft-opt --pass-pipeline='builtin.module(build-plan,plan.program(fuse-kernels{machine=sm_90},order-plan,share-storage,group-turns{machine=sm_90},place-values,verify-plan-memory))' --split-input-file %s | FileCheck %s

// Where kernels do not look, each turn is tested of which nobody knows whether it comes.
// RUN: weft-opt --pass-pipeline='builtin.module(build-plan,plan.program(fuse-kernels{machine=gfx942},order-plan,share-storage,group-turns{machine=gfx942},place-values,verify-plan-memory))' --split-input-file %s | FileCheck %s --check-prefix=TESTED --implicit-check-not='>, turns ='
// TESTED: plan.while

// What the condition yields lies where nothing of the body does.
// CHECK-LABEL: plan.program placed @until
// CHECK: plan.while {{.*}}turns = 8
// CHECK: cond {
// CHECK: plan.kernel {{.*}}plan.place = [#plan.place<temp, 0, 1>]{{.*}} -> tensor<i1>
// CHECK: body {
// CHECK: plan.kernel {{.*}}plan.place = [#plan.place<temp, 64, 4>]{{.*}} -> tensor<f32>
func.func @until(%x: tensor<100000xf32>, %most: tensor<f32>) -> tensor<100000xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.while(%s = %x) : tensor<100000xf32>
  cond {
    %sum = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<100000xf32>, tensor<f32>) -> tensor<f32>
    %c = stablehlo.compare LT, %sum, %most : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %largest = stablehlo.reduce(%s init: %zero) applies stablehlo.maximum across dimensions = [0] : (tensor<100000xf32>, tensor<f32>) -> tensor<f32>
    %all = stablehlo.broadcast_in_dim %largest, dims = [] : (tensor<f32>) -> tensor<100000xf32>
    %t = stablehlo.add %s, %all : tensor<100000xf32>
    stablehlo.return %t : tensor<100000xf32>
  }
  return %0 : tensor<100000xf32>
}

// -----

// A condition that the loop carries is written by the last step of a turn, when all others have looked at it.
// CHECK-LABEL: plan.program placed @flag
// CHECK: plan.while {{.*}}turns =
// CHECK: cond {
// CHECK-NEXT: plan.yield
// CHECK: body {
// CHECK: plan.kernel {{.*}} -> tensor<f32>
// CHECK: plan.kernel {{.*}} -> tensor<i1>
// CHECK-NOT: plan.kernel
// CHECK: plan.return
func.func @flag(%p: tensor<i1>, %x: tensor<100000xf32>, %most: tensor<f32>) -> tensor<100000xf32> {
  %0:2 = stablehlo.while(%goes = %p, %s = %x) : tensor<i1>, tensor<100000xf32>
  cond {
    stablehlo.return %goes : tensor<i1>
  } do {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %t = stablehlo.sine %s : tensor<100000xf32>
    %sum = stablehlo.reduce(%t init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<100000xf32>, tensor<f32>) -> tensor<f32>
    %c = stablehlo.compare LT, %sum, %most : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c, %t : tensor<i1>, tensor<100000xf32>
  }
  return %0#1 : tensor<100000xf32>
}

// -----

// Where it is known how many there are, nobody has to look: all of them are told.
// CHECK-LABEL: plan.program placed @known
// CHECK: plan.while {{.*}}turns = 99
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

// A loop inside of another cannot look; its own steps can.
// CHECK-LABEL: plan.program placed @nested
// CHECK: plan.while
// CHECK-NOT: turns
// CHECK: body
// CHECK: plan.while {{.*}}turns =
func.func @nested(%x: tensor<100000xf32>, %most: tensor<f32>) -> tensor<100000xf32> {
  %0 = stablehlo.while(%s = %x) : tensor<100000xf32>
  cond {
    %first = stablehlo.slice %s [0:1] : (tensor<100000xf32>) -> tensor<1xf32>
    %number = stablehlo.reshape %first : (tensor<1xf32>) -> tensor<f32>
    %c = stablehlo.compare LT, %number, %most : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %1 = stablehlo.while(%t = %s) : tensor<100000xf32>
    cond {
      %last = stablehlo.slice %t [99999:100000] : (tensor<100000xf32>) -> tensor<1xf32>
      %number = stablehlo.reshape %last : (tensor<1xf32>) -> tensor<f32>
      %c = stablehlo.compare LT, %number, %most : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %u = stablehlo.sine %t : tensor<100000xf32>
      stablehlo.return %u : tensor<100000xf32>
    }
    stablehlo.return %1 : tensor<100000xf32>
  }
  return %0 : tensor<100000xf32>
}

// -----

// Next to a turn of 400 MB a test is nothing.
// CHECK-LABEL: plan.program placed @long
// CHECK: plan.while
// CHECK-NOT: turns
// CHECK: plan.return
func.func @long(%x: tensor<100000000xf32>, %most: tensor<f32>) -> tensor<100000000xf32> {
  %0 = stablehlo.while(%s = %x) : tensor<100000000xf32>
  cond {
    %first = stablehlo.slice %s [0:1] : (tensor<100000000xf32>) -> tensor<1xf32>
    %number = stablehlo.reshape %first : (tensor<1xf32>) -> tensor<f32>
    %c = stablehlo.compare LT, %number, %most : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %t = stablehlo.sine %s : tensor<100000000xf32>
    stablehlo.return %t : tensor<100000000xf32>
  }
  return %0 : tensor<100000000xf32>
}

// -----

// Sums in the order in which threads come may differ from time to time: a loop that has ended must not go on.
// CHECK-LABEL: plan.program placed @unordered
// CHECK: plan.while
// CHECK-NOT: turns
// CHECK: plan.return
func.func @unordered(%x: tensor<100000xf32>, %i: tensor<100000x1xi32>, %y: tensor<8xf32>, %most: tensor<f32>) -> tensor<100000xf32> {
  %0 = stablehlo.while(%s = %x) : tensor<100000xf32>
  cond {
    %sums = "stablehlo.scatter"(%y, %i, %s) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %sum = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %sum : tensor<f32>
    }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<8xf32>, tensor<100000x1xi32>, tensor<100000xf32>) -> tensor<8xf32>
    %first = stablehlo.slice %sums [0:1] : (tensor<8xf32>) -> tensor<1xf32>
    %number = stablehlo.reshape %first : (tensor<1xf32>) -> tensor<f32>
    %c = stablehlo.compare LT, %number, %most : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %t = stablehlo.sine %s : tensor<100000xf32>
    stablehlo.return %t : tensor<100000xf32>
  }
  return %0 : tensor<100000xf32>
}

// -----

// Or as many as there is room for, for each test.
// CHECK-LABEL: plan.program placed @known_and_many
// CHECK: plan.while {{.*}}turns = 16
// CHECK: plan.return
func.func @known_and_many(%x: tensor<100000xf32>) -> tensor<100000xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<100000xf32>
  cond {
    %many = stablehlo.constant dense<999> : tensor<i32>
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

// Next to a turn of 800 MB a test is nothing.
// CHECK-LABEL: plan.program placed @known_and_long
// CHECK: plan.while
// CHECK-NOT: turns
// CHECK: plan.return
func.func @known_and_long(%x: tensor<100000000xf32>) -> tensor<100000000xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<100000000xf32>
  cond {
    %many = stablehlo.constant dense<99> : tensor<i32>
    %c = stablehlo.compare LT, %i, %many : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %t = stablehlo.sine %s : tensor<100000000xf32>
    stablehlo.return %j, %t : tensor<i32>, tensor<100000000xf32>
  }
  return %0#1 : tensor<100000000xf32>
}

// -----

// The number that is counted by is needed in the middle of a turn: the test looks at a copy that is made behind it.
// CHECK-LABEL: plan.program placed @carried
// CHECK: plan.while {{.*}}turns =
// CHECK: cond {
// CHECK: %[[KEPT:.*]] = plan.copy <interference> %{{.*}} : tensor<i1> -> tensor<i1>
// CHECK: plan.yield %[[KEPT]]
func.func @carried(%p: tensor<i1>, %x: tensor<100000xf32>, %y: tensor<100000xf32>, %most: tensor<f32>) -> tensor<100000xf32> {
  %0:2 = stablehlo.while(%goes = %p, %s = %x) : tensor<i1>, tensor<100000xf32>
  cond {
    stablehlo.return %goes : tensor<i1>
  } do {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %sum = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<100000xf32>, tensor<f32>) -> tensor<f32>
    %c = stablehlo.compare LT, %sum, %most : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %t = stablehlo.sine %s : tensor<100000xf32>
    %u = stablehlo.select %c, %t, %y : (tensor<i1>, tensor<100000xf32>, tensor<100000xf32>) -> tensor<100000xf32>
    %r = stablehlo.reverse %u, dims = [0] : tensor<100000xf32>
    stablehlo.return %c, %r : tensor<i1>, tensor<100000xf32>
  }
  return %0#1 : tensor<100000xf32>
}
