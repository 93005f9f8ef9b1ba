module {
  func.func @main(%arg0: tensor<3x1xi16>, %arg1: tensor<1x1xf6E3M2FN>, %arg2: tensor<1xf8E4M3FN>, %arg3: tensor<2x1xi8>) -> (tensor<3x1xi16>, tensor<4x2xi1>, tensor<4x2xi1>, tensor<f6E2M3FN>, tensor<3x3x1x18xf6E2M3FN>, tensor<i8>, tensor<2x1xi8>) {
    %c = stablehlo.constant dense<0> : tensor<i16>
    %0 = "stablehlo.reduce_window"(%arg0, %c) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 1, 1>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg4: tensor<i16>, %arg5: tensor<i16>):
      %36 = stablehlo.add %arg4, %arg5 : tensor<i16>
      stablehlo.return %36 : tensor<i16>
    }) : (tensor<3x1xi16>, tensor<i16>) -> tensor<3x1xi16>
    %c_0 = stablehlo.constant dense<true> : tensor<4x2xi1>
    %c_1 = stablehlo.constant dense<false> : tensor<4x2xi1>
    %c_2 = stablehlo.constant dense<true> : tensor<4x2xi1>
    %1 = stablehlo.select %c_0, %c_1, %c_2 : tensor<4x2xi1>, tensor<4x2xi1>
    %2 = stablehlo.convert %c_0 : (tensor<4x2xi1>) -> tensor<4x2xi16>
    %c_3 = stablehlo.constant dense<0> : tensor<4x2xi16>
    %3 = stablehlo.compare NE, %2, %c_3 : (tensor<4x2xi16>, tensor<4x2xi16>) -> tensor<4x2xi1>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f6E2M3FN>
    %4 = stablehlo.log %cst : tensor<f6E2M3FN>
    %cst_4 = stablehlo.constant dense<[[[[-5.000000e-01, 7.500000e+00, -3.000000e+00, 2.500000e-01, 6.250000e-01]]]]> : tensor<1x1x1x5xf6E2M3FN>
    %cst_5 = stablehlo.constant dense<1.750000e+00> : tensor<f6E2M3FN>
    %c_6 = stablehlo.constant dense<[1, 1, -1, 0]> : tensor<4xi32>
    %5 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<3x1xi16>) -> tensor<i32>
    %6 = stablehlo.reshape %5 : (tensor<i32>) -> tensor<1xi32>
    %7 = stablehlo.get_dimension_size %cst_4, dim = 1 : (tensor<1x1x1x5xf6E2M3FN>) -> tensor<i32>
    %8 = stablehlo.reshape %7 : (tensor<i32>) -> tensor<1xi32>
    %9 = stablehlo.get_dimension_size %0, dim = 1 : (tensor<3x1xi16>) -> tensor<i32>
    %10 = stablehlo.reshape %9 : (tensor<i32>) -> tensor<1xi32>
    %c_7 = stablehlo.constant dense<0> : tensor<1xi32>
    %11 = stablehlo.concatenate %6, %8, %10, %c_7, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %c_8 = stablehlo.constant dense<0> : tensor<1xi32>
    %12 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<3x1xi16>) -> tensor<i32>
    %13 = stablehlo.reshape %12 : (tensor<i32>) -> tensor<1xi32>
    %c_9 = stablehlo.constant dense<0> : tensor<1xi32>
    %14 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<3x1xi16>) -> tensor<i32>
    %15 = stablehlo.reshape %14 : (tensor<i32>) -> tensor<1xi32>
    %16 = stablehlo.concatenate %c_8, %13, %c_9, %15, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %17 = stablehlo.dynamic_pad %cst_4, %cst_5, %c_6, %11, %16 : (tensor<1x1x1x5xf6E2M3FN>, tensor<f6E2M3FN>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<?x?x?x9xf6E2M3FN>
    %18 = stablehlo.concatenate %17, %17, dim = 3 : (tensor<?x?x?x9xf6E2M3FN>, tensor<?x?x?x9xf6E2M3FN>) -> tensor<?x?x?x18xf6E2M3FN>
    %19 = stablehlo.get_dimension_size %18, dim = 0 : (tensor<?x?x?x18xf6E2M3FN>) -> tensor<i32>
    %20 = stablehlo.convert %19 : (tensor<i32>) -> tensor<i64>
    %21 = stablehlo.reshape %20 : (tensor<i64>) -> tensor<1xi64>
    %22 = stablehlo.get_dimension_size %18, dim = 1 : (tensor<?x?x?x18xf6E2M3FN>) -> tensor<i32>
    %23 = stablehlo.convert %22 : (tensor<i32>) -> tensor<i64>
    %24 = stablehlo.reshape %23 : (tensor<i64>) -> tensor<1xi64>
    %25 = stablehlo.get_dimension_size %18, dim = 2 : (tensor<?x?x?x18xf6E2M3FN>) -> tensor<i32>
    %26 = stablehlo.convert %25 : (tensor<i32>) -> tensor<i64>
    %27 = stablehlo.reshape %26 : (tensor<i64>) -> tensor<1xi64>
    %28 = stablehlo.get_dimension_size %18, dim = 3 : (tensor<?x?x?x18xf6E2M3FN>) -> tensor<i32>
    %29 = stablehlo.convert %28 : (tensor<i32>) -> tensor<i64>
    %30 = stablehlo.reshape %29 : (tensor<i64>) -> tensor<1xi64>
    %31 = stablehlo.concatenate %21, %24, %27, %30, dim = 0 : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<4xi64>
    %32 = stablehlo.dynamic_reshape %18, %31 : (tensor<?x?x?x18xf6E2M3FN>, tensor<4xi64>) -> tensor<3x3x1x18xf6E2M3FN>
    %c_10 = stablehlo.constant dense<-4> : tensor<i8>
    %33 = call @function0(%c_10, %arg1) : (tensor<i8>, tensor<1x1xf6E3M2FN>) -> tensor<i8>
    %34 = call @function1(%33, %arg2) : (tensor<i8>, tensor<1xf8E4M3FN>) -> tensor<2x1xi8>
    %c_11 = stablehlo.constant dense<[[[[0], [0], [0], [0]], [[1], [1], [0], [-1]], [[-2], [-2], [-1], [-1]], [[-1], [1], [1], [-1]]], [[[-1], [-1], [1], [1]], [[-2], [1], [0], [0]], [[0], [-2], [1], [1]], [[-2], [-1], [0], [0]]], [[[-1], [-1], [1], [-1]], [[-1], [-2], [1], [-1]], [[0], [-1], [0], [1]], [[-1], [-2], [1], [-2]]]]> : tensor<3x4x4x1xi2>
    %c_12 = stablehlo.constant dense<[[3, 1], [1, 0], [1, 3]]> : tensor<3x2xi8>
    %35 = "stablehlo.gather"(%c_11, %c_12) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1, 3], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [2, 3], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 4, 1>}> : (tensor<3x4x4x1xi2>, tensor<3x2xi8>) -> tensor<3x4xi2>
    return %0, %1, %3, %cst_5, %32, %c_10, %34 : tensor<3x1xi16>, tensor<4x2xi1>, tensor<4x2xi1>, tensor<f6E2M3FN>, tensor<3x3x1x18xf6E2M3FN>, tensor<i8>, tensor<2x1xi8>
  }
  func.func private @function0(%arg0: tensor<i8>, %arg1: tensor<1x1xf6E3M2FN>) -> tensor<i8> {
    %cst = stablehlo.constant dense<[[1.562500e-01, -6.250000e-01, 0x80, -3.814700e-05, 0.000000e+00], [8.750000e-01, 0x80, -3.000000e+00, 0x80, -7.000000e+00], [-1.500000e+00, -7.629390e-06, 3.000000e+00, 5.000000e+00, 0x80]]> : tensor<3x5xf8E5M2FNUZ>
    %cst_0 = stablehlo.constant dense<[[-1.000000e+00, 0.000000e+00, -3.500000e+00, 0.000000e+00, 4.000000e+00], [1.200000e+01, -7.812500e-02, 4.882810e-03, -1.250000e+00, -2.000000e+00], [0x80, -3.750000e-01, 4.375000e-01, -5.734400e+04, 3.500000e+00]]> : tensor<3x5xf8E5M2FNUZ>
    %0 = stablehlo.remainder %cst_0, %cst : tensor<3x5xf8E5M2FNUZ>
    return %arg0 : tensor<i8>
  }
  func.func private @function1(%arg0: tensor<i8>, %arg1: tensor<1xf8E4M3FN>) -> tensor<2x1xi8> {
    %c = stablehlo.constant dense<[[[3, 1], [2, 1], [1, 1]], [[3, 3], [3, 3], [0, 0]], [[3, 0], [3, 1], [3, 3]]]> : tensor<3x3x2xui2>
    %0 = stablehlo.and %c, %c : tensor<3x3x2xui2>
    %c_0 = stablehlo.constant dense<[[5], [4], [-1]]> : tensor<3x1xi16>
    %1 = stablehlo.composite "generated.composite" %c_0 {decomposition = @function2, version = 1 : i32} : (tensor<3x1xi16>) -> tensor<1xi16>
    %c_1 = stablehlo.constant dense<[[2], [-5]]> : tensor<2x1xi8>
    return %c_1 : tensor<2x1xi8>
  }
  func.func private @function2(%arg0: tensor<3x1xi16>) -> tensor<1xi16> {
    %c = stablehlo.constant dense<[[3, 3, 3, 0], [1, 1, 2, 1], [3, 0, 1, 0], [1, 1, 0, 1]]> : tensor<4x4xui2>
    %c_0 = stablehlo.constant dense<[[2, 2, 2], [1, 0, 0], [3, 2, 0]]> : tensor<3x3xui2>
    %c_1 = stablehlo.constant dense<3> : tensor<ui2>
    %0 = "stablehlo.select_and_scatter"(%c, %c_0, %c_1) <{padding = dense<[[2, 0], [2, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 4, 1>, window_strides = array<i64: 1, 2>}> ({
    ^bb0(%arg1: tensor<ui2>, %arg2: tensor<ui2>):
      %1 = stablehlo.compare LT, %arg1, %arg2 : (tensor<ui2>, tensor<ui2>) -> tensor<i1>
      %2 = stablehlo.compare EQ, %arg1, %arg2 : (tensor<ui2>, tensor<ui2>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }, {
    ^bb0(%arg1: tensor<ui2>, %arg2: tensor<ui2>):
      %1 = stablehlo.xor %arg1, %arg2 : tensor<ui2>
      stablehlo.return %1 : tensor<ui2>
    }) : (tensor<4x4xui2>, tensor<3x3xui2>, tensor<ui2>) -> tensor<4x4xui2>
    %c_2 = stablehlo.constant dense<-1> : tensor<1xi16>
    return %c_2 : tensor<1xi16>
  }
}
