// Running sums, windows, scatters and sorts are steps that the threads of a block share.

// Two phases of four elements each: 12 places.
// RUN: weft explain --target=sm_90 %s | FileCheck %s
// CHECK: loop_0: the loop is one kernel of {{.*}} us, the alternative {{.*}} [loop-kernel]
// CHECK: loop_0 is run by 1 blocks of 32 threads, {{.*}} [blocks-chosen]
// RUN: weft explain --target=sm_90 --stage=tile-blocks %s | FileCheck %s --check-prefix=RUNNING
// RUNNING: scf.for {{.*}} step %c1
// RUNNING-COUNT-4: tile.load {{.*}}!tile.ref<12xf16>
// RUNNING-NOT: tile.load
// RUNNING: tile.store {{.*}}!tile.ref<12xf32>
// RUNNING: tile.barrier cluster
// RUNNING-COUNT-3: tile.load {{.*}}!tile.ref<12xf32>
// RUNNING-NOT: tile.load {{.*}}!tile.ref<12xf32>
// RUNNING: tile.store {{.*}}!tile.ref<12xf16>

// All that a window takes up is loaded before any of it is combined.
// RUN: weft explain --target=sm_90 --function=window --stage=tile-blocks %s | FileCheck %s --check-prefix=WINDOW
// WINDOW: scf.for {{.*}} step %c1
// WINDOW-NOT: scf.for
// WINDOW-COUNT-6: tile.load {{.*}}!tile.ref<8x9xf32>
// WINDOW: arith.maximumf

// A place looks at four indices at a time, and takes the updates that lead to it in order.
// RUN: weft explain --target=sm_90 --function=scatter --stage=tile-blocks %s | FileCheck %s --check-prefix=SCATTER
// SCATTER: grid = 64
// SCATTER: %[[PLACE:.*]] = tile.load %{{.*}} : !tile.ref<50xi32> -> tensor<i32>
// SCATTER: %[[OLD:.*]] = tensor.extract %[[PLACE]]
// SCATTER: scf.for {{.*}} = %c0{{.*}} to %c3{{.*}} iter_args(%{{.*}} = %[[OLD]]) -> (i32)
// SCATTER-COUNT-4: tile.load {{.*}}!tile.ref<10x1xi32>
// SCATTER-COUNT-4: scf.if
// SCATTER: tile.store {{.*}}!tile.ref<50xi32>

// Runs of 16 places are counted, and merged twice. What moves with the keys does, and nothing else.
// RUN: weft explain --target=sm_90 --function=sort --stage=tile-blocks %s | FileCheck %s --check-prefix=SORT
// SORT: scf.for {{.*}} step %c1
// SORT: iter_args({{.*}}) -> (i32) {
// SORT: tile.store {{.*}}!tile.ref<50xf32>
// SORT: tile.store {{.*}}!tile.ref<50xi32>
// SORT: tile.barrier cluster
// SORT: iter_args({{.*}}) -> (i32, i32)
// SORT: tile.barrier cluster
// SORT: iter_args({{.*}}) -> (i32, i32)
// SORT-NOT: tile.store {{.*}}!tile.ref<50xf32>
// SORT: tile.store {{.*}}!tile.ref<50xi32>

// A few places are sorted in the registers of a thread, and so are running sums.
// RUN: weft explain --target=sm_90 --function=few --stage=tile-kernels %s | FileCheck %s --check-prefix=FEW
// FEW-NOT: tile.alloc
// FEW: scf.for {{.*}} iter_args({{.*}}) -> (tensor<3xf32>)
// FEW-NOT: tile.load
// FEW: tile.slice {{.*}} [2]
// FEW-COUNT-3: arith.cmpf olt
// FEW-NOT: arith.cmpf
// FEW: tile.scan add
// FEW: scf.yield

// What takes one block longer than many is launched in each turn.
// RUN: weft explain --target=sm_90 --function=long %s | FileCheck %s --check-prefix=LONG
// LONG: refused: the loop is one of the plan, its kernels are launched in each iteration: a step takes one block {{[0-9]+}} us ({{.*}} us, the alternative {{.*}} us) [loop-apart]

// So is what has no form as a step.
// RUN: weft explain --target=sm_90 --function=factor %s | FileCheck %s --check-prefix=FACTOR
// FACTOR: its kernels are launched in each iteration: loop.operation {{.*}}[loop-apart]

