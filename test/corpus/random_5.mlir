module {
  func.func @main(%arg0: tensor<2xbf16>, %arg1: tensor<2xf8E4M3B11FNUZ>, %arg2: tensor<4x5x1x1xf6E2M3FN>, %arg3: tensor<f6E3M2FN>, %arg4: tensor<2x3xui32>, %arg5: tensor<i1>, %arg6: tensor<2x1x4x1xf64>, %arg7: tensor<ui64>, %arg8: tensor<f8E4M3FNUZ>, %arg9: tensor<2x1x4x1xf64>, %arg10: tensor<1x1xf8E8M0FNU>, %arg11: tensor<2x5x2xf16>, %arg12: tensor<f6E3M2FN>, %arg13: tensor<4x1x2xf8E3M4>, %arg14: tensor<2xf8E8M0FNU>, %arg15: tensor<1x1x1x1xi4>) -> (tensor<2xbf16>, tensor<2x3xf8E5M2FNUZ>, tensor<2x1x4x1xf64>, tensor<2xui64>, tensor<f64>, tensor<2xf8E4M3B11FNUZ>, tensor<4x5x1x1xf6E2M3FN>, tensor<2xf32>, tensor<2x5x2xf16>, tensor<f6E3M2FN>, tensor<2x3xui32>, tensor<2x2xui32>, tensor<1x1x1x1xi4>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %0 = "stablehlo.reduce_window"(%arg0, %cst) <{base_dilations = array<i64: 1>, padding = dense<[[0, 1]]> : tensor<1x2xi64>, window_dilations = array<i64: 1>, window_dimensions = array<i64: 2>, window_strides = array<i64: 1>}> ({
    ^bb0(%arg16: tensor<bf16>, %arg17: tensor<bf16>):
      %14 = stablehlo.add %arg16, %arg17 : tensor<bf16>
      stablehlo.return %14 : tensor<bf16>
    }) : (tensor<2xbf16>, tensor<bf16>) -> tensor<2xbf16>
    %cst_0 = stablehlo.constant dense<[[-2.000000e+00, 4.375000e-01, 9.375000e-02], [0.000000e+00, 0.000000e+00, 7.500000e-01]]> : tensor<2x3xf8E5M2FNUZ>
    %c = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
    %1 = "stablehlo.torch_index_select"(%cst_0, %c) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<2x3xf8E5M2FNUZ>, tensor<2xi32>) -> tensor<2x3xf8E5M2FNUZ>
    %2 = stablehlo.round_nearest_afz %1 : tensor<2x3xf8E5M2FNUZ>
    %cst_1 = stablehlo.constant dense<-1.7976931348623157E+308> : tensor<2x1x4x1xf64>
    %3 = stablehlo.log %cst_1 : tensor<2x1x4x1xf64>
    %c_2 = stablehlo.constant dense<[9223372036854775807, 3]> : tensor<2xui64>
    %output_state, %output = stablehlo.rng_bit_generator %c_2, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<f64>)
    %4 = stablehlo.compare EQ, %output, %output : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %5 = stablehlo.select %4, %output, %cst_3 : tensor<i1>, tensor<f64>
    %6 = stablehlo.cbrt %arg1 : tensor<2xf8E4M3B11FNUZ>
    %7 = stablehlo.sqrt %arg2 : tensor<4x5x1x1xf6E2M3FN>
    %cst_4 = stablehlo.constant dense<[3.40282347E+38, 0x7FC00000]> : tensor<2xf32>
    %8 = stablehlo.sqrt %cst_4 : tensor<2xf32>
    %cst_5 = stablehlo.constant dense<[[[0.000000e+00, -0.000000e+00], [9.496000e+03, 1.192090e-07], [-6.550400e+04, 9.322160e-05], [-1.691410e+00, 0.000000e+00], [0x7E00, -2.000000e+00]], [[-6.049800e-01, -1.734380e+00], [6.550400e+04, -4.000000e+00], [4.841310e-01, -2.898440e+00], [-9.296870e-01, 4.077150e-01], [0x7E00, -3.632000e+03]]]> : tensor<2x5x2xf16>
    %c_6 = stablehlo.constant dense<1> : tensor<i32>
    %9:3 = "stablehlo.case"(%c_6) ({
      %cst_7 = stablehlo.constant dense<-1.000000e+00> : tensor<2x1x4x1xf64>
      %14 = stablehlo.divide %cst_1, %cst_7 : tensor<2x1x4x1xf64>
      %15 = "stablehlo.if"(%arg5) ({
        stablehlo.return %arg6 : tensor<2x1x4x1xf64>
      }, {
        %c_9 = stablehlo.constant dense<[[[9223372036854775808], [0]]]> : tensor<1x2x1xui64>
        %19 = stablehlo.pad %c_9, %arg7, low = [0, 3, 0], high = [0, 0, 0], interior = [0, 1, 0] : (tensor<1x2x1xui64>, tensor<ui64>) -> tensor<1x6x1xui64>
        %20 = stablehlo.add %arg8, %arg8 : tensor<f8E4M3FNUZ>
        stablehlo.return %arg9 : tensor<2x1x4x1xf64>
      }) : (tensor<i1>) -> tensor<2x1x4x1xf64>
      %16 = stablehlo.logistic %arg10 : tensor<1x1xf8E8M0FNU>
      %c_8 = stablehlo.constant dense<[128, 127, 128, 7]> : tensor<4xui8>
      %17 = stablehlo.tuple %c_8, %arg3 : tuple<tensor<4xui8>, tensor<f6E3M2FN>>
      %18 = stablehlo.get_tuple_element %17[0] : (tuple<tensor<4xui8>, tensor<f6E3M2FN>>) -> tensor<4xui8>
      stablehlo.return %arg11, %arg12, %arg4 : tensor<2x5x2xf16>, tensor<f6E3M2FN>, tensor<2x3xui32>
    }, {
      %14 = stablehlo.popcnt %c_2 : tensor<2xui64>
      %15 = stablehlo.ceil %arg13 : tensor<4x1x2xf8E3M4>
      stablehlo.return %cst_5, %arg3, %arg4 : tensor<2x5x2xf16>, tensor<f6E3M2FN>, tensor<2x3xui32>
    }) : (tensor<i32>) -> (tensor<2x5x2xf16>, tensor<f6E3M2FN>, tensor<2x3xui32>)
    %10 = call @function0(%9#2, %arg14) : (tensor<2x3xui32>, tensor<2xf8E8M0FNU>) -> tensor<2x2xui32>
    %11 = call @function0(%9#2, %arg14) : (tensor<2x3xui32>, tensor<2xf8E8M0FNU>) -> tensor<2x2xui32>
    %12:2 = call @function1(%10) : (tensor<2x2xui32>) -> (tensor<2x2xui32>, tensor<1x1x1x1xi4>)
    %13:2 = call @function1(%10) : (tensor<2x2xui32>) -> (tensor<2x2xui32>, tensor<1x1x1x1xi4>)
    return %0, %2, %3, %output_state, %5, %6, %7, %8, %9#0, %9#1, %9#2, %13#0, %13#1 : tensor<2xbf16>, tensor<2x3xf8E5M2FNUZ>, tensor<2x1x4x1xf64>, tensor<2xui64>, tensor<f64>, tensor<2xf8E4M3B11FNUZ>, tensor<4x5x1x1xf6E2M3FN>, tensor<2xf32>, tensor<2x5x2xf16>, tensor<f6E3M2FN>, tensor<2x3xui32>, tensor<2x2xui32>, tensor<1x1x1x1xi4>
  }
  func.func private @function0(%arg0: tensor<2x3xui32>, %arg1: tensor<2xf8E8M0FNU>) -> tensor<2x2xui32> {
    %cst = stablehlo.constant dense<[2.000000e+00, -0.952148437, -2.000000e+00, -0.71484375, 7.890625]> : tensor<5xf32>
    %0 = stablehlo.reshape %cst : (tensor<5xf32>) -> tensor<5xf32>
    %c = stablehlo.constant dense<[[1, 1], [2147483647, 2147483647]]> : tensor<2x2xui32>
    return %c : tensor<2x2xui32>
  }
  func.func private @function1(%arg0: tensor<2x2xui32>) -> (tensor<2x2xui32>, tensor<1x1x1x1xi4>) {
    %cst = stablehlo.constant dense<[[[[-8.750000e-01, 1.920000e+02, 4.375000e-01, 0x7E]], [[0.000000e+00, 1.500000e+00, 2.500000e-01, 0.000000e+00]], [[6.103520e-05, 1.500000e+00, -0.000000e+00, -1.250000e+00]], [[6.250000e-01, 4.000000e+00, 0x7E, 0x7C]]]]> : tensor<1x4x1x4xf8E5M2>
    %0 = stablehlo.rsqrt %cst : tensor<1x4x1x4xf8E5M2>
    %1 = stablehlo.exponential %0 : tensor<1x4x1x4xf8E5M2>
    %2 = stablehlo.exponential %1 : tensor<1x4x1x4xf8E5M2>
    %3 = stablehlo.exponential %2 : tensor<1x4x1x4xf8E5M2>
    %c = stablehlo.constant dense<1> : tensor<1x1x1x1xi4>
    return %arg0, %c : tensor<2x2xui32>, tensor<1x1x1x1xi4>
  }
}
