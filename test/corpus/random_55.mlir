module {
  func.func @main(%arg0: tensor<5x3x3x1xui4>, %arg1: tensor<2x1x1xf6E2M3FN>, %arg2: tensor<complex<f32>>, %arg3: tensor<4x5x1x1xf8E4M3B11FNUZ>, %arg4: tensor<i32>) -> (tensor<ui32>, tensor<4x2x1x0xui4>, tensor<2x1x1xf6E2M3FN>, tensor<1x5x4x3xcomplex<f32>>, tensor<1x5x4x3xcomplex<f32>>, tensor<1x1xf6E3M2FN>, tensor<f6E3M2FN>, tensor<1x1xf6E3M2FN>, tensor<0x3x1x1xf8E4M3B11FNUZ>, tensor<0x3x1x1xf8E4M3B11FNUZ>) {
    %0 = stablehlo.create_token : !stablehlo.token
    %1 = stablehlo.after_all %0, %0 : !stablehlo.token
    %2 = stablehlo.create_token : !stablehlo.token
    %3 = stablehlo.after_all %2, %2 : !stablehlo.token
    %4 = stablehlo.partition_id : tensor<ui32>
    %c = stablehlo.constant dense<8> : tensor<i32>
    %5 = stablehlo.optimization_barrier %c : tensor<i32>
    %c_0 = stablehlo.constant dense<2> : tensor<i32>
    %c_1 = stablehlo.constant dense<1> : tensor<i32>
    %6 = stablehlo.optimization_barrier %c_1 : tensor<i32>
    %c_2 = stablehlo.constant dense<5> : tensor<i32>
    %7 = stablehlo.dynamic_slice %arg0, %5, %c_0, %6, %c_2, sizes = [4, 2, 1, 0] : (tensor<5x3x3x1xui4>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x2x1x0xui4>
    %8 = stablehlo.add %7, %7 : tensor<4x2x1x0xui4>
    %9 = stablehlo.dynamic_update_slice %arg0, %8, %5, %c_0, %6, %c_2 : (tensor<5x3x3x1xui4>, tensor<4x2x1x0xui4>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<5x3x3x1xui4>
    %10 = stablehlo.dynamic_slice %9, %5, %c_0, %6, %c_2, sizes = [4, 2, 1, 0] : (tensor<5x3x3x1xui4>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x2x1x0xui4>
    %11 = stablehlo.exponential_minus_one %arg1 : tensor<2x1x1xf6E2M3FN>
    %cst = stablehlo.constant dense<(4.203900e-45,-0.357421875)> : tensor<1x5x4x3xcomplex<f32>>
    %12 = "stablehlo.sort"(%cst) <{dimension = 3 : i64, is_stable = true}> ({
    ^bb0(%arg5: tensor<complex<f32>>, %arg6: tensor<complex<f32>>):
      %19 = stablehlo.real %arg5 : (tensor<complex<f32>>) -> tensor<f32>
      %20 = stablehlo.real %arg6 : (tensor<complex<f32>>) -> tensor<f32>
      %21 = stablehlo.compare GE, %19, %20 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %22 = stablehlo.compare EQ, %19, %20 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %21 : tensor<i1>
    }) : (tensor<1x5x4x3xcomplex<f32>>) -> tensor<1x5x4x3xcomplex<f32>>
    %cst_3 = stablehlo.constant dense<2.800000e+01> : tensor<1x1xf6E3M2FN>
    %cst_4 = stablehlo.constant dense<3.000000e+00> : tensor<f6E3M2FN>
    %13 = "stablehlo.sort"(%cst_3) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg5: tensor<f6E3M2FN>, %arg6: tensor<f6E3M2FN>):
      %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f6E3M2FN>
      %19 = stablehlo.compare EQ, %arg5, %cst_6 : (tensor<f6E3M2FN>, tensor<f6E3M2FN>) -> tensor<i1>
      %20 = stablehlo.select %19, %cst_6, %arg5 : tensor<i1>, tensor<f6E3M2FN>
      %21 = stablehlo.compare NE, %arg5, %arg5 : (tensor<f6E3M2FN>, tensor<f6E3M2FN>) -> tensor<i1>
      %cst_7 = stablehlo.constant dense<-0.000000e+00> : tensor<f6E3M2FN>
      %22 = stablehlo.select %21, %cst_7, %20 : tensor<i1>, tensor<f6E3M2FN>
      %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f6E3M2FN>
      %23 = stablehlo.compare EQ, %arg6, %cst_8 : (tensor<f6E3M2FN>, tensor<f6E3M2FN>) -> tensor<i1>
      %24 = stablehlo.select %23, %cst_8, %arg6 : tensor<i1>, tensor<f6E3M2FN>
      %25 = stablehlo.compare NE, %arg6, %arg6 : (tensor<f6E3M2FN>, tensor<f6E3M2FN>) -> tensor<i1>
      %cst_9 = stablehlo.constant dense<-0.000000e+00> : tensor<f6E3M2FN>
      %26 = stablehlo.select %25, %cst_9, %24 : tensor<i1>, tensor<f6E3M2FN>
      %27 = stablehlo.compare GE, %22, %26, TOTALORDER : (tensor<f6E3M2FN>, tensor<f6E3M2FN>) -> tensor<i1>
      %28 = stablehlo.compare EQ, %22, %26, TOTALORDER : (tensor<f6E3M2FN>, tensor<f6E3M2FN>) -> tensor<i1>
      stablehlo.return %27 : tensor<i1>
    }) : (tensor<1x1xf6E3M2FN>) -> tensor<1x1xf6E3M2FN>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %14 = stablehlo.dynamic_slice %arg3, %c_2, %c_2, %c_5, %arg4, sizes = [0, 3, 1, 1] : (tensor<4x5x1x1xf8E4M3B11FNUZ>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<0x3x1x1xf8E4M3B11FNUZ>
    %15 = stablehlo.add %14, %14 : tensor<0x3x1x1xf8E4M3B11FNUZ>
    %16 = stablehlo.dynamic_update_slice %arg3, %15, %c_2, %c_2, %c_5, %arg4 : (tensor<4x5x1x1xf8E4M3B11FNUZ>, tensor<0x3x1x1xf8E4M3B11FNUZ>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x5x1x1xf8E4M3B11FNUZ>
    %17 = stablehlo.dynamic_slice %16, %c_2, %c_2, %c_5, %arg4, sizes = [0, 3, 1, 1] : (tensor<4x5x1x1xf8E4M3B11FNUZ>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<0x3x1x1xf8E4M3B11FNUZ>
    %18 = stablehlo.reverse %14, dims = [1, 2] : tensor<0x3x1x1xf8E4M3B11FNUZ>
    return %4, %10, %11, %cst, %12, %cst_3, %cst_4, %13, %17, %18 : tensor<ui32>, tensor<4x2x1x0xui4>, tensor<2x1x1xf6E2M3FN>, tensor<1x5x4x3xcomplex<f32>>, tensor<1x5x4x3xcomplex<f32>>, tensor<1x1xf6E3M2FN>, tensor<f6E3M2FN>, tensor<1x1xf6E3M2FN>, tensor<0x3x1x1xf8E4M3B11FNUZ>, tensor<0x3x1x1xf8E4M3B11FNUZ>
  }
}
