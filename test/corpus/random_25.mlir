module {
  func.func @main(%arg0: tensor<f32>, %arg1: tensor<3x2xi32>) -> (tensor<2x5xf8E4M3FNUZ>, tensor<f8E4M3>, tensor<!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<i32>, tensor<2x3x1x3xbf16>) {
    %cst = stablehlo.constant dense<5.625000e-01> : tensor<f8E4M3B11FNUZ>
    %0 = stablehlo.clamp %cst, %cst, %cst : tensor<f8E4M3B11FNUZ>
    %cst_0 = stablehlo.constant dense<2.400000e+02> : tensor<2x5xf8E4M3FNUZ>
    %1 = stablehlo.cosine %cst_0 : tensor<2x5xf8E4M3FNUZ>
    %2 = stablehlo.convert %0 : (tensor<f8E4M3B11FNUZ>) -> tensor<f6E2M3FN>
    %3 = stablehlo.convert %2 : (tensor<f6E2M3FN>) -> tensor<f8E4M3>
    %4 = stablehlo.uniform_quantize %arg0 : (tensor<f32>) -> tensor<!quant.uniform<i8:f32, 5.000000e-01:3>>
    %5 = stablehlo.uniform_quantize %arg0 : (tensor<f32>) -> tensor<!quant.uniform<i8:f32, 5.000000e-01:3>>
    %cst_1 = stablehlo.constant dense<0.98852539> : tensor<1xf32>
    %6 = stablehlo.uniform_quantize %cst_1 : (tensor<1xf32>) -> tensor<1x!quant.uniform<i8:f32, 5.000000e-01:3>>
    %7 = stablehlo.get_dimension_size %6, dim = 0 : (tensor<1x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<i32>
    %cst_2 = stablehlo.constant dense<[[[[7.187500e+00, 1.906250e+00, -3.789060e-01]], [[0x7F80, -8.203130e-02, -1.269530e-01]], [[0x7FC0, 0.000000e+00, 0xFF80]], [[-1.337500e+01, 9.937500e+00, -2.281250e+00]], [[-1.085940e+00, 7.812500e-01, 1.487500e+01]]]]> : tensor<1x5x1x3xbf16>
    %c = stablehlo.constant dense<1000000> : tensor<4xi64>
    %c_3 = stablehlo.constant dense<[1, 2, 1, 3]> : tensor<4xi64>
    %8 = stablehlo.minimum %c_3, %c : tensor<4xi64>
    %9 = "stablehlo.dynamic_gather"(%cst_2, %arg1, %8) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2, 3], collapsed_slice_dims = [0], start_index_map = [2, 0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<1x5x1x3xbf16>, tensor<3x2xi32>, tensor<4xi64>) -> tensor<2x3x?x?xbf16>
    %10 = stablehlo.reverse %9, dims = [0] : tensor<2x3x?x?xbf16>
    %11 = stablehlo.get_dimension_size %10, dim = 0 : (tensor<2x3x?x?xbf16>) -> tensor<i32>
    %12 = stablehlo.convert %11 : (tensor<i32>) -> tensor<i64>
    %13 = stablehlo.reshape %12 : (tensor<i64>) -> tensor<1xi64>
    %14 = stablehlo.get_dimension_size %10, dim = 1 : (tensor<2x3x?x?xbf16>) -> tensor<i32>
    %15 = stablehlo.convert %14 : (tensor<i32>) -> tensor<i64>
    %16 = stablehlo.reshape %15 : (tensor<i64>) -> tensor<1xi64>
    %17 = stablehlo.get_dimension_size %10, dim = 2 : (tensor<2x3x?x?xbf16>) -> tensor<i32>
    %18 = stablehlo.convert %17 : (tensor<i32>) -> tensor<i64>
    %19 = stablehlo.reshape %18 : (tensor<i64>) -> tensor<1xi64>
    %20 = stablehlo.get_dimension_size %10, dim = 3 : (tensor<2x3x?x?xbf16>) -> tensor<i32>
    %21 = stablehlo.convert %20 : (tensor<i32>) -> tensor<i64>
    %22 = stablehlo.reshape %21 : (tensor<i64>) -> tensor<1xi64>
    %23 = stablehlo.concatenate %13, %16, %19, %22, dim = 0 : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<4xi64>
    %24 = stablehlo.dynamic_reshape %10, %23 : (tensor<2x3x?x?xbf16>, tensor<4xi64>) -> tensor<2x3x1x3xbf16>
    return %1, %3, %4, %5, %7, %24 : tensor<2x5xf8E4M3FNUZ>, tensor<f8E4M3>, tensor<!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<i32>, tensor<2x3x1x3xbf16>
  }
}
