module {
  func.func @main(%arg0: tensor<1x2xf16>, %arg1: tensor<3x4x5xf6E2M3FN>, %arg2: tensor<1x3x1x2x1xf6E2M3FN>, %arg3: tensor<3xf64>) -> (tensor<1x2xf16>, tensor<3x4x5xf6E2M3FN>, tensor<3xf64>, tensor<3xcomplex<f64>>, tensor<3x4x4xi32>, tensor<3x4x4xi32>) {
    %cst = stablehlo.constant dense<[[3.979490e-02, 0.000000e+00]]> : tensor<1x2xf16>
    %0 = stablehlo.remainder %arg0, %cst : tensor<1x2xf16>
    %1 = stablehlo.logistic %arg1 : tensor<3x4x5xf6E2M3FN>
    %cst_0 = stablehlo.constant dense<[[[[[7.500000e+00], [-2.000000e+00]], [[-3.750000e+00], [0.000000e+00]]]], [[[[-0.000000e+00], [1.000000e+00]], [[-3.750000e-01], [3.000000e+00]]]], [[[[-3.250000e+00], [7.500000e+00]], [[-4.000000e+00], [-7.500000e+00]]]]]> : tensor<3x1x2x2x1xf6E2M3FN>
    %2 = stablehlo.einsum %arg2, %cst_0, config = "daceb,acfgb->efabd" : (tensor<1x3x1x2x1xf6E2M3FN>, tensor<3x1x2x2x1xf6E2M3FN>) -> tensor<2x2x3x1x1xf6E2M3FN>
    %3 = stablehlo.sign %arg3 : tensor<3xf64>
    %cst_1 = stablehlo.constant dense<[4.6640625, 0x7FF0000000000000, -3.333984375, 5.622280301497197E-269]> : tensor<4xf64>
    %4 = stablehlo.fft %cst_1, type = RFFT, length = [4] : (tensor<4xf64>) -> tensor<3xcomplex<f64>>
    %5 = stablehlo.cosine %4 : tensor<3xcomplex<f64>>
    %c = stablehlo.constant dense<1> : tensor<3x4x4xi32>
    %6 = stablehlo.broadcast_in_dim %c, dims = [0, 1, 2] : (tensor<3x4x4xi32>) -> tensor<3x4x4xi32>
    return %cst, %1, %3, %5, %c, %6 : tensor<1x2xf16>, tensor<3x4x5xf6E2M3FN>, tensor<3xf64>, tensor<3xcomplex<f64>>, tensor<3x4x4xi32>, tensor<3x4x4xi32>
  }
}
