// RUN: weft-opt %s -verify-diagnostics -split-input-file

// One broken constraint of the specification per function, named by operation
// and label.

// Valid.
func.func @convolution_valid(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

// Valid.
func.func @convolution_dynamic(%lhs: tensor<?x8x?x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<?x8x?x6xf32>, tensor<3x3x6x16xf32>) -> tensor<4x6x?x16xf32>
  func.return
}

// -----

// Valid.
func.func @convolution_bounded(%lhs: tensor<?x8x8x6xf32, #stablehlo.bounds<4, ?, ?, ?>>, %rhs: tensor<3x3x6x16xf32>) {
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<?x8x8x6xf32, #stablehlo.bounds<4, ?, ?, ?>>, tensor<3x3x6x16xf32>) -> tensor<?x6x6x16xf32, #stablehlo.bounds<4, ?, ?, ?>>
  func.return
}

// -----

// Valid.
func.func @convolution_empty_lists(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    window_strides = array<i64>, padding = dense<> : tensor<0x2xi64>, lhs_dilation = array<i64>, rhs_dilation = array<i64>, window_reversal = array<i1>
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

// Valid.
func.func @convolution_wider(%lhs: tensor<4x8x8x6xi8>, %rhs: tensor<3x3x6x16xi8>) {
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6xi8>, tensor<3x3x6x16xi8>) -> tensor<4x6x6x16xi32>
  func.return
}

// -----

