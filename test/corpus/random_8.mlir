module {
  func.func @main(%arg0: tensor<2x3x1xf8E5M2>, %arg1: tensor<2x1xf8E5M2>) -> (tensor<1x1x1x1xi2>, tensor<2x3x1xf8E5M2>) {
    %c = stablehlo.constant dense<1> : tensor<1x1x1x1xi2>
    %0 = stablehlo.shift_left %c, %c : tensor<1x1x1x1xi2>
    %1 = stablehlo.cbrt %arg0 : tensor<2x3x1xf8E5M2>
    %c_0 = stablehlo.constant dense<[1, 4294967292]> : tensor<2xui32>
    %2 = "stablehlo.scatter"(%1, %c_0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [0, 2]>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f8E5M2>, %arg3: tensor<f8E5M2>):
      %3 = stablehlo.add %arg2, %arg3 : tensor<f8E5M2>
      stablehlo.return %3 : tensor<f8E5M2>
    }) : (tensor<2x3x1xf8E5M2>, tensor<2xui32>, tensor<2x1xf8E5M2>) -> tensor<2x3x1xf8E5M2>
    return %0, %2 : tensor<1x1x1x1xi2>, tensor<2x3x1xf8E5M2>
  }
}
