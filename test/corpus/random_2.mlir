module {
  func.func @main(%arg0: tensor<3x1xui2>) -> (tensor<3x3x2xi1>, tensor<2xf6E3M2FN>, tensor<4xui64>, tensor<f4E2M1FN>, tensor<4xf8E8M0FNU>) {
    %c = stablehlo.constant dense<[[3], [2], [1]]> : tensor<3x1xui2>
    %0 = stablehlo.not %c : tensor<3x1xui2>
    %1 = stablehlo.compare LT, %0, %arg0 : (tensor<3x1xui2>, tensor<3x1xui2>) -> tensor<3x1xi1>
    %2 = stablehlo.get_dimension_size %1, dim = 0 : (tensor<3x1xi1>) -> tensor<i32>
    %3 = stablehlo.convert %2 : (tensor<i32>) -> tensor<i64>
    %4 = stablehlo.reshape %3 : (tensor<i64>) -> tensor<1xi64>
    %5 = stablehlo.get_dimension_size %1, dim = 0 : (tensor<3x1xi1>) -> tensor<i32>
    %6 = stablehlo.convert %5 : (tensor<i32>) -> tensor<i64>
    %7 = stablehlo.reshape %6 : (tensor<i64>) -> tensor<1xi64>
    %c_0 = stablehlo.constant dense<2> : tensor<1xi64>
    %8 = stablehlo.concatenate %4, %7, %c_0, dim = 0 : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xi64>
    %9 = stablehlo.dynamic_broadcast_in_dim %1, %8, dims = [1, 2] : (tensor<3x1xi1>, tensor<3xi64>) -> tensor<?x?x?xi1>
    %c_1 = stablehlo.constant dense<1000000> : tensor<3xi64>
    %c_2 = stablehlo.constant dense<[3, 3, 2]> : tensor<3xi64>
    %10 = stablehlo.minimum %c_2, %c_1 : tensor<3xi64>
    %11 = stablehlo.dynamic_reshape %9, %10 : (tensor<?x?x?xi1>, tensor<3xi64>) -> tensor<3x3x2xi1>
    %cst = stablehlo.constant dense<[-3.000000e+00, -2.000000e+00]> : tensor<2xf6E3M2FN>
    %12 = stablehlo.cbrt %cst : tensor<2xf6E3M2FN>
    %c_3 = stablehlo.constant dense<[15882755478976965316, 0, 0, 0]> : tensor<4xui64>
    %c_4 = stablehlo.constant dense<0> : tensor<ui64>
    %13 = "stablehlo.reduce_window"(%c_3, %c_4) <{base_dilations = array<i64: 1>, padding = dense<[[0, 3]]> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 4>, window_strides = array<i64: 1>}> ({
    ^bb0(%arg1: tensor<ui64>, %arg2: tensor<ui64>):
      %16 = stablehlo.add %arg1, %arg2 : tensor<ui64>
      stablehlo.return %16 : tensor<ui64>
    }) : (tensor<4xui64>, tensor<ui64>) -> tensor<4xui64>
    %cst_5 = stablehlo.constant dense<-6.000000e+00> : tensor<f4E2M1FN>
    %14 = stablehlo.rsqrt %cst_5 : tensor<f4E2M1FN>
    %cst_6 = stablehlo.constant dense<0xFF> : tensor<4xf8E8M0FNU>
    %15 = stablehlo.rsqrt %cst_6 : tensor<4xf8E8M0FNU>
    return %11, %12, %13, %14, %15 : tensor<3x3x2xi1>, tensor<2xf6E3M2FN>, tensor<4xui64>, tensor<f4E2M1FN>, tensor<4xf8E8M0FNU>
  }
}
