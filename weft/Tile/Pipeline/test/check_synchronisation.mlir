// RUN: weft-opt %s --check-synchronisation -split-input-file -verify-diagnostics

// Faults that somebody planted: a barrier that is missing, two allocations that meet.

#rows = #tile.layout<base = [128], lane = [0:1, 0:2, 0:4, 0:8, 0:16], warp = [0:32, 0:64]>
#turned = #tile.layout<base = [128], lane = [0:4, 0:8, 0:16, 0:32, 0:64], warp = [0:1, 0:2]>
!m = !tile.ref<128xf32, shared>

tile.kernel @read_after_write(%a: f32) attributes {stage = "synchronised", device = "sm_90", grid = 1, warps = 4, shared_bytes = 512} {
  %c0 = arith.constant 0 : index
  %x = tensor.splat %a : tensor<128xf32, #rows>
  %m = tile.alloc at 0 : !m
  // expected-note @+1 {{in this operation}}
  tile.store %x, %m[%c0] {vector = 1 : i64} : tensor<128xf32, #rows>, !m
  // expected-error @+1 {{races (read after write): another thread may touch the same bytes, and no barrier is in between}}
  %0 = tile.load %m[%c0] {vector = 1 : i64} : !m -> tensor<128xf32, #turned>
  tile.return
}

// -----

#rows = #tile.layout<base = [128], lane = [0:1, 0:2, 0:4, 0:8, 0:16], warp = [0:32, 0:64]>
#turned = #tile.layout<base = [128], lane = [0:4, 0:8, 0:16, 0:32, 0:64], warp = [0:1, 0:2]>
!m = !tile.ref<128xf32, shared>

// The barrier in the loop does not help the next iteration.
tile.kernel @write_after_read(%a: f32, %n: index) attributes {stage = "synchronised", device = "sm_90", grid = 1, warps = 4, shared_bytes = 512} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = tensor.splat %a : tensor<128xf32, #rows>
  %m = tile.alloc at 0 : !m
  scf.for %i = %c0 to %n step %c1 {
    // expected-error @+1 {{races (write after read)}}
    tile.store %x, %m[%c0] {vector = 1 : i64} : tensor<128xf32, #rows>, !m
    tile.barrier program
    // expected-note @+1 {{in this operation}}
    %0 = tile.load %m[%c0] {vector = 1 : i64} : !m -> tensor<128xf32, #turned>
  }
  tile.return
}

// -----

#rows = #tile.layout<base = [128], lane = [0:1, 0:2, 0:4, 0:8, 0:16], warp = [0:32, 0:64]>
!g = !tile.ref<4096xf32>

tile.kernel @write_after_write(%a: f32, %y: !g) attributes {stage = "synchronised", device = "sm_90", grid = 1, warps = 4, shared_bytes = 0} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = tensor.splat %a : tensor<128xf32, #rows>
  // expected-note @+1 {{in this operation}}
  tile.store %x, %y[%c0] {vector = 1 : i64} : tensor<128xf32, #rows>, !g
  // expected-error @+1 {{races (write after write)}}
  tile.store %x, %y[%c1] {vector = 1 : i64} : tensor<128xf32, #rows>, !g
  tile.return
}

// -----

#rows = #tile.layout<base = [128], lane = [0:1, 0:2, 0:4, 0:8, 0:16], warp = [0:32, 0:64]>
#turned = #tile.layout<base = [128], lane = [0:4, 0:8, 0:16, 0:32, 0:64], warp = [0:1, 0:2]>
!m = !tile.ref<128xf32, shared>

