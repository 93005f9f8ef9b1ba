module {
  func.func @main(%arg0: tensor<1x3x1xf8E4M3FN>, %arg1: tensor<1x1x1xf8E4M3FNUZ>) -> (tensor<1x3x1xf8E4M3FN>, tensor<1x1xf8E4M3FNUZ>) {
    %0 = stablehlo.cbrt %arg0 : tensor<1x3x1xf8E4M3FN>
    %c = stablehlo.constant dense<2> : tensor<1xi32>
    %c_0 = stablehlo.constant dense<0> : tensor<1xi32>
    %1 = stablehlo.compare LT, %c, %c_0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi1>
    %c_1 = stablehlo.constant dense<1> : tensor<1xi32>
    %2 = stablehlo.add %c, %c_1 : tensor<1xi32>
    %3 = stablehlo.select %1, %2, %c : tensor<1xi1>, tensor<1xi32>
    %4 = "stablehlo.gather"(%arg1, %3) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], collapsed_slice_dims = [0], start_index_map = [0]>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<1x1x1xf8E4M3FNUZ>, tensor<1xi32>) -> tensor<1x1xf8E4M3FNUZ>
    return %0, %4 : tensor<1x3x1xf8E4M3FN>, tensor<1x1xf8E4M3FNUZ>
  }
}
