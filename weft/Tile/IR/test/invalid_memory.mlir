// RUN: weft-opt %s -split-input-file -verify-diagnostics

tile.kernel @load_offsets(%r: !tile.ref<8x8xf32>, %i: index) attributes {stage = "free", grid = 1} {
  // expected-error @+1 {{1 offsets do not fit '!tile.ref<8x8xf32>'; give one per dim of the ref}}
  %t = tile.load %r[%i] : !tile.ref<8x8xf32> -> tensor<8xf32>
  tile.return
}

// -----

tile.kernel @load_rank(%r: !tile.ref<8xf32>, %i: index) attributes {stage = "free", grid = 1} {
  // expected-error @+1 {{tile 'tensor<1x8xf32>' has more dims than '!tile.ref<8xf32>'}}
  %t = tile.load %r[%i] : !tile.ref<8xf32> -> tensor<1x8xf32>
  tile.return
}

// -----

tile.kernel @load_element(%r: !tile.ref<8xf32>, %i: index) attributes {stage = "free", grid = 1} {
  // expected-error @+1 {{elements of 'tensor<8xf16>' and '!tile.ref<8xf32>' differ}}
  %t = tile.load %r[%i] : !tile.ref<8xf32> -> tensor<8xf16>
  tile.return
}

// -----

tile.kernel @load_bounds(%r: !tile.ref<8x8xf32>, %i: index) attributes {stage = "free", grid = 1} {
  // expected-error @+1 {{1 bounds do not fit 2 subscripts; write _ for a dim without a bound}}
  %t = tile.load %r[%i, %i] bound [%i] : !tile.ref<8x8xf32> -> tensor<8xf32>
  tile.return
}

// -----

tile.kernel @load_bounded(%r: !tile.ref<8xf32>, %i: index) attributes {stage = "free", grid = 1} {
  // expected-error @+1 {{bounded dims must increase and be below 1, got [1]}}
  %t = "tile.load"(%r, %i, %i) <{bounded = array<i64: 1>, operandSegmentSizes = array<i32: 1, 1, 1, 0>}>
    : (!tile.ref<8xf32>, index, index) -> tensor<8xf32>
  tile.return
}

// -----

tile.kernel @load_bound_count(%r: !tile.ref<8xf32>, %i: index) attributes {stage = "free", grid = 1} {
  // expected-error @+1 {{0 bounded dims have 1 bounds}}
  %t = "tile.load"(%r, %i, %i) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}>
    : (!tile.ref<8xf32>, index, index) -> tensor<8xf32>
  tile.return
}

// -----

// expected-note @+1 {{prior use here}}
tile.kernel @load_else(%r: !tile.ref<8xf32>, %i: index) attributes {stage = "free", grid = 1} {
  // expected-error @+1 {{use of value '%i' expects different type than prior uses: 'f32' vs 'index'}}
  %t = tile.load %r[%i] bound [%i] else %i : !tile.ref<8xf32> -> tensor<8xf32>
  tile.return
}

// -----

tile.kernel @load_strides(%r: !tile.ref<8x8xf32>, %i: index) attributes {stage = "free", grid = 1} {
  // expected-error @+1 {{2 strides do not fit 'tensor<8xf32>'; give one per dim of the tile}}
  %t = tile.load %r[%i, %i] strides [1, 1] : !tile.ref<8x8xf32> -> tensor<8xf32>
  tile.return
}

// -----

tile.kernel @load_stride_zero(%r: !tile.ref<8xf32>, %i: index) attributes {stage = "free", grid = 1} {
  // expected-error @+1 {{a stride of 0 reads or writes one element again; use tile.broadcast}}
  %t = tile.load %r[%i] strides [0] : !tile.ref<8xf32> -> tensor<8xf32>
  tile.return
}

// -----

