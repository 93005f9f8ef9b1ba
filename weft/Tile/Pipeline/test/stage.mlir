// RUN: weft-opt %s -split-input-file -verify-diagnostics

// The rules of stages planned and synchronised.

#rows = #tile.layout<base = [128], lane = [0:1, 0:2, 0:4, 0:8, 0:16], warp = [0:32, 0:64]>
#turned = #tile.layout<base = [128], lane = [0:4, 0:8, 0:16, 0:32, 0:64], warp = [0:1, 0:2]>

tile.kernel @convert(%a: f32) attributes {stage = "planned", grid = 1, warps = 4} {
  %x = tensor.splat %a : tensor<128xf32, #rows>
  // expected-error @+1 {{moves elements between warps: from stage planned on that is a store and a load}}
  %y = tile.convert_layout %x through <pad = [128, 1]> : tensor<128xf32, #rows> -> tensor<128xf32, #turned>
  tile.return
}

// -----

#rows = #tile.layout<base = [128], lane = [0:1, 0:2, 0:4, 0:8, 0:16], warp = [0:32, 0:64]>

tile.kernel @reduce(%a: f32) attributes {stage = "planned", grid = 1, warps = 4} {
  %x = tensor.splat %a : tensor<128xf32, #rows>
  // expected-error @+1 {{combines elements of several warps: from stage planned on they meet in memory}}
  %y = tile.reduce add %x [0] : tensor<128xf32, #rows> -> tensor<f32, #tile.layout<base = [], lane = [*, *, *, *, *], warp = [*, *]>>
  tile.return
}

// -----

#rows = #tile.layout<base = [128], lane = [0:1, 0:2, 0:4, 0:8, 0:16], warp = [0:32, 0:64]>

tile.kernel @no_method(%y: !tile.ref<128xf32>) attributes {stage = "planned", grid = 1, warps = 4} {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{moves a power of two of registers of 'tensor<128xf32, }}
  %0 = tile.load %y[%c0] : !tile.ref<128xf32> -> tensor<128xf32, #rows>
  tile.return
}

// -----

#rows = #tile.layout<base = [128], lane = [0:1, 0:2, 0:4, 0:8, 0:16], warp = [0:32, 0:64]>

tile.kernel @too_wide(%a: f32, %y: !tile.ref<128xf32>) attributes {stage = "planned", grid = 1, warps = 4} {
  %c0 = arith.constant 0 : index
  %x = tensor.splat %a : tensor<128xf32, #rows>
  // expected-error @+1 {{moves a power of two of registers of 'tensor<128xf32, }}
  tile.store %x, %y[%c0] {vector = 2 : i64} : tensor<128xf32, #rows>, !tile.ref<128xf32>
  tile.return
}

// -----

#rows = #tile.layout<base = [128], lane = [0:1, 0:2, 0:4, 0:8, 0:16], warp = [0:32, 0:64]>

tile.kernel @part(%a: f32) attributes {stage = "planned", grid = 1, warps = 4} {
  %c0 = arith.constant 0 : index
  %x = tensor.splat %a : tensor<128xf32, #rows>
  %m = tile.alloc : !tile.ref<256xf32, shared>
  // expected-error @+1 {{moves all of '!tile.ref<256xf32, shared>', from stage planned on}}
  tile.store %x, %m[%c0] {vector = 1 : i64} : tensor<128xf32, #rows>, !tile.ref<256xf32, shared>
  tile.return
}

// -----

tile.kernel @barrier() attributes {stage = "planned", grid = 1, warps = 4} {
  // expected-error @+1 {{of scope program is not allowed in stage planned, where a program is one agent}}
  tile.barrier program
  tile.return
}

// -----

// expected-error @+1 {{of stage synchronised has an attribute 'shared_bytes', its bytes on the chip}}
tile.kernel @bytes() attributes {stage = "synchronised", grid = 1, warps = 4} {
  tile.return
}

// -----

tile.kernel @place() attributes {stage = "synchronised", grid = 1, warps = 4, shared_bytes = 512} {
  // expected-error @+1 {{has no place yet: in stage synchronised it has one}}
  %m = tile.alloc : !tile.ref<128xf32, shared>
  tile.return
}

// -----

tile.kernel @end() attributes {stage = "synchronised", grid = 1, warps = 4, shared_bytes = 512} {
  // expected-error @+1 {{ends at byte 640, but the kernel has 512 bytes on the chip}}
  %m = tile.alloc at 128 : !tile.ref<128xf32, shared>
  tile.return
}

// -----

#rows = #tile.layout<base = [128], register = [0:1], lane = [0:2, 0:4, 0:8, 0:16, 0:32], warp = [0:64]>
#other = #tile.layout<base = [128], register = [0:2], lane = [0:1, 0:4, 0:8, 0:16, 0:64], warp = [0:32]>

tile.kernel @convert_by_shuffles(%a: f32) attributes {stage = "planned", grid = 1, warps = 2} {
  %x = tensor.splat %a : tensor<128xf32, #rows>
  // expected-error @+1 {{moves elements between warps: from stage planned on that is a store and a load}}
  %y = tile.convert_layout %x {shuffles = 1 : i64} : tensor<128xf32, #rows> -> tensor<128xf32, #other>
  tile.return
}
