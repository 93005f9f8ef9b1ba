module {
  func.func @main(%arg0: tensor<3xf16>, %arg1: tensor<3xf16>, %arg2: tensor<4x5x1x3xf16>, %arg3: tensor<i1>, %arg4: tensor<5x1xf6E2M3FN>, %arg5: tensor<f6E2M3FN>, %arg6: tensor<5x1x1x1xf32>, %arg7: tensor<5x1xf8E5M2FNUZ>, %arg8: tensor<complex<f32>>, %arg9: tensor<5x3x1xf8E4M3>) -> (tensor<4x5x1x3xf16>, tensor<3xf16>, tensor<3xf16>, tensor<5x1xf8E5M2FNUZ>, tensor<complex<f32>>, tensor<1x4x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<5x3x1xf8E4M3>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<4x5x1x3xf16>
    %cst_0 = stablehlo.constant dense<[2.484380e+00, 1.788140e-07, 5.507810e-01]> : tensor<3xf16>
    %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%cst, %cst_0, %arg0, %arg1, %arg2) <{epsilon = 0.000000e+00 : f32, feature_index = 3 : i64}> : (tensor<4x5x1x3xf16>, tensor<3xf16>, tensor<3xf16>, tensor<3xf16>, tensor<4x5x1x3xf16>) -> (tensor<4x5x1x3xf16>, tensor<3xf16>, tensor<3xf16>)
    %cst_1 = stablehlo.constant dense<[[0.860351562, -3.000000e+00, 0x7F800000, 1.41992188]]> : tensor<1x4xf32>
    %0 = stablehlo.uniform_quantize %cst_1 : (tensor<1x4xf32>) -> tensor<1x4x!quant.uniform<i8:f32, 5.000000e-01:3>>
    %1 = stablehlo.exponential_minus_one %0 : tensor<1x4x!quant.uniform<i8:f32, 5.000000e-01:3>>
    %c = stablehlo.constant dense<[5, 1]> : tensor<2xi64>
    %2 = stablehlo.dynamic_iota %c, dim = 1 : (tensor<2xi64>) -> tensor<5x?xf8E5M2FNUZ>
    %3 = "stablehlo.if"(%arg3) ({
      stablehlo.return %2 : tensor<5x?xf8E5M2FNUZ>
    }, {
      %18 = stablehlo.reverse %2, dims = [0] : tensor<5x?xf8E5M2FNUZ>
      stablehlo.return %18 : tensor<5x?xf8E5M2FNUZ>
    }) : (tensor<i1>) -> tensor<5x?xf8E5M2FNUZ>
    %4 = stablehlo.get_dimension_size %3, dim = 0 : (tensor<5x?xf8E5M2FNUZ>) -> tensor<i32>
    %5 = stablehlo.convert %4 : (tensor<i32>) -> tensor<i64>
    %6 = stablehlo.reshape %5 : (tensor<i64>) -> tensor<1xi64>
    %7 = stablehlo.get_dimension_size %3, dim = 1 : (tensor<5x?xf8E5M2FNUZ>) -> tensor<i32>
    %8 = stablehlo.convert %7 : (tensor<i32>) -> tensor<i64>
    %9 = stablehlo.reshape %8 : (tensor<i64>) -> tensor<1xi64>
    %10 = stablehlo.concatenate %6, %9, dim = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
    %11 = stablehlo.dynamic_reshape %3, %10 : (tensor<5x?xf8E5M2FNUZ>, tensor<2xi64>) -> tensor<5x1xf8E5M2FNUZ>
    %12 = "stablehlo.if"(%arg3) ({
      %c_2 = stablehlo.constant dense<[[[2], [-3], [1], [0], [-1]]]> : tensor<1x5x1xi32>
      %c_3 = stablehlo.constant dense<0> : tensor<i32>
      %18 = "stablehlo.reduce_window"(%c_2, %c_3) <{base_dilations = array<i64: 1, 1, 1>, padding = dense<0> : tensor<3x2xi64>, window_dilations = array<i64: 1, 1, 1>, window_dimensions = array<i64: 1, 1, 1>, window_strides = array<i64: 1, 1, 1>}> ({
      ^bb0(%arg10: tensor<i32>, %arg11: tensor<i32>):
        %21 = stablehlo.add %arg10, %arg11 : tensor<i32>
        stablehlo.return %21 : tensor<i32>
      }) : (tensor<1x5x1xi32>, tensor<i32>) -> tensor<1x5x1xi32>
      %cst_4 = stablehlo.constant dense<[[[[-6.000000e+00, 0.000000e+00]]], [[[5.000000e-01, 5.000000e-01]]], [[[2.000000e+00, 6.000000e+00]]]]> : tensor<3x1x1x2xf4E2M1FN>
      %19 = stablehlo.cbrt %cst_4 : tensor<3x1x1x2xf4E2M1FN>
      %cst_5 = stablehlo.constant dense<[[6.875000e-01, 0.000000e+00, -0.151611328, -1.82617188, 9.062500e-01], [0.000000e+00, -1.401300e-45, -2.802600e-45, -0.0581054688, -3.000000e+00], [2.54003906, 0x7FC00000, -3.40282347E+38, -1.13330078, -7.09765625]]> : tensor<3x5xf32>
      %20 = stablehlo.complex %cst_5, %cst_5 : tensor<3x5xcomplex<f32>>
      %cst_6 = stablehlo.constant dense<[[-2.000000e+00], [0x80], [7.500000e-01], [-7.500000e-01], [1.750000e+00]]> : tensor<5x1xf8E5M2FNUZ>
      stablehlo.return %cst_6 : tensor<5x1xf8E5M2FNUZ>
    }, {
      %18 = stablehlo.reshape %arg5 : (tensor<f6E2M3FN>) -> tensor<f6E2M3FN>
      %19 = stablehlo.broadcast_in_dim %18, dims = [] : (tensor<f6E2M3FN>) -> tensor<5x1xf6E2M3FN>
      %20 = stablehlo.clamp %arg5, %arg4, %19 : (tensor<f6E2M3FN>, tensor<5x1xf6E2M3FN>, tensor<5x1xf6E2M3FN>) -> tensor<5x1xf6E2M3FN>
      %21 = stablehlo.uniform_quantize %arg6 : (tensor<5x1x1x1xf32>) -> tensor<5x1x1x1x!quant.uniform<i8:f32, 5.000000e-01:3>>
      stablehlo.return %arg7 : tensor<5x1xf8E5M2FNUZ>
    }) : (tensor<i1>) -> tensor<5x1xf8E5M2FNUZ>
    %13 = stablehlo.log_plus_one %arg8 : tensor<complex<f32>>
    %14 = stablehlo.log_plus_one %1 : tensor<1x4x!quant.uniform<i8:f32, 5.000000e-01:3>>
    %15 = stablehlo.slice %arg9 [0:5, 0:3, 0:1] : (tensor<5x3x1xf8E4M3>) -> tensor<5x3x1xf8E4M3>
    %16 = stablehlo.slice %arg9 [5:5, 0:3, 0:1] : (tensor<5x3x1xf8E4M3>) -> tensor<0x3x1xf8E4M3>
    %17 = stablehlo.concatenate %16, %15, dim = 0 : (tensor<0x3x1xf8E4M3>, tensor<5x3x1xf8E4M3>) -> tensor<5x3x1xf8E4M3>
    return %grad_operand, %grad_scale, %grad_offset, %11, %13, %14, %17 : tensor<4x5x1x3xf16>, tensor<3xf16>, tensor<3xf16>, tensor<5x1xf8E5M2FNUZ>, tensor<complex<f32>>, tensor<1x4x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<5x3x1xf8E4M3>
  }
}
