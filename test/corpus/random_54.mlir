module {
  func.func @main(%arg0: tensor<1x1x1xcomplex<f64>>, %arg1: tensor<1x3xi4>, %arg2: tensor<f8E4M3B11FNUZ>, %arg3: tensor<f8E4M3FNUZ>, %arg4: tensor<1x4x3xf8E4M3FNUZ>, %arg5: tensor<2x2xf8E4M3FNUZ>) -> (tensor<1x1x1xcomplex<f64>>, tensor<1xi4>, tensor<i4>, tensor<1x4x3x3xf4E2M1FN>, tensor<f6E3M2FN>, tensor<f8E4M3FNUZ>, tensor<f8E4M3FNUZ>, tensor<f8E4M3FNUZ>, tensor<1x4x3xf8E4M3FNUZ>, tensor<2x2xf8E4M3FNUZ>) {
    %0 = stablehlo.tan %arg0 : tensor<1x1x1xcomplex<f64>>
    %c = stablehlo.constant dense<[-1, 1, -3]> : tensor<3xi4>
    %1 = stablehlo.dot %arg1, %c : (tensor<1x3xi4>, tensor<3xi4>) -> tensor<1xi4>
    %2 = stablehlo.convert %arg2 : (tensor<f8E4M3B11FNUZ>) -> tensor<i4>
    %cst = stablehlo.constant dense<[[[[-1.000000e+00, -3.000000e+00, -2.000000e+00], [3.000000e+00, -6.000000e+00, -6.000000e+00], [5.000000e-01, -0.000000e+00, -0.000000e+00]], [[-6.000000e+00, 5.000000e-01, -6.000000e+00], [6.000000e+00, -0.000000e+00, 3.000000e+00], [-1.500000e+00, 3.000000e+00, 0.000000e+00]], [[3.000000e+00, 4.000000e+00, 0.000000e+00], [0.000000e+00, 1.500000e+00, -0.000000e+00], [-1.000000e+00, -6.000000e+00, -6.000000e+00]], [[1.500000e+00, -3.000000e+00, 0.000000e+00], [1.000000e+00, -0.000000e+00, -0.000000e+00], [-0.000000e+00, -0.000000e+00, 2.000000e+00]]]]> : tensor<1x4x3x3xf4E2M1FN>
    %3 = stablehlo.exponential_minus_one %cst : tensor<1x4x3x3xf4E2M1FN>
    %cst_0 = stablehlo.constant dense<-0.000000e+00> : tensor<f6E3M2FN>
    %4 = stablehlo.rsqrt %cst_0 : tensor<f6E3M2FN>
    %cst_1 = stablehlo.constant dense<6.000000e+00> : tensor<2xf4E2M1FN>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f8E4M3FNUZ>
    %5 = stablehlo.add %arg3, %cst_2 : tensor<f8E4M3FNUZ>
    %6 = stablehlo.subtract %arg3, %arg3 : tensor<f8E4M3FNUZ>
    %7 = stablehlo.negate %6 : tensor<f8E4M3FNUZ>
    %8 = "stablehlo.sort"(%arg4) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg6: tensor<f8E4M3FNUZ>, %arg7: tensor<f8E4M3FNUZ>):
      %10 = stablehlo.compare LT, %arg6, %arg7 : (tensor<f8E4M3FNUZ>, tensor<f8E4M3FNUZ>) -> tensor<i1>
      %11 = stablehlo.compare EQ, %arg6, %arg7 : (tensor<f8E4M3FNUZ>, tensor<f8E4M3FNUZ>) -> tensor<i1>
      stablehlo.return %10 : tensor<i1>
    }) : (tensor<1x4x3xf8E4M3FNUZ>) -> tensor<1x4x3xf8E4M3FNUZ>
    %9 = "stablehlo.triangular_solve"(%arg5, %arg5) <{left_side = false, lower = false, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = true}> : (tensor<2x2xf8E4M3FNUZ>, tensor<2x2xf8E4M3FNUZ>) -> tensor<2x2xf8E4M3FNUZ>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : tensor<1x1x1xcomplex<f64>>, tensor<1xi4>, tensor<i4>, tensor<1x4x3x3xf4E2M1FN>, tensor<f6E3M2FN>, tensor<f8E4M3FNUZ>, tensor<f8E4M3FNUZ>, tensor<f8E4M3FNUZ>, tensor<1x4x3xf8E4M3FNUZ>, tensor<2x2xf8E4M3FNUZ>
  }
}
