module {
  func.func @main(%arg0: tensor<1x31xf8E4M3B11FNUZ>, %arg1: tensor<1x31xf8E4M3B11FNUZ>) -> (tensor<f8E4M3B11FNUZ>, tensor<f8E4M3B11FNUZ>, tensor<5xf8E8M0FNU>) {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f8E4M3B11FNUZ>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f8E4M3B11FNUZ>
    %0:2 = stablehlo.reduce(%arg0 init: %cst), (%arg1 init: %cst_0) across dimensions = [0, 1] : (tensor<1x31xf8E4M3B11FNUZ>, tensor<1x31xf8E4M3B11FNUZ>, tensor<f8E4M3B11FNUZ>, tensor<f8E4M3B11FNUZ>) -> (tensor<f8E4M3B11FNUZ>, tensor<f8E4M3B11FNUZ>)
     reducer(%arg2: tensor<f8E4M3B11FNUZ>, %arg4: tensor<f8E4M3B11FNUZ>) (%arg3: tensor<f8E4M3B11FNUZ>, %arg5: tensor<f8E4M3B11FNUZ>)  {
      %5 = stablehlo.multiply %arg2, %arg4 : tensor<f8E4M3B11FNUZ>
      %6 = stablehlo.multiply %arg3, %arg4 : tensor<f8E4M3B11FNUZ>
      %7 = stablehlo.add %6, %arg5 : tensor<f8E4M3B11FNUZ>
      stablehlo.return %5, %7 : tensor<f8E4M3B11FNUZ>, tensor<f8E4M3B11FNUZ>
    }
    %cst_1 = stablehlo.constant dense<[1.600000e+01, 0xFF, 3.276800e+04, 1.407370e+14, 0xFF]> : tensor<5xf8E8M0FNU>
    %1 = stablehlo.ceil %cst_1 : tensor<5xf8E8M0FNU>
    %cst_2 = stablehlo.constant dense<-0.571289063> : tensor<f32>
    %2 = stablehlo.uniform_quantize %cst_2 : (tensor<f32>) -> tensor<!quant.uniform<i8:f32, 5.000000e-01:3>>
    %3 = stablehlo.cbrt %2 : tensor<!quant.uniform<i8:f32, 5.000000e-01:3>>
    %4 = stablehlo.is_finite %2 : (tensor<!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<i1>
    return %0#0, %0#1, %1 : tensor<f8E4M3B11FNUZ>, tensor<f8E4M3B11FNUZ>, tensor<5xf8E8M0FNU>
  }
}
