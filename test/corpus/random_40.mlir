module {
  func.func @main(%arg0: tensor<3x2x2xcomplex<f64>>, %arg1: tensor<complex<f64>>, %arg2: tensor<4x1xui4>, %arg3: tensor<5x3x2xf8E4M3>, %arg4: tensor<i1>) -> (tensor<4x1xui4>, tensor<5x3x2xf8E4M3>, tensor<i1>) {
    %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.multiply across dimensions = [1, 2] : (tensor<3x2x2xcomplex<f64>>, tensor<complex<f64>>) -> tensor<3xcomplex<f64>>
    %cst = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f64>>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.minimum across dimensions = [0] : (tensor<3xcomplex<f64>>, tensor<complex<f64>>) -> tensor<complex<f64>>
    %2 = stablehlo.count_leading_zeros %arg2 : tensor<4x1xui4>
    %3 = stablehlo.exponential %arg3 : tensor<5x3x2xf8E4M3>
    %4 = stablehlo.compare EQ, %1, %1 : (tensor<complex<f64>>, tensor<complex<f64>>) -> tensor<i1>
    %5 = stablehlo.compare LT, %4, %arg4 : (tensor<i1>, tensor<i1>) -> tensor<i1>
    return %2, %3, %5 : tensor<4x1xui4>, tensor<5x3x2xf8E4M3>, tensor<i1>
  }
}
