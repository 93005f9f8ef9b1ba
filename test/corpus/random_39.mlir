module {
  func.func @main(%arg0: tensor<4xf8E3M4>, %arg1: tensor<2xui64>, %arg2: tensor<1x3xui2>, %arg3: tensor<f8E3M4>) -> (tensor<2xui64>, tensor<1x2x4x1xf6E2M3FN>, tensor<1xf6E2M3FN>, tensor<1x2x4x1xf6E2M3FN>, tensor<9x4xf8E3M4>) {
    %0 = stablehlo.exponential %arg0 : tensor<4xf8E3M4>
    %output_state, %output = stablehlo.rng_bit_generator %arg1, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<1x2x4x1xf6E2M3FN>)
    %1 = stablehlo.compare EQ, %output, %output : (tensor<1x2x4x1xf6E2M3FN>, tensor<1x2x4x1xf6E2M3FN>) -> tensor<1x2x4x1xi1>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<1x2x4x1xf6E2M3FN>
    %2 = stablehlo.select %1, %output, %cst : tensor<1x2x4x1xi1>, tensor<1x2x4x1xf6E2M3FN>
    %c = stablehlo.constant dense<3> : tensor<1xui2>
    %3 = stablehlo.bitcast_convert %arg2 : (tensor<1x3xui2>) -> tensor<1xf6E2M3FN>
    %4 = stablehlo.reduce_precision %2, format = e8m32 : tensor<1x2x4x1xf6E2M3FN>
    %cst_0 = stablehlo.constant dense<[[0xF0, 1.625000e+00, 6.750000e+00, 2.750000e+00], [-1.937500e+00, 2.375000e+00, -3.000000e+00, -4.687500e-02], [-4.750000e+00, -0.000000e+00, 0x78, 2.000000e+00], [-6.250000e+00, 1.550000e+01, 0.000000e+00, -1.550000e+01], [-1.000000e+00, 1.437500e+00, -0.000000e+00, -1.437500e+00], [6.750000e+00, -1.093750e-01, -0.000000e+00, -1.000000e+00], [0xF0, 7.187500e-01, -8.437500e-01, -4.687500e-02], [5.250000e+00, 1.000000e+00, -2.812500e-01, -9.375000e-02]]> : tensor<8x4xf8E3M4>
    %5 = stablehlo.pad %cst_0, %arg3, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<8x4xf8E3M4>, tensor<f8E3M4>) -> tensor<8x4xf8E3M4>
    %cst_1 = stablehlo.constant dense<4.062500e-01> : tensor<f8E3M4>
    %6 = stablehlo.pad %5, %cst_1, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<8x4xf8E3M4>, tensor<f8E3M4>) -> tensor<9x4xf8E3M4>
    return %output_state, %2, %3, %4, %6 : tensor<2xui64>, tensor<1x2x4x1xf6E2M3FN>, tensor<1xf6E2M3FN>, tensor<1x2x4x1xf6E2M3FN>, tensor<9x4xf8E3M4>
  }
}
