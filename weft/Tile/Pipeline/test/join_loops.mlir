// RUN: weft-opt --join-loops %s | FileCheck %s

// The places of a window and the features of each are one loop; what is not a product stays as it is.

// CHECK-LABEL: tile.kernel @window
// CHECK-DAG: %[[STEPS:.*]] = arith.constant 12 : index
// CHECK-DAG: %[[EACH:.*]] = arith.constant 4 : index
// CHECK: scf.for %[[STEP:.*]] = %{{.*}} to %[[STEPS]] step
// CHECK: %[[PLACE:.*]] = arith.divui %[[STEP]], %[[EACH]]
// CHECK: %[[TURN:.*]] = arith.remui %[[STEP]], %[[EACH]]
// CHECK: arith.muli %[[TURN]]
// CHECK-NOT: scf.for
// CHECK: tile.dot
// CHECK: tile.return
tile.kernel @window(%x: !tile.ref<3x16x64xf32>, %w: !tile.ref<3x64x32xf32>, %y: !tile.ref<16x32xf32>) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : tensor<16x32xf32>
  %sum = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %zero) -> (tensor<16x32xf32>) {
    %place = arith.addi %i, %c0 : index
    %inner = scf.for %k = %c0 to %c64 step %c16 iter_args(%b = %a) -> (tensor<16x32xf32>) {
      %l = tile.load %x[%place, %c0, %k] : !tile.ref<3x16x64xf32> -> tensor<16x16xf32>
      %r = tile.load %w[%i, %k, %c0] : !tile.ref<3x64x32xf32> -> tensor<16x32xf32>
      %d = tile.dot %l, %r, %b : tensor<16x16xf32>, tensor<16x32xf32>, tensor<16x32xf32>
      scf.yield %d : tensor<16x32xf32>
    }
    scf.yield %inner : tensor<16x32xf32>
  }
  tile.store %sum, %y[%c0, %c0] : tensor<16x32xf32>, !tile.ref<16x32xf32>
  tile.return
}

// CHECK-LABEL: tile.kernel @sums
// CHECK-COUNT-2: scf.for
// CHECK: tile.return
tile.kernel @sums(%x: !tile.ref<3x64xf32>, %y: !tile.ref<16xf32>) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : tensor<16xf32>
  %sum = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %zero) -> (tensor<16xf32>) {
    %inner = scf.for %k = %c0 to %c64 step %c16 iter_args(%b = %a) -> (tensor<16xf32>) {
      %l = tile.load %x[%i, %k] : !tile.ref<3x64xf32> -> tensor<16xf32>
      %d = arith.addf %b, %l : tensor<16xf32>
      scf.yield %d : tensor<16xf32>
    }
    scf.yield %inner : tensor<16xf32>
  }
  tile.store %sum, %y[%c0] : tensor<16xf32>, !tile.ref<16xf32>
  tile.return
}

// Products that are not summed, but stored one by one.
// CHECK-LABEL: tile.kernel @stored
// CHECK-COUNT-2: scf.for
// CHECK: tile.return
tile.kernel @stored(%x: !tile.ref<3x16x64xf32>, %w: !tile.ref<3x64x32xf32>, %y: !tile.ref<3x4x16x32xf32>) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant dense<0.0> : tensor<16x32xf32>
  scf.for %i = %c0 to %c3 step %c1 {
    scf.for %k = %c0 to %c4 step %c1 {
      %at = arith.muli %k, %c16 : index
      %l = tile.load %x[%i, %c0, %at] : !tile.ref<3x16x64xf32> -> tensor<16x16xf32>
      %r = tile.load %w[%i, %at, %c0] : !tile.ref<3x64x32xf32> -> tensor<16x32xf32>
      %d = tile.dot %l, %r, %zero : tensor<16x16xf32>, tensor<16x32xf32>, tensor<16x32xf32>
      tile.store %d, %y[%i, %k, %c0, %c0] : tensor<16x32xf32>, !tile.ref<3x4x16x32xf32>
    }
  }
  tile.return
}
