// RUN: weft-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{'strides' is given twice}}
#twice = #tile.memory<strides = [1], strides = [1]>

// -----

// expected-error @+1 {{expected strides, tile, swizzle, order or pad, got 'size'}}
#unknown = #tile.memory<size = [1]>

// -----

// expected-error @+1 {{strides exclude tile, swizzle, order and pad}}
#strides_exclude = #tile.memory<strides = [1], pad = [4, 1]>

// -----

// expected-error @+1 {{a stride must not be negative, got -1}}
#negative_stride = #tile.memory<strides = [-1]>

// -----

// expected-error @+1 {{a tile must have extents of at least 1, got [8, 0]}}
#empty_tile = #tile.memory<tile = [8, 0]>

// -----

// expected-error @+1 {{tile [1, 2, 4] has more dims than [8, 8], which it splits}}
#inner_rank = #tile.memory<tile = [8, 8][1, 2, 4]>

// -----

// expected-error @+1 {{tile [3] does not divide [8, 8]}}
#inner_divides = #tile.memory<tile = [8, 8][3]>

// -----

// expected-error @+1 {{swizzle must be 32, 64 or 128 bytes, got 16}}
#swizzle = #tile.memory<tile = [8, 8], swizzle = 16>

// -----

// expected-error @+1 {{a swizzle needs a tile, whose rows it works on}}
#swizzle_tile = #tile.memory<swizzle = 128>

// -----

// expected-error @+1 {{pad excludes swizzle}}
#swizzle_pad = #tile.memory<tile = [8, 64], swizzle = 128, pad = [8, 8]>

// -----

// expected-error @+1 {{order must name each dim once, got [1, 1]}}
#order = #tile.memory<order = [1, 1]>

// -----

// expected-error @+1 {{pad must be pairs of a positive interval and amount, got [8]}}
#pad_pairs = #tile.memory<pad = [8]>

// -----

// expected-error @+1 {{pad must be pairs of a positive interval and amount, got [0, 8]}}
#pad_positive = #tile.memory<pad = [0, 8]>

// -----

// expected-error @+1 {{expected global, shared or tensor_memory, got 'local'}}
!space = !tile.ref<8xf32, local>

// -----

// expected-error @+1 {{elements of a ref are floats or signless integers of 1, 2, 4, 8, 16, 32 or 64 bits, got 'ui8'}}
!unsigned = !tile.ref<8xui8>

// -----

// expected-error @+1 {{elements of a ref are floats or signless integers of 1, 2, 4, 8, 16, 32 or 64 bits, got 'index'}}
!index = !tile.ref<8xindex>

// -----

// expected-error @+1 {{elements of a ref are floats or signless integers of 1, 2, 4, 8, 16, 32 or 64 bits, got 'complex<f32>'}}
!complex = !tile.ref<8xcomplex<f32>>

// -----

// expected-error @+1 {{only global refs have strides, not shared ones}}
!strides_space = !tile.ref<8xf32, shared, #tile.memory<strides = [1]>>

// -----

// expected-error @+1 {{1 strides do not fit 2 dims}}
!strides_rank = !tile.ref<8x8xf32, #tile.memory<strides = [1]>>

// -----

// expected-error @+1 {{an order of 1 dims does not fit 2 dims}}
!order_rank = !tile.ref<8x8xf32, #tile.memory<order = [0]>>

// -----

// expected-error @+1 {{tile [4, 4] has more dims than the ref, which has 1}}
!tile_rank = !tile.ref<8xf32, #tile.memory<tile = [4, 4]>>

// -----

// expected-error @+1 {{a swizzle of 128 bytes needs tile rows of as many, but a row of the innermost tile has 256}}
!swizzle_row = !tile.ref<8x64xf32, shared, #tile.memory<tile = [8, 64], swizzle = 128>>

// -----

// expected-error @+1 {{a ref must have less than 2^63 bytes}}
!size = !tile.ref<4294967296x1073741824xf32>

// -----

// expected-error @+1 {{a ref must have less than 2^63 bytes}}
!size_strides = !tile.ref<8x2xf32, #tile.memory<strides = [1, 9223372036854775807]>>

// -----

// expected-error @+1 {{a ref must have less than 2^63 bytes}}
!size_padded = !tile.ref<8xf32, #tile.memory<pad = [1, 9223372036854775807]>>
