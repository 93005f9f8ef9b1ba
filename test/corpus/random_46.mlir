module {
  func.func @main(%arg0: tensor<3x4x4x1xi8>, %arg1: tensor<2x1x5x1xf64>, %arg2: tensor<4x0x3x1xf8E8M0FNU>) -> (tensor<0xf8E5M2FNUZ>, tensor<0xf8E5M2FNUZ>, tensor<1x1x5xf64>, tensor<2xui64>, tensor<1x1x1xf64>, tensor<1x2x1x3x2xf64>, tensor<4x0x3x1xf8E8M0FNU>, tensor<3x2x3xi1>, tensor<3x2x3x!quant.uniform<i8:f32, 5.000000e-01:3>>) {
    %c = stablehlo.constant dense<[[[[false], [true], [false], [true]], [[true], [false], [true], [false]], [[true], [true], [false], [true]], [[true], [true], [false], [true]]], [[[false], [false], [false], [false]], [[true], [false], [false], [true]], [[true], [false], [true], [true]], [[false], [true], [true], [false]]], [[[false], [true], [true], [false]], [[false], [true], [true], [true]], [[false], [true], [true], [false]], [[true], [true], [true], [true]]]]> : tensor<3x4x4x1xi1>
    %0 = stablehlo.select %c, %arg0, %arg0 : tensor<3x4x4x1xi1>, tensor<3x4x4x1xi8>
    %cst = stablehlo.constant dense<> : tensor<0xf8E5M2FNUZ>
    %cst_0 = stablehlo.constant dense<> : tensor<0xf8E5M2FNUZ>
    %1 = stablehlo.divide %cst, %cst_0 : tensor<0xf8E5M2FNUZ>
    %2 = stablehlo.divide %cst_0, %cst : tensor<0xf8E5M2FNUZ>
    %cst_1 = stablehlo.constant dense<[[[(4.08984375,-0.75732421875), (-1.01953125,4.75390625), (9.62109375,-8.0078125), (1.482200e-323,0x7FF0000000000000), (-6.51171875,0.000000e+00)]]]> : tensor<1x1x5xcomplex<f64>>
    %3 = stablehlo.real %cst_1 : (tensor<1x1x5xcomplex<f64>>) -> tensor<1x1x5xf64>
    %c_2 = stablehlo.constant dense<6> : tensor<2xui64>
    %output_state, %output = stablehlo.rng_bit_generator %c_2, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1x1x1xf64>)
    %4 = stablehlo.compare EQ, %output, %output : (tensor<1x1x1xf64>, tensor<1x1x1xf64>) -> tensor<1x1x1xi1>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<1x1x1xf64>
    %5 = stablehlo.select %4, %output, %cst_3 : tensor<1x1x1xi1>, tensor<1x1x1xf64>
    %c_4 = stablehlo.constant dense<[[[0, 2]]]> : tensor<1x1x2xi8>
    %6 = stablehlo.optimization_barrier %c_4 : tensor<1x1x2xi8>
    %7 = "stablehlo.gather"(%arg1, %6) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2, 3], operand_batching_dims = [3], start_indices_batching_dims = [1], start_index_map = [1]>, indices_are_sorted = false, slice_sizes = array<i64: 2, 1, 3, 1>}> : (tensor<2x1x5x1xf64>, tensor<1x1x2xi8>) -> tensor<1x2x1x3x2xf64>
    %8 = stablehlo.exponential %arg2 : tensor<4x0x3x1xf8E8M0FNU>
    %cst_5 = stablehlo.constant dense<[[[-6.09765625, -3.40282347E+38, -0.811035156], [0x7FC00000, -4.375000e-01, 3.40282347E+38]], [[-2.81599311E+35, 0x7FC00000, -0.418457031], [-2.000000e+00, -2.802600e-45, -0.000000e+00]], [[-3.40282347E+38, 0x7FC00000, 0.000000e+00], [0.00608330313, -1.06494141, 2.000000e+00]]]> : tensor<3x2x3xf32>
    %cst_6 = stablehlo.constant dense<2.000000e+00> : tensor<3x2x3xf32>
    %9 = stablehlo.add %cst_5, %cst_6 : tensor<3x2x3xf32>
    %cst_7 = stablehlo.constant dense<3.000000e+00> : tensor<3x2x3xf32>
    %10 = stablehlo.compare EQ, %9, %cst_7 : (tensor<3x2x3xf32>, tensor<3x2x3xf32>) -> tensor<3x2x3xi1>
    %11 = stablehlo.uniform_quantize %9 : (tensor<3x2x3xf32>) -> tensor<3x2x3x!quant.uniform<i8:f32, 5.000000e-01:3>>
    %c_8 = stablehlo.constant dense<[[[18446744073709551614, 18446744073709551615, 6, 1]], [[9223372036854775808, 18446744073709551613, 6, 18446744073709551614]], [[15734444425690883774, 18446744073709551611, 1, 18446744073709551615]], [[0, 18446744073709551614, 9223372036854775807, 1545963058757480174]]]> : tensor<4x1x4xui64>
    %c_9 = stablehlo.constant dense<1> : tensor<ui64>
    %12 = "stablehlo.reduce_window"(%c_8, %c_9) <{base_dilations = array<i64: 1, 1, 1>, padding = dense<[[0, 3], [0, 0], [0, 0]]> : tensor<3x2xi64>, window_dilations = array<i64: 1, 1, 1>, window_dimensions = array<i64: 4, 1, 1>, window_strides = array<i64: 1, 1, 1>}> ({
    ^bb0(%arg3: tensor<ui64>, %arg4: tensor<ui64>):
      %13 = stablehlo.multiply %arg3, %arg4 : tensor<ui64>
      stablehlo.return %13 : tensor<ui64>
    }) : (tensor<4x1x4xui64>, tensor<ui64>) -> tensor<4x1x4xui64>
    return %1, %2, %3, %output_state, %5, %7, %8, %10, %11 : tensor<0xf8E5M2FNUZ>, tensor<0xf8E5M2FNUZ>, tensor<1x1x5xf64>, tensor<2xui64>, tensor<1x1x1xf64>, tensor<1x2x1x3x2xf64>, tensor<4x0x3x1xf8E8M0FNU>, tensor<3x2x3xi1>, tensor<3x2x3x!quant.uniform<i8:f32, 5.000000e-01:3>>
  }
}
