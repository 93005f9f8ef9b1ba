module {
  func.func @main(%arg0: tensor<2x2xf8E8M0FNU>, %arg1: tensor<2x3xf8E8M0FNU>, %arg2: tensor<f6E3M2FN>) -> (tensor<5x4xui2>, tensor<f8E8M0FNU>, tensor<2x3xf8E8M0FNU>, tensor<f6E3M2FN>) {
    %c = stablehlo.constant dense<[5, 4]> : tensor<2xi64>
    %0 = stablehlo.dynamic_iota %c, dim = 1 : (tensor<2xi64>) -> tensor<?x?xui2>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.while(%iterArg = %c_0, %iterArg_2 = %0) : tensor<i32>, tensor<?x?xui2>
    cond {
      %c_3 = stablehlo.constant dense<3> : tensor<i32>
      %14 = stablehlo.compare LT, %iterArg, %c_3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %14 : tensor<i1>
    } do {
      %c_3 = stablehlo.constant dense<1> : tensor<i32>
      %14 = stablehlo.add %iterArg, %c_3 : tensor<i32>
      %15 = stablehlo.reverse %iterArg_2, dims = [0] : tensor<?x?xui2>
      stablehlo.return %14, %15 : tensor<i32>, tensor<?x?xui2>
    }
    %2 = stablehlo.get_dimension_size %1#1, dim = 0 : (tensor<?x?xui2>) -> tensor<i32>
    %3 = stablehlo.convert %2 : (tensor<i32>) -> tensor<i64>
    %4 = stablehlo.reshape %3 : (tensor<i64>) -> tensor<1xi64>
    %5 = stablehlo.get_dimension_size %1#1, dim = 1 : (tensor<?x?xui2>) -> tensor<i32>
    %6 = stablehlo.convert %5 : (tensor<i32>) -> tensor<i64>
    %7 = stablehlo.reshape %6 : (tensor<i64>) -> tensor<1xi64>
    %8 = stablehlo.concatenate %4, %7, dim = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
    %9 = stablehlo.dynamic_reshape %1#1, %8 : (tensor<?x?xui2>, tensor<2xi64>) -> tensor<5x4xui2>
    %c_1 = stablehlo.constant dense<[4, 1, 1]> : tensor<3xi64>
    %10 = stablehlo.dynamic_iota %c_1, dim = 2 : (tensor<3xi64>) -> tensor<4x1x1xui64>
    %11 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x2xf8E8M0FNU>, tensor<2x3xf8E8M0FNU>) -> tensor<2x3xf8E8M0FNU>
    %cst = stablehlo.constant dense<1.009740e-28> : tensor<f8E8M0FNU>
    %12 = "stablehlo.sort"(%11) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg3: tensor<f8E8M0FNU>, %arg4: tensor<f8E8M0FNU>):
      %14 = stablehlo.compare GT, %arg3, %arg4 : (tensor<f8E8M0FNU>, tensor<f8E8M0FNU>) -> tensor<i1>
      %15 = stablehlo.compare EQ, %arg3, %arg4 : (tensor<f8E8M0FNU>, tensor<f8E8M0FNU>) -> tensor<i1>
      stablehlo.return %14 : tensor<i1>
    }) : (tensor<2x3xf8E8M0FNU>) -> tensor<2x3xf8E8M0FNU>
    %13 = stablehlo.logistic %arg2 : tensor<f6E3M2FN>
    return %9, %cst, %12, %13 : tensor<5x4xui2>, tensor<f8E8M0FNU>, tensor<2x3xf8E8M0FNU>, tensor<f6E3M2FN>
  }
}
