module {
  func.func @main(%arg0: tensor<1x2x2x1xf6E2M3FN>, %arg1: tensor<5x1xi64>, %arg2: tensor<1x4x2xi64>, %arg3: tensor<3x1x4xi64>) -> (tensor<i32>, tensor<complex<f32>>, tensor<1xi16>, tensor<5x0xi64>, tensor<5x1xi64>, tensor<1x4x2xi64>) {
    %0 = stablehlo.get_dimension_size %arg0, dim = 3 : (tensor<1x2x2x1xf6E2M3FN>) -> tensor<i32>
    %cst = stablehlo.constant dense<(1.50976563,2.000000e+00)> : tensor<complex<f32>>
    %1 = stablehlo.cosine %cst : tensor<complex<f32>>
    %c = stablehlo.constant dense<0> : tensor<1xi16>
    %2 = stablehlo.and %c, %c : tensor<1xi16>
    %c_0 = stablehlo.constant dense<2> : tensor<1xi32>
    %c_1 = stablehlo.constant dense<-1> : tensor<1xi32>
    %3 = stablehlo.add %c_0, %c_1 : tensor<1xi32>
    %4 = stablehlo.reshape %3 : (tensor<1xi32>) -> tensor<i32>
    %5 = stablehlo.set_dimension_size %2, %4, dim = 0 : (tensor<1xi16>, tensor<i32>) -> tensor<?xi16, #stablehlo.bounds<1>>
    %6 = stablehlo.get_dimension_size %5, dim = 0 : (tensor<?xi16, #stablehlo.bounds<1>>) -> tensor<i32>
    %7 = stablehlo.convert %6 : (tensor<i32>) -> tensor<i64>
    %8 = stablehlo.reshape %7 : (tensor<i64>) -> tensor<1xi64>
    %9 = stablehlo.dynamic_reshape %5, %8 : (tensor<?xi16, #stablehlo.bounds<1>>, tensor<1xi64>) -> tensor<1xi16>
    %c_2 = stablehlo.constant dense<0> : tensor<1xi32>
    %10 = stablehlo.reshape %c_2 : (tensor<1xi32>) -> tensor<i32>
    %11 = stablehlo.set_dimension_size %arg1, %10, dim = 1 : (tensor<5x1xi64>, tensor<i32>) -> tensor<5x?xi64, #stablehlo.bounds<?, 1>>
    %12 = stablehlo.transpose %11, dims = [0, 1] : (tensor<5x?xi64, #stablehlo.bounds<?, 1>>) -> tensor<5x?xi64>
    %13 = stablehlo.get_dimension_size %12, dim = 0 : (tensor<5x?xi64>) -> tensor<i32>
    %14 = stablehlo.convert %13 : (tensor<i32>) -> tensor<i64>
    %15 = stablehlo.reshape %14 : (tensor<i64>) -> tensor<1xi64>
    %16 = stablehlo.get_dimension_size %12, dim = 1 : (tensor<5x?xi64>) -> tensor<i32>
    %17 = stablehlo.convert %16 : (tensor<i32>) -> tensor<i64>
    %18 = stablehlo.reshape %17 : (tensor<i64>) -> tensor<1xi64>
    %19 = stablehlo.concatenate %15, %18, dim = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
    %20 = stablehlo.dynamic_reshape %12, %19 : (tensor<5x?xi64>, tensor<2xi64>) -> tensor<5x0xi64>
    %21 = stablehlo.negate %arg1 : tensor<5x1xi64>
    %c_3 = stablehlo.constant dense<1> : tensor<i64>
    %22 = "stablehlo.select_and_scatter"(%arg2, %arg3, %c_3) <{padding = dense<[[0, 2], [0, 0], [2, 0]]> : tensor<3x2xi64>, window_dimensions = array<i64: 1, 4, 1>, window_strides = array<i64: 1, 1, 1>}> ({
    ^bb0(%arg4: tensor<i64>, %arg5: tensor<i64>):
      %23 = stablehlo.compare GE, %arg4, %arg5 : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %24 = stablehlo.compare EQ, %arg4, %arg5 : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %23 : tensor<i1>
    }, {
    ^bb0(%arg4: tensor<i64>, %arg5: tensor<i64>):
      %c_4 = stablehlo.constant dense<1> : tensor<i64>
      %23 = stablehlo.compare EQ, %arg4, %c_4 : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %24 = stablehlo.select %23, %arg5, %arg4 : tensor<i1>, tensor<i64>
      stablehlo.return %24 : tensor<i64>
    }) : (tensor<1x4x2xi64>, tensor<3x1x4xi64>, tensor<i64>) -> tensor<1x4x2xi64>
    return %0, %1, %9, %20, %21, %22 : tensor<i32>, tensor<complex<f32>>, tensor<1xi16>, tensor<5x0xi64>, tensor<5x1xi64>, tensor<1x4x2xi64>
  }
}
