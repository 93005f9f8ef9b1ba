// RUN: weft-opt --emit-tiles --split-input-file %s | FileCheck %s

// A recurrence: the state is carried in registers, the row of the input is read
// and that of the result written where the iteration says.
// CHECK-LABEL: tile.kernel @recurrence
// CHECK-SAME:  grid = 1
// CHECK:       scf.for
// CHECK:         tile.store %{{.*}}, %arg3
// CHECK:       %[[LAST:.*]] = scf.for %[[I:.*]] = {{.*}} iter_args(%[[H:.*]] = %{{.*}}) -> (tensor<8xf32>) {
// CHECK:         %[[ROW:.*]] = tile.load %arg1[%{{.*}}, %c0]  : !tile.ref<12x8xf32> -> tensor<1x8xf32>
// CHECK:         %[[NEXT:.*]] = math.tanh
// CHECK:         tile.store %{{.*}}, %arg3[%{{.*}}, %c0]  : tensor<1x8xf32>
// CHECK-NEXT:    scf.yield %[[NEXT]]
// CHECK:       tile.store %[[LAST]], %arg2
func.func @recurrence(%w: tensor<8x8xf32>, %x: tensor<12x8xf32>) -> (tensor<8xf32>, tensor<12x8xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<12> : tensor<i32>
  %h0 = stablehlo.constant dense<0.0> : tensor<8xf32>
  %ys = stablehlo.constant dense<0.0> : tensor<12x8xf32>
  %r:3 = stablehlo.while(%i = %zero, %h = %h0, %y = %ys) : tensor<i32>, tensor<8xf32>, tensor<12x8xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %row = stablehlo.dynamic_slice %x, %i, %zero, sizes = [1, 8] : (tensor<12x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %in = stablehlo.reshape %row : (tensor<1x8xf32>) -> tensor<8xf32>
    %p = stablehlo.dot_general %w, %h, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8xf32>) -> tensor<8xf32>
    %q = stablehlo.add %p, %in : tensor<8xf32>
    %t = stablehlo.tanh %q : tensor<8xf32>
    %u = stablehlo.reshape %t : (tensor<8xf32>) -> tensor<1x8xf32>
    %y1 = stablehlo.dynamic_update_slice %y, %u, %i, %zero : (tensor<12x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<12x8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %t, %y1 : tensor<i32>, tensor<8xf32>, tensor<12x8xf32>
  }
  return %r#1, %r#2 : tensor<8xf32>, tensor<12x8xf32>
}

// -----

// Elements that do not meet: programs share the shape, each runs all iterations.
// CHECK-LABEL: tile.kernel @pointwise
// CHECK-SAME:  grid = 64
// CHECK:       %[[X:.*]] = tile.load %arg0[%{{.*}}]  : !tile.ref<1024xf32> -> tensor<16xf32>
// CHECK:       %[[R:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[X]]) -> (tensor<16xf32>)
// CHECK-NOT:     tile.load
// CHECK:       tile.store %[[R]], %arg1
func.func @pointwise(%x: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<9> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<32x32xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %a = stablehlo.sine %s : tensor<32x32xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %a : tensor<i32>, tensor<32x32xf32>
  }
  return %r#1 : tensor<32x32xf32>
}

// -----

// What is too large for registers has memory, and an iteration writes all of it.
// CHECK-LABEL: tile.kernel @memory
// CHECK:       scf.while
// CHECK:         scf.condition
// CHECK:       } do {
// CHECK:         scf.for
// CHECK:           tile.load %arg2
// CHECK:           tile.store
// CHECK:         scf.for
// CHECK:           tile.store %{{.*}}, %arg2
func.func @memory(%x: tensor<300xf32>, %limit: tensor<f32>) -> tensor<300xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.while(%s = %x) : tensor<300xf32>
  cond {
    %sum = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<300xf32>, tensor<f32>) -> tensor<f32>
    %c = stablehlo.compare LT, %sum, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %a = stablehlo.reverse %s, dims = [0] : tensor<300xf32>
    %b = stablehlo.add %a, %s : tensor<300xf32>
    stablehlo.return %b : tensor<300xf32>
  }
  return %r : tensor<300xf32>
}

// -----

// A counted loop that may be long is marked, so that a run can be ended between two iterations.
// CHECK-LABEL: tile.kernel @long
// CHECK:       scf.for
// CHECK:       } {tile.interruptible}
func.func @long(%n: tensor<i32>, %x: tensor<8xf32>) -> tensor<8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<8xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %a = stablehlo.sine %s : tensor<8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %a : tensor<i32>, tensor<8xf32>
  }
  return %r#1 : tensor<8xf32>
}

// -----

// One that is over soon is not.
// CHECK-LABEL: tile.kernel @short
// CHECK:       scf.for
// CHECK-NOT:   tile.interruptible
func.func @short(%x: tensor<8xf32>) -> tensor<8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<1000> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<8xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %a = stablehlo.sine %s : tensor<8xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %a : tensor<i32>, tensor<8xf32>
  }
  return %r#1 : tensor<8xf32>
}

