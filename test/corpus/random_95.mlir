module {
  func.func @main(%arg0: tensor<f8E4M3FN>, %arg1: tensor<4x5x1xf8E4M3B11FNUZ>, %arg2: tensor<4x5x1xf8E4M3B11FNUZ>, %arg3: tensor<1x3xi2>, %arg4: tensor<2x1x1xf8E4M3>, %arg5: tensor<2x1x1xf8E4M3FNUZ>, %arg6: tensor<f8E4M3FNUZ>, %arg7: tensor<5xui8>, %arg8: tensor<2x1xbf16>) -> (tensor<f8E4M3FN>, tensor<4x5x1xf8E4M3B11FNUZ>, tensor<1x3xi2>, tensor<f8E4M3>, tensor<2x1x1xf8E4M3>, tensor<2x1x1xf8E4M3FNUZ>, tensor<5xui8>, tensor<2x1xbf16>) {
    %0 = stablehlo.add %arg0, %arg0 : tensor<f8E4M3FN>
    %1 = stablehlo.rsqrt %0 : tensor<f8E4M3FN>
    %2 = stablehlo.log_plus_one %arg2 : tensor<4x5x1xf8E4M3B11FNUZ>
    %c = stablehlo.constant dense<1> : tensor<1x1xi2>
    %3 = stablehlo.transpose %c, dims = [1, 0] : (tensor<1x1xi2>) -> tensor<1x1xi2>
    %4 = stablehlo.transpose %arg3, dims = [0, 1] : (tensor<1x3xi2>) -> tensor<1x3xi2>
    %5 = stablehlo.dot_general %3, %4, contracting_dims = [0] x [0] : (tensor<1x1xi2>, tensor<1x3xi2>) -> tensor<1x3xi2>
    %cst = stablehlo.constant dense<-1.125000e+00> : tensor<f8E4M3>
    %6:2 = "stablehlo.sort"(%arg4, %arg5) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg9: tensor<f8E4M3>, %arg10: tensor<f8E4M3>, %arg11: tensor<f8E4M3FNUZ>, %arg12: tensor<f8E4M3FNUZ>):
      %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f8E4M3>
      %19 = stablehlo.compare EQ, %arg9, %cst_4 : (tensor<f8E4M3>, tensor<f8E4M3>) -> tensor<i1>
      %20 = stablehlo.select %19, %cst_4, %arg9 : tensor<i1>, tensor<f8E4M3>
      %21 = stablehlo.compare NE, %arg9, %arg9 : (tensor<f8E4M3>, tensor<f8E4M3>) -> tensor<i1>
      %cst_5 = stablehlo.constant dense<0x7C> : tensor<f8E4M3>
      %22 = stablehlo.select %21, %cst_5, %20 : tensor<i1>, tensor<f8E4M3>
      %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f8E4M3>
      %23 = stablehlo.compare EQ, %arg10, %cst_6 : (tensor<f8E4M3>, tensor<f8E4M3>) -> tensor<i1>
      %24 = stablehlo.select %23, %cst_6, %arg10 : tensor<i1>, tensor<f8E4M3>
      %25 = stablehlo.compare NE, %arg10, %arg10 : (tensor<f8E4M3>, tensor<f8E4M3>) -> tensor<i1>
      %cst_7 = stablehlo.constant dense<0x7C> : tensor<f8E4M3>
      %26 = stablehlo.select %25, %cst_7, %24 : tensor<i1>, tensor<f8E4M3>
      %27 = stablehlo.compare GE, %22, %26, TOTALORDER : (tensor<f8E4M3>, tensor<f8E4M3>) -> tensor<i1>
      %28 = stablehlo.compare EQ, %22, %26, TOTALORDER : (tensor<f8E4M3>, tensor<f8E4M3>) -> tensor<i1>
      stablehlo.return %27 : tensor<i1>
    }) : (tensor<2x1x1xf8E4M3>, tensor<2x1x1xf8E4M3FNUZ>) -> (tensor<2x1x1xf8E4M3>, tensor<2x1x1xf8E4M3FNUZ>)
    %7 = stablehlo.iota dim = 0 : tensor<5xi32>
    %8 = stablehlo.reshape %7 : (tensor<5xi32>) -> tensor<5xi32>
    %9:2 = "stablehlo.sort"(%arg7, %8) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg9: tensor<ui8>, %arg10: tensor<ui8>, %arg11: tensor<i32>, %arg12: tensor<i32>):
      %19 = stablehlo.compare GE, %arg11, %arg12 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %20 = stablehlo.compare EQ, %arg11, %arg12 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %21 = stablehlo.compare GE, %arg9, %arg10 : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
      %22 = stablehlo.compare EQ, %arg9, %arg10 : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
      %23 = stablehlo.and %22, %19 : tensor<i1>
      %24 = stablehlo.or %21, %23 : tensor<i1>
      stablehlo.return %24 : tensor<i1>
    }) : (tensor<5xui8>, tensor<5xi32>) -> (tensor<5xui8>, tensor<5xi32>)
    %10 = stablehlo.get_dimension_size %arg1, dim = 0 : (tensor<4x5x1xf8E4M3B11FNUZ>) -> tensor<i32>
    %11 = stablehlo.reshape %10 : (tensor<i32>) -> tensor<1xi32>
    %c_0 = stablehlo.constant dense<0> : tensor<1xi32>
    %c_1 = stablehlo.constant dense<5> : tensor<1xi32>
    %12 = stablehlo.add %c_0, %c_1 : tensor<1xi32>
    %c_2 = stablehlo.constant dense<1> : tensor<1xi32>
    %13 = stablehlo.real_dynamic_slice %9#1, %11, %12, %c_2 : (tensor<5xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xi32>
    %14 = stablehlo.get_dimension_size %arg4, dim = 2 : (tensor<2x1x1xf8E4M3>) -> tensor<i32>
    %15 = stablehlo.convert %14 : (tensor<i32>) -> tensor<i64>
    %16 = stablehlo.reshape %15 : (tensor<i64>) -> tensor<1xi64>
    %17 = stablehlo.dynamic_reshape %13, %16 : (tensor<?xi32>, tensor<1xi64>) -> tensor<1xi32>
    %cst_3 = stablehlo.constant dense<[[6.062500e+00, -1.445310e+00], [-6.312500e+00, 1.664380e-10]]> : tensor<2x2xbf16>
    %18 = "stablehlo.triangular_solve"(%cst_3, %arg8) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<2x2xbf16>, tensor<2x1xbf16>) -> tensor<2x1xbf16>
    return %1, %2, %5, %cst, %6#0, %6#1, %9#0, %18 : tensor<f8E4M3FN>, tensor<4x5x1xf8E4M3B11FNUZ>, tensor<1x3xi2>, tensor<f8E4M3>, tensor<2x1x1xf8E4M3>, tensor<2x1x1xf8E4M3FNUZ>, tensor<5xui8>, tensor<2x1xbf16>
  }
}
