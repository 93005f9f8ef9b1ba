module {
  func.func @main(%arg0: tensor<5x4x1xf8E4M3B11FNUZ>) -> (tensor<5x4x1xf8E4M3B11FNUZ>, tensor<2x1x2x2x3xf8E5M2FNUZ>) {
    %cst = stablehlo.constant dense<[[-8.484370e+00, -3.720700e-01, 1.636800e+04]]> : tensor<1x3xf16>
    %0 = stablehlo.tan %cst : tensor<1x3xf16>
    %1 = stablehlo.exponential_minus_one %arg0 : tensor<5x4x1xf8E4M3B11FNUZ>
    %c = stablehlo.constant dense<[1, 1, 1, 3]> : tensor<4xi64>
    %2 = stablehlo.dynamic_iota %c, dim = 0 : (tensor<4xi64>) -> tensor<?x?x?x?xf8E5M2FNUZ>
    %3 = stablehlo.get_dimension_size %2, dim = 0 : (tensor<?x?x?x?xf8E5M2FNUZ>) -> tensor<i32>
    %4 = stablehlo.convert %3 : (tensor<i32>) -> tensor<i64>
    %5 = stablehlo.reshape %4 : (tensor<i64>) -> tensor<1xi64>
    %6 = stablehlo.get_dimension_size %2, dim = 1 : (tensor<?x?x?x?xf8E5M2FNUZ>) -> tensor<i32>
    %7 = stablehlo.convert %6 : (tensor<i32>) -> tensor<i64>
    %8 = stablehlo.reshape %7 : (tensor<i64>) -> tensor<1xi64>
    %9 = stablehlo.get_dimension_size %2, dim = 2 : (tensor<?x?x?x?xf8E5M2FNUZ>) -> tensor<i32>
    %10 = stablehlo.convert %9 : (tensor<i32>) -> tensor<i64>
    %11 = stablehlo.reshape %10 : (tensor<i64>) -> tensor<1xi64>
    %12 = stablehlo.get_dimension_size %2, dim = 3 : (tensor<?x?x?x?xf8E5M2FNUZ>) -> tensor<i32>
    %13 = stablehlo.convert %12 : (tensor<i32>) -> tensor<i64>
    %14 = stablehlo.reshape %13 : (tensor<i64>) -> tensor<1xi64>
    %15 = stablehlo.concatenate %5, %8, %11, %14, dim = 0 : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<4xi64>
    %16 = stablehlo.dynamic_reshape %2, %15 : (tensor<?x?x?x?xf8E5M2FNUZ>, tensor<4xi64>) -> tensor<1x1x1x3xf8E5M2FNUZ>
    %c_0 = stablehlo.constant dense<2> : tensor<1xi32>
    %17 = stablehlo.get_dimension_size %1, dim = 2 : (tensor<5x4x1xf8E4M3B11FNUZ>) -> tensor<i32>
    %18 = stablehlo.reshape %17 : (tensor<i32>) -> tensor<1xi32>
    %c_1 = stablehlo.constant dense<2> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<2> : tensor<1xi32>
    %19 = stablehlo.get_dimension_size %16, dim = 3 : (tensor<1x1x1x3xf8E5M2FNUZ>) -> tensor<i32>
    %20 = stablehlo.reshape %19 : (tensor<i32>) -> tensor<1xi32>
    %21 = stablehlo.concatenate %c_0, %18, %c_1, %c_2, %20, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<5xi32>
    %22 = stablehlo.dynamic_broadcast_in_dim %16, %21, dims = [1, 2, 3, 4] : (tensor<1x1x1x3xf8E5M2FNUZ>, tensor<5xi32>) -> tensor<2x1x2x2x3xf8E5M2FNUZ>
    return %1, %22 : tensor<5x4x1xf8E4M3B11FNUZ>, tensor<2x1x2x2x3xf8E5M2FNUZ>
  }
}
