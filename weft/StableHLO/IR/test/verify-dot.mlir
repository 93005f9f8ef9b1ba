// RUN: weft-opt %s -verify-diagnostics -split-input-file

// One broken constraint of the specification per function, named by operation
// and label.

// Valid.
func.func @dot_matrices(%lhs: tensor<2x3xf32>, %rhs: tensor<3x4xf32>) {
  %0 = stablehlo.dot %lhs, %rhs : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

// Valid.
func.func @dot_vectors(%lhs: tensor<3xf32>, %rhs: tensor<3xf32>) {
  %0 = stablehlo.dot %lhs, %rhs : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  func.return
}

// -----

// Valid.
func.func @dot_wider(%lhs: tensor<3xi8>, %rhs: tensor<3x4xi8>) {
  %0 = stablehlo.dot %lhs, %rhs : (tensor<3xi8>, tensor<3x4xi8>) -> tensor<4xi32>
  func.return
}

// -----

// Valid.
func.func @dot_dynamic(%lhs: tensor<?x3xf32>, %rhs: tensor<?x?xf32>) {
  %0 = stablehlo.dot %lhs, %rhs : (tensor<?x3xf32>, tensor<?x?xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @dot_rank(%lhs: tensor<2x3x1xf32>, %rhs: tensor<3x4xf32>) {
  // expected-error@+1 {{'stablehlo.dot' op requires lhs of rank 1 or 2, got 'tensor<2x3x1xf32>'}}
  %0 = stablehlo.dot %lhs, %rhs : (tensor<2x3x1xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @dot_size(%lhs: tensor<2x5xf32>, %rhs: tensor<3x4xf32>) {
  // expected-error@+1 {{'stablehlo.dot' op requires the last dimension of lhs as large as the first of rhs, got 'tensor<2x5xf32>' and 'tensor<3x4xf32>'}}
  %0 = stablehlo.dot %lhs, %rhs : (tensor<2x5xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @dot_result(%lhs: tensor<2x3xf32>, %rhs: tensor<3x4xf32>) {
  // expected-error@+1 {{'stablehlo.dot' op requires a result of type 'tensor<2x4xf32>', got 'tensor<2x3xf32>'}}
  %0 = stablehlo.dot %lhs, %rhs : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x3xf32>
  func.return
}

// -----

func.func @dot_precision(%lhs: tensor<2x3xf32>, %rhs: tensor<3x4xf32>) {
  // expected-error@+1 {{'stablehlo.dot' op requires one entry of precision_config per operand, which is 2, got 3}}
  %0 = stablehlo.dot %lhs, %rhs, precision = [DEFAULT, DEFAULT, DEFAULT] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

// Valid.
func.func @dot_general_valid(%lhs: tensor<2x3x4xf32>, %rhs: tensor<2x4x5xf32>) {
  %0 = stablehlo.dot_general %lhs, %rhs, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  func.return
}

// -----

// Valid.
func.func @dot_general_dynamic(%lhs: tensor<?x3x?xf32>, %rhs: tensor<2x4x?xf32>) {
  %0 = stablehlo.dot_general %lhs, %rhs, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<?x3x?xf32>, tensor<2x4x?xf32>) -> tensor<2x3x9xf32>
  func.return
}

// -----

// Valid.
func.func @dot_general_bounded(%lhs: tensor<?x3x4xf32, #stablehlo.bounds<2, ?, ?>>, %rhs: tensor<2x4x5xf32>) {
  %0 = stablehlo.dot_general %lhs, %rhs, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<?x3x4xf32, #stablehlo.bounds<2, ?, ?>>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  func.return
}

// -----

func.func @dot_general_c1(%lhs: tensor<2x3x4xf32>, %rhs: tensor<2x4x5xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op requires (C1) as many lhs_batching_dimensions as rhs_batching_dimensions, got [0] and []}}
  %0 = "stablehlo.dot_general"(%lhs, %rhs) <{
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>
  }> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  func.return
}

// -----

func.func @dot_general_c2(%lhs: tensor<2x3x4xf32>, %rhs: tensor<2x4x5xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op requires (C2) as many lhs_contracting_dimensions as rhs_contracting_dimensions, got [2] and []}}
  %0 = "stablehlo.dot_general"(%lhs, %rhs) <{
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [0],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = []>
  }> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  func.return
}

// -----

func.func @dot_general_c3(%lhs: tensor<2x3x4xf32>, %rhs: tensor<2x4x5xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op requires (C3) lhs_batching_dimensions and lhs_contracting_dimensions without repetition, got [0] and [0]}}
  %0 = "stablehlo.dot_general"(%lhs, %rhs) <{
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [0],
      lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [1]>
  }> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  func.return
}

// -----

func.func @dot_general_c4(%lhs: tensor<2x3x4xf32>, %rhs: tensor<2x4x5xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op requires (C4) rhs_batching_dimensions and rhs_contracting_dimensions without repetition, got [0] and [0]}}
  %0 = "stablehlo.dot_general"(%lhs, %rhs) <{
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [0],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>
  }> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  func.return
}

