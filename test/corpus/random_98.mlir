module {
  func.func @main(%arg0: tensor<1x2x4x1xcomplex<f32>>, %arg1: tensor<1x1xi2>) -> (tensor<1x5x1x3xf16>, tensor<1x5x1x3xf16>, tensor<1xf16>, tensor<1xf16>, tensor<3xf8E5M2>, tensor<3x1x4x3x1xui64>, tensor<1x3x1xi2>) {
    %cst = stablehlo.constant dense<[[[[0x7E00, 4.000000e+00, -4.995120e-01]], [[3.414060e+00, 1.000000e+00, 1.148440e+01]], [[8.886710e-01, 2.000000e+00, 0xFC00]], [[-7.285150e-01, 0.000000e+00, -1.699220e+00]], [[2.152340e+00, 4.000000e+00, 0x7E00]]]]> : tensor<1x5x1x3xf16>
    %cst_0 = stablehlo.constant dense<1.636720e+00> : tensor<1xf16>
    %cst_1 = stablehlo.constant dense<-7.653230e-05> : tensor<1xf16>
    %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%cst, %cst_0, %cst_1) <{epsilon = 1.250000e-01 : f32, feature_index = 0 : i64}> : (tensor<1x5x1x3xf16>, tensor<1xf16>, tensor<1xf16>) -> (tensor<1x5x1x3xf16>, tensor<1xf16>, tensor<1xf16>)
    %cst_2 = stablehlo.constant dense<-8.750000e-01> : tensor<1xf8E5M2>
    %0 = stablehlo.log_plus_one %cst_2 : tensor<1xf8E5M2>
    %cst_3 = stablehlo.constant dense<1.250000e-01> : tensor<f8E5M2>
    %c = stablehlo.constant dense<1> : tensor<1xi32>
    %1 = stablehlo.optimization_barrier %c : tensor<1xi32>
    %c_4 = stablehlo.constant dense<1> : tensor<1xi32>
    %2 = stablehlo.optimization_barrier %c_4 : tensor<1xi32>
    %c_5 = stablehlo.constant dense<0> : tensor<1xi32>
    %3 = stablehlo.dynamic_pad %0, %cst_3, %1, %2, %c_5 : (tensor<1xf8E5M2>, tensor<f8E5M2>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xf8E5M2>
    %4 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1, 2, 4] : (tensor<1x2x4x1xcomplex<f32>>) -> tensor<1x2x4x4x1xcomplex<f32>>
    %c_6 = stablehlo.constant dense<[[[[18446744073709551615], [6682659004648515708], [7]]], [[[9223372036854775808], [3], [2]]], [[[9223372036854775807], [18446744073709551614], [18446744073709551615]]]]> : tensor<3x1x3x1xui64>
    %5 = stablehlo.broadcast_in_dim %c_6, dims = [0, 2, 3, 4] : (tensor<3x1x3x1xui64>) -> tensor<3x1x4x3x1xui64>
    %6 = stablehlo.broadcast_in_dim %arg1, dims = [0, 1] : (tensor<1x1xi2>) -> tensor<1x3x1xi2>
    return %cst, %output, %batch_mean, %batch_var, %3, %5, %6 : tensor<1x5x1x3xf16>, tensor<1x5x1x3xf16>, tensor<1xf16>, tensor<1xf16>, tensor<3xf8E5M2>, tensor<3x1x4x3x1xui64>, tensor<1x3x1xi2>
  }
}
