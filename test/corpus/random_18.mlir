module {
  func.func @main(%arg0: tensor<2x4xui2>, %arg1: tensor<3x2x2xf8E4M3B11FNUZ>, %arg2: tensor<2xf32>, %arg3: tensor<9x2xbf16>, %arg4: tensor<1x5x0xf64>) -> (tensor<1x2x2xcomplex<f32>>, tensor<f6E2M3FN>, tensor<f8E4M3B11FNUZ>, tensor<4x1xf4E2M1FN>, tensor<2xcomplex<f32>>, tensor<2x2xbf16>, tensor<5x4x1x3xi64>) {
    %c = stablehlo.constant dense<[[[-4]], [[-26123]], [[-5]]]> : tensor<3x1x1xi16>
    %0 = stablehlo.tuple %c, %arg0 : tuple<tensor<3x1x1xi16>, tensor<2x4xui2>>
    %1 = stablehlo.get_tuple_element %0[0] : (tuple<tensor<3x1x1xi16>, tensor<2x4xui2>>) -> tensor<3x1x1xi16>
    %cst = stablehlo.constant dense<(15.4296875,7.6707308E-20)> : tensor<1x2x2xcomplex<f32>>
    %2 = stablehlo.transpose %cst, dims = [0, 1, 2] : (tensor<1x2x2xcomplex<f32>>) -> tensor<1x2x2xcomplex<f32>>
    %3 = stablehlo.reshape %cst : (tensor<1x2x2xcomplex<f32>>) -> tensor<2x2x1xcomplex<f32>>
    %4 = stablehlo.convolution(%2, %3) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x2xcomplex<f32>>, tensor<2x2x1xcomplex<f32>>) -> tensor<1x2x2xcomplex<f32>>
    %5 = stablehlo.transpose %4, dims = [0, 2, 1] : (tensor<1x2x2xcomplex<f32>>) -> tensor<1x2x2xcomplex<f32>>
    %cst_0 = stablehlo.constant dense<-1.000000e+00> : tensor<f6E2M3FN>
    %6 = stablehlo.rsqrt %cst_0 : tensor<f6E2M3FN>
    %7 = stablehlo.transpose %arg1, dims = [0, 2, 1] : (tensor<3x2x2xf8E4M3B11FNUZ>) -> tensor<3x2x2xf8E4M3B11FNUZ>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f8E4M3B11FNUZ>
    %8 = stablehlo.reduce(%7 init: %cst_1) applies stablehlo.maximum across dimensions = [1, 2] : (tensor<3x2x2xf8E4M3B11FNUZ>, tensor<f8E4M3B11FNUZ>) -> tensor<3xf8E4M3B11FNUZ>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f8E4M3B11FNUZ>
    %9 = stablehlo.reduce(%8 init: %cst_2) applies stablehlo.maximum across dimensions = [0] : (tensor<3xf8E4M3B11FNUZ>, tensor<f8E4M3B11FNUZ>) -> tensor<f8E4M3B11FNUZ>
    %cst_3 = stablehlo.constant dense<[[-0.000000e+00], [1.500000e+00], [-6.000000e+00], [0.000000e+00]]> : tensor<4x1xf4E2M1FN>
    %10 = stablehlo.cosine %cst_3 : tensor<4x1xf4E2M1FN>
    %cst_4 = stablehlo.constant dense<[-3.02246094, 1.40722656]> : tensor<2xf32>
    %11 = stablehlo.complex %arg2, %cst_4 : tensor<2xcomplex<f32>>
    %12 = stablehlo.slice %arg3 [0:9:2, 0:2] : (tensor<9x2xbf16>) -> tensor<5x2xbf16>
    %13 = stablehlo.slice %12 [2:5:2, 0:2] : (tensor<5x2xbf16>) -> tensor<2x2xbf16>
    %14 = stablehlo.complex %arg4, %arg4 : tensor<1x5x0xcomplex<f64>>
    %c_5 = stablehlo.constant dense<[[[[2, -5, -1]], [[1, 7, 7303078883614723427]], [[-3, 9223372036854775807, 1]], [[1124386051850693797, 0, 0]]], [[[-1, -1, 0]], [[-1361493412362416140, -4, 4]], [[1, 4, 0]], [[5, 1, -5784705097399295528]]], [[[0, 0, 1]], [[0, 1, 0]], [[2, 0, 3]], [[-1, 7, -1]]], [[[0, 0, 6]], [[-1, 1, -5619531729653173953]], [[9223372036854775807, -6611585008748621928, 928199879682790645]], [[9, -9223372036854775808, 1]]], [[[8, -1, -4]], [[-2, 3, 7]], [[0, -9223372036854775808, 0]], [[1, -1, 1]]]]> : tensor<5x4x1x3xi64>
    %15 = stablehlo.negate %c_5 : tensor<5x4x1x3xi64>
    %16 = stablehlo.is_finite %arg4 : (tensor<1x5x0xf64>) -> tensor<1x5x0xi1>
    return %5, %6, %9, %10, %11, %13, %15 : tensor<1x2x2xcomplex<f32>>, tensor<f6E2M3FN>, tensor<f8E4M3B11FNUZ>, tensor<4x1xf4E2M1FN>, tensor<2xcomplex<f32>>, tensor<2x2xbf16>, tensor<5x4x1x3xi64>
  }
}
