module {
  func.func @main(%arg0: tensor<f16>, %arg1: tensor<f16>, %arg2: tensor<4x1x2xf64>, %arg3: tensor<4x1x2xf64>) -> (tensor<f6E2M3FN>, tensor<f16>, tensor<4x1x2xf64>, tensor<1x1x1xcomplex<f32>>, tensor<1x1xi1>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f6E2M3FN>
    %0 = stablehlo.sqrt %cst : tensor<f6E2M3FN>
    %1 = stablehlo.log_plus_one %arg1 : tensor<f16>
    %2 = stablehlo.atan2 %arg2, %arg3 : tensor<4x1x2xf64>
    %cst_0 = stablehlo.constant dense<(0.000000e+00,-0.650390625)> : tensor<1x1x1xcomplex<f32>>
    %3 = stablehlo.atan2 %cst_0, %cst_0 : tensor<1x1x1xcomplex<f32>>
    %c = stablehlo.constant dense<false> : tensor<1x3xi1>
    %4 = stablehlo.dot_general %c, %c, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<1x3xi1>, tensor<1x3xi1>) -> tensor<1x1xi1>
    return %0, %1, %2, %3, %4 : tensor<f6E2M3FN>, tensor<f16>, tensor<4x1x2xf64>, tensor<1x1x1xcomplex<f32>>, tensor<1x1xi1>
  }
}
