module {
  func.func @main(%arg0: tensor<1x1x3x3xi16>, %arg1: tensor<1xf16>, %arg2: tensor<3xui64>, %arg3: tensor<i64>, %arg4: tensor<2x4x1xf4E2M1FN>, %arg5: tensor<f4E2M1FN>) -> (tensor<4x4x1xbf16>, tensor<5x9x2xbf16>, tensor<3xui64>, tensor<4x1xbf16>, tensor<i64>, tensor<f4E2M1FN>) {
    %0 = stablehlo.popcnt %arg0 : tensor<1x1x3x3xi16>
    %1 = stablehlo.popcnt %0 : tensor<1x1x3x3xi16>
    %c = stablehlo.constant dense<0> : tensor<1x1x3x3xi16>
    %2 = stablehlo.remainder %1, %c : tensor<1x1x3x3xi16>
    %3 = stablehlo.exponential_minus_one %arg1 : tensor<1xf16>
    %cst = stablehlo.constant dense<[[[-2.000000e+00], [-4.312500e+00], [1.093750e+00], [6.531250e+00]], [[-1.140630e+00], [2.734380e-02], [1.556250e+01], [6.125000e+00]], [[0x7F80], [1.300000e+01], [-0.000000e+00], [-2.755060e-40]], [[-3.000000e+00], [-9.562500e+00], [0x7F80], [-1.206250e+01]]]> : tensor<4x4x1xbf16>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %c_1 = stablehlo.constant dense<[0, 1, 1]> : tensor<3xi64>
    %4 = stablehlo.get_dimension_size %2, dim = 0 : (tensor<1x1x3x3xi16>) -> tensor<i32>
    %5 = stablehlo.convert %4 : (tensor<i32>) -> tensor<i64>
    %6 = stablehlo.reshape %5 : (tensor<i64>) -> tensor<1xi64>
    %7 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<1x1x3x3xi16>) -> tensor<i32>
    %8 = stablehlo.convert %7 : (tensor<i32>) -> tensor<i64>
    %9 = stablehlo.reshape %8 : (tensor<i64>) -> tensor<1xi64>
    %c_2 = stablehlo.constant dense<0> : tensor<1xi64>
    %10 = stablehlo.concatenate %6, %9, %c_2, dim = 0 : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xi64>
    %c_3 = stablehlo.constant dense<[0, 1, 1]> : tensor<3xi64>
    %11 = stablehlo.dynamic_pad %cst, %cst_0, %c_1, %10, %c_3 : (tensor<4x4x1xbf16>, tensor<bf16>, tensor<3xi64>, tensor<3xi64>, tensor<3xi64>) -> tensor<5x?x2xbf16>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %12:2 = stablehlo.while(%iterArg = %c_4, %iterArg_11 = %11) : tensor<i32>, tensor<5x?x2xbf16>
    cond {
      %c_12 = stablehlo.constant dense<3> : tensor<i32>
      %21 = stablehlo.compare LT, %iterArg, %c_12 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %21 : tensor<i1>
    } do {
      %c_12 = stablehlo.constant dense<1> : tensor<i32>
      %21 = stablehlo.add %iterArg, %c_12 : tensor<i32>
      %22 = stablehlo.reverse %iterArg_11, dims = [0] : tensor<5x?x2xbf16>
      stablehlo.return %21, %22 : tensor<i32>, tensor<5x?x2xbf16>
    }
    %c_5 = stablehlo.constant dense<5> : tensor<1xi64>
    %c_6 = stablehlo.constant dense<9> : tensor<1xi64>
    %c_7 = stablehlo.constant dense<2> : tensor<1xi64>
    %13 = stablehlo.concatenate %c_5, %c_6, %c_7, dim = 0 : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xi64>
    %14 = stablehlo.dynamic_reshape %12#1, %13 : (tensor<5x?x2xbf16>, tensor<3xi64>) -> tensor<5x9x2xbf16>
    %output_state, %output = stablehlo.rng_bit_generator %arg2, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4x1xbf16>)
    %15 = stablehlo.compare EQ, %output, %output : (tensor<4x1xbf16>, tensor<4x1xbf16>) -> tensor<4x1xi1>
    %cst_8 = stablehlo.constant dense<1.000000e+00> : tensor<4x1xbf16>
    %16 = stablehlo.select %15, %output, %cst_8 : tensor<4x1xi1>, tensor<4x1xbf16>
    %c_9 = stablehlo.constant dense<[[[8, 4], [-1, -2]], [[-1, -5], [0, 3]], [[0, 9223372036854775807], [-3, -9223372036854775808]]]> : tensor<3x2x2xi64>
    %17 = stablehlo.broadcast_in_dim %c_9, dims = [1, 2, 3] : (tensor<3x2x2xi64>) -> tensor<2x3x2x2xi64>
    %18 = stablehlo.reduce(%17 init: %arg3) applies stablehlo.maximum across dimensions = [0, 1, 2, 3] : (tensor<2x3x2x2xi64>, tensor<i64>) -> tensor<i64>
    %cst_10 = stablehlo.constant dense<-0.000000e+00> : tensor<f4E2M1FN>
    %19 = stablehlo.reduce(%arg4 init: %cst_10) applies stablehlo.add across dimensions = [0] : (tensor<2x4x1xf4E2M1FN>, tensor<f4E2M1FN>) -> tensor<4x1xf4E2M1FN>
    %20 = stablehlo.slice %arg5 [] : (tensor<f4E2M1FN>) -> tensor<f4E2M1FN>
    return %cst, %14, %output_state, %16, %18, %20 : tensor<4x4x1xbf16>, tensor<5x9x2xbf16>, tensor<3xui64>, tensor<4x1xbf16>, tensor<i64>, tensor<f4E2M1FN>
  }
}
