module {
  func.func @main(%arg0: tensor<2x2x2x1xi64>, %arg1: tensor<4x3xui16>, %arg2: tensor<4x4x3x1xf4E2M1FN>, %arg3: tensor<complex<f64>>, %arg4: tensor<1x2xcomplex<f32>>, %arg5: tensor<3xf8E4M3FNUZ>) -> (tensor<2x3x2x2xi64>, tensor<4x4x3x0xf4E2M1FN>, tensor<3xf8E4M3FNUZ>, tensor<1x1x5xf8E4M3FN>, tensor<1xf8E4M3FN>) {
    %c = stablehlo.constant dense<[[[[-5, -496841276439652799], [-1, 2]], [[-1, -4], [9, 9]], [[1, 1], [-4, 9223372036854775807]]], [[[-1, 9], [-1, 0]], [[1, 1], [0, 1]], [[-5, -4], [1, 1]]], [[[-1, -1], [445516978135088849, 9223372036854775807]], [[-1, 6], [1, -5]], [[1, 4], [-3, -1]]]]> : tensor<3x3x2x2xi64>
    %0 = stablehlo.convolution(%c, %arg0) dim_numbers = [0, 1, f, b]x[o, 1, i, 0]->[1, 0, f, b], window = {stride = [1, 1], pad = [[0, 0], [1, -1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<3x3x2x2xi64>, tensor<2x2x2x1xi64>) -> tensor<2x3x2x2xi64>
    %c_0 = stablehlo.constant dense<32767> : tensor<ui16>
    %1 = stablehlo.pad %arg1, %c_0, low = [0, 1], high = [1, 1], interior = [0, 0] : (tensor<4x3xui16>, tensor<ui16>) -> tensor<5x5xui16>
    %2 = stablehlo.pad %1, %c_0, low = [1, 1], high = [0, 1], interior = [0, 0] : (tensor<5x5xui16>, tensor<ui16>) -> tensor<6x7xui16>
    %3 = stablehlo.iota dim = 0 : tensor<48xi32>
    %4 = stablehlo.reshape %3 : (tensor<48xi32>) -> tensor<4x4x3x1xi32>
    %5 = stablehlo.iota dim = 3 : tensor<4x4x3x1xi32>
    %6:2 = "stablehlo.sort"(%arg2, %5) <{dimension = 3 : i64, is_stable = true}> ({
    ^bb0(%arg6: tensor<f4E2M1FN>, %arg7: tensor<f4E2M1FN>, %arg8: tensor<i32>, %arg9: tensor<i32>):
      %18 = stablehlo.compare GT, %arg8, %arg9 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %19 = stablehlo.compare EQ, %arg8, %arg9 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %20 = stablehlo.compare GT, %arg6, %arg7 : (tensor<f4E2M1FN>, tensor<f4E2M1FN>) -> tensor<i1>
      %21 = stablehlo.compare EQ, %arg6, %arg7 : (tensor<f4E2M1FN>, tensor<f4E2M1FN>) -> tensor<i1>
      %22 = stablehlo.and %21, %18 : tensor<i1>
      %23 = stablehlo.or %20, %22 : tensor<i1>
      stablehlo.return %23 : tensor<i1>
    }) : (tensor<4x4x3x1xf4E2M1FN>, tensor<4x4x3x1xi32>) -> (tensor<4x4x3x1xf4E2M1FN>, tensor<4x4x3x1xi32>)
    %7 = stablehlo.slice %6#0 [0:4, 0:4, 0:3, 0:0] : (tensor<4x4x3x1xf4E2M1FN>) -> tensor<4x4x3x0xf4E2M1FN>
    %8 = stablehlo.slice %6#1 [0:4, 0:4, 0:3, 0:0] : (tensor<4x4x3x1xi32>) -> tensor<4x4x3x0xi32>
    %9 = stablehlo.optimization_barrier %8 : tensor<4x4x3x0xi32>
    %cst = stablehlo.constant dense<[[[-2.750000e+00, 8.500000e+00, 0.000000e+00]], [[-1.875000e-01, 0.000000e+00, 1.550000e+01]], [[-4.000000e+00, 1.000000e+01, 0x78]]]> : tensor<3x1x3xf8E3M4>
    %10:2 = stablehlo.optimization_barrier %arg3, %cst : tensor<complex<f64>>, tensor<3x1x3xf8E3M4>
    %11 = stablehlo.log %arg4 : tensor<1x2xcomplex<f32>>
    %cst_1 = stablehlo.constant dense<[[7.4765625, 0.3876953125, -2.6328125, -2.4483314218421308E+106], [-0.1455078125, 2.000000e+00, 0x7FF8000000000000, 0x7FF8000000000000], [0.638916015625, 1.000000e+00, -0.000000e+00, 0.43017578125]]> : tensor<3x4xf64>
    %12 = stablehlo.slice %cst_1 [0:1, 0:4] : (tensor<3x4xf64>) -> tensor<1x4xf64>
    %13 = stablehlo.slice %cst_1 [1:3, 0:4] : (tensor<3x4xf64>) -> tensor<2x4xf64>
    %14 = stablehlo.concatenate %13, %12, dim = 0 : (tensor<2x4xf64>, tensor<1x4xf64>) -> tensor<3x4xf64>
    %15 = stablehlo.imag %arg5 : tensor<3xf8E4M3FNUZ>
    %cst_2 = stablehlo.constant dense<[[[-4.000000e+00, -4.480000e+02, 1.953130e-03, 2.031250e-01, 1.171880e-01]]]> : tensor<1x1x5xf8E4M3FN>
    %16 = stablehlo.cosine %cst_2 : tensor<1x1x5xf8E4M3FN>
    %cst_3 = stablehlo.constant dense<0xFF> : tensor<1xf8E4M3FN>
    %17 = stablehlo.logistic %cst_3 : tensor<1xf8E4M3FN>
    return %0, %7, %15, %16, %17 : tensor<2x3x2x2xi64>, tensor<4x4x3x0xf4E2M1FN>, tensor<3xf8E4M3FNUZ>, tensor<1x1x5xf8E4M3FN>, tensor<1xf8E4M3FN>
  }
}