func.func @convolution_c1(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x6x16xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op requires (C1) lhs and rhs of one rank, got 'tensor<4x8x8x6xf32>' and 'tensor<3x6x16xf32>'}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6xf32>, tensor<3x6x16xf32>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @dynamic_conv_c1(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x6x16xf32>) {
  %padding = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op requires (C1) lhs and rhs of one rank, got 'tensor<4x8x8x6xf32>' and 'tensor<3x6x16xf32>'}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6xf32>, tensor<3x6x16xf32>, tensor<2x2xi64>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @convolution_c2(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op requires (C2) one entry of window_strides per spatial dimension, which is 2, got 1}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    window_strides = array<i64: 1>
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @dynamic_conv_c2(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  %padding = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op requires (C2) one entry of window_strides per spatial dimension, which is 2, got 1}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    window_strides = array<i64: 1>
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>, tensor<2x2xi64>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @convolution_c3(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op requires (C3) window_strides of at least 1, got [1, 0]}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    window_strides = array<i64: 1, 0>
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @dynamic_conv_c3(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  %padding = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op requires (C3) window_strides of at least 1, got [1, 0]}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    window_strides = array<i64: 1, 0>
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>, tensor<2x2xi64>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @convolution_c4(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op requires (C4) padding of shape [2, 2], got [3, 2]}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    padding = dense<0> : tensor<3x2xi64>
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @convolution_c4_rank(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op requires (C4) padding of shape [2, 2], got [4]}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    padding = dense<0> : tensor<4xi64>
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @convolution_c5(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op requires (C5) one entry of lhs_dilation per spatial dimension, which is 2, got 3}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    lhs_dilation = array<i64: 1, 1, 1>
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @dynamic_conv_c5(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  %padding = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op requires (C5) one entry of lhs_dilation per spatial dimension, which is 2, got 3}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    lhs_dilation = array<i64: 1, 1, 1>
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>, tensor<2x2xi64>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @convolution_c6(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op requires (C6) lhs_dilation of at least 1, got [-1, 1]}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    lhs_dilation = array<i64: -1, 1>
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @dynamic_conv_c6(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  %padding = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op requires (C6) lhs_dilation of at least 1, got [-1, 1]}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    lhs_dilation = array<i64: -1, 1>
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>, tensor<2x2xi64>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @convolution_c7(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op requires (C7) one entry of rhs_dilation per spatial dimension, which is 2, got 1}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    rhs_dilation = array<i64: 1>
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @dynamic_conv_c7(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  %padding = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op requires (C7) one entry of rhs_dilation per spatial dimension, which is 2, got 1}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    rhs_dilation = array<i64: 1>
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>, tensor<2x2xi64>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @convolution_c8(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op requires (C8) rhs_dilation of at least 1, got [0, 1]}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    rhs_dilation = array<i64: 0, 1>
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @dynamic_conv_c8(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  %padding = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op requires (C8) rhs_dilation of at least 1, got [0, 1]}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    rhs_dilation = array<i64: 0, 1>
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>, tensor<2x2xi64>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @convolution_c9(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op requires (C9) one entry of window_reversal per spatial dimension, which is 2, got 1}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    window_reversal = array<i1: false>
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @dynamic_conv_c9(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  %padding = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op requires (C9) one entry of window_reversal per spatial dimension, which is 2, got 1}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    window_reversal = array<i1: false>
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>, tensor<2x2xi64>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @convolution_c10(%lhs: tensor<5x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op requires (C10) the input's batch to be a multiple of batch_group_count, got 5 and 2}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 2 : i64
  }> : (tensor<5x8x8x6xf32>, tensor<3x3x6x16xf32>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @dynamic_conv_c10(%lhs: tensor<5x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  %padding = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op requires (C10) the input's batch to be a multiple of batch_group_count, got 5 and 2}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 2 : i64
  }> : (tensor<5x8x8x6xf32>, tensor<3x3x6x16xf32>, tensor<2x2xi64>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @convolution_c11(%lhs: tensor<4x8x8x7xf32>, %rhs: tensor<3x3x6x16xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op requires (C11) the input's features to be a multiple of feature_group_count, got 7 and 2}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 2 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x7xf32>, tensor<3x3x6x16xf32>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @dynamic_conv_c11(%lhs: tensor<4x8x8x7xf32>, %rhs: tensor<3x3x6x16xf32>) {
  %padding = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op requires (C11) the input's features to be a multiple of feature_group_count, got 7 and 2}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 2 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x7xf32>, tensor<3x3x6x16xf32>, tensor<2x2xi64>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @convolution_c12(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op requires (C12) one entry of input_spatial_dimensions per spatial dimension, which is 2, got 1}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<raw
      input_batch_dimension = 0, input_feature_dimension = 3,
      input_spatial_dimensions = [1], kernel_input_feature_dimension = 2,
      kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1],
      output_batch_dimension = 0, output_feature_dimension = 3,
      output_spatial_dimensions = [1, 2]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @dynamic_conv_c12(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  %padding = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op requires (C12) one entry of input_spatial_dimensions per spatial dimension, which is 2, got 1}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    dimension_numbers = #stablehlo.conv<raw
      input_batch_dimension = 0, input_feature_dimension = 3,
      input_spatial_dimensions = [1], kernel_input_feature_dimension = 2,
      kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1],
      output_batch_dimension = 0, output_feature_dimension = 3,
      output_spatial_dimensions = [1, 2]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>, tensor<2x2xi64>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @convolution_c13(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op requires (C13) input dimensions without repetition, got [0, 0, 2, 3]}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<raw
      input_batch_dimension = 0, input_feature_dimension = 3,
      input_spatial_dimensions = [0, 2], kernel_input_feature_dimension = 2,
      kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1],
      output_batch_dimension = 0, output_feature_dimension = 3,
      output_spatial_dimensions = [1, 2]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @dynamic_conv_c13(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  %padding = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op requires (C13) input dimensions without repetition, got [0, 0, 2, 3]}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    dimension_numbers = #stablehlo.conv<raw
      input_batch_dimension = 0, input_feature_dimension = 3,
      input_spatial_dimensions = [0, 2], kernel_input_feature_dimension = 2,
      kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1],
      output_batch_dimension = 0, output_feature_dimension = 3,
      output_spatial_dimensions = [1, 2]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>, tensor<2x2xi64>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @convolution_c13_range(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op requires (C13) all of input dimensions in [0, 4), got [0, 1, 4, 3]}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<raw
      input_batch_dimension = 0, input_feature_dimension = 3,
      input_spatial_dimensions = [1, 4], kernel_input_feature_dimension = 2,
      kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1],
      output_batch_dimension = 0, output_feature_dimension = 3,
      output_spatial_dimensions = [1, 2]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @dynamic_conv_c13_range(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  %padding = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op requires (C13) all of input dimensions in [0, 4), got [0, 1, 4, 3]}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    dimension_numbers = #stablehlo.conv<raw
      input_batch_dimension = 0, input_feature_dimension = 3,
      input_spatial_dimensions = [1, 4], kernel_input_feature_dimension = 2,
      kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1],
      output_batch_dimension = 0, output_feature_dimension = 3,
      output_spatial_dimensions = [1, 2]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>, tensor<2x2xi64>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @convolution_c13_rank(%lhs: tensor<4xf32>, %rhs: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op requires (C13) lhs of rank 2 at least, got 'tensor<4xf32>'}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<raw
      input_batch_dimension = 0, input_feature_dimension = 3,
      input_spatial_dimensions = [], kernel_input_feature_dimension = 2,
      kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [],
      output_batch_dimension = 0, output_feature_dimension = 3,
      output_spatial_dimensions = []>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

