// RUN: weft-opt %s --allocate-shared -split-input-file -verify-diagnostics | FileCheck %s

// As long as half of the chip is enough, allocations lie apart, whether they live at the same time or not.

#l = #tile.layout<base = [128], lane = [0:1, 0:2, 0:4, 0:8, 0:16], warp = [0:32, 0:64]>

// CHECK-LABEL: tile.kernel @apart
// CHECK-SAME: shared_bytes = 640
// CHECK: tile.alloc at 0 : !tile.ref<128xi8, shared>
// CHECK: tile.alloc at 128 : !tile.ref<128xf32, shared>
tile.kernel @apart(%a: i8, %b: f32) attributes {stage = "planned", device = "sm_90", grid = 1, warps = 4} {
  %c0 = arith.constant 0 : index
  %x = tensor.splat %a : tensor<128xi8, #l>
  %y = tensor.splat %b : tensor<128xf32, #l>
  %m = tile.alloc : !tile.ref<128xi8, shared>
  tile.store %x, %m[%c0] {vector = 1 : i64} : tensor<128xi8, #l>, !tile.ref<128xi8, shared>
  %0 = tile.load %m[%c0] {vector = 1 : i64} : !tile.ref<128xi8, shared> -> tensor<128xi8, #l>
  %n = tile.alloc : !tile.ref<128xf32, shared>
  tile.store %y, %n[%c0] {vector = 1 : i64} : tensor<128xf32, #l>, !tile.ref<128xf32, shared>
  %1 = tile.load %n[%c0] {vector = 1 : i64} : !tile.ref<128xf32, shared> -> tensor<128xf32, #l>
  tile.return
}

// -----

// Programs that wait for what others tell them are to be as many at a time as can be.

#l = #tile.layout<base = [128], lane = [0:1, 0:2, 0:4, 0:8, 0:16], warp = [0:32, 0:64]>

// CHECK-LABEL: tile.kernel @waits
// CHECK-SAME: shared_bytes = 512
// CHECK: tile.alloc at 0 : !tile.ref<128xi8, shared>
// CHECK: tile.alloc at 0 : !tile.ref<128xf32, shared>
tile.kernel @waits(%a: i8, %b: f32, %w: !tile.ref<128xi64>) attributes {stage = "planned", device = "sm_90", grid = 2, warps = 4} {
  %c0 = arith.constant 0 : index
  %x = tensor.splat %a : tensor<128xi8, #l>
  %y = tensor.splat %b : tensor<128xf32, #l>
  %told = tile.atomic load relaxed device %w[%c0] : !tile.ref<128xi64> -> tensor<128xi64, #l>
  %m = tile.alloc : !tile.ref<128xi8, shared>
  tile.store %x, %m[%c0] {vector = 1 : i64} : tensor<128xi8, #l>, !tile.ref<128xi8, shared>
  %0 = tile.load %m[%c0] {vector = 1 : i64} : !tile.ref<128xi8, shared> -> tensor<128xi8, #l>
  %n = tile.alloc : !tile.ref<128xf32, shared>
  tile.store %y, %n[%c0] {vector = 1 : i64} : tensor<128xf32, #l>, !tile.ref<128xf32, shared>
  %1 = tile.load %n[%c0] {vector = 1 : i64} : !tile.ref<128xf32, shared> -> tensor<128xf32, #l>
  tile.return
}

// -----

// Where half is not enough, those share bytes that do not live at the same time. What a loop uses lives all along the loop.

#l = #tile.layout<base = [128], lane = [0:1, 0:2, 0:4, 0:8, 0:16], warp = [0:32, 0:64]>
!m = !tile.ref<65536xi8, shared>

// CHECK-LABEL: tile.kernel @shared
// CHECK-SAME: shared_bytes = 131072
// CHECK: %[[LONG:.*]] = tile.alloc at 0
// CHECK: tile.alloc at 65536
// CHECK: scf.for
// CHECK: tile.alloc at 65536
// CHECK: tile.load %[[LONG]]
// CHECK: tile.alloc at 0
tile.kernel @shared(%a: i8, %n: index) attributes {stage = "planned", device = "sm_90", grid = 1, warps = 4} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = tensor.splat %a : tensor<65536xi8, #l>
  %long = tile.alloc : !m
  tile.store %x, %long[%c0] {vector = 1 : i64} : tensor<65536xi8, #l>, !m
  %short = tile.alloc : !m
  tile.store %x, %short[%c0] {vector = 1 : i64} : tensor<65536xi8, #l>, !m
  %0 = tile.load %short[%c0] {vector = 1 : i64} : !m -> tensor<65536xi8, #l>
  scf.for %i = %c0 to %n step %c1 {
    %inside = tile.alloc : !m
    tile.store %x, %inside[%c0] {vector = 1 : i64} : tensor<65536xi8, #l>, !m
    %1 = tile.load %inside[%c0] {vector = 1 : i64} : !m -> tensor<65536xi8, #l>
    %2 = tile.load %long[%c0] {vector = 1 : i64} : !m -> tensor<65536xi8, #l>
  }
  %last = tile.alloc : !m
  tile.store %x, %last[%c0] {vector = 1 : i64} : tensor<65536xi8, #l>, !m
  %3 = tile.load %last[%c0] {vector = 1 : i64} : !m -> tensor<65536xi8, #l>
  tile.return
}

// -----

// Allocations of one alias are one.

#l = #tile.layout<base = [128], lane = [0:1, 0:2, 0:4, 0:8, 0:16], warp = [0:32, 0:64]>

// CHECK-LABEL: tile.kernel @alias
// CHECK-SAME: shared_bytes = 640
// CHECK: tile.alloc alias "one" at 0 : !tile.ref<128xi8, shared>
// CHECK: tile.alloc at 512 : !tile.ref<128xi8, shared>
// CHECK: tile.alloc alias "one" at 0 : !tile.ref<128xf32, shared>
tile.kernel @alias() attributes {stage = "planned", device = "sm_90", grid = 1, warps = 4} {
  %0 = tile.alloc alias "one" : !tile.ref<128xi8, shared>
  %1 = tile.alloc : !tile.ref<128xi8, shared>
  %2 = tile.alloc alias "one" : !tile.ref<128xf32, shared>
  tile.return
}

// -----

#l = #tile.layout<base = [128], lane = [0:1, 0:2, 0:4, 0:8, 0:16], warp = [0:32, 0:64]>
!m = !tile.ref<131072xi8, shared>

tile.kernel @large(%a: i8) attributes {stage = "planned", device = "sm_90", grid = 1, warps = 4} {
  %c0 = arith.constant 0 : index
  %x = tensor.splat %a : tensor<131072xi8, #l>
  %0 = tile.alloc : !m
  tile.store %x, %0[%c0] {vector = 1 : i64} : tensor<131072xi8, #l>, !m
  // expected-error @+1 {{of 131072 bytes ends at byte 262144 of memory on the chip, but sm_90 has 232448; make tiles smaller}}
  %1 = tile.alloc : !m
  tile.store %x, %1[%c0] {vector = 1 : i64} : tensor<131072xi8, #l>, !m
  %2 = tile.load %0[%c0] {vector = 1 : i64} : !m -> tensor<131072xi8, #l>
  %3 = tile.load %1[%c0] {vector = 1 : i64} : !m -> tensor<131072xi8, #l>
  tile.return
}
