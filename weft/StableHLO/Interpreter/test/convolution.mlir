// Convolutions. One dimension of the window plays at a time, then all together.
// RUN: weft-run --check %s

func.func @one_dimension() {
  %x = stablehlo.constant dense<[[[-3.0], [-3.0], [2.0], [0.0]]]> : tensor<1x4x1xf32>
  %k = stablehlo.constant dense<[[[1.0]], [[1.0]]]> : tensor<2x1x1xf32>
  %0 = stablehlo.convolution(%x, %k)
    dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],
    window = {}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<1x4x1xf32>, tensor<2x1x1xf32>) -> tensor<1x3x1xf32>
  check.expect_eq_const %0, dense<[[[-6.0], [-1.0], [2.0]]]> : tensor<1x3x1xf32>
  return
}

func.func @features_are_summed_and_made() {
  %x = stablehlo.constant dense<[[[1.0, -3.0], [0.0, -2.0], [-1.0, 3.0]]]> : tensor<1x3x2xf32>
  %k = stablehlo.constant dense<[[[0.0, -3.0, 0.0], [-3.0, 2.0, 3.0]]]> : tensor<1x2x3xf32>
  %0 = stablehlo.convolution(%x, %k)
    dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],
    window = {}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<1x3x2xf32>, tensor<1x2x3xf32>) -> tensor<1x3x3xf32>
  check.expect_eq_const %0, dense<[[[9.0, -9.0, -9.0], [6.0, -4.0, -6.0], [-9.0, 9.0, 9.0]]]> : tensor<1x3x3xf32>
  return
}

func.func @batches_stay_apart() {
  %x = stablehlo.constant dense<[[[3.0], [1.0], [3.0]], [[-1.0], [-2.0], [0.0]]]> : tensor<2x3x1xf32>
  %k = stablehlo.constant dense<[[[0.0]], [[1.0]]]> : tensor<2x1x1xf32>
  %0 = stablehlo.convolution(%x, %k)
    dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],
    window = {}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<2x3x1xf32>, tensor<2x1x1xf32>) -> tensor<2x2x1xf32>
  check.expect_eq_const %0, dense<[[[1.0], [3.0]], [[-2.0], [0.0]]]> : tensor<2x2x1xf32>
  return
}

func.func @uneven_strides() {
  %x = stablehlo.constant dense<[[[3.0], [-2.0], [2.0], [-3.0], [-1.0], [2.0], [-2.0]]]> : tensor<1x7x1xf32>
  %k = stablehlo.constant dense<[[[1.0]], [[0.0]]]> : tensor<2x1x1xf32>
  %0 = stablehlo.convolution(%x, %k)
    dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],
    window = {stride = [3]}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<1x7x1xf32>, tensor<2x1x1xf32>) -> tensor<1x2x1xf32>
  check.expect_eq_const %0, dense<[[[3.0], [-3.0]]]> : tensor<1x2x1xf32>
  return
}

func.func @padding() {
  %x = stablehlo.constant dense<[[[0.0], [3.0], [2.0]]]> : tensor<1x3x1xf32>
  %k = stablehlo.constant dense<[[[2.0]], [[0.0]]]> : tensor<2x1x1xf32>
  %0 = stablehlo.convolution(%x, %k)
    dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],
    window = {pad = [[1, 2]]}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<1x3x1xf32>, tensor<2x1x1xf32>) -> tensor<1x5x1xf32>
  check.expect_eq_const %0, dense<[[[0.0], [0.0], [6.0], [4.0], [0.0]]]> : tensor<1x5x1xf32>
  return
}

func.func @negative_padding() {
  %x = stablehlo.constant dense<[[[3.0], [3.0], [-3.0], [-2.0], [-1.0], [0.0]]]> : tensor<1x6x1xf32>
  %k = stablehlo.constant dense<[[[2.0]], [[0.0]]]> : tensor<2x1x1xf32>
  %0 = stablehlo.convolution(%x, %k)
    dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],
    window = {pad = [[-2, -1]]}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<1x6x1xf32>, tensor<2x1x1xf32>) -> tensor<1x2x1xf32>
  check.expect_eq_const %0, dense<[[[-6.0], [-4.0]]]> : tensor<1x2x1xf32>
  return
}