// -----

func.func @dot_general_c5(%lhs: tensor<2x3x4xf32>, %rhs: tensor<2x4x5xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op requires (C5) all of lhs_batching_dimensions in [0, 3), got [3]}}
  %0 = "stablehlo.dot_general"(%lhs, %rhs) <{
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [3], rhs_batching_dimensions = [0],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>
  }> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  func.return
}

// -----

func.func @dot_general_c5_lowest(%lhs: tensor<2x3x4xf32>, %rhs: tensor<2x4x5xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op requires (C5) all of lhs_batching_dimensions in [0, 3), got [?]}}
  %0 = "stablehlo.dot_general"(%lhs, %rhs) <{
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [-9223372036854775808], rhs_batching_dimensions = [0],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>
  }> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  func.return
}

// -----

func.func @dot_general_c6(%lhs: tensor<2x3x4xf32>, %rhs: tensor<2x4x5xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op requires (C6) all of lhs_contracting_dimensions in [0, 3), got [-1]}}
  %0 = "stablehlo.dot_general"(%lhs, %rhs) <{
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [0],
      lhs_contracting_dimensions = [-1], rhs_contracting_dimensions = [1]>
  }> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  func.return
}

// -----

func.func @dot_general_c7(%lhs: tensor<2x3x4xf32>, %rhs: tensor<2x4x5xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op requires (C7) all of rhs_batching_dimensions in [0, 3), got [9223372036854775807]}}
  %0 = "stablehlo.dot_general"(%lhs, %rhs) <{
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [9223372036854775807],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>
  }> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  func.return
}

// -----

func.func @dot_general_c8(%lhs: tensor<2x3x4xf32>, %rhs: tensor<2x4x5xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op requires (C8) all of rhs_contracting_dimensions in [0, 3), got [3]}}
  %0 = "stablehlo.dot_general"(%lhs, %rhs) <{
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [0],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [3]>
  }> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  func.return
}

// -----

func.func @dot_general_c9(%lhs: tensor<3x3x4xf32>, %rhs: tensor<2x4x5xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op requires (C9) batching dimensions of one size, got 3 for dimension 0 of lhs and 2 for dimension 0 of rhs}}
  %0 = stablehlo.dot_general %lhs, %rhs, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  func.return
}

// -----

func.func @dot_general_c9_bound(%lhs: tensor<?x3x4xf32, #stablehlo.bounds<1, ?, ?>>, %rhs: tensor<2x4x5xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op requires (C9) batching dimensions within each other's bounds, got 'tensor<?x3x4xf32, #stablehlo.bounds<1, ?, ?>>' and 'tensor<2x4x5xf32>'}}
  %0 = stablehlo.dot_general %lhs, %rhs, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<?x3x4xf32, #stablehlo.bounds<1, ?, ?>>, tensor<2x4x5xf32>) -> tensor<?x3x5xf32>
  func.return
}

// -----

func.func @dot_general_c10(%lhs: tensor<2x3x5xf32>, %rhs: tensor<2x4x5xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op requires (C10) contracting dimensions of one size, got 5 for dimension 2 of lhs and 4 for dimension 1 of rhs}}
  %0 = stablehlo.dot_general %lhs, %rhs, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x5xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  func.return
}

// -----

func.func @dot_general_c11(%lhs: tensor<2x3x4xf32>, %rhs: tensor<2x4x5xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op requires (C11) one entry of precision_config per operand, which is 2, got 3}}
  %0 = stablehlo.dot_general %lhs, %rhs, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, HIGH, HIGHEST] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  func.return
}

// -----

func.func @dot_general_c12(%lhs: tensor<2x3x4xf32>, %rhs: tensor<2x4x5xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op requires (C12) a result of type 'tensor<2x3x5xf32>', got 'tensor<2x5x3xf32>'}}
  %0 = stablehlo.dot_general %lhs, %rhs, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x5x3xf32>
  func.return
}

