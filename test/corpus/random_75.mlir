module {
  func.func @main(%arg0: tensor<1x1xf32>, %arg1: tensor<3x1x1x2xf8E5M2>) -> (tensor<3x5x2x1xi32>, tensor<1x1xf32>, tensor<3x1x1x1xf8E5M2>, tensor<1x5xi32>, tensor<4xf8E3M4>, tensor<4xf8E3M4>) {
    %c = stablehlo.constant dense<[[[[-3], [1]], [[2043199900], [2147483647]], [[-2147483648], [1527803121]], [[-1740046376], [8]], [[0], [-5]]], [[[-3], [-2]], [[1], [82467509]], [[0], [0]], [[0], [1]], [[-1], [4]]], [[[8], [1]], [[-1], [-1285952583]], [[-1], [-1]], [[8], [1]], [[0], [1]]]]> : tensor<3x5x2x1xi32>
    %0 = stablehlo.maximum %c, %c : tensor<3x5x2x1xi32>
    %1 = "stablehlo.triangular_solve"(%arg0, %arg0) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
    %2 = stablehlo.iota dim = 0 : tensor<6xi32>
    %3 = stablehlo.reshape %2 : (tensor<6xi32>) -> tensor<3x1x1x2xi32>
    %4 = stablehlo.iota dim = 3 : tensor<3x1x1x2xi32>
    %5:2 = "stablehlo.sort"(%arg1, %4) <{dimension = 3 : i64, is_stable = true}> ({
    ^bb0(%arg2: tensor<f8E5M2>, %arg3: tensor<f8E5M2>, %arg4: tensor<i32>, %arg5: tensor<i32>):
      %12 = stablehlo.compare LE, %arg4, %arg5 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %13 = stablehlo.compare EQ, %arg4, %arg5 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f8E5M2>
      %14 = stablehlo.compare EQ, %arg2, %cst_1 : (tensor<f8E5M2>, tensor<f8E5M2>) -> tensor<i1>
      %15 = stablehlo.select %14, %cst_1, %arg2 : tensor<i1>, tensor<f8E5M2>
      %16 = stablehlo.compare NE, %arg2, %arg2 : (tensor<f8E5M2>, tensor<f8E5M2>) -> tensor<i1>
      %cst_2 = stablehlo.constant dense<0x7E> : tensor<f8E5M2>
      %17 = stablehlo.select %16, %cst_2, %15 : tensor<i1>, tensor<f8E5M2>
      %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f8E5M2>
      %18 = stablehlo.compare EQ, %arg3, %cst_3 : (tensor<f8E5M2>, tensor<f8E5M2>) -> tensor<i1>
      %19 = stablehlo.select %18, %cst_3, %arg3 : tensor<i1>, tensor<f8E5M2>
      %20 = stablehlo.compare NE, %arg3, %arg3 : (tensor<f8E5M2>, tensor<f8E5M2>) -> tensor<i1>
      %cst_4 = stablehlo.constant dense<0x7E> : tensor<f8E5M2>
      %21 = stablehlo.select %20, %cst_4, %19 : tensor<i1>, tensor<f8E5M2>
      %22 = stablehlo.compare LE, %17, %21, TOTALORDER : (tensor<f8E5M2>, tensor<f8E5M2>) -> tensor<i1>
      %23 = stablehlo.compare EQ, %17, %21, TOTALORDER : (tensor<f8E5M2>, tensor<f8E5M2>) -> tensor<i1>
      %24 = stablehlo.and %23, %12 : tensor<i1>
      %25 = stablehlo.or %22, %24 : tensor<i1>
      stablehlo.return %25 : tensor<i1>
    }) : (tensor<3x1x1x2xf8E5M2>, tensor<3x1x1x2xi32>) -> (tensor<3x1x1x2xf8E5M2>, tensor<3x1x1x2xi32>)
    %6 = stablehlo.slice %5#0 [0:3, 0:1, 0:1, 0:1] : (tensor<3x1x1x2xf8E5M2>) -> tensor<3x1x1x1xf8E5M2>
    %7 = stablehlo.slice %5#1 [0:3, 0:1, 0:1, 0:1] : (tensor<3x1x1x2xi32>) -> tensor<3x1x1x1xi32>
    %8 = stablehlo.iota dim = 0 : tensor<1x1x1x5xi32>
    %9 = stablehlo.convert %8 : (tensor<1x1x1x5xi32>) -> tensor<1x1x1x5xf8E4M3>
    %10 = stablehlo.convert %9 : (tensor<1x1x1x5xf8E4M3>) -> tensor<1x1x1x5xi32>
    %c_0 = stablehlo.constant dense<[[2147483647, -2147483648, 1, -1, 0]]> : tensor<1x5xi32>
    %cst = stablehlo.constant dense<7.812500e-01> : tensor<4xf8E3M4>
    %11 = stablehlo.log %cst : tensor<4xf8E3M4>
    return %0, %1, %6, %c_0, %cst, %11 : tensor<3x5x2x1xi32>, tensor<1x1xf32>, tensor<3x1x1x1xf8E5M2>, tensor<1x5xi32>, tensor<4xf8E3M4>, tensor<4xf8E3M4>
  }
}