func.func @dynamic_conv_c13_rank(%lhs: tensor<4xf32>, %rhs: tensor<4xf32>) {
  %padding = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op requires (C13) lhs of rank 2 at least, got 'tensor<4xf32>'}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    dimension_numbers = #stablehlo.conv<raw
      input_batch_dimension = 0, input_feature_dimension = 3,
      input_spatial_dimensions = [], kernel_input_feature_dimension = 2,
      kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [],
      output_batch_dimension = 0, output_feature_dimension = 3,
      output_spatial_dimensions = []>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4xf32>, tensor<4xf32>, tensor<2x2xi64>) -> tensor<4xf32>
  func.return
}

// -----

func.func @convolution_c14(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x5x16xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op requires (C14) as many input features in rhs as in a feature group of lhs, which is 6, got 5}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x5x16xf32>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @dynamic_conv_c14(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x5x16xf32>) {
  %padding = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op requires (C14) as many input features in rhs as in a feature group of lhs, which is 6, got 5}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x5x16xf32>, tensor<2x2xi64>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @convolution_c15(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x6xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op requires (C15) the kernel's output features to be a multiple of batch_group_count, got 6 and 4}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 4 : i64
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x6xf32>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @dynamic_conv_c15(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x6xf32>) {
  %padding = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op requires (C15) the kernel's output features to be a multiple of batch_group_count, got 6 and 4}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 4 : i64
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x6xf32>, tensor<2x2xi64>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @convolution_c16(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x2x16xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op requires (C16) the kernel's output features to be a multiple of feature_group_count, got 16 and 3}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 3 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x2x16xf32>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @dynamic_conv_c16(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x2x16xf32>) {
  %padding = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op requires (C16) the kernel's output features to be a multiple of feature_group_count, got 16 and 3}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 3 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x2x16xf32>, tensor<2x2xi64>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @convolution_c17(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op requires (C17) one entry of kernel_spatial_dimensions per spatial dimension, which is 2, got 3}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<raw
      input_batch_dimension = 0, input_feature_dimension = 3,
      input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2,
      kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1, 2],
      output_batch_dimension = 0, output_feature_dimension = 3,
      output_spatial_dimensions = [1, 2]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @dynamic_conv_c17(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  %padding = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op requires (C17) one entry of kernel_spatial_dimensions per spatial dimension, which is 2, got 3}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    dimension_numbers = #stablehlo.conv<raw
      input_batch_dimension = 0, input_feature_dimension = 3,
      input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2,
      kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1, 2],
      output_batch_dimension = 0, output_feature_dimension = 3,
      output_spatial_dimensions = [1, 2]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>, tensor<2x2xi64>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @convolution_c18(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op requires (C18) kernel dimensions without repetition, got [2, 0, 0, 3]}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<raw
      input_batch_dimension = 0, input_feature_dimension = 3,
      input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2,
      kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 0],
      output_batch_dimension = 0, output_feature_dimension = 3,
      output_spatial_dimensions = [1, 2]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @dynamic_conv_c18(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  %padding = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op requires (C18) kernel dimensions without repetition, got [2, 0, 0, 3]}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    dimension_numbers = #stablehlo.conv<raw
      input_batch_dimension = 0, input_feature_dimension = 3,
      input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2,
      kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 0],
      output_batch_dimension = 0, output_feature_dimension = 3,
      output_spatial_dimensions = [1, 2]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>, tensor<2x2xi64>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @convolution_c18_range(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op requires (C18) all of kernel dimensions in [0, 4), got [-1, 0, 1, 3]}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<raw
      input_batch_dimension = 0, input_feature_dimension = 3,
      input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = -1,
      kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1],
      output_batch_dimension = 0, output_feature_dimension = 3,
      output_spatial_dimensions = [1, 2]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @dynamic_conv_c18_range(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  %padding = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op requires (C18) all of kernel dimensions in [0, 4), got [-1, 0, 1, 3]}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    dimension_numbers = #stablehlo.conv<raw
      input_batch_dimension = 0, input_feature_dimension = 3,
      input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = -1,
      kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1],
      output_batch_dimension = 0, output_feature_dimension = 3,
      output_spatial_dimensions = [1, 2]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>, tensor<2x2xi64>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @convolution_c19(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op requires (C19) one entry of output_spatial_dimensions per spatial dimension, which is 2, got 1}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<raw
      input_batch_dimension = 0, input_feature_dimension = 3,
      input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2,
      kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1],
      output_batch_dimension = 0, output_feature_dimension = 3,
      output_spatial_dimensions = [1]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @dynamic_conv_c19(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  %padding = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op requires (C19) one entry of output_spatial_dimensions per spatial dimension, which is 2, got 1}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    dimension_numbers = #stablehlo.conv<raw
      input_batch_dimension = 0, input_feature_dimension = 3,
      input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2,
      kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1],
      output_batch_dimension = 0, output_feature_dimension = 3,
      output_spatial_dimensions = [1]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>, tensor<2x2xi64>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @convolution_c20(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op requires (C20) output dimensions without repetition, got [0, 1, 1, 3]}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<raw
      input_batch_dimension = 0, input_feature_dimension = 3,
      input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2,
      kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1],
      output_batch_dimension = 0, output_feature_dimension = 3,
      output_spatial_dimensions = [1, 1]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @dynamic_conv_c20(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  %padding = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op requires (C20) output dimensions without repetition, got [0, 1, 1, 3]}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    dimension_numbers = #stablehlo.conv<raw
      input_batch_dimension = 0, input_feature_dimension = 3,
      input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2,
      kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1],
      output_batch_dimension = 0, output_feature_dimension = 3,
      output_spatial_dimensions = [1, 1]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>, tensor<2x2xi64>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @convolution_c20_range(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op requires (C20) all of output dimensions in [0, 4), got [0, 1, 2, 9223372036854775807]}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<raw
      input_batch_dimension = 0, input_feature_dimension = 3,
      input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2,
      kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1],
      output_batch_dimension = 0, output_feature_dimension = 9223372036854775807,
      output_spatial_dimensions = [1, 2]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @dynamic_conv_c20_range(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  %padding = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op requires (C20) all of output dimensions in [0, 4), got [0, 1, 2, 9223372036854775807]}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    dimension_numbers = #stablehlo.conv<raw
      input_batch_dimension = 0, input_feature_dimension = 3,
      input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2,
      kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1],
      output_batch_dimension = 0, output_feature_dimension = 9223372036854775807,
      output_spatial_dimensions = [1, 2]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>, tensor<2x2xi64>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @convolution_c23(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x3x16xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op requires (C23) feature_group_count or batch_group_count of 1, got 2 and 2}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 2 : i64, batch_group_count = 2 : i64
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x3x16xf32>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @dynamic_conv_c23(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x3x16xf32>) {
  %padding = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op requires (C23) feature_group_count or batch_group_count of 1, got 2 and 2}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 2 : i64, batch_group_count = 2 : i64
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x3x16xf32>, tensor<2x2xi64>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @convolution_c24(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op requires (C24) one entry of precision_config per operand, which is 2, got 3}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @dynamic_conv_c24(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  %padding = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op requires (C24) one entry of precision_config per operand, which is 2, got 3}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>, tensor<2x2xi64>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @convolution_c25(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op requires (C25) a result of type 'tensor<4x6x6x16xf32>', got 'tensor<4x6x8x16xf32>'}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>) -> tensor<4x6x8x16xf32>
  func.return
}

