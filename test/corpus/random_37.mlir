module {
  func.func @main(%arg0: tensor<f6E2M3FN>, %arg1: tensor<1x1x3xi32>, %arg2: tensor<1x2x3xi32>, %arg3: tensor<5xi64>) -> (tensor<f6E2M3FN>, tensor<1xcomplex<f32>>, tensor<2x1x1xi64>, tensor<5xi64>, tensor<2x0xf6E2M3FN>) {
    %0 = stablehlo.exponential %arg0 : tensor<f6E2M3FN>
    %c = stablehlo.constant dense<1> : tensor<1xi32>
    %1 = stablehlo.dynamic_iota %c, dim = 0 : (tensor<1xi32>) -> tensor<1xcomplex<f32>>
    %2 = stablehlo.convolution(%arg1, %arg2) dim_numbers = [b, f, 0]x[i, o, 0]->[f, b, 0], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision HIGH>]} : (tensor<1x1x3xi32>, tensor<1x2x3xi32>) -> tensor<2x1x1xi64>
    %c_0 = stablehlo.constant dense<1> : tensor<i64>
    %3 = "stablehlo.reduce_window"(%arg3, %c_0) <{base_dilations = array<i64: 1>, padding = dense<[[4, 0]]> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 5>, window_strides = array<i64: 1>}> ({
    ^bb0(%arg4: tensor<i64>, %arg5: tensor<i64>):
      %4 = stablehlo.multiply %arg4, %arg5 : tensor<i64>
      stablehlo.return %4 : tensor<i64>
    }) : (tensor<5xi64>, tensor<i64>) -> tensor<5xi64>
    %cst = stablehlo.constant dense<> : tensor<2x0xf6E2M3FN>
    return %0, %1, %2, %3, %cst : tensor<f6E2M3FN>, tensor<1xcomplex<f32>>, tensor<2x1x1xi64>, tensor<5xi64>, tensor<2x0xf6E2M3FN>
  }
}
