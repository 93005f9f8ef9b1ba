// Which values share bytes, and which copies that needs.
// RUN: weft-opt --pass-pipeline='builtin.module(build-plan,plan.program(fuse-kernels,order-plan,share-storage,verify-plan-memory))' --split-input-file %s | FileCheck %s

// A chain of elementwise kernels with walls between them writes over itself.
// CHECK-LABEL: plan.program shared @in_place
func.func @in_place(%x: tensor<64xf32>) -> tensor<64xf32> {
  // CHECK: plan.kernel @negate_0 {digest = "{{.*}}", plan.record = "kernel-alone", plan.storage = array<i64: 1, 0>}
  %0 = stablehlo.negate %x : tensor<64xf32>
  // CHECK: plan.barrier %{{.*}} {plan.storage = array<i64: 1, 0>}
  %1 = stablehlo.optimization_barrier %0 : tensor<64xf32>
  // CHECK: plan.kernel @exponential_1 {digest = "{{.*}}", inplace = [#plan.alias<0, 0>], {{.*}}plan.storage = array<i64: 1, 0>}
  %2 = stablehlo.exponential %1 : tensor<64xf32>
  // CHECK-NOT: plan.copy
  return %2 : tensor<64xf32>
}

// -----

// A loop that updates its state in place needs one copy: the argument is the
// caller's.
// CHECK-LABEL: plan.program shared @loop_state
// CHECK-SAME: %arg0: tensor<8x64xf32> {plan.storage = array<i64: 0, 0>}
func.func @loop_state(%x: tensor<8x64xf32>, %row: tensor<1x64xf32>) -> tensor<8x64xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %eight = stablehlo.constant dense<8> : tensor<i32>
  // CHECK: plan.copy <interference> %arg0 {plan.record = "copy-interference", plan.storage = array<i64: [[STATE:[0-9]+]], 0>}
  // CHECK: plan.while
  // CHECK: body
  // CHECK-NOT: plan.copy
  // CHECK: stablehlo.dynamic_update_slice
  // CHECK-NOT: plan.copy
  // CHECK: plan.return
  %0:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<8x64xf32>
  cond {
    %c = stablehlo.compare LT, %i, %eight : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %t = stablehlo.dynamic_update_slice %s, %row, %i, %zero : (tensor<8x64xf32>, tensor<1x64xf32>, tensor<i32>, tensor<i32>) -> tensor<8x64xf32>
    stablehlo.return %j, %t : tensor<i32>, tensor<8x64xf32>
  }
  return %0#1 : tensor<8x64xf32>
}

// -----

// So does a scatter: the copy is the plan's, and the kernel updates it.
// CHECK-LABEL: plan.program shared @scattered
func.func @scattered(%x: tensor<8x64xf32>, %i: tensor<4x1xi32>, %u: tensor<4x64xf32>) -> tensor<8x64xf32> {
  // CHECK: plan.copy <interference> %arg0 {plan.record = "copy-interference", plan.storage = array<i64: [[COPY:[0-9]+]], 0>}
  // CHECK: plan.kernel @scatter_0 {{.*}}inplace = [#plan.alias<0, 0>]{{.*}}plan.storage = array<i64: [[COPY]], 0>
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<8x64xf32>, tensor<4x1xi32>, tensor<4x64xf32>) -> tensor<8x64xf32>
  return %0 : tensor<8x64xf32>
}

// -----

// Donated, it needs none.
// CHECK-LABEL: plan.program shared @donated_state
// CHECK-SAME: %arg0: tensor<8x64xf32> {plan.donate = #plan.donate<must 0>, plan.storage = array<i64: 0, 0>}
func.func @donated_state(%x: tensor<8x64xf32> {tf.aliasing_output = 0 : i32}, %row: tensor<1x64xf32>) -> tensor<8x64xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  // CHECK-NOT: plan.copy
  // CHECK: plan.kernel @fused_0 {{.*}}inplace = [#plan.alias<0, 0>]{{.*}}plan.storage = array<i64: 0, 0>
  // CHECK-NOT: plan.copy
  %0 = stablehlo.dynamic_update_slice %x, %row, %zero, %zero : (tensor<8x64xf32>, tensor<1x64xf32>, tensor<i32>, tensor<i32>) -> tensor<8x64xf32>
  return %0 : tensor<8x64xf32>
}