func.func @input_dilation() {
  %x = stablehlo.constant dense<[[[3.0], [-1.0], [3.0]]]> : tensor<1x3x1xf32>
  %k = stablehlo.constant dense<[[[1.0]], [[2.0]]]> : tensor<2x1x1xf32>
  %0 = stablehlo.convolution(%x, %k)
    dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],
    window = {lhs_dilate = [3]}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<1x3x1xf32>, tensor<2x1x1xf32>) -> tensor<1x6x1xf32>
  check.expect_eq_const %0, dense<[[[3.0], [0.0], [-2.0], [-1.0], [0.0], [6.0]]]> : tensor<1x6x1xf32>
  return
}

func.func @kernel_dilation() {
  %x = stablehlo.constant dense<[[[-2.0], [1.0], [2.0], [3.0], [3.0], [3.0]]]> : tensor<1x6x1xf32>
  %k = stablehlo.constant dense<[[[-3.0]], [[2.0]]]> : tensor<2x1x1xf32>
  %0 = stablehlo.convolution(%x, %k)
    dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],
    window = {rhs_dilate = [3]}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<1x6x1xf32>, tensor<2x1x1xf32>) -> tensor<1x3x1xf32>
  check.expect_eq_const %0, dense<[[[12.0], [3.0], [0.0]]]> : tensor<1x3x1xf32>
  return
}

func.func @window_reversal() {
  %x = stablehlo.constant dense<[[[0.0], [1.0], [-2.0], [-3.0]]]> : tensor<1x4x1xf32>
  %k = stablehlo.constant dense<[[[-3.0]], [[3.0]], [[3.0]]]> : tensor<3x1x1xf32>
  %0 = stablehlo.convolution(%x, %k)
    dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],
    window = {reverse = [true]}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<1x4x1xf32>, tensor<3x1x1xf32>) -> tensor<1x2x1xf32>
  check.expect_eq_const %0, dense<[[[9.0], [6.0]]]> : tensor<1x2x1xf32>
  return
}

func.func @reversal_of_one_of_two_dimensions() {
  %x = stablehlo.constant dense<[[[[-1.0], [0.0], [-2.0]], [[-2.0], [3.0], [1.0]], [[-3.0], [-2.0], [0.0]]]]> : tensor<1x3x3x1xf32>
  %k = stablehlo.constant dense<[[[[3.0]], [[3.0]]], [[[-2.0]], [[1.0]]]]> : tensor<2x2x1x1xf32>
  %0 = stablehlo.convolution(%x, %k)
    dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
    window = {reverse = [false, true]}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<1x3x3x1xf32>, tensor<2x2x1x1xf32>) -> tensor<1x2x2x1xf32>
  check.expect_eq_const %0, dense<[[[[-11.0], [-5.0]], [[4.0], [10.0]]]]> : tensor<1x2x2x1xf32>
  return
}

func.func @feature_groups() {
  %x = stablehlo.constant dense<[[[-3.0, -2.0, -2.0, 0.0], [-1.0, 2.0, 0.0, -1.0], [3.0, 1.0, 1.0, 2.0]]]> : tensor<1x3x4xf32>
  %k = stablehlo.constant dense<[[[-1.0, 3.0], [-3.0, -1.0]], [[-2.0, -3.0], [3.0, -3.0]]]> : tensor<2x2x2xf32>
  %0 = stablehlo.convolution(%x, %k)
    dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],
    window = {}
    {batch_group_count = 1 : i64, feature_group_count = 2 : i64}
    : (tensor<1x3x4xf32>, tensor<2x2x2xf32>) -> tensor<1x2x2xf32>
  check.expect_eq_const %0, dense<[[[17.0, -3.0], [-8.0, -8.0]]]> : tensor<1x2x2xf32>
  return
}

func.func @depthwise() {
  %x = stablehlo.constant dense<[[[0.0, 2.0, 1.0], [2.0, -3.0, 0.0], [-3.0, -2.0, 2.0]]]> : tensor<1x3x3xf32>
  %k = stablehlo.constant dense<[[[-3.0, 1.0, -3.0, -1.0, 3.0, -1.0]], [[-1.0, -3.0, 2.0, -2.0, 0.0, -3.0]]]> : tensor<2x1x6xf32>
  %0 = stablehlo.convolution(%x, %k)
    dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],
    window = {}
    {batch_group_count = 1 : i64, feature_group_count = 3 : i64}
    : (tensor<1x3x3xf32>, tensor<2x1x6xf32>) -> tensor<1x2x6xf32>
  check.expect_eq_const %0, dense<[[[-2.0, -6.0, -12.0, 4.0, 3.0, -1.0], [-3.0, 11.0, 5.0, 7.0, 0.0, -6.0]]]> : tensor<1x2x6xf32>
  return
}

