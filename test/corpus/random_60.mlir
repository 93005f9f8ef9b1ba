module {
  func.func @main(%arg0: tensor<5xui64>, %arg1: tensor<5xi1>, %arg2: tensor<1x4xi4>, %arg3: tensor<i1>, %arg4: tensor<1xui16>, %arg5: tensor<3x1x1xui16>, %arg6: tensor<1xf8E4M3FN>, %arg7: tensor<2x1x4xf32>, %arg8: tensor<5x1xf32>, %arg9: tensor<f32>, %arg10: tensor<1x3x1xi8>, %arg11: tensor<1x3x1xi8>) -> (tensor<5xui64>, tensor<5xi1>, tensor<3xcomplex<f64>>, tensor<f8E3M4>, tensor<f8E3M4>, tensor<1x1x2x5xui32>, tensor<1xf8E4M3FN>, tensor<4x2xf32>, tensor<1x3x1xi8>) {
    %c = stablehlo.constant dense<1> : tensor<ui64>
    %c_0 = stablehlo.constant dense<false> : tensor<i1>
    %0:2 = stablehlo.reduce(%arg0 init: %c), (%arg1 init: %c_0) across dimensions = [] : (tensor<5xui64>, tensor<5xi1>, tensor<ui64>, tensor<i1>) -> (tensor<5xui64>, tensor<5xi1>)
     reducer(%arg12: tensor<ui64>, %arg14: tensor<ui64>) (%arg13: tensor<i1>, %arg15: tensor<i1>)  {
      %10 = stablehlo.select %arg13, %arg12, %arg14 : tensor<i1>, tensor<ui64>
      %11 = stablehlo.or %arg13, %arg15 : tensor<i1>
      stablehlo.return %10, %11 : tensor<ui64>, tensor<i1>
    }
    %cst = stablehlo.constant dense<[[(0x7FF0000000000000,1.000000e+00), (5.537109375,-9.9921875)], [(-3.498046875,-1.7976931348623157E+308), (-3.000000e+00,-1.7976931348623157E+308)], [(13.36328125,3.8623046875), (0x7FF0000000000000,2.3642578125)]]> : tensor<3x2xcomplex<f64>>
    %cst_1 = stablehlo.constant dense<(-9.1609176210482885E-86,-1.7976931348623157E+308)> : tensor<3x2x3xcomplex<f64>>
    %1 = stablehlo.einsum %cst, %cst_1, config = "ab,abc->a" : (tensor<3x2xcomplex<f64>>, tensor<3x2x3xcomplex<f64>>) -> tensor<3xcomplex<f64>>
    %cst_2 = stablehlo.constant dense<-0.000000e+00> : tensor<f8E3M4>
    %2 = stablehlo.multiply %cst_2, %cst_2 : tensor<f8E3M4>
    %c_3 = stablehlo.constant dense<1> : tensor<i32>
    %3 = stablehlo.convert %arg3 : (tensor<i1>) -> tensor<i32>
    %4 = "stablehlo.case"(%3) ({
      %c_6 = stablehlo.constant dense<0> : tensor<1xi32>
      %c_7 = stablehlo.constant dense<0> : tensor<1xi32>
      %10 = stablehlo.compare LT, %c_6, %c_7 : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi1>
      %c_8 = stablehlo.constant dense<1> : tensor<1xi32>
      %11 = stablehlo.add %c_6, %c_8 : tensor<1xi32>
      %12 = stablehlo.select %10, %11, %c_6 : tensor<1xi1>, tensor<1xi32>
      %13 = "stablehlo.gather"(%arg4, %12) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0]>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<1xui16>, tensor<1xi32>) -> tensor<ui16>
      %14 = stablehlo.reverse %arg5, dims = [1, 2] : tensor<3x1x1xui16>
      %15 = stablehlo.reverse %arg5, dims = [0] : tensor<3x1x1xui16>
      stablehlo.return %arg2 : tensor<1x4xi4>
    }, {
      stablehlo.return %arg2 : tensor<1x4xi4>
    }) : (tensor<i32>) -> tensor<1x4xi4>
    %c_4 = stablehlo.constant dense<[[[[0, 2147483647, 4, 1, 2147483648], [0, 4294967295, 4294967295, 0, 1]]]]> : tensor<1x1x2x5xui32>
    %5 = stablehlo.broadcast %c_4, sizes = [] : (tensor<1x1x2x5xui32>) -> tensor<1x1x2x5xui32>
    %6 = stablehlo.exponential_minus_one %arg6 : tensor<1xf8E4M3FN>
    %7 = stablehlo.log %arg7 : tensor<2x1x4xf32>
    %cst_5 = stablehlo.constant dense<[[4.000000e+00, 0.000000e+00], [2.13085938, 2042.51074], [-4.000000e+00, 0xFF800000], [-0.267578125, -1.000000e+00]]> : tensor<4x2xf32>
    %8 = "stablehlo.select_and_scatter"(%cst_5, %arg8, %arg9) <{padding = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg12: tensor<f32>, %arg13: tensor<f32>):
      %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %10 = stablehlo.compare EQ, %arg12, %cst_6 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %11 = stablehlo.select %10, %cst_6, %arg12 : tensor<i1>, tensor<f32>
      %12 = stablehlo.compare NE, %arg12, %arg12 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_7 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %13 = stablehlo.select %12, %cst_7, %11 : tensor<i1>, tensor<f32>
      %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %14 = stablehlo.compare EQ, %arg13, %cst_8 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %15 = stablehlo.select %14, %cst_8, %arg13 : tensor<i1>, tensor<f32>
      %16 = stablehlo.compare NE, %arg13, %arg13 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %cst_9 = stablehlo.constant dense<0x7FC00000> : tensor<f32>
      %17 = stablehlo.select %16, %cst_9, %15 : tensor<i1>, tensor<f32>
      %18 = stablehlo.compare LT, %13, %17, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %19 = stablehlo.compare EQ, %13, %17, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %18 : tensor<i1>
    }, {
    ^bb0(%arg12: tensor<f32>, %arg13: tensor<f32>):
      %10 = stablehlo.minimum %arg12, %arg13 : tensor<f32>
      stablehlo.return %10 : tensor<f32>
    }) : (tensor<4x2xf32>, tensor<5x1xf32>, tensor<f32>) -> tensor<4x2xf32>
    %9 = stablehlo.add %arg11, %arg10 : tensor<1x3x1xi8>
    return %0#0, %0#1, %1, %cst_2, %2, %5, %6, %8, %9 : tensor<5xui64>, tensor<5xi1>, tensor<3xcomplex<f64>>, tensor<f8E3M4>, tensor<f8E3M4>, tensor<1x1x2x5xui32>, tensor<1xf8E4M3FN>, tensor<4x2xf32>, tensor<1x3x1xi8>
  }
}