// -----

// A value that is read after it was updated is kept by reading it before.
// CHECK-LABEL: plan.program shared @readers_first
func.func @readers_first(%x: tensor<8x64xf32>, %row: tensor<1x64xf32>) -> (tensor<8x64xf32>, tensor<8x64xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.exponential %x : tensor<8x64xf32>
  %b = stablehlo.optimization_barrier %0 : tensor<8x64xf32>
  %1 = stablehlo.dynamic_update_slice %b, %row, %zero, %zero : (tensor<8x64xf32>, tensor<1x64xf32>, tensor<i32>, tensor<i32>) -> tensor<8x64xf32>
  %c = stablehlo.optimization_barrier %1 : tensor<8x64xf32>
  // CHECK: stablehlo.negate
  // CHECK: plan.kernel {{.*}}inplace = [#plan.alias<0, 0>]
  // CHECK: stablehlo.dynamic_update_slice
  // CHECK-NOT: plan.copy
  %2 = stablehlo.negate %b : tensor<8x64xf32>
  return %c, %2 : tensor<8x64xf32>, tensor<8x64xf32>
}

// -----

// Carried values that change places are copied, one of them through a third.
// CHECK-LABEL: plan.program shared @exchange
func.func @exchange(%x: tensor<64xf32>, %y: tensor<64xf32>, %p: tensor<i1>) -> (tensor<64xf32>, tensor<64xf32>) {
  // CHECK: plan.while
  // CHECK: body
  // CHECK-COUNT-3: plan.copy <permutation>
  // CHECK: plan.yield
  %0:2 = stablehlo.while(%a = %x, %b = %y) : tensor<64xf32>, tensor<64xf32>
  cond {
    stablehlo.return %p : tensor<i1>
  } do {
    stablehlo.return %b, %a : tensor<64xf32>, tensor<64xf32>
  }
  return %0#0, %0#1 : tensor<64xf32>, tensor<64xf32>
}

// -----

// Results have storages of their own.
// CHECK-LABEL: plan.program shared @results
func.func @results(%x: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) {
  // CHECK: %[[R:.*]] = plan.kernel
  %0 = stablehlo.negate %x : tensor<64xf32>
  // CHECK: plan.copy <boundary> %[[R]] {plan.record = "copy-boundary"
  // CHECK: plan.copy <boundary> %arg0 {plan.record = "copy-boundary"
  return %0, %0, %x : tensor<64xf32>, tensor<64xf32>, tensor<64xf32>
}

// -----

// Slices in one piece are read where they lie.
// CHECK-LABEL: plan.program shared @slices
func.func @slices(%x: tensor<8x64xf32>, %i: tensor<i32>) -> (tensor<2x64xf32>, tensor<2x64xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  // CHECK-DAG: plan.view %arg0 {offset = 512 : i64, plan.storage = array<i64: 0, 512>} : tensor<8x64xf32> -> tensor<2x64xf32>
  // CHECK-DAG: plan.view %arg0[%arg1 : tensor<i32>] {plan.storage = array<i64: 0, 0>, stride = 256 : i64} : tensor<8x64xf32> -> tensor<2x64xf32>
  %0 = stablehlo.slice %x [2:4, 0:64] : (tensor<8x64xf32>) -> tensor<2x64xf32>
  %1 = stablehlo.dynamic_slice %x, %i, %zero, sizes = [2, 64] : (tensor<8x64xf32>, tensor<i32>, tensor<i32>) -> tensor<2x64xf32>
  %2 = stablehlo.optimization_barrier %0 : tensor<2x64xf32>
  %3 = stablehlo.negate %2 : tensor<2x64xf32>
  %4 = "stablehlo.sort"(%1) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<2x64xf32>) -> tensor<2x64xf32>
  return %3, %4 : tensor<2x64xf32>, tensor<2x64xf32>
}