func.func @batch_groups() {
  %x = stablehlo.constant dense<[[[-3.0], [2.0], [-3.0]], [[0.0], [-1.0], [-3.0]], [[1.0], [2.0], [3.0]], [[-2.0], [3.0], [-3.0]]]> : tensor<4x3x1xf32>
  %k = stablehlo.constant dense<[[[-3.0, 1.0, 3.0, 3.0]], [[2.0, -3.0, -1.0, 2.0]]]> : tensor<2x1x4xf32>
  %0 = stablehlo.convolution(%x, %k)
    dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],
    window = {}
    {batch_group_count = 2 : i64, feature_group_count = 1 : i64}
    : (tensor<4x3x1xf32>, tensor<2x1x4xf32>) -> tensor<2x2x4xf32>
  check.expect_eq_const %0, dense<[[[13.0, -9.0, 1.0, 7.0], [-12.0, 11.0, 3.0, 12.0]], [[-2.0, 3.0, -9.0, 0.0], [-3.0, 8.0, 12.0, 3.0]]]> : tensor<2x2x4xf32>
  return
}

func.func @dimensions_in_another_order() {
  %x = stablehlo.constant dense<[[[0.0, -2.0, 1.0, -3.0]], [[1.0, -3.0, -1.0, -1.0]]]> : tensor<2x1x4xf32>
  %k = stablehlo.constant dense<[[[3.0, 2.0], [1.0, 0.0]], [[-1.0, 2.0], [3.0, -2.0]], [[-2.0, -1.0], [0.0, -2.0]]]> : tensor<3x2x2xf32>
  %0 = stablehlo.convolution(%x, %k)
    dim_numbers = [f, b, 0]x[o, 0, i]->[0, f, b],
    window = {}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<2x1x4xf32>, tensor<3x2x2xf32>) -> tensor<3x3x1xf32>
  check.expect_eq_const %0, dense<[[[0.0], [2.0], [5.0]], [[-11.0], [1.0], [9.0]], [[-2.0], [-10.0], [1.0]]]> : tensor<3x3x1xf32>
  return
}

func.func @no_spatial_dimension_is_a_matrix_product() {
  %x = stablehlo.constant dense<[[-1.0, 3.0, -1.0], [3.0, 0.0, -1.0]]> : tensor<2x3xf32>
  %k = stablehlo.constant dense<[[3.0, 0.0], [2.0, -1.0], [3.0, 2.0]]> : tensor<3x2xf32>
  %0 = stablehlo.convolution(%x, %k)
    dim_numbers = [b, f]x[i, o]->[b, f],
    window = {}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  check.expect_eq_const %0, dense<[[0.0, -5.0], [6.0, -2.0]]> : tensor<2x2xf32>
  return
}

func.func @three_spatial_dimensions() {
  %x = stablehlo.constant dense<[[[[[3.0, -3.0, -3.0], [-3.0, 0.0, -1.0]], [[3.0, -2.0, -2.0], [2.0, -1.0, 2.0]]]]]> : tensor<1x1x2x2x3xf32>
  %k = stablehlo.constant dense<[[[[[-1.0, 0.0], [-3.0, 1.0]]]]]> : tensor<1x1x1x2x2xf32>
  %0 = stablehlo.convolution(%x, %k)
    dim_numbers = [b, f, 0, 1, 2]x[o, i, 0, 1, 2]->[b, f, 0, 1, 2],
    window = {pad = [[0, 0], [1, 0], [0, 1]]}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<1x1x2x2x3xf32>, tensor<1x1x1x2x2xf32>) -> tensor<1x1x2x2x3xf32>
  check.expect_eq_const %0, dense<[[[[[-12.0, 6.0, 9.0], [6.0, 2.0, 6.0]], [[-11.0, 4.0, 6.0], [-10.0, 7.0, -4.0]]]]]> : tensor<1x1x2x2x3xf32>
  return
}

