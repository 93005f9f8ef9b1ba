module {
  func.func @main(%arg0: tensor<1x4x3xui2>, %arg1: tensor<bf16>, %arg2: tensor<bf16>, %arg3: tensor<3x3x4x1xf8E5M2>, %arg4: tensor<1x1xf8E8M0FNU>) -> (tensor<2x2xcomplex<f32>>, tensor<1x4x3xui2>, tensor<12x6xbf16>) {
    %cst = stablehlo.constant dense<(0x7FC00000,-9.406250e+00)> : tensor<1x2xcomplex<f32>>
    %cst_0 = stablehlo.constant dense<[[(3.000000e+00,-5.687500e+00), (-1.65966797,0xFF800000)]]> : tensor<1x2xcomplex<f32>>
    %0 = stablehlo.convolution(%cst, %cst_0) dim_numbers = [f, b]x[i, o]->[b, f], window = {stride = [], pad = [], lhs_dilate = [], rhs_dilate = [], reverse = []} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2xcomplex<f32>>, tensor<1x2xcomplex<f32>>) -> tensor<2x2xcomplex<f32>>
    %1 = stablehlo.create_token : !stablehlo.token
    %2 = stablehlo.after_all %1, %1 : !stablehlo.token
    %3 = stablehlo.not %arg0 : tensor<1x4x3xui2>
    %cst_1 = stablehlo.constant dense<0x80> : tensor<1x1x2x4xf8E4M3FNUZ>
    %4 = stablehlo.log %cst_1 : tensor<1x1x2x4xf8E4M3FNUZ>
    %cst_2 = stablehlo.constant dense<[[-1.101560e+00, -3.389530e+38, -1.226560e+00], [-1.836710e-40, -5.250000e+00, 2.755060e-40], [0x7F80, -6.312500e+00, 0xFF80], [0x7FC0, -6.250000e-01, 7.851560e-01], [1.330140e-11, -7.500000e+00, 3.000000e+00], [3.417970e-01, 7.375000e+00, -2.484380e+00], [-3.937500e+00, -9.960930e-01, 1.414060e+00], [0.000000e+00, 0x7FC0, -5.843750e+00], [-2.755060e-40, -4.000000e+00, -0.000000e+00]]> : tensor<9x3xbf16>
    %5 = stablehlo.pad %cst_2, %arg1, low = [0, 1], high = [1, 1], interior = [0, 0] : (tensor<9x3xbf16>, tensor<bf16>) -> tensor<10x5xbf16>
    %6 = stablehlo.pad %5, %arg2, low = [1, 0], high = [1, 1], interior = [0, 0] : (tensor<10x5xbf16>, tensor<bf16>) -> tensor<12x6xbf16>
    %7 = stablehlo.imag %arg3 : tensor<3x3x4x1xf8E5M2>
    %8 = stablehlo.imag %arg4 : tensor<1x1xf8E8M0FNU>
    return %0, %3, %6 : tensor<2x2xcomplex<f32>>, tensor<1x4x3xui2>, tensor<12x6xbf16>
  }
}