// Barriers do not bring back what was overwritten.
tile.kernel @lost(%a: f32) attributes {stage = "synchronised", device = "sm_90", grid = 1, warps = 4, shared_bytes = 768} {
  %c0 = arith.constant 0 : index
  %x = tensor.splat %a : tensor<128xf32, #rows>
  %m = tile.alloc at 0 : !m
  tile.store %x, %m[%c0] {vector = 1 : i64} : tensor<128xf32, #rows>, !m
  tile.barrier program
  %k = tile.alloc at 256 : !m
  // expected-note @+1 {{in this operation}}
  tile.store %x, %k[%c0] {vector = 1 : i64} : tensor<128xf32, #rows>, !m
  tile.barrier program
  // expected-error @+1 {{reads lost bytes: another allocation overwrites them}}
  %0 = tile.load %m[%c0] {vector = 1 : i64} : !m -> tensor<128xf32, #turned>
  tile.return
}

// -----

#rows = #tile.layout<base = [128], lane = [0:1, 0:2, 0:4, 0:8, 0:16], warp = [0:32, 0:64]>
!g = !tile.ref<4096xf32>

// An operation may meet itself.
tile.kernel @itself(%a: f32, %y: !g, %n: index) attributes {stage = "synchronised", device = "sm_90", grid = 1, warps = 4, shared_bytes = 0} {
  %c0 = arith.constant 0 : index
  %c127 = arith.constant 127 : index
  %c128 = arith.constant 128 : index
  %x = tensor.splat %a : tensor<128xf32, #rows>
  scf.for %i = %c0 to %n step %c127 {
    // expected-note @+2 {{in this operation}}
    // expected-error @+1 {{races (write after write)}}
    tile.store %x, %y[%i] {vector = 1 : i64} : tensor<128xf32, #rows>, !g
  }
  tile.barrier program
  scf.for %i = %c0 to %n step %c128 {
    tile.store %x, %y[%i] {vector = 1 : i64} : tensor<128xf32, #rows>, !g
  }
  tile.return
}

// -----

// expected-error @+1 {{takes 232449 bytes of memory on the chip, but sm_90 has 232448}}
tile.kernel @large() attributes {stage = "synchronised", device = "sm_90", grid = 1, warps = 4, shared_bytes = 232449} {
  tile.return
}

// -----

// One after the other in the same bytes is as it should be.

#rows = #tile.layout<base = [128], lane = [0:1, 0:2, 0:4, 0:8, 0:16], warp = [0:32, 0:64]>
#turned = #tile.layout<base = [128], lane = [0:4, 0:8, 0:16, 0:32, 0:64], warp = [0:1, 0:2]>
!m = !tile.ref<128xf32, shared>

tile.kernel @right(%a: f32, %n: index) attributes {stage = "synchronised", device = "sm_90", grid = 1, warps = 4, shared_bytes = 512} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = tensor.splat %a : tensor<128xf32, #rows>
  scf.for %i = %c0 to %n step %c1 {
    %m = tile.alloc at 0 : !m
    tile.barrier program
    tile.store %x, %m[%c0] {vector = 1 : i64} : tensor<128xf32, #rows>, !m
    tile.barrier program
    %0 = tile.load %m[%c0] {vector = 1 : i64} : !m -> tensor<128xf32, #turned>
    %k = tile.alloc at 0 : !m
    tile.barrier program
    tile.store %x, %k[%c0] {vector = 1 : i64} : tensor<128xf32, #rows>, !m
    tile.barrier program
    %1 = tile.load %k[%c0] {vector = 1 : i64} : !m -> tensor<128xf32, #turned>
  }
  tile.return
}

// -----

// Rows of five in a box of eight: what lies behind a row's end is not the next row.

#rows = #tile.layout<base = [64, 8], register = [0:16, 0:32], lane = [1:1, 1:2, 1:4, 0:1, 0:2], warp = [0:4, 0:8]>
!g = !tile.ref<64x5xi32>

tile.kernel @behind_the_end(%y: !g) attributes {stage = "synchronised", device = "sm_90", grid = 1, warps = 4, shared_bytes = 0} {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %0 = tile.load %y[%c0, %c0] bound [_, %c5] {vector = 1 : i64} : !g -> tensor<64x8xi32, #rows>
  tile.store %0, %y[%c0, %c0] bound [_, %c5] {vector = 1 : i64} : tensor<64x8xi32, #rows>, !g
  tile.return
}