// -----

func.func @convolution_c25_batch(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op requires (C25) a result of type 'tensor<2x6x6x16xf32>', got 'tensor<4x6x6x16xf32>'}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 2 : i64
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @dynamic_conv_c25_batch(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  %padding = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op requires (C25) a result of type 'tensor<2x6x6x16xf32>', got 'tensor<4x6x6x16xf32>'}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 2 : i64
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>, tensor<2x2xi64>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @convolution_c25_overflow(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op requires (C25) a number of windows that fits 64 bits, got more along dimension 0}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    padding = dense<9223372036854775807> : tensor<2x2xi64>
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @convolution_c25_dilation_overflow(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op requires (C25) a number of windows that fits 64 bits, got more along dimension 0}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    lhs_dilation = array<i64: 9223372036854775807, 1>
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @dynamic_conv_c25_dilation_overflow(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  %padding = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op requires (C25) a number of windows that fits 64 bits, got more along dimension 0}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    lhs_dilation = array<i64: 9223372036854775807, 1>
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>, tensor<2x2xi64>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @convolution_c26(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op requires (C26) a result of rank 4 as lhs, got 'tensor<4x6x6xf32>'}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>) -> tensor<4x6x6xf32>
  func.return
}

// -----

func.func @dynamic_conv_c26(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  %padding = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op requires (C26) a result of rank 4 as lhs, got 'tensor<4x6x6xf32>'}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>, tensor<2x2xi64>) -> tensor<4x6x6xf32>
  func.return
}

