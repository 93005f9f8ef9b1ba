module {
  func.func @main(%arg0: tensor<3x2xui32>, %arg1: tensor<1x1x1x1xf8E5M2FNUZ>, %arg2: tensor<ui8>) -> (tensor<2x3x2xui32>, tensor<5x3x3xf8E4M3>, tensor<5x3x1x3xf8E4M3>, tensor<ui8>, tensor<ui8>) {
    %c = stablehlo.constant dense<1000000> : tensor<3xi32>
    %c_0 = stablehlo.constant dense<[2, 3, 2]> : tensor<3xi32>
    %0 = stablehlo.minimum %c_0, %c : tensor<3xi32>
    %1 = stablehlo.optimization_barrier %0 : tensor<3xi32>
    %2 = stablehlo.dynamic_broadcast_in_dim %arg0, %1, dims = [1, 2] : (tensor<3x2xui32>, tensor<3xi32>) -> tensor<2x3x2xui32>
    %cst = stablehlo.constant dense<[[[-1.375000e+00, 3.750000e+00, -8.125000e-01], [-1.875000e+00, 3.906250e-02, 6.000000e+00], [3.750000e+00, 0x7C, 3.906250e-03]], [[3.250000e+00, 0x7C, -2.400000e+02], [1.375000e+00, -7.500000e+00, 0x7C], [0x7C, -5.500000e+00, 4.000000e+00]], [[5.859380e-03, 0xF8, 0x7C], [-8.750000e-01, -4.000000e+00, 2.000000e+00], [-0.000000e+00, 5.000000e+00, 2.400000e+02]], [[0.000000e+00, -0.000000e+00, 0x7C], [-0.000000e+00, -7.500000e+00, -2.400000e+02], [-2.250000e+00, 1.125000e+00, 6.250000e-01]], [[3.000000e+00, 4.000000e+00, 0x7C], [4.000000e+00, 6.500000e+00, -1.750000e+00], [0x78, -2.000000e+00, -2.250000e+00]]]> : tensor<5x3x3xf8E4M3>
    %3 = stablehlo.logistic %cst : tensor<5x3x3xf8E4M3>
    %c_1 = stablehlo.constant dense<[5, 3, 1, 3]> : tensor<4xi64>
    %4 = stablehlo.dynamic_reshape %3, %c_1 : (tensor<5x3x3xf8E4M3>, tensor<4xi64>) -> tensor<5x3x1x3xf8E4M3>
    %5 = stablehlo.sign %cst : tensor<5x3x3xf8E4M3>
    %cst_2 = stablehlo.constant dense<3.906250e-02> : tensor<f8E5M2FNUZ>
    %6 = "stablehlo.reduce_window"(%arg1, %cst_2) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<[[1, 0], [0, 1], [0, 0], [2, 2]]> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 1, 1, 1>, window_strides = array<i64: 1, 1, 1, 1>}> ({
    ^bb0(%arg3: tensor<f8E5M2FNUZ>, %arg4: tensor<f8E5M2FNUZ>):
      %9 = stablehlo.minimum %arg3, %arg4 : tensor<f8E5M2FNUZ>
      stablehlo.return %9 : tensor<f8E5M2FNUZ>
    }) : (tensor<1x1x1x1xf8E5M2FNUZ>, tensor<f8E5M2FNUZ>) -> tensor<2x2x1x5xf8E5M2FNUZ>
    %7 = call @function0(%arg2) : (tensor<ui8>) -> tensor<ui8>
    %8 = call @function0(%arg2) : (tensor<ui8>) -> tensor<ui8>
    return %2, %cst, %4, %7, %8 : tensor<2x3x2xui32>, tensor<5x3x3xf8E4M3>, tensor<5x3x1x3xf8E4M3>, tensor<ui8>, tensor<ui8>
  }
  func.func private @function0(%arg0: tensor<ui8>) -> tensor<ui8> {
    %c = stablehlo.constant dense<> : tensor<0x1x5x1xui8>
    %0 = stablehlo.clamp %arg0, %c, %arg0 : (tensor<ui8>, tensor<0x1x5x1xui8>, tensor<ui8>) -> tensor<0x1x5x1xui8>
    return %arg0 : tensor<ui8>
  }
}
