module {
  func.func @main(%arg0: tensor<1x3xi1>, %arg1: tensor<4x1x4xf8E4M3FN>, %arg2: tensor<3x1xui2>, %arg3: tensor<3x1xui2>, %arg4: tensor<ui2>, %arg5: tensor<3xi2>, %arg6: tensor<1x4x1xf8E8M0FNU>, %arg7: tensor<1xf8E4M3FN>) -> (tensor<1x3xi1>, tensor<1x4x1x1xcomplex<f64>>, tensor<1xf8E4M3FN>) {
    %c = stablehlo.constant dense<true> : tensor<1x3xi1>
    %c_0 = stablehlo.constant dense<true> : tensor<i1>
    %0 = "stablehlo.select_and_scatter"(%arg0, %c, %c_0) <{padding = dense<0> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 1>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg8: tensor<i1>, %arg9: tensor<i1>):
      %10 = stablehlo.compare GT, %arg8, %arg9 : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %11 = stablehlo.compare EQ, %arg8, %arg9 : (tensor<i1>, tensor<i1>) -> tensor<i1>
      stablehlo.return %10 : tensor<i1>
    }, {
    ^bb0(%arg8: tensor<i1>, %arg9: tensor<i1>):
      %10 = stablehlo.or %arg8, %arg9 : tensor<i1>
      stablehlo.return %10 : tensor<i1>
    }) : (tensor<1x3xi1>, tensor<1x3xi1>, tensor<i1>) -> tensor<1x3xi1>
    %1 = stablehlo.minimum %0, %0 : tensor<1x3xi1>
    %2 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<1x3xi1>) -> tensor<i32>
    %3 = stablehlo.reshape %2 : (tensor<i32>) -> tensor<1xi32>
    %4 = stablehlo.dynamic_iota %3, dim = 0 : (tensor<1xi32>) -> tensor<?xf8E5M2>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %5:2 = stablehlo.while(%iterArg = %c_1, %iterArg_5 = %4) : tensor<i32>, tensor<?xf8E5M2>
    cond {
      %c_6 = stablehlo.constant dense<3> : tensor<i32>
      %10 = stablehlo.compare LT, %iterArg, %c_6 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %10 : tensor<i1>
    } do {
      %c_6 = stablehlo.constant dense<1> : tensor<i32>
      %10 = stablehlo.add %iterArg, %c_6 : tensor<i32>
      %11 = stablehlo.reverse %iterArg_5, dims = [0] : tensor<?xf8E5M2>
      stablehlo.return %10, %11 : tensor<i32>, tensor<?xf8E5M2>
    }
    %c_2 = stablehlo.constant dense<0> : tensor<1xi64>
    %c_3 = stablehlo.constant dense<1> : tensor<1xi64>
    %6 = stablehlo.add %c_2, %c_3 : tensor<1xi64>
    %7 = stablehlo.dynamic_reshape %5#1, %6 : (tensor<?xf8E5M2>, tensor<1xi64>) -> tensor<1xf8E5M2>
    %cst = stablehlo.constant dense<[[[[(1.275390625,-6.8515625)]], [[(0xFFF0000000000000,0.000000e+00)]], [[(8.4921875,-2.000000e+00)]], [[(9.57421875,-2.1602196452213406E+91)]]]]> : tensor<1x4x1x1xcomplex<f64>>
    %8 = stablehlo.exponential_minus_one %cst : tensor<1x4x1x1xcomplex<f64>>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %9:2 = "stablehlo.case"(%c_4) ({
      %10 = stablehlo.xor %arg2, %arg3 : tensor<3x1xui2>
      %c_5 = stablehlo.constant dense<2> : tensor<ui2>
      %11 = stablehlo.clamp %arg4, %10, %c_5 : (tensor<ui2>, tensor<3x1xui2>, tensor<ui2>) -> tensor<3x1xui2>
      %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<1xf8E4M3FN>
      stablehlo.return %arg1, %cst_6 : tensor<4x1x4xf8E4M3FN>, tensor<1xf8E4M3FN>
    }, {
      %10 = stablehlo.or %arg5, %arg5 : tensor<3xi2>
      %c_5 = stablehlo.constant dense<3> : tensor<ui2>
      %11 = stablehlo.or %c_5, %c_5 : tensor<ui2>
      %c_6 = stablehlo.constant dense<[[[0, -1], [1, 1]], [[0, 7], [94, 1]], [[0, 1], [127, -3]]]> : tensor<3x2x2xi8>
      %12 = stablehlo.broadcast_in_dim %c_6, dims = [1, 2, 3] : (tensor<3x2x2xi8>) -> tensor<1x3x2x2xi8>
      %c_7 = stablehlo.constant dense<0> : tensor<i8>
      %13 = stablehlo.reduce(%12 init: %c_7) applies stablehlo.add across dimensions = [1, 2, 3] : (tensor<1x3x2x2xi8>, tensor<i8>) -> tensor<1xi8>
      %c_8 = stablehlo.constant dense<124> : tensor<i8>
      %14 = stablehlo.reduce(%13 init: %c_7) applies stablehlo.add across dimensions = [0] : (tensor<1xi8>, tensor<i8>) -> tensor<i8>
      %15 = stablehlo.imag %arg6 : tensor<1x4x1xf8E8M0FNU>
      stablehlo.return %arg1, %arg7 : tensor<4x1x4xf8E4M3FN>, tensor<1xf8E4M3FN>
    }, {
      %cst_5 = stablehlo.constant dense<8.000000e+00> : tensor<1xf8E4M3FN>
      stablehlo.return %arg1, %cst_5 : tensor<4x1x4xf8E4M3FN>, tensor<1xf8E4M3FN>
    }) : (tensor<i32>) -> (tensor<4x1x4xf8E4M3FN>, tensor<1xf8E4M3FN>)
    return %1, %8, %9#1 : tensor<1x3xi1>, tensor<1x4x1x1xcomplex<f64>>, tensor<1xf8E4M3FN>
  }
}
