// One kernel per operation, calls inlined, loops and branches of the plan.
// RUN: weft-opt --build-plan --split-input-file %s | FileCheck %s

// CHECK-LABEL: plan.program built @main(
// CHECK-SAME: %arg0: tensor<2x3xf32> {plan.donate = #plan.donate<must 1>},
// CHECK-SAME: %arg1: tensor<6xf32> {plan.donate = #plan.donate<may>}
// CHECK-SAME: attributes {partitions = 2 : i64}
module attributes {mhlo.num_partitions = 2 : i32} {
  func.func public @main(%x: tensor<2x3xf32> {tf.aliasing_output = 1 : i32}, %y: tensor<6xf32> {jax.buffer_donor = true})
      -> (tensor<6xf32>, tensor<2x3xf32>) {
    // CHECK: %[[X:.*]] = plan.view %arg0 : tensor<2x3xf32> -> tensor<6xf32>
    %0 = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<6xf32>
    // The call is inlined.
    // CHECK: %[[SUM:.*]] = plan.kernel @add_0 (%[[A:.*]] = %[[X]] : tensor<6xf32>, %[[B:.*]] = %arg1 : tensor<6xf32>) -> tensor<6xf32> {
    // CHECK-NEXT: %[[S:.*]] = stablehlo.add %[[A]], %[[B]] : tensor<6xf32>
    // CHECK-NEXT: plan.yield %[[S]] : tensor<6xf32>
    %1 = call @sum(%0, %y) : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
    // An operand that is used twice is one of the kernel.
    // CHECK: plan.kernel @multiply_1 (%[[A:.*]] = %arg0 : tensor<2x3xf32>) -> tensor<2x3xf32> {
    // CHECK-NEXT: stablehlo.multiply %[[A]], %[[A]]
    %2 = stablehlo.multiply %x, %x : tensor<2x3xf32>
    return %1, %2 : tensor<6xf32>, tensor<2x3xf32>
  }
  // CHECK-NOT: @sum
  func.func private @sum(%a: tensor<6xf32>, %b: tensor<6xf32>) -> tensor<6xf32> {
    %0 = stablehlo.add %a, %b : tensor<6xf32>
    return %0 : tensor<6xf32>
  }
}

// -----

// CHECK-LABEL: plan.program built @constants
func.func @constants() -> (tensor<f32>, tensor<3xi32>, tensor<100xf32>) {
  // CHECK: plan.constant dense<1.000000e+00> : tensor<f32>
  %0 = stablehlo.constant dense<1.0> : tensor<f32>
  // CHECK: plan.constant dense<[1, 2, 3]> : tensor<3xi32>
  %1 = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  // A large constant of equal elements is written when it is needed.
  // CHECK: plan.kernel @constant_0 () -> tensor<100xf32> {
  // CHECK-NEXT: stablehlo.constant dense<2.000000e+00> : tensor<100xf32>
  %2 = stablehlo.constant dense<2.0> : tensor<100xf32>
  return %0, %1, %2 : tensor<f32>, tensor<3xi32>, tensor<100xf32>
}

// -----

// CHECK-LABEL: plan.program built @heroes
func.func @heroes(%x: tensor<4x8xf32>, %w: tensor<8x2xf32>, %z: tensor<f32>) -> (tensor<4x2xf32>, tensor<4xf32>) {
  // CHECK: plan.kernel @dot_general_0 <dot> (
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  // What the body of an operation takes from around it is an operand.
  // CHECK: plan.kernel @reduce_1 <reduce> (%{{.*}} = %arg0 : tensor<4x8xf32>, %{{.*}} = %arg2 : tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.reduce(%x init: %z) across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
    reducer(%a: tensor<f32>, %b: tensor<f32>) {
      %2 = stablehlo.add %a, %b : tensor<f32>
      %3 = stablehlo.maximum %2, %z : tensor<f32>
      %4 = func.call @identity(%3) : (tensor<f32>) -> tensor<f32>
      stablehlo.return %4 : tensor<f32>
    }
  // CHECK-NOT: call
  return %0, %1 : tensor<4x2xf32>, tensor<4xf32>
}
func.func private @identity(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}

// -----

// CHECK-LABEL: plan.program built @loop
func.func @loop(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  // CHECK: %[[LOOP:.*]]:2 = plan.while {trip = 10 : i64} (%[[I:.*]] = %{{.*}} : tensor<i32>, %[[S:.*]] = %arg0 : tensor<4xf32>)
  // CHECK-NEXT: cond {
  // CHECK: %[[C:.*]] = plan.kernel @compare_0
  // CHECK: plan.yield %[[C]] : tensor<i1>
  // CHECK: } body {
  // CHECK: plan.kernel @add_1
  // CHECK: plan.kernel @multiply_2
  // CHECK: plan.yield
  %0:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<4xf32>
  cond {
    %c = stablehlo.compare LT, %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %t = stablehlo.multiply %s, %x : tensor<4xf32>
    stablehlo.return %j, %t : tensor<i32>, tensor<4xf32>
  }
  // CHECK: plan.return %[[LOOP]]#1
  return %0#1 : tensor<4xf32>
}

