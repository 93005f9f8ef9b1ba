// The threads of a block share the steps of a loop whose state is an array.

// RUN: weft explain --target=sm_90 %s | FileCheck %s
// CHECK: loop_0 is run by 1 blocks of 64 threads, {{.*}} [blocks-chosen]

// RUN: weft explain --target=sm_90 --stage=tile-blocks %s | FileCheck %s --check-prefix=TILES
// TILES: tile.kernel @loop_0
// TILES-SAME: grid = 64
// TILES-SAME: workspace
// TILES: %[[MEMBER:.*]] = tile.program_id
// TILES: %[[SOME:.*]] = arith.cmpi slt, %[[MEMBER]], %c40
// TILES: scf.if %[[SOME]]
// TILES: tile.barrier cluster
// TILES-NOT: tile.alloc

// RUN: weft explain --target=sm_90 --stage=emit-blocks %s | FileCheck %s --check-prefix=PTX
// PTX: .reqntid 64
// PTX: bar{{(rier)?}}
// PTX: st.shared

// Members of one warp meet there. They do twice in a step: what is sliced,
// multiplied and added up is computed where the result is.
// RUN: weft explain --target=sm_90 --function=recurrent --stage=tile-blocks %s | FileCheck %s --check-prefix=STEP
// STEP: scf.for {{.*}} step %c1
// STEP: tile.dot
// STEP: tile.dot
// STEP: math.tanh
// STEP: tile.barrier cluster
// STEP-NOT: tile.barrier
// STEP: tile.store {{.*}}!tile.ref<1000x16xf32>
// STEP-NOT: tile.barrier
// STEP: tile.store {{.*}}!tile.ref<16xf32>
// STEP: tile.barrier cluster
// STEP-NOT: tile.dot

// A step waits for nothing but the state: weights are in registers, rows of the input are read in the step before, and what it computed
// goes through memory for the others only.
// RUN: weft explain --target=sm_90 --function=recurrent --stage=keep-in-threads %s | FileCheck %s --check-prefix=AHEAD
// AHEAD: tile.load %{{.*}} -> tensor<1x16xf32>
// AHEAD: scf.for {{.*}} iter_args(%[[ROW:.*]] = %{{.*}}) -> (tensor<1x8xf32>)
// AHEAD: %[[NEXT:.*]] = tile.load %{{.*}} : !tile.ref<1000x8xf32> -> tensor<1x8xf32>
// AHEAD-NOT: tile.load {{.*}}ref<16x16xf32>
// AHEAD: tile.reshape %[[ROW]]
// AHEAD: tile.store {{.*}}!tile.ref<1xf32, shared>
// AHEAD: tile.barrier cluster
// AHEAD: tile.load {{.*}}!tile.ref<1xf32, shared>
// AHEAD: scf.yield %[[NEXT]]

// RUN: weft explain --target=sm_90 --function=recurrent --stage=emit-blocks %s | FileCheck %s --check-prefix=VECTORS
// VECTORS-COUNT-6: ld.global.nc.v4.b32
// VECTORS: bra
// VECTORS-COUNT-4: ld.shared.v4.b32
// VECTORS-NOT: div.
// VECTORS: rcp.approx.ftz.f32

// RUN: weft explain --target=sm_90 --function=recurrent --stage=emit-blocks %s | FileCheck %s --check-prefix=WARP
// WARP: .reqntid 32
// WARP-NOT: bar.sync
// WARP: bar.warp.sync
// WARP-NOT: bar.sync

// Loops that may take long look now and then whether their run was cancelled; one of the threads does for all.
// RUN: weft explain --target=sm_90 --function=long %s | FileCheck %s --check-prefix=LONG
// LONG: launch loop_0({{.*}}, words of the run)
// RUN: weft explain --target=sm_90 --function=long --stage=emit-blocks %s | FileCheck %s --check-prefix=LOOK
// LOOK: ld.volatile.global.b32
// LOOK: st.volatile.shared.b32
// LOOK: bar{{(rier)?}}
// LOOK: ld.volatile.shared.b32
// RUN: weft explain --target=sm_90 %s | FileCheck %s --check-prefix=SHORT
// SHORT-NOT: words of the run

// Members that have nothing to do with each other need not meet, and are threads of one block all the same.
// RUN: weft explain --target=sm_90 --function=apart %s | FileCheck %s --check-prefix=APART
// APART: launch loop_0(argument 1, argument 0, result 0, nowhere, nowhere) in 1 blocks of 64 threads
// RUN: weft explain --target=sm_90 --function=apart --stage=emit-blocks %s | FileCheck %s --check-prefix=ALONE
// ALONE: .entry loop_0(
// ALONE: loop_0_param_4
// ALONE-NOT: loop_0_param_5
// ALONE: .reqntid 64
// ALONE-NOT: {{bar(rier)?\.}}

