// RUN: weft-opt %s -verify-diagnostics -split-input-file

// One broken constraint of the specification per function, named by operation
// and label.

// Valid.
func.func @dynamic_broadcast_in_dim_valid(%a: tensor<1x3xf32>, %s: tensor<3xi64>) {
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %s) <{
    broadcast_dimensions = array<i64: 2, 1>
  }> : (tensor<1x3xf32>, tensor<3xi64>)
    -> tensor<2x3x?xf32>
  func.return
}

// -----

// Valid.
func.func @dynamic_broadcast_in_dim_constant(%a: tensor<1x3xf32>) {
  %s = stablehlo.constant dense<[2, 3, 7]> : tensor<3xi64>
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %s) <{
    broadcast_dimensions = array<i64: 2, 1>
  }> : (tensor<1x3xf32>, tensor<3xi64>)
    -> tensor<2x3x?xf32>
  func.return
}

// -----

// Valid.
func.func @dynamic_broadcast_in_dim_dynamic(%a: tensor<?x?xf32>, %s: tensor<3xi64>) {
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %s) <{
    broadcast_dimensions = array<i64: 2, 1>
  }> : (tensor<?x?xf32>, tensor<3xi64>)
    -> tensor<2x3x?xf32>
  func.return
}

// -----

// Valid.
func.func @dynamic_broadcast_in_dim_hints(%a: tensor<1x3xf32>, %s: tensor<3xi64>) {
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %s) <{
    broadcast_dimensions = array<i64: 2, 1>, known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 1>
  }> : (tensor<1x3xf32>, tensor<3xi64>)
    -> tensor<2x3x?xf32>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_c1(%a: tensor<1x3xf32>, %s: tensor<3xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op requires (C1) the same element type for operand and the result, got 'f32' and 'f64'}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %s) <{
    broadcast_dimensions = array<i64: 2, 1>
  }> : (tensor<1x3xf32>, tensor<3xi64>)
    -> tensor<2x3x?xf64>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_c1_quantized(%a: tensor<1x3x!quant.uniform<i8:f32, 1.0>>, %s: tensor<3xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op requires (C1) the same scales and zero points for operand and result, got 'tensor<1x3x!quant.uniform<i8:f32, 1.000000e+00>>' and 'tensor<2x3x?x!quant.uniform<i8:f32, 2.000000e+00>>'}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %s) <{
    broadcast_dimensions = array<i64: 2, 1>
  }> : (tensor<1x3x!quant.uniform<i8:f32, 1.0>>, tensor<3xi64>)
    -> tensor<2x3x?x!quant.uniform<i8:f32, 2.0>>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_c2(%a: tensor<1x3xf32>, %s: tensor<3xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op requires (C2) one entry of broadcast_dimensions per dimension of operand, which is 2, got 1}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %s) <{
    broadcast_dimensions = array<i64: 2>
  }> : (tensor<1x3xf32>, tensor<3xi64>)
    -> tensor<2x3x?xf32>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_c3(%a: tensor<1x3xf32>, %s: tensor<3xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op requires (C3) all of broadcast_dimensions in [0, 3), got [3, 1]}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %s) <{
    broadcast_dimensions = array<i64: 3, 1>
  }> : (tensor<1x3xf32>, tensor<3xi64>)
    -> tensor<2x3x?xf32>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_c3_negative(%a: tensor<1x3xf32>, %s: tensor<3xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op requires (C3) all of broadcast_dimensions in [0, 3), got [-1, 1]}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %s) <{
    broadcast_dimensions = array<i64: -1, 1>
  }> : (tensor<1x3xf32>, tensor<3xi64>)
    -> tensor<2x3x?xf32>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_c4(%a: tensor<1x3xf32>, %s: tensor<3xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op requires (C4) broadcast_dimensions without repetition, got [1, 1]}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %s) <{
    broadcast_dimensions = array<i64: 1, 1>
  }> : (tensor<1x3xf32>, tensor<3xi64>)
    -> tensor<2x3x?xf32>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_c5(%a: tensor<1x3xf32>, %s: tensor<3xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op requires (C5) dimension 1 of operand to have size 1 or that of dimension 1 of the result, got 3 and 4}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %s) <{
    broadcast_dimensions = array<i64: 2, 1>
  }> : (tensor<1x3xf32>, tensor<3xi64>)
    -> tensor<2x4x?xf32>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_c5_constant(%a: tensor<1x3xf32>) {
  %s = stablehlo.constant dense<[2, 4, 7]> : tensor<3xi64>
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op requires (C5) dimension 1 of operand to have size 1 or that of dimension 1 of the result, got 3 and 4}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %s) <{
    broadcast_dimensions = array<i64: 2, 1>
  }> : (tensor<1x3xf32>, tensor<3xi64>)
    -> tensor<?x?x?xf32>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_c6(%a: tensor<1x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>, %s: tensor<3xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op requires (C6) a result quantized along dimension 1, where broadcast_dimensions puts the operand's 1, got 0}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %s) <{
    broadcast_dimensions = array<i64: 2, 1>
  }> : (tensor<1x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>, tensor<3xi64>)
    -> tensor<2x2x?x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_c6_scales(%a: tensor<1x2x!quant.uniform<i8:f32:0, {1.0}>>, %s: tensor<3xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op requires (C6) the operand's only scale and zero point throughout the result, got 'tensor<1x2x!quant.uniform<i8:f32:0, {1.000000e+00}>>' and 'tensor<?x2x2x!quant.uniform<i8:f32:2, {1.000000e+00,2.000000e+00}>>'}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %s) <{
    broadcast_dimensions = array<i64: 2, 1>
  }> : (tensor<1x2x!quant.uniform<i8:f32:0, {1.0}>>, tensor<3xi64>)
    -> tensor<?x2x2x!quant.uniform<i8:f32:2, {1.0, 2.0}>>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_c7(%a: tensor<1x3xf32>, %s: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op requires (C7) one entry of output_dimensions per dimension of the result, which is 3, got 2}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %s) <{
    broadcast_dimensions = array<i64: 2, 1>
  }> : (tensor<1x3xf32>, tensor<2xi64>)
    -> tensor<2x3x?xf32>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_c7_constant(%a: tensor<1x3xf32>) {
  %s = stablehlo.constant dense<[2, 3, -1]> : tensor<3xi64>
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op requires (C7) output_dimensions of at least 0, got [2, 3, -1]}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %s) <{
    broadcast_dimensions = array<i64: 2, 1>
  }> : (tensor<1x3xf32>, tensor<3xi64>)
    -> tensor<2x3x?xf32>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_c7_sizes(%a: tensor<1x3xf32>) {
  %s = stablehlo.constant dense<[1, 3, 7]> : tensor<3xi64>
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op requires (C7) the same shape for output_dimensions and the result, got 'tensor<1x3x7xf32>' and 'tensor<2x3x?xf32>'}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %s) <{
    broadcast_dimensions = array<i64: 2, 1>
  }> : (tensor<1x3xf32>, tensor<3xi64>)
    -> tensor<2x3x?xf32>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_c7_bound(%a: tensor<1x3xf32>) {
  %s = stablehlo.constant dense<[2, 3, 7]> : tensor<3xi64>
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op requires (C7) the same shape for output_dimensions and the result, got 'tensor<2x3x7xf32>' and 'tensor<2x3x?xf32, #stablehlo.bounds<?, ?, 6>>'}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %s) <{
    broadcast_dimensions = array<i64: 2, 1>
  }> : (tensor<1x3xf32>, tensor<3xi64>)
    -> tensor<2x3x?xf32, #stablehlo.bounds<?, ?, 6>>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_c8(%a: tensor<1x3xf32>, %s: tensor<3xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op requires (C8) known_expanding_dimensions and known_nonexpanding_dimensions without repetition, got [0] and [0]}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %s) <{
    broadcast_dimensions = array<i64: 2, 1>, known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 0>
  }> : (tensor<1x3xf32>, tensor<3xi64>)
    -> tensor<2x3x?xf32>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_c9(%a: tensor<1x3xf32>, %s: tensor<3xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op requires (C9) all of known_expanding_dimensions in [0, 2), got [2]}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %s) <{
    broadcast_dimensions = array<i64: 2, 1>, known_expanding_dimensions = array<i64: 2>
  }> : (tensor<1x3xf32>, tensor<3xi64>)
    -> tensor<2x3x?xf32>
  func.return
}

