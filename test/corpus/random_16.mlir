module {
  func.func @main(%arg0: tensor<3x1xui2>, %arg1: tensor<1xf6E3M2FN>, %arg2: tensor<4x1x4xcomplex<f64>>) -> (tensor<3x1xui2>, tensor<1xf6E3M2FN>, tensor<4x1x4xcomplex<f64>>) {
    %0 = stablehlo.create_token : !stablehlo.token
    %1 = stablehlo.after_all %0, %0 : !stablehlo.token
    %2 = stablehlo.and %arg0, %arg0 : tensor<3x1xui2>
    %cst = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
    %3 = stablehlo.reduce_precision %cst, format = e8m37 : tensor<f64>
    %4 = stablehlo.atan2 %arg1, %arg1 : tensor<1xf6E3M2FN>
    %cst_0 = stablehlo.constant dense<(0x7FF8000000000000,1.17333984375)> : tensor<4x1x4xcomplex<f64>>
    %5 = stablehlo.cbrt %arg2 : tensor<4x1x4xcomplex<f64>>
    return %2, %4, %cst_0 : tensor<3x1xui2>, tensor<1xf6E3M2FN>, tensor<4x1x4xcomplex<f64>>
  }
}