func.func @all_together() {
  %x = stablehlo.constant dense<[[[[3.0, 1.0, 3.0, 2.0], [0.0, 3.0, 0.0, -2.0], [0.0, 1.0, -2.0, -2.0], [1.0, 0.0, 0.0, 2.0], [1.0, 3.0, -2.0, 2.0], [0.0, -3.0, -3.0, -1.0]], [[1.0, -2.0, 0.0, 3.0], [-3.0, -2.0, 3.0, -2.0], [3.0, -1.0, 2.0, -3.0], [1.0, 3.0, -1.0, 1.0], [-2.0, -2.0, -3.0, 0.0], [0.0, -3.0, -2.0, 1.0]], [[-1.0, -2.0, -3.0, -3.0], [1.0, -3.0, 2.0, 0.0], [-2.0, 1.0, -2.0, -1.0], [0.0, 1.0, -3.0, -1.0], [-3.0, -3.0, -2.0, -1.0], [3.0, -1.0, -3.0, 3.0]], [[0.0, -3.0, -3.0, -3.0], [3.0, 0.0, 1.0, 3.0], [-1.0, 3.0, -1.0, 1.0], [2.0, -3.0, 2.0, 2.0], [3.0, 1.0, 0.0, -2.0], [2.0, 0.0, 2.0, -3.0]], [[-1.0, 2.0, 1.0, 2.0], [1.0, 2.0, 2.0, 2.0], [1.0, -2.0, -3.0, 2.0], [-1.0, -2.0, -3.0, -3.0], [-3.0, -1.0, -1.0, 0.0], [1.0, -1.0, 0.0, 1.0]]], [[[1.0, 1.0, -3.0, -2.0], [2.0, 1.0, -1.0, -1.0], [3.0, 2.0, -1.0, -1.0], [-3.0, 2.0, 1.0, -1.0], [1.0, 0.0, 0.0, 1.0], [2.0, 0.0, -1.0, -2.0]], [[-1.0, 3.0, -2.0, -3.0], [1.0, -1.0, -3.0, 0.0], [2.0, -3.0, 0.0, -2.0], [1.0, 2.0, 2.0, 2.0], [-1.0, 1.0, 1.0, 3.0], [1.0, 2.0, -3.0, -1.0]], [[-1.0, 1.0, 3.0, -1.0], [0.0, 2.0, -2.0, -1.0], [-2.0, -2.0, 1.0, 3.0], [-2.0, 1.0, 1.0, 2.0], [1.0, 0.0, -3.0, 2.0], [-2.0, 0.0, 3.0, 0.0]], [[-1.0, -3.0, -2.0, 0.0], [2.0, 2.0, -2.0, 1.0], [1.0, 2.0, 0.0, 0.0], [-1.0, 3.0, 0.0, -3.0], [0.0, 3.0, 2.0, -1.0], [3.0, -3.0, 2.0, 1.0]], [[-3.0, 0.0, -1.0, -1.0], [-2.0, 2.0, 2.0, -3.0], [2.0, 1.0, -2.0, -1.0], [-2.0, 0.0, -3.0, 0.0], [-3.0, -3.0, 2.0, 0.0], [-1.0, 3.0, -1.0, -2.0]]]]> : tensor<2x5x6x4xf32>
  %k = stablehlo.constant dense<[[[[3.0, -3.0, 3.0, -3.0], [2.0, 0.0, -3.0, 3.0]], [[-1.0, -3.0, 2.0, 3.0], [-2.0, 0.0, 3.0, -3.0]], [[2.0, -1.0, -3.0, -2.0], [3.0, 1.0, 3.0, 0.0]]], [[[-3.0, -1.0, -1.0, -2.0], [-3.0, 3.0, -3.0, 2.0]], [[2.0, 0.0, 1.0, -1.0], [0.0, 2.0, 0.0, 3.0]], [[2.0, -3.0, 3.0, -2.0], [-2.0, -1.0, 2.0, 0.0]]]]> : tensor<2x3x2x4xf32>
  %0 = stablehlo.convolution(%x, %k)
    dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
    window = {stride = [2, 3], pad = [[1, -1], [0, 2]], lhs_dilate = [2, 1], rhs_dilate = [1, 2], reverse = [true, false]}
    {batch_group_count = 1 : i64, feature_group_count = 2 : i64}
    : (tensor<2x5x6x4xf32>, tensor<2x3x2x4xf32>) -> tensor<2x4x2x4xf32>
  check.expect_eq_const %0, dense<[[[[20.0, -7.0, 5.0, 1.0], [9.0, -3.0, -15.0, 0.0]], [[-12.0, -12.0, -5.0, 30.0], [15.0, -3.0, -7.0, -3.0]], [[-22.0, 9.0, -4.0, 1.0], [1.0, -9.0, -3.0, -12.0]], [[-2.0, 1.0, -5.0, -6.0], [-2.0, -12.0, -5.0, 15.0]]], [[[0.0, -13.0, -5.0, 3.0], [-7.0, 3.0, -2.0, -3.0]], [[8.0, -1.0, 3.0, 1.0], [2.0, -6.0, -9.0, -6.0]], [[7.0, 8.0, 38.0, -12.0], [-2.0, 12.0, 3.0, 12.0]], [[-5.0, 3.0, -15.0, 2.0], [6.0, -6.0, 16.0, -6.0]]]]> : tensor<2x4x2x4xf32>
  return
}