// -----

func.func @dynamic_broadcast_in_dim_c10(%a: tensor<1x3xf32>, %s: tensor<3xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op requires (C10) all of known_nonexpanding_dimensions in [0, 2), got [-1]}}
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%a, %s) <{
    broadcast_dimensions = array<i64: 2, 1>, known_nonexpanding_dimensions = array<i64: -1>
  }> : (tensor<1x3xf32>, tensor<3xi64>)
    -> tensor<2x3x?xf32>
  func.return
}

// -----

// Valid.
func.func @dynamic_gather_valid(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %s: tensor<3xi64>) {
  %0 = "stablehlo.dynamic_gather"(%a, %i, %s) <{
    dimension_numbers = #stablehlo.gather<
      offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>)
    -> tensor<2x3x2x2xi32>
  func.return
}

// -----

// Valid.
func.func @dynamic_gather_constant(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  %s = stablehlo.constant dense<[1, 2, 2]> : tensor<3xi64>
  %0 = "stablehlo.dynamic_gather"(%a, %i, %s) <{
    dimension_numbers = #stablehlo.gather<
      offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>)
    -> tensor<2x3x2x2xi32>
  func.return
}

// -----

func.func @dynamic_gather_c1(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %s: tensor<3xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_gather' op requires (C1) one of offset_dims, collapsed_slice_dims and operand_batching_dims per dimension of operand, which is 3, got [2], [0] and []}}
  %0 = "stablehlo.dynamic_gather"(%a, %i, %s) <{
    dimension_numbers = #stablehlo.gather<
      offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>)
    -> tensor<2x3x2x2xi32>
  func.return
}

