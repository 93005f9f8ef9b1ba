module {
  func.func @main(%arg0: tensor<3x0xf8E3M4>) -> (tensor<complex<f64>>, tensor<f8E3M4>, tensor<3x0xf8E3M4>, tensor<1x2xf8E3M4>) {
    %cst = stablehlo.constant dense<(0.000000e+00,6.6640625)> : tensor<complex<f64>>
    %0 = stablehlo.exponential %cst : tensor<complex<f64>>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f8E3M4>
    %1 = stablehlo.logistic %cst_0 : tensor<f8E3M4>
    %2 = stablehlo.logistic %arg0 : tensor<3x0xf8E3M4>
    %3 = stablehlo.logistic %2 : tensor<3x0xf8E3M4>
    %cst_1 = stablehlo.constant dense<[[-1.450000e+01, 1.562500e-02]]> : tensor<1x2xf8E3M4>
    %4 = stablehlo.negate %cst_1 : tensor<1x2xf8E3M4>
    return %0, %1, %3, %4 : tensor<complex<f64>>, tensor<f8E3M4>, tensor<3x0xf8E3M4>, tensor<1x2xf8E3M4>
  }
}
