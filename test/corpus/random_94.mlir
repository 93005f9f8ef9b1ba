module {
  func.func @main(%arg0: tensor<1xf64>, %arg1: tensor<2x2xf4E2M1FN>, %arg2: tensor<1x2xf4E2M1FN>, %arg3: tensor<5xi2>, %arg4: tensor<5xi1>, %arg5: tensor<1x2x5x1xf64>, %arg6: tensor<1x2x2xcomplex<f64>>, %arg7: tensor<2x2x2xcomplex<f64>>) -> (tensor<1xf64>, tensor<5xf8E4M3>, tensor<2x2xf4E2M1FN>, tensor<i2>, tensor<1x2x5x1xf64>, tensor<1x2x1xcomplex<f64>>) {
    %0 = stablehlo.reverse %arg0, dims = [] : tensor<1xf64>
    %1 = stablehlo.exponential %0 : tensor<1xf64>
    %cst = stablehlo.constant dense<[0.000000e+00, -5.500000e+00, -2.500000e+00, 2.400000e+02, 1.300000e+01]> : tensor<5xf8E4M3>
    %2 = stablehlo.log_plus_one %cst : tensor<5xf8E4M3>
    %3 = stablehlo.convolution(%arg1, %arg2) dim_numbers = [b, f]x[i, o]->[f, b], window = {stride = [], pad = [], lhs_dilate = [], rhs_dilate = [], reverse = []} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGHEST>]} : (tensor<2x2xf4E2M1FN>, tensor<1x2xf4E2M1FN>) -> tensor<2x2xf4E2M1FN>
    %c = stablehlo.constant dense<1> : tensor<i2>
    %c_0 = stablehlo.constant dense<false> : tensor<i1>
    %4:2 = stablehlo.reduce(%arg3 init: %c), (%arg4 init: %c_0) across dimensions = [0] : (tensor<5xi2>, tensor<5xi1>, tensor<i2>, tensor<i1>) -> (tensor<i2>, tensor<i1>)
     reducer(%arg8: tensor<i2>, %arg10: tensor<i2>) (%arg9: tensor<i1>, %arg11: tensor<i1>)  {
      %9 = stablehlo.convert %arg9 : (tensor<i1>) -> tensor<i32>
      %10 = "stablehlo.case"(%9) ({
        stablehlo.return %arg10 : tensor<i2>
      }, {
        stablehlo.return %arg8 : tensor<i2>
      }) : (tensor<i32>) -> tensor<i2>
      %11 = stablehlo.or %arg9, %arg11 : tensor<i1>
      stablehlo.return %10, %11 : tensor<i2>, tensor<i1>
    }
    %5 = stablehlo.exponential_minus_one %arg5 : tensor<1x2x5x1xf64>
    %6 = stablehlo.transpose %arg6, dims = [0, 2, 1] : (tensor<1x2x2xcomplex<f64>>) -> tensor<1x2x2xcomplex<f64>>
    %7 = stablehlo.convolution(%6, %arg7) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x2xcomplex<f64>>, tensor<2x2x2xcomplex<f64>>) -> tensor<1x2x1xcomplex<f64>>
    %8 = stablehlo.exponential_minus_one %7 : tensor<1x2x1xcomplex<f64>>
    return %1, %2, %3, %4#0, %5, %8 : tensor<1xf64>, tensor<5xf8E4M3>, tensor<2x2xf4E2M1FN>, tensor<i2>, tensor<1x2x5x1xf64>, tensor<1x2x1xcomplex<f64>>
  }
}