tile.kernel @store_offsets(%r: !tile.ref<8x8xf32>, %i: index) attributes {stage = "free", grid = 1} {
  %t = arith.constant dense<0.0> : tensor<8xf32>
  // expected-error @+1 {{1 offsets do not fit '!tile.ref<8x8xf32>'; give one per dim of the ref}}
  tile.store %t, %r[%i] : tensor<8xf32>, !tile.ref<8x8xf32>
  tile.return
}

// -----

tile.kernel @store_stride_zero(%r: !tile.ref<8xf32>, %i: index) attributes {stage = "free", grid = 1} {
  %t = arith.constant dense<0.0> : tensor<8xf32>
  // expected-error @+1 {{a stride of 0 reads or writes one element again; use tile.broadcast}}
  tile.store %t, %r[%i] strides [0] : tensor<8xf32>, !tile.ref<8xf32>
  tile.return
}

// -----

tile.kernel @gather_subscripts(%r: !tile.ref<8x8xf32>) attributes {stage = "free", grid = 1} {
  %i = tile.iota 0 : tensor<4xi32>
  // expected-error @+1 {{1 subscripts do not fit '!tile.ref<8x8xf32>'; give one per dim of the ref}}
  %t = tile.gather %r[%i] : !tile.ref<8x8xf32>, tensor<4xi32> -> tensor<4xf32>
  tile.return
}

// -----

tile.kernel @gather_element(%r: !tile.ref<8xf32>) attributes {stage = "free", grid = 1} {
  %i = tile.iota 0 : tensor<4xi32>
  // expected-error @+1 {{elements of 'tensor<4xf16>' and '!tile.ref<8xf32>' differ}}
  %t = tile.gather %r[%i] : !tile.ref<8xf32>, tensor<4xi32> -> tensor<4xf16>
  tile.return
}

// -----

tile.kernel @gather_bound(%r: !tile.ref<8xf32>, %n: index) attributes {stage = "free", grid = 1} {
  %i = tile.iota 0 : tensor<4xi32>
  // expected-error @+1 {{dim 0 has a tile of indices and a bound; put the bound into the mask}}
  %t = tile.gather %r[%i] bound [%n] : !tile.ref<8xf32>, tensor<4xi32> -> tensor<4xf32>
  tile.return
}

// -----

tile.kernel @gather_indices(%r: !tile.ref<8x8xf32>) attributes {stage = "free", grid = 1} {
  %i = tile.iota 0 : tensor<4xi32>
  %j = tile.iota 0 : tensor<5xi32>
  // expected-error @+1 {{tiles of indices must have one shape, got 'tensor<4xi32>' and 'tensor<5xi32>'}}
  %t = tile.gather %r[%i, %j] : !tile.ref<8x8xf32>, tensor<4xi32>, tensor<5xi32> -> tensor<4xf32>
  tile.return
}

// -----

tile.kernel @gather_scalars(%r: !tile.ref<8xf32>, %i: index) attributes {stage = "free", grid = 1} {
  // expected-error @+1 {{needs a tile of indices; with scalars alone use tile.load or tile.store}}
  %t = tile.gather %r[%i] : !tile.ref<8xf32>, index -> tensor<4xf32>
  tile.return
}

// -----

tile.kernel @gather_shape(%r: !tile.ref<8x8xf32>, %n: index) attributes {stage = "free", grid = 1} {
  %i = tile.iota 0 : tensor<4xi32>
  // expected-error @+1 {{tile 'tensor<8x4xf32>' must have the dims of the indices, 'tensor<4xi32>', then at most 1 for the dims with a scalar subscript}}
  %t = tile.gather %r[%i, %n] : !tile.ref<8x8xf32>, tensor<4xi32>, index -> tensor<8x4xf32>
  tile.return
}

// -----

tile.kernel @gather_box(%r: !tile.ref<8x8xf32>, %n: index) attributes {stage = "free", grid = 1} {
  %i = tile.iota 0 : tensor<4xi32>
  // expected-error @+1 {{tile 'tensor<4x1x4xf32>' must have the dims of the indices, 'tensor<4xi32>', then at most 1 for the dims with a scalar subscript}}
  %t = tile.gather %r[%i, %n] : !tile.ref<8x8xf32>, tensor<4xi32>, index -> tensor<4x1x4xf32>
  tile.return
}