// One that only has numbers is for one thread.
// RUN: weft explain --target=sm_90 --function=numbers %s | FileCheck %s --check-prefix=NUMBERS
// NUMBERS: loop_0 is run by one thread for each program: {{.*}}the steps of the loop are for one thread

// A product that another one reads by way of a transposition is computed once for each of its elements, not for each term of the other.
// RUN: weft explain --target=sm_90 --function=products --stage=tile-blocks %s | FileCheck %s --check-prefix=ONCE
// ONCE: tile.dot
// ONCE-NOT: tile.dot
// ONCE: tile.barrier cluster
// ONCE: tile.dot

// Numbers that a thread keeps for itself lie side by side, however many there are.
// RUN: weft explain --target=sm_90 --function=kept %s | FileCheck %s --check-prefix=KEPT
// KEPT: loop_0 is run by 1 blocks of 64 threads, {{.*}} [blocks-chosen]

func.func public @main(%a: tensor<40x40xf32>, %x: tensor<40xf32>) -> tensor<40xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<40xf32>
  cond {
    %n = stablehlo.constant dense<100> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %p = stablehlo.dot_general %a, %s, contracting_dims = [1] x [0] : (tensor<40x40xf32>, tensor<40xf32>) -> tensor<40xf32>
    %t = stablehlo.tanh %p : tensor<40xf32>
    stablehlo.return %j, %t : tensor<i32>, tensor<40xf32>
  }
  return %r#1 : tensor<40xf32>
}

func.func public @long(%x: tensor<40xf32>) -> tensor<40xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<40xf32>
  cond {
    %n = stablehlo.constant dense<5000> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %t = stablehlo.reverse %s, dims = [0] : tensor<40xf32>
    %u = stablehlo.sine %t : tensor<40xf32>
    stablehlo.return %j, %u : tensor<i32>, tensor<40xf32>
  }
  return %r#1 : tensor<40xf32>
}

func.func public @recurrent(%w: tensor<16x16xf32>, %u: tensor<16x8xf32>, %xs: tensor<1000x8xf32>, %h0: tensor<16xf32>, %ys0: tensor<1000x16xf32>) -> (tensor<16xf32>, tensor<1000x16xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %h = %h0, %ys = %ys0) : tensor<i32>, tensor<16xf32>, tensor<1000x16xf32>
  cond {
    %n = stablehlo.constant dense<1000> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %row = stablehlo.dynamic_slice %xs, %i, %zero, sizes = [1, 8] : (tensor<1000x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %x = stablehlo.reshape %row : (tensor<1x8xf32>) -> tensor<8xf32>
    %p = stablehlo.dot_general %w, %h, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16xf32>) -> tensor<16xf32>
    %q = stablehlo.dot_general %u, %x, contracting_dims = [1] x [0] : (tensor<16x8xf32>, tensor<8xf32>) -> tensor<16xf32>
    %s = stablehlo.add %p, %q : tensor<16xf32>
    %t = stablehlo.tanh %s : tensor<16xf32>
    %out = stablehlo.broadcast_in_dim %t, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %all = stablehlo.dynamic_update_slice %ys, %out, %i, %zero : (tensor<1000x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<1000x16xf32>
    stablehlo.return %j, %t, %all : tensor<i32>, tensor<16xf32>, tensor<1000x16xf32>
  }
  return %r#1, %r#2 : tensor<16xf32>, tensor<1000x16xf32>
}

func.func public @apart(%xs: tensor<100x40xf32>, %h0: tensor<40xf32>) -> tensor<40xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %h = %h0) : tensor<i32>, tensor<40xf32>
  cond {
    %n = stablehlo.constant dense<100> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %row = stablehlo.dynamic_slice %xs, %i, %zero, sizes = [1, 40] : (tensor<100x40xf32>, tensor<i32>, tensor<i32>) -> tensor<1x40xf32>
    %x = stablehlo.reshape %row : (tensor<1x40xf32>) -> tensor<40xf32>
    %s = stablehlo.add %h, %x : tensor<40xf32>
    %t = stablehlo.tanh %s : tensor<40xf32>
    stablehlo.return %j, %t : tensor<i32>, tensor<40xf32>
  }
  return %r#1 : tensor<40xf32>
}

