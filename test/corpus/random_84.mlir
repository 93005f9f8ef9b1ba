module {
  func.func @main(%arg0: tensor<2xf6E2M3FN>, %arg1: tensor<2x1x3x0xi8>, %arg2: tensor<f64>, %arg3: tensor<f6E3M2FN>) -> (tensor<5x3x1x1xf16>, tensor<2xf6E2M3FN>, tensor<2x1x3xf6E2M3FN>, tensor<2xf6E2M3FN>, tensor<i4>) {
    %cst = stablehlo.constant dense<[[[[-4.000000e+00]], [[-1.341800e+00]], [[0x7E00]]], [[[1.923830e+00]], [[-6.550400e+04]], [[-7.835930e+00]]], [[[6.578130e+00]], [[-2.269530e+00]], [[1.788140e-07]]], [[[0.000000e+00]], [[-2.773440e+00]], [[1.282230e+00]]], [[[-4.956050e-01]], [[0.000000e+00]], [[1.192090e-07]]]]> : tensor<5x3x1x1xf16>
    %0 = stablehlo.log %cst : tensor<5x3x1x1xf16>
    %1 = stablehlo.abs %arg0 : tensor<2xf6E2M3FN>
    %cst_0 = stablehlo.constant dense<[[[-2.000000e+00, -0.000000e+00, 8.750000e-01]], [[-4.000000e+00, 1.750000e+00, 0.000000e+00]]]> : tensor<2x1x3xf6E2M3FN>
    %2 = "stablehlo.scatter"(%arg0, %arg1, %cst_0) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<input_batching_dims = [0], scatter_indices_batching_dims = [0], index_vector_dim = 3>, unique_indices = false}> ({
    ^bb0(%arg4: tensor<f6E2M3FN>, %arg5: tensor<f6E2M3FN>):
      %5 = stablehlo.add %arg4, %arg5 : tensor<f6E2M3FN>
      stablehlo.return %5 : tensor<f6E2M3FN>
    }) : (tensor<2xf6E2M3FN>, tensor<2x1x3x0xi8>, tensor<2x1x3xf6E2M3FN>) -> tensor<2xf6E2M3FN>
    %3 = stablehlo.convert %arg2 : (tensor<f64>) -> tensor<i4>
    %cst_1 = stablehlo.constant dense<-1.600000e+01> : tensor<f6E3M2FN>
    %4 = stablehlo.power %arg3, %cst_1 : tensor<f6E3M2FN>
    return %0, %1, %cst_0, %2, %3 : tensor<5x3x1x1xf16>, tensor<2xf6E2M3FN>, tensor<2x1x3xf6E2M3FN>, tensor<2xf6E2M3FN>, tensor<i4>
  }
}