func.func @kernel_larger_than_the_input_gives_nothing() {
  %x = stablehlo.constant dense<[[[2.0], [-3.0]]]> : tensor<1x2x1xf32>
  %k = stablehlo.constant dense<[[[2.0]], [[-3.0]], [[-2.0]]]> : tensor<3x1x1xf32>
  %0 = stablehlo.convolution(%x, %k)
    dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],
    window = {}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<1x2x1xf32>, tensor<3x1x1xf32>) -> tensor<1x0x1xf32>
  check.expect_eq_const %0, dense<> : tensor<1x0x1xf32>
  return
}

func.func @window_of_padding_only_is_zero() {
  %x = stablehlo.constant dense<[[[-2.0]]]> : tensor<1x1x1xf32>
  %k = stablehlo.constant dense<[[[2.0]]]> : tensor<1x1x1xf32>
  %0 = stablehlo.convolution(%x, %k)
    dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],
    window = {pad = [[2, 0]]}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<1x1x1xf32>, tensor<1x1x1xf32>) -> tensor<1x3x1xf32>
  check.expect_eq_const %0, dense<[[[0.0], [0.0], [-4.0]]]> : tensor<1x3x1xf32>
  return
}

func.func @no_batches() {
  %x = stablehlo.constant dense<> : tensor<0x3x1xf32>
  %k = stablehlo.constant dense<[[[-1.0]], [[2.0]]]> : tensor<2x1x1xf32>
  %0 = stablehlo.convolution(%x, %k)
    dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],
    window = {}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<0x3x1xf32>, tensor<2x1x1xf32>) -> tensor<0x2x1xf32>
  check.expect_eq_const %0, dense<> : tensor<0x2x1xf32>
  return
}

func.func @complex() {
  %x = stablehlo.constant dense<[[[(2.0, 3.0)], [(1.0, -3.0)], [(1.0, 1.0)]]]> : tensor<1x3x1xcomplex<f32>>
  %k = stablehlo.constant dense<[[[(-3.0, 0.0)]], [[(1.0, 3.0)]]]> : tensor<2x1x1xcomplex<f32>>
  %0 = stablehlo.convolution(%x, %k)
    dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],
    window = {}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<1x3x1xcomplex<f32>>, tensor<2x1x1xcomplex<f32>>) -> tensor<1x2x1xcomplex<f32>>
  check.expect_eq_const %0, dense<[[[(4.0, -9.0)], [(-5.0, 13.0)]]]> : tensor<1x2x1xcomplex<f32>>
  return
}

func.func @integers() {
  %x = stablehlo.constant dense<[[[3], [-3], [3], [-2]]]> : tensor<1x4x1xi32>
  %k = stablehlo.constant dense<[[[-1]], [[0]]]> : tensor<2x1x1xi32>
  %0 = stablehlo.convolution(%x, %k)
    dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],
    window = {}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<1x4x1xi32>, tensor<2x1x1xi32>) -> tensor<1x3x1xi32>
  check.expect_eq_const %0, dense<[[[-3], [3], [-3]]]> : tensor<1x3x1xi32>
  return
}

func.func @integers_are_widened() {
  %x = stablehlo.constant dense<[[[100], [100]]]> : tensor<1x2x1xi8>
  %k = stablehlo.constant dense<[[[100]], [[100]]]> : tensor<2x1x1xi8>
  %0 = stablehlo.convolution(%x, %k)
    dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],
    window = {}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<1x2x1xi8>, tensor<2x1x1xi8>) -> tensor<1x1x1xi32>
  check.expect_eq_const %0, dense<[[[20000]]]> : tensor<1x1x1xi32>
  return
}

