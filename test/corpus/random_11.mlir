module {
  func.func @main(%arg0: tensor<4x1x4xf8E5M2>, %arg1: tensor<f16>, %arg2: tensor<i8>, %arg3: tensor<4x1xi1>) -> (tensor<1x1xf16>, tensor<4x3x4x1xi4>, tensor<3x1x2x4xbf16>, tensor<2x2xi8>, tensor<2x5x4x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<1x4x1xi1>) {
    %c = stablehlo.constant dense<[[7, -1], [0, 1], [1, 840313122]]> : tensor<3x2xi32>
    %0 = "stablehlo.gather"(%arg0, %c) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1, 2], start_index_map = [2, 0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<4x1x4xf8E5M2>, tensor<3x2xi32>) -> tensor<3xf8E5M2>
    %c_0 = stablehlo.constant dense<1> : tensor<2xi64>
    %1 = stablehlo.rng %arg1, %arg1, %c_0, distribution = NORMAL : (tensor<f16>, tensor<f16>, tensor<2xi64>) -> tensor<1x1xf16>
    %c_1 = stablehlo.constant dense<[[[[3], [-1], [-1], [-7]], [[-8], [-1], [1], [-1]], [[5], [0], [0], [1]]], [[[-1], [7], [-3], [-2]], [[1], [-8], [-5], [1]], [[7], [-1], [0], [-6]]], [[[-8], [-5], [1], [-1]], [[0], [4], [-1], [1]], [[-2], [1], [1], [6]]], [[[2], [-8], [-8], [7]], [[-8], [1], [7], [1]], [[-1], [1], [0], [0]]]]> : tensor<4x3x4x1xi4>
    %cst = stablehlo.constant dense<[[[[-3.000000e+00, 1.562500e+00, -7.734380e-01, -1.414060e+00], [2.398840e+36, 1.395860e+10, 0x7FC0, -2.296880e+00]]], [[[-1.456250e+01, -4.406250e+00, 0xFF80, 1.341100e-07], [4.000000e+00, -1.836710e-40, -1.836710e-40, -9.375000e-02]]], [[[0.000000e+00, -5.593750e+00, 1.992190e+00, 0x7F80], [4.160160e-01, -3.000000e+00, -4.257810e-01, 9.183550e-41]]]]> : tensor<3x1x2x4xbf16>
    %2 = stablehlo.cbrt %cst : tensor<3x1x2x4xbf16>
    %c_2 = stablehlo.constant dense<[[-1, -1], [-2, 3]]> : tensor<2x2xi8>
    %3 = "stablehlo.sort"(%c_2) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg4: tensor<i8>, %arg5: tensor<i8>):
      %21 = stablehlo.compare GT, %arg4, %arg5 : (tensor<i8>, tensor<i8>) -> tensor<i1>
      %22 = stablehlo.compare EQ, %arg4, %arg5 : (tensor<i8>, tensor<i8>) -> tensor<i1>
      stablehlo.return %21 : tensor<i1>
    }) : (tensor<2x2xi8>) -> tensor<2x2xi8>
    %cst_3 = stablehlo.constant dense<[[-0.000000e+00], [14.0390625], [-0.335693359], [0x7F800000], [0x7FC00000]]> : tensor<5x1xf32>
    %4 = stablehlo.uniform_quantize %cst_3 : (tensor<5x1xf32>) -> tensor<5x1x!quant.uniform<i8:f32, 5.000000e-01:3>>
    %c_4 = stablehlo.constant dense<[6, 2, 5, 2]> : tensor<4xi64>
    %5 = stablehlo.slice %c_4 [1:4] : (tensor<4xi64>) -> tensor<3xi64>
    %6 = stablehlo.dynamic_broadcast_in_dim %4, %5, dims = [1, 2] : (tensor<5x1x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<3xi64>) -> tensor<2x?x2x!quant.uniform<i8:f32, 5.000000e-01:3>>
    %7 = stablehlo.concatenate %6, %6, dim = 2 : (tensor<2x?x2x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<2x?x2x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<2x?x4x!quant.uniform<i8:f32, 5.000000e-01:3>>
    %8 = stablehlo.get_dimension_size %7, dim = 0 : (tensor<2x?x4x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<i32>
    %9 = stablehlo.convert %8 : (tensor<i32>) -> tensor<i64>
    %10 = stablehlo.reshape %9 : (tensor<i64>) -> tensor<1xi64>
    %11 = stablehlo.get_dimension_size %7, dim = 1 : (tensor<2x?x4x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<i32>
    %12 = stablehlo.convert %11 : (tensor<i32>) -> tensor<i64>
    %13 = stablehlo.reshape %12 : (tensor<i64>) -> tensor<1xi64>
    %14 = stablehlo.get_dimension_size %7, dim = 2 : (tensor<2x?x4x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<i32>
    %15 = stablehlo.convert %14 : (tensor<i32>) -> tensor<i64>
    %16 = stablehlo.reshape %15 : (tensor<i64>) -> tensor<1xi64>
    %17 = stablehlo.concatenate %10, %13, %16, dim = 0 : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xi64>
    %18 = stablehlo.dynamic_reshape %7, %17 : (tensor<2x?x4x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<3xi64>) -> tensor<2x5x4x!quant.uniform<i8:f32, 5.000000e-01:3>>
    %c_5 = stablehlo.constant dense<[9, 1, 4, 1]> : tensor<4xi32>
    %19 = stablehlo.slice %c_5 [1:4] : (tensor<4xi32>) -> tensor<3xi32>
    %20 = stablehlo.dynamic_broadcast_in_dim %arg3, %19, dims = [1, 2] : (tensor<4x1xi1>, tensor<3xi32>) -> tensor<1x4x1xi1>
    return %1, %c_1, %2, %3, %18, %20 : tensor<1x1xf16>, tensor<4x3x4x1xi4>, tensor<3x1x2x4xbf16>, tensor<2x2xi8>, tensor<2x5x4x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<1x4x1xi1>
  }
}
