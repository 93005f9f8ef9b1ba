module {
  func.func @main(%arg0: tensor<1x1xf32>, %arg1: tensor<2x4x5xf8E4M3>, %arg2: tensor<1xf6E2M3FN>) -> (tensor<1x1xi1>, tensor<i4>, tensor<i4>, tensor<1xf64>) {
    %c = stablehlo.constant dense<[[9], [18446744073709551615], [9223372036854775807]]> : tensor<3x1xui64>
    %0 = stablehlo.negate %c : tensor<3x1xui64>
    %1 = stablehlo.uniform_quantize %arg0 : (tensor<1x1xf32>) -> tensor<1x1x!quant.uniform<i8:f32, 5.000000e-01:3>>
    %2 = stablehlo.is_finite %1 : (tensor<1x1x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<1x1xi1>
    %c_0 = stablehlo.constant dense<7> : tensor<i4>
    %3 = stablehlo.count_leading_zeros %c_0 : tensor<i4>
    %4 = stablehlo.count_leading_zeros %3 : tensor<i4>
    %5:2 = call @function0(%4, %arg1) : (tensor<i4>, tensor<2x4x5xf8E4M3>) -> (tensor<i4>, tensor<1xf64>)
    %6 = stablehlo.cosine %arg2 : tensor<1xf6E2M3FN>
    return %2, %c_0, %5#0, %5#1 : tensor<1x1xi1>, tensor<i4>, tensor<i4>, tensor<1xf64>
  }
  func.func private @function0(%arg0: tensor<i4>, %arg1: tensor<2x4x5xf8E4M3>) -> (tensor<i4>, tensor<1xf64>) {
    %c = stablehlo.constant dense<1> : tensor<1x4x4xui2>
    %0 = stablehlo.reshape %c : (tensor<1x4x4xui2>) -> tensor<4x4xui2>
    %c_0 = stablehlo.constant dense<[[0, -1, -1233305983, -3]]> : tensor<1x4xi32>
    %1 = stablehlo.abs %c_0 : tensor<1x4xi32>
    %cst = stablehlo.constant dense<-0.000000e+00> : tensor<1xf64>
    return %arg0, %cst : tensor<i4>, tensor<1xf64>
  }
}