// -----

func.func @dynamic_gather_c2(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %s: tensor<3xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_gather' op requires (C2) index_vector_dim in [0, 3], got 4}}
  %0 = "stablehlo.dynamic_gather"(%a, %i, %s) <{
    dimension_numbers = #stablehlo.gather<
      offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [0, 2], index_vector_dim = 4>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>)
    -> tensor<2x3x2x2xi32>
  func.return
}

// -----

func.func @dynamic_gather_c3(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %s: tensor<3xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_gather' op requires (C3) one entry of start_index_map per component of an index, which is 2, got 1}}
  %0 = "stablehlo.dynamic_gather"(%a, %i, %s) <{
    dimension_numbers = #stablehlo.gather<
      offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>)
    -> tensor<2x3x2x2xi32>
  func.return
}

// -----

func.func @dynamic_gather_c5(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %s: tensor<3xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_gather' op requires (C5) all of offset_dims in [0, 4), got [2, 4]}}
  %0 = "stablehlo.dynamic_gather"(%a, %i, %s) <{
    dimension_numbers = #stablehlo.gather<
      offset_dims = [2, 4], collapsed_slice_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>)
    -> tensor<2x3x2x2xi32>
  func.return
}

// -----

func.func @dynamic_gather_c9(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  %s = stablehlo.constant dense<[2, 2, 2]> : tensor<3xi64>
  // expected-error@+1 {{'stablehlo.dynamic_gather' op requires (C9) slice_sizes of at most 1 in collapsed_slice_dims, got 2 in dimension 0}}
  %0 = "stablehlo.dynamic_gather"(%a, %i, %s) <{
    dimension_numbers = #stablehlo.gather<
      offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>)
    -> tensor<2x3x2x2xi32>
  func.return
}

// -----

