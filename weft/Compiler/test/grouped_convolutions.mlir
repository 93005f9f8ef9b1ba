// Convolutions of groups are products, whose tiles of columns are within a
// group.
// RUN: weft-fuzz-programs --file=%s --stages=pipeline
// RUN: weft explain %s --function=twelve_of_each --target=x86-64-v4 --kernel=conv_0 | FileCheck %s --check-prefix=TWELVE
// TWELVE: conv_0 has tiles of 1x1x8x12x1x1x16

func.func public @twelve_of_each(%x: tensor<2x9x16x32xf32>, %w: tensor<3x3x16x24xf32>) -> tensor<2x9x16x24xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<2x9x16x32xf32>, tensor<3x3x16x24xf32>) -> tensor<2x9x16x24xf32>
  return %0 : tensor<2x9x16x24xf32>
}

// The largest tile that divides a group has 7 columns.
func.func public @prime_factors(%x: tensor<1x11x6xf32>, %w: tensor<3x3x70xf32>) -> tensor<1x9x70xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x11x6xf32>, tensor<3x3x70xf32>) -> tensor<1x9x70xf32>
  return %0 : tensor<1x9x70xf32>
}

// Gradients: to the input, with a window backwards, and to the window, by
// groups of the batch.
func.func public @to_input(%g: tensor<2x7x5x16xf32>, %w: tensor<3x3x8x2x8xf32>) -> tensor<2x7x5x16xf32> {
  %0 = stablehlo.transpose %w, dims = [0, 1, 3, 2, 4] : (tensor<3x3x8x2x8xf32>) -> tensor<3x3x2x8x8xf32>
  %1 = stablehlo.reshape %0 : (tensor<3x3x2x8x8xf32>) -> tensor<3x3x16x8xf32>
  %2 = stablehlo.reverse %1, dims = [0, 1] : tensor<3x3x16x8xf32>
  %3 = stablehlo.convolution(%g, %2) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<2x7x5x16xf32>, tensor<3x3x16x8xf32>) -> tensor<2x7x5x16xf32>
  return %3 : tensor<2x7x5x16xf32>
}

func.func public @to_window(%x: tensor<6x8x9x4xf32>, %g: tensor<6x7x4x12xf32>) -> tensor<3x3x3x12xf32> {
  %0 = stablehlo.convolution(%x, %g) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<6x8x9x4xf32>, tensor<6x7x4x12xf32>) -> tensor<3x3x3x12xf32>
  return %0 : tensor<3x3x3x12xf32>
}

func.func public @channels_first(%x: tensor<2x12x6x8xf32>, %w: tensor<18x4x3x3xf32>) -> tensor<2x18x6x8xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<2x12x6x8xf32>, tensor<18x4x3x3xf32>) -> tensor<2x18x6x8xf32>
  return %0 : tensor<2x18x6x8xf32>
}

func.func public @bytes(%x: tensor<1x9x16xi8>, %w: tensor<3x8x8xi8>) -> tensor<1x7x8xi32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x9x16xi8>, tensor<3x8x8xi8>) -> tensor<1x7x8xi32>
  return %0 : tensor<1x7x8xi32>
}

func.func public @bf16(%x: tensor<1x20x64xbf16>, %w: tensor<3x32x32xbf16>) -> tensor<1x20x32xbf16> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x20x64xbf16>, tensor<3x32x32xbf16>) -> tensor<1x20x32xbf16>
  return %0 : tensor<1x20x32xbf16>
}

// Each feature by itself, features first: shifted rows, and sums over them.
func.func public @features_by_themselves(%x: tensor<2x3x6x19xf32>, %w: tensor<3x1x3x2xf32>) -> tensor<2x3x3x20xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [2, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<2x3x6x19xf32>, tensor<3x1x3x2xf32>) -> tensor<2x3x3x20xf32>
  return %0 : tensor<2x3x3x20xf32>
}

func.func public @to_windows_by_themselves(%x: tensor<2x3x6x19xf32>, %g: tensor<2x3x3x20xf32>) -> tensor<3x1x3x2xf32> {
  %0 = stablehlo.convolution(%x, %g) dim_numbers = [f, b, 0, 1]x[i, o, 0, 1]->[f, b, 0, 1], window = {pad = [[1, 0], [1, 1]], rhs_dilate = [2, 1]} {batch_group_count = 3 : i64, feature_group_count = 1 : i64} : (tensor<2x3x6x19xf32>, tensor<2x3x3x20xf32>) -> tensor<3x1x3x2xf32>
  return %0 : tensor<3x1x3x2xf32>
}
