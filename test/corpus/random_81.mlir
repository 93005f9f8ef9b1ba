module {
  func.func @main(%arg0: tensor<4xi1>, %arg1: tensor<1x1x1xf8E4M3>, %arg2: tensor<3x2x1xi32>, %arg3: tensor<f8E5M2FNUZ>, %arg4: tensor<2xi2>, %arg5: tensor<4xf8E8M0FNU>) -> (tensor<4xi1>, tensor<3x1x1x1xf64>, tensor<1x1x0xi64>, tensor<f8E5M2FNUZ>, tensor<2xi1>, tensor<i32>, tensor<i32>, tensor<2x1x1xi32>, tensor<2x2x1xf8E8M0FNU>) {
    %c = stablehlo.constant dense<[true, false, false, true]> : tensor<4xi1>
    %0 = stablehlo.xor %c, %arg0 : tensor<4xi1>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %cst = stablehlo.constant dense<[[[[0x7FF0000000000000]]], [[[9.5242544157459751E+189]]], [[[-0.317138671875]]]]> : tensor<3x1x1x1xf64>
    %1:2 = stablehlo.while(%iterArg = %c_0, %iterArg_6 = %cst) : tensor<i32>, tensor<3x1x1x1xf64>
    cond {
      %c_7 = stablehlo.constant dense<1> : tensor<i32>
      %16 = stablehlo.compare NE, %iterArg, %c_7 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %16 : tensor<i1>
    } do {
      %16 = stablehlo.compare GE, %arg1, %arg1 : (tensor<1x1x1xf8E4M3>, tensor<1x1x1xf8E4M3>) -> tensor<1x1x1xi1>
      %17 = stablehlo.create_token : !stablehlo.token
      %18 = stablehlo.after_all %17, %17 : !stablehlo.token
      %19 = stablehlo.slice %cst [0:3, 0:0, 0:1, 0:1] : (tensor<3x1x1x1xf64>) -> tensor<3x0x1x1xf64>
      %20 = stablehlo.slice %cst [0:3, 0:1, 0:1, 0:1] : (tensor<3x1x1x1xf64>) -> tensor<3x1x1x1xf64>
      %21 = stablehlo.concatenate %20, %19, dim = 1 : (tensor<3x1x1x1xf64>, tensor<3x0x1x1xf64>) -> tensor<3x1x1x1xf64>
      %c_7 = stablehlo.constant dense<1> : tensor<i32>
      %22 = stablehlo.add %iterArg, %c_7 : tensor<i32>
      stablehlo.return %22, %21 : tensor<i32>, tensor<3x1x1x1xf64>
    }
    %2 = stablehlo.reshape %1#0 : (tensor<i32>) -> tensor<i32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<1x2x1xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<2xi64>
    %4 = stablehlo.reshape %c_1 : (tensor<2xi64>) -> tensor<1x2xi64>
    %5 = "stablehlo.dynamic_conv"(%3, %arg2, %4) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f, 0]x[0, i, o]->[b, f, 0]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1>, rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 2>}> : (tensor<1x2x1xi32>, tensor<3x2x1xi32>, tensor<1x2xi64>) -> tensor<1x1x0xi64>
    %6 = stablehlo.log %arg3 : tensor<f8E5M2FNUZ>
    %c_2 = stablehlo.constant dense<0> : tensor<2xi2>
    %7 = stablehlo.add %arg4, %c_2 : tensor<2xi2>
    %c_3 = stablehlo.constant dense<-1> : tensor<2xi2>
    %8 = stablehlo.compare NE, %7, %c_3 : (tensor<2xi2>, tensor<2xi2>) -> tensor<2xi1>
    %9 = stablehlo.reshape %1#0 : (tensor<i32>) -> tensor<i32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<i32>) -> tensor<3x2x2xi32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [1, 2, 3] : (tensor<3x2x2xi32>) -> tensor<1x3x2x2xi32>
    %c_4 = stablehlo.constant dense<-1> : tensor<i32>
    %12 = stablehlo.reduce(%11 init: %c_4) applies stablehlo.minimum across dimensions = [0, 1, 2, 3] : (tensor<1x3x2x2xi32>, tensor<i32>) -> tensor<i32>
    %13 = stablehlo.unary_einsum %1#0, config = "->" : (tensor<i32>) -> tensor<i32>
    %14 = stablehlo.unary_einsum %3, config = "abc->bac" : (tensor<1x2x1xi32>) -> tensor<2x1x1xi32>
    %c_5 = stablehlo.constant dense<[[0, 1], [6, -2]]> : tensor<2x2xi8>
    %15 = "stablehlo.gather"(%arg5, %c_5) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<4xf8E8M0FNU>, tensor<2x2xi8>) -> tensor<2x2x1xf8E8M0FNU>
    return %0, %1#1, %5, %6, %8, %12, %13, %14, %15 : tensor<4xi1>, tensor<3x1x1x1xf64>, tensor<1x1x0xi64>, tensor<f8E5M2FNUZ>, tensor<2xi1>, tensor<i32>, tensor<i32>, tensor<2x1x1xi32>, tensor<2x2x1xf8E8M0FNU>
  }
}