func.func @dynamic_gather_c20(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %s: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_gather' op requires (C20) one entry of slice_sizes per dimension of operand, which is 3, got 2}}
  %0 = "stablehlo.dynamic_gather"(%a, %i, %s) <{
    dimension_numbers = #stablehlo.gather<
      offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<2xi64>)
    -> tensor<2x3x2x2xi32>
  func.return
}

// -----

func.func @dynamic_gather_c21(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  %s = stablehlo.constant dense<[1, 5, 2]> : tensor<3xi64>
  // expected-error@+1 {{'stablehlo.dynamic_gather' op requires (C21) slice_sizes from 0 to the size of operand, got [1, 5, 2] for 'tensor<3x4x2xi32>'}}
  %0 = "stablehlo.dynamic_gather"(%a, %i, %s) <{
    dimension_numbers = #stablehlo.gather<
      offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>)
    -> tensor<2x3x2x2xi32>
  func.return
}

// -----

func.func @dynamic_gather_c21_negative(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  %s = stablehlo.constant dense<[1, -1, 2]> : tensor<3xi64>
  // expected-error@+1 {{'stablehlo.dynamic_gather' op requires (C21) slice_sizes from 0 to the size of operand, got [1, -1, 2] for 'tensor<3x4x2xi32>'}}
  %0 = "stablehlo.dynamic_gather"(%a, %i, %s) <{
    dimension_numbers = #stablehlo.gather<
      offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>)
    -> tensor<2x3x2x2xi32>
  func.return
}

// -----

func.func @dynamic_gather_c22(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>) {
  %s = stablehlo.constant dense<[1, 2, 2]> : tensor<3xi64>
  // expected-error@+1 {{'stablehlo.dynamic_gather' op requires (C22) a result of type 'tensor<2x3x2x2xi32>', got 'tensor<2x3x2x1xi32>'}}
  %0 = "stablehlo.dynamic_gather"(%a, %i, %s) <{
    dimension_numbers = #stablehlo.gather<
      offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>)
    -> tensor<2x3x2x1xi32>
  func.return
}

// -----

func.func @dynamic_gather_c23(%a: tensor<3x4x2xi32>, %i: tensor<2x3x2xi64>, %s: tensor<3xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_gather' op requires (C22) a result of type 'tensor<2x3x?x?xi32>', got 'tensor<2x3x2x2xi64>'}}
  %0 = "stablehlo.dynamic_gather"(%a, %i, %s) <{
    dimension_numbers = #stablehlo.gather<
      offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [0, 2], index_vector_dim = 2>
  }> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>, tensor<3xi64>)
    -> tensor<2x3x2x2xi64>
  func.return
}

// -----

// Valid.
func.func @dynamic_iota_valid(%s: tensor<2xi64>) {
  %0 = "stablehlo.dynamic_iota"(%s) <{
    iota_dimension = 0 : i64
  }> : (tensor<2xi64>)
    -> tensor<4x?xi32>
  func.return
}

// -----

// Valid.
func.func @dynamic_iota_constant() {
  %s = stablehlo.constant dense<[4, 5]> : tensor<2xi64>
  %0 = "stablehlo.dynamic_iota"(%s) <{
    iota_dimension = 0 : i64
  }> : (tensor<2xi64>)
    -> tensor<4x?xi32>
  func.return
}

// -----

func.func @dynamic_iota_c1(%s: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_iota' op requires (C1) iota_dimension in [0, 2), got 2}}
  %0 = "stablehlo.dynamic_iota"(%s) <{
    iota_dimension = 2 : i64
  }> : (tensor<2xi64>)
    -> tensor<4x?xi32>
  func.return
}

// -----

func.func @dynamic_iota_c2(%s: tensor<3xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_iota' op requires (C2) one entry of output_shape per dimension of the result, which is 2, got 3}}
  %0 = "stablehlo.dynamic_iota"(%s) <{
    iota_dimension = 0 : i64
  }> : (tensor<3xi64>)
    -> tensor<4x?xi32>
  func.return
}

