module {
  func.func @main(%arg0: tensor<1xf16>, %arg1: tensor<f32>, %arg2: tensor<4x1x1xbf16>) -> (tensor<complex<f64>>, tensor<2xf6E3M2FN>, tensor<4x1x1xbf16>) {
    %cst = stablehlo.constant dense<(-0.000000e+00,-1.482200e-323)> : tensor<complex<f64>>
    %0 = stablehlo.tuple %cst, %arg0 : tuple<tensor<complex<f64>>, tensor<1xf16>>
    %1 = stablehlo.get_tuple_element %0[0] : (tuple<tensor<complex<f64>>, tensor<1xf16>>) -> tensor<complex<f64>>
    %2 = stablehlo.tuple %1, %arg1 : tuple<tensor<complex<f64>>, tensor<f32>>
    %3 = stablehlo.get_tuple_element %2[0] : (tuple<tensor<complex<f64>>, tensor<f32>>) -> tensor<complex<f64>>
    %cst_0 = stablehlo.constant dense<[[[-1.875000e-01, -1.400000e+01], [6.250000e-01, 2.800000e+01]], [[2.500000e+00, -0.000000e+00], [-0.000000e+00, -7.500000e-01]], [[-1.750000e+00, -0.000000e+00], [2.500000e+00, 1.000000e+00]]]> : tensor<3x2x2xf6E3M2FN>
    %4 = stablehlo.transpose %cst_0, dims = [1, 2, 0] : (tensor<3x2x2xf6E3M2FN>) -> tensor<2x2x3xf6E3M2FN>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f6E3M2FN>
    %5 = stablehlo.reduce(%4 init: %cst_1) applies stablehlo.maximum across dimensions = [0, 2] : (tensor<2x2x3xf6E3M2FN>, tensor<f6E3M2FN>) -> tensor<2xf6E3M2FN>
    %6 = stablehlo.log %arg2 : tensor<4x1x1xbf16>
    return %3, %5, %6 : tensor<complex<f64>>, tensor<2xf6E3M2FN>, tensor<4x1x1xbf16>
  }
}