// -----

// Registers would hold the state, but each step writes one element of it.
// CHECK-LABEL: tile.kernel @small_part
// CHECK:       %[[STATE:.*]] = tile.alloc : !tile.ref<24xf32, shared>
// CHECK:       scf.for
// CHECK-NOT:     tile.mask
// CHECK:         tile.store %{{.*}}, %[[STATE]][%{{.*}}]  : tensor<1xf32>
// CHECK-NOT:     tile.mask
// CHECK:       tile.load %[[STATE]]
func.func @small_part(%x: tensor<24xf32>) -> tensor<24xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<24> : tensor<i32>
  %start = stablehlo.constant dense<0.0> : tensor<24xf32>
  %r:2 = stablehlo.while(%i = %zero, %y = %start) : tensor<i32>, tensor<24xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %e = stablehlo.dynamic_slice %x, %i, sizes = [1] : (tensor<24xf32>, tensor<i32>) -> tensor<1xf32>
    %t = stablehlo.tanh %e : tensor<1xf32>
    %u = stablehlo.dynamic_update_slice %y, %t, %i : (tensor<24xf32>, tensor<1xf32>, tensor<i32>) -> tensor<24xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %u : tensor<i32>, tensor<24xf32>
  }
  %s = stablehlo.add %r#1, %x : tensor<24xf32>
  return %s : tensor<24xf32>
}

// -----

// The inside of an array is replaced by what its neighbours were: one pass reads
// them, with the slice that is used twice, and one writes the inside in place.
// CHECK-LABEL: tile.kernel @inside
// CHECK:       %[[NEXT:.*]] = tile.alloc : !tile.ref<510xf32, shared>
// CHECK:       scf.for
// CHECK:         tile.store %{{.*}}, %arg1
// CHECK:       scf.for
// CHECK:         scf.for
// CHECK-COUNT-3:   tile.load %arg1
// CHECK:           tile.store %{{.*}}, %[[NEXT]]
// CHECK:         scf.for
// CHECK:           %[[NEW:.*]] = tile.load %[[NEXT]]
// CHECK:           tile.store %[[NEW]], %arg1
// CHECK-NOT:     scf.for
// CHECK:       tile.return
func.func @inside(%x: tensor<512xf32>) -> tensor<512xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<9> : tensor<i32>
  %two = stablehlo.constant dense<2.0> : tensor<510xf32>
  %r:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<512xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %here = stablehlo.slice %s [1:511] : (tensor<512xf32>) -> tensor<510xf32>
    %left = stablehlo.slice %s [0:510] : (tensor<512xf32>) -> tensor<510xf32>
    %right = stablehlo.slice %s [2:512] : (tensor<512xf32>) -> tensor<510xf32>
    %a = stablehlo.add %left, %right : tensor<510xf32>
    %b = stablehlo.multiply %here, %two : tensor<510xf32>
    %c = stablehlo.subtract %a, %b : tensor<510xf32>
    %d = stablehlo.add %here, %c : tensor<510xf32>
    %u = stablehlo.dynamic_update_slice %s, %d, %one : (tensor<512xf32>, tensor<510xf32>, tensor<i32>) -> tensor<512xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %u : tensor<i32>, tensor<512xf32>
  }
  return %r#1 : tensor<512xf32>
}

// -----

// Updates one of the other are written over the state as they come: nothing reads what they replace afterwards.
// CHECK-LABEL: tile.kernel @swap
// CHECK:       scf.for
// CHECK:       scf.for
// CHECK:         %[[A:.*]] = tile.load %arg1
// CHECK:         %[[B:.*]] = tile.load %arg1
// CHECK-NOT:     scf.for
// CHECK:         tile.store %{{.*}}, %arg1[%{{.*}}]  : tensor<1xf32>
// CHECK-NOT:     scf.for
// CHECK:         tile.store %{{.*}}, %arg1[%{{.*}}]  : tensor<1xf32>
// CHECK-NOT:     scf.for
func.func @swap(%x: tensor<200xf32>) -> tensor<200xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<199> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %x) : tensor<i32>, tensor<200xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %a = stablehlo.dynamic_slice %s, %i, sizes = [1] : (tensor<200xf32>, tensor<i32>) -> tensor<1xf32>
    %b = stablehlo.dynamic_slice %s, %j, sizes = [1] : (tensor<200xf32>, tensor<i32>) -> tensor<1xf32>
    %u = stablehlo.dynamic_update_slice %s, %b, %i : (tensor<200xf32>, tensor<1xf32>, tensor<i32>) -> tensor<200xf32>
    %v = stablehlo.dynamic_update_slice %u, %a, %j : (tensor<200xf32>, tensor<1xf32>, tensor<i32>) -> tensor<200xf32>
    stablehlo.return %j, %v : tensor<i32>, tensor<200xf32>
  }
  return %r#1 : tensor<200xf32>
}