// -----

func.func @dynamic_iota_c2_constant() {
  %s = stablehlo.constant dense<[5, 5]> : tensor<2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_iota' op requires (C2) the same shape for output_shape and the result, got 'tensor<5x5xi32>' and 'tensor<4x?xi32>'}}
  %0 = "stablehlo.dynamic_iota"(%s) <{
    iota_dimension = 0 : i64
  }> : (tensor<2xi64>)
    -> tensor<4x?xi32>
  func.return
}

// -----

func.func @dynamic_iota_c2_huge(%s: tensor<4611686018427387904xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_iota' op requires (C2) one entry of output_shape per dimension of the result, which is 2, got 4611686018427387904}}
  %0 = "stablehlo.dynamic_iota"(%s) <{
    iota_dimension = 0 : i64
  }> : (tensor<4611686018427387904xi64>)
    -> tensor<4x?xi32>
  func.return
}

// -----

// Valid.
func.func @dynamic_pad_valid(%a: tensor<2x3xi64>, %v: tensor<i64>, %l: tensor<2xi64>, %h: tensor<2xi64>, %n: tensor<2xi64>) {
  %0 = "stablehlo.dynamic_pad"(%a, %v, %l, %h, %n) : (tensor<2x3xi64>, tensor<i64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>)
    -> tensor<5x9xi64>
  func.return
}

// -----

// Valid.
func.func @dynamic_pad_constant(%a: tensor<2x3xi64>, %v: tensor<i64>) {
  %l = stablehlo.constant dense<[0, 1]> : tensor<2xi64>
  %h = stablehlo.constant dense<[2, 1]> : tensor<2xi64>
  %n = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %0 = "stablehlo.dynamic_pad"(%a, %v, %l, %h, %n) : (tensor<2x3xi64>, tensor<i64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>)
    -> tensor<5x9xi64>
  func.return
}

// -----

// Valid.
func.func @dynamic_pad_dynamic(%a: tensor<?x3xi64>, %v: tensor<i64>) {
  %l = stablehlo.constant dense<[0, 1]> : tensor<2xi64>
  %h = stablehlo.constant dense<[2, 1]> : tensor<2xi64>
  %n = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %0 = "stablehlo.dynamic_pad"(%a, %v, %l, %h, %n) : (tensor<?x3xi64>, tensor<i64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>)
    -> tensor<5x9xi64>
  func.return
}

// -----

func.func @dynamic_pad_c2(%a: tensor<2x3xi64>, %v: tensor<i64>, %l: tensor<3xi64>, %h: tensor<3xi64>, %n: tensor<3xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_pad' op requires (C2) one entry of edge_padding_low per dimension of operand, which is 2, got 3}}
  %0 = "stablehlo.dynamic_pad"(%a, %v, %l, %h, %n) : (tensor<2x3xi64>, tensor<i64>, tensor<3xi64>, tensor<3xi64>, tensor<3xi64>)
    -> tensor<5x9xi64>
  func.return
}

// -----

func.func @dynamic_pad_c3(%a: tensor<2x3xi64>, %v: tensor<i64>, %l: tensor<2xi64>, %h: tensor<2xi64>) {
  %n = stablehlo.constant dense<[0, -1]> : tensor<2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_pad' op requires (C3) interior_padding of at least 0, got [0, -1]}}
  %0 = "stablehlo.dynamic_pad"(%a, %v, %l, %h, %n) : (tensor<2x3xi64>, tensor<i64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>)
    -> tensor<5x9xi64>
  func.return
}

// -----

func.func @dynamic_pad_c4(%a: tensor<2x3xi64>, %v: tensor<i64>) {
  %l = stablehlo.constant dense<[0, 1]> : tensor<2xi64>
  %h = stablehlo.constant dense<[2, 1]> : tensor<2xi64>
  %n = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_pad' op requires (C4) a result that padding makes of 'tensor<2x3xi64>', got 'tensor<5x8xi64>' where 9 is along dimension 1}}
  %0 = "stablehlo.dynamic_pad"(%a, %v, %l, %h, %n) : (tensor<2x3xi64>, tensor<i64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>)
    -> tensor<5x8xi64>
  func.return
}

