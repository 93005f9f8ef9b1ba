module {
  func.func @main(%arg0: tensor<complex<f32>>, %arg1: tensor<3x2x3xi8>, %arg2: tensor<3x2x3xi8>, %arg3: tensor<1x1x0xf4E2M1FN>, %arg4: tensor<3xi4>, %arg5: tensor<4x3xui64>, %arg6: tensor<3xui64>, %arg7: tensor<3x5x1xf8E4M3>, %arg8: tensor<1x4x1x1xf8E4M3>) -> (tensor<3x2x3xi8>, tensor<f8E8M0FNU>, tensor<1x0xf4E2M1FN>, tensor<1x1x0xf4E2M1FN>, tensor<4x3xi4>, tensor<4x3xui64>, tensor<3x5x1xf8E4M3>, tensor<1x5xf8E4M3>, tensor<1x4x1x1xf8E4M3>) {
    %0 = stablehlo.multiply %arg0, %arg0 : tensor<complex<f32>>
    %1 = stablehlo.shift_right_arithmetic %arg1, %arg2 : tensor<3x2x3xi8>
    %cst = stablehlo.constant dense<3.125000e-02> : tensor<f8E8M0FNU>
    %2 = stablehlo.exponential_minus_one %cst : tensor<f8E8M0FNU>
    %c = stablehlo.constant dense<0> : tensor<2xi32>
    %3 = stablehlo.reshape %arg3 : (tensor<1x1x0xf4E2M1FN>) -> tensor<1x0xf4E2M1FN>
    %4 = "stablehlo.scatter"(%arg3, %c, %3) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [0, 2]>, unique_indices = false}> ({
    ^bb0(%arg9: tensor<f4E2M1FN>, %arg10: tensor<f4E2M1FN>):
      %9 = stablehlo.maximum %arg9, %arg10 : tensor<f4E2M1FN>
      stablehlo.return %9 : tensor<f4E2M1FN>
    }) : (tensor<1x1x0xf4E2M1FN>, tensor<2xi32>, tensor<1x0xf4E2M1FN>) -> tensor<1x1x0xf4E2M1FN>
    %c_0 = stablehlo.constant dense<[[-1, -7, 0], [-1, -1, -2], [0, 7, 7], [-1, -8, 1]]> : tensor<4x3xi4>
    %c_1 = stablehlo.constant dense<2> : tensor<1xi64>
    %5:2 = "stablehlo.scatter"(%c_0, %arg5, %c_1, %arg4, %arg6) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = false}> ({
    ^bb0(%arg9: tensor<i4>, %arg10: tensor<ui64>, %arg11: tensor<i4>, %arg12: tensor<ui64>):
      %9 = stablehlo.minimum %arg9, %arg11 : tensor<i4>
      %10 = stablehlo.add %arg10, %arg12 : tensor<ui64>
      stablehlo.return %9, %10 : tensor<i4>, tensor<ui64>
    }) : (tensor<4x3xi4>, tensor<4x3xui64>, tensor<1xi64>, tensor<3xi4>, tensor<3xui64>) -> (tensor<4x3xi4>, tensor<4x3xui64>)
    %6 = stablehlo.floor %arg7 : tensor<3x5x1xf8E4M3>
    %7 = stablehlo.iota dim = 0 : tensor<1x5xf8E4M3>
    %8 = stablehlo.remainder %arg8, %arg8 : tensor<1x4x1x1xf8E4M3>
    return %1, %2, %3, %4, %5#0, %5#1, %6, %7, %8 : tensor<3x2x3xi8>, tensor<f8E8M0FNU>, tensor<1x0xf4E2M1FN>, tensor<1x1x0xf4E2M1FN>, tensor<4x3xi4>, tensor<4x3xui64>, tensor<3x5x1xf8E4M3>, tensor<1x5xf8E4M3>, tensor<1x4x1x1xf8E4M3>
  }
}
