module {
  func.func @main(%arg0: tensor<1x4xf8E4M3FNUZ>, %arg1: tensor<ui64>, %arg2: tensor<ui64>) -> (tensor<6x1x5x1xcomplex<f32>>, tensor<1x4xf8E4M3FNUZ>, tensor<1x4xf8E4M3FNUZ>, tensor<6x1x5x1xf32>, tensor<ui64>) {
    %c = stablehlo.constant dense<1000000> : tensor<4xi32>
    %c_0 = stablehlo.constant dense<[3, 1, 5, 1]> : tensor<4xi32>
    %0 = stablehlo.minimum %c_0, %c : tensor<4xi32>
    %1 = stablehlo.dynamic_iota %0, dim = 1 : (tensor<4xi32>) -> tensor<3x?x5x?xcomplex<f32>>
    %2 = stablehlo.concatenate %1, %1, dim = 0 : (tensor<3x?x5x?xcomplex<f32>>, tensor<3x?x5x?xcomplex<f32>>) -> tensor<6x?x5x?xcomplex<f32>>
    %3 = stablehlo.get_dimension_size %2, dim = 0 : (tensor<6x?x5x?xcomplex<f32>>) -> tensor<i32>
    %4 = stablehlo.convert %3 : (tensor<i32>) -> tensor<i64>
    %5 = stablehlo.reshape %4 : (tensor<i64>) -> tensor<1xi64>
    %6 = stablehlo.get_dimension_size %2, dim = 1 : (tensor<6x?x5x?xcomplex<f32>>) -> tensor<i32>
    %7 = stablehlo.convert %6 : (tensor<i32>) -> tensor<i64>
    %8 = stablehlo.reshape %7 : (tensor<i64>) -> tensor<1xi64>
    %9 = stablehlo.get_dimension_size %2, dim = 2 : (tensor<6x?x5x?xcomplex<f32>>) -> tensor<i32>
    %10 = stablehlo.convert %9 : (tensor<i32>) -> tensor<i64>
    %11 = stablehlo.reshape %10 : (tensor<i64>) -> tensor<1xi64>
    %12 = stablehlo.get_dimension_size %2, dim = 3 : (tensor<6x?x5x?xcomplex<f32>>) -> tensor<i32>
    %13 = stablehlo.convert %12 : (tensor<i32>) -> tensor<i64>
    %14 = stablehlo.reshape %13 : (tensor<i64>) -> tensor<1xi64>
    %15 = stablehlo.concatenate %5, %8, %11, %14, dim = 0 : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<4xi64>
    %16 = stablehlo.dynamic_reshape %2, %15 : (tensor<6x?x5x?xcomplex<f32>>, tensor<4xi64>) -> tensor<6x1x5x1xcomplex<f32>>
    %cst = stablehlo.constant dense<[[-4.000000e+00, -2.750000e+00, 2.000000e+00, 0x80]]> : tensor<1x4xf8E4M3FNUZ>
    %17 = stablehlo.exponential_minus_one %arg0 : tensor<1x4xf8E4M3FNUZ>
    %18 = stablehlo.real %16 : (tensor<6x1x5x1xcomplex<f32>>) -> tensor<6x1x5x1xf32>
    %19 = stablehlo.minimum %arg1, %arg2 : tensor<ui64>
    return %16, %cst, %17, %18, %19 : tensor<6x1x5x1xcomplex<f32>>, tensor<1x4xf8E4M3FNUZ>, tensor<1x4xf8E4M3FNUZ>, tensor<6x1x5x1xf32>, tensor<ui64>
  }
}
