module {
  func.func @main(%arg0: tensor<1x1x5x5xcomplex<f32>>, %arg1: tensor<3xcomplex<f32>>, %arg2: tensor<2x1x1x3xcomplex<f32>>, %arg3: tensor<2x2x1x1xf8E5M2>) -> (tensor<1x4x2x1xi16>, tensor<1x1x5x5xcomplex<f32>>) {
    %c = stablehlo.constant dense<[[[[4], [3]], [[8], [-1]], [[8], [-1]], [[32767], [-5]]]]> : tensor<1x4x2x1xi16>
    %0 = stablehlo.count_leading_zeros %c : tensor<1x4x2x1xi16>
    %1 = stablehlo.exponential %arg0 : tensor<1x1x5x5xcomplex<f32>>
    %2 = stablehlo.maximum %arg1, %arg1 : tensor<3xcomplex<f32>>
    %cst = stablehlo.constant dense<[[[[(-1.96853631E-19,-6.76953125), (0.068359375,0.303710938), (1.000000e+00,0x7FC00000)]], [[(0.127929688,0.23828125), (2.000000e+00,-0.000000e+00), (0x7FC00000,-3.40282347E+38)]]]]> : tensor<1x2x1x3xcomplex<f32>>
    %c_0 = stablehlo.constant dense<[0, 3, 3, 2]> : tensor<4xi64>
    %c_1 = stablehlo.constant dense<[-1, -3, -3, -2]> : tensor<4xi64>
    %3 = stablehlo.add %c_0, %c_1 : tensor<4xi64>
    %4 = stablehlo.reshape %3 : (tensor<4xi64>) -> tensor<2x2xi64>
    %5 = "stablehlo.dynamic_conv"(%arg2, %cst, %4) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[1, f, b, 0]x[o, 0, i, 1]->[f, b, 0, 1]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 2>, window_reversal = array<i1: false, true>, window_strides = array<i64: 1, 1>}> : (tensor<2x1x1x3xcomplex<f32>>, tensor<1x2x1x3xcomplex<f32>>, tensor<2x2xi64>) -> tensor<1x1x1x0xcomplex<f32>>
    %6 = stablehlo.broadcast_in_dim %arg3, dims = [0, 1, 2, 3] : (tensor<2x2x1x1xf8E5M2>) -> tensor<2x2x1x2x5xf8E5M2>
    return %0, %1 : tensor<1x4x2x1xi16>, tensor<1x1x5x5xcomplex<f32>>
  }
}