// -----

tile.kernel @gather_mask(%r: !tile.ref<8xf32>) attributes {stage = "free", grid = 1} {
  %i = tile.iota 0 : tensor<4xi32>
  %m = arith.constant dense<true> : tensor<2xi1>
  // expected-error @+1 {{mask 'tensor<2xi1>' must have the shape of the indices, 'tensor<4xi32>'}}
  %t = "tile.gather"(%r, %i, %m) <{operandSegmentSizes = array<i32: 1, 1, 0, 1, 0>}>
    : (!tile.ref<8xf32>, tensor<4xi32>, tensor<2xi1>) -> tensor<4xf32>
  tile.return
}

// -----

tile.kernel @gather_mask_without_indices(%r: !tile.ref<8xf32>, %i: index) attributes {stage = "free", grid = 1} {
  %m = arith.constant dense<true> : tensor<4xi1>
  // expected-error @+1 {{a mask has the shape of the tiles of indices, but there are none}}
  %t = tile.gather %r[%i] mask %m : !tile.ref<8xf32>, index -> tensor<4xf32>
  tile.return
}

// -----

tile.kernel @scatter_kind(%r: !tile.ref<8xf32>) attributes {stage = "free", grid = 1} {
  %i = tile.iota 0 : tensor<4xi32>
  %t = arith.constant dense<0.0> : tensor<4xf32>
  // expected-error @+1 {{kind exchange belongs to tile.atomic}}
  tile.scatter exchange %t, %r[%i] : tensor<4xf32>, !tile.ref<8xf32>, tensor<4xi32>
  tile.return
}

// -----

tile.kernel @scatter_unique(%r: !tile.ref<8xf32>) attributes {stage = "free", grid = 1} {
  %i = tile.iota 0 : tensor<4xi32>
  %t = arith.constant dense<0.0> : tensor<4xf32>
  // expected-error @+1 {{kind set needs unique: the order of two writes to one place is not defined}}
  tile.scatter set %t, %r[%i] : tensor<4xf32>, !tile.ref<8xf32>, tensor<4xi32>
  tile.return
}

// -----

tile.kernel @scatter_bits(%r: !tile.ref<8xf32>) attributes {stage = "free", grid = 1} {
  %i = tile.iota 0 : tensor<4xi32>
  %t = arith.constant dense<0.0> : tensor<4xf32>
  // expected-error @+1 {{kind xor is for integers, got 'f32'}}
  tile.scatter xor %t, %r[%i] : tensor<4xf32>, !tile.ref<8xf32>, tensor<4xi32>
  tile.return
}

// -----

tile.kernel @scatter_shape(%r: !tile.ref<8xf32>) attributes {stage = "free", grid = 1} {
  %i = tile.iota 0 : tensor<4xi32>
  %t = arith.constant dense<0.0> : tensor<5xf32>
  // expected-error @+1 {{tile 'tensor<5xf32>' must have the dims of the indices, 'tensor<4xi32>', then at most 0}}
  tile.scatter add %t, %r[%i] : tensor<5xf32>, !tile.ref<8xf32>, tensor<4xi32>
  tile.return
}

// -----

tile.kernel @scatter_before_set(%r: !tile.ref<8xf32>) attributes {stage = "free", grid = 1} {
  %i = tile.iota 0 : tensor<4xi32>
  %t = arith.constant dense<0.0> : tensor<4xf32>
  // expected-error @+1 {{gives what was there before only to elements that it combines one by one, without bounds}}
  %o = tile.scatter set %t, %r[%i] {unique} : tensor<4xf32>, !tile.ref<8xf32>, tensor<4xi32> -> tensor<4xf32>
  tile.return
}

// -----

