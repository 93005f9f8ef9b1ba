module {
  func.func @main(%arg0: tensor<1x1x1x2xi8>, %arg1: tensor<2x2xi32>, %arg2: tensor<4x5xf8E8M0FNU>, %arg3: tensor<i64>) -> (tensor<4x5xf8E8M0FNU>, tensor<i64>, tensor<2x3x1xcomplex<f32>>, tensor<i32>, tensor<1x2x1xi32>) {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2], collapsed_slice_dims = [1, 2], start_index_map = [0, 2]>, indices_are_sorted = false, slice_sizes = array<i64: 0, 1, 1, 1>}> : (tensor<1x1x1x2xi8>, tensor<2x2xi32>) -> tensor<0x2x1xi8>
    %cst = stablehlo.constant dense<0xFF> : tensor<4x5xf8E8M0FNU>
    %1 = stablehlo.atan2 %cst, %arg2 : tensor<4x5xf8E8M0FNU>
    %2 = stablehlo.maximum %arg3, %arg3 : tensor<i64>
    %c = stablehlo.constant dense<[3, 2, 1, 4]> : tensor<4xi32>
    %3 = stablehlo.dynamic_iota %c, dim = 0 : (tensor<4xi32>) -> tensor<3x2x1x4xui32>
    %c_0 = stablehlo.constant dense<[8, 2, 1]> : tensor<3xi64>
    %4 = stablehlo.slice %c_0 [1:3] : (tensor<3xi64>) -> tensor<2xi64>
    %5 = stablehlo.dynamic_iota %4, dim = 0 : (tensor<2xi64>) -> tensor<?x1xui32>
    %c_1 = stablehlo.constant dense<false> : tensor<i1>
    %6 = "stablehlo.if"(%c_1) ({
      stablehlo.return %5 : tensor<?x1xui32>
    }, {
      %16 = stablehlo.reverse %5, dims = [0] : tensor<?x1xui32>
      stablehlo.return %16 : tensor<?x1xui32>
    }) : (tensor<i1>) -> tensor<?x1xui32>
    %c_2 = stablehlo.constant dense<[2, 1]> : tensor<2xi64>
    %7 = stablehlo.dynamic_reshape %6, %c_2 : (tensor<?x1xui32>, tensor<2xi64>) -> tensor<2x1xui32>
    %cst_3 = stablehlo.constant dense<[[[(-1.52148438,6.40880041E-38)], [(0.000000e+00,0.000000e+00)], [(3.000000e+00,9.48828125)]], [[(-0.833740234,-3.40282347E+38)], [(-0.000000e+00,0x7FC00000)], [(8.8828125,-0.676757813)]]]> : tensor<2x3x1xcomplex<f32>>
    %8 = stablehlo.cbrt %cst_3 : tensor<2x3x1xcomplex<f32>>
    %9 = stablehlo.get_dimension_size %cst_3, dim = 1 : (tensor<2x3x1xcomplex<f32>>) -> tensor<i32>
    %c_4 = stablehlo.constant dense<[[[-1], [-1], [2147483647], [-2147483648]], [[0], [-5], [1], [-1417687610]]]> : tensor<2x4x1xi32>
    %c_5 = stablehlo.constant dense<1000000> : tensor<3xi64>
    %c_6 = stablehlo.constant dense<[0, 1, 0]> : tensor<3xi64>
    %10 = stablehlo.minimum %c_6, %c_5 : tensor<3xi64>
    %c_7 = stablehlo.constant dense<1000000> : tensor<3xi64>
    %c_8 = stablehlo.constant dense<[2, 3, 1]> : tensor<3xi64>
    %11 = stablehlo.minimum %c_8, %c_7 : tensor<3xi64>
    %12 = stablehlo.optimization_barrier %11 : tensor<3xi64>
    %c_9 = stablehlo.constant dense<[3, 2, 1, 2]> : tensor<4xi64>
    %13 = stablehlo.slice %c_9 [1:4] : (tensor<4xi64>) -> tensor<3xi64>
    %14 = stablehlo.optimization_barrier %13 : tensor<3xi64>
    %15 = stablehlo.real_dynamic_slice %c_4, %10, %12, %14 : (tensor<2x4x1xi32>, tensor<3xi64>, tensor<3xi64>, tensor<3xi64>) -> tensor<1x2x1xi32>
    return %1, %2, %8, %9, %15 : tensor<4x5xf8E8M0FNU>, tensor<i64>, tensor<2x3x1xcomplex<f32>>, tensor<i32>, tensor<1x2x1xi32>
  }
}
