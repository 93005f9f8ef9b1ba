// RUN: weft-opt %s -verify-diagnostics -split-input-file

// One broken constraint of the specification per function, named by operation
// and label.

func.func @broadcast_sizes(%operand: tensor<3xi32>) -> tensor<1x2x3xi32> {
  // expected-error@+1 {{'stablehlo.broadcast' op requires broadcast_sizes of at least 0, got [1, -2]}}
  %0 = stablehlo.broadcast %operand, sizes = [1, -2] : (tensor<3xi32>) -> tensor<1x2x3xi32>
  func.return %0 : tensor<1x2x3xi32>
}

// -----

func.func @broadcast_result(%operand: tensor<?xi32, #stablehlo.bounds<3>>) -> tensor<1x4xi32> {
  // expected-error@+1 {{'stablehlo.broadcast' op requires a result of type 'tensor<1x?xi32, #stablehlo.bounds<?, 3>>', got 'tensor<1x4xi32>'}}
  %0 = stablehlo.broadcast %operand, sizes = [1] : (tensor<?xi32, #stablehlo.bounds<3>>) -> tensor<1x4xi32>
  func.return %0 : tensor<1x4xi32>
}

// -----

func.func @broadcast_in_dim_c1(%operand: tensor<1x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x!quant.uniform<i8:f32, 2.0>> {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op requires (C1) the same scales and zero points for operand and result}}
  %0 = stablehlo.broadcast_in_dim %operand, dims = [0] : (tensor<1x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x!quant.uniform<i8:f32, 2.0>>
  func.return %0 : tensor<2x!quant.uniform<i8:f32, 2.0>>
}

// -----

func.func @broadcast_in_dim_c2(%operand: tensor<1x3xi32>) -> tensor<2x3xi32> {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op requires (C2) one entry of broadcast_dimensions per dimension of operand, which is 2, got 1}}
  %0 = stablehlo.broadcast_in_dim %operand, dims = [1] : (tensor<1x3xi32>) -> tensor<2x3xi32>
  func.return %0 : tensor<2x3xi32>
}

// -----

func.func @broadcast_in_dim_c3(%operand: tensor<1x3xi32>) -> tensor<2x3xi32> {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op requires (C3) all of broadcast_dimensions in [0, 2), got [0, 2]}}
  %0 = stablehlo.broadcast_in_dim %operand, dims = [0, 2] : (tensor<1x3xi32>) -> tensor<2x3xi32>
  func.return %0 : tensor<2x3xi32>
}

// -----

func.func @broadcast_in_dim_c3_negative(%operand: tensor<1x3xi32>) -> tensor<2x3xi32> {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op requires (C3) all of broadcast_dimensions in [0, 2), got [-1, 1]}}
  %0 = stablehlo.broadcast_in_dim %operand, dims = [-1, 1] : (tensor<1x3xi32>) -> tensor<2x3xi32>
  func.return %0 : tensor<2x3xi32>
}

// -----

func.func @broadcast_in_dim_c4(%operand: tensor<1x3xi32>) -> tensor<2x3xi32> {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op requires (C4) broadcast_dimensions without repetition, got [1, 1]}}
  %0 = stablehlo.broadcast_in_dim %operand, dims = [1, 1] : (tensor<1x3xi32>) -> tensor<2x3xi32>
  func.return %0 : tensor<2x3xi32>
}

// -----

func.func @broadcast_in_dim_c5(%operand: tensor<1x3xi32>) -> tensor<2x4xi32> {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op requires (C5) dimension 1 of operand to have size 1 or that of dimension 1 of the result, got 'tensor<1x3xi32>' and 'tensor<2x4xi32>'}}
  %0 = stablehlo.broadcast_in_dim %operand, dims = [0, 1] : (tensor<1x3xi32>) -> tensor<2x4xi32>
  func.return %0 : tensor<2x4xi32>
}

// -----

