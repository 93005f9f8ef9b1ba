module {
  func.func @main(%arg0: tensor<2xf8E4M3FNUZ>, %arg1: tensor<2xf8E8M0FNU>, %arg2: tensor<f6E3M2FN>, %arg3: tensor<f6E3M2FN>) -> (tensor<1xf16>, tensor<f16>, tensor<2xf8E4M3FNUZ>, tensor<2xf8E8M0FNU>, tensor<4x1x1x1xcomplex<f32>>, tensor<1x2xf6E3M2FN>) {
    %cst = stablehlo.constant dense<-0.000000e+00> : tensor<1xf16>
    %0 = stablehlo.reduce_precision %cst, format = e5m43 : tensor<1xf16>
    %c = stablehlo.constant dense<-1> : tensor<i64>
    %1 = stablehlo.convert %c : (tensor<i64>) -> tensor<f16>
    %2 = stablehlo.round_nearest_even %arg0 : tensor<2xf8E4M3FNUZ>
    %cst_0 = stablehlo.constant dense<[[-2.802600e-45, -1.93505859, 4.75585938], [-0.0874023437, -0.000000e+00, -4.000000e+00], [-1.21191406, 0x7FC00000, -3.49023438]]> : tensor<3x3xf32>
    %cst_1 = stablehlo.constant dense<[[0.0576171875, 6.93359375, 0.154785156], [-0.000000e+00, 0.811035156, 0.000000e+00]]> : tensor<2x3xf32>
    %3 = "stablehlo.triangular_solve"(%cst_0, %cst_1) <{left_side = false, lower = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    %cst_2 = stablehlo.constant dense<0xFF> : tensor<f8E8M0FNU>
    %4 = "stablehlo.reduce_window"(%arg1, %cst_2) <{base_dilations = array<i64: 1>, padding = dense<[[0, 1]]> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 2>, window_strides = array<i64: 1>}> ({
    ^bb0(%arg4: tensor<f8E8M0FNU>, %arg5: tensor<f8E8M0FNU>):
      %9 = stablehlo.add %arg4, %arg5 : tensor<f8E8M0FNU>
      stablehlo.return %9 : tensor<f8E8M0FNU>
    }) : (tensor<2xf8E8M0FNU>, tensor<f8E8M0FNU>) -> tensor<2xf8E8M0FNU>
    %cst_3 = stablehlo.constant dense<(2.802600e-45,-0.835449218)> : tensor<4x1x1x1xcomplex<f32>>
    %5 = stablehlo.exponential_minus_one %cst_3 : tensor<4x1x1x1xcomplex<f32>>
    %c_4 = stablehlo.constant dense<1> : tensor<2xi64>
    %6 = stablehlo.rng %arg2, %arg3, %c_4, distribution = UNIFORM : (tensor<f6E3M2FN>, tensor<f6E3M2FN>, tensor<2xi64>) -> tensor<1x1xf6E3M2FN>
    %c_5 = stablehlo.constant dense<0> : tensor<1xi32>
    %c_6 = stablehlo.constant dense<0> : tensor<1xi32>
    %7 = stablehlo.concatenate %c_5, %c_6, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %c_7 = stablehlo.constant dense<[0, 1]> : tensor<2xi32>
    %c_8 = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
    %8 = stablehlo.dynamic_pad %6, %arg3, %7, %c_7, %c_8 : (tensor<1x1xf6E3M2FN>, tensor<f6E3M2FN>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<1x2xf6E3M2FN>
    return %0, %1, %2, %4, %5, %8 : tensor<1xf16>, tensor<f16>, tensor<2xf8E4M3FNUZ>, tensor<2xf8E8M0FNU>, tensor<4x1x1x1xcomplex<f32>>, tensor<1x2xf6E3M2FN>
  }
}
