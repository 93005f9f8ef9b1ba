module {
  func.func @main(%arg0: tensor<3xbf16>, %arg1: tensor<3x1x3x2xcomplex<f64>>, %arg2: tensor<1xf32>, %arg3: tensor<1xf32>, %arg4: tensor<1x1xf8E3M4>, %arg5: tensor<f64>) -> (tensor<bf16>, tensor<7xbf16>, tensor<1x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<1x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<1xf64>, tensor<1x1xf8E3M4>) {
    %cst = stablehlo.constant dense<0x7FC0> : tensor<bf16>
    %0 = stablehlo.pad %arg0, %cst, low = [0], high = [0], interior = [0] : (tensor<3xbf16>, tensor<bf16>) -> tensor<3xbf16>
    %1 = stablehlo.pad %0, %cst, low = [2], high = [2], interior = [0] : (tensor<3xbf16>, tensor<bf16>) -> tensor<7xbf16>
    %2 = call @function0(%0, %arg1) : (tensor<3xbf16>, tensor<3x1x3x2xcomplex<f64>>) -> tensor<7xbf16>
    %3 = call @function1(%arg0) : (tensor<3xbf16>) -> tensor<7xbf16>
    %4 = stablehlo.uniform_quantize %arg2 : (tensor<1xf32>) -> tensor<1x!quant.uniform<i8:f32, 5.000000e-01:3>>
    %5 = stablehlo.uniform_quantize %arg3 : (tensor<1xf32>) -> tensor<1x!quant.uniform<i8:f32, 5.000000e-01:3>>
    %6 = stablehlo.exponential %5 : tensor<1x!quant.uniform<i8:f32, 5.000000e-01:3>>
    %7 = "stablehlo.map"(%arg4, %arg4) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg6: tensor<f8E3M4>, %arg7: tensor<f8E3M4>):
      %10 = stablehlo.minimum %arg6, %arg7 : tensor<f8E3M4>
      %11 = stablehlo.minimum %10, %arg6 : tensor<f8E3M4>
      stablehlo.return %11 : tensor<f8E3M4>
    }) : (tensor<1x1xf8E3M4>, tensor<1x1xf8E3M4>) -> tensor<1x1xf8E3M4>
    %8 = stablehlo.reshape %arg5 : (tensor<f64>) -> tensor<1xf64>
    %9 = stablehlo.sqrt %7 : tensor<1x1xf8E3M4>
    return %cst, %3, %4, %6, %8, %9 : tensor<bf16>, tensor<7xbf16>, tensor<1x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<1x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<1xf64>, tensor<1x1xf8E3M4>
  }
  func.func private @function0(%arg0: tensor<3xbf16>, %arg1: tensor<3x1x3x2xcomplex<f64>>) -> tensor<7xbf16> {
    %cst = stablehlo.constant dense<[-1.602880e-15, -1.656250e+00, -7.968750e-01, -1.000000e+00, 0x7F80, -2.755060e-40, 3.468750e+00]> : tensor<7xbf16>
    return %cst : tensor<7xbf16>
  }
  func.func private @function1(%arg0: tensor<3xbf16>) -> tensor<7xbf16> {
    %0 = stablehlo.is_finite %arg0 : (tensor<3xbf16>) -> tensor<3xi1>
    %cst = stablehlo.constant dense<[4.003910e-02, -1.836710e-40, -6.367190e-01, -1.015630e-01, 2.755060e-40, -1.575000e+01, -7.187500e+00]> : tensor<7xbf16>
    return %cst : tensor<7xbf16>
  }
}
