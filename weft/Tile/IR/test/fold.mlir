// RUN: weft-opt %s -canonicalize | FileCheck %s

// Results are stored, as what nobody uses is removed.
!i = !tile.ref<4x8xi32>
!b = !tile.ref<4x8xi1>

// CHECK-LABEL: tile.kernel @mask
tile.kernel @mask(%o: !b, %n: index) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  // CHECK-DAG: %[[FALSE:.*]] = arith.constant dense<false> : tensor<4x8xi1>
  // CHECK-DAG: %[[TRUE:.*]] = arith.constant dense<true> : tensor<4x8xi1>
  // CHECK: tile.store %[[TRUE]],
  %0 = tile.mask [%n, %n] : tensor<4x8xi1>
  tile.store %0, %o[%c0, %c0] : tensor<4x8xi1>, !b
  // CHECK: tile.store %[[TRUE]],
  %1 = tile.mask [%n, %c0] bound [_, %c8] : tensor<4x8xi1>
  tile.store %1, %o[%c0, %c0] : tensor<4x8xi1>, !b
  // CHECK: tile.store %[[TRUE]],
  %2 = tile.mask [%c3, %n] bound [%c4, _] strides [-1, 1] : tensor<4x8xi1>
  tile.store %2, %o[%c0, %c0] : tensor<4x8xi1>, !b
  // CHECK: tile.store %[[FALSE]],
  %3 = tile.mask [%n, %c8] bound [%n, %c8] : tensor<4x8xi1>
  tile.store %3, %o[%c0, %c0] : tensor<4x8xi1>, !b
  // CHECK: %[[PART:.*]] = tile.mask
  // CHECK: tile.store %[[PART]],
  %4 = tile.mask [%c0, %c3] bound [%c4, %c8] : tensor<4x8xi1>
  tile.store %4, %o[%c0, %c0] : tensor<4x8xi1>, !b
  // CHECK: %[[UNKNOWN:.*]] = tile.mask
  // CHECK: tile.store %[[UNKNOWN]],
  %5 = tile.mask [%c0, %c0] bound [%n, %c8] : tensor<4x8xi1>
  tile.store %5, %o[%c0, %c0] : tensor<4x8xi1>, !b
  tile.return
}

// CHECK-LABEL: tile.kernel @identities
tile.kernel @identities(%x: !i, %o: !i) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  // CHECK: %[[T:.*]] = tile.load
  %t = tile.load %x[%c0, %c0] : !i -> tensor<4x8xi32>
  // CHECK-NEXT: tile.store %[[T]],
  %0 = tile.broadcast %t [0, 1] : tensor<4x8xi32> -> tensor<4x8xi32>
  tile.store %0, %o[%c0, %c0] : tensor<4x8xi32>, !i
  // CHECK-NEXT: tile.store %[[T]],
  %1 = tile.transpose %t [0, 1] : tensor<4x8xi32> -> tensor<4x8xi32>
  tile.store %1, %o[%c0, %c0] : tensor<4x8xi32>, !i
  // CHECK-NEXT: tile.store %[[T]],
  %2 = tile.reshape %t : tensor<4x8xi32> -> tensor<4x8xi32>
  tile.store %2, %o[%c0, %c0] : tensor<4x8xi32>, !i
  // CHECK-NEXT: tile.store %[[T]],
  %3 = tile.slice %t [0, 0] : tensor<4x8xi32> -> tensor<4x8xi32>
  tile.store %3, %o[%c0, %c0] : tensor<4x8xi32>, !i
  // CHECK-NEXT: tile.store %[[T]],
  %4 = tile.transpose %t [1, 0] : tensor<4x8xi32> -> tensor<8x4xi32>
  %5 = tile.transpose %4 [1, 0] : tensor<8x4xi32> -> tensor<4x8xi32>
  tile.store %5, %o[%c0, %c0] : tensor<4x8xi32>, !i
  // CHECK-NEXT: tile.store %[[T]],
  %6 = tile.reshape %t : tensor<4x8xi32> -> tensor<32xi32>
  %7 = tile.reshape %6 : tensor<32xi32> -> tensor<4x8xi32>
  tile.store %7, %o[%c0, %c0] : tensor<4x8xi32>, !i
  tile.return
}

