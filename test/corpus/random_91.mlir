module {
  func.func @main(%arg0: tensor<4x1xcomplex<f32>>, %arg1: tensor<1x1xcomplex<f32>>, %arg2: tensor<1x1x4x4xbf16>, %arg3: tensor<4x5xui2>) -> (tensor<f4E2M1FN>, tensor<4x1xf32>, tensor<1x1xcomplex<f32>>, tensor<1x1xcomplex<f32>>, tensor<1x1xcomplex<f32>>, tensor<5x2x4xf6E2M3FN>, tensor<f6E2M3FN>, tensor<4x5xui2>, tensor<4x5xi32>) {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f4E2M1FN>
    %0 = stablehlo.reshape %cst : (tensor<f4E2M1FN>) -> tensor<f4E2M1FN>
    %1 = stablehlo.real %arg0 : (tensor<4x1xcomplex<f32>>) -> tensor<4x1xf32>
    %2 = stablehlo.imag %arg0 : (tensor<4x1xcomplex<f32>>) -> tensor<4x1xf32>
    %3 = stablehlo.complex %1, %2 : tensor<4x1xcomplex<f32>>
    %4 = stablehlo.sign %arg1 : tensor<1x1xcomplex<f32>>
    %5 = stablehlo.tuple %arg1, %arg2 : tuple<tensor<1x1xcomplex<f32>>, tensor<1x1x4x4xbf16>>
    %6 = stablehlo.get_tuple_element %5[0] : (tuple<tensor<1x1xcomplex<f32>>, tensor<1x1x4x4xbf16>>) -> tensor<1x1xcomplex<f32>>
    %cst_0 = stablehlo.constant dense<[-2.875000e+00, 1.550000e+01]> : tensor<2xf8E3M4>
    %7 = stablehlo.tuple %6, %cst_0 : tuple<tensor<1x1xcomplex<f32>>, tensor<2xf8E3M4>>
    %8 = stablehlo.get_tuple_element %7[0] : (tuple<tensor<1x1xcomplex<f32>>, tensor<2xf8E3M4>>) -> tensor<1x1xcomplex<f32>>
    %cst_1 = stablehlo.constant dense<[[[-1.375000e+00, -0.000000e+00, 4.000000e+00, -3.500000e+00], [2.750000e+00, -5.000000e-01, -2.500000e-01, -6.500000e+00]], [[1.375000e+00, 1.750000e+00, -5.000000e-01, -7.500000e+00], [-2.500000e+00, 0.000000e+00, -0.000000e+00, 2.500000e-01]], [[-7.500000e+00, -2.500000e-01, -1.000000e+00, 3.000000e+00], [1.000000e+00, -7.500000e+00, 0.000000e+00, -6.250000e-01]], [[-7.500000e-01, 7.500000e-01, 6.500000e+00, 1.750000e+00], [-2.500000e-01, 2.250000e+00, -0.000000e+00, -1.000000e+00]], [[-0.000000e+00, 1.500000e+00, -7.500000e-01, -7.500000e+00], [4.000000e+00, -3.250000e+00, -2.250000e+00, 1.375000e+00]]]> : tensor<5x2x4xf6E2M3FN>
    %9 = stablehlo.log_plus_one %cst_1 : tensor<5x2x4xf6E2M3FN>
    %cst_2 = stablehlo.constant dense<-0.000000e+00> : tensor<f6E2M3FN>
    %10 = stablehlo.cbrt %cst_2 : tensor<f6E2M3FN>
    %11 = stablehlo.iota dim = 1 : tensor<4x5xi32>
    %12:2 = "stablehlo.sort"(%arg3, %11) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg4: tensor<ui2>, %arg5: tensor<ui2>, %arg6: tensor<i32>, %arg7: tensor<i32>):
      %15 = stablehlo.compare LE, %arg6, %arg7 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %16 = stablehlo.compare EQ, %arg6, %arg7 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %17 = stablehlo.compare LE, %arg4, %arg5 : (tensor<ui2>, tensor<ui2>) -> tensor<i1>
      %18 = stablehlo.compare EQ, %arg4, %arg5 : (tensor<ui2>, tensor<ui2>) -> tensor<i1>
      %19 = stablehlo.and %18, %15 : tensor<i1>
      %20 = stablehlo.or %17, %19 : tensor<i1>
      stablehlo.return %20 : tensor<i1>
    }) : (tensor<4x5xui2>, tensor<4x5xi32>) -> (tensor<4x5xui2>, tensor<4x5xi32>)
    %13 = stablehlo.slice %12#0 [0:4, 0:5] : (tensor<4x5xui2>) -> tensor<4x5xui2>
    %14 = stablehlo.slice %12#1 [0:4, 0:5] : (tensor<4x5xi32>) -> tensor<4x5xi32>
    return %0, %1, %4, %6, %8, %9, %10, %13, %14 : tensor<f4E2M1FN>, tensor<4x1xf32>, tensor<1x1xcomplex<f32>>, tensor<1x1xcomplex<f32>>, tensor<1x1xcomplex<f32>>, tensor<5x2x4xf6E2M3FN>, tensor<f6E2M3FN>, tensor<4x5xui2>, tensor<4x5xi32>
  }
}
