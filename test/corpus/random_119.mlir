module {
  func.func @main(%arg0: tensor<2x1xi32>, %arg1: tensor<4x1x1xui8>, %arg2: tensor<5x4x1x1xf8E5M2>) -> (tensor<3x2x1xbf16>, tensor<3x1xbf16>, tensor<3x2x1xf4E2M1FN>, tensor<2xf4E2M1FN>, tensor<4x1x1xui8>, tensor<20xf8E5M2>) {
    %cst = stablehlo.constant dense<[[-0.000000e+00], [0x7FC0], [-2.755060e-40]]> : tensor<3x1xbf16>
    %0 = "stablehlo.torch_index_select"(%cst, %arg0) <{batch_dims = 0 : i64, dim = 1 : i64}> : (tensor<3x1xbf16>, tensor<2x1xi32>) -> tensor<3x2x1xbf16>
    %1 = stablehlo.logistic %cst : tensor<3x1xbf16>
    %cst_0 = stablehlo.constant dense<[[[6.000000e+00], [5.000000e-01]], [[-0.000000e+00], [0.000000e+00]], [[-3.000000e+00], [-1.000000e+00]]]> : tensor<3x2x1xf4E2M1FN>
    %cst_1 = stablehlo.constant dense<-1.500000e+00> : tensor<1xf4E2M1FN>
    %2 = "stablehlo.batch_norm_inference"(%cst_0, %cst_1, %cst_1, %cst_1, %cst_1) <{epsilon = 0.000000e+00 : f32, feature_index = 2 : i64}> : (tensor<3x2x1xf4E2M1FN>, tensor<1xf4E2M1FN>, tensor<1xf4E2M1FN>, tensor<1xf4E2M1FN>, tensor<1xf4E2M1FN>) -> tensor<3x2x1xf4E2M1FN>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<1xf4E2M1FN>
    %3 = stablehlo.broadcast_in_dim %cst_2, dims = [0] : (tensor<1xf4E2M1FN>) -> tensor<2xf4E2M1FN>
    %4 = stablehlo.broadcast_in_dim %arg1, dims = [0, 1, 2] : (tensor<4x1x1xui8>) -> tensor<4x1x1xui8>
    %5 = stablehlo.reshape %arg2 : (tensor<5x4x1x1xf8E5M2>) -> tensor<20xf8E5M2>
    %6 = stablehlo.imag %5 : tensor<20xf8E5M2>
    return %0, %1, %2, %3, %4, %6 : tensor<3x2x1xbf16>, tensor<3x1xbf16>, tensor<3x2x1xf4E2M1FN>, tensor<2xf4E2M1FN>, tensor<4x1x1xui8>, tensor<20xf8E5M2>
  }
}