// -----

func.func @dynamic_pad_c4_negative(%a: tensor<2x3xi64>, %v: tensor<i64>) {
  %l = stablehlo.constant dense<[-9, 1]> : tensor<2xi64>
  %h = stablehlo.constant dense<[2, 1]> : tensor<2xi64>
  %n = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_pad' op requires (C4) a result that padding makes of 'tensor<2x3xi64>', got 'tensor<?x?xi64>' where -4 is along dimension 0}}
  %0 = "stablehlo.dynamic_pad"(%a, %v, %l, %h, %n) : (tensor<2x3xi64>, tensor<i64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>)
    -> tensor<?x?xi64>
  func.return
}

// -----

func.func @dynamic_pad_c4_overflow(%a: tensor<2x3xi64>, %v: tensor<i64>) {
  %l = stablehlo.constant dense<9223372036854775807> : tensor<2xi64>
  %h = stablehlo.constant dense<[2, 1]> : tensor<2xi64>
  %n = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_pad' op requires (C4) a result that padding makes of 'tensor<2x3xi64>', got 'tensor<?x?xi64>'}}
  %0 = "stablehlo.dynamic_pad"(%a, %v, %l, %h, %n) : (tensor<2x3xi64>, tensor<i64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>)
    -> tensor<?x?xi64>
  func.return
}

// -----

// Valid.
func.func @dynamic_reshape_valid(%a: tensor<2x3xi64>, %s: tensor<2xi64>) {
  %0 = "stablehlo.dynamic_reshape"(%a, %s) : (tensor<2x3xi64>, tensor<2xi64>)
    -> tensor<3x?xi64>
  func.return
}

// -----

// Valid.
func.func @dynamic_reshape_constant(%a: tensor<2x3xi64>) {
  %s = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
  %0 = "stablehlo.dynamic_reshape"(%a, %s) : (tensor<2x3xi64>, tensor<2xi64>)
    -> tensor<3x?xi64>
  func.return
}

// -----

func.func @dynamic_reshape_c1(%a: tensor<2x3xi64>, %s: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_reshape' op requires (C1) the same element type for operand and the result, got 'i64' and 'i32'}}
  %0 = "stablehlo.dynamic_reshape"(%a, %s) : (tensor<2x3xi64>, tensor<2xi64>)
    -> tensor<3x?xi32>
  func.return
}

// -----

func.func @dynamic_reshape_c1_scales(%a: tensor<2x3x!quant.uniform<i8:f32, 1.0>>, %s: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_reshape' op requires (C1) the same scales and zero points for operand and result, got 'tensor<2x3x!quant.uniform<i8:f32, 1.000000e+00>>' and 'tensor<3x?x!quant.uniform<i8:f32, 2.000000e+00>>'}}
  %0 = "stablehlo.dynamic_reshape"(%a, %s) : (tensor<2x3x!quant.uniform<i8:f32, 1.0>>, tensor<2xi64>)
    -> tensor<3x?x!quant.uniform<i8:f32, 2.0>>
  func.return
}

// -----

func.func @dynamic_reshape_c2(%a: tensor<2x3xi64>, %s: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_reshape' op requires (C2) the same number of elements in operand and result, got 'tensor<2x3xi64>' and [3, 3]}}
  %0 = "stablehlo.dynamic_reshape"(%a, %s) : (tensor<2x3xi64>, tensor<2xi64>)
    -> tensor<3x3xi64>
  func.return
}

// -----

func.func @dynamic_reshape_c2_constant(%a: tensor<2x3xi64>) {
  %s = stablehlo.constant dense<[3, 3]> : tensor<2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_reshape' op requires (C2) the same number of elements in operand and result, got 'tensor<2x3xi64>' and [3, 3]}}
  %0 = "stablehlo.dynamic_reshape"(%a, %s) : (tensor<2x3xi64>, tensor<2xi64>)
    -> tensor<3x?xi64>
  func.return
}

