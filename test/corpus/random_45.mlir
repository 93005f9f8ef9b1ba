module {
  func.func @main(%arg0: tensor<1x3x4x4xbf16>, %arg1: tensor<4x4x1x1xf8E3M4>, %arg2: tensor<1x5x1x2xf8E5M2FNUZ>, %arg3: tensor<4x4x1x1xi1>, %arg4: tensor<4x5xf4E2M1FN>, %arg5: tensor<3x1xf8E4M3B11FNUZ>) -> (tensor<0x0x1xui8>, tensor<1x3x4x4xbf16>, tensor<1x1xi16>, tensor<1x1x3xi16>, tensor<1x5x1x2xf8E5M2FNUZ>, tensor<4x4x1x1xf8E3M4>, tensor<4x5xf4E2M1FN>, tensor<4x5xf8E4M3FN>, tensor<1x1x3xf8E4M3B11FNUZ>) {
    %c = stablehlo.constant dense<[[[0, 6, 127, 255]]]> : tensor<1x1x4xui8>
    %c_0 = stablehlo.constant dense<1> : tensor<3xi64>
    %c_1 = stablehlo.constant dense<1000000> : tensor<3xi64>
    %c_2 = stablehlo.constant dense<[1, 1, 3]> : tensor<3xi64>
    %0 = stablehlo.minimum %c_2, %c_1 : tensor<3xi64>
    %c_3 = stablehlo.constant dense<[1, 1, 2]> : tensor<3xi64>
    %1 = stablehlo.real_dynamic_slice %c, %c_0, %0, %c_3 : (tensor<1x1x4xui8>, tensor<3xi64>, tensor<3xi64>, tensor<3xi64>) -> tensor<0x0x1xui8>
    %2 = stablehlo.sign %arg0 : tensor<1x3x4x4xbf16>
    %c_4 = stablehlo.constant dense<1> : tensor<1x1xi16>
    %3 = stablehlo.tuple %c_4, %arg1 : tuple<tensor<1x1xi16>, tensor<4x4x1x1xf8E3M4>>
    %4 = stablehlo.get_tuple_element %3[0] : (tuple<tensor<1x1xi16>, tensor<4x4x1x1xf8E3M4>>) -> tensor<1x1xi16>
    %5 = stablehlo.iota dim = 2 : tensor<1x1x3xi16>
    %6 = stablehlo.concatenate %5, dim = 2 : (tensor<1x1x3xi16>) -> tensor<1x1x3xi16>
    %7 = stablehlo.exponential %arg2 : tensor<1x5x1x2xf8E5M2FNUZ>
    %8 = stablehlo.log %arg1 : tensor<4x4x1x1xf8E3M4>
    %9 = stablehlo.select %arg3, %8, %8 : tensor<4x4x1x1xi1>, tensor<4x4x1x1xf8E3M4>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f4E2M1FN>
    %10 = "stablehlo.reduce_window"(%arg4, %cst) <{base_dilations = array<i64: 1, 1>, padding = dense<[[3, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 4, 1>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg6: tensor<f4E2M1FN>, %arg7: tensor<f4E2M1FN>):
      %15 = stablehlo.multiply %arg6, %arg7 : tensor<f4E2M1FN>
      stablehlo.return %15 : tensor<f4E2M1FN>
    }) : (tensor<4x5xf4E2M1FN>, tensor<f4E2M1FN>) -> tensor<4x5xf4E2M1FN>
    %c_5 = stablehlo.constant dense<[4, 5]> : tensor<2xi64>
    %11 = stablehlo.dynamic_iota %c_5, dim = 0 : (tensor<2xi64>) -> tensor<4x5xf8E4M3FN>
    %c_6 = stablehlo.constant dense<3> : tensor<1x1x1xi8>
    %12 = stablehlo.optimization_barrier %c_6 : tensor<1x1x1xi8>
    %c_7 = stablehlo.constant dense<[3, 3, 1]> : tensor<3xi64>
    %13 = stablehlo.slice %c_7 [1:3] : (tensor<3xi64>) -> tensor<2xi64>
    %14 = "stablehlo.dynamic_gather"(%arg5, %12, %13) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], operand_batching_dims = [1], start_indices_batching_dims = [1], start_index_map = [0]>, indices_are_sorted = false}> : (tensor<3x1xf8E4M3B11FNUZ>, tensor<1x1x1xi8>, tensor<2xi64>) -> tensor<1x1x3xf8E4M3B11FNUZ>
    return %1, %2, %4, %6, %7, %9, %10, %11, %14 : tensor<0x0x1xui8>, tensor<1x3x4x4xbf16>, tensor<1x1xi16>, tensor<1x1x3xi16>, tensor<1x5x1x2xf8E5M2FNUZ>, tensor<4x4x1x1xf8E3M4>, tensor<4x5xf4E2M1FN>, tensor<4x5xf8E4M3FN>, tensor<1x1x3xf8E4M3B11FNUZ>
  }
}
