// The text form of plans.
// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt --mlir-print-op-generic %s | weft-opt | FileCheck %s

// CHECK-LABEL: plan.program built @kernels(
// CHECK-SAME: %arg0: tensor<4xf32> {plan.donate = #plan.donate<may>},
// CHECK-SAME: %arg1: tensor<4xf32> {plan.donate = #plan.donate<must 1>, plan.space = #plan<space pinned_host>})
// CHECK-SAME: -> (tensor<f32>, tensor<4xf32>) attributes {partitions = 2 : i64}
plan.program built @kernels(%arg0: tensor<4xf32> {plan.donate = #plan.donate<may>},
                            %arg1: tensor<4xf32> {plan.donate = #plan.donate<must 1>, plan.space = #plan<space pinned_host>})
    -> (tensor<f32>, tensor<4xf32>) attributes {partitions = 2 : i64} {
  // CHECK: %[[ZERO:.*]] = plan.constant dense<0.000000e+00> : tensor<f32>
  %0 = plan.constant dense<0.0> : tensor<f32>
  // CHECK: %[[SUM:.*]] = plan.kernel @reduce_0 <reduce> (%{{.*}} = %arg0 : tensor<4xf32>, %{{.*}} = %[[ZERO]] : tensor<f32>) -> tensor<f32> {
  // CHECK-NEXT: stablehlo.reduce
  // CHECK-NEXT: plan.yield %{{.*}} : tensor<f32>
  %1 = plan.kernel @reduce_0 <reduce> (%a = %arg0 : tensor<4xf32>, %z = %0 : tensor<f32>) -> tensor<f32> {
    %s = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    plan.yield %s : tensor<f32>
  }
  // CHECK: plan.kernel @add_1 {inplace = [#plan.alias<0, 1>], workspace = 64 : i64} (%{{.*}} = %arg0 : tensor<4xf32>, %{{.*}} = %arg1 : tensor<4xf32>) -> tensor<4xf32>
  %2 = plan.kernel @add_1 {inplace = [#plan.alias<0, 1>], workspace = 64 : i64} (%a = %arg0 : tensor<4xf32>, %b = %arg1 : tensor<4xf32>) -> tensor<4xf32> {
    %s = stablehlo.add %a, %b : tensor<4xf32>
    plan.yield %s : tensor<4xf32>
  }
  // CHECK: plan.kernel @iota_2 () -> tensor<4xf32>
  %3 = plan.kernel @iota_2 () -> tensor<4xf32> {
    %i = stablehlo.iota dim = 0 : tensor<4xf32>
    plan.yield %i : tensor<4xf32>
  }
  // CHECK: plan.return %[[SUM]], %{{.*}} : tensor<f32>, tensor<4xf32>
  plan.return %1, %2 : tensor<f32>, tensor<4xf32>
}

// CHECK-LABEL: plan.program built @bytes
plan.program built @bytes(%x: tensor<2x3xf32>, %i: tensor<i32>, %y: tensor<2x3xf32, #plan.layout<[0, 1]>>) -> tensor<3xi32> {
  // CHECK: plan.view %arg0 : tensor<2x3xf32> -> tensor<6xf32>
  %0 = plan.view %x : tensor<2x3xf32> -> tensor<6xf32>
  // CHECK: plan.view %arg0 {offset = 12 : i64} : tensor<2x3xf32> -> tensor<3xf32>
  %1 = plan.view %x {offset = 12 : i64} : tensor<2x3xf32> -> tensor<3xf32>
  // CHECK: plan.view %arg0[%arg1 : tensor<i32>] {stride = 12 : i64} : tensor<2x3xf32> -> tensor<3xi32>
  %2 = plan.view %x[%i : tensor<i32>] {stride = 12 : i64} : tensor<2x3xf32> -> tensor<3xi32>
  // CHECK: plan.copy <layout> %arg2 : tensor<2x3xf32, #plan.layout<[0, 1]>> -> tensor<2x3xf32>
  %3 = plan.copy <layout> %y : tensor<2x3xf32, #plan.layout<[0, 1]>> -> tensor<2x3xf32>
  // CHECK: plan.barrier %{{.*}}, %{{.*}} : tensor<6xf32>, tensor<3xf32>
  %4:2 = plan.barrier %0, %1 : tensor<6xf32>, tensor<3xf32>
  // CHECK: plan.partition_id : tensor<ui32>
  %5 = plan.partition_id : tensor<ui32>
  // CHECK: plan.replica_id : tensor<ui32>
  %6 = plan.replica_id : tensor<ui32>
  plan.return %2 : tensor<3xi32>
}

// CHECK-LABEL: plan.program built @control
plan.program built @control(%n: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = plan.constant dense<0> : tensor<i32>
  // CHECK: %[[LOOP:.*]]:2 = plan.while {trip = 10 : i64} (%[[I:.*]] = %{{.*}} : tensor<i32>, %[[X:.*]] = %arg1 : tensor<4xf32>)
  // CHECK-NEXT: cond {
  // CHECK-NEXT: plan.kernel @compare_0 (%{{.*}} = %[[I]] : tensor<i32>, %{{.*}} = %arg0 : tensor<i32>) -> tensor<i1>
  // CHECK: } body {
  // CHECK: plan.yield %{{.*}}, %[[X]] : tensor<i32>, tensor<4xf32>
  %1:2 = plan.while {trip = 10 : i64} (%i = %0 : tensor<i32>, %s = %x : tensor<4xf32>)
  cond {
    %c = plan.kernel @compare_0 (%a = %i : tensor<i32>, %b = %n : tensor<i32>) -> tensor<i1> {
      %l = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
      plan.yield %l : tensor<i1>
    }
    plan.yield %c : tensor<i1>
  } body {
    %j = plan.kernel @add_1 (%a = %i : tensor<i32>) -> tensor<i32> {
      %l = stablehlo.add %a, %a : tensor<i32>
      plan.yield %l : tensor<i32>
    }
    plan.yield %j, %s : tensor<i32>, tensor<4xf32>
  }
  // CHECK: plan.case %[[LOOP]]#0 : tensor<i32> -> (tensor<4xf32>) {
  // CHECK-NEXT: plan.yield %[[LOOP]]#1 : tensor<4xf32>
  // CHECK-NEXT: }, {
  // CHECK-NEXT: plan.yield %arg1 : tensor<4xf32>
  %2 = plan.case %1#0 : tensor<i32> -> (tensor<4xf32>) {
    plan.yield %1#1 : tensor<4xf32>
  }, {
    plan.yield %x : tensor<4xf32>
  }
  // CHECK: plan.case %[[LOOP]]#0 {guarded} : tensor<i32> {
  plan.case %1#0 {guarded} : tensor<i32> {
    plan.yield
  }
  // CHECK: plan.while {counted, trip = 3 : i64} ()
  plan.while {counted, trip = 3 : i64} ()
  cond {
    %f = plan.constant dense<false> : tensor<i1>
    plan.yield %f : tensor<i1>
  } body {
    // CHECK: plan.yield
    plan.yield
  }
  plan.return %2 : tensor<4xf32>
}

// CHECK-LABEL: plan.program built @calls
plan.program built @calls(%x: tensor<4xf32>) -> (tensor<4xf32>, !stablehlo.token) {
  // CHECK: %[[TOKEN:.*]] = plan.token
  %t = plan.token
  // CHECK: %[[CALL:.*]]:2 = plan.ffi (%{{.*}} = %arg0 : tensor<4xf32>, %{{.*}} = %[[TOKEN]] : !stablehlo.token) -> (tensor<4xf32>, !stablehlo.token) {
  %0:2 = plan.ffi (%a = %x : tensor<4xf32>, %b = %t : !stablehlo.token) -> (tensor<4xf32>, !stablehlo.token) {
    %r = stablehlo.custom_call @foo(%a) {has_side_effect = true} : (tensor<4xf32>) -> tensor<4xf32>
    plan.yield %r, %b : tensor<4xf32>, !stablehlo.token
  }
  // CHECK: plan.callback (%{{.*}} = %[[CALL]]#0 : tensor<4xf32>, %{{.*}} = %[[CALL]]#1 : !stablehlo.token) -> !stablehlo.token
  %1 = plan.callback (%a = %0#0 : tensor<4xf32>, %b = %0#1 : !stablehlo.token) -> !stablehlo.token {
    %r = "stablehlo.outfeed"(%a, %b) <{outfeed_config = ""}> : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
    plan.yield %r : !stablehlo.token
  }
  %ok = plan.constant dense<true> : tensor<i1>
  // CHECK: plan.check %{{.*}}, "no good", %{{.*}} : tensor<i1>
  %2 = plan.check %ok, "no good", %1 : tensor<i1>
  // CHECK: %[[PENDING:.*]] = plan.start (%{{.*}} = %arg0 : tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>> {
  // CHECK-NEXT: plan.collective (
  %p = plan.start (%a = %x : tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>> {
    %r = plan.collective (%b = %a : tensor<4xf32>) -> tensor<4xf32> {
      %q = "stablehlo.collective_permute"(%b) <{source_target_pairs = dense<[[0, 0]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
      plan.yield %q : tensor<4xf32>
    }
    plan.yield %r : tensor<4xf32>
  }
  // CHECK: plan.done %[[PENDING]] : !stablehlo.future<tensor<4xf32>> -> tensor<4xf32>
  %3 = plan.done %p : !stablehlo.future<tensor<4xf32>> -> tensor<4xf32>
  plan.return %3, %2 : tensor<4xf32>, !stablehlo.token
}

// CHECK-LABEL: plan.program built @loop_kernel
plan.program built @loop_kernel(%x: tensor<4xf32>, %p: tensor<i1>) -> tensor<4xf32> {
  // CHECK: plan.kernel @loop_0 <loop> {scope = #plan<scope thread>} (
  %0 = plan.kernel @loop_0 <loop> {scope = #plan<scope thread>} (%a = %x : tensor<4xf32>, %c = %p : tensor<i1>) -> tensor<4xf32> {
    %1 = stablehlo.while(%s = %a) : tensor<4xf32>
    cond {
      stablehlo.return %c : tensor<i1>
    } do {
      %2 = stablehlo.negate %s : tensor<4xf32>
      stablehlo.return %2 : tensor<4xf32>
    }
    plan.yield %1 : tensor<4xf32>
  }
  plan.return %0 : tensor<4xf32>
}

// CHECK-LABEL: plan.program placed @placed(
// CHECK-SAME: %arg0: tensor<4xf32> {plan.place = #plan.place<argument 0, 0, 16>, plan.storage = array<i64: 0, 0>})
// CHECK-SAME: attributes {arenas = {temp = 64 : i64}}
plan.program placed @placed(%x: tensor<4xf32> {plan.place = #plan.place<argument 0, 0, 16>, plan.storage = array<i64: 0, 0>}) -> tensor<4xf32> attributes {arenas = {temp = 64 : i64}} {
  // CHECK: plan.copy <boundary> %arg0 {plan.place = [#plan.place<result 0, 0, 16>], plan.record = "call-inlined", plan.storage = array<i64: 1, 0>} : tensor<4xf32> -> tensor<4xf32>
  %0 = plan.copy <boundary> %x {plan.record = "call-inlined", plan.storage = array<i64: 1, 0>, plan.place = [#plan.place<result 0, 0, 16>]} : tensor<4xf32> -> tensor<4xf32>
  // CHECK: plan.token {plan.place = [#plan.place<none>]}
  %1 = plan.token {plan.place = [#plan.place<none>]}
  plan.return %0 : tensor<4xf32>
}
