module {
  func.func @main(%arg0: tensor<2x2xui32>, %arg1: tensor<ui32>, %arg2: tensor<4x2x0xf4E2M1FN>, %arg3: tensor<4x2x0xf4E2M1FN>) -> (tensor<f6E2M3FN>, tensor<4x2x0xf4E2M1FN>) {
    %cst = stablehlo.constant dense<7.500000e+00> : tensor<f6E2M3FN>
    %0 = stablehlo.cbrt %cst : tensor<f6E2M3FN>
    %c = stablehlo.constant dense<0> : tensor<1xi64>
    %c_0 = stablehlo.constant dense<0> : tensor<1xi64>
    %1 = stablehlo.concatenate %c, %c_0, dim = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
    %c_1 = stablehlo.constant dense<[0, 1]> : tensor<2xi64>
    %c_2 = stablehlo.constant dense<[1, 0, 0]> : tensor<3xi64>
    %2 = stablehlo.slice %c_2 [1:3] : (tensor<3xi64>) -> tensor<2xi64>
    %3 = stablehlo.dynamic_pad %arg0, %arg1, %1, %c_1, %2 : (tensor<2x2xui32>, tensor<ui32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x3xui32>
    %4 = stablehlo.get_dimension_size %3, dim = 0 : (tensor<?x3xui32>) -> tensor<i32>
    %5 = stablehlo.convert %4 : (tensor<i32>) -> tensor<i64>
    %6 = stablehlo.reshape %5 : (tensor<i64>) -> tensor<1xi64>
    %7 = stablehlo.get_dimension_size %3, dim = 1 : (tensor<?x3xui32>) -> tensor<i32>
    %8 = stablehlo.convert %7 : (tensor<i32>) -> tensor<i64>
    %9 = stablehlo.reshape %8 : (tensor<i64>) -> tensor<1xi64>
    %10 = stablehlo.concatenate %6, %9, dim = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
    %11 = stablehlo.dynamic_reshape %3, %10 : (tensor<?x3xui32>, tensor<2xi64>) -> tensor<2x3xui32>
    %12 = stablehlo.divide %arg2, %arg3 : tensor<4x2x0xf4E2M1FN>
    return %0, %12 : tensor<f6E2M3FN>, tensor<4x2x0xf4E2M1FN>
  }
}