// -----

func.func @dot_general_c12_rank(%lhs: tensor<2x3x4xf32>, %rhs: tensor<2x4x5xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op requires (C12) a result of type 'tensor<2x3x5xf32>', got 'tensor<2x3x5x1xf32>'}}
  %0 = stablehlo.dot_general %lhs, %rhs, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5x1xf32>
  func.return
}

// -----

func.func @dot_general_c13(%lhs: tensor<2x3x4xf32>, %rhs: tensor<2x4x5xi32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op requires (C13) the same element type for lhs and rhs, got 'f32' and 'i32'}}
  %0 = stablehlo.dot_general %lhs, %rhs, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xi32>) -> tensor<2x3x5xf32>
  func.return
}

// -----

// Valid.
func.func @dot_general_c13_floats(%lhs: tensor<2x3x4xf8E4M3FN>, %rhs: tensor<2x4x5xf8E5M2>) {
  %0 = stablehlo.dot_general %lhs, %rhs, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf8E4M3FN>, tensor<2x4x5xf8E5M2>) -> tensor<2x3x5xf32>
  func.return
}

// -----

// Valid.
func.func @dot_general_quantized(%lhs: tensor<2x3x4x!quant.uniform<i8:f32, 1.0:0>>, %rhs: tensor<2x4x5x!quant.uniform<i8:f32, 1.0:0>>) {
  %0 = stablehlo.dot_general %lhs, %rhs, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4x!quant.uniform<i8:f32, 1.0:0>>, tensor<2x4x5x!quant.uniform<i8:f32, 1.0:0>>) -> tensor<2x3x5x!quant.uniform<i32:f32, 1.0:0>>
  func.return
}

// -----

// Valid.
func.func @dot_general_hybrid(%lhs: tensor<2x3x4xf32>, %rhs: tensor<2x4x5x!quant.uniform<i8:f32, 1.0:0>>) {
  %0 = stablehlo.dot_general %lhs, %rhs, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5x!quant.uniform<i8:f32, 1.0:0>>) -> tensor<2x3x5xf32>
  func.return
}

// -----

func.func @dot_general_c14(%lhs: tensor<2x3x4x!quant.uniform<i8:f32, 1.0:0>>, %rhs: tensor<2x4x5x!quant.uniform<i8:f32, 1.0:0>>) {
  // expected-error@+1 {{'stablehlo.dot_general' op requires (C14) rhs quantized and lhs quantized as the result is, got 'tensor<2x3x4x!quant.uniform<i8:f32, 1.000000e+00>>', 'tensor<2x4x5x!quant.uniform<i8:f32, 1.000000e+00>>' and 'tensor<2x3x5xf32>'}}
  %0 = stablehlo.dot_general %lhs, %rhs, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4x!quant.uniform<i8:f32, 1.0:0>>, tensor<2x4x5x!quant.uniform<i8:f32, 1.0:0>>) -> tensor<2x3x5xf32>
  func.return
}

// -----

func.func @dot_general_c15(%lhs: tensor<2x3x4x!quant.uniform<i8:f32, 1.0:0>>, %rhs: tensor<2x4x5x!quant.uniform<i8:f32, 1.0:7>>) {
  // expected-error@+1 {{'stablehlo.dot_general' op requires (C15) rhs with zero points of 0, got 'tensor<2x4x5x!quant.uniform<i8:f32, 1.000000e+00:7>>'}}
  %0 = stablehlo.dot_general %lhs, %rhs, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4x!quant.uniform<i8:f32, 1.0:0>>, tensor<2x4x5x!quant.uniform<i8:f32, 1.0:7>>) -> tensor<2x3x5x!quant.uniform<i8:f32, 1.0:0>>
  func.return
}

// -----

func.func @dot_general_c15_axis(%lhs: tensor<2x3x4x!quant.uniform<i8:f32, 1.0:0>>, %rhs: tensor<2x4x2x!quant.uniform<i8:f32:2, {1.0, 1.0:7}>>) {
  // expected-error@+1 {{'stablehlo.dot_general' op requires (C15) rhs with zero points of 0, got 'tensor<2x4x2x!quant.uniform<i8:f32:2, {1.000000e+00,1.000000e+00:7}>>'}}
  %0 = stablehlo.dot_general %lhs, %rhs, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4x!quant.uniform<i8:f32, 1.0:0>>, tensor<2x4x2x!quant.uniform<i8:f32:2, {1.0, 1.0:7}>>) -> tensor<2x3x2x!quant.uniform<i8:f32, 1.0:0>>
  func.return
}

