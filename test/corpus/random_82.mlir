module {
  func.func @main(%arg0: tensor<f8E8M0FNU>, %arg1: tensor<4x3x1xui64>, %arg2: tensor<f4E2M1FN>) -> (tensor<f8E8M0FNU>, tensor<3xf6E3M2FN>, tensor<f4E2M1FN>) {
    %0 = stablehlo.log %arg0 : tensor<f8E8M0FNU>
    %1 = stablehlo.or %arg1, %arg1 : tensor<4x3x1xui64>
    %cst = stablehlo.constant dense<[-3.000000e+00, 0.000000e+00, -1.875000e-01]> : tensor<3xf6E3M2FN>
    %2 = stablehlo.reshape %cst : (tensor<3xf6E3M2FN>) -> tensor<3xf6E3M2FN>
    %3 = "stablehlo.map"(%cst, %2) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg3: tensor<f6E3M2FN>, %arg4: tensor<f6E3M2FN>):
      %5 = stablehlo.maximum %arg3, %arg4 : tensor<f6E3M2FN>
      %6 = stablehlo.add %5, %arg3 : tensor<f6E3M2FN>
      stablehlo.return %6 : tensor<f6E3M2FN>
    }) : (tensor<3xf6E3M2FN>, tensor<3xf6E3M2FN>) -> tensor<3xf6E3M2FN>
    %4 = stablehlo.exponential_minus_one %arg2 : tensor<f4E2M1FN>
    return %0, %3, %4 : tensor<f8E8M0FNU>, tensor<3xf6E3M2FN>, tensor<f4E2M1FN>
  }
}
