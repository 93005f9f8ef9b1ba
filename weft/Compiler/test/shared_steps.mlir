// The threads of a block share the steps of a loop whose state is an array.

// RUN: weft explain --target=sm_90 %s | FileCheck %s
// CHECK: loop_0 is run by 1 blocks of 64 threads, {{.*}} [blocks-chosen]

// RUN: weft explain --target=sm_90 --stage=tile-blocks %s | FileCheck %s --check-prefix=TILES
// TILES: tile.kernel @loop_0
// TILES-SAME: grid = 64
// TILES-SAME: workspace
// TILES: %[[MEMBER:.*]] = tile.program_id
// TILES: scf.for %{{.*}} = %[[MEMBER]] to %{{.*}} step
// TILES: tile.barrier cluster
// TILES-NOT: tile.alloc

// RUN: weft explain --target=sm_90 --stage=emit-blocks %s | FileCheck %s --check-prefix=PTX
// PTX: .reqntid 64
// PTX: bar{{(rier)?}}
// PTX: st.shared

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