// -----

func.func @dot_general_c16(%lhs: tensor<2x3x2x!quant.uniform<i8:f32, 1.0:0>>, %rhs: tensor<2x2x5x!quant.uniform<i8:f32:1, {1.0, 1.0}>>) {
  // expected-error@+1 {{'stablehlo.dot_general' op requires (C16) rhs quantized along none of rhs_contracting_dimensions, got 1 and [1]}}
  %0 = stablehlo.dot_general %lhs, %rhs, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x2x!quant.uniform<i8:f32, 1.0:0>>, tensor<2x2x5x!quant.uniform<i8:f32:1, {1.0, 1.0}>>) -> tensor<2x3x5x!quant.uniform<i8:f32, 1.0:0>>
  func.return
}

// -----

func.func @dot_general_c17(%lhs: tensor<2x3x4x!quant.uniform<i8:f32, 1.0:0>>, %rhs: tensor<2x4x5x!quant.uniform<i4:f32, 1.0:0>>) {
  // expected-error@+1 {{'stablehlo.dot_general' op requires (C17) the same storage type for lhs and rhs, got 'i8' and 'i4'}}
  %0 = stablehlo.dot_general %lhs, %rhs, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4x!quant.uniform<i8:f32, 1.0:0>>, tensor<2x4x5x!quant.uniform<i4:f32, 1.0:0>>) -> tensor<2x3x5x!quant.uniform<i8:f32, 1.0:0>>
  func.return
}

// -----

func.func @dot_general_c18(%lhs: tensor<2x3x4x!quant.uniform<i8:f32, 1.0:0>>, %rhs: tensor<2x4x5x!quant.uniform<i8:f32, 1.0:0>>) {
  // expected-error@+1 {{'stablehlo.dot_general' op requires (C18) the same expressed type for lhs, rhs and result, got 'f32', 'f32' and 'f16'}}
  %0 = stablehlo.dot_general %lhs, %rhs, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4x!quant.uniform<i8:f32, 1.0:0>>, tensor<2x4x5x!quant.uniform<i8:f32, 1.0:0>>) -> tensor<2x3x5x!quant.uniform<i8:f16, 1.0:0>>
  func.return
}

// -----

func.func @dot_general_c19(%lhs: tensor<2x3x4x!quant.uniform<i8:f32, 1.0:0>>, %rhs: tensor<2x4x2x!quant.uniform<i8:f32, 1.0:0>>) {
  // expected-error@+1 {{'stablehlo.dot_general' op requires (C19) a result quantized per tensor, as rhs is, got 'tensor<2x3x2x!quant.uniform<i8:f32:2, {1.000000e+00,1.000000e+00}>>'}}
  %0 = stablehlo.dot_general %lhs, %rhs, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4x!quant.uniform<i8:f32, 1.0:0>>, tensor<2x4x2x!quant.uniform<i8:f32, 1.0:0>>) -> tensor<2x3x2x!quant.uniform<i8:f32:2, {1.0, 1.0}>>
  func.return
}

// -----

func.func @dot_general_c20(%lhs: tensor<2x3x4xf16>, %rhs: tensor<2x4x5x!quant.uniform<i8:f32, 1.0:0>>) {
  // expected-error@+1 {{'stablehlo.dot_general' op requires (C20) lhs and result of the type that rhs expresses, 'f32', got 'f16' and 'f32'}}
  %0 = stablehlo.dot_general %lhs, %rhs, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf16>, tensor<2x4x5x!quant.uniform<i8:f32, 1.0:0>>) -> tensor<2x3x5xf32>
  func.return
}

// -----

// Valid.
func.func @dot_general_algorithm(%lhs: tensor<2x3x4xf32>, %rhs: tensor<2x4x5xf32>) {
  %0 = "stablehlo.dot_general"(%lhs, %rhs) <{
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [0],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>,
    algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]
  }> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  func.return
}

// -----

func.func @dot_general_c21(%lhs: tensor<2x3x4xf32>, %rhs: tensor<2x4x5xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op requires (C21) precision_config of DEFAULT beside an algorithm, got HIGHEST}}
  %0 = "stablehlo.dot_general"(%lhs, %rhs) <{
    dot_dimension_numbers = #stablehlo.dot<
      lhs_batching_dimensions = [0], rhs_batching_dimensions = [0],
      lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>,
    algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGHEST>]
  }> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  func.return
}

