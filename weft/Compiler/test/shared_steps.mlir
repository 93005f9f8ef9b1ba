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