// -----

// CHECK-LABEL: plan.program built @branches
func.func @branches(%p: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // The false branch is number 0.
  // CHECK: plan.case %arg0 : tensor<i1> -> (tensor<4xf32>) {
  // CHECK-NEXT: plan.yield %arg2 : tensor<4xf32>
  // CHECK-NEXT: }, {
  // CHECK: plan.kernel @negate_0
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.negate %x : tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }, {
    stablehlo.return %y : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Effects are one chain, through loops and branches, whatever tokens there were.
// CHECK-LABEL: plan.program built @effects
// CHECK-SAME: (%arg0: tensor<4xf32>, %arg1: tensor<i1>, %arg2: !stablehlo.token) -> !stablehlo.token
func.func @effects(%x: tensor<4xf32>, %p: tensor<i1>, %t: !stablehlo.token) -> !stablehlo.token {
  // A call without effects has no token.
  // CHECK: plan.ffi (%{{.*}} = %arg0 : tensor<4xf32>) -> tensor<4xf32>
  %0 = stablehlo.custom_call @pure(%x) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %[[T0:.*]] = plan.token
  // CHECK: %[[T1:.*]] = plan.ffi (%{{.*}} = %arg0 : tensor<4xf32>, %{{.*}} = %[[T0]] : !stablehlo.token) -> !stablehlo.token {
  // CHECK-NEXT: stablehlo.custom_call @print
  stablehlo.custom_call @print(%x) {has_side_effect = true} : (tensor<4xf32>) -> ()
  %u = stablehlo.create_token : !stablehlo.token
  // CHECK: %[[T2:.*]] = plan.while (%[[C:.*]] = %[[T1]] : !stablehlo.token)
  %1 = stablehlo.while(%v = %u) : !stablehlo.token
  cond {
    stablehlo.return %p : tensor<i1>
  } do {
    // CHECK: plan.case %arg1 : tensor<i1> -> (!stablehlo.token)
    "stablehlo.if"(%p) ({
      // CHECK: plan.ffi (%{{.*}} = %arg0 : tensor<4xf32>, %{{.*}} = %[[C]] : !stablehlo.token) -> !stablehlo.token
      %2 = stablehlo.custom_call @ordered(%x, %v) : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
      stablehlo.return
    }, {
      stablehlo.return
    }) : (tensor<i1>) -> ()
    stablehlo.return %v : !stablehlo.token
  }
  // CHECK: plan.callback (%{{.*}} = %arg0 : tensor<4xf32>, %{{.*}} = %[[T2]] : !stablehlo.token) -> !stablehlo.token
  %3 = "stablehlo.outfeed"(%x, %t) <{outfeed_config = ""}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  %4 = stablehlo.after_all %3, %1 : !stablehlo.token
  return %4 : !stablehlo.token
}

// -----

// CHECK-LABEL: plan.program built @tuples
func.func @tuples(%x: tensor<4xf32>) -> tensor<2xi32> {
  // CHECK: %[[CALL:.*]]:2 = plan.ffi (%{{.*}} = %arg0 : tensor<4xf32>) -> (tensor<4xf32>, tensor<2xi32>) {
  // CHECK-NEXT: stablehlo.custom_call @two
  // CHECK-NEXT: stablehlo.get_tuple_element
  // CHECK-NEXT: stablehlo.get_tuple_element
  %0 = stablehlo.custom_call @two(%x) : (tensor<4xf32>) -> tuple<tensor<4xf32>, tensor<2xi32>>
  %1 = stablehlo.get_tuple_element %0[1] : (tuple<tensor<4xf32>, tensor<2xi32>>) -> tensor<2xi32>
  // CHECK: plan.return %[[CALL]]#1
  return %1 : tensor<2xi32>
}

// -----

// Calls that ask for other orders of dimensions get them by copies.
// CHECK-LABEL: plan.program built @layouts
func.func @layouts(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // CHECK: %[[IN:.*]] = plan.copy <layout> %arg0 : tensor<2x3xf32> -> tensor<2x3xf32, #plan.layout<[0, 1]>>
  // CHECK: %[[OUT:.*]] = plan.ffi (%{{.*}} = %[[IN]] : tensor<2x3xf32, #plan.layout<[0, 1]>>) -> tensor<2x3xf32, #plan.layout<[0, 1]>>
  // CHECK: plan.copy <layout> %[[OUT]] : tensor<2x3xf32, #plan.layout<[0, 1]>> -> tensor<2x3xf32>
  %0 = stablehlo.custom_call @lapack(%x) {operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: plan.program built @border_layout(%arg0: tensor<2x3xf32, #plan.layout<[0, 1]>>)
func.func @border_layout(%x: tensor<2x3xf32> {mhlo.layout_mode = "{0,1}"}) -> (tensor<2x3xf32> {mhlo.layout_mode = "default", mhlo.memory_kind = "pinned_host"}) {
  // CHECK: plan.copy <layout> %arg0
  return %x : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: plan.program built @devices
func.func @devices(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: plan.partition_id
  %0 = stablehlo.partition_id : tensor<ui32>
  // CHECK: plan.collective (
  // CHECK: stablehlo.all_reduce
  %1 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0]]> : tensor<1x1xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %[[P:.*]] = plan.start (
  // CHECK: plan.collective
  %3 = "stablehlo.async_start"(%1) ({
  ^bb0(%a: tensor<4xf32>):
    %4 = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[[0, 0]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
    stablehlo.return %4 : tensor<4xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
  // CHECK: plan.barrier
  %5 = stablehlo.optimization_barrier %1 : tensor<4xf32>
  // CHECK: plan.done %[[P]]
  %6 = "stablehlo.async_done"(%3) : (!stablehlo.future<tensor<4xf32>>) -> tensor<4xf32>
  return %6 : tensor<4xf32>
}

// -----

// CHECK-LABEL: plan.program built @assertion
func.func @assertion(%p: tensor<i1>) {
  // CHECK: plan.check %arg0, "size must be even", %{{.*}} : tensor<i1>
  stablehlo.custom_call @shape_assertion(%p) {error_message = "size must be even", has_side_effect = true} : (tensor<i1>) -> ()
  return
}

// -----

// Many pieces are joined to larger ones first.
// CHECK-LABEL: plan.program built @pieces
func.func @pieces(%x: tensor<8xf32>) -> tensor<240xf32> {
  // CHECK: %[[A:.*]] = plan.kernel @concatenate{{.*}} -> tensor<192xf32>
  // CHECK: %[[B:.*]] = plan.kernel @concatenate{{.*}} -> tensor<48xf32>
  // CHECK: plan.kernel @concatenate{{.*}} = %[[A]] : {{.*}} = %[[B]] : {{.*}} -> tensor<240xf32>
  %0 = stablehlo.concatenate %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, dim = 0 : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<240xf32>
  return %0 : tensor<240xf32>
}

// -----

// A transform takes the transpositions around it along, so that it can go where
// its lines are.
// CHECK-LABEL: plan.program built @along_rows
// CHECK: plan.kernel @fft_0 <fft> (%[[X:.*]] = %arg0
// CHECK-NEXT: stablehlo.transpose %[[X]]
// CHECK-NEXT: stablehlo.fft
// CHECK-NEXT: stablehlo.transpose
// CHECK-NEXT: plan.yield
// CHECK-NOT: plan.kernel
func.func public @along_rows(%x: tensor<2x4x5xcomplex<f32>>) -> tensor<2x4x5xcomplex<f32>> {
  %0 = stablehlo.transpose %x, dims = [0, 2, 1] : (tensor<2x4x5xcomplex<f32>>) -> tensor<2x5x4xcomplex<f32>>
  %1 = stablehlo.fft %0, type = FFT, length = [4] : (tensor<2x5x4xcomplex<f32>>) -> tensor<2x5x4xcomplex<f32>>
  %2 = stablehlo.transpose %1, dims = [0, 2, 1] : (tensor<2x5x4xcomplex<f32>>) -> tensor<2x4x5xcomplex<f32>>
  return %2 : tensor<2x4x5xcomplex<f32>>
}

// -----

// One that is read elsewhere, too, is a kernel of its own.
// CHECK-LABEL: plan.program built @read_twice
// CHECK: plan.kernel @transpose_0
// CHECK: plan.kernel @fft_1
// CHECK: plan.kernel @transpose_2
func.func public @read_twice(%x: tensor<2x4x5xcomplex<f32>>) -> (tensor<2x4x5xcomplex<f32>>, tensor<2x5x4xcomplex<f32>>) {
  %0 = stablehlo.transpose %x, dims = [0, 2, 1] : (tensor<2x4x5xcomplex<f32>>) -> tensor<2x5x4xcomplex<f32>>
  %1 = stablehlo.fft %0, type = FFT, length = [4] : (tensor<2x5x4xcomplex<f32>>) -> tensor<2x5x4xcomplex<f32>>
  %2 = stablehlo.transpose %1, dims = [0, 2, 1] : (tensor<2x5x4xcomplex<f32>>) -> tensor<2x4x5xcomplex<f32>>
  return %2, %0 : tensor<2x4x5xcomplex<f32>>, tensor<2x5x4xcomplex<f32>>
}
