module {
  func.func @main(%arg0: tensor<f6E3M2FN>, %arg1: tensor<1x3xui4>) -> (tensor<0x0x1x0xf8E5M2>, tensor<f6E3M2FN>, tensor<1x1xui4>) {
    %cst = stablehlo.constant dense<[[[[1.525880e-05], [-4.000000e+00], [-1.600000e+01], [5.734400e+04]], [[-8.750000e-01], [-3.125000e-01], [0.000000e+00], [7.000000e+00]], [[0x7E], [8.750000e-01], [-1.000000e+00], [-6.250000e-01]], [[-0.000000e+00], [5.000000e-01], [1.525880e-05], [1.464840e-03]], [[-0.000000e+00], [3.000000e+00], [-1.000000e+00], [-1.525880e-05]]]]> : tensor<1x5x4x1xf8E5M2>
    %0 = stablehlo.slice %cst [1:1, 5:5:3, 3:4, 1:1] : (tensor<1x5x4x1xf8E5M2>) -> tensor<0x0x1x0xf8E5M2>
    %1 = stablehlo.exponential_minus_one %arg0 : tensor<f6E3M2FN>
    %c = stablehlo.constant dense<15> : tensor<3x1xui4>
    %2 = stablehlo.dot %arg1, %c : (tensor<1x3xui4>, tensor<3x1xui4>) -> tensor<1x1xui4>
    return %0, %1, %2 : tensor<0x0x1x0xf8E5M2>, tensor<f6E3M2FN>, tensor<1x1xui4>
  }
}