func.func public @numbers(%x: tensor<f32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<f32>
  cond {
    %n = stablehlo.constant dense<100> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %t = stablehlo.tanh %s : tensor<f32>
    stablehlo.return %j, %t : tensor<i32>, tensor<f32>
  }
  return %r#1 : tensor<f32>
}

func.func public @products(%x: tensor<16x16xf32>, %w: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %count = stablehlo.constant dense<9> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<16x16xf32>
  cond {
    %c = stablehlo.compare LT, %i, %count : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %a = stablehlo.dot_general %w, %s, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %b = stablehlo.transpose %a, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %d = stablehlo.dot_general %w, %b, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %d : tensor<i32>, tensor<16x16xf32>
  }
  return %0#1 : tensor<16x16xf32>
}

func.func public @kept(%x: tensor<40x24xf32>) -> tensor<40x24xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %count = stablehlo.constant dense<20> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<40x24xf32>
  cond {
    %c = stablehlo.compare LT, %i, %count : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %k1 = stablehlo.constant dense<1> : tensor<i32>
    %p1 = stablehlo.remainder %i, %k1 : tensor<i32>
    %a1 = stablehlo.dynamic_slice %s, %zero, %p1, sizes = [40, 1] : (tensor<40x24xf32>, tensor<i32>, tensor<i32>) -> tensor<40x1xf32>
    %k2 = stablehlo.constant dense<2> : tensor<i32>
    %p2 = stablehlo.remainder %i, %k2 : tensor<i32>
    %a2 = stablehlo.dynamic_slice %s, %zero, %p2, sizes = [40, 1] : (tensor<40x24xf32>, tensor<i32>, tensor<i32>) -> tensor<40x1xf32>
    %k3 = stablehlo.constant dense<3> : tensor<i32>
    %p3 = stablehlo.remainder %i, %k3 : tensor<i32>
    %a3 = stablehlo.dynamic_slice %s, %zero, %p3, sizes = [40, 1] : (tensor<40x24xf32>, tensor<i32>, tensor<i32>) -> tensor<40x1xf32>
    %k4 = stablehlo.constant dense<4> : tensor<i32>
    %p4 = stablehlo.remainder %i, %k4 : tensor<i32>
    %a4 = stablehlo.dynamic_slice %s, %zero, %p4, sizes = [40, 1] : (tensor<40x24xf32>, tensor<i32>, tensor<i32>) -> tensor<40x1xf32>
    %k5 = stablehlo.constant dense<5> : tensor<i32>
    %p5 = stablehlo.remainder %i, %k5 : tensor<i32>
    %a5 = stablehlo.dynamic_slice %s, %zero, %p5, sizes = [40, 1] : (tensor<40x24xf32>, tensor<i32>, tensor<i32>) -> tensor<40x1xf32>
    %k6 = stablehlo.constant dense<6> : tensor<i32>
    %p6 = stablehlo.remainder %i, %k6 : tensor<i32>
    %a6 = stablehlo.dynamic_slice %s, %zero, %p6, sizes = [40, 1] : (tensor<40x24xf32>, tensor<i32>, tensor<i32>) -> tensor<40x1xf32>
    %k7 = stablehlo.constant dense<7> : tensor<i32>
    %p7 = stablehlo.remainder %i, %k7 : tensor<i32>
    %a7 = stablehlo.dynamic_slice %s, %zero, %p7, sizes = [40, 1] : (tensor<40x24xf32>, tensor<i32>, tensor<i32>) -> tensor<40x1xf32>
    %k8 = stablehlo.constant dense<8> : tensor<i32>
    %p8 = stablehlo.remainder %i, %k8 : tensor<i32>
    %a8 = stablehlo.dynamic_slice %s, %zero, %p8, sizes = [40, 1] : (tensor<40x24xf32>, tensor<i32>, tensor<i32>) -> tensor<40x1xf32>
    %k9 = stablehlo.constant dense<9> : tensor<i32>
    %p9 = stablehlo.remainder %i, %k9 : tensor<i32>
    %a9 = stablehlo.dynamic_slice %s, %zero, %p9, sizes = [40, 1] : (tensor<40x24xf32>, tensor<i32>, tensor<i32>) -> tensor<40x1xf32>
    %k10 = stablehlo.constant dense<10> : tensor<i32>
    %p10 = stablehlo.remainder %i, %k10 : tensor<i32>
    %a10 = stablehlo.dynamic_slice %s, %zero, %p10, sizes = [40, 1] : (tensor<40x24xf32>, tensor<i32>, tensor<i32>) -> tensor<40x1xf32>
    %k11 = stablehlo.constant dense<11> : tensor<i32>
    %p11 = stablehlo.remainder %i, %k11 : tensor<i32>
    %a11 = stablehlo.dynamic_slice %s, %zero, %p11, sizes = [40, 1] : (tensor<40x24xf32>, tensor<i32>, tensor<i32>) -> tensor<40x1xf32>
    %k12 = stablehlo.constant dense<12> : tensor<i32>
    %p12 = stablehlo.remainder %i, %k12 : tensor<i32>
    %a12 = stablehlo.dynamic_slice %s, %zero, %p12, sizes = [40, 1] : (tensor<40x24xf32>, tensor<i32>, tensor<i32>) -> tensor<40x1xf32>
    %k13 = stablehlo.constant dense<13> : tensor<i32>
    %p13 = stablehlo.remainder %i, %k13 : tensor<i32>
    %a13 = stablehlo.dynamic_slice %s, %zero, %p13, sizes = [40, 1] : (tensor<40x24xf32>, tensor<i32>, tensor<i32>) -> tensor<40x1xf32>
    %k14 = stablehlo.constant dense<14> : tensor<i32>
    %p14 = stablehlo.remainder %i, %k14 : tensor<i32>
    %a14 = stablehlo.dynamic_slice %s, %zero, %p14, sizes = [40, 1] : (tensor<40x24xf32>, tensor<i32>, tensor<i32>) -> tensor<40x1xf32>
    %k15 = stablehlo.constant dense<15> : tensor<i32>
    %p15 = stablehlo.remainder %i, %k15 : tensor<i32>
    %a15 = stablehlo.dynamic_slice %s, %zero, %p15, sizes = [40, 1] : (tensor<40x24xf32>, tensor<i32>, tensor<i32>) -> tensor<40x1xf32>
    %k16 = stablehlo.constant dense<16> : tensor<i32>
    %p16 = stablehlo.remainder %i, %k16 : tensor<i32>
    %a16 = stablehlo.dynamic_slice %s, %zero, %p16, sizes = [40, 1] : (tensor<40x24xf32>, tensor<i32>, tensor<i32>) -> tensor<40x1xf32>
    %k17 = stablehlo.constant dense<17> : tensor<i32>
    %p17 = stablehlo.remainder %i, %k17 : tensor<i32>
    %a17 = stablehlo.dynamic_slice %s, %zero, %p17, sizes = [40, 1] : (tensor<40x24xf32>, tensor<i32>, tensor<i32>) -> tensor<40x1xf32>
    %k18 = stablehlo.constant dense<18> : tensor<i32>
    %p18 = stablehlo.remainder %i, %k18 : tensor<i32>
    %a18 = stablehlo.dynamic_slice %s, %zero, %p18, sizes = [40, 1] : (tensor<40x24xf32>, tensor<i32>, tensor<i32>) -> tensor<40x1xf32>
    %k19 = stablehlo.constant dense<19> : tensor<i32>
    %p19 = stablehlo.remainder %i, %k19 : tensor<i32>
    %a19 = stablehlo.dynamic_slice %s, %zero, %p19, sizes = [40, 1] : (tensor<40x24xf32>, tensor<i32>, tensor<i32>) -> tensor<40x1xf32>
    %k20 = stablehlo.constant dense<20> : tensor<i32>
    %p20 = stablehlo.remainder %i, %k20 : tensor<i32>
    %a20 = stablehlo.dynamic_slice %s, %zero, %p20, sizes = [40, 1] : (tensor<40x24xf32>, tensor<i32>, tensor<i32>) -> tensor<40x1xf32>
    %k21 = stablehlo.constant dense<21> : tensor<i32>
    %p21 = stablehlo.remainder %i, %k21 : tensor<i32>
    %a21 = stablehlo.dynamic_slice %s, %zero, %p21, sizes = [40, 1] : (tensor<40x24xf32>, tensor<i32>, tensor<i32>) -> tensor<40x1xf32>
    %k22 = stablehlo.constant dense<22> : tensor<i32>
    %p22 = stablehlo.remainder %i, %k22 : tensor<i32>
    %a22 = stablehlo.dynamic_slice %s, %zero, %p22, sizes = [40, 1] : (tensor<40x24xf32>, tensor<i32>, tensor<i32>) -> tensor<40x1xf32>
    %k23 = stablehlo.constant dense<23> : tensor<i32>
    %p23 = stablehlo.remainder %i, %k23 : tensor<i32>
    %a23 = stablehlo.dynamic_slice %s, %zero, %p23, sizes = [40, 1] : (tensor<40x24xf32>, tensor<i32>, tensor<i32>) -> tensor<40x1xf32>
    %y2 = stablehlo.add %a1, %a2 : tensor<40x1xf32>
    %z2 = stablehlo.maximum %a1, %a2 : tensor<40x1xf32>
    %y3 = stablehlo.add %y2, %a3 : tensor<40x1xf32>
    %z3 = stablehlo.maximum %z2, %a3 : tensor<40x1xf32>
    %y4 = stablehlo.add %y3, %a4 : tensor<40x1xf32>
    %z4 = stablehlo.maximum %z3, %a4 : tensor<40x1xf32>
    %y5 = stablehlo.add %y4, %a5 : tensor<40x1xf32>
    %z5 = stablehlo.maximum %z4, %a5 : tensor<40x1xf32>
    %y6 = stablehlo.add %y5, %a6 : tensor<40x1xf32>
    %z6 = stablehlo.maximum %z5, %a6 : tensor<40x1xf32>
    %y7 = stablehlo.add %y6, %a7 : tensor<40x1xf32>
    %z7 = stablehlo.maximum %z6, %a7 : tensor<40x1xf32>
    %y8 = stablehlo.add %y7, %a8 : tensor<40x1xf32>
    %z8 = stablehlo.maximum %z7, %a8 : tensor<40x1xf32>
    %y9 = stablehlo.add %y8, %a9 : tensor<40x1xf32>
    %z9 = stablehlo.maximum %z8, %a9 : tensor<40x1xf32>
    %y10 = stablehlo.add %y9, %a10 : tensor<40x1xf32>
    %z10 = stablehlo.maximum %z9, %a10 : tensor<40x1xf32>
    %y11 = stablehlo.add %y10, %a11 : tensor<40x1xf32>
    %z11 = stablehlo.maximum %z10, %a11 : tensor<40x1xf32>
    %y12 = stablehlo.add %y11, %a12 : tensor<40x1xf32>
    %z12 = stablehlo.maximum %z11, %a12 : tensor<40x1xf32>
    %y13 = stablehlo.add %y12, %a13 : tensor<40x1xf32>
    %z13 = stablehlo.maximum %z12, %a13 : tensor<40x1xf32>
    %y14 = stablehlo.add %y13, %a14 : tensor<40x1xf32>
    %z14 = stablehlo.maximum %z13, %a14 : tensor<40x1xf32>
    %y15 = stablehlo.add %y14, %a15 : tensor<40x1xf32>
    %z15 = stablehlo.maximum %z14, %a15 : tensor<40x1xf32>
    %y16 = stablehlo.add %y15, %a16 : tensor<40x1xf32>
    %z16 = stablehlo.maximum %z15, %a16 : tensor<40x1xf32>
    %y17 = stablehlo.add %y16, %a17 : tensor<40x1xf32>
    %z17 = stablehlo.maximum %z16, %a17 : tensor<40x1xf32>
    %y18 = stablehlo.add %y17, %a18 : tensor<40x1xf32>
    %z18 = stablehlo.maximum %z17, %a18 : tensor<40x1xf32>
    %y19 = stablehlo.add %y18, %a19 : tensor<40x1xf32>
    %z19 = stablehlo.maximum %z18, %a19 : tensor<40x1xf32>
    %y20 = stablehlo.add %y19, %a20 : tensor<40x1xf32>
    %z20 = stablehlo.maximum %z19, %a20 : tensor<40x1xf32>
    %y21 = stablehlo.add %y20, %a21 : tensor<40x1xf32>
    %z21 = stablehlo.maximum %z20, %a21 : tensor<40x1xf32>
    %y22 = stablehlo.add %y21, %a22 : tensor<40x1xf32>
    %z22 = stablehlo.maximum %z21, %a22 : tensor<40x1xf32>
    %y23 = stablehlo.add %y22, %a23 : tensor<40x1xf32>
    %z23 = stablehlo.maximum %z22, %a23 : tensor<40x1xf32>
    %t = stablehlo.subtract %y23, %z23 : tensor<40x1xf32>
    %u = stablehlo.dynamic_update_slice %s, %t, %zero, %i : (tensor<40x24xf32>, tensor<40x1xf32>, tensor<i32>, tensor<i32>) -> tensor<40x24xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %u : tensor<i32>, tensor<40x24xf32>
  }
  return %0#1 : tensor<40x24xf32>
}
