module {
  func.func @main(%arg0: tensor<1xf8E4M3FN>, %arg1: tensor<2xf6E3M2FN>) -> (tensor<2x1x1xi1>, tensor<1xf8E4M3FN>, tensor<1xi1>) {
    %cst = stablehlo.constant dense<[[[-9.375000e-01]], [[-1.250000e+00]]]> : tensor<2x1x1xf8E4M3FNUZ>
    %0 = stablehlo.compare EQ, %cst, %cst : (tensor<2x1x1xf8E4M3FNUZ>, tensor<2x1x1xf8E4M3FNUZ>) -> tensor<2x1x1xi1>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<2x1x1xf8E4M3FNUZ>
    %1 = stablehlo.select %0, %cst, %cst_0 : tensor<2x1x1xi1>, tensor<2x1x1xf8E4M3FNUZ>
    %2 = stablehlo.compare EQ, %cst, %cst : (tensor<2x1x1xf8E4M3FNUZ>, tensor<2x1x1xf8E4M3FNUZ>) -> tensor<2x1x1xi1>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<2x1x1xf8E4M3FNUZ>
    %3 = stablehlo.select %2, %cst, %cst_1 : tensor<2x1x1xi1>, tensor<2x1x1xf8E4M3FNUZ>
    %4 = stablehlo.compare GE, %1, %3, TOTALORDER : (tensor<2x1x1xf8E4M3FNUZ>, tensor<2x1x1xf8E4M3FNUZ>) -> tensor<2x1x1xi1>
    %cst_2 = stablehlo.constant dense<-1.000000e+00> : tensor<1xf8E4M3FN>
    %5 = stablehlo.log_plus_one %arg0 : tensor<1xf8E4M3FN>
    %6 = stablehlo.is_finite %cst_2 : (tensor<1xf8E4M3FN>) -> tensor<1xi1>
    %7 = stablehlo.is_finite %arg1 : (tensor<2xf6E3M2FN>) -> tensor<2xi1>
    return %4, %5, %6 : tensor<2x1x1xi1>, tensor<1xf8E4M3FN>, tensor<1xi1>
  }
}