// -----

// A window that is read only for what replaces it is updated where it lies,
// with another that is left as it is.
// CHECK-LABEL: plan.program shared @window
// CHECK: plan.while
// CHECK: body
// CHECK: plan.kernel {{.*}}inplace = [#plan.alias<0, 0>]
// CHECK-NOT: plan.copy
// CHECK: plan.return
func.func @window(%x: tensor<40x40xf32>, %p: tensor<i1>) -> tensor<40x40xf32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.while(%a = %x) : tensor<40x40xf32>
  cond {
    stablehlo.return %p : tensor<i1>
  } do {
    %1 = stablehlo.slice %a [1:20, 1:39] : (tensor<40x40xf32>) -> tensor<19x38xf32>
    %2 = stablehlo.slice %a [20:39, 0:38] : (tensor<40x40xf32>) -> tensor<19x38xf32>
    %3 = stablehlo.add %1, %2 : tensor<19x38xf32>
    %4 = stablehlo.dynamic_update_slice %a, %3, %one, %one : (tensor<40x40xf32>, tensor<19x38xf32>, tensor<i32>, tensor<i32>) -> tensor<40x40xf32>
    stablehlo.return %4 : tensor<40x40xf32>
  }
  return %0 : tensor<40x40xf32>
}

// -----

// Neighbours of what is replaced must be read before they are.
// CHECK-LABEL: plan.program shared @neighbours
// CHECK: plan.while
// CHECK: body
// CHECK-NOT: inplace
// CHECK: plan.copy <interference>
// CHECK: plan.return
func.func @neighbours(%x: tensor<40x40xf32>, %p: tensor<i1>) -> tensor<40x40xf32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.while(%a = %x) : tensor<40x40xf32>
  cond {
    stablehlo.return %p : tensor<i1>
  } do {
    %1 = stablehlo.slice %a [1:39, 1:39] : (tensor<40x40xf32>) -> tensor<38x38xf32>
    %2 = stablehlo.slice %a [1:39, 0:38] : (tensor<40x40xf32>) -> tensor<38x38xf32>
    %3 = stablehlo.add %1, %2 : tensor<38x38xf32>
    %4 = stablehlo.dynamic_update_slice %a, %3, %one, %one : (tensor<40x40xf32>, tensor<38x38xf32>, tensor<i32>, tensor<i32>) -> tensor<40x40xf32>
    stablehlo.return %4 : tensor<40x40xf32>
  }
  return %0 : tensor<40x40xf32>
}

// -----

// So is a window in one piece, which elsewhere would be a view.
// CHECK-LABEL: plan.program shared @rows
// CHECK: plan.while
// CHECK: body
// CHECK-NOT: plan.copy
// CHECK: plan.kernel {{.*}}inplace = [#plan.alias<0, 0>]
// CHECK-NOT: plan.copy
// CHECK: plan.return
func.func @rows(%x: tensor<40x40xf32>, %p: tensor<i1>) -> tensor<40x40xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.while(%a = %x) : tensor<40x40xf32>
  cond {
    stablehlo.return %p : tensor<i1>
  } do {
    %1 = stablehlo.slice %a [0:39, 0:40] : (tensor<40x40xf32>) -> tensor<39x40xf32>
    %2 = stablehlo.negate %1 : tensor<39x40xf32>
    %3 = stablehlo.dynamic_update_slice %a, %2, %zero, %zero : (tensor<40x40xf32>, tensor<39x40xf32>, tensor<i32>, tensor<i32>) -> tensor<40x40xf32>
    stablehlo.return %3 : tensor<40x40xf32>
  }
  return %0 : tensor<40x40xf32>
}
