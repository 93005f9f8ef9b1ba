module {
  func.func @main(%arg0: tensor<4x1x1x1xf8E5M2>, %arg1: tensor<f32>, %arg2: tensor<i32>, %arg3: tensor<1x1x3xui4>, %arg4: tensor<4x2xi8>, %arg5: tensor<1x1x2x3xbf16>, %arg6: tensor<3x2x2xf8E4M3>) -> (tensor<1x1xf16>, tensor<2x2x1x4xi1>, tensor<2x2x1x4xi1>, tensor<4x1x1x1xf8E5M2>, tensor<1x3x2xi32>, tensor<!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<4x2xi8>, tensor<f8E4M3>, tensor<3x2x2xf8E4M3>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<5x2xf16>
    %0 = stablehlo.slice %cst [2:5:2, 1:2] : (tensor<5x2xf16>) -> tensor<2x1xf16>
    %1 = stablehlo.slice %0 [0:2:2, 0:1:2] : (tensor<2x1xf16>) -> tensor<1x1xf16>
    %c = stablehlo.constant dense<[[[[true, true, true, true]], [[true, true, true, false]]], [[[false, true, true, true]], [[false, false, false, true]]]]> : tensor<2x2x1x4xi1>
    %c_0 = stablehlo.constant dense<false> : tensor<2x2x1x4xi1>
    %c_1 = stablehlo.constant dense<true> : tensor<2x2x1x4xi1>
    %2 = stablehlo.select %c, %c_0, %c_1 : tensor<2x2x1x4xi1>, tensor<2x2x1x4xi1>
    %3 = stablehlo.convert %c : (tensor<2x2x1x4xi1>) -> tensor<2x2x1x4xi64>
    %c_2 = stablehlo.constant dense<0> : tensor<2x2x1x4xi64>
    %4 = stablehlo.compare EQ, %3, %c_2 : (tensor<2x2x1x4xi64>, tensor<2x2x1x4xi64>) -> tensor<2x2x1x4xi1>
    %5 = stablehlo.reduce_precision %arg0, format = e4m38 : tensor<4x1x1x1xf8E5M2>
    %c_3 = stablehlo.constant dense<0> : tensor<1x3x2xi32>
    %6 = stablehlo.count_leading_zeros %c_3 : tensor<1x3x2xi32>
    %7 = stablehlo.broadcast %6, sizes = [] : (tensor<1x3x2xi32>) -> tensor<1x3x2xi32>
    %8 = stablehlo.uniform_quantize %arg1 : (tensor<f32>) -> tensor<!quant.uniform<i8:f32, 5.000000e-01:3>>
    %9 = stablehlo.cosine %8 : tensor<!quant.uniform<i8:f32, 5.000000e-01:3>>
    %10 = "stablehlo.case"(%arg2) ({
      %c_5 = stablehlo.constant dense<[[0, 6], [5, 0], [4, -1], [-1, 1]]> : tensor<4x2xi8>
      stablehlo.return %c_5 : tensor<4x2xi8>
    }, {
      %15 = stablehlo.negate %arg3 : tensor<1x1x3xui4>
      stablehlo.return %arg4 : tensor<4x2xi8>
    }, {
      %15 = stablehlo.exponential %arg5 : tensor<1x1x2x3xbf16>
      %16 = stablehlo.sqrt %arg5 : tensor<1x1x2x3xbf16>
      %c_5 = stablehlo.constant dense<72> : tensor<4x2xi8>
      stablehlo.return %c_5 : tensor<4x2xi8>
    }) : (tensor<i32>) -> tensor<4x2xi8>
    %11 = stablehlo.transpose %arg6, dims = [2, 1, 0] : (tensor<3x2x2xf8E4M3>) -> tensor<2x2x3xf8E4M3>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f8E4M3>
    %12 = stablehlo.reduce(%11 init: %cst_4) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x2x3xf8E4M3>, tensor<f8E4M3>) -> tensor<f8E4M3>
    %13 = stablehlo.slice %12 [] : (tensor<f8E4M3>) -> tensor<f8E4M3>
    %14 = stablehlo.logistic %arg6 : tensor<3x2x2xf8E4M3>
    return %1, %2, %4, %5, %7, %9, %10, %13, %14 : tensor<1x1xf16>, tensor<2x2x1x4xi1>, tensor<2x2x1x4xi1>, tensor<4x1x1x1xf8E5M2>, tensor<1x3x2xi32>, tensor<!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<4x2xi8>, tensor<f8E4M3>, tensor<3x2x2xf8E4M3>
  }
}
