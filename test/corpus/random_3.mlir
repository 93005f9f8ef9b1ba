module {
  func.func @main(%arg0: tensor<f6E3M2FN>, %arg1: tensor<1x5x5x1xf8E4M3FNUZ>, %arg2: tensor<4x1x1xui2>, %arg3: tensor<f8E3M4>, %arg4: tensor<4xf4E2M1FN>, %arg5: tensor<f4E2M1FN>, %arg6: tensor<5x3x4x1xf4E2M1FN>) -> (tensor<1x1x3x0xf6E3M2FN>, tensor<f8E3M4>, tensor<4xf4E2M1FN>, tensor<5x3x4x1xf4E2M1FN>, tensor<5x3x4x1xi32>) {
    %c = stablehlo.constant dense<[3, 0]> : tensor<2xi64>
    %0 = stablehlo.rng %arg0, %arg0, %c, distribution = UNIFORM : (tensor<f6E3M2FN>, tensor<f6E3M2FN>, tensor<2xi64>) -> tensor<3x0xf6E3M2FN>
    %1 = stablehlo.broadcast %0, sizes = [1, 1] : (tensor<3x0xf6E3M2FN>) -> tensor<1x1x3x0xf6E3M2FN>
    %2 = stablehlo.tuple %arg1, %arg2 : tuple<tensor<1x5x5x1xf8E4M3FNUZ>, tensor<4x1x1xui2>>
    %3 = stablehlo.get_tuple_element %2[0] : (tuple<tensor<1x5x5x1xf8E4M3FNUZ>, tensor<4x1x1xui2>>) -> tensor<1x5x5x1xf8E4M3FNUZ>
    %4 = stablehlo.cbrt %arg3 : tensor<f8E3M4>
    %5 = "stablehlo.sort"(%arg4) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg7: tensor<f4E2M1FN>, %arg8: tensor<f4E2M1FN>):
      %9 = stablehlo.compare LE, %arg7, %arg8 : (tensor<f4E2M1FN>, tensor<f4E2M1FN>) -> tensor<i1>
      %10 = stablehlo.compare EQ, %arg7, %arg8 : (tensor<f4E2M1FN>, tensor<f4E2M1FN>) -> tensor<i1>
      stablehlo.return %9 : tensor<i1>
    }) : (tensor<4xf4E2M1FN>) -> tensor<4xf4E2M1FN>
    %6 = stablehlo.iota dim = 0 : tensor<60xi32>
    %7 = stablehlo.reshape %6 : (tensor<60xi32>) -> tensor<5x3x4x1xi32>
    %8:2 = "stablehlo.sort"(%arg6, %7) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg7: tensor<f4E2M1FN>, %arg8: tensor<f4E2M1FN>, %arg9: tensor<i32>, %arg10: tensor<i32>):
      %9 = stablehlo.compare LT, %arg9, %arg10 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %10 = stablehlo.compare EQ, %arg9, %arg10 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f4E2M1FN>
      %11 = stablehlo.compare EQ, %arg7, %cst : (tensor<f4E2M1FN>, tensor<f4E2M1FN>) -> tensor<i1>
      %12 = stablehlo.select %11, %cst, %arg7 : tensor<i1>, tensor<f4E2M1FN>
      %13 = stablehlo.compare NE, %arg7, %arg7 : (tensor<f4E2M1FN>, tensor<f4E2M1FN>) -> tensor<i1>
      %cst_0 = stablehlo.constant dense<-0.000000e+00> : tensor<f4E2M1FN>
      %14 = stablehlo.select %13, %cst_0, %12 : tensor<i1>, tensor<f4E2M1FN>
      %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f4E2M1FN>
      %15 = stablehlo.compare EQ, %arg8, %cst_1 : (tensor<f4E2M1FN>, tensor<f4E2M1FN>) -> tensor<i1>
      %16 = stablehlo.select %15, %cst_1, %arg8 : tensor<i1>, tensor<f4E2M1FN>
      %17 = stablehlo.compare NE, %arg8, %arg8 : (tensor<f4E2M1FN>, tensor<f4E2M1FN>) -> tensor<i1>
      %cst_2 = stablehlo.constant dense<-0.000000e+00> : tensor<f4E2M1FN>
      %18 = stablehlo.select %17, %cst_2, %16 : tensor<i1>, tensor<f4E2M1FN>
      %19 = stablehlo.compare LT, %14, %18, TOTALORDER : (tensor<f4E2M1FN>, tensor<f4E2M1FN>) -> tensor<i1>
      %20 = stablehlo.compare EQ, %14, %18, TOTALORDER : (tensor<f4E2M1FN>, tensor<f4E2M1FN>) -> tensor<i1>
      %21 = stablehlo.and %20, %9 : tensor<i1>
      %22 = stablehlo.or %19, %21 : tensor<i1>
      stablehlo.return %22 : tensor<i1>
    }) : (tensor<5x3x4x1xf4E2M1FN>, tensor<5x3x4x1xi32>) -> (tensor<5x3x4x1xf4E2M1FN>, tensor<5x3x4x1xi32>)
    return %1, %4, %5, %8#0, %8#1 : tensor<1x1x3x0xf6E3M2FN>, tensor<f8E3M4>, tensor<4xf4E2M1FN>, tensor<5x3x4x1xf4E2M1FN>, tensor<5x3x4x1xi32>
  }
}
