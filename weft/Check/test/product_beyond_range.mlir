// A product may be taken unrounded by the difference that follows: of one that overflows, less infinity, comes no NaN.
// RUN: weft-fuzz-programs --file=%s --stages=pipeline

module {
  func.func @main(%arg0: tensor<2x3x2x2xf32>, %arg1: tensor<3xf32>) -> tensor<3xf32> {
    %0 = stablehlo.multiply %arg0, %arg0 : tensor<2x3x2x2xf32>
    %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%0, %arg1, %arg1) <{epsilon = 1.250000e-01 : f32, feature_index = 1 : i64}> : (tensor<2x3x2x2xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x2x2xf32>, tensor<3xf32>, tensor<3xf32>)
    return %batch_var : tensor<3xf32>
  }
}

// --args='[dense<[[[[-3.40282347E+38, -1.000000e+00], [12.3242188, 4.250000e+00]], [[0x7F800000, 12.5898438], [-0.849609375, 3.40282347E+38]], [[1.87939453, 0.000000e+00], [3.50585938, 0xFF800000]]], [[[-3.43457031, 9.703125], [13.1796875, -3.02148438]], [[-0.000000e+00, 3.40282347E+38], [3.000000e+00, 2.031250e-01]], [[0xFF800000, 1.34367029E-28], [-1.171875, 3.40282347E+38]]]]> : tensor<2x3x2x2xf32>, dense<[-12.234375, -0.818115234, -0.555175781]> : tensor<3xf32>]'
