module {
  func.func @main(%arg0: tensor<1x2xf8E5M2>, %arg1: tensor<2x1xf8E5M2>, %arg2: tensor<2x1x5x4xui2>) -> (tensor<4x4xf32>, tensor<1x1xf64>) {
    %cst = stablehlo.constant dense<[[-0.000000e+00, 1.401300e-45, 0xFF800000, 0x7FC00000], [2.802600e-45, 1.08326468E+27, -3.125000e-01, 1.42578125], [-4.83789063, 0.265136719, 1.97851563, 0.0212402344], [0xFF800000, 14.2265625, -0.177246094, -6.94791691E-9]]> : tensor<4x4xf32>
    %0 = stablehlo.cbrt %cst : tensor<4x4xf32>
    %1 = stablehlo.dot %arg0, %arg1, precision = [HIGH, HIGH] : (tensor<1x2xf8E5M2>, tensor<2x1xf8E5M2>) -> tensor<1x1xf64>
    %2 = stablehlo.popcnt %arg2 : tensor<2x1x5x4xui2>
    %3 = stablehlo.ceil %arg1 : tensor<2x1xf8E5M2>
    return %0, %1 : tensor<4x4xf32>, tensor<1x1xf64>
  }
}
