module {
  func.func @main(%arg0: tensor<1x3xf6E3M2FN>, %arg1: tensor<f6E3M2FN>, %arg2: tensor<3xf8E5M2FNUZ>, %arg3: tensor<3xf8E5M2FNUZ>, %arg4: tensor<1x1x3xf8E5M2FNUZ>) -> (tensor<5x1xf6E3M2FN>, tensor<2x3xf6E3M2FN>, tensor<1x1x3xf8E5M2FNUZ>, tensor<5x2x1xf8E5M2FNUZ>, tensor<5xf64>) {
    %0 = stablehlo.pad %arg0, %arg1, low = [2, 0], high = [-1, 0], interior = [2, 0] : (tensor<1x3xf6E3M2FN>, tensor<f6E3M2FN>) -> tensor<2x3xf6E3M2FN>
    %c = stablehlo.constant dense<[5, 1]> : tensor<2xi32>
    %1 = stablehlo.optimization_barrier %c : tensor<2xi32>
    %2 = stablehlo.dynamic_iota %1, dim = 1 : (tensor<2xi32>) -> tensor<5x1xf6E3M2FN>
    %c_0 = stablehlo.constant dense<3> : tensor<1xi32>
    %c_1 = stablehlo.constant dense<-2> : tensor<1xi32>
    %3 = stablehlo.add %c_0, %c_1 : tensor<1xi32>
    %4 = stablehlo.reshape %3 : (tensor<1xi32>) -> tensor<i32>
    %5 = stablehlo.set_dimension_size %0, %4, dim = 0 : (tensor<2x3xf6E3M2FN>, tensor<i32>) -> tensor<?x3xf6E3M2FN, #stablehlo.bounds<2, ?>>
    %6 = stablehlo.concatenate %5, %5, dim = 0 : (tensor<?x3xf6E3M2FN, #stablehlo.bounds<2, ?>>, tensor<?x3xf6E3M2FN, #stablehlo.bounds<2, ?>>) -> tensor<?x3xf6E3M2FN, #stablehlo.bounds<4, ?>>
    %7 = stablehlo.get_dimension_size %0, dim = 0 : (tensor<2x3xf6E3M2FN>) -> tensor<i32>
    %8 = stablehlo.convert %7 : (tensor<i32>) -> tensor<i64>
    %9 = stablehlo.reshape %8 : (tensor<i64>) -> tensor<1xi64>
    %10 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<1x3xf6E3M2FN>) -> tensor<i32>
    %11 = stablehlo.convert %10 : (tensor<i32>) -> tensor<i64>
    %12 = stablehlo.reshape %11 : (tensor<i64>) -> tensor<1xi64>
    %13 = stablehlo.concatenate %9, %12, dim = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
    %14 = stablehlo.optimization_barrier %13 : tensor<2xi64>
    %15 = stablehlo.dynamic_reshape %6, %14 : (tensor<?x3xf6E3M2FN, #stablehlo.bounds<4, ?>>, tensor<2xi64>) -> tensor<2x3xf6E3M2FN>
    %16 = stablehlo.exponential_minus_one %arg3 : tensor<3xf8E5M2FNUZ>
    %17 = stablehlo.round_nearest_even %arg4 : tensor<1x1x3xf8E5M2FNUZ>
    %cst = stablehlo.constant dense<-7.500000e-01> : tensor<5x2x1xf8E5M2FNUZ>
    %18 = stablehlo.sine %cst : tensor<5x2x1xf8E5M2FNUZ>
    %cst_2 = stablehlo.constant dense<[4.000000e+00, 0x7FF8000000000000, -1.990234375, 3.875000e+00, -0.045166015625]> : tensor<5xf64>
    %19 = stablehlo.round_nearest_even %cst_2 : tensor<5xf64>
    return %2, %15, %17, %18, %19 : tensor<5x1xf6E3M2FN>, tensor<2x3xf6E3M2FN>, tensor<1x1x3xf8E5M2FNUZ>, tensor<5x2x1xf8E5M2FNUZ>, tensor<5xf64>
  }
}
