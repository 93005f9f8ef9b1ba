module {
  func.func @main(%arg0: tensor<3x4x2x1xf32>) -> tensor<2x3x3x1xf8E8M0FNU> {
    %0 = stablehlo.uniform_quantize %arg0 : (tensor<3x4x2x1xf32>) -> tensor<3x4x2x1x!quant.uniform<i8:f32, 5.000000e-01:3>>
    %cst = stablehlo.constant dense<[[[[0xFF], [0xFF], [4.000000e+00]], [[4.000000e+00], [0xFF], [0xFF]], [[0xFF], [0xFF], [0xFF]]], [[[0xFF], [4.000000e+00], [0xFF]], [[0xFF], [0xFF], [0xFF]], [[0xFF], [1.310720e+05], [1.000000e+00]]]]> : tensor<2x3x3x1xf8E8M0FNU>
    %1 = stablehlo.cosine %cst : tensor<2x3x3x1xf8E8M0FNU>
    return %1 : tensor<2x3x3x1xf8E8M0FNU>
  }
}