// One core would do alone what all do.
// RUN: weft explain --target=arm64 --function=sort %s | FileCheck %s --check-prefix=CORE
// CORE: refused: {{.*}}: it has a sort [loop-apart]

func.func public @main(%x: tensor<12xf16>) -> tensor<12xf16> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<12xf16>
  cond {
    %n = stablehlo.constant dense<100> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %none = stablehlo.constant dense<0.0> : tensor<f16>
    %t = "stablehlo.reduce_window"(%s, %none) <{padding = dense<[[11, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 12>}> ({
    ^bb0(%a: tensor<f16>, %b: tensor<f16>):
      %sum = stablehlo.add %a, %b : tensor<f16>
      stablehlo.return %sum : tensor<f16>
    }) : (tensor<12xf16>, tensor<f16>) -> tensor<12xf16>
    stablehlo.return %j, %t : tensor<i32>, tensor<12xf16>
  }
  return %r#1 : tensor<12xf16>
}

func.func public @window(%x: tensor<8x9xf32>) -> tensor<8x9xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<8x9xf32>
  cond {
    %n = stablehlo.constant dense<100> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %none = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %t = "stablehlo.reduce_window"(%s, %none) <{padding = dense<[[1, 0], [1, 1]]> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 3>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %most = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %most : tensor<f32>
    }) : (tensor<8x9xf32>, tensor<f32>) -> tensor<8x9xf32>
    stablehlo.return %j, %t : tensor<i32>, tensor<8x9xf32>
  }
  return %r#1 : tensor<8x9xf32>
}

func.func public @scatter(%x: tensor<50xi32>, %at: tensor<10x1xi32>, %u: tensor<10xi32>) -> tensor<50xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<50xi32>
  cond {
    %n = stablehlo.constant dense<100> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %t = "stablehlo.scatter"(%s, %at, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %difference = stablehlo.subtract %b, %a : tensor<i32>
      stablehlo.return %difference : tensor<i32>
    }) : (tensor<50xi32>, tensor<10x1xi32>, tensor<10xi32>) -> tensor<50xi32>
    stablehlo.return %j, %t : tensor<i32>, tensor<50xi32>
  }
  return %r#1 : tensor<50xi32>
}

func.func public @sort(%x: tensor<50xf32>, %p: tensor<50xi32>) -> tensor<50xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %p) : tensor<i32>, tensor<50xi32>
  cond {
    %n = stablehlo.constant dense<100> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %number = stablehlo.convert %s : (tensor<50xi32>) -> tensor<50xf32>
    %key = stablehlo.multiply %number, %x : tensor<50xf32>
    %t:2 = "stablehlo.sort"(%key, %s) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
      %less = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    }) {dimension = 0 : i64, is_stable = true} : (tensor<50xf32>, tensor<50xi32>) -> (tensor<50xf32>, tensor<50xi32>)
    stablehlo.return %j, %t#1 : tensor<i32>, tensor<50xi32>
  }
  return %r#1 : tensor<50xi32>
}

func.func public @few(%x: tensor<3xf32>) -> tensor<3xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<3xf32>
  cond {
    %n = stablehlo.constant dense<100> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %y = "stablehlo.sort"(%s) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %less = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    }) {dimension = 0 : i64} : (tensor<3xf32>) -> tensor<3xf32>
    %none = stablehlo.constant dense<0.0> : tensor<f32>
    %t = "stablehlo.reduce_window"(%y, %none) <{padding = dense<[[2, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 3>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %sum = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %sum : tensor<f32>
    }) : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
    stablehlo.return %j, %t : tensor<i32>, tensor<3xf32>
  }
  return %r#1 : tensor<3xf32>
}

func.func public @long(%x: tensor<4000xf32>) -> tensor<4000xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<4000xf32>
  cond {
    %n = stablehlo.constant dense<100> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %y = stablehlo.sine %s : tensor<4000xf32>
    %t = "stablehlo.sort"(%y) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %less = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    }) {dimension = 0 : i64} : (tensor<4000xf32>) -> tensor<4000xf32>
    stablehlo.return %j, %t : tensor<i32>, tensor<4000xf32>
  }
  return %r#1 : tensor<4000xf32>
}

func.func public @factor(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<8x8xf32>
  cond {
    %n = stablehlo.constant dense<100> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %t, %scales = stablehlo.qr %s : (tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8xf32>)
    stablehlo.return %j, %t : tensor<i32>, tensor<8x8xf32>
  }
  return %r#1 : tensor<8x8xf32>
}
