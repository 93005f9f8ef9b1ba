module {
  func.func @main(%arg0: tensor<4x3x1x2xbf16>, %arg1: tensor<3xf8E8M0FNU>) -> (tensor<1x3xf64>, tensor<4x3x1x2xbf16>, tensor<3xf8E8M0FNU>) {
    %0 = stablehlo.iota dim = 0 : tensor<1x3xf64>
    %1 = stablehlo.ceil %0 : tensor<1x3xf64>
    %2 = stablehlo.ceil %arg0 : tensor<4x3x1x2xbf16>
    %3 = stablehlo.cbrt %arg1 : tensor<3xf8E8M0FNU>
    %4 = stablehlo.sine %3 : tensor<3xf8E8M0FNU>
    return %1, %2, %4 : tensor<1x3xf64>, tensor<4x3x1x2xbf16>, tensor<3xf8E8M0FNU>
  }
}
