module {
  func.func @main(%arg0: tensor<5x1x2xf6E2M3FN>, %arg1: tensor<5x1x2xf6E2M3FN>, %arg2: tensor<4xf32>, %arg3: tensor<1xf8E3M4>) -> (tensor<1x1x3x1xf8E5M2FNUZ>, tensor<5x1x2xf6E2M3FN>, tensor<5x1x2xf6E2M3FN>, tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<5x1x2xf6E2M3FN>, tensor<5x1x2xf6E2M3FN>, tensor<i2>, tensor<3x2xi2>, tensor<i64>, tensor<i64>, tensor<3x2xi2>) {
    %cst = stablehlo.constant dense<[[[[-7.500000e-01], [-1.000000e+00], [0.000000e+00]]]]> : tensor<1x1x3x1xf8E5M2FNUZ>
    %0 = stablehlo.imag %cst : tensor<1x1x3x1xf8E5M2FNUZ>
    %1 = stablehlo.cbrt %arg0 : tensor<5x1x2xf6E2M3FN>
    %2 = stablehlo.create_token : !stablehlo.token
    %3 = stablehlo.after_all %2, %2 : !stablehlo.token
    %4 = stablehlo.divide %arg0, %arg1 : tensor<5x1x2xf6E2M3FN>
    %5 = stablehlo.uniform_quantize %arg2 : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>
    %6 = stablehlo.log %5 : tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>
    %7 = stablehlo.imag %arg0 : tensor<5x1x2xf6E2M3FN>
    %8 = stablehlo.imag %7 : tensor<5x1x2xf6E2M3FN>
    %9 = stablehlo.multiply %8, %8 : tensor<5x1x2xf6E2M3FN>
    %c = stablehlo.constant dense<1> : tensor<i2>
    %10 = stablehlo.multiply %c, %c : tensor<i2>
    %c_0 = stablehlo.constant dense<1> : tensor<i64>
    %11 = stablehlo.optimization_barrier %c_0 : tensor<i64>
    %c_1 = stablehlo.constant dense<1> : tensor<i64>
    %12 = stablehlo.optimization_barrier %c_1 : tensor<i64>
    %13 = stablehlo.reshape %c : (tensor<i2>) -> tensor<i2>
    %14 = stablehlo.broadcast_in_dim %13, dims = [] : (tensor<i2>) -> tensor<3x2xi2>
    %15:3 = stablehlo.while(%iterArg = %11, %iterArg_2 = %12, %iterArg_3 = %14) : tensor<i64>, tensor<i64>, tensor<3x2xi2>
    cond {
      %c_4 = stablehlo.constant dense<3> : tensor<i64>
      %16 = stablehlo.optimization_barrier %c_4 : tensor<i64>
      %17 = stablehlo.compare NE, %iterArg, %16 : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %17 : tensor<i1>
    } do {
      %16 = "stablehlo.batch_norm_inference"(%arg3, %arg3, %arg3, %arg3, %arg3) <{epsilon = 1.250000e-01 : f32, feature_index = 0 : i64}> : (tensor<1xf8E3M4>, tensor<1xf8E3M4>, tensor<1xf8E3M4>, tensor<1xf8E3M4>, tensor<1xf8E3M4>) -> tensor<1xf8E3M4>
      %c_4 = stablehlo.constant dense<1> : tensor<i64>
      %17 = stablehlo.optimization_barrier %c_4 : tensor<i64>
      %18 = stablehlo.add %iterArg, %17 : tensor<i64>
      %c_5 = stablehlo.constant dense<1> : tensor<i64>
      %19 = stablehlo.optimization_barrier %c_5 : tensor<i64>
      %20 = stablehlo.add %iterArg_2, %19 : tensor<i64>
      %21 = stablehlo.reshape %10 : (tensor<i2>) -> tensor<i2>
      %22 = stablehlo.broadcast_in_dim %21, dims = [] : (tensor<i2>) -> tensor<3x2xi2>
      stablehlo.return %18, %20, %22 : tensor<i64>, tensor<i64>, tensor<3x2xi2>
    }
    return %0, %1, %4, %6, %7, %9, %c, %14, %15#0, %15#1, %15#2 : tensor<1x1x3x1xf8E5M2FNUZ>, tensor<5x1x2xf6E2M3FN>, tensor<5x1x2xf6E2M3FN>, tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<5x1x2xf6E2M3FN>, tensor<5x1x2xf6E2M3FN>, tensor<i2>, tensor<3x2xi2>, tensor<i64>, tensor<i64>, tensor<3x2xi2>
  }
}
