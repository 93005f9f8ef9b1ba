module {
  func.func @main(%arg0: tensor<2x4x3x1xi64>) -> tensor<6x1x5x1xi64> {
    %c = stablehlo.constant dense<[[[[0], [6]]]]> : tensor<1x1x2x1xi64>
    %0 = stablehlo.convolution(%arg0, %c) dim_numbers = [f, 1, 0, b]x[1, o, i, 0]->[1, f, 0, b], window = {stride = [1, 1], pad = [[0, 0], [0, 2]], lhs_dilate = [2, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x4x3x1xi64>, tensor<1x1x2x1xi64>) -> tensor<6x1x5x1xi64>
    %c_0 = stablehlo.constant dense<[9, 9223372036854775808, 5040198711457600304]> : tensor<3xui64>
    %output_state, %output = stablehlo.rng_bit_generator %c_0, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<3x4xi64>)
    %cst = stablehlo.constant dense<[[[0.000000e+00, -3.000000e+00], [1.374220e+01, 6.660460e-03], [1.508790e-01, -3.503420e-01], [-2.060550e+00, 4.835940e+00]]]> : tensor<1x4x2xf16>
    %1 = stablehlo.cosine %cst : tensor<1x4x2xf16>
    return %0 : tensor<6x1x5x1xi64>
  }
}
