module {
  func.func @main(%arg0: tensor<5x2xf32>, %arg1: tensor<5x5x1xf8E8M0FNU>) -> (tensor<5x2x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<5x5x1xf8E8M0FNU>) {
    %0 = stablehlo.uniform_quantize %arg0 : (tensor<5x2xf32>) -> tensor<5x2x!quant.uniform<i8:f32, 5.000000e-01:3>>
    %1 = stablehlo.tan %0 : tensor<5x2x!quant.uniform<i8:f32, 5.000000e-01:3>>
    %2 = stablehlo.log_plus_one %arg1 : tensor<5x5x1xf8E8M0FNU>
    %3 = stablehlo.divide %arg1, %2 : tensor<5x5x1xf8E8M0FNU>
    return %1, %3 : tensor<5x2x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<5x5x1xf8E8M0FNU>
  }
}
