module {
  func.func @main(%arg0: tensor<4x4xi64>, %arg1: tensor<2x3xbf16>, %arg2: tensor<ui64>, %arg3: tensor<i1>) -> (tensor<4x4xi64>, tensor<1x1x5x3xf8E5M2FNUZ>, tensor<2x3xbf16>, tensor<i1>, tensor<i32>) {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %0 = "stablehlo.reduce_window"(%arg0, %c) <{base_dilations = array<i64: 1, 1>, padding = dense<[[0, 3], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 4, 1>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg4: tensor<i64>, %arg5: tensor<i64>):
      %8 = stablehlo.add %arg4, %arg5 : tensor<i64>
      stablehlo.return %8 : tensor<i64>
    }) : (tensor<4x4xi64>, tensor<i64>) -> tensor<4x4xi64>
    %cst = stablehlo.constant dense<[[[[0.000000e+00, 0.000000e+00, 1.250000e+00], [-1.250000e+00, 0x80, -1.562500e-02], [7.680000e+02, -4.000000e+00, -1.000000e+00], [0.000000e+00, 1.000000e+00, 3.000000e+00], [0x80, 0x80, -7.000000e+00]]]]> : tensor<1x1x5x3xf8E5M2FNUZ>
    %1 = stablehlo.log_plus_one %cst : tensor<1x1x5x3xf8E5M2FNUZ>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %2 = "stablehlo.reduce_window"(%arg1, %cst_0) <{base_dilations = array<i64: 1, 1>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg4: tensor<bf16>, %arg5: tensor<bf16>):
      %8 = stablehlo.multiply %arg4, %arg5 : tensor<bf16>
      stablehlo.return %8 : tensor<bf16>
    }) : (tensor<2x3xbf16>, tensor<bf16>) -> tensor<2x3xbf16>
    %3 = stablehlo.reshape %arg2 : (tensor<ui64>) -> tensor<ui64>
    %4 = stablehlo.minimum %arg2, %3 : tensor<ui64>
    %c_1 = stablehlo.constant dense<true> : tensor<i1>
    %5 = stablehlo.or %arg3, %c_1 : tensor<i1>
    %c_2 = stablehlo.constant dense<1> : tensor<i32>
    %6 = stablehlo.or %c_2, %c_2 : tensor<i32>
    %7 = stablehlo.abs %6 : tensor<i32>
    return %0, %1, %2, %5, %7 : tensor<4x4xi64>, tensor<1x1x5x3xf8E5M2FNUZ>, tensor<2x3xbf16>, tensor<i1>, tensor<i32>
  }
}
