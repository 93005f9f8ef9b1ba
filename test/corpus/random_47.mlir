module {
  func.func @main(%arg0: tensor<4x1x1xf64>, %arg1: tensor<f8E5M2>, %arg2: tensor<3x5x1x1xbf16>) -> (tensor<4x1x1xcomplex<f64>>, tensor<2xui32>, tensor<2xui32>, tensor<f8E5M2>, tensor<2x4x1x0xbf16>, tensor<3x5x1x1xbf16>, tensor<3x5x1x1xbf16>) {
    %0 = stablehlo.complex %arg0, %arg0 : tensor<4x1x1xcomplex<f64>>
    %c = stablehlo.constant dense<1> : tensor<2xui32>
    %1 = stablehlo.reshape %c : (tensor<2xui32>) -> tensor<2xui32>
    %2 = stablehlo.remainder %1, %c : tensor<2xui32>
    %3 = stablehlo.slice %arg1 [] : (tensor<f8E5M2>) -> tensor<f8E5M2>
    %cst = stablehlo.constant dense<> : tensor<2x4x1x0xbf16>
    %4 = stablehlo.add %cst, %cst : tensor<2x4x1x0xbf16>
    %5 = stablehlo.add %cst, %cst : tensor<2x4x1x0xbf16>
    %cst_0 = stablehlo.constant dense<[[[[-1.343750e+01]], [[-3.046880e+00]], [[1.481250e+01]], [[9.531250e-01]], [[1.546880e+00]]], [[[0x7F80]], [[5.593750e+00]], [[-8.828120e-01]], [[8.359380e-01]], [[1.350000e+01]]], [[[-1.836710e-40]], [[-0.000000e+00]], [[4.000000e+00]], [[-1.350030e-13]], [[-3.417970e-01]]]]> : tensor<3x5x1x1xbf16>
    %6 = stablehlo.exponential %arg2 : tensor<3x5x1x1xbf16>
    return %0, %c, %2, %3, %4, %cst_0, %6 : tensor<4x1x1xcomplex<f64>>, tensor<2xui32>, tensor<2xui32>, tensor<f8E5M2>, tensor<2x4x1x0xbf16>, tensor<3x5x1x1xbf16>, tensor<3x5x1x1xbf16>
  }
}