tile.kernel @scatter_before_rows(%r: !tile.ref<8x9xf32>, %j: index) attributes {stage = "free", grid = 1} {
  %i = tile.iota 0 : tensor<4xi32>
  %t = arith.constant dense<0.0> : tensor<4x9xf32>
  // expected-error @+1 {{gives what was there before only to elements that it combines one by one, without bounds}}
  %o = tile.scatter add %t, %r[%i, %j] : tensor<4x9xf32>, !tile.ref<8x9xf32>, tensor<4xi32>, index -> tensor<4x9xf32>
  tile.return
}

// -----

tile.kernel @scatter_before_type(%r: !tile.ref<8xf32>) attributes {stage = "free", grid = 1} {
  %i = tile.iota 0 : tensor<4xi32>
  %t = arith.constant dense<0.0> : tensor<4xf32>
  // expected-error @+1 {{value and result must have one type, got 'tensor<4xf32>' and 'tensor<4xi32>'}}
  %o = tile.scatter add %t, %r[%i] : tensor<4xf32>, !tile.ref<8xf32>, tensor<4xi32> -> tensor<4xi32>
  tile.return
}

// -----

tile.kernel @atomic_set(%r: !tile.ref<8xi32>, %i: index, %v: i32) attributes {stage = "free", grid = 1} {
  // expected-error @+1 {{kind set belongs to tile.scatter; use exchange}}
  %o = tile.atomic set relaxed device %r[%i], %v : i32 : !tile.ref<8xi32> -> i32
  tile.return
}

// -----

tile.kernel @atomic_load_value(%r: !tile.ref<8xi32>, %i: index, %v: i32) attributes {stage = "free", grid = 1} {
  // expected-error @+1 {{kind load takes no value}}
  %o = tile.atomic load relaxed device %r[%i], %v : i32 : !tile.ref<8xi32> -> i32
  tile.return
}

// -----

tile.kernel @atomic_no_value(%r: !tile.ref<8xi32>, %i: index) attributes {stage = "free", grid = 1} {
  // expected-error @+1 {{kind add needs a value}}
  %o = tile.atomic add relaxed device %r[%i] : !tile.ref<8xi32> -> i32
  tile.return
}

// -----

tile.kernel @atomic_order(%r: !tile.ref<8xi32>, %i: index) attributes {stage = "free", grid = 1} {
  // expected-error @+1 {{kind load cannot be release, as it writes nothing}}
  %o = tile.atomic load release device %r[%i] : !tile.ref<8xi32> -> i32
  tile.return
}

// -----

tile.kernel @atomic_types(%r: !tile.ref<8xi32>, %i: index, %v: i64) attributes {stage = "free", grid = 1} {
  // expected-error @+1 {{value and result must have one type, got 'i64' and 'i32'}}
  %o = tile.atomic add relaxed device %r[%i], %v : i64 : !tile.ref<8xi32> -> i32
  tile.return
}

// -----

tile.kernel @atomic_element(%r: !tile.ref<8xi32>, %i: index, %v: i64) attributes {stage = "free", grid = 1} {
  // expected-error @+1 {{elements of 'tensor<i64>' and '!tile.ref<8xi32>' differ}}
  %o = tile.atomic add relaxed device %r[%i], %v : i64 : !tile.ref<8xi32> -> i64
  tile.return
}

// -----

tile.kernel @atomic_bits(%r: !tile.ref<8xf32>, %i: index, %v: f32) attributes {stage = "free", grid = 1} {
  // expected-error @+1 {{kind umax is for integers, got 'f32'}}
  %o = tile.atomic umax relaxed device %r[%i], %v : f32 : !tile.ref<8xf32> -> f32
  tile.return
}

// -----

tile.kernel @alloc_global() attributes {stage = "free", grid = 1} {
  // expected-error @+1 {{makes shared or tensor memory, not global}}
  %a = tile.alloc : !tile.ref<8xf32>
  tile.return
}

// -----

tile.kernel @alloc_at() attributes {stage = "free", grid = 1} {
  // expected-error @+1 {{cannot lie at -8}}
  %a = tile.alloc at -8 : !tile.ref<8xf32, shared>
  tile.return
}
