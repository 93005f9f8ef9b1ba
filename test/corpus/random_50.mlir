module {
  func.func @main(%arg0: tensor<5xf8E5M2FNUZ>, %arg1: tensor<3x1x5x1xf8E5M2>, %arg2: tensor<i32>, %arg3: tensor<4xf8E4M3>, %arg4: tensor<2x4xf32>, %arg5: tensor<3xi4>, %arg6: tensor<f8E8M0FNU>, %arg7: tensor<i64>) -> (tensor<5xf8E5M2FNUZ>, tensor<0x3x2xf8E4M3FN>, tensor<3x1x5x1xf8E5M2>, tensor<1x2x4xf64>, tensor<2xf8E8M0FNU>, tensor<2xf8E8M0FNU>, tensor<i64>) {
    %0 = stablehlo.concatenate %arg0, dim = 0 : (tensor<5xf8E5M2FNUZ>) -> tensor<5xf8E5M2FNUZ>
    %cst = stablehlo.constant dense<> : tensor<0x3x2xf8E4M3FN>
    %1 = stablehlo.atan2 %cst, %cst : tensor<0x3x2xf8E4M3FN>
    %2 = "stablehlo.case"(%arg2) ({
      %c = stablehlo.constant dense<1> : tensor<1xi64>
      %9 = stablehlo.dynamic_reshape %arg2, %c : (tensor<i32>, tensor<1xi64>) -> tensor<1xi32>
      %cst_5 = stablehlo.constant dense<2.000000e+00> : tensor<4xf8E4M3>
      %10 = stablehlo.add %arg3, %cst_5 : tensor<4xf8E4M3>
      %cst_6 = stablehlo.constant dense<2.000000e+00> : tensor<4xf8E4M3>
      %11 = stablehlo.compare EQ, %10, %cst_6 : (tensor<4xf8E4M3>, tensor<4xf8E4M3>) -> tensor<4xi1>
      %c_7 = stablehlo.constant dense<0> : tensor<3xi4>
      %c_8 = stablehlo.constant dense<0> : tensor<i32>
      %12 = "stablehlo.case"(%c_8) ({
        %13 = stablehlo.atan2 %arg1, %arg1 : tensor<3x1x5x1xf8E5M2>
        %14 = stablehlo.uniform_quantize %arg4 : (tensor<2x4xf32>) -> tensor<2x4x!quant.uniform<i8:f32, 5.000000e-01:3>>
        %15 = stablehlo.optimization_barrier %14 : tensor<2x4x!quant.uniform<i8:f32, 5.000000e-01:3>>
        stablehlo.return %arg5 : tensor<3xi4>
      }) : (tensor<i32>) -> tensor<3xi4>
      stablehlo.return %arg1 : tensor<3x1x5x1xf8E5M2>
    }) : (tensor<i32>) -> tensor<3x1x5x1xf8E5M2>
    %cst_0 = stablehlo.constant dense<[[[-3.7998046875, 9.375000e-01, -4.000000e+00, 1.7976931348623157E+308], [4.000000e+00, -3.000000e+00, 1.890625, 1.000000e+00]]]> : tensor<1x2x4xf64>
    %3 = stablehlo.exponential %cst_0 : tensor<1x2x4xf64>
    %cst_1 = stablehlo.constant dense<[[[4.000000e+00, 2.000000e+00], [0xFF, 0xFF]], [[0xFF, 0xFF], [0xFF, 0xFF]], [[0xFF, 0xFF], [2.000000e+00, 5.000000e-01]]]> : tensor<3x2x2xf8E8M0FNU>
    %cst_2 = stablehlo.constant dense<0xFF> : tensor<f8E8M0FNU>
    %4 = stablehlo.reduce(%cst_1 init: %cst_2) applies stablehlo.add across dimensions = [0] : (tensor<3x2x2xf8E8M0FNU>, tensor<f8E8M0FNU>) -> tensor<2x2xf8E8M0FNU>
    %5 = stablehlo.reduce(%4 init: %cst_2) applies stablehlo.add across dimensions = [0] : (tensor<2x2xf8E8M0FNU>, tensor<f8E8M0FNU>) -> tensor<2xf8E8M0FNU>
    %cst_3 = stablehlo.constant dense<0xFF> : tensor<2xf8E8M0FNU>
    %6 = stablehlo.maximum %cst_3, %5 : tensor<2xf8E8M0FNU>
    %cst_4 = stablehlo.constant dense<[1.000000e+00, 0xFF]> : tensor<2xf8E8M0FNU>
    %7 = stablehlo.maximum %5, %cst_4 : tensor<2xf8E8M0FNU>
    %8 = stablehlo.maximum %arg7, %arg7 : tensor<i64>
    return %0, %1, %2, %3, %6, %7, %8 : tensor<5xf8E5M2FNUZ>, tensor<0x3x2xf8E4M3FN>, tensor<3x1x5x1xf8E5M2>, tensor<1x2x4xf64>, tensor<2xf8E8M0FNU>, tensor<2xf8E8M0FNU>, tensor<i64>
  }
}
