module {
  func.func @main(%arg0: tensor<ui8>) -> (tensor<1x1x4xf6E3M2FN>, tensor<3x2xbf16>, tensor<2x2x4x1xi64>) {
    %cst = stablehlo.constant dense<3.000000e+00> : tensor<1x1x4xf6E3M2FN>
    %cst_0 = stablehlo.constant dense<4.000000e+00> : tensor<1xf6E3M2FN>
    %0 = stablehlo.reshape %cst_0 : (tensor<1xf6E3M2FN>) -> tensor<1xf6E3M2FN>
    %1 = stablehlo.reshape %0 : (tensor<1xf6E3M2FN>) -> tensor<1xf6E3M2FN>
    %2 = "stablehlo.batch_norm_inference"(%cst, %cst_0, %0, %0, %1) <{epsilon = 1.250000e-01 : f32, feature_index = 0 : i64}> : (tensor<1x1x4xf6E3M2FN>, tensor<1xf6E3M2FN>, tensor<1xf6E3M2FN>, tensor<1xf6E3M2FN>, tensor<1xf6E3M2FN>) -> tensor<1x1x4xf6E3M2FN>
    %cst_1 = stablehlo.constant dense<[[0x7FC0, -3.000000e+00], [-1.757810e+00, 1.281250e+00], [-3.000000e+00, 1.882810e+00]]> : tensor<3x2xbf16>
    %3 = stablehlo.cosine %cst_1 : tensor<3x2xbf16>
    %c = stablehlo.constant dense<[[[[-1], [4760281409158558097], [9223372036854775807], [1]], [[9223372036854775807], [1], [-5361081417514731522], [8]]], [[[0], [-1], [-1], [-2]], [[1], [3], [0], [5]]]]> : tensor<2x2x4x1xi64>
    %c_2 = stablehlo.constant dense<0> : tensor<i64>
    %4 = stablehlo.reduce(%c init: %c_2) applies stablehlo.xor across dimensions = [0, 1, 2, 3] : (tensor<2x2x4x1xi64>, tensor<i64>) -> tensor<i64>
    %c_3 = stablehlo.constant dense<253> : tensor<ui8>
    %c_4 = stablehlo.constant dense<255> : tensor<ui8>
    %5 = stablehlo.optimization_barrier %c_4 : tensor<ui8>
    %c_5 = stablehlo.constant dense<0> : tensor<ui8>
    %6 = stablehlo.optimization_barrier %c_5 : tensor<ui8>
    %7 = stablehlo.dynamic_slice %c, %arg0, %c_3, %5, %6, sizes = [0, 0, 4, 1] : (tensor<2x2x4x1xi64>, tensor<ui8>, tensor<ui8>, tensor<ui8>, tensor<ui8>) -> tensor<0x0x4x1xi64>
    return %2, %3, %c : tensor<1x1x4xf6E3M2FN>, tensor<3x2xbf16>, tensor<2x2x4x1xi64>
  }
}