func.func @broadcast_in_dim_c6_dimension(%operand: tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>> {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op requires (C6) a result quantized along dimension 1, where broadcast_dimensions puts the operand's 0, got 0}}
  %0 = stablehlo.broadcast_in_dim %operand, dims = [1] : (tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  func.return %0 : tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
}

// -----

func.func @broadcast_in_dim_c6_scales(%operand: tensor<1x!quant.uniform<i8:f32:0, {1.0}>>) -> tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>> {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op requires (C6) the operand's only scale and zero point throughout the result}}
  %0 = stablehlo.broadcast_in_dim %operand, dims = [0] : (tensor<1x!quant.uniform<i8:f32:0, {1.0}>>) -> tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  func.return %0 : tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
}

// -----

func.func @reshape_c1(%operand: tensor<2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x1x!quant.uniform<i8:f32, 1.0:5>> {
  // expected-error@+1 {{'stablehlo.reshape' op requires (C1) the same scales and zero points for operand and result}}
  %0 = stablehlo.reshape %operand : (tensor<2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x1x!quant.uniform<i8:f32, 1.0:5>>
  func.return %0 : tensor<2x1x!quant.uniform<i8:f32, 1.0:5>>
}

// -----

func.func @reshape_c2(%operand: tensor<2x3xi32>) -> tensor<7xi32> {
  // expected-error@+1 {{'stablehlo.reshape' op requires (C2) the same number of elements, got 6 in 'tensor<2x3xi32>' and 7 in 'tensor<7xi32>'}}
  %0 = stablehlo.reshape %operand : (tensor<2x3xi32>) -> tensor<7xi32>
  func.return %0 : tensor<7xi32>
}

// -----

// The products are 2^64 and 0 in 64 bits.
func.func @reshape_c2_overflow(%operand: tensor<4294967296x4294967296xi32>) -> tensor<0xi32> {
  // expected-error@+1 {{'stablehlo.reshape' op requires (C2) a number of elements that fits 64 bits, got 'tensor<4294967296x4294967296xi32>' and 'tensor<0xi32>'}}
  %0 = stablehlo.reshape %operand : (tensor<4294967296x4294967296xi32>) -> tensor<0xi32>
  func.return %0 : tensor<0xi32>
}

// -----

func.func @reshape_c3_size(%operand: tensor<2x6x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<3x4x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0}>> {
  // expected-error@+1 {{'stablehlo.reshape' op requires (C1) the same scales and zero points for operand and result}}
  %0 = stablehlo.reshape %operand : (tensor<2x6x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<3x4x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0}>>
  func.return %0 : tensor<3x4x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0}>>
}

// -----

func.func @reshape_c3_before(%operand: tensor<2x6x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<6x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>> {
  // expected-error@+1 {{'stablehlo.reshape' op requires (C3) as many elements before, and after, the quantized dimension in operand and result}}
  %0 = stablehlo.reshape %operand : (tensor<2x6x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<6x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>
  func.return %0 : tensor<6x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>
}

// -----

func.func @transpose_c1(%operand: tensor<1x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x1x!quant.uniform<i8:f32, 2.0>> {
  // expected-error@+1 {{'stablehlo.transpose' op requires (C1) the same scales and zero points for operand and result}}
  %0 = stablehlo.transpose %operand, dims = [1, 0] : (tensor<1x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x1x!quant.uniform<i8:f32, 2.0>>
  func.return %0 : tensor<2x1x!quant.uniform<i8:f32, 2.0>>
}

// -----

func.func @transpose_c2_length(%operand: tensor<1x2xi32>) -> tensor<2x1xi32> {
  // expected-error@+1 {{'stablehlo.transpose' op requires (C2) one entry of permutation per dimension of operand, which is 2, got 3}}
  %0 = stablehlo.transpose %operand, dims = [1, 0, 2] : (tensor<1x2xi32>) -> tensor<2x1xi32>
  func.return %0 : tensor<2x1xi32>
}

// -----

func.func @transpose_c2_range(%operand: tensor<1x2xi32>) -> tensor<2x1xi32> {
  // expected-error@+1 {{'stablehlo.transpose' op requires (C2) all of permutation in [0, 2), got [1, -9223372036854775807]}}
  %0 = stablehlo.transpose %operand, dims = [1, -9223372036854775807] : (tensor<1x2xi32>) -> tensor<2x1xi32>
  func.return %0 : tensor<2x1xi32>
}

// -----

func.func @transpose_c2_unique(%operand: tensor<1x2xi32>) -> tensor<2x1xi32> {
  // expected-error@+1 {{'stablehlo.transpose' op requires (C2) permutation without repetition, got [1, 1]}}
  %0 = stablehlo.transpose %operand, dims = [1, 1] : (tensor<1x2xi32>) -> tensor<2x1xi32>
  func.return %0 : tensor<2x1xi32>
}

// -----

func.func @transpose_c3(%operand: tensor<1x?xi32, #stablehlo.bounds<?, 3>>) -> tensor<4x1xi32> {
  // expected-error@+1 {{'stablehlo.transpose' op requires (C3) a result of type 'tensor<?x1xi32, #stablehlo.bounds<3, ?>>', got 'tensor<4x1xi32>'}}
  %0 = stablehlo.transpose %operand, dims = [1, 0] : (tensor<1x?xi32, #stablehlo.bounds<?, 3>>) -> tensor<4x1xi32>
  func.return %0 : tensor<4x1xi32>
}

// -----

func.func @transpose_c4(%operand: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>> {
  // expected-error@+1 {{'stablehlo.transpose' op requires (C4) a result quantized along what was dimension 0 of operand, got what was dimension 1}}
  %0 = stablehlo.transpose %operand, dims = [1, 0] : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  func.return %0 : tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
}

// -----

func.func @reverse_c1(%operand: tensor<3x2xi32>) -> tensor<2x3xi32> {
  // expected-error@+1 {{'stablehlo.reverse' op requires (C1) a result of type 'tensor<3x2xi32>', got 'tensor<2x3xi32>'}}
  %0 = "stablehlo.reverse"(%operand) <{dimensions = array<i64: 1>}> : (tensor<3x2xi32>) -> tensor<2x3xi32>
  func.return %0 : tensor<2x3xi32>
}

// -----

func.func @reverse_c2(%operand: tensor<3x2xi32>) -> tensor<3x2xi32> {
  // expected-error@+1 {{'stablehlo.reverse' op requires (C2) dimensions without repetition, got [1, 1]}}
  %0 = stablehlo.reverse %operand, dims = [1, 1] : tensor<3x2xi32>
  func.return %0 : tensor<3x2xi32>
}

// -----

func.func @reverse_c3(%operand: tensor<3x2xi32>) -> tensor<3x2xi32> {
  // expected-error@+1 {{'stablehlo.reverse' op requires (C3) all of dimensions in [0, 2), got [0, 2]}}
  %0 = stablehlo.reverse %operand, dims = [0, 2] : tensor<3x2xi32>
  func.return %0 : tensor<3x2xi32>
}

// -----

func.func @get_dimension_size_c1(%operand: tensor<3x2xi32>) -> tensor<i32> {
  // expected-error@+1 {{'stablehlo.get_dimension_size' op requires (C1) dimension in [0, 2), got 2}}
  %0 = stablehlo.get_dimension_size %operand, dim = 2 : (tensor<3x2xi32>) -> tensor<i32>
  func.return %0 : tensor<i32>
}

// -----

func.func @get_dimension_size_result(%operand: tensor<3x2xi32>) -> tensor<1xi32> {
  // expected-error@+1 {{'stablehlo.get_dimension_size' op requires a result of type 'tensor<i32>', got 'tensor<1xi32>'}}
  %0 = stablehlo.get_dimension_size %operand, dim = 1 : (tensor<3x2xi32>) -> tensor<1xi32>
  func.return %0 : tensor<1xi32>
}

// -----

func.func @set_dimension_size_size(%operand: tensor<4xf32>, %size: tensor<1xi32>) -> tensor<4xf32> {
  // expected-error@+1 {{'stablehlo.set_dimension_size' op requires size of rank 0, got 'tensor<1xi32>'}}
  %0 = stablehlo.set_dimension_size %operand, %size, dim = 0 : (tensor<4xf32>, tensor<1xi32>) -> tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----

func.func @set_dimension_size_dimension(%operand: tensor<4xf32>, %size: tensor<i32>) -> tensor<4xf32> {
  // expected-error@+1 {{'stablehlo.set_dimension_size' op requires dimension in [0, 1), got 1}}
  %0 = stablehlo.set_dimension_size %operand, %size, dim = 1 : (tensor<4xf32>, tensor<i32>) -> tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----

func.func @set_dimension_size_result(%operand: tensor<4xf32>, %size: tensor<i32>) -> tensor<5xf32> {
  // expected-error@+1 {{'stablehlo.set_dimension_size' op requires a result of type 'tensor<?xf32, #stablehlo.bounds<4>>', got 'tensor<5xf32>'}}
  %0 = stablehlo.set_dimension_size %operand, %size, dim = 0 : (tensor<4xf32>, tensor<i32>) -> tensor<5xf32>
  func.return %0 : tensor<5xf32>
}

// -----

func.func @set_dimension_size_constant(%operand: tensor<4x?xf32, #stablehlo.bounds<?, 4>>) -> tensor<4x3xf32> {
  %size = stablehlo.constant dense<4> : tensor<i32>
  // expected-error@+1 {{'stablehlo.set_dimension_size' op requires a result of type 'tensor<4x4xf32>', got 'tensor<4x3xf32>'}}
  %0 = stablehlo.set_dimension_size %operand, %size, dim = 1 : (tensor<4x?xf32, #stablehlo.bounds<?, 4>>, tensor<i32>) -> tensor<4x3xf32>
  func.return %0 : tensor<4x3xf32>
}

// -----

func.func @tuple_c1(%a: tensor<f32>) -> tuple<tensor<f64>> {
  // expected-error@+1 {{'stablehlo.tuple' op requires (C1) a result of type 'tuple<tensor<f32>>', got 'tuple<tensor<f64>>'}}
  %0 = "stablehlo.tuple"(%a) : (tensor<f32>) -> tuple<tensor<f64>>
  func.return %0 : tuple<tensor<f64>>
}

// -----

func.func @get_tuple_element_c1(%a: tuple<tensor<f32>>) -> tensor<f32> {
  // expected-error@+1 {{'stablehlo.get_tuple_element' op requires (C1) index in [0, 1), got 1}}
  %0 = stablehlo.get_tuple_element %a[1] : (tuple<tensor<f32>>) -> tensor<f32>
  func.return %0 : tensor<f32>
}

// -----

func.func @get_tuple_element_c2(%a: tuple<tensor<f32>>) -> tensor<f64> {
  // expected-error@+1 {{'stablehlo.get_tuple_element' op requires (C2) a result of type 'tensor<f32>', got 'tensor<f64>'}}
  %0 = stablehlo.get_tuple_element %a[0] : (tuple<tensor<f32>>) -> tensor<f64>
  func.return %0 : tensor<f64>
}

// -----

func.func @optimization_barrier_c1(%a: tensor<f32>) -> tensor<f64> {
  // expected-error@+1 {{requires the same type for operand and result at index 0}}
  %0 = "stablehlo.optimization_barrier"(%a) : (tensor<f32>) -> tensor<f64>
  func.return %0 : tensor<f64>
}
