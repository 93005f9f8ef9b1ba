module {
  func.func @main(%arg0: tensor<3x1x5x2xi16>, %arg1: tensor<2x2xi32>, %arg2: tensor<4x1x1xf6E3M2FN>) -> (tensor<2x2x1x5x2xi16>, tensor<4x1x1xf6E3M2FN>) {
    %0 = "stablehlo.torch_index_select"(%arg0, %arg1) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<3x1x5x2xi16>, tensor<2x2xi32>) -> tensor<2x2x1x5x2xi16>
    %1 = stablehlo.cosine %arg2 : tensor<4x1x1xf6E3M2FN>
    return %0, %1 : tensor<2x2x1x5x2xi16>, tensor<4x1x1xf6E3M2FN>
  }
}