func.func @integers_wrap() {
  %x = stablehlo.constant dense<100> : tensor<1x2x1xi8>
  %k = stablehlo.constant dense<100> : tensor<2x1x1xi8>
  %0 = stablehlo.convolution(%x, %k)
    dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],
    window = {}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<1x2x1xi8>, tensor<2x1x1xi8>) -> tensor<1x1x1xi8>
  check.expect_eq_const %0, dense<32> : tensor<1x1x1xi8>
  return
}

// Padding is skipped, not multiplied: an infinite kernel element does not
// meet a zero there.
func.func @padding_does_not_meet_infinity() {
  %x = stablehlo.constant dense<[[[2.0], [5.0]]]> : tensor<1x2x1xf32>
  %k = stablehlo.constant dense<[[[0x7F800000]], [[3.0]]]> : tensor<2x1x1xf32>
  %0 = stablehlo.convolution(%x, %k)
    dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],
    window = {pad = [[1, 0]]}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<1x2x1xf32>, tensor<2x1x1xf32>) -> tensor<1x2x1xf32>
  check.expect_eq_const %0, dense<[[[6.0], [0x7F800000]]]> : tensor<1x2x1xf32>
  return
}

func.func @dynamic_conv_takes_padding_from_data() {
  %x = stablehlo.constant dense<[[[1.0], [2.0]]]> : tensor<1x2x1xf32>
  %k = stablehlo.constant dense<[[[10.0]], [[1.0]]]> : tensor<2x1x1xf32>
  %pad = stablehlo.constant dense<[[1, 1]]> : tensor<1x2xi64>
  %0 = "stablehlo.dynamic_conv"(%x, %k, %pad) <{
    batch_group_count = 1 : i64, feature_group_count = 1 : i64,
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>
  }> : (tensor<1x2x1xf32>, tensor<2x1x1xf32>, tensor<1x2xi64>) -> tensor<1x?x1xf32>
  %1 = stablehlo.constant dense<3> : tensor<i32>
  %2 = stablehlo.get_dimension_size %0, dim = 1 : (tensor<1x?x1xf32>) -> tensor<i32>
  check.expect_eq %1, %2 : tensor<i32>
  %shape = stablehlo.constant dense<3> : tensor<1xi64>
  %3 = stablehlo.dynamic_reshape %0, %shape : (tensor<1x?x1xf32>, tensor<1xi64>) -> tensor<3xf32>
  check.expect_eq_const %3, dense<[1.0, 12.0, 20.0]> : tensor<3xf32>
  return
}

func.func @no_features_is_zero_however_large_the_kernel() {
  %x = stablehlo.constant dense<> : tensor<1x1099511627776x0xf32>
  %k = stablehlo.constant dense<> : tensor<1099511627776x0x1xf32>
  %0 = stablehlo.convolution(%x, %k)
    dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],
    window = {}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<1x1099511627776x0xf32>, tensor<1099511627776x0x1xf32>) -> tensor<1x1x1xf32>
  check.expect_eq_const %0, dense<0.0> : tensor<1x1x1xf32>
  return
}

// Each factor becomes a float first: the products would not fit the operands'
// type.
func.func @integers_to_floats() {
  %x = stablehlo.constant dense<[[[100], [-50]]]> : tensor<1x2x1xi8>
  %k = stablehlo.constant dense<[[[100]], [[-40]]]> : tensor<2x1x1xi8>
  %0 = stablehlo.convolution(%x, %k)
    dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],
    window = {}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<1x2x1xi8>, tensor<2x1x1xi8>) -> tensor<1x1x1xf16>
  check.expect_eq_const %0, dense<12000.0> : tensor<1x1x1xf16>
  // 16777217 is no f32.
  %m = stablehlo.constant dense<16777217> : tensor<1x1x1xi32>
  %one = stablehlo.constant dense<1> : tensor<1x1x1xi32>
  %1 = stablehlo.convolution(%m, %one)
    dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],
    window = {}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<1x1x1xi32>, tensor<1x1x1xi32>) -> tensor<1x1x1xf32>
  check.expect_eq_const %1, dense<16777216.0> : tensor<1x1x1xf32>
  return
}
