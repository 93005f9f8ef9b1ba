module {
  func.func @main(%arg0: tensor<bf16>, %arg1: tensor<5x1x1x1xbf16>, %arg2: tensor<2x3x2xf8E4M3FN>) -> (tensor<bf16>, tensor<1x4x0x2xf8E3M4>, tensor<5xi64>, tensor<1x3xcomplex<f32>>, tensor<3xcomplex<f64>>, tensor<1x4x1x2xf6E3M2FN>, tensor<3x2xf6E2M3FN>, tensor<1x2x1xf8E4M3FN>) {
    %0 = stablehlo.round_nearest_afz %arg0 : tensor<bf16>
    %cst = stablehlo.constant dense<-4.687500e-02> : tensor<4x1x2x2xf8E3M4>
    %c = stablehlo.constant dense<[[[3, 5], [7, 9]]]> : tensor<1x2x2xi64>
    %1 = stablehlo.optimization_barrier %c : tensor<1x2x2xi64>
    %c_0 = stablehlo.constant dense<[9, 4, 1, 1, 0]> : tensor<5xi64>
    %2 = stablehlo.slice %c_0 [1:5] : (tensor<5xi64>) -> tensor<4xi64>
    %3 = "stablehlo.dynamic_gather"(%cst, %1, %2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [1, 2], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<4x1x2x2xf8E3M4>, tensor<1x2x2xi64>, tensor<4xi64>) -> tensor<1x?x?x?xf8E3M4>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %4:2 = stablehlo.while(%iterArg = %c_1, %iterArg_9 = %3) : tensor<i32>, tensor<1x?x?x?xf8E3M4>
    cond {
      %c_10 = stablehlo.constant dense<3> : tensor<i32>
      %29 = stablehlo.compare LT, %iterArg, %c_10 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %29 : tensor<i1>
    } do {
      %c_10 = stablehlo.constant dense<1> : tensor<i32>
      %29 = stablehlo.add %iterArg, %c_10 : tensor<i32>
      %30 = stablehlo.reverse %iterArg_9, dims = [0] : tensor<1x?x?x?xf8E3M4>
      stablehlo.return %29, %30 : tensor<i32>, tensor<1x?x?x?xf8E3M4>
    }
    %5 = stablehlo.get_dimension_size %4#1, dim = 0 : (tensor<1x?x?x?xf8E3M4>) -> tensor<i32>
    %6 = stablehlo.convert %5 : (tensor<i32>) -> tensor<i64>
    %7 = stablehlo.reshape %6 : (tensor<i64>) -> tensor<1xi64>
    %8 = stablehlo.get_dimension_size %4#1, dim = 1 : (tensor<1x?x?x?xf8E3M4>) -> tensor<i32>
    %9 = stablehlo.convert %8 : (tensor<i32>) -> tensor<i64>
    %10 = stablehlo.reshape %9 : (tensor<i64>) -> tensor<1xi64>
    %11 = stablehlo.get_dimension_size %4#1, dim = 2 : (tensor<1x?x?x?xf8E3M4>) -> tensor<i32>
    %12 = stablehlo.convert %11 : (tensor<i32>) -> tensor<i64>
    %13 = stablehlo.reshape %12 : (tensor<i64>) -> tensor<1xi64>
    %14 = stablehlo.get_dimension_size %4#1, dim = 3 : (tensor<1x?x?x?xf8E3M4>) -> tensor<i32>
    %15 = stablehlo.convert %14 : (tensor<i32>) -> tensor<i64>
    %16 = stablehlo.reshape %15 : (tensor<i64>) -> tensor<1xi64>
    %17 = stablehlo.concatenate %7, %10, %13, %16, dim = 0 : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<4xi64>
    %18 = stablehlo.dynamic_reshape %4#1, %17 : (tensor<1x?x?x?xf8E3M4>, tensor<4xi64>) -> tensor<1x4x0x2xf8E3M4>
    %c_2 = stablehlo.constant dense<[-9223372036854775808, 5, -3, 1, -1]> : tensor<5xi64>
    %19 = stablehlo.or %c_2, %c_2 : tensor<5xi64>
    %20 = stablehlo.sqrt %arg0 : tensor<bf16>
    %21 = "stablehlo.map"(%arg1, %arg1) <{dimensions = array<i64: 0, 1, 2, 3>}> ({
    ^bb0(%arg3: tensor<bf16>, %arg4: tensor<bf16>):
      %29 = stablehlo.add %arg3, %arg4 : tensor<bf16>
      stablehlo.return %29 : tensor<bf16>
    }) : (tensor<5x1x1x1xbf16>, tensor<5x1x1x1xbf16>) -> tensor<5x1x1x1xbf16>
    %cst_3 = stablehlo.constant dense<[[[[-1.000000e+01, 8.750000e-01]], [[-4.375000e-01, -1.200000e+01]], [[-6.250000e-02, 1.400000e+01]], [[-2.000000e+00, -0.000000e+00]]]]> : tensor<1x4x1x2xf6E3M2FN>
    %22 = stablehlo.exponential %cst_3 : tensor<1x4x1x2xf6E3M2FN>
    %cst_4 = stablehlo.constant dense<[[3.000000e+00, 0.607177734, -0.232421875, -4.3046875, 2.65234375]]> : tensor<1x5xf32>
    %23 = stablehlo.fft %cst_4, type = RFFT, length = [5] : (tensor<1x5xf32>) -> tensor<1x3xcomplex<f32>>
    %cst_5 = stablehlo.constant dense<[0x7FF8000000000000, -1.171875, -1.7976931348623157E+308, 1.501953125]> : tensor<4xf64>
    %24 = stablehlo.fft %cst_5, type = RFFT, length = [4] : (tensor<4xf64>) -> tensor<3xcomplex<f64>>
    %25 = stablehlo.abs %22 : tensor<1x4x1x2xf6E3M2FN>
    %cst_6 = stablehlo.constant dense<7.500000e+00> : tensor<3x2x2xf6E2M3FN>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f6E2M3FN>
    %26 = stablehlo.reduce(%cst_6 init: %cst_7) applies stablehlo.add across dimensions = [2] : (tensor<3x2x2xf6E2M3FN>, tensor<f6E2M3FN>) -> tensor<3x2xf6E2M3FN>
    %cst_8 = stablehlo.constant dense<[[[8.125000e-01, -1.000000e+00], [3.750000e+00, 0x7F], [-5.500000e+00, 1.300000e+01]]]> : tensor<1x3x2xf8E4M3FN>
    %27 = stablehlo.transpose %cst_8, dims = [0, 1, 2] : (tensor<1x3x2xf8E4M3FN>) -> tensor<1x3x2xf8E4M3FN>
    %28 = stablehlo.convolution(%27, %arg2) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x2xf8E4M3FN>, tensor<2x3x2xf8E4M3FN>) -> tensor<1x2x1xf8E4M3FN>
    return %0, %18, %19, %23, %24, %25, %26, %28 : tensor<bf16>, tensor<1x4x0x2xf8E3M4>, tensor<5xi64>, tensor<1x3xcomplex<f32>>, tensor<3xcomplex<f64>>, tensor<1x4x1x2xf6E3M2FN>, tensor<3x2xf6E2M3FN>, tensor<1x2x1xf8E4M3FN>
  }
}