// -----

func.func @convolution_c27(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf64>) {
  // expected-error@+1 {{'stablehlo.convolution' op requires (C27) the same element type for lhs and rhs, got 'f32' and 'f64'}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf64>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @dynamic_conv_c27(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf64>) {
  %padding = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op requires (C27) the same element type for lhs and rhs, got 'f32' and 'f64'}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf64>, tensor<2x2xi64>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @convolution_c27_result(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op requires (C27) a result of a kind that holds lhs's (integers, floats, complex numbers), got 'i32' for 'f32'}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>) -> tensor<4x6x6x16xi32>
  func.return
}

// -----

func.func @dynamic_conv_c27_result(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  %padding = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op requires (C27) a result of a kind that holds lhs's (integers, floats, complex numbers), got 'i32' for 'f32'}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>, tensor<2x2xi64>) -> tensor<4x6x6x16xi32>
  func.return
}

// -----

// Valid: JAX's preferred_element_type.
func.func @convolution_of_integers_to_floats(%lhs: tensor<4x8x8x6xi8>, %rhs: tensor<3x3x6x16xi8>) {
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6xi8>, tensor<3x3x6x16xi8>) -> tensor<4x6x6x16xf16>
  func.return
}

// -----

// Valid.
func.func @convolution_quantized(%lhs: tensor<4x8x8x6x!quant.uniform<i8:f32, 1.0:0>>, %rhs: tensor<3x3x6x2x!quant.uniform<i8:f32, 1.0:0>>) {
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6x!quant.uniform<i8:f32, 1.0:0>>, tensor<3x3x6x2x!quant.uniform<i8:f32, 1.0:0>>) -> tensor<4x6x6x2x!quant.uniform<i8:f32, 1.0:0>>
  func.return
}

// -----

// Valid.
func.func @dynamic_conv_quantized(%lhs: tensor<4x8x8x6x!quant.uniform<i8:f32, 1.0:0>>, %rhs: tensor<3x3x6x2x!quant.uniform<i8:f32, 1.0:0>>) {
  %padding = stablehlo.constant dense<0> : tensor<2x2xi64>
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6x!quant.uniform<i8:f32, 1.0:0>>, tensor<3x3x6x2x!quant.uniform<i8:f32, 1.0:0>>, tensor<2x2xi64>) -> tensor<4x6x6x2x!quant.uniform<i8:f32, 1.0:0>>
  func.return
}

// -----

// Valid.
func.func @convolution_quantized_axis(%lhs: tensor<4x8x8x6x!quant.uniform<i8:f32, 1.0:0>>, %rhs: tensor<3x3x6x2x!quant.uniform<i8:f32:3, {1.0, 2.0}>>) {
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6x!quant.uniform<i8:f32, 1.0:0>>, tensor<3x3x6x2x!quant.uniform<i8:f32:3, {1.0, 2.0}>>) -> tensor<4x6x6x2x!quant.uniform<i8:f32:3, {1.0, 2.0}>>
  func.return
}

// -----

func.func @convolution_c28(%lhs: tensor<4x8x8x6x!quant.uniform<i8:f32, 1.0:0>>, %rhs: tensor<3x3x6x2x!quant.uniform<i8:f32, 1.0:0>>) {
  // expected-error@+1 {{'stablehlo.convolution' op requires (C28) rhs quantized and lhs quantized as the result is, got 'tensor<4x8x8x6x!quant.uniform<i8:f32, 1.000000e+00>>', 'tensor<3x3x6x2x!quant.uniform<i8:f32, 1.000000e+00>>' and 'tensor<4x6x6x2xf32>'}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6x!quant.uniform<i8:f32, 1.0:0>>, tensor<3x3x6x2x!quant.uniform<i8:f32, 1.0:0>>) -> tensor<4x6x6x2xf32>
  func.return
}

// -----

