module {
  func.func @main(%arg0: tensor<i1>, %arg1: tensor<1x3x2x5x3xui2>, %arg2: tensor<4x3xi64>, %arg3: tensor<f8E5M2FNUZ>, %arg4: tensor<f8E5M2FNUZ>) -> (tensor<2xf32>, tensor<3x1xi64>, tensor<f8E5M2FNUZ>, tensor<1x1xf8E5M2FNUZ>) {
    %cst = stablehlo.constant dense<-1.39355469> : tensor<2xf32>
    %cst_0 = stablehlo.constant dense<3.703125> : tensor<2xf32>
    %0 = stablehlo.select %arg0, %cst, %cst_0 : tensor<i1>, tensor<2xf32>
    %1 = stablehlo.real %0 : tensor<2xf32>
    %2 = stablehlo.bitcast_convert %arg1 : (tensor<1x3x2x5x3xui2>) -> tensor<1x3x2x5xf6E3M2FN>
    %c = stablehlo.constant dense<3> : tensor<1xi32>
    %3 = stablehlo.reshape %c : (tensor<1xi32>) -> tensor<i32>
    %4 = stablehlo.set_dimension_size %2, %3, dim = 1 : (tensor<1x3x2x5xf6E3M2FN>, tensor<i32>) -> tensor<1x?x2x5xf6E3M2FN, #stablehlo.bounds<?, 3, ?, ?>>
    %5 = stablehlo.get_dimension_size %4, dim = 0 : (tensor<1x?x2x5xf6E3M2FN, #stablehlo.bounds<?, 3, ?, ?>>) -> tensor<i32>
    %6 = stablehlo.convert %5 : (tensor<i32>) -> tensor<i64>
    %7 = stablehlo.reshape %6 : (tensor<i64>) -> tensor<1xi64>
    %8 = stablehlo.get_dimension_size %4, dim = 1 : (tensor<1x?x2x5xf6E3M2FN, #stablehlo.bounds<?, 3, ?, ?>>) -> tensor<i32>
    %9 = stablehlo.convert %8 : (tensor<i32>) -> tensor<i64>
    %10 = stablehlo.reshape %9 : (tensor<i64>) -> tensor<1xi64>
    %11 = stablehlo.get_dimension_size %4, dim = 2 : (tensor<1x?x2x5xf6E3M2FN, #stablehlo.bounds<?, 3, ?, ?>>) -> tensor<i32>
    %12 = stablehlo.convert %11 : (tensor<i32>) -> tensor<i64>
    %13 = stablehlo.reshape %12 : (tensor<i64>) -> tensor<1xi64>
    %14 = stablehlo.get_dimension_size %4, dim = 3 : (tensor<1x?x2x5xf6E3M2FN, #stablehlo.bounds<?, 3, ?, ?>>) -> tensor<i32>
    %15 = stablehlo.convert %14 : (tensor<i32>) -> tensor<i64>
    %16 = stablehlo.reshape %15 : (tensor<i64>) -> tensor<1xi64>
    %17 = stablehlo.concatenate %7, %10, %13, %16, dim = 0 : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<4xi64>
    %18 = stablehlo.dynamic_reshape %4, %17 : (tensor<1x?x2x5xf6E3M2FN, #stablehlo.bounds<?, 3, ?, ?>>, tensor<4xi64>) -> tensor<1x3x2x5xf6E3M2FN>
    %c_1 = stablehlo.constant dense<[[-1], [0], [9223372036854775807]]> : tensor<3x1xi64>
    %c_2 = stablehlo.constant dense<-814523407660471461> : tensor<i64>
    %19 = "stablehlo.select_and_scatter"(%c_1, %arg2, %c_2) <{padding = dense<[[2, 1], [0, 2]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg5: tensor<i64>, %arg6: tensor<i64>):
      %23 = stablehlo.compare LE, %arg5, %arg6 : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %24 = stablehlo.compare EQ, %arg5, %arg6 : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %23 : tensor<i1>
    }, {
    ^bb0(%arg5: tensor<i64>, %arg6: tensor<i64>):
      %23 = stablehlo.maximum %arg5, %arg6 : tensor<i64>
      stablehlo.return %23 : tensor<i64>
    }) : (tensor<3x1xi64>, tensor<4x3xi64>, tensor<i64>) -> tensor<3x1xi64>
    %20 = stablehlo.cosine %arg4 : tensor<f8E5M2FNUZ>
    %21 = stablehlo.reshape %arg3 : (tensor<f8E5M2FNUZ>) -> tensor<1x1x1xf8E5M2FNUZ>
    %c_3 = stablehlo.constant dense<6> : tensor<i32>
    %22 = "stablehlo.torch_index_select"(%21, %c_3) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<1x1x1xf8E5M2FNUZ>, tensor<i32>) -> tensor<1x1xf8E5M2FNUZ>
    return %1, %19, %20, %22 : tensor<2xf32>, tensor<3x1xi64>, tensor<f8E5M2FNUZ>, tensor<1x1xf8E5M2FNUZ>
  }
}
