module {
  func.func @main(%arg0: tensor<1xcomplex<f64>>, %arg1: tensor<2x2xi16>, %arg2: tensor<3x1xf32>, %arg3: tensor<f4E2M1FN>) -> (tensor<3x1xf32>, tensor<f4E2M1FN>, tensor<f8E4M3>, tensor<3x1x1xf8E5M2>, tensor<1xcomplex<f64>>, tensor<1x1x2x4xi4>, tensor<3x2xi16>) {
    %0 = stablehlo.real %arg0 : (tensor<1xcomplex<f64>>) -> tensor<1xf64>
    %1 = stablehlo.shift_right_logical %arg1, %arg1 : tensor<2x2xi16>
    %2 = stablehlo.sqrt %arg2 : tensor<3x1xf32>
    %cst = stablehlo.constant dense<[[-1.54296875], [0x7FC00000], [-0.000000e+00], [-4.000000e+00]]> : tensor<4x1xf32>
    %3 = stablehlo.uniform_quantize %cst : (tensor<4x1xf32>) -> tensor<4x1x!quant.uniform<i8:f32, 5.000000e-01:3>>
    %4 = stablehlo.sqrt %3 : tensor<4x1x!quant.uniform<i8:f32, 5.000000e-01:3>>
    %5 = stablehlo.log %arg3 : tensor<f4E2M1FN>
    %cst_0 = stablehlo.constant dense<1.250000e+00> : tensor<f8E4M3>
    %cst_1 = stablehlo.constant dense<[[[-5.734400e+04]], [[-0.000000e+00]], [[-0.000000e+00]]]> : tensor<3x1x1xf8E5M2>
    %6:2 = stablehlo.optimization_barrier %cst_0, %cst_1 : tensor<f8E4M3>, tensor<3x1x1xf8E5M2>
    %7 = stablehlo.real %arg0 : (tensor<1xcomplex<f64>>) -> tensor<1xf64>
    %8 = stablehlo.imag %arg0 : (tensor<1xcomplex<f64>>) -> tensor<1xf64>
    %9 = stablehlo.complex %8, %7 : tensor<1xcomplex<f64>>
    %c = stablehlo.constant dense<1> : tensor<1x1x2x4xi4>
    %c_2 = stablehlo.constant dense<[[[[0, -2, 0, 7], [1, 0, -4, 7]]]]> : tensor<1x1x2x4xi4>
    %10 = stablehlo.power %c, %c_2 : tensor<1x1x2x4xi4>
    %11 = stablehlo.power %c_2, %c : tensor<1x1x2x4xi4>
    %c_3 = stablehlo.constant dense<0> : tensor<i16>
    %12 = stablehlo.pad %1, %c_3, low = [2, 1], high = [0, 2], interior = [0, 0] : (tensor<2x2xi16>, tensor<i16>) -> tensor<4x5xi16>
    %13 = stablehlo.slice %12 [1:4, 3:5] : (tensor<4x5xi16>) -> tensor<3x2xi16>
    return %2, %5, %6#0, %6#1, %9, %10, %13 : tensor<3x1xf32>, tensor<f4E2M1FN>, tensor<f8E4M3>, tensor<3x1x1xf8E5M2>, tensor<1xcomplex<f64>>, tensor<1x1x2x4xi4>, tensor<3x2xi16>
  }
}