func.func @dynamic_conv_c28(%lhs: tensor<4x8x8x6x!quant.uniform<i8:f32, 1.0:0>>, %rhs: tensor<3x3x6x2x!quant.uniform<i8:f32, 1.0:0>>) {
  %padding = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op requires (C28) rhs quantized and lhs quantized as the result is, got 'tensor<4x8x8x6x!quant.uniform<i8:f32, 1.000000e+00>>', 'tensor<3x3x6x2x!quant.uniform<i8:f32, 1.000000e+00>>' and 'tensor<4x6x6x2xf32>'}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6x!quant.uniform<i8:f32, 1.0:0>>, tensor<3x3x6x2x!quant.uniform<i8:f32, 1.0:0>>, tensor<2x2xi64>) -> tensor<4x6x6x2xf32>
  func.return
}

// -----

func.func @convolution_c29(%lhs: tensor<4x8x8x6x!quant.uniform<i8:f32, 1.0:0>>, %rhs: tensor<3x3x6x2x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0}>>) {
  // expected-error@+1 {{'stablehlo.convolution' op requires (C29) rhs quantized along its output features, dimension 3, got 0}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6x!quant.uniform<i8:f32, 1.0:0>>, tensor<3x3x6x2x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0}>>) -> tensor<4x6x6x2x!quant.uniform<i8:f32, 1.0:0>>
  func.return
}

// -----

func.func @convolution_c30(%lhs: tensor<4x8x8x6x!quant.uniform<i8:f32, 1.0:0>>, %rhs: tensor<3x3x6x2x!quant.uniform<i8:f32:3, {1.0, 2.0}>>) {
  // expected-error@+1 {{'stablehlo.convolution' op requires (C30) a result quantized along its features, dimension 3, got 0}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6x!quant.uniform<i8:f32, 1.0:0>>, tensor<3x3x6x2x!quant.uniform<i8:f32:3, {1.0, 2.0}>>) -> tensor<4x6x6x2x!quant.uniform<i8:f32:0, {1.0, 2.0, 3.0, 4.0}>>
  func.return
}

// -----

func.func @convolution_c31(%lhs: tensor<4x8x8x6x!quant.uniform<i8:f32, 1.0:0>>, %rhs: tensor<3x3x6x2x!quant.uniform<i4:f32, 1.0:0>>) {
  // expected-error@+1 {{'stablehlo.convolution' op requires (C31) the same storage type for lhs and rhs, got 'i8' and 'i4'}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6x!quant.uniform<i8:f32, 1.0:0>>, tensor<3x3x6x2x!quant.uniform<i4:f32, 1.0:0>>) -> tensor<4x6x6x2x!quant.uniform<i8:f32, 1.0:0>>
  func.return
}

// -----

func.func @dynamic_conv_c31(%lhs: tensor<4x8x8x6x!quant.uniform<i8:f32, 1.0:0>>, %rhs: tensor<3x3x6x2x!quant.uniform<i4:f32, 1.0:0>>) {
  %padding = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op requires (C31) the same storage type for lhs and rhs, got 'i8' and 'i4'}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6x!quant.uniform<i8:f32, 1.0:0>>, tensor<3x3x6x2x!quant.uniform<i4:f32, 1.0:0>>, tensor<2x2xi64>) -> tensor<4x6x6x2x!quant.uniform<i8:f32, 1.0:0>>
  func.return
}

// -----

func.func @convolution_c32(%lhs: tensor<4x8x8x6x!quant.uniform<i8:f32, 1.0:0>>, %rhs: tensor<3x3x6x2x!quant.uniform<i8:f32, 1.0:0>>) {
  // expected-error@+1 {{'stablehlo.convolution' op requires (C32) the same expressed type for lhs, rhs and result, got 'f32', 'f32' and 'f16'}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6x!quant.uniform<i8:f32, 1.0:0>>, tensor<3x3x6x2x!quant.uniform<i8:f32, 1.0:0>>) -> tensor<4x6x6x2x!quant.uniform<i8:f16, 1.0:0>>
  func.return
}

// -----

func.func @dynamic_conv_c32(%lhs: tensor<4x8x8x6x!quant.uniform<i8:f32, 1.0:0>>, %rhs: tensor<3x3x6x2x!quant.uniform<i8:f32, 1.0:0>>) {
  %padding = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op requires (C32) the same expressed type for lhs, rhs and result, got 'f32', 'f32' and 'f16'}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6x!quant.uniform<i8:f32, 1.0:0>>, tensor<3x3x6x2x!quant.uniform<i8:f32, 1.0:0>>, tensor<2x2xi64>) -> tensor<4x6x6x2x!quant.uniform<i8:f16, 1.0:0>>
  func.return
}

