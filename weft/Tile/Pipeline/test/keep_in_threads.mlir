// RUN: weft-opt %s --keep-in-threads -split-input-file | FileCheck %s

// Of %arg1 each member has one element; what %arg2 holds others read, too.

// CHECK-LABEL: tile.kernel @own
// CHECK: %[[OWN:.*]] = tile.alloc : !tile.ref<1x1xf32, shared>
// CHECK: scf.if
// CHECK: tile.store %{{.*}}, %[[OWN]][%c0{{.*}}, %c0{{.*}}]
// CHECK: tile.barrier
// CHECK: scf.if
// CHECK: %[[T:.*]] = tile.load %[[OWN]][%c0{{.*}}, %c0{{.*}}]
// CHECK: tile.store %[[T]], %arg2[
tile.kernel @own(%x: !tile.ref<3x20xf32> {tile.readonly}, %next: !tile.ref<3x20xf32>, %state: !tile.ref<3x20xf32>) attributes {stage = "free", grid = 64, workspace = array<i64: 0, 256>} {
  %c0 = arith.constant 0 : index
  %c60 = arith.constant 60 : index
  %m = tile.program_id
  %some = arith.cmpi slt, %m, %c60 : index
  scf.if %some {
    %0:2 = tile.unrank %m in [3, 20]
    %row = tile.load %state[%0#0, %c0] : !tile.ref<3x20xf32> -> tensor<1x20xf32>
    %sum = tile.reduce add %row [1] : tensor<1x20xf32> -> tensor<1xf32>
    %t = tile.reshape %sum : tensor<1xf32> -> tensor<1x1xf32>
    tile.store %t, %next[%0#0, %0#1] : tensor<1x1xf32>, !tile.ref<3x20xf32>
  }
  tile.barrier cluster
  scf.if %some {
    %0:2 = tile.unrank %m in [3, 20]
    %t = tile.load %next[%0#0, %0#1] : !tile.ref<3x20xf32> -> tensor<1x1xf32>
    tile.store %t, %state[%0#0, %0#1] : tensor<1x1xf32>, !tile.ref<3x20xf32>
  }
  tile.return
}

// -----

// Of a row.

// CHECK-LABEL: tile.kernel @row
// CHECK: tile.alloc : !tile.ref<1x1xf32, shared>
tile.kernel @row(%x: !tile.ref<32xf32> {tile.readonly}, %y: !tile.ref<32xf32>, %next: !tile.ref<1x32xf32>) attributes {stage = "free", grid = 32, workspace = array<i64: 0>} {
  %c0 = arith.constant 0 : index
  %m = tile.program_id
  %t = tile.load %x[%m] : !tile.ref<32xf32> -> tensor<1xf32>
  %r = tile.reshape %t : tensor<1xf32> -> tensor<1x1xf32>
  tile.store %r, %next[%c0, %m] : tensor<1x1xf32>, !tile.ref<1x32xf32>
  %u = tile.load %next[%c0, %m] : !tile.ref<1x32xf32> -> tensor<1x1xf32>
  %v = tile.reshape %u : tensor<1x1xf32> -> tensor<1xf32>
  tile.store %v, %y[%m] : tensor<1xf32>, !tile.ref<32xf32>
  tile.return
}

// -----

// Another element in the second phase.

// CHECK-LABEL: tile.kernel @exchanged
// CHECK-NOT: tile.alloc
tile.kernel @exchanged(%x: !tile.ref<32xf32> {tile.readonly}, %y: !tile.ref<32xf32>, %next: !tile.ref<32xf32>) attributes {stage = "free", grid = 32, workspace = array<i64: 0>} {
  %c31 = arith.constant 31 : index
  %m = tile.program_id
  %t = tile.load %x[%m] : !tile.ref<32xf32> -> tensor<1xf32>
  tile.store %t, %next[%m] : tensor<1xf32>, !tile.ref<32xf32>
  tile.barrier cluster
  %other = arith.subi %c31, %m : index
  %u = tile.load %next[%other] : !tile.ref<32xf32> -> tensor<1xf32>
  tile.store %u, %y[%m] : tensor<1xf32>, !tile.ref<32xf32>
  tile.return
}

// -----

// Of a row of two.

// CHECK-LABEL: tile.kernel @pair
// CHECK: %[[OWN:.*]] = tile.alloc : !tile.ref<1x2xf32, shared>
// CHECK: tile.store %{{.*}}, %[[OWN]][%c0{{.*}}, %c0{{.*}}] : tensor<1x2xf32>
// CHECK: tile.load %[[OWN]][%c0{{.*}}, %c0{{.*}}]
tile.kernel @pair(%x: !tile.ref<32x2xf32> {tile.readonly}, %y: !tile.ref<32x2xf32>, %next: !tile.ref<32x4xf32>) attributes {stage = "free", grid = 32, workspace = array<i64: 0>} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %m = tile.program_id
  %t = tile.load %x[%m, %c0] : !tile.ref<32x2xf32> -> tensor<1x2xf32>
  tile.store %t, %next[%m, %c2] : tensor<1x2xf32>, !tile.ref<32x4xf32>
  %u = tile.load %next[%m, %c2] : !tile.ref<32x4xf32> -> tensor<1x2xf32>
  tile.store %u, %y[%m, %c0] : tensor<1x2xf32>, !tile.ref<32x2xf32>
  tile.return
}

// -----

// Not all of it, or what is within a bound, or more than stays in registers.

// CHECK-LABEL: tile.kernel @shared
// CHECK-NOT: tile.alloc
tile.kernel @shared(%x: !tile.ref<32x17xf32> {tile.readonly}, %y: !tile.ref<32x17xf32>, %part: !tile.ref<32x2xf32>, %bounded: !tile.ref<32xf32>, %long: !tile.ref<32x17xf32>) attributes {stage = "free", grid = 32, workspace = array<i64: 0, 256, 512>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c20 = arith.constant 20 : index
  %m = tile.program_id
  %t = tile.load %x[%m, %c0] : !tile.ref<32x17xf32> -> tensor<1x17xf32>
  tile.store %t, %long[%m, %c0] : tensor<1x17xf32>, !tile.ref<32x17xf32>
  %two = tile.load %x[%m, %c0] : !tile.ref<32x17xf32> -> tensor<1x2xf32>
  tile.store %two, %part[%m, %c0] : tensor<1x2xf32>, !tile.ref<32x2xf32>
  %one = tile.load %part[%m, %c1] : !tile.ref<32x2xf32> -> tensor<1x1xf32>
  %o = tile.reshape %one : tensor<1x1xf32> -> tensor<1xf32>
  tile.store %o, %bounded[%m] bound [%c20] : tensor<1xf32>, !tile.ref<32xf32>
  %u = tile.load %long[%m, %c0] : !tile.ref<32x17xf32> -> tensor<1x17xf32>
  tile.store %u, %y[%m, %c0] : tensor<1x17xf32>, !tile.ref<32x17xf32>
  %v = tile.load %bounded[%m] bound [%c20] : !tile.ref<32xf32> -> tensor<1xf32>
  %w = tile.reshape %v : tensor<1xf32> -> tensor<1x1xf32>
  tile.store %w, %y[%m, %c0] : tensor<1x1xf32>, !tile.ref<32x17xf32>
  tile.return
}

// -----

// Tiles of it may lack leading dims.

// CHECK-LABEL: tile.kernel @ranks
// CHECK: tile.alloc : !tile.ref<1x1xf32, shared>
tile.kernel @ranks(%x: !tile.ref<32xf32> {tile.readonly}, %y: !tile.ref<32xf32>, %next: !tile.ref<1x32xf32>) attributes {stage = "free", grid = 32, workspace = array<i64: 0>} {
  %c0 = arith.constant 0 : index
  %m = tile.program_id
  %t = tile.load %x[%m] : !tile.ref<32xf32> -> tensor<1xf32>
  %r = tile.reshape %t : tensor<1xf32> -> tensor<1x1xf32>
  tile.store %r, %next[%c0, %m] : tensor<1x1xf32>, !tile.ref<1x32xf32>
  %u = tile.load %next[%c0, %m] : !tile.ref<1x32xf32> -> tensor<f32>
  %v = tile.reshape %u : tensor<f32> -> tensor<1xf32>
  tile.store %v, %y[%m] : tensor<1xf32>, !tile.ref<32xf32>
  tile.return
}
