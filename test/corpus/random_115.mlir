module {
  func.func @main(%arg0: tensor<1x5xf64>, %arg1: tensor<1xi32>, %arg2: tensor<f8E5M2FNUZ>, %arg3: tensor<1x1x1xui2>, %arg4: tensor<5x1x3xi16>, %arg5: tensor<4xf32>) -> (tensor<1x3xcomplex<f64>>, tensor<1xi32>, tensor<f8E5M2FNUZ>, tensor<1xf8E4M3FNUZ>, tensor<1x1x1xui2>, tensor<1x1x1xui2>) {
    %0 = stablehlo.fft %arg0, type = RFFT, length = [1, 5] : (tensor<1x5xf64>) -> tensor<1x3xcomplex<f64>>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.optimization_barrier %c : tensor<i32>
    %2 = "stablehlo.case"(%1) ({
      %c_4 = stablehlo.constant dense<8> : tensor<i16>
      %24 = stablehlo.convert %c_4 : (tensor<i16>) -> tensor<i32>
      %cst_5 = stablehlo.constant dense<[[2.00195313], [-0.000000e+00]]> : tensor<2x1xf32>
      %25 = stablehlo.transpose %cst_5, dims = [1, 0] : (tensor<2x1xf32>) -> tensor<1x2xf32>
      %26 = stablehlo.transpose %25, dims = [1, 0] : (tensor<1x2xf32>) -> tensor<2x1xf32>
      %27 = stablehlo.dot_general %25, %26, contracting_dims = [0] x [1] : (tensor<1x2xf32>, tensor<2x1xf32>) -> tensor<2x2xf32>
      %cst_6 = stablehlo.constant dense<[[3.906250e-03, 0x80], [-5.000000e+00, 3.662110e-04], [1.000000e+00, 1.250000e+00], [3.000000e+01, 1.220700e-04], [8.750000e-01, 1.000000e+00]]> : tensor<5x2xf8E4M3B11FNUZ>
      %28 = stablehlo.sign %cst_6 : tensor<5x2xf8E4M3B11FNUZ>
      %29 = stablehlo.reshape %24 : (tensor<i32>) -> tensor<1xi32>
      stablehlo.return %29 : tensor<1xi32>
    }) : (tensor<i32>) -> tensor<1xi32>
    %3 = stablehlo.tan %arg2 : tensor<f8E5M2FNUZ>
    %cst = stablehlo.constant dense<7.500000e+00> : tensor<1xf8E4M3FNUZ>
    %4 = stablehlo.logistic %cst : tensor<1xf8E4M3FNUZ>
    %cst_0 = stablehlo.constant dense<[[[0.000000e+00, 1.375000e+00, -1.550000e+01, -1.562500e-02]], [[1.625000e+00, -1.000000e+00, 1.000000e+00, -7.187500e-01]], [[9.062500e-01, -1.750000e+00, 0.000000e+00, -3.125000e-02]], [[0.000000e+00, -1.050000e+01, -5.250000e+00, 0.000000e+00]]]> : tensor<4x1x4xf8E3M4>
    %5 = stablehlo.tan %cst_0 : tensor<4x1x4xf8E3M4>
    %c_1 = stablehlo.constant dense<1> : tensor<1x1x1xui2>
    %6 = stablehlo.and %arg3, %c_1 : tensor<1x1x1xui2>
    %c_2 = stablehlo.constant dense<-18366> : tensor<i16>
    %7 = stablehlo.clamp %c_2, %arg4, %c_2 : (tensor<i16>, tensor<5x1x3xi16>, tensor<i16>) -> tensor<5x1x3xi16>
    %c_3 = stablehlo.constant dense<4> : tensor<1xi32>
    %8 = stablehlo.reshape %c_3 : (tensor<1xi32>) -> tensor<i32>
    %9 = stablehlo.set_dimension_size %7, %8, dim = 0 : (tensor<5x1x3xi16>, tensor<i32>) -> tensor<?x1x3xi16, #stablehlo.bounds<5, ?, ?>>
    %10 = stablehlo.reverse %9, dims = [0] : tensor<?x1x3xi16, #stablehlo.bounds<5, ?, ?>>
    %11 = stablehlo.get_dimension_size %5, dim = 0 : (tensor<4x1x4xf8E3M4>) -> tensor<i32>
    %12 = stablehlo.convert %11 : (tensor<i32>) -> tensor<i64>
    %13 = stablehlo.reshape %12 : (tensor<i64>) -> tensor<1xi64>
    %14 = stablehlo.get_dimension_size %cst, dim = 0 : (tensor<1xf8E4M3FNUZ>) -> tensor<i32>
    %15 = stablehlo.convert %14 : (tensor<i32>) -> tensor<i64>
    %16 = stablehlo.reshape %15 : (tensor<i64>) -> tensor<1xi64>
    %17 = stablehlo.get_dimension_size %7, dim = 2 : (tensor<5x1x3xi16>) -> tensor<i32>
    %18 = stablehlo.convert %17 : (tensor<i32>) -> tensor<i64>
    %19 = stablehlo.reshape %18 : (tensor<i64>) -> tensor<1xi64>
    %20 = stablehlo.concatenate %13, %16, %19, dim = 0 : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xi64>
    %21 = stablehlo.dynamic_reshape %10, %20 : (tensor<?x1x3xi16, #stablehlo.bounds<5, ?, ?>>, tensor<3xi64>) -> tensor<4x1x3xi16>
    %22 = stablehlo.uniform_quantize %arg5 : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>
    %23 = stablehlo.uniform_dequantize %22 : (tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<4xf32>
    return %0, %2, %3, %4, %c_1, %6 : tensor<1x3xcomplex<f64>>, tensor<1xi32>, tensor<f8E5M2FNUZ>, tensor<1xf8E4M3FNUZ>, tensor<1x1x1xui2>, tensor<1x1x1xui2>
  }
}
