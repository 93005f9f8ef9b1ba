module {
  func.func @main(%arg0: tensor<1x2x3x1xui8>, %arg1: tensor<i2>, %arg2: tensor<3xf8E5M2FNUZ>, %arg3: tensor<1x5x4xf4E2M1FN>, %arg4: tensor<2x3x5xui32>, %arg5: tensor<3xi16>, %arg6: tensor<0xi64>, %arg7: tensor<1x4x4x1xi16>, %arg8: tensor<0xf6E3M2FN>, %arg9: tensor<2x3x5xui32>, %arg10: tensor<5x1xf8E4M3FNUZ>, %arg11: tensor<complex<f64>>) -> (tensor<1x2x3x1xui8>, tensor<2x3x5xui32>, tensor<5x1xf8E4M3FNUZ>, tensor<0x1xf8E4M3FNUZ>, tensor<complex<f64>>) {
    %c = stablehlo.constant dense<true> : tensor<i1>
    %0 = "stablehlo.if"(%c) ({
      %cst = stablehlo.constant dense<> : tensor<5x1x0x4xf64>
      %c_6 = stablehlo.constant dense<0> : tensor<i2>
      %16 = stablehlo.dynamic_slice %cst, %arg1, %arg1, %c_6, %arg1, sizes = [2, 1, 0, 4] : (tensor<5x1x0x4xf64>, tensor<i2>, tensor<i2>, tensor<i2>, tensor<i2>) -> tensor<2x1x0x4xf64>
      %cst_7 = stablehlo.constant dense<[[[[-3.000000e+00, 0x80, 5.734400e+04]]]]> : tensor<1x1x1x3xf8E5M2FNUZ>
      %17 = stablehlo.reshape %cst_7 : (tensor<1x1x1x3xf8E5M2FNUZ>) -> tensor<1x1x1x3xf8E5M2FNUZ>
      %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%cst_7, %arg2, %arg2, %arg2, %17) <{epsilon = 1.250000e-01 : f32, feature_index = 3 : i64}> : (tensor<1x1x1x3xf8E5M2FNUZ>, tensor<3xf8E5M2FNUZ>, tensor<3xf8E5M2FNUZ>, tensor<3xf8E5M2FNUZ>, tensor<1x1x1x3xf8E5M2FNUZ>) -> (tensor<1x1x1x3xf8E5M2FNUZ>, tensor<3xf8E5M2FNUZ>, tensor<3xf8E5M2FNUZ>)
      %c_8 = stablehlo.constant dense<[3, 1, 1]> : tensor<3xi4>
      %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f8E5M2FNUZ>
      %c_10 = stablehlo.constant dense<1> : tensor<i4>
      %18:2 = stablehlo.reduce(%grad_offset init: %cst_9), (%c_8 init: %c_10) across dimensions = [0] : (tensor<3xf8E5M2FNUZ>, tensor<3xi4>, tensor<f8E5M2FNUZ>, tensor<i4>) -> (tensor<f8E5M2FNUZ>, tensor<i4>)
       reducer(%arg12: tensor<f8E5M2FNUZ>, %arg14: tensor<f8E5M2FNUZ>) (%arg13: tensor<i4>, %arg15: tensor<i4>)  {
        %19 = stablehlo.add %arg12, %arg14 : tensor<f8E5M2FNUZ>
        %20 = stablehlo.or %arg13, %arg15 : tensor<i4>
        stablehlo.return %19, %20 : tensor<f8E5M2FNUZ>, tensor<i4>
      }
      stablehlo.return %arg0 : tensor<1x2x3x1xui8>
    }, {
      stablehlo.return %arg0 : tensor<1x2x3x1xui8>
    }) : (tensor<i1>) -> tensor<1x2x3x1xui8>
    %c_0 = stablehlo.constant dense<false> : tensor<i1>
    %1 = "stablehlo.if"(%c_0) ({
      %16 = stablehlo.sine %arg3 : tensor<1x5x4xf4E2M1FN>
      %17 = stablehlo.sine %16 : tensor<1x5x4xf4E2M1FN>
      %cst = stablehlo.constant dense<[[[[2.400000e+02], [-3.437500e-01], [6.500000e+00], [-2.250000e+00]], [[-1.875000e+00], [5.859380e-03], [-1.000000e+00], [-2.031250e-01]], [[-4.000000e+01], [7.500000e+00], [5.000000e-01], [-0.000000e+00]]], [[[-3.000000e+00], [-1.125000e+00], [-4.375000e-01], [-7.500000e-01]], [[3.437500e-01], [-4.000000e+00], [6.250000e-01], [-1.200000e+01]], [[-9.375000e-01], [1.300000e+01], [1.250000e+00], [3.437500e-01]]], [[[5.000000e-01], [-1.200000e+01], [-1.920000e+02], [-1.953130e-03]], [[-1.625000e+00], [-2.400000e+02], [0.000000e+00], [0x7C]], [[1.875000e+00], [1.625000e+00], [-7.000000e+00], [2.400000e+02]]]]> : tensor<3x3x4x1xf8E4M3>
      %18 = stablehlo.sqrt %cst : tensor<3x3x4x1xf8E4M3>
      stablehlo.return %arg4 : tensor<2x3x5xui32>
    }, {
      %c_6 = stablehlo.constant dense<3> : tensor<1xi64>
      %16 = "stablehlo.dynamic_gather"(%arg5, %arg6, %c_6) <{dimension_numbers = #stablehlo.gather<offset_dims = [0]>, indices_are_sorted = false}> : (tensor<3xi16>, tensor<0xi64>, tensor<1xi64>) -> tensor<?xi16>
      %17 = stablehlo.get_dimension_size %16, dim = 0 : (tensor<?xi16>) -> tensor<i32>
      %18 = stablehlo.convert %17 : (tensor<i32>) -> tensor<i64>
      %19 = stablehlo.reshape %18 : (tensor<i64>) -> tensor<1xi64>
      %20 = stablehlo.dynamic_reshape %16, %19 : (tensor<?xi16>, tensor<1xi64>) -> tensor<3xi16>
      %c_7 = stablehlo.constant dense<[[[[1, 127, 1, 1], [127, 127, 65, 0], [0, 1, -128, -3], [5, 6, 1, 7]], [[-2, -128, -1, 0], [-88, 2, -1, 0], [-1, -128, 1, 3], [-128, -128, 1, 9]]], [[[0, 127, 8, -61], [-5, -1, 1, -5], [127, 1, 1, -3], [4, 127, 9, -1]], [[-1, 7, 0, 6], [1, -4, -128, 7], [-3, -33, 1, 4], [-4, 1, 1, -5]]]]> : tensor<2x2x4x4xi8>
      %c_8 = stablehlo.constant dense<1000000> : tensor<4xi64>
      %c_9 = stablehlo.constant dense<1> : tensor<4xi64>
      %21 = stablehlo.minimum %c_9, %c_8 : tensor<4xi64>
      %22 = stablehlo.optimization_barrier %21 : tensor<4xi64>
      %23 = "stablehlo.dynamic_gather"(%arg7, %c_7, %22) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 3], operand_batching_dims = [1, 2], start_indices_batching_dims = [2, 3], start_index_map = [3, 0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<1x4x4x1xi16>, tensor<2x2x4x4xi8>, tensor<4xi64>) -> tensor<2x4x4xi16>
      %c_10 = stablehlo.constant dense<[[[0]], [[2]], [[4]]]> : tensor<3x1x1xi8>
      %24 = stablehlo.optimization_barrier %c_10 : tensor<3x1x1xi8>
      %c_11 = stablehlo.constant dense<0> : tensor<1xi64>
      %25 = "stablehlo.dynamic_gather"(%arg8, %24, %c_11) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<0xf6E3M2FN>, tensor<3x1x1xi8>, tensor<1xi64>) -> tensor<0x?x?xf6E3M2FN>
      %26 = "stablehlo.if"(%c_0) ({
        stablehlo.return %25 : tensor<0x?x?xf6E3M2FN>
      }, {
        %39 = stablehlo.reverse %25, dims = [0] : tensor<0x?x?xf6E3M2FN>
        stablehlo.return %39 : tensor<0x?x?xf6E3M2FN>
      }) : (tensor<i1>) -> tensor<0x?x?xf6E3M2FN>
      %27 = stablehlo.get_dimension_size %26, dim = 0 : (tensor<0x?x?xf6E3M2FN>) -> tensor<i32>
      %28 = stablehlo.convert %27 : (tensor<i32>) -> tensor<i64>
      %29 = stablehlo.reshape %28 : (tensor<i64>) -> tensor<1xi64>
      %30 = stablehlo.get_dimension_size %26, dim = 1 : (tensor<0x?x?xf6E3M2FN>) -> tensor<i32>
      %31 = stablehlo.convert %30 : (tensor<i32>) -> tensor<i64>
      %32 = stablehlo.reshape %31 : (tensor<i64>) -> tensor<1xi64>
      %33 = stablehlo.get_dimension_size %26, dim = 2 : (tensor<0x?x?xf6E3M2FN>) -> tensor<i32>
      %34 = stablehlo.convert %33 : (tensor<i32>) -> tensor<i64>
      %35 = stablehlo.reshape %34 : (tensor<i64>) -> tensor<1xi64>
      %36 = stablehlo.concatenate %29, %32, %35, dim = 0 : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xi64>
      %37 = stablehlo.dynamic_reshape %26, %36 : (tensor<0x?x?xf6E3M2FN>, tensor<3xi64>) -> tensor<0x3x1xf6E3M2FN>
      %cst = stablehlo.constant dense<[[[-2.800000e+01], [-0.000000e+00], [2.500000e-01]]]> : tensor<1x3x1xf6E3M2FN>
      %38 = stablehlo.concatenate %37, %cst, dim = 0 : (tensor<0x3x1xf6E3M2FN>, tensor<1x3x1xf6E3M2FN>) -> tensor<1x3x1xf6E3M2FN>
      stablehlo.return %arg9 : tensor<2x3x5xui32>
    }) : (tensor<i1>) -> tensor<2x3x5xui32>
    %2 = stablehlo.sine %arg10 : tensor<5x1xf8E4M3FNUZ>
    %c_1 = stablehlo.constant dense<4> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<1xi32>
    %3 = stablehlo.concatenate %c_1, %c_2, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %c_3 = stablehlo.constant dense<1000000> : tensor<2xi32>
    %c_4 = stablehlo.constant dense<[4, 1]> : tensor<2xi32>
    %4 = stablehlo.minimum %c_4, %c_3 : tensor<2xi32>
    %c_5 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    %5 = stablehlo.real_dynamic_slice %arg10, %3, %4, %c_5 : (tensor<5x1xf8E4M3FNUZ>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf8E4M3FNUZ>
    %6 = stablehlo.reverse %5, dims = [0] : tensor<?x?xf8E4M3FNUZ>
    %7 = stablehlo.get_dimension_size %6, dim = 0 : (tensor<?x?xf8E4M3FNUZ>) -> tensor<i32>
    %8 = stablehlo.convert %7 : (tensor<i32>) -> tensor<i64>
    %9 = stablehlo.reshape %8 : (tensor<i64>) -> tensor<1xi64>
    %10 = stablehlo.get_dimension_size %6, dim = 1 : (tensor<?x?xf8E4M3FNUZ>) -> tensor<i32>
    %11 = stablehlo.convert %10 : (tensor<i32>) -> tensor<i64>
    %12 = stablehlo.reshape %11 : (tensor<i64>) -> tensor<1xi64>
    %13 = stablehlo.concatenate %9, %12, dim = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
    %14 = stablehlo.dynamic_reshape %6, %13 : (tensor<?x?xf8E4M3FNUZ>, tensor<2xi64>) -> tensor<0x1xf8E4M3FNUZ>
    %15 = stablehlo.log %arg11 : tensor<complex<f64>>
    return %0, %1, %2, %14, %15 : tensor<1x2x3x1xui8>, tensor<2x3x5xui32>, tensor<5x1xf8E4M3FNUZ>, tensor<0x1xf8E4M3FNUZ>, tensor<complex<f64>>
  }
}
