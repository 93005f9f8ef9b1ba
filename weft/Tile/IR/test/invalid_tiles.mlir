// RUN: weft-opt %s -split-input-file -verify-diagnostics

tile.kernel @mask_offsets(%i: index) attributes {stage = "free", grid = 1} {
  // expected-error @+1 {{1 offsets do not fit 'tensor<4x8xi1>'; give one per dim}}
  %m = tile.mask [%i] : tensor<4x8xi1>
  tile.return
}

// -----

tile.kernel @mask_bounded(%i: index) attributes {stage = "free", grid = 1} {
  // expected-error @+1 {{bounded dims must increase and be below 1, got [-1]}}
  %m = "tile.mask"(%i, %i) <{bounded = array<i64: -1>, operandSegmentSizes = array<i32: 1, 1>}> : (index, index) -> tensor<8xi1>
  tile.return
}

// -----

tile.kernel @mask_strides(%i: index) attributes {stage = "free", grid = 1} {
  // expected-error @+1 {{a stride of 0}}
  %m = tile.mask [%i] strides [0] : tensor<8xi1>
  tile.return
}

// -----

tile.kernel @iota_dim() attributes {stage = "free", grid = 1} {
  // expected-error @+1 {{'tensor<8xi32>' has no dim 1}}
  %i = tile.iota 1 : tensor<8xi32>
  tile.return
}

// -----

tile.kernel @broadcast_element() attributes {stage = "free", grid = 1} {
  %i = tile.iota 0 : tensor<8xi32>
  // expected-error @+1 {{elements of 'tensor<8xi32>' and 'tensor<8x4xi16>' differ}}
  %b = tile.broadcast %i [0] : tensor<8xi32> -> tensor<8x4xi16>
  tile.return
}

// -----

tile.kernel @broadcast_count() attributes {stage = "free", grid = 1} {
  %i = tile.iota 0 : tensor<8xi32>
  // expected-error @+1 {{2 dims do not fit 'tensor<8xi32>'}}
  %b = tile.broadcast %i [0, 1] : tensor<8xi32> -> tensor<8x4xi32>
  tile.return
}

// -----

tile.kernel @broadcast_order() attributes {stage = "free", grid = 1} {
  %i = tile.iota 0 : tensor<8x4xi32>
  // expected-error @+1 {{dims must increase and be below 2, got [1, 0]}}
  %b = tile.broadcast %i [1, 0] : tensor<8x4xi32> -> tensor<4x8xi32>
  tile.return
}

// -----

tile.kernel @broadcast_extent() attributes {stage = "free", grid = 1} {
  %i = tile.iota 0 : tensor<8xi32>
  // expected-error @+1 {{dim 0 of 'tensor<8xi32>' does not fit dim 1 of 'tensor<8x4xi32>'}}
  %b = tile.broadcast %i [1] : tensor<8xi32> -> tensor<8x4xi32>
  tile.return
}

// -----

tile.kernel @transpose_permutation() attributes {stage = "free", grid = 1} {
  %i = tile.iota 0 : tensor<8x4xi32>
  // expected-error @+1 {{[0, 0] must name each dim of 'tensor<8x4xi32>' once}}
  %t = tile.transpose %i [0, 0] : tensor<8x4xi32> -> tensor<8x8xi32>
  tile.return
}

// -----

tile.kernel @transpose_shape() attributes {stage = "free", grid = 1} {
  %i = tile.iota 0 : tensor<8x4xi32>
  // expected-error @+1 {{result must have the shape [4, 8], got 'tensor<8x4xi32>'}}
  %t = tile.transpose %i [1, 0] : tensor<8x4xi32> -> tensor<8x4xi32>
  tile.return
}

// -----

tile.kernel @transpose_element() attributes {stage = "free", grid = 1} {
  %i = tile.iota 0 : tensor<8x4xi32>
  // expected-error @+1 {{elements of 'tensor<8x4xi32>' and 'tensor<4x8xi16>' differ}}
  %t = tile.transpose %i [1, 0] : tensor<8x4xi32> -> tensor<4x8xi16>
  tile.return
}

// -----

tile.kernel @reshape_count() attributes {stage = "free", grid = 1} {
  %i = tile.iota 0 : tensor<8x4xi32>
  // expected-error @+1 {{'tensor<8x4xi32>' has 32 elements, but 'tensor<33xi32>' has 33}}
  %t = tile.reshape %i : tensor<8x4xi32> -> tensor<33xi32>
  tile.return
}

