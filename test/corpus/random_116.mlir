module {
  func.func @main(%arg0: tensor<i16>, %arg1: tensor<4x5xf32>, %arg2: tensor<1x5x5x2xf8E5M2>, %arg3: tensor<1xi4>, %arg4: tensor<2x1xf8E8M0FNU>) -> (tensor<i16>, tensor<1x5x5x2xf8E5M2>, tensor<i8>, tensor<1xi4>, tensor<2x2xi4>, tensor<2x2xi1>, tensor<2x1xf8E8M0FNU>) {
    %c = stablehlo.constant dense<> : tensor<0xi64>
    %0 = stablehlo.rng %arg0, %arg0, %c, distribution = UNIFORM : (tensor<i16>, tensor<i16>, tensor<0xi64>) -> tensor<i16>
    %1 = stablehlo.uniform_quantize %arg1 : (tensor<4x5xf32>) -> tensor<4x5x!quant.uniform<i8:f32, 5.000000e-01:3>>
    %2 = stablehlo.logistic %arg2 : tensor<1x5x5x2xf8E5M2>
    %c_0 = stablehlo.constant dense<1> : tensor<i8>
    %3:2 = stablehlo.while(%iterArg = %c_0, %iterArg_5 = %arg3) : tensor<i8>, tensor<1xi4>
    cond {
      %c_6 = stablehlo.constant dense<0> : tensor<i8>
      %6 = stablehlo.compare LE, %iterArg, %c_6 : (tensor<i8>, tensor<i8>) -> tensor<i1>
      stablehlo.return %6 : tensor<i1>
    } do {
      %c_6 = stablehlo.constant dense<2> : tensor<i8>
      %6 = stablehlo.add %iterArg, %c_6 : tensor<i8>
      stablehlo.return %6, %iterArg_5 : tensor<i8>, tensor<1xi4>
    }
    %c_1 = stablehlo.constant dense<[[-8, 1]]> : tensor<1x2xi4>
    %c_2 = stablehlo.constant dense<[[true, false]]> : tensor<1x2xi1>
    %c_3 = stablehlo.constant dense<1> : tensor<i4>
    %c_4 = stablehlo.constant dense<false> : tensor<i1>
    %4:2 = "stablehlo.reduce_window"(%c_1, %c_2, %c_3, %c_4) <{base_dilations = array<i64: 2, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 1>, window_dimensions = array<i64: 1, 1>, window_strides = array<i64: 1, 2>}> ({
    ^bb0(%arg5: tensor<i4>, %arg6: tensor<i1>, %arg7: tensor<i4>, %arg8: tensor<i1>):
      %6 = stablehlo.select %arg8, %arg7, %arg5 : tensor<i1>, tensor<i4>
      %7 = stablehlo.or %arg6, %arg8 : tensor<i1>
      stablehlo.return %6, %7 : tensor<i4>, tensor<i1>
    }) : (tensor<1x2xi4>, tensor<1x2xi1>, tensor<i4>, tensor<i1>) -> (tensor<2x2xi4>, tensor<2x2xi1>)
    %5 = stablehlo.tan %arg4 : tensor<2x1xf8E8M0FNU>
    return %0, %2, %3#0, %3#1, %4#0, %4#1, %5 : tensor<i16>, tensor<1x5x5x2xf8E5M2>, tensor<i8>, tensor<1xi4>, tensor<2x2xi4>, tensor<2x2xi1>, tensor<2x1xf8E8M0FNU>
  }
}
