// RUN: weft-opt %s --drop-barriers -split-input-file | FileCheck %s

// Each member loads what it stored itself.

// CHECK-LABEL: tile.kernel @own
// CHECK-NOT: tile.barrier
tile.kernel @own(%x: !tile.ref<32xf32> {tile.readonly}, %y: !tile.ref<32xf32>) attributes {stage = "free", grid = 32} {
  %m = tile.program_id
  %t = tile.load %x[%m] : !tile.ref<32xf32> -> tensor<1xf32>
  tile.store %t, %y[%m] : tensor<1xf32>, !tile.ref<32xf32>
  tile.barrier cluster
  %u = tile.load %y[%m] : !tile.ref<32xf32> -> tensor<1xf32>
  %s = arith.addf %t, %u : tensor<1xf32>
  tile.store %s, %y[%m] : tensor<1xf32>, !tile.ref<32xf32>
  tile.return
}

// -----

// What another one stored.

// CHECK-LABEL: tile.kernel @other
// CHECK: tile.store
// CHECK-NEXT: tile.barrier
// CHECK-NOT: tile.barrier
tile.kernel @other(%x: !tile.ref<32xf32> {tile.readonly}, %y: !tile.ref<32xf32>, %next: !tile.ref<32xf32>) attributes {stage = "free", grid = 32, workspace = array<i64: 0>} {
  %c31 = arith.constant 31 : index
  %m = tile.program_id
  %t = tile.load %x[%m] : !tile.ref<32xf32> -> tensor<1xf32>
  tile.store %t, %next[%m] : tensor<1xf32>, !tile.ref<32xf32>
  tile.barrier cluster
  %other = arith.subi %c31, %m : index
  %u = tile.load %next[%other] : !tile.ref<32xf32> -> tensor<1xf32>
  tile.barrier cluster
  tile.store %u, %y[%m] : tensor<1xf32>, !tile.ref<32xf32>
  tile.return
}

// -----

// Of two in a row, with nothing between them that others would see, one is
// enough, and of a loop's one that keeps its steps apart and one in them.

// CHECK-LABEL: tile.kernel @steps
// CHECK: tile.store
// CHECK-NEXT: scf.for
// CHECK-NEXT: tile.barrier
// CHECK-NEXT: arith.subi
// CHECK-NEXT: tile.load
// CHECK-NEXT: tile.barrier
// CHECK-NEXT: tile.store
// CHECK-NEXT: {{^ *}}}
// CHECK-NOT: tile.barrier
tile.kernel @steps(%x: !tile.ref<32xf32> {tile.readonly}, %y: !tile.ref<32xf32>, %n: index, %state: !tile.ref<32xf32>) attributes {stage = "free", grid = 32, workspace = array<i64: 0>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c31 = arith.constant 31 : index
  %m = tile.program_id
  %t = tile.load %x[%m] : !tile.ref<32xf32> -> tensor<1xf32>
  tile.store %t, %state[%m] : tensor<1xf32>, !tile.ref<32xf32>
  tile.barrier cluster
  scf.for %i = %c0 to %n step %c1 {
    tile.barrier cluster
    %other = arith.subi %c31, %m : index
    %u = tile.load %state[%other] : !tile.ref<32xf32> -> tensor<1xf32>
    tile.barrier cluster
    tile.store %u, %state[%m] : tensor<1xf32>, !tile.ref<32xf32>
    tile.barrier cluster
  }
  tile.barrier cluster
  %v = tile.load %state[%m] : !tile.ref<32xf32> -> tensor<1xf32>
  tile.store %v, %y[%m] : tensor<1xf32>, !tile.ref<32xf32>
  tile.return
}

// -----

// Arrays that are written may be those that were given.

// CHECK-LABEL: tile.kernel @given
// CHECK: tile.load
// CHECK-NEXT: tile.barrier
// CHECK-NEXT: tile.store
tile.kernel @given(%x: !tile.ref<32xf32>, %y: !tile.ref<32xf32>) attributes {stage = "free", grid = 32} {
  %c31 = arith.constant 31 : index
  %m = tile.program_id
  %other = arith.subi %c31, %m : index
  %t = tile.load %x[%other] : !tile.ref<32xf32> -> tensor<1xf32>
  tile.barrier cluster
  tile.store %t, %y[%m] : tensor<1xf32>, !tile.ref<32xf32>
  tile.return
}

// -----

// So are rows of a few, the parts of a complex number.

// CHECK-LABEL: tile.kernel @own_rows
// CHECK-NOT: tile.barrier
tile.kernel @own_rows(%x: !tile.ref<32x2xf32> {tile.readonly}, %y: !tile.ref<32x2xf32>) attributes {stage = "free", grid = 32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tile.program_id
  %t = tile.load %x[%m, %c0] : !tile.ref<32x2xf32> -> tensor<1x2xf32>
  tile.store %t, %y[%m, %c0] : tensor<1x2xf32>, !tile.ref<32x2xf32>
  tile.barrier cluster
  %u = tile.load %y[%m, %c1] : !tile.ref<32x2xf32> -> tensor<1x1xf32>
  tile.store %u, %y[%m, %c0] : tensor<1x1xf32>, !tile.ref<32x2xf32>
  tile.return
}

// -----

// Rows that reach over those of the next member.

// CHECK-LABEL: tile.kernel @rows_of_two
// CHECK: tile.barrier
tile.kernel @rows_of_two(%x: !tile.ref<32x2xf32> {tile.readonly}, %y: !tile.ref<33x2xf32>) attributes {stage = "free", grid = 32} {
  %c0 = arith.constant 0 : index
  %m = tile.program_id
  %t = tile.load %x[%m, %c0] : !tile.ref<32x2xf32> -> tensor<1x2xf32>
  tile.store %t, %y[%m, %c0] : tensor<1x2xf32>, !tile.ref<33x2xf32>
  tile.barrier cluster
  %u = tile.load %y[%m, %c0] : !tile.ref<33x2xf32> -> tensor<2x1xf32>
  %v = tile.reshape %u : tensor<2x1xf32> -> tensor<1x2xf32>
  tile.store %v, %y[%m, %c0] : tensor<1x2xf32>, !tile.ref<33x2xf32>
  tile.return
}

// -----

// A row of the first member is one that all have.

// CHECK-LABEL: tile.kernel @rows_of_all
// CHECK: tile.barrier
tile.kernel @rows_of_all(%x: !tile.ref<32x2xf32> {tile.readonly}, %y: !tile.ref<32x2xf32>) attributes {stage = "free", grid = 32} {
  %c0 = arith.constant 0 : index
  %m = tile.program_id
  %t = tile.load %x[%m, %c0] : !tile.ref<32x2xf32> -> tensor<1x2xf32>
  tile.store %t, %y[%m, %c0] : tensor<1x2xf32>, !tile.ref<32x2xf32>
  tile.barrier cluster
  %u = tile.load %y[%c0, %c0] : !tile.ref<32x2xf32> -> tensor<1x2xf32>
  tile.store %u, %y[%m, %c0] : tensor<1x2xf32>, !tile.ref<32x2xf32>
  tile.return
}