// -----

func.func @dynamic_reshape_c2_overflow(%a: tensor<2x3xi64>) {
  %s = stablehlo.constant dense<4611686018427387904> : tensor<2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_reshape' op requires (C2) the same number of elements in operand and result, got 'tensor<2x3xi64>' and [4611686018427387904, 4611686018427387904]}}
  %0 = "stablehlo.dynamic_reshape"(%a, %s) : (tensor<2x3xi64>, tensor<2xi64>)
    -> tensor<?x?xi64>
  func.return
}

// -----

func.func @dynamic_reshape_c3(%a: tensor<2x4x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, %s: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_reshape' op requires (C3) as many elements before, and after, the quantized dimension in operand and result, got 'tensor<2x4x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>>' and 'tensor<4x2x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00}>>'}}
  %0 = "stablehlo.dynamic_reshape"(%a, %s) : (tensor<2x4x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, tensor<2xi64>)
    -> tensor<4x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>
  func.return
}

// -----

func.func @dynamic_reshape_c4(%a: tensor<2x3xi64>, %s: tensor<3xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_reshape' op requires (C4) one entry of output_shape per dimension of the result, which is 2, got 3}}
  %0 = "stablehlo.dynamic_reshape"(%a, %s) : (tensor<2x3xi64>, tensor<3xi64>)
    -> tensor<3x?xi64>
  func.return
}

// -----

func.func @dynamic_reshape_c4_constant(%a: tensor<2x3xi64>) {
  %s = stablehlo.constant dense<[4, 2]> : tensor<2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_reshape' op requires (C4) the same shape for output_shape and the result, got 'tensor<4x2xi64>' and 'tensor<3x?xi64>'}}
  %0 = "stablehlo.dynamic_reshape"(%a, %s) : (tensor<2x3xi64>, tensor<2xi64>)
    -> tensor<3x?xi64>
  func.return
}

// -----

func.func @dynamic_reshape_c4_negative(%a: tensor<2x3xi64>) {
  %s = stablehlo.constant dense<[3, -2]> : tensor<2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_reshape' op requires (C4) output_shape of at least 0, got [3, -2]}}
  %0 = "stablehlo.dynamic_reshape"(%a, %s) : (tensor<2x3xi64>, tensor<2xi64>)
    -> tensor<3x?xi64>
  func.return
}

// -----

// Valid.
func.func @real_dynamic_slice_valid(%a: tensor<4x?xf32>, %b: tensor<2xindex>, %c: tensor<2xindex>, %d: tensor<2xindex>) {
  %0 = "stablehlo.real_dynamic_slice"(%a, %b, %c, %d) : (tensor<4x?xf32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>)
    -> tensor<?x?xf32>
  func.return
}

// -----

func.func @real_dynamic_slice_count(%a: tensor<4x?xf32>, %b: tensor<3xindex>, %c: tensor<3xindex>, %d: tensor<3xindex>) {
  // expected-error@+1 {{'stablehlo.real_dynamic_slice' op requires one entry of start_indices per dimension of operand, which is 2, got 3}}
  %0 = "stablehlo.real_dynamic_slice"(%a, %b, %c, %d) : (tensor<4x?xf32>, tensor<3xindex>, tensor<3xindex>, tensor<3xindex>)
    -> tensor<?x?xf32>
  func.return
}

// -----

func.func @real_dynamic_slice_rank(%a: tensor<4x?xf32>, %b: tensor<2xindex>, %c: tensor<2xindex>, %d: tensor<2xindex>) {
  // expected-error@+1 {{'stablehlo.real_dynamic_slice' op requires a result of rank 2 as operand, got 'tensor<?xf32>'}}
  %0 = "stablehlo.real_dynamic_slice"(%a, %b, %c, %d) : (tensor<4x?xf32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>)
    -> tensor<?xf32>
  func.return
}
