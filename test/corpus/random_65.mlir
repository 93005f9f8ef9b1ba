module {
  func.func @main(%arg0: tensor<4xbf16>, %arg1: tensor<i1>, %arg2: tensor<1x1xi1>, %arg3: tensor<4x1xf6E2M3FN>, %arg4: tensor<bf16>, %arg5: tensor<f8E4M3FNUZ>, %arg6: tensor<1x1x3x1xf8E4M3FN>, %arg7: tensor<4x5x3xcomplex<f64>>, %arg8: tensor<1x1xui32>, %arg9: tensor<2x1xf32>, %arg10: tensor<ui8>, %arg11: tensor<f8E5M2FNUZ>, %arg12: tensor<3x5x4xf8E5M2FNUZ>, %arg13: tensor<2x4x1xi16>, %arg14: tensor<1x3xf8E3M4>, %arg15: tensor<5x1x2x4xi64>, %arg16: tensor<1xf8E3M4>) -> (tensor<4xbf16>, tensor<bf16>, tensor<3x5x4xf8E5M2FNUZ>, tensor<5x1x2x4xi64>) {
    %0 = stablehlo.exponential_minus_one %arg0 : tensor<4xbf16>
    %1 = "stablehlo.if"(%arg1) ({
      %c = stablehlo.constant dense<true> : tensor<1x1xi1>
      %5 = stablehlo.einsum %arg2, %c, config = "ba,ac->bca" : (tensor<1x1xi1>, tensor<1x1xi1>) -> tensor<1x1x1xi1>
      %6 = stablehlo.broadcast %arg1, sizes = [1] : (tensor<i1>) -> tensor<1xi1>
      %cst_0 = stablehlo.constant dense<-3.750000e-01> : tensor<4x1xf6E2M3FN>
      %7 = stablehlo.remainder %cst_0, %arg3 : tensor<4x1xf6E2M3FN>
      stablehlo.return %arg4 : tensor<bf16>
    }, {
      %5 = stablehlo.sine %arg5 : tensor<f8E4M3FNUZ>
      %6 = stablehlo.reduce_precision %arg6, format = e10m52 : tensor<1x1x3x1xf8E4M3FN>
      %7 = stablehlo.real %arg7 : (tensor<4x5x3xcomplex<f64>>) -> tensor<4x5x3xf64>
      %8 = stablehlo.imag %arg7 : (tensor<4x5x3xcomplex<f64>>) -> tensor<4x5x3xf64>
      %9 = stablehlo.complex %8, %7 : tensor<4x5x3xcomplex<f64>>
      %10 = stablehlo.log_plus_one %9 : tensor<4x5x3xcomplex<f64>>
      %cst_0 = stablehlo.constant dense<4.000000e+00> : tensor<bf16>
      stablehlo.return %cst_0 : tensor<bf16>
    }) : (tensor<i1>) -> tensor<bf16>
    %2 = "stablehlo.if"(%arg1) ({
      stablehlo.return %arg8 : tensor<1x1xui32>
    }, {
      %5 = stablehlo.get_dimension_size %arg9, dim = 1 : (tensor<2x1xf32>) -> tensor<i32>
      %6 = "stablehlo.map"(%5, %5) <{dimensions = array<i64>}> ({
      ^bb0(%arg17: tensor<i32>, %arg18: tensor<i32>):
        %8 = stablehlo.minimum %arg17, %arg18 : tensor<i32>
        stablehlo.return %8 : tensor<i32>
      }) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      %c = stablehlo.constant dense<[[[[3, 1, 0]], [[1, 1, 0]]], [[[2, 2, 3]], [[3, 1, 3]]], [[[0, 1, 1]], [[2, 0, 0]]], [[[2, 0, 1]], [[1, 0, 2]]]]> : tensor<4x2x1x3xui2>
      %c_0 = stablehlo.constant dense<0> : tensor<ui8>
      %c_1 = stablehlo.constant dense<2> : tensor<ui8>
      %7 = stablehlo.dynamic_slice %c, %arg10, %c_0, %arg10, %c_1, sizes = [4, 0, 1, 2] : (tensor<4x2x1x3xui2>, tensor<ui8>, tensor<ui8>, tensor<ui8>, tensor<ui8>) -> tensor<4x0x1x2xui2>
      stablehlo.return %arg8 : tensor<1x1xui32>
    }) : (tensor<i1>) -> tensor<1x1xui32>
    %cst = stablehlo.constant dense<[[[-5.734400e+04, 0x80, 0x80, -1.000000e+00], [-1.000000e+00, 7.000000e+00, 2.288820e-05, 4.000000e+00], [-1.000000e+00, -5.000000e-01, 0.000000e+00, -5.734400e+04], [-9.375000e-02, -1.000000e+00, -6.250000e-01, 1.562500e-01], [1.250000e+00, 0x80, 8.750000e-01, 4.375000e-01]], [[2.000000e+00, -5.734400e+04, 0.000000e+00, 1.600000e+01], [-1.562500e-01, 3.000000e+00, -7.000000e+00, -7.629390e-05], [2.500000e-01, 1.750000e+00, 5.000000e-01, 0x80], [-8.750000e-01, 3.000000e+00, 6.250000e-01, 6.250000e-02], [-2.457600e+04, -5.000000e+00, 3.750000e-01, -2.000000e+00]], [[-1.500000e+00, -1.250000e-01, 5.000000e-01, -2.500000e+00], [-1.500000e+00, -1.200000e+01, 1.000000e+01, 2.187500e-01], [0x80, -5.734400e+04, 7.000000e+00, -1.750000e+00], [-5.859380e-03, 5.734400e+04, -4.915200e+04, 3.000000e+00], [-5.734400e+04, 1.250000e+00, 0x80, 0.000000e+00]]]> : tensor<3x5x4xf8E5M2FNUZ>
    %3:2 = "stablehlo.if"(%arg1) ({
      %c = stablehlo.constant dense<1000000> : tensor<3xi64>
      %c_0 = stablehlo.constant dense<[2, 1, 4]> : tensor<3xi64>
      %5 = stablehlo.minimum %c_0, %c : tensor<3xi64>
      %6 = stablehlo.optimization_barrier %5 : tensor<3xi64>
      %7 = stablehlo.get_dimension_size %cst, dim = 0 : (tensor<3x5x4xf8E5M2FNUZ>) -> tensor<i32>
      %8 = stablehlo.convert %7 : (tensor<i32>) -> tensor<i64>
      %9 = stablehlo.reshape %8 : (tensor<i64>) -> tensor<1xi64>
      %10 = stablehlo.get_dimension_size %2, dim = 0 : (tensor<1x1xui32>) -> tensor<i32>
      %11 = stablehlo.convert %10 : (tensor<i32>) -> tensor<i64>
      %12 = stablehlo.reshape %11 : (tensor<i64>) -> tensor<1xi64>
      %13 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<4xbf16>) -> tensor<i32>
      %14 = stablehlo.convert %13 : (tensor<i32>) -> tensor<i64>
      %15 = stablehlo.reshape %14 : (tensor<i64>) -> tensor<1xi64>
      %16 = stablehlo.concatenate %9, %12, %15, dim = 0 : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xi64>
      %c_1 = stablehlo.constant dense<[2, 1, 2]> : tensor<3xi64>
      %17 = stablehlo.optimization_barrier %c_1 : tensor<3xi64>
      %18 = stablehlo.real_dynamic_slice %cst, %6, %16, %17 : (tensor<3x5x4xf8E5M2FNUZ>, tensor<3xi64>, tensor<3xi64>, tensor<3xi64>) -> tensor<1x0x0xf8E5M2FNUZ>
      %19 = stablehlo.clamp %arg11, %18, %arg11 : (tensor<f8E5M2FNUZ>, tensor<1x0x0xf8E5M2FNUZ>, tensor<f8E5M2FNUZ>) -> tensor<1x0x0xf8E5M2FNUZ>
      %20 = stablehlo.unary_einsum %19, config = "abc->acb" : (tensor<1x0x0xf8E5M2FNUZ>) -> tensor<1x0x0xf8E5M2FNUZ>
      %c_2 = stablehlo.constant dense<-4> : tensor<5x1x2x4xi64>
      stablehlo.return %arg12, %c_2 : tensor<3x5x4xf8E5M2FNUZ>, tensor<5x1x2x4xi64>
    }, {
      %cst_0 = stablehlo.constant dense<[[[3.000000e+00, 1.171880e-01, 2.000000e+00], [-2.187500e-01, -2.400000e+02, 2.400000e+02], [-4.000000e+00, -3.000000e+00, 6.000000e+00]]]> : tensor<1x3x3xf8E4M3>
      %cst_1 = stablehlo.constant dense<[[[6.875000e-01, -3.000000e+00, -1.375000e+00], [-0.000000e+00, -0.000000e+00, 3.125000e-02]]]> : tensor<1x2x3xf8E4M3>
      %5 = "stablehlo.triangular_solve"(%cst_0, %cst_1) <{left_side = false, lower = false, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<1x3x3xf8E4M3>, tensor<1x2x3xf8E4M3>) -> tensor<1x2x3xf8E4M3>
      %c = stablehlo.constant dense<[[[5, 0], [-32768, 2], [6, -1], [-4, 8]]]> : tensor<1x4x2xi16>
      %6 = stablehlo.transpose %c, dims = [2, 1, 0] : (tensor<1x4x2xi16>) -> tensor<2x4x1xi16>
      %7 = stablehlo.convolution(%6, %arg13) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x4x1xi16>, tensor<2x4x1xi16>) -> tensor<2x2x1xi16>
      %c_2 = stablehlo.constant dense<1> : tensor<i16>
      %c_3 = stablehlo.constant dense<[[[[5, 1, 1, -51741730042420270], [-6220003009901109972, -6662644122725840522, 0, -4797498911269065087]]], [[[5, 1, 8, -9129476198604032759], [-1, 3, -9223372036854775808, 8]]], [[[1, 1, 9223372036854775807, 1], [2, 1, 6, -137167993897475866]]], [[[7, 1, 2, 5], [1, -3, -2, 0]]], [[[-5784889291511318286, 1, 9223372036854775807, 5509573336100173973], [0, -3, 8, 0]]]]> : tensor<5x1x2x4xi64>
      stablehlo.return %cst, %c_3 : tensor<3x5x4xf8E5M2FNUZ>, tensor<5x1x2x4xi64>
    }) : (tensor<i1>) -> (tensor<3x5x4xf8E5M2FNUZ>, tensor<5x1x2x4xi64>)
    %4 = "stablehlo.if"(%arg1) ({
      %5 = stablehlo.iota dim = 0 : tensor<2x5xui32>
      %6 = stablehlo.convert %5 : (tensor<2x5xui32>) -> tensor<2x5xf4E2M1FN>
      %7 = stablehlo.convert %6 : (tensor<2x5xf4E2M1FN>) -> tensor<2x5xui32>
      %cst_0 = stablehlo.constant dense<(-1.482200e-323,-0.615234375)> : tensor<2xcomplex<f64>>
      %8 = stablehlo.fft %cst_0, type = IRFFT, length = [3] : (tensor<2xcomplex<f64>>) -> tensor<3xf64>
      stablehlo.return %arg15 : tensor<5x1x2x4xi64>
    }, {
      %c = stablehlo.constant dense<0> : tensor<1x3x3xi64>
      %5 = "stablehlo.gather"(%3#1, %c) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1, 2, 3], start_index_map = [1, 2, 0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 1, 1>}> : (tensor<5x1x2x4xi64>, tensor<1x3x3xi64>) -> tensor<1x3xi64>
      %c_0 = stablehlo.constant dense<[0, 1, 0]> : tensor<3xui32>
      %6 = stablehlo.optimization_barrier %c_0 : tensor<3xui32>
      %7 = "stablehlo.gather"(%cst, %6) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1, 2], start_index_map = [2, 1, 0]>, indices_are_sorted = false, slice_sizes = array<i64: 1, 5, 4>}> : (tensor<3x5x4xf8E5M2FNUZ>, tensor<3xui32>) -> tensor<1x5x4xf8E5M2FNUZ>
      %cst_1 = stablehlo.constant dense<[[0.000000e+00, 0.000000e+00], [-3.000000e+00, -6.000000e+00], [0x7C, -8.750000e-01]]> : tensor<3x2xf8E5M2>
      %c_2 = stablehlo.constant dense<2> : tensor<1xi32>
      %c_3 = stablehlo.constant dense<0> : tensor<1xi32>
      %8 = stablehlo.compare LT, %c_2, %c_3 : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi1>
      %c_4 = stablehlo.constant dense<3> : tensor<1xi32>
      %9 = stablehlo.add %c_2, %c_4 : tensor<1xi32>
      %10 = stablehlo.select %8, %9, %c_2 : tensor<1xi1>, tensor<1xi32>
      %11 = "stablehlo.gather"(%cst_1, %10) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [0]>, indices_are_sorted = false, slice_sizes = array<i64: 1, 2>}> : (tensor<3x2xf8E5M2>, tensor<1xi32>) -> tensor<2xf8E5M2>
      %c_5 = stablehlo.constant dense<[[[[32768]], [[9]]], [[[32768]], [[36206]]], [[[65531]], [[4]]], [[[4]], [[65535]]]]> : tensor<4x2x1x1xui16>
      %12 = stablehlo.tuple %arg16, %c_5 : tuple<tensor<1xf8E3M4>, tensor<4x2x1x1xui16>>
      %13 = stablehlo.get_tuple_element %12[0] : (tuple<tensor<1xf8E3M4>, tensor<4x2x1x1xui16>>) -> tensor<1xf8E3M4>
      %14 = stablehlo.reshape %3#1 : (tensor<5x1x2x4xi64>) -> tensor<5x1x2x4xi64>
      stablehlo.return %14 : tensor<5x1x2x4xi64>
    }) : (tensor<i1>) -> tensor<5x1x2x4xi64>
    return %0, %1, %3#0, %4 : tensor<4xbf16>, tensor<bf16>, tensor<3x5x4xf8E5M2FNUZ>, tensor<5x1x2x4xi64>
  }
}
