module {
  func.func @main(%arg0: tensor<3x1xf8E4M3>, %arg1: tensor<i2>, %arg2: tensor<2x5x1xf8E4M3>, %arg3: tensor<ui16>, %arg4: tensor<i1>) -> (tensor<3x1xf8E4M3>, tensor<3x1xf8E4M3>, tensor<3x1xf8E4M3>, tensor<1x2x5x2xf8E4M3>, tensor<i1>) {
    %cst = stablehlo.constant dense<-6.250000e-01> : tensor<3x1xf8E4M3>
    %0 = stablehlo.exponential_minus_one %arg0 : tensor<3x1xf8E4M3>
    %1 = stablehlo.exponential %0 : tensor<3x1xf8E4M3>
    %2 = stablehlo.tuple %0, %arg1 : tuple<tensor<3x1xf8E4M3>, tensor<i2>>
    %3 = stablehlo.get_tuple_element %2[0] : (tuple<tensor<3x1xf8E4M3>, tensor<i2>>) -> tensor<3x1xf8E4M3>
    %4 = stablehlo.tuple %arg2, %arg3 : tuple<tensor<2x5x1xf8E4M3>, tensor<ui16>>
    %5 = stablehlo.get_tuple_element %4[0] : (tuple<tensor<2x5x1xf8E4M3>, tensor<ui16>>) -> tensor<2x5x1xf8E4M3>
    %c = stablehlo.constant dense<[1, 2, 5, 2]> : tensor<4xi32>
    %6 = stablehlo.dynamic_broadcast_in_dim %5, %c, dims = [1, 2, 3] : (tensor<2x5x1xf8E4M3>, tensor<4xi32>) -> tensor<?x2x5x2xf8E4M3>
    %7 = "stablehlo.if"(%arg4) ({
      stablehlo.return %6 : tensor<?x2x5x2xf8E4M3>
    }, {
      %24 = stablehlo.reverse %6, dims = [0] : tensor<?x2x5x2xf8E4M3>
      stablehlo.return %24 : tensor<?x2x5x2xf8E4M3>
    }) : (tensor<i1>) -> tensor<?x2x5x2xf8E4M3>
    %8 = stablehlo.get_dimension_size %3, dim = 1 : (tensor<3x1xf8E4M3>) -> tensor<i32>
    %9 = stablehlo.convert %8 : (tensor<i32>) -> tensor<i64>
    %10 = stablehlo.reshape %9 : (tensor<i64>) -> tensor<1xi64>
    %11 = stablehlo.get_dimension_size %5, dim = 0 : (tensor<2x5x1xf8E4M3>) -> tensor<i32>
    %12 = stablehlo.convert %11 : (tensor<i32>) -> tensor<i64>
    %13 = stablehlo.reshape %12 : (tensor<i64>) -> tensor<1xi64>
    %14 = stablehlo.get_dimension_size %5, dim = 1 : (tensor<2x5x1xf8E4M3>) -> tensor<i32>
    %15 = stablehlo.convert %14 : (tensor<i32>) -> tensor<i64>
    %16 = stablehlo.reshape %15 : (tensor<i64>) -> tensor<1xi64>
    %17 = stablehlo.get_dimension_size %5, dim = 0 : (tensor<2x5x1xf8E4M3>) -> tensor<i32>
    %18 = stablehlo.convert %17 : (tensor<i32>) -> tensor<i64>
    %19 = stablehlo.reshape %18 : (tensor<i64>) -> tensor<1xi64>
    %20 = stablehlo.concatenate %10, %13, %16, %19, dim = 0 : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<4xi64>
    %21 = stablehlo.dynamic_reshape %7, %20 : (tensor<?x2x5x2xf8E4M3>, tensor<4xi64>) -> tensor<1x2x5x2xf8E4M3>
    %c_0 = stablehlo.constant dense<[[[[0]], [[3]], [[0]], [[2]], [[3]]]]> : tensor<1x5x1x1xui2>
    %22 = stablehlo.tuple %arg4, %c_0 : tuple<tensor<i1>, tensor<1x5x1x1xui2>>
    %23 = stablehlo.get_tuple_element %22[0] : (tuple<tensor<i1>, tensor<1x5x1x1xui2>>) -> tensor<i1>
    return %cst, %1, %3, %21, %23 : tensor<3x1xf8E4M3>, tensor<3x1xf8E4M3>, tensor<3x1xf8E4M3>, tensor<1x2x5x2xf8E4M3>, tensor<i1>
  }
}