// -----

tile.kernel @reshape_element() attributes {stage = "free", grid = 1} {
  %i = tile.iota 0 : tensor<8x4xi32>
  // expected-error @+1 {{elements of 'tensor<8x4xi32>' and 'tensor<32xi16>' differ}}
  %t = tile.reshape %i : tensor<8x4xi32> -> tensor<32xi16>
  tile.return
}

// -----

tile.kernel @slice_rank() attributes {stage = "free", grid = 1} {
  %i = tile.iota 0 : tensor<8x4xi32>
  // expected-error @+1 {{offsets [0] and 'tensor<4x4xi32>' must have as many dims as 'tensor<8x4xi32>'}}
  %t = tile.slice %i [0] : tensor<8x4xi32> -> tensor<4x4xi32>
  tile.return
}

// -----

tile.kernel @slice_inside() attributes {stage = "free", grid = 1} {
  %i = tile.iota 0 : tensor<8x4xi32>
  // expected-error @+1 {{dim 1: [2, 5) is not inside of 'tensor<8x4xi32>'}}
  %t = tile.slice %i [0, 2] : tensor<8x4xi32> -> tensor<8x3xi32>
  tile.return
}

// -----

tile.kernel @slice_element() attributes {stage = "free", grid = 1} {
  %i = tile.iota 0 : tensor<8xi32>
  // expected-error @+1 {{elements of 'tensor<8xi32>' and 'tensor<4xi16>' differ}}
  %t = tile.slice %i [0] : tensor<8xi32> -> tensor<4xi16>
  tile.return
}

// -----

tile.kernel @join_none() attributes {stage = "free", grid = 1} {
  // expected-error @+1 {{needs at least one tile}}
  %t = "tile.join"() : () -> tensor<8x2xi32>
  tile.return
}

// -----

tile.kernel @join_shape() attributes {stage = "free", grid = 1} {
  %i = tile.iota 0 : tensor<8xi32>
  // expected-error @+1 {{result must have the shape [8, 2], got 'tensor<2x8xi32>'}}
  %t = tile.join %i, %i : tensor<8xi32> -> tensor<2x8xi32>
  tile.return
}

// -----

tile.kernel @join_element() attributes {stage = "free", grid = 1} {
  %i = tile.iota 0 : tensor<8xi32>
  // expected-error @+1 {{elements of 'tensor<8xi32>' and 'tensor<8x2xi16>' differ}}
  %t = tile.join %i, %i : tensor<8xi32> -> tensor<8x2xi16>
  tile.return
}

// -----

