module {
  func.func @main(%arg0: tensor<3x3xui2>, %arg1: tensor<3xui2>, %arg2: tensor<i32>, %arg3: tensor<0xf32>) -> (tensor<3xui2>, tensor<3x3xui2>, tensor<i32>, tensor<i32>, tensor<0xf32>) {
    %0 = stablehlo.dot %arg0, %arg1, precision = [HIGH, HIGH] : (tensor<3x3xui2>, tensor<3xui2>) -> tensor<3xui2>
    %1 = stablehlo.shift_right_logical %arg0, %arg0 : tensor<3x3xui2>
    %c = stablehlo.constant dense<4294967295> : tensor<2x1xui32>
    %c_0 = stablehlo.constant dense<0> : tensor<ui32>
    %2 = "stablehlo.reduce_window"(%c, %c_0) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 1, 1>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg4: tensor<ui32>, %arg5: tensor<ui32>):
      %6 = stablehlo.add %arg4, %arg5 : tensor<ui32>
      stablehlo.return %6 : tensor<ui32>
    }) : (tensor<2x1xui32>, tensor<ui32>) -> tensor<2x1xui32>
    %c_1 = stablehlo.constant dense<7> : tensor<i32>
    %c_2 = stablehlo.constant dense<2147483647> : tensor<i32>
    %3 = stablehlo.shift_right_logical %c_1, %c_2 : tensor<i32>
    %4 = stablehlo.minimum %arg2, %3 : tensor<i32>
    %5 = stablehlo.cosine %arg3 : tensor<0xf32>
    return %0, %1, %c_1, %4, %5 : tensor<3xui2>, tensor<3x3xui2>, tensor<i32>, tensor<i32>, tensor<0xf32>
  }
}