// -----

// Valid.
func.func @einsum_valid(%lhs: tensor<2x3xf32>, %rhs: tensor<3x4xf32>) {
  %0 = stablehlo.einsum %lhs, %rhs, config = "ab,bc->ac" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

// Valid.
func.func @einsum_ellipsis(%lhs: tensor<5x2x3xf32>, %rhs: tensor<5x3x4xf32>) {
  %0 = stablehlo.einsum %lhs, %rhs, config = "...ab,...bc->...ac" : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
  func.return
}

// -----

func.func @einsum_arrow(%lhs: tensor<2x3xf32>, %rhs: tensor<3x4xf32>) {
  // expected-error@+1 {{'stablehlo.einsum' op requires einsum_config with 2 operands and a result, got 'ab,bc'}}
  %0 = stablehlo.einsum %lhs, %rhs, config = "ab,bc" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @einsum_operands(%lhs: tensor<2x3xf32>, %rhs: tensor<3x4xf32>) {
  // expected-error@+1 {{'stablehlo.einsum' op requires einsum_config with 2 operands and a result, got 'ab->ac'}}
  %0 = stablehlo.einsum %lhs, %rhs, config = "ab->ac" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @einsum_letters(%lhs: tensor<2x3xf32>, %rhs: tensor<3x4xf32>) {
  // expected-error@+1 {{'stablehlo.einsum' op requires einsum_config of letters and at most one '...' per operand, got 'a1'}}
  %0 = stablehlo.einsum %lhs, %rhs, config = "a1,bc->ac" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @einsum_rank(%lhs: tensor<2x3xf32>, %rhs: tensor<3x4xf32>) {
  // expected-error@+1 {{'stablehlo.einsum' op requires a letter of einsum_config per dimension of 'tensor<2x3xf32>', got 'abd'}}
  %0 = stablehlo.einsum %lhs, %rhs, config = "abd,bc->ac" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @einsum_size(%lhs: tensor<2x3xf32>, %rhs: tensor<3x4xf32>) {
  // expected-error@+1 {{'stablehlo.einsum' op requires dimensions of one letter of einsum_config to have one size, got 'tensor<2x3xf32>' for 'aa' of 'aa,bc->ac'}}
  %0 = stablehlo.einsum %lhs, %rhs, config = "aa,bc->ac" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @einsum_unknown(%lhs: tensor<2x3xf32>, %rhs: tensor<3x4xf32>) {
  // expected-error@+1 {{'stablehlo.einsum' op requires a result of einsum_config made of the operands' letters, got 'ad'}}
  %0 = stablehlo.einsum %lhs, %rhs, config = "ab,bc->ad" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @einsum_result(%lhs: tensor<2x3xf32>, %rhs: tensor<3x4xf32>) {
  // expected-error@+1 {{'stablehlo.einsum' op requires a result of type 'tensor<4x2xf32>', got 'tensor<2x4xf32>'}}
  %0 = stablehlo.einsum %lhs, %rhs, config = "ab,bc->ca" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

func.func @einsum_ellipses(%lhs: tensor<2x3xf32>, %rhs: tensor<3x4xf32>) {
  // expected-error@+1 {{'stablehlo.einsum' op requires einsum_config of letters and at most one '...' per operand, got '......'}}
  %0 = stablehlo.einsum %lhs, %rhs, config = "......,bc->ac" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  func.return
}

// -----

// Valid.
func.func @unary_einsum_valid(%operand: tensor<2x3xf32>) {
  %0 = stablehlo.unary_einsum %operand, config = "ab->a" : (tensor<2x3xf32>) -> tensor<2xf32>
  func.return
}

// -----

func.func @unary_einsum_operands(%operand: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.unary_einsum' op requires einsum_config with 1 operands and a result, got 'ab,ab->a'}}
  %0 = stablehlo.unary_einsum %operand, config = "ab,ab->a" : (tensor<2x3xf32>) -> tensor<2xf32>
  func.return
}

// -----

func.func @unary_einsum_result(%operand: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.unary_einsum' op requires a result of type 'tensor<3xf32>', got 'tensor<2xf32>'}}
  %0 = stablehlo.unary_einsum %operand, config = "ab->b" : (tensor<2x3xf32>) -> tensor<2xf32>
  func.return
}
