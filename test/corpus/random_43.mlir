module {
  func.func @main(%arg0: tensor<5x1x5xi32>, %arg1: tensor<5xf8E4M3FNUZ>, %arg2: tensor<1x4x2xf8E4M3>, %arg3: tensor<3xf8E4M3>) -> (tensor<1x1x1xf64>, tensor<5x1x5xi32>, tensor<5xf8E4M3FNUZ>, tensor<4x4x1x1xf8E4M3B11FNUZ>, tensor<2x1x4xf8E4M3>, tensor<2x2x1xf8E4M3>, tensor<f64>, tensor<3x1x2xi8>) {
    %c = stablehlo.constant dense<[[[37, 5]], [[-1, -2]], [[-128, 3]]]> : tensor<3x1x2xi8>
    %0 = stablehlo.shift_right_arithmetic %c, %c : tensor<3x1x2xi8>
    %cst = stablehlo.constant dense<-1.22265625> : tensor<1x1x1xf64>
    %1 = stablehlo.log_plus_one %cst : tensor<1x1x1xf64>
    %2 = stablehlo.maximum %arg0, %arg0 : tensor<5x1x5xi32>
    %3 = stablehlo.exponential %arg1 : tensor<5xf8E4M3FNUZ>
    %cst_0 = stablehlo.constant dense<[[[[-7.031250e-02]], [[0x80]], [[-1.000000e+01]], [[-7.500000e+00]]], [[[-1.250000e+00]], [[4.000000e+00]], [[-6.500000e+00]], [[-2.000000e+00]]], [[[-2.441410e-03]], [[0.000000e+00]], [[-7.500000e+00]], [[3.000000e+00]]], [[[0.000000e+00]], [[-1.406250e-01]], [[-3.000000e+00]], [[4.882810e-03]]]]> : tensor<4x4x1x1xf8E4M3B11FNUZ>
    %4 = stablehlo.cbrt %cst_0 : tensor<4x4x1x1xf8E4M3B11FNUZ>
    %5 = stablehlo.transpose %arg2, dims = [2, 0, 1] : (tensor<1x4x2xf8E4M3>) -> tensor<2x1x4xf8E4M3>
    %6 = stablehlo.reshape %5 : (tensor<2x1x4xf8E4M3>) -> tensor<2x1x4xf8E4M3>
    %7 = stablehlo.convolution(%5, %6) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x1x4xf8E4M3>, tensor<2x1x4xf8E4M3>) -> tensor<2x2x1xf8E4M3>
    %cst_1 = stablehlo.constant dense<3.000000e+00> : tensor<f8E4M3>
    %8 = stablehlo.cbrt %cst_1 : tensor<f8E4M3>
    %9 = stablehlo.dot %arg3, %arg3 : (tensor<3xf8E4M3>, tensor<3xf8E4M3>) -> tensor<f64>
    %10 = stablehlo.and %c, %0 : tensor<3x1x2xi8>
    return %1, %2, %3, %4, %6, %7, %9, %10 : tensor<1x1x1xf64>, tensor<5x1x5xi32>, tensor<5xf8E4M3FNUZ>, tensor<4x4x1x1xf8E4M3B11FNUZ>, tensor<2x1x4xf8E4M3>, tensor<2x2x1xf8E4M3>, tensor<f64>, tensor<3x1x2xi8>
  }
}