// -----

func.func @convolution_c33(%lhs: tensor<4x8x8x6x!quant.uniform<i8:f32, 1.0:0>>, %rhs: tensor<3x3x6x2x!quant.uniform<i8:f32, 1.0:0>>) {
  // expected-error@+1 {{'stablehlo.convolution' op requires (C33) a result quantized per tensor, as rhs is, got 'tensor<4x6x6x2x!quant.uniform<i8:f32:3, {1.000000e+00,2.000000e+00}>>'}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6x!quant.uniform<i8:f32, 1.0:0>>, tensor<3x3x6x2x!quant.uniform<i8:f32, 1.0:0>>) -> tensor<4x6x6x2x!quant.uniform<i8:f32:3, {1.0, 2.0}>>
  func.return
}

// -----

func.func @convolution_c34(%lhs: tensor<4x8x8x6xf16>, %rhs: tensor<3x3x6x2x!quant.uniform<i8:f32, 1.0:0>>) {
  // expected-error@+1 {{'stablehlo.convolution' op requires (C34) lhs and result of the type that rhs expresses, 'f32', got 'f16' and 'f32'}}
  %0 = "stablehlo.convolution"(%lhs, %rhs) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6xf16>, tensor<3x3x6x2x!quant.uniform<i8:f32, 1.0:0>>) -> tensor<4x6x6x2xf32>
  func.return
}

// -----

func.func @dynamic_conv_c34(%lhs: tensor<4x8x8x6xf16>, %rhs: tensor<3x3x6x2x!quant.uniform<i8:f32, 1.0:0>>) {
  %padding = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op requires (C34) lhs and result of the type that rhs expresses, 'f32', got 'f16' and 'f32'}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6xf16>, tensor<3x3x6x2x!quant.uniform<i8:f32, 1.0:0>>, tensor<2x2xi64>) -> tensor<4x6x6x2xf32>
  func.return
}

// -----

// Valid.
func.func @dynamic_conv_valid(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>, %padding: tensor<2x2xi64>) {
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>, tensor<2x2xi64>) -> tensor<4x9x9x16xf32>
  func.return
}

// -----

// Valid.
func.func @dynamic_conv_surplus(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>, %padding: tensor<2x2xi64>) {
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    window_strides = array<i64: 1, 1, 1>
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>, tensor<2x2xi64>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @dynamic_conv_c2_surplus(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  %padding = stablehlo.constant dense<0> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op requires (C2) one entry of window_strides per spatial dimension, which is 2, got 3}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    window_strides = array<i64: 1, 1, 1>
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>, tensor<2x2xi64>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @dynamic_conv_c2_missing(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>, %padding: tensor<2x2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op requires (C2) one entry of window_strides per spatial dimension, which is 2, got 1}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64,
    window_strides = array<i64: 1>
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>, tensor<2x2xi64>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @dynamic_conv_c4(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>, %padding: tensor<2x3xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op requires (C4) padding of shape [2, 2], got [2, 3]}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>, tensor<2x3xi64>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @dynamic_conv_c25(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>) {
  %padding = stablehlo.constant dense<1> : tensor<2x2xi64>
  // expected-error@+1 {{'stablehlo.dynamic_conv' op requires (C25) a result of type 'tensor<4x8x8x16xf32>', got 'tensor<4x6x6x16xf32>'}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>, tensor<2x2xi64>) -> tensor<4x6x6x16xf32>
  func.return
}

// -----

func.func @dynamic_conv_c25_feature(%lhs: tensor<4x8x8x6xf32>, %rhs: tensor<3x3x6x16xf32>, %padding: tensor<2x2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op requires (C25) a result of type 'tensor<4x?x?x16xf32>', got 'tensor<4x9x9x15xf32>'}}
  %0 = "stablehlo.dynamic_conv"(%lhs, %rhs, %padding) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>,
    feature_group_count = 1 : i64, batch_group_count = 1 : i64
  }> : (tensor<4x8x8x6xf32>, tensor<3x3x6x16xf32>, tensor<2x2xi64>) -> tensor<4x9x9x15xf32>
  func.return
}
