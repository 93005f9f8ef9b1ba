// Convolutions of inputs with holes as products, with taps and inputs that are
// not finite: a hole makes NaN of an infinite tap, and a tap that is not there
// makes nothing of an infinite input.
// RUN: weft-fuzz-programs --file=%s --stages=pipeline

func.func public @patches(%x: tensor<2x3x2x5xf32>) -> tensor<2x12x6x3xf32> {
  %w = stablehlo.constant dense<1.5> : tensor<4x3x3x5xf32>
  %inf = stablehlo.constant dense<0x7F800000> : tensor<1x1x1x5xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %k = stablehlo.dynamic_update_slice %w, %inf, %one, %zero, %one, %zero : (tensor<4x3x3x5xf32>, tensor<1x1x1x5xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x3x3x5xf32>
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[3, 3], [2, 2]], lhs_dilate = [4, 3], rhs_dilate = [1, 1], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x3x2x5xf32>, tensor<4x3x3x5xf32>) -> tensor<2x12x6x3xf32>
  return %0 : tensor<2x12x6x3xf32>
}

func.func public @infinite_input(%w: tensor<2x2x2x3xf32>) -> tensor<1x7x8x3xf32> {
  %x = stablehlo.constant dense<[[[[1.0, 0x7F800000], [2.0, 3.0]], [[-1.0, 2.0], [0.5, 1.0]]]]> : tensor<1x2x2x2xf32>
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[2, 2], [2, 2]], lhs_dilate = [3, 4], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x2x2xf32>, tensor<2x2x2x3xf32>) -> tensor<1x7x8x3xf32>
  return %0 : tensor<1x7x8x3xf32>
}

func.func public @groups(%x: tensor<4x5x4xbf16>, %w: tensor<4x2x6xbf16>) -> (tensor<4x9x6xbf16>, tensor<2x6x6xbf16>) {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[2, 1]], lhs_dilate = [2], rhs_dilate = [1], reverse = [true]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<4x5x4xbf16>, tensor<4x2x6xbf16>) -> tensor<4x9x6xbf16>
  %x2 = stablehlo.slice %x [0:4, 0:5, 1:3] : (tensor<4x5x4xbf16>) -> tensor<4x5x2xbf16>
  %1 = stablehlo.convolution(%x2, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [2], rhs_dilate = [1], reverse = [false]} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<4x5x2xbf16>, tensor<4x2x6xbf16>) -> tensor<2x6x6xbf16>
  return %0, %1 : tensor<4x9x6xbf16>, tensor<2x6x6xbf16>
}

// One dimension has holes, the other is stepped over.
func.func public @beside_a_step(%x: tensor<2x3x9x5xf32>, %w: tensor<2x3x5x4xf32>) -> tensor<4x2x2x4xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[0, b, 1, f], window = {stride = [1, 3], pad = [[0, 0], [-1, 1]], lhs_dilate = [2, 1], rhs_dilate = [1, 2], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x3x9x5xf32>, tensor<2x3x5x4xf32>) -> tensor<4x2x2x4xf32>
  return %0 : tensor<4x2x2x4xf32>
}
