module {
  func.func @main(%arg0: tensor<3xf6E2M3FN>, %arg1: tensor<3x3x1xf8E5M2FNUZ>, %arg2: tensor<3x1x2xui16>) -> (tensor<1x1x2xf8E4M3FNUZ>, tensor<3xf6E2M3FN>, tensor<3x3x1xf8E5M2FNUZ>) {
    %cst = stablehlo.constant dense<[[[-4.687500e-01, -2.812500e-01]]]> : tensor<1x1x2xf8E4M3FNUZ>
    %0 = stablehlo.cbrt %cst : tensor<1x1x2xf8E4M3FNUZ>
    %cst_0 = stablehlo.constant dense<-1.375000e+00> : tensor<f8E4M3FNUZ>
    %1 = stablehlo.pad %0, %cst_0, low = [0, 0, 0], high = [0, 0, 0], interior = [2, 0, 0] : (tensor<1x1x2xf8E4M3FNUZ>, tensor<f8E4M3FNUZ>) -> tensor<1x1x2xf8E4M3FNUZ>
    %cst_1 = stablehlo.constant dense<[5.000000e-01, -4.000000e+00, -1.250000e-01]> : tensor<3xf6E2M3FN>
    %2 = stablehlo.multiply %cst_1, %arg0 : tensor<3xf6E2M3FN>
    %3 = stablehlo.reduce_precision %arg1, format = e4m39 : tensor<3x3x1xf8E5M2FNUZ>
    %4 = stablehlo.count_leading_zeros %arg2 : tensor<3x1x2xui16>
    return %1, %2, %3 : tensor<1x1x2xf8E4M3FNUZ>, tensor<3xf6E2M3FN>, tensor<3x3x1xf8E5M2FNUZ>
  }
}
