module {
  func.func @main(%arg0: tensor<4xf16>) -> tensor<4xf16> {
    %cst = stablehlo.constant dense<[6.550400e+04, -1.535160e+01, -1.192090e-07, -2.910160e-01]> : tensor<4xf16>
    %0 = stablehlo.logistic %arg0 : tensor<4xf16>
    return %0 : tensor<4xf16>
  }
}
