module {
  func.func @main(%arg0: tensor<0x1x3x3xf8E5M2FNUZ>, %arg1: tensor<i32>, %arg2: tensor<3xui32>, %arg3: tensor<3xi1>, %arg4: tensor<3xf6E2M3FN>, %arg5: tensor<ui8>) -> (tensor<i32>, tensor<3x1xf6E2M3FN>, tensor<4xi1>) {
    %0 = stablehlo.cbrt %arg0 : tensor<0x1x3x3xf8E5M2FNUZ>
    %1 = stablehlo.popcnt %arg1 : tensor<i32>
    %c = stablehlo.constant dense<1> : tensor<ui32>
    %c_0 = stablehlo.constant dense<false> : tensor<i1>
    %2:2 = "stablehlo.reduce_window"(%arg2, %arg3, %c, %c_0) <{base_dilations = array<i64: 1>, padding = dense<[[1, 0]]> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 1>, window_strides = array<i64: 1>}> ({
    ^bb0(%arg6: tensor<ui32>, %arg7: tensor<i1>, %arg8: tensor<ui32>, %arg9: tensor<i1>):
      %6 = "stablehlo.if"(%arg9) ({
        stablehlo.return %arg8 : tensor<ui32>
      }, {
        stablehlo.return %arg6 : tensor<ui32>
      }) : (tensor<i1>) -> tensor<ui32>
      %7 = stablehlo.or %arg7, %arg9 : tensor<i1>
      stablehlo.return %6, %7 : tensor<ui32>, tensor<i1>
    }) : (tensor<3xui32>, tensor<3xi1>, tensor<ui32>, tensor<i1>) -> (tensor<4xui32>, tensor<4xi1>)
    %3 = stablehlo.broadcast_in_dim %arg4, dims = [0] : (tensor<3xf6E2M3FN>) -> tensor<3x1xf6E2M3FN>
    %cst = stablehlo.constant dense<[[[[-8.000000e+00, -1.953130e-03, -5.000000e-01, 1.625000e+00, 3.000000e+00]]], [[[-5.859380e-03, -4.500000e+00, 1.375000e+00, -0.000000e+00, 1.953130e-03]]], [[[-6.875000e-01, -6.500000e+00, 2.031250e-01, 0x7C, -3.000000e+00]]]]> : tensor<3x1x1x5xf8E4M3>
    %4 = stablehlo.reduce_precision %cst, format = e10m17 : tensor<3x1x1x5xf8E4M3>
    %5 = stablehlo.dynamic_slice %2#1, %arg5, sizes = [4] : (tensor<4xi1>, tensor<ui8>) -> tensor<4xi1>
    return %1, %3, %5 : tensor<i32>, tensor<3x1xf6E2M3FN>, tensor<4xi1>
  }
}
