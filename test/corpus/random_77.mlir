module {
  func.func @main(%arg0: tensor<3xf64>, %arg1: tensor<i1>, %arg2: tensor<3xf4E2M1FN>) -> (tensor<f8E4M3B11FNUZ>, tensor<2x5x5xi1>, tensor<f4E2M1FN>) {
    %cst = stablehlo.constant dense<3.000000e+01> : tensor<f8E4M3B11FNUZ>
    %0 = stablehlo.log %cst : tensor<f8E4M3B11FNUZ>
    %1 = stablehlo.is_finite %arg0 : (tensor<3xf64>) -> tensor<3xi1>
    %c = stablehlo.constant dense<> : tensor<1x3x0xi64>
    %c_0 = stablehlo.constant dense<1> : tensor<1xi64>
    %c_1 = stablehlo.constant dense<2> : tensor<1xi64>
    %2 = stablehlo.add %c_0, %c_1 : tensor<1xi64>
    %3 = "stablehlo.dynamic_gather"(%1, %c, %2) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], index_vector_dim = 2>, indices_are_sorted = false}> : (tensor<3xi1>, tensor<1x3x0xi64>, tensor<1xi64>) -> tensor<1x?x3xi1>
    %c_2 = stablehlo.constant dense<[1, 3, 3]> : tensor<3xi64>
    %4 = stablehlo.optimization_barrier %c_2 : tensor<3xi64>
    %5 = stablehlo.dynamic_reshape %3, %4 : (tensor<1x?x3xi1>, tensor<3xi64>) -> tensor<1x3x3xi1>
    %c_3 = stablehlo.constant dense<[6, 1, 0, 1]> : tensor<4xi32>
    %6 = stablehlo.slice %c_3 [1:4] : (tensor<4xi32>) -> tensor<3xi32>
    %7 = stablehlo.optimization_barrier %6 : tensor<3xi32>
    %c_4 = stablehlo.constant dense<[0, 0, 1]> : tensor<3xi32>
    %c_5 = stablehlo.constant dense<[1, 1, 1, 0]> : tensor<4xi32>
    %8 = stablehlo.slice %c_5 [1:4] : (tensor<4xi32>) -> tensor<3xi32>
    %9 = stablehlo.optimization_barrier %8 : tensor<3xi32>
    %10 = stablehlo.dynamic_pad %5, %arg1, %7, %c_4, %9 : (tensor<1x3x3xi1>, tensor<i1>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<2x5x5xi1>
    %c_6 = stablehlo.constant dense<0> : tensor<1xi32>
    %c_7 = stablehlo.constant dense<0> : tensor<1xi32>
    %11 = stablehlo.compare LT, %c_6, %c_7 : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi1>
    %c_8 = stablehlo.constant dense<3> : tensor<1xi32>
    %12 = stablehlo.add %c_6, %c_8 : tensor<1xi32>
    %13 = stablehlo.select %11, %12, %c_6 : tensor<1xi1>, tensor<1xi32>
    %14 = "stablehlo.gather"(%arg2, %13) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0]>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<3xf4E2M1FN>, tensor<1xi32>) -> tensor<f4E2M1FN>
    return %0, %10, %14 : tensor<f8E4M3B11FNUZ>, tensor<2x5x5xi1>, tensor<f4E2M1FN>
  }
}