// CHECK-LABEL: tile.kernel @chains
tile.kernel @chains(%x: !tile.ref<8xi32>, %o: !tile.ref<2x4x8xi32>, %p: !tile.ref<8x4x8xi32>) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  // CHECK: %[[T:.*]] = tile.load
  %t = tile.load %x[%c0] : !tile.ref<8xi32> -> tensor<8xi32>
  // CHECK-NEXT: %[[B:.*]] = tile.broadcast %[[T]] [2] : tensor<8xi32> -> tensor<2x4x8xi32>
  // CHECK-NEXT: tile.store %[[B]],
  %0 = tile.broadcast %t [1] : tensor<8xi32> -> tensor<4x8xi32>
  %1 = tile.broadcast %0 [1, 2] : tensor<4x8xi32> -> tensor<2x4x8xi32>
  tile.store %1, %o[%c0, %c0, %c0] : tensor<2x4x8xi32>, !tile.ref<2x4x8xi32>
  // CHECK-NEXT: %[[S:.*]] = tile.transpose %[[B]] [2, 1, 0]
  // CHECK-NEXT: tile.store %[[S]],
  %2 = tile.transpose %1 [1, 2, 0] : tensor<2x4x8xi32> -> tensor<4x8x2xi32>
  %3 = tile.transpose %2 [1, 0, 2] : tensor<4x8x2xi32> -> tensor<8x4x2xi32>
  tile.store %3, %p[%c0, %c0, %c0] : tensor<8x4x2xi32>, !tile.ref<8x4x8xi32>
  tile.return
}

// CHECK-LABEL: tile.kernel @splats
tile.kernel @splats(%o: !i) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  // CHECK: %[[C:.*]] = arith.constant dense<7> : tensor<4x8xi32>
  // CHECK-NOT: tile.broadcast
  // CHECK-NOT: tile.transpose
  // CHECK-NOT: tile.reshape
  // CHECK-NOT: tile.slice
  // CHECK: tile.store %[[C]],
  %c = arith.constant dense<7> : tensor<64xi32>
  %0 = tile.reshape %c : tensor<64xi32> -> tensor<8x8xi32>
  %1 = tile.slice %0 [0, 4] : tensor<8x8xi32> -> tensor<8x4xi32>
  %2 = tile.transpose %1 [1, 0] : tensor<8x4xi32> -> tensor<4x8xi32>
  %3 = tile.broadcast %2 [0, 1] : tensor<4x8xi32> -> tensor<4x8xi32>
  tile.store %3, %o[%c0, %c0] : tensor<4x8xi32>, !i
  tile.return
}

// What nobody reads is gone; what orders or changes memory stays.
// CHECK-LABEL: tile.kernel @effects
tile.kernel @effects(%x: !tile.ref<8xi32>, %v: i32) attributes {stage = "free", grid = 1} {
  %c0 = arith.constant 0 : index
  // CHECK-NOT: tile.load
  // CHECK-NOT: tile.gather
  // CHECK-NOT: tile.alloc
  // CHECK-NOT: tile.reduce
  // CHECK-NOT: relaxed device
  %i = tile.load %x[%c0] : !tile.ref<8xi32> -> tensor<8xi32>
  %g = tile.gather %x[%i] : !tile.ref<8xi32>, tensor<8xi32> -> tensor<8xi32>
  %a = tile.alloc : !tile.ref<8xi32, shared>
  %r = tile.reduce custom %i [0] : tensor<8xi32> -> tensor<i32> {
  ^bb0(%a0: i32, %a1: i32):
    %s = arith.addi %a0, %a1 : i32
    tile.yield %s : i32
  }
  %l = tile.atomic load relaxed device %x[%c0] : !tile.ref<8xi32> -> i32
  // CHECK: tile.atomic load acquire
  // CHECK: tile.atomic add relaxed cluster
  // CHECK: tile.scatter add
  // CHECK: tile.barrier device
  %k = tile.atomic load acquire device %x[%c0] : !tile.ref<8xi32> -> i32
  %o = tile.atomic add relaxed cluster %x[%c0], %v : i32 : !tile.ref<8xi32> -> i32
  %j = tile.iota 0 : tensor<8xi32>
  tile.scatter add %j, %x[%j] : tensor<8xi32>, !tile.ref<8xi32>, tensor<8xi32>
  tile.barrier device
  tile.return
}
