module {
  func.func @main(%arg0: tensor<1xi32>, %arg1: tensor<1x4x5x2xf6E2M3FN>, %arg2: tensor<f6E2M3FN>, %arg3: tensor<5x3xf64>, %arg4: tensor<1x1x2xf8E8M0FNU>, %arg5: tensor<2x3x2xi64>, %arg6: tensor<ui64>) -> (tensor<i32>, tensor<5x1xcomplex<f64>>, tensor<1x4x5x2xf6E2M3FN>, tensor<f6E2M3FN>, tensor<2x0xi1>, tensor<2x0xi1>, tensor<1x2x3x2xi2>, tensor<ui64>) {
    %cst = stablehlo.constant dense<-6.000000e+00> : tensor<1xf4E2M1FN>
    %0 = stablehlo.get_dimension_size %cst, dim = 0 : (tensor<1xf4E2M1FN>) -> tensor<i32>
    %c = stablehlo.constant dense<[5, 1]> : tensor<2xi32>
    %1 = stablehlo.slice %c [1:2] : (tensor<2xi32>) -> tensor<1xi32>
    %2 = stablehlo.reshape %1 : (tensor<1xi32>) -> tensor<i32>
    %3 = stablehlo.set_dimension_size %arg0, %2, dim = 0 : (tensor<1xi32>, tensor<i32>) -> tensor<?xi32, #stablehlo.bounds<1>>
    %c_0 = stablehlo.constant dense<1> : tensor<1xi64>
    %4 = stablehlo.dynamic_reshape %3, %c_0 : (tensor<?xi32, #stablehlo.bounds<1>>, tensor<1xi64>) -> tensor<1xi32>
    %cst_1 = stablehlo.constant dense<(0.72314453125,-0.000000e+00)> : tensor<5x1xcomplex<f64>>
    %5 = stablehlo.sqrt %cst_1 : tensor<5x1xcomplex<f64>>
    %6 = stablehlo.sqrt %arg1 : tensor<1x4x5x2xf6E2M3FN>
    %7 = stablehlo.ceil %arg2 : tensor<f6E2M3FN>
    %8 = stablehlo.cosine %arg3 : tensor<5x3xf64>
    %c_2 = stablehlo.constant dense<> : tensor<2x0xi1>
    %c_3 = stablehlo.constant dense<> : tensor<2x0xi1>
    %c_4 = stablehlo.constant dense<> : tensor<2x0xi1>
    %9 = stablehlo.select %c_2, %c_3, %c_4 : tensor<2x0xi1>, tensor<2x0xi1>
    %10 = stablehlo.convert %c_2 : (tensor<2x0xi1>) -> tensor<2x0xi4>
    %c_5 = stablehlo.constant dense<> : tensor<2x0xi4>
    %11 = stablehlo.compare NE, %10, %c_5 : (tensor<2x0xi4>, tensor<2x0xi4>) -> tensor<2x0xi1>
    %12 = stablehlo.sqrt %arg4 : tensor<1x1x2xf8E8M0FNU>
    %c_6 = stablehlo.constant dense<0> : tensor<2x1x3x2xi2>
    %13 = "stablehlo.gather"(%c_6, %arg5) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2], collapsed_slice_dims = [1], operand_batching_dims = [3], start_indices_batching_dims = [0], start_index_map = [0, 1, 2], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3, 1>}> : (tensor<2x1x3x2xi2>, tensor<2x3x2xi64>) -> tensor<1x2x3x2xi2>
    %14 = stablehlo.subtract %arg6, %arg6 : tensor<ui64>
    %15 = stablehlo.subtract %arg6, %arg6 : tensor<ui64>
    return %0, %5, %6, %7, %9, %11, %13, %15 : tensor<i32>, tensor<5x1xcomplex<f64>>, tensor<1x4x5x2xf6E2M3FN>, tensor<f6E2M3FN>, tensor<2x0xi1>, tensor<2x0xi1>, tensor<1x2x3x2xi2>, tensor<ui64>
  }
}
