module {
  func.func @main(%arg0: tensor<1xbf16>, %arg1: tensor<i8>, %arg2: tensor<2x3xf4E2M1FN>, %arg3: tensor<4x1xf8E4M3FN>, %arg4: tensor<4x1x3x1xf16>) -> (tensor<1x1xi1>, tensor<4x1xf8E4M3FN>, tensor<4x1x3x1xf16>) {
    %cst = stablehlo.constant dense<4.000000e+00> : tensor<1xbf16>
    %0 = stablehlo.compare EQ, %cst, %cst : (tensor<1xbf16>, tensor<1xbf16>) -> tensor<1xi1>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<1xbf16>
    %1 = stablehlo.select %0, %cst, %cst_0 : tensor<1xi1>, tensor<1xbf16>
    %2 = stablehlo.compare EQ, %arg0, %arg0 : (tensor<1xbf16>, tensor<1xbf16>) -> tensor<1xi1>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<1xbf16>
    %3 = stablehlo.select %2, %arg0, %cst_1 : tensor<1xi1>, tensor<1xbf16>
    %4 = stablehlo.compare GE, %1, %3, TOTALORDER : (tensor<1xbf16>, tensor<1xbf16>) -> tensor<1xi1>
    %5 = stablehlo.reshape %4 : (tensor<1xi1>) -> tensor<1x1xi1>
    %6 = stablehlo.dot_general %4, %5, batching_dims = [0] x [0], contracting_dims = [] x [], precision = [DEFAULT, HIGH] : (tensor<1xi1>, tensor<1x1xi1>) -> tensor<1x1xi1>
    %c = stablehlo.constant dense<-3> : tensor<i8>
    %7 = stablehlo.shift_left %c, %arg1 : tensor<i8>
    %cst_2 = stablehlo.constant dense<3.000000e+00> : tensor<3x2x1x1xf8E4M3B11FNUZ>
    %8 = stablehlo.log %cst_2 : tensor<3x2x1x1xf8E4M3B11FNUZ>
    %cst_3 = stablehlo.constant dense<[[[[-2.812500e-01]], [[1.586910e-03]]], [[[0.000000e+00]], [[0.000000e+00]]], [[[6.500000e+00]], [[0.000000e+00]]]]> : tensor<3x2x1x1xf8E4M3B11FNUZ>
    %9 = stablehlo.subtract %8, %cst_3 : tensor<3x2x1x1xf8E4M3B11FNUZ>
    %10 = stablehlo.exponential %arg2 : tensor<2x3xf4E2M1FN>
    %11 = stablehlo.imag %arg3 : tensor<4x1xf8E4M3FN>
    %12 = stablehlo.imag %arg4 : tensor<4x1x3x1xf16>
    return %6, %11, %12 : tensor<1x1xi1>, tensor<4x1xf8E4M3FN>, tensor<4x1x3x1xf16>
  }
}
