// RUN: weft-opt %s --read-ahead -split-input-file | FileCheck %s

// What is the same in every step is read in front of the loop, by those who need it; what follows from the number of the step is
// read in the step before, by all. What steps write is read when its time has come.

// CHECK-LABEL: tile.kernel @recurrent
// CHECK: %[[M:.*]] = tile.program_id
// CHECK: %[[SOME:.*]] = arith.cmpi slt, %[[M]]
// CHECK: %[[FIRST:.*]] = tile.load %arg0[%c0,
// CHECK: %[[W:.*]] = scf.if %[[SOME]] -> (tensor<1x16xf32>)
// CHECK: tile.load %arg1[%[[M]],
// CHECK: else
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %[[N:.*]] step %{{.*}} iter_args(%[[ROW:.*]] = %[[FIRST]])
// CHECK: %[[LATER:.*]] = arith.addi %[[I]]
// CHECK: %[[LAST:.*]] = arith.subi %[[N]]
// CHECK: %[[NEXT:.*]] = arith.minsi %[[LATER]], %[[LAST]]
// CHECK: %[[AHEAD:.*]] = tile.load %arg0[%[[NEXT]],
// CHECK: scf.if %[[SOME]]
// CHECK: %[[STATE:.*]] = tile.load %arg2
// CHECK: arith.addf %[[ROW]], %[[W]]
// CHECK: scf.yield %[[AHEAD]]
tile.kernel @recurrent(%rows: !tile.ref<1000x16xf32> {tile.readonly}, %weights: !tile.ref<16x16xf32> {tile.readonly}, %state: !tile.ref<16xf32>) attributes {stage = "free", grid = 32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %n = arith.constant 1000 : index
  %m = tile.program_id
  %some = arith.cmpi slt, %m, %c16 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.if %some {
      %s = tile.load %state[%m] : !tile.ref<16xf32> -> tensor<1xf32>
      %x = tile.load %rows[%i, %c0] : !tile.ref<1000x16xf32> -> tensor<1x16xf32>
      %w = tile.load %weights[%m, %c0] : !tile.ref<16x16xf32> -> tensor<1x16xf32>
      %y = arith.addf %x, %w : tensor<1x16xf32>
      %sum = tile.reduce add %y [1] : tensor<1x16xf32> -> tensor<1xf32>
      %t = arith.addf %s, %sum : tensor<1xf32>
      tile.store %t, %state[%m] : tensor<1xf32>, !tile.ref<16xf32>
    }
    tile.barrier cluster
  }
  tile.return
}

// -----

// Where there may be no step, nothing is read for the first.

// CHECK-LABEL: tile.kernel @perhaps_none
// CHECK: %[[ANY:.*]] = arith.cmpi slt, %c0{{.*}}, %[[N:.*]] :
// CHECK: %[[FIRST:.*]] = scf.if %[[ANY]]
// CHECK: tile.load %arg0
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[N]] step %{{.*}} iter_args(%{{.*}} = %[[FIRST]])
tile.kernel @perhaps_none(%rows: !tile.ref<1000x16xf32> {tile.readonly}, %state: !tile.ref<16xf32>, %n: index) attributes {stage = "free", grid = 32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = tile.load %rows[%i, %c0] : !tile.ref<1000x16xf32> -> tensor<1x16xf32>
    %y = tile.reshape %x : tensor<1x16xf32> -> tensor<16xf32>
    tile.store %y, %state[%c0] : tensor<16xf32>, !tile.ref<16xf32>
  }
  tile.return
}

// -----

// Registers hold so much.

// CHECK-LABEL: tile.kernel @too_much
// CHECK: scf.for
// CHECK: tile.load
tile.kernel @too_much(%rows: !tile.ref<1000x80xf32> {tile.readonly}, %state: !tile.ref<80xf32>, %n: index) attributes {stage = "free", grid = 32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = tile.load %rows[%c0, %c0] : !tile.ref<1000x80xf32> -> tensor<1x80xf32>
    %y = tile.reshape %x : tensor<1x80xf32> -> tensor<80xf32>
    tile.store %y, %state[%c0] : tensor<80xf32>, !tile.ref<80xf32>
  }
  tile.return
}
