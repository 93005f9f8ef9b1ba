// RUN: weft-opt %s --plan-transfers --allocate-shared --insert-synchronisation --check-synchronisation -split-input-file -verify-diagnostics | FileCheck %s

#rows = #tile.layout<base = [8, 32], register = [0:1, 0:2], lane = [1:1, 1:2, 1:4, 1:8, 1:16], warp = [0:4]>
#exchanged = #tile.layout<base = [8, 32], register = [1:1, 1:2], lane = [0:1, 0:2, 1:4, 1:8, 1:16], warp = [0:4]>
#same = #tile.layout<base = [8, 32], register = [0:1, 0:2, 0:4], lane = [1:1, 1:2, 1:4, 1:8, 1:16], warp = [*]>

// What changes lanes inside of its warp has no memory on the chip, and waits for nobody. Of what both warps have, each keeps a part.

// CHECK-LABEL: tile.kernel @inside
// CHECK-SAME: shared_bytes = 0
// CHECK-NOT: tile.alloc
// CHECK-NOT: tile.barrier
// CHECK: tile.convert_layout %{{.*}} {shuffles = 3 : i64} : tensor<8x32xf32, #{{.*}}> -> tensor<8x32xf32, #{{.*}}>
// CHECK-NOT: tile.alloc
// CHECK-NOT: tile.barrier
// CHECK: tile.convert_layout %{{.*}} {shuffles = 0 : i64}
// CHECK-NOT: tile.alloc
// CHECK-NOT: tile.barrier
// CHECK: tile.return
tile.kernel @inside(%x: !tile.ref<8x32xf32>, %y: !tile.ref<8x32xf32>, %z: !tile.ref<8x32xf32>) attributes {stage = "laid_out", device = "sm_90", grid = 1, warps = 2} {
  %c0 = arith.constant 0 : index
  %0 = tile.load %x[%c0, %c0] : !tile.ref<8x32xf32> -> tensor<8x32xf32, #rows>
  %1 = tile.convert_layout %0 {shuffles = 3 : i64} : tensor<8x32xf32, #rows> -> tensor<8x32xf32, #exchanged>
  tile.store %1, %y[%c0, %c0] : tensor<8x32xf32, #exchanged>, !tile.ref<8x32xf32>
  %2 = tile.load %x[%c0, %c0] : !tile.ref<8x32xf32> -> tensor<8x32xf32, #same>
  %3 = tile.convert_layout %2 {shuffles = 0 : i64} : tensor<8x32xf32, #same> -> tensor<8x32xf32, #rows>
  tile.store %3, %z[%c0, %c0] : tensor<8x32xf32, #rows>, !tile.ref<8x32xf32>
  tile.return
}

// -----

#rows = #tile.layout<base = [8, 32], register = [0:1, 0:2], lane = [1:1, 1:2, 1:4, 1:8, 1:16], warp = [0:4]>
#across = #tile.layout<base = [8, 32], register = [0:1, 0:4], lane = [1:1, 1:2, 1:4, 1:8, 1:16], warp = [0:2]>

tile.kernel @across(%x: !tile.ref<8x32xf32>, %y: !tile.ref<8x32xf32>) attributes {stage = "laid_out", device = "sm_90", grid = 1, warps = 2} {
  %c0 = arith.constant 0 : index
  %0 = tile.load %x[%c0, %c0] : !tile.ref<8x32xf32> -> tensor<8x32xf32, #rows>
  // expected-error @+1 {{moves elements between warps, but does not say through what}}
  %1 = tile.convert_layout %0 : tensor<8x32xf32, #rows> -> tensor<8x32xf32, #across>
  tile.store %1, %y[%c0, %c0] : tensor<8x32xf32, #across>, !tile.ref<8x32xf32>
  tile.return
}
