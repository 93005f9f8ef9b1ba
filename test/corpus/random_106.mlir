module {
  func.func @main(%arg0: tensor<4x4xf6E3M2FN>, %arg1: tensor<1x5xf64>) -> (tensor<2x1x4xf8E3M4>, tensor<4x4xf6E3M2FN>, tensor<1x3xcomplex<f64>>) {
    %0 = stablehlo.iota dim = 2 : tensor<2x1x4xf8E3M4>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f6E3M2FN>
    %1 = "stablehlo.reduce_window"(%arg0, %cst) <{base_dilations = array<i64: 1, 1>, padding = dense<[[0, 0], [0, 3]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 1, 4>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg2: tensor<f6E3M2FN>, %arg3: tensor<f6E3M2FN>):
      %7 = stablehlo.multiply %arg2, %arg3 : tensor<f6E3M2FN>
      stablehlo.return %7 : tensor<f6E3M2FN>
    }) : (tensor<4x4xf6E3M2FN>, tensor<f6E3M2FN>) -> tensor<4x4xf6E3M2FN>
    %cst_0 = stablehlo.constant dense<[[(0.000000e+00,-4.940660e-324), (-0.000000e+00,-2.1240234375), (1.7976931348623157E+308,2.6559012264213008E+44)]]> : tensor<1x3xcomplex<f64>>
    %2 = stablehlo.log_plus_one %cst_0 : tensor<1x3xcomplex<f64>>
    %3 = stablehlo.sqrt %cst_0 : tensor<1x3xcomplex<f64>>
    %4 = stablehlo.reshape %3 : (tensor<1x3xcomplex<f64>>) -> tensor<3x1xcomplex<f64>>
    %5 = stablehlo.fft %4, type = IRFFT, length = [3, 1] : (tensor<3x1xcomplex<f64>>) -> tensor<3x1xf64>
    %6 = stablehlo.fft %arg1, type = RFFT, length = [5] : (tensor<1x5xf64>) -> tensor<1x3xcomplex<f64>>
    return %0, %1, %6 : tensor<2x1x4xf8E3M4>, tensor<4x4xf6E3M2FN>, tensor<1x3xcomplex<f64>>
  }
}
