module {
  func.func @main(%arg0: tensor<f8E4M3FN>, %arg1: tensor<f6E2M3FN>) -> (tensor<f8E4M3FN>, tensor<f8E4M3FN>, tensor<f6E2M3FN>, tensor<1xcomplex<f64>>) {
    %0 = stablehlo.logistic %arg0 : tensor<f8E4M3FN>
    %1 = stablehlo.reshape %0 : (tensor<f8E4M3FN>) -> tensor<f8E4M3FN>
    %2 = stablehlo.minimum %0, %1 : tensor<f8E4M3FN>
    %3 = stablehlo.dynamic_update_slice %1, %0 : (tensor<f8E4M3FN>, tensor<f8E4M3FN>) -> tensor<f8E4M3FN>
    %4 = stablehlo.dynamic_update_slice %arg1, %arg1 : (tensor<f6E2M3FN>, tensor<f6E2M3FN>) -> tensor<f6E2M3FN>
    %cst = stablehlo.constant dense<(4.000000e+00,1.000000e+00)> : tensor<1xcomplex<f64>>
    %cst_0 = stablehlo.constant dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f64>>
    %5 = "stablehlo.reduce_window"(%cst, %cst_0) <{base_dilations = array<i64: 1>, padding = dense<0> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 1>, window_strides = array<i64: 1>}> ({
    ^bb0(%arg2: tensor<complex<f64>>, %arg3: tensor<complex<f64>>):
      %6 = stablehlo.add %arg2, %arg3 : tensor<complex<f64>>
      stablehlo.return %6 : tensor<complex<f64>>
    }) : (tensor<1xcomplex<f64>>, tensor<complex<f64>>) -> tensor<1xcomplex<f64>>
    return %2, %3, %4, %5 : tensor<f8E4M3FN>, tensor<f8E4M3FN>, tensor<f6E2M3FN>, tensor<1xcomplex<f64>>
  }
}
