module {
  func.func @main(%arg0: tensor<4x1x1xf8E4M3>, %arg1: tensor<3xf8E8M0FNU>, %arg2: tensor<ui4>, %arg3: tensor<1x1x3x4xui32>) -> (tensor<4x1x1xf8E4M3>, tensor<3x5xcomplex<f32>>, tensor<1x2xcomplex<f32>>, tensor<5x4x1x2xf8E5M2>, tensor<3xf8E8M0FNU>, tensor<ui4>) {
    %cst = stablehlo.constant dense<[[[[(-0.000000e+00,0.000000e+00)], [(-0.420898438,0xFF800000)], [(-2.03320313,0.000000e+00)], [(-3.83789063,6.18554688)], [(0.206054688,9.187500e+00)]]]]> : tensor<1x1x5x1xcomplex<f32>>
    %0 = stablehlo.tanh %cst : tensor<1x1x5x1xcomplex<f32>>
    %1 = stablehlo.tanh %arg0 : tensor<4x1x1xf8E4M3>
    %cst_0 = stablehlo.constant dense<[[1.500000e+00, -1.000000e+00, 3.000000e+00, 2.000000e+00, -6.000000e+00], [3.000000e+00, -1.500000e+00, -0.000000e+00, -0.000000e+00, 0.000000e+00]]> : tensor<2x5xf4E2M1FN>
    %2 = stablehlo.log_plus_one %cst_0 : tensor<2x5xf4E2M1FN>
    %cst_1 = stablehlo.constant dense<(-6.68359375,-5.468750e-01)> : tensor<3x5xcomplex<f32>>
    %3 = stablehlo.fft %cst_1, type = IFFT, length = [3, 5] : (tensor<3x5xcomplex<f32>>) -> tensor<3x5xcomplex<f32>>
    %c = stablehlo.constant dense<[1, 0]> : tensor<2xi64>
    %4 = stablehlo.optimization_barrier %c : tensor<2xi64>
    %c_2 = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
    %5 = stablehlo.optimization_barrier %c_2 : tensor<2xi64>
    %c_3 = stablehlo.constant dense<1000000> : tensor<2xi64>
    %c_4 = stablehlo.constant dense<[2, 1]> : tensor<2xi64>
    %6 = stablehlo.minimum %c_4, %c_3 : tensor<2xi64>
    %7 = stablehlo.real_dynamic_slice %cst_1, %4, %5, %6 : (tensor<3x5xcomplex<f32>>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<1x2xcomplex<f32>>
    %cst_5 = stablehlo.constant dense<[[[[3.051760e-05, 3.000000e+00]], [[-5.734400e+04, 7.000000e+00]], [[2.500000e+00, 4.577640e-05]], [[5.734400e+04, -8.750000e-01]]], [[[1.525880e-05, -6.400000e+02]], [[3.000000e+00, 3.500000e+00]], [[-1.400000e+01, 5.000000e+00]], [[-6.250000e-01, 0x7C]]], [[[-2.800000e+01, -1.200000e+01]], [[2.000000e+00, -3.500000e+00]], [[8.750000e-01, 0x7E]], [[-4.000000e+00, -3.125000e-01]]], [[[6.250000e-01, -1.562500e-01]], [[4.000000e+00, 1.024000e+04]], [[-3.051760e-05, -3.000000e+00]], [[-0.000000e+00, 3.000000e+00]]], [[[-0.000000e+00, -0.000000e+00]], [[3.750000e-01, -1.000000e+00]], [[-5.734400e+04, 0x7E]], [[0xFC, 0x7E]]]]> : tensor<5x4x1x2xf8E5M2>
    %8 = stablehlo.log %cst_5 : tensor<5x4x1x2xf8E5M2>
    %9 = stablehlo.imag %arg1 : tensor<3xf8E8M0FNU>
    %10 = stablehlo.count_leading_zeros %arg2 : tensor<ui4>
    %11 = stablehlo.count_leading_zeros %arg3 : tensor<1x1x3x4xui32>
    %12 = stablehlo.concatenate %11, dim = 2 : (tensor<1x1x3x4xui32>) -> tensor<1x1x3x4xui32>
    %c_6 = stablehlo.constant dense<1> : tensor<1xi32>
    %13 = stablehlo.reshape %c_6 : (tensor<1xi32>) -> tensor<i32>
    %14 = stablehlo.set_dimension_size %12, %13, dim = 2 : (tensor<1x1x3x4xui32>, tensor<i32>) -> tensor<1x1x?x4xui32, #stablehlo.bounds<?, ?, 3, ?>>
    %15 = stablehlo.get_dimension_size %14, dim = 0 : (tensor<1x1x?x4xui32, #stablehlo.bounds<?, ?, 3, ?>>) -> tensor<i32>
    %16 = stablehlo.convert %15 : (tensor<i32>) -> tensor<i64>
    %17 = stablehlo.reshape %16 : (tensor<i64>) -> tensor<1xi64>
    %18 = stablehlo.get_dimension_size %14, dim = 1 : (tensor<1x1x?x4xui32, #stablehlo.bounds<?, ?, 3, ?>>) -> tensor<i32>
    %19 = stablehlo.convert %18 : (tensor<i32>) -> tensor<i64>
    %20 = stablehlo.reshape %19 : (tensor<i64>) -> tensor<1xi64>
    %21 = stablehlo.get_dimension_size %14, dim = 2 : (tensor<1x1x?x4xui32, #stablehlo.bounds<?, ?, 3, ?>>) -> tensor<i32>
    %22 = stablehlo.convert %21 : (tensor<i32>) -> tensor<i64>
    %23 = stablehlo.reshape %22 : (tensor<i64>) -> tensor<1xi64>
    %24 = stablehlo.get_dimension_size %14, dim = 3 : (tensor<1x1x?x4xui32, #stablehlo.bounds<?, ?, 3, ?>>) -> tensor<i32>
    %25 = stablehlo.convert %24 : (tensor<i32>) -> tensor<i64>
    %26 = stablehlo.reshape %25 : (tensor<i64>) -> tensor<1xi64>
    %27 = stablehlo.concatenate %17, %20, %23, %26, dim = 0 : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<4xi64>
    %28 = stablehlo.dynamic_reshape %14, %27 : (tensor<1x1x?x4xui32, #stablehlo.bounds<?, ?, 3, ?>>, tensor<4xi64>) -> tensor<1x1x1x4xui32>
    return %1, %3, %7, %8, %9, %10 : tensor<4x1x1xf8E4M3>, tensor<3x5xcomplex<f32>>, tensor<1x2xcomplex<f32>>, tensor<5x4x1x2xf8E5M2>, tensor<3xf8E8M0FNU>, tensor<ui4>
  }
}