tile.kernel @reduce_none() attributes {stage = "free", grid = 1} {
  // expected-error @+1 {{needs at least one tile}}
  "tile.reduce"() <{kind = #tile<combine_kind add>, dimensions = array<i64>}> ({}) : () -> ()
  tile.return
}

// -----

tile.kernel @reduce_shapes() attributes {stage = "free", grid = 1} {
  %i = tile.iota 0 : tensor<8xi32>
  %j = tile.iota 0 : tensor<4xi32>
  // expected-error @+1 {{tiles must have one shape, got 'tensor<8xi32>' and 'tensor<4xi32>'}}
  %r:2 = tile.reduce add %i, %j [0] : tensor<8xi32>, tensor<4xi32> -> tensor<i32>, tensor<i32>
  tile.return
}

// -----

tile.kernel @reduce_custom() attributes {stage = "free", grid = 1} {
  %i = tile.iota 0 : tensor<8xi32>
  // expected-error @+1 {{kind custom needs a region}}
  %r = tile.reduce custom %i [0] : tensor<8xi32> -> tensor<i32>
  tile.return
}

// -----

tile.kernel @reduce_region() attributes {stage = "free", grid = 1} {
  %i = tile.iota 0 : tensor<8xi32>
  // expected-error @+1 {{kind add has no region; use custom}}
  %r = tile.reduce add %i [0] : tensor<8xi32> -> tensor<i32> {
  ^bb0(%a: i32, %b: i32):
    tile.yield %a : i32
  }
  tile.return
}

// -----

tile.kernel @reduce_one() attributes {stage = "free", grid = 1} {
  %i = tile.iota 0 : tensor<8xi32>
  // expected-error @+1 {{kind add combines one tile, got 2; use custom}}
  %r:2 = tile.reduce add %i, %i [0] : tensor<8xi32>, tensor<8xi32> -> tensor<i32>, tensor<i32>
  tile.return
}

// -----

tile.kernel @reduce_bits() attributes {stage = "free", grid = 1} {
  %t = arith.constant dense<0.0> : tensor<8xf32>
  // expected-error @+1 {{kind and is for integers, got 'f32'}}
  %r = tile.reduce and %t [0] : tensor<8xf32> -> tensor<f32>
  tile.return
}

// -----

tile.kernel @reduce_dims() attributes {stage = "free", grid = 1} {
  %i = tile.iota 0 : tensor<8x4xi32>
  // expected-error @+1 {{dims must increase and be below 2, got [0, 0]}}
  %r = tile.reduce add %i [0, 0] : tensor<8x4xi32> -> tensor<4xi32>
  tile.return
}

// -----

tile.kernel @reduce_count() attributes {stage = "free", grid = 1} {
  %i = tile.iota 0 : tensor<8xi32>
  // expected-error @+1 {{1 tiles give as many, not 2}}
  %r:2 = tile.reduce add %i [0] : tensor<8xi32> -> tensor<i32>, tensor<i32>
  tile.return
}

// -----

tile.kernel @reduce_result() attributes {stage = "free", grid = 1} {
  %i = tile.iota 0 : tensor<8x4xi32>
  // expected-error @+1 {{result must be 'tensor<4xi32>', got 'tensor<8xi32>'}}
  %r = tile.reduce add %i [0] : tensor<8x4xi32> -> tensor<8xi32>
  tile.return
}

// -----

tile.kernel @reduce_arguments() attributes {stage = "free", grid = 1} {
  %i = tile.iota 0 : tensor<8xi32>
  // expected-error @+1 {{the region's arguments must be of types ('i32', 'i32'), got ('i32')}}
  %r = tile.reduce custom %i [0] : tensor<8xi32> -> tensor<i32> {
  ^bb0(%a: i32):
    tile.yield %a : i32
  }
  tile.return
}

// -----

tile.kernel @reduce_yield() attributes {stage = "free", grid = 1} {
  %i = tile.iota 0 : tensor<8xi32>
  // expected-error @+1 {{the region's values must be of types ('i32'), got ('i32', 'i32')}}
  %r = tile.reduce custom %i [0] : tensor<8xi32> -> tensor<i32> {
  ^bb0(%a: i32, %b: i32):
    tile.yield %a, %b : i32, i32
  }
  tile.return
}

// -----

tile.kernel @scan_dim() attributes {stage = "free", grid = 1} {
  %i = tile.iota 0 : tensor<8xi32>
  // expected-error @+1 {{'tensor<8xi32>' has no dim 1}}
  %s, %t = tile.scan add %i along 1 : tensor<8xi32> -> tensor<8xi32>, tensor<i32>
  tile.return
}

// -----

tile.kernel @scan_exclusive() attributes {stage = "free", grid = 1} {
  %i = tile.iota 0 : tensor<8xi32>
  // expected-error @+1 {{kind custom has no neutral element for exclusive to begin with}}
  %s, %t = tile.scan custom %i along 0 exclusive : tensor<8xi32> -> tensor<8xi32>, tensor<i32> {
  ^bb0(%a: i32, %b: i32):
    tile.yield %a : i32
  }
  tile.return
}

// -----

tile.kernel @scan_results() attributes {stage = "free", grid = 1} {
  %i = tile.iota 0 : tensor<8xi32>
  // expected-error @+1 {{results must be the scanned tiles, then the totals: ('tensor<8xi32>', 'tensor<i32>'), got ('tensor<8xi32>', 'tensor<8xi32>')}}
  %s, %t = tile.scan add %i along 0 : tensor<8xi32> -> tensor<8xi32>, tensor<8xi32>
  tile.return
}

// -----

tile.kernel @rank_dims() attributes {stage = "free", grid = 1} {
  %i = tile.iota 0 : tensor<8x4xi32>
  // expected-error @+1 {{works on tiles of one dim, got 'tensor<8x4xi32>'}}
  %r, %c = tile.rank %i bins 4 : tensor<8x4xi32> -> tensor<8x4xi32>, tensor<4xi32>
  tile.return
}

// -----

tile.kernel @rank_bins() attributes {stage = "free", grid = 1} {
  %i = tile.iota 0 : tensor<8xi32>
  // expected-error @+1 {{needs at least 1 bin, got 0}}
  %r, %c = tile.rank %i bins 0 : tensor<8xi32> -> tensor<8xi32>, tensor<4xi32>
  tile.return
}

// -----

tile.kernel @rank_shape() attributes {stage = "free", grid = 1} {
  %i = tile.iota 0 : tensor<8xi32>
  // expected-error @+1 {{ranks must have the shape of 'tensor<8xi32>', got 'tensor<4xi32>'}}
  %r, %c = tile.rank %i bins 4 : tensor<8xi32> -> tensor<4xi32>, tensor<4xi32>
  tile.return
}

// -----

tile.kernel @rank_count() attributes {stage = "free", grid = 1} {
  %i = tile.iota 0 : tensor<8xi32>
  // expected-error @+1 {{counts must have one dim of 4, got 'tensor<8xi32>'}}
  %r, %c = tile.rank %i bins 4 : tensor<8xi32> -> tensor<8xi32>, tensor<8xi32>
  tile.return
}

// -----

tile.kernel @dot_shapes() attributes {stage = "free", grid = 1} {
  %a = arith.constant dense<0.0> : tensor<8x16xf32>
  %c = arith.constant dense<0.0> : tensor<8x8xf32>
  // expected-error @+1 {{tiles must be [batch x] M x K, K x N and M x N, got 'tensor<8x16xf32>', 'tensor<8x16xf32>' and 'tensor<8x8xf32>'}}
  %d = tile.dot %a, %a, %c : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x8xf32>
  tile.return
}

// -----

tile.kernel @dot_elements() attributes {stage = "free", grid = 1} {
  %a = arith.constant dense<0.0> : tensor<8x8xf32>
  %c = arith.constant dense<0.0> : tensor<8x8xf16>
  // expected-error @+1 {{elements of 'tensor<8x8xf32>' are not all values of 'f16'}}
  %d = tile.dot %a, %a, %c : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf16>
  tile.return
}

// -----

tile.kernel @dot_unsigned() attributes {stage = "free", grid = 1} {
  %a = arith.constant dense<0.0> : tensor<8x8xf32>
  // expected-error @+1 {{only integers are unsigned, got 'f32'}}
  %d = tile.dot %a, %a, %a {lhs_unsigned} : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
  tile.return
}

// -----

tile.kernel @dot_one_scale() attributes {stage = "free", grid = 1} {
  %a = arith.constant dense<0.0> : tensor<8x8xf32>
  // expected-error @+1 {{needs scales of both operands, or none}}
  %d = "tile.dot"(%a, %a, %a, %a) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>}>
    : (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  tile.return
}

// -----

tile.kernel @dot_scale_shape() attributes {stage = "free", grid = 1} {
  %a = arith.constant dense<0.0> : tensor<8x8xf32>
  %s = arith.constant dense<0.0> : tensor<8x3xf32>
  // expected-error @+1 {{lhs scales 'tensor<8x3xf32>' must have extents that divide those of 'tensor<8x8xf32>'}}
  %d = tile.dot %a, %a, %a scales %s, %a : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32> scales tensor<8x3xf32>, tensor<8x8xf32>
  tile.return
}

// -----

tile.kernel @dot_scale_element() attributes {stage = "free", grid = 1} {
  %a = arith.constant dense<0.0> : tensor<8x8xf32>
  %s = arith.constant dense<0> : tensor<8x1xi32>
  // expected-error @+1 {{lhs scales must be floats, got 'tensor<8x1xi32>'}}
  %d = tile.dot %a, %a, %a scales %s, %a : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32> scales tensor<8x1xi32>, tensor<8x8xf32>
  tile.return
}

// -----

tile.kernel @dot_promote() attributes {stage = "free", grid = 1} {
  %a = arith.constant dense<0.0> : tensor<8x8xf32>
  // expected-error @+1 {{promote must divide K, which is 8, got 3}}
  %d = tile.dot %a, %a, %a promote 3 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
  tile.return
}

// -----

tile.kernel @reduce_effects(%x: !tile.ref<8xi32>, %n: index) attributes {stage = "free", grid = 1} {
  %i = tile.iota 0 : tensor<8xi32>
  %r = tile.reduce custom %i [0] : tensor<8xi32> -> tensor<i32> {
  ^bb0(%a: i32, %b: i32):
    // expected-error @+1 {{has effects on memory, but stands in a region on scalars, which runs in any order}}
    %c = tile.atomic add relaxed device %x[%n], %a : i32 : !tile.ref<8xi32> -> i32
    tile.yield %c : i32
  }
  tile.return
}
