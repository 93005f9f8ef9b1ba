module {
  func.func @main(%arg0: tensor<f6E3M2FN>, %arg1: tensor<2x2xf64>, %arg2: tensor<2x3xcomplex<f32>>, %arg3: tensor<1x4xf16>, %arg4: tensor<i4>, %arg5: tensor<5x5xf32>, %arg6: tensor<1xf8E3M4>) -> (tensor<5x5x1x1xf6E3M2FN>, tensor<2x2xf64>, tensor<3x1xi16>, tensor<2x3xcomplex<f32>>, tensor<f8E4M3B11FNUZ>, tensor<i4>, tensor<i32>, tensor<5x5xf32>, tensor<1xf8E3M4>, tensor<1xf8E3M4>) {
    %c = stablehlo.constant dense<[5, 5, 1, 1]> : tensor<4xi64>
    %0 = stablehlo.rng %arg0, %arg0, %c, distribution = NORMAL : (tensor<f6E3M2FN>, tensor<f6E3M2FN>, tensor<4xi64>) -> tensor<5x5x1x1xf6E3M2FN>
    %1 = stablehlo.sign %arg1 : tensor<2x2xf64>
    %c_0 = stablehlo.constant dense<-17578> : tensor<3x1xi16>
    %c_1 = stablehlo.constant dense<0> : tensor<i16>
    %2 = "stablehlo.reduce_window"(%c_0, %c_1) <{base_dilations = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 1, 1>, window_strides = array<i64: 1, 1>}> ({
    ^bb0(%arg7: tensor<i16>, %arg8: tensor<i16>):
      %12 = stablehlo.add %arg7, %arg8 : tensor<i16>
      stablehlo.return %12 : tensor<i16>
    }) : (tensor<3x1xi16>, tensor<i16>) -> tensor<3x1xi16>
    %3 = stablehlo.fft %arg2, type = FFT, length = [3] : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>
    %cst = stablehlo.constant dense<0x80> : tensor<f8E4M3B11FNUZ>
    %4 = stablehlo.logistic %cst : tensor<f8E4M3B11FNUZ>
    %5 = stablehlo.exponential_minus_one %arg3 : tensor<1x4xf16>
    %6 = stablehlo.reshape %arg4 : (tensor<i4>) -> tensor<i4>
    %7 = stablehlo.shift_right_logical %arg4, %6 : tensor<i4>
    %c_2 = stablehlo.constant dense<-2147483648> : tensor<i32>
    %8 = stablehlo.multiply %c_2, %c_2 : tensor<i32>
    %9 = stablehlo.uniform_quantize %arg5 : (tensor<5x5xf32>) -> tensor<5x5x!quant.uniform<i8:f32, 5.000000e-01:3>>
    %10 = stablehlo.uniform_dequantize %9 : (tensor<5x5x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<5x5xf32>
    %cst_3 = stablehlo.constant dense<9.375000e-01> : tensor<1xf8E3M4>
    %11 = "stablehlo.batch_norm_inference"(%arg6, %arg6, %cst_3, %arg6, %cst_3) <{epsilon = 1.250000e-01 : f32, feature_index = 0 : i64}> : (tensor<1xf8E3M4>, tensor<1xf8E3M4>, tensor<1xf8E3M4>, tensor<1xf8E3M4>, tensor<1xf8E3M4>) -> tensor<1xf8E3M4>
    return %0, %1, %2, %3, %4, %7, %8, %10, %cst_3, %11 : tensor<5x5x1x1xf6E3M2FN>, tensor<2x2xf64>, tensor<3x1xi16>, tensor<2x3xcomplex<f32>>, tensor<f8E4M3B11FNUZ>, tensor<i4>, tensor<i32>, tensor<5x5xf32>, tensor<1xf8E3M4>, tensor<1xf8E3M4>
  }
}
