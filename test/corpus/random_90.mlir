module {
  func.func @main(%arg0: tensor<2x2x4xi64>, %arg1: tensor<1x5x5x1xf4E2M1FN>) -> tensor<1x5x5x1xf4E2M1FN> {
    %c = stablehlo.constant dense<[[[-1, 9223372036854775807], [0, 0], [-1, -1], [7, 1]]]> : tensor<1x4x2xi64>
    %0 = stablehlo.convolution(%arg0, %c) dim_numbers = [b, 0, f]x[0, o, i]->[0, f, b], window = {stride = [2], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [true]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<2x2x4xi64>, tensor<1x4x2xi64>) -> tensor<1x4x2xi64>
    %1 = stablehlo.log_plus_one %arg1 : tensor<1x5x5x1xf4E2M1FN>
    %cst = stablehlo.constant dense<-6.000000e+00> : tensor<1x5x5x1xf4E2M1FN>
    %2 = stablehlo.atan2 %1, %cst : tensor<1x5x5x1xf4E2M1FN>
    return %2 : tensor<1x5x5x1xf4E2M1FN>
  }
}
