module {
  func.func @main(%arg0: tensor<1x1xcomplex<f32>>, %arg1: tensor<2xf8E8M0FNU>, %arg2: tensor<1x1xf4E2M1FN>) -> (tensor<1x1xf8E4M3FNUZ>, tensor<1x1xf8E4M3FNUZ>, tensor<1x1xf8E4M3FNUZ>, tensor<1x2x2xcomplex<f32>>, tensor<2xf8E8M0FNU>, tensor<1xf4E2M1FN>, tensor<f6E3M2FN>, tensor<5x1xf6E3M2FN>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<1x1xf8E4M3FNUZ>
    %0 = stablehlo.exponential_minus_one %cst : tensor<1x1xf8E4M3FNUZ>
    %1 = stablehlo.exponential_minus_one %0 : tensor<1x1xf8E4M3FNUZ>
    %2 = stablehlo.exponential_minus_one %1 : tensor<1x1xf8E4M3FNUZ>
    %cst_0 = stablehlo.constant dense<[[[[0x7FF0000000000000], [0.000000e+00], [1.482200e-323]]], [[[2.343750e-01], [-0.38720703125], [-0.0283203125]]], [[[-4.67578125], [4.3046875], [-4.000000e+00]]], [[[-1.3544921875], [-1.000000e+00], [-1.361328125]]], [[[0x7FF8000000000000], [-1.000000e+00], [3.250000e+00]]]]> : tensor<5x1x3x1xf64>
    %c = stablehlo.constant dense<[1, 5, 1, 3, 2]> : tensor<5xi64>
    %3 = stablehlo.dynamic_broadcast_in_dim %cst_0, %c, dims = [1, 2, 3, 4] : (tensor<5x1x3x1xf64>, tensor<5xi64>) -> tensor<1x5x1x3x2xf64>
    %4 = stablehlo.get_dimension_size %cst_0, dim = 3 : (tensor<5x1x3x1xf64>) -> tensor<i32>
    %5 = stablehlo.reshape %4 : (tensor<i32>) -> tensor<1xi32>
    %6 = stablehlo.get_dimension_size %3, dim = 4 : (tensor<1x5x1x3x2xf64>) -> tensor<i32>
    %7 = stablehlo.reshape %6 : (tensor<i32>) -> tensor<1xi32>
    %8 = stablehlo.get_dimension_size %3, dim = 4 : (tensor<1x5x1x3x2xf64>) -> tensor<i32>
    %9 = stablehlo.reshape %8 : (tensor<i32>) -> tensor<1xi32>
    %10 = stablehlo.concatenate %5, %7, %9, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
    %11 = stablehlo.dynamic_broadcast_in_dim %arg0, %10, dims = [1, 2] : (tensor<1x1xcomplex<f32>>, tensor<3xi32>) -> tensor<1x2x2xcomplex<f32>>
    %12 = stablehlo.logistic %arg1 : tensor<2xf8E8M0FNU>
    %13 = stablehlo.broadcast_in_dim %arg2, dims = [1, 2] : (tensor<1x1xf4E2M1FN>) -> tensor<3x1x1xf4E2M1FN>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f4E2M1FN>
    %14 = stablehlo.reduce(%13 init: %cst_1) applies stablehlo.add across dimensions = [0, 2] : (tensor<3x1x1xf4E2M1FN>, tensor<f4E2M1FN>) -> tensor<1xf4E2M1FN>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f4E2M1FN>
    %15 = stablehlo.reduce(%14 init: %cst_1) applies stablehlo.add across dimensions = [0] : (tensor<1xf4E2M1FN>, tensor<f4E2M1FN>) -> tensor<f4E2M1FN>
    %16 = stablehlo.create_token : !stablehlo.token
    %17 = stablehlo.after_all %16, %16 : !stablehlo.token
    %18 = stablehlo.broadcast %15, sizes = [1] : (tensor<f4E2M1FN>) -> tensor<1xf4E2M1FN>
    %cst_3 = stablehlo.constant dense<-1.750000e+00> : tensor<f6E3M2FN>
    %19 = stablehlo.broadcast %cst_3, sizes = [5, 1] : (tensor<f6E3M2FN>) -> tensor<5x1xf6E3M2FN>
    %c_4 = stablehlo.constant dense<[[-1], [-9223372036854775808]]> : tensor<2x1xi64>
    %20 = stablehlo.shift_left %c_4, %c_4 : tensor<2x1xi64>
    return %cst, %1, %2, %11, %12, %18, %cst_3, %19 : tensor<1x1xf8E4M3FNUZ>, tensor<1x1xf8E4M3FNUZ>, tensor<1x1xf8E4M3FNUZ>, tensor<1x2x2xcomplex<f32>>, tensor<2xf8E8M0FNU>, tensor<1xf4E2M1FN>, tensor<f6E3M2FN>, tensor<5x1xf6E3M2FN>
  }
}
