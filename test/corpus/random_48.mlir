module {
  func.func @main(%arg0: tensor<1x3x4xf8E4M3FNUZ>, %arg1: tensor<1x1xi1>, %arg2: tensor<5xi1>, %arg3: tensor<2x1x1xbf16>, %arg4: tensor<1xi32>, %arg5: tensor<1x1xf16>) -> (tensor<1x3x4xf8E4M3FNUZ>, tensor<i1>, tensor<2x1x1xbf16>) {
    %cst = stablehlo.constant dense<0x7E00> : tensor<1x1xf16>
    %0 = stablehlo.tuple %arg0, %cst : tuple<tensor<1x3x4xf8E4M3FNUZ>, tensor<1x1xf16>>
    %1 = stablehlo.get_tuple_element %0[0] : (tuple<tensor<1x3x4xf8E4M3FNUZ>, tensor<1x1xf16>>) -> tensor<1x3x4xf8E4M3FNUZ>
    %2 = stablehlo.not %arg1 : tensor<1x1xi1>
    %c = stablehlo.constant dense<1> : tensor<i32>
    %3 = stablehlo.optimization_barrier %c : tensor<i32>
    %4 = "stablehlo.torch_index_select"(%arg2, %3) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<5xi1>, tensor<i32>) -> tensor<i1>
    %5 = "stablehlo.torch_index_select"(%arg3, %arg4) <{batch_dims = 0 : i64, dim = 1 : i64}> : (tensor<2x1x1xbf16>, tensor<1xi32>) -> tensor<2x1x1xbf16>
    %6 = stablehlo.exponential %arg5 : tensor<1x1xf16>
    %7 = stablehlo.sqrt %6 : tensor<1x1xf16>
    return %1, %4, %5 : tensor<1x3x4xf8E4M3FNUZ>, tensor<i1>, tensor<2x1x1xbf16>
  }
}
