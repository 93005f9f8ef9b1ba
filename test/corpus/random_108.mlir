module {
  func.func @main(%arg0: tensor<1xf4E2M1FN>, %arg1: tensor<3x5xf8E4M3B11FNUZ>) -> (tensor<2x1x1x4xi1>, tensor<2x1x1x4xi1>, tensor<1xf4E2M1FN>, tensor<3x5xf8E4M3B11FNUZ>) {
    %c = stablehlo.constant dense<false> : tensor<2x1x1x4xi1>
    %c_0 = stablehlo.constant dense<true> : tensor<2x1x1x4xi1>
    %c_1 = stablehlo.constant dense<false> : tensor<2x1x1x4xi1>
    %0 = stablehlo.select %c, %c_0, %c_1 : tensor<2x1x1x4xi1>, tensor<2x1x1x4xi1>
    %1 = stablehlo.convert %c : (tensor<2x1x1x4xi1>) -> tensor<2x1x1x4xui16>
    %c_2 = stablehlo.constant dense<0> : tensor<2x1x1x4xui16>
    %2 = stablehlo.compare EQ, %1, %c_2 : (tensor<2x1x1x4xui16>, tensor<2x1x1x4xui16>) -> tensor<2x1x1x4xi1>
    %3 = stablehlo.logistic %arg0 : tensor<1xf4E2M1FN>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f8E4M3B11FNUZ>
    %4 = "stablehlo.reduce_window"(%arg1, %cst) <{base_dilations = array<i64: 1, 1>, padding = dense<[[0, 2], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg2: tensor<f8E4M3B11FNUZ>, %arg3: tensor<f8E4M3B11FNUZ>):
      %5 = stablehlo.add %arg2, %arg3 : tensor<f8E4M3B11FNUZ>
      stablehlo.return %5 : tensor<f8E4M3B11FNUZ>
    }) : (tensor<3x5xf8E4M3B11FNUZ>, tensor<f8E4M3B11FNUZ>) -> tensor<3x5xf8E4M3B11FNUZ>
    return %0, %2, %3, %4 : tensor<2x1x1x4xi1>, tensor<2x1x1x4xi1>, tensor<1xf4E2M1FN>, tensor<3x5xf8E4M3B11FNUZ>
  }
}
