module {
  func.func @main(%arg0: tensor<4x1xf32>, %arg1: tensor<f32>, %arg2: tensor<bf16>, %arg3: tensor<f8E3M4>, %arg4: tensor<2x3x1xi1>, %arg5: tensor<4xf8E3M4>, %arg6: tensor<2x1x1xf8E5M2FNUZ>) -> (tensor<i4>, tensor<complex<f64>>, tensor<4x1x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<bf16>, tensor<3xi1>, tensor<2x1x1xf8E5M2FNUZ>, tensor<2x1x1xf8E5M2FNUZ>) {
    %c = stablehlo.constant dense<1> : tensor<i4>
    %c_0 = stablehlo.constant dense<0> : tensor<i4>
    %0 = stablehlo.maximum %c, %c_0 : tensor<i4>
    %cst = stablehlo.constant dense<-2.673828125> : tensor<f64>
    %cst_1 = stablehlo.constant dense<0.349609375> : tensor<f64>
    %1 = stablehlo.complex %cst, %cst_1 : tensor<complex<f64>>
    %2 = stablehlo.uniform_quantize %arg0 : (tensor<4x1xf32>) -> tensor<4x1x!quant.uniform<i8:f32, 5.000000e-01:3>>
    %3 = stablehlo.reverse %2, dims = [] : tensor<4x1x!quant.uniform<i8:f32, 5.000000e-01:3>>
    %4 = stablehlo.uniform_quantize %arg1 : (tensor<f32>) -> tensor<!quant.uniform<i8:f32, 5.000000e-01:3>>
    %5 = stablehlo.tuple %4, %cst : tuple<tensor<!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<f64>>
    %6 = stablehlo.get_tuple_element %5[0] : (tuple<tensor<!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<f64>>) -> tensor<!quant.uniform<i8:f32, 5.000000e-01:3>>
    %7 = stablehlo.einsum %arg2, %arg2, config = ",->" : (tensor<bf16>, tensor<bf16>) -> tensor<bf16>
    %8 = stablehlo.cosine %arg3 : tensor<f8E3M4>
    %c_2 = stablehlo.constant dense<true> : tensor<i1>
    %9 = stablehlo.reduce(%arg4 init: %c_2) applies stablehlo.maximum across dimensions = [0, 2] : (tensor<2x3x1xi1>, tensor<i1>) -> tensor<3xi1>
    %10 = stablehlo.compare EQ, %arg5, %arg5 : (tensor<4xf8E3M4>, tensor<4xf8E3M4>) -> tensor<4xi1>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<4xf8E3M4>
    %11 = stablehlo.select %10, %arg5, %cst_3 : tensor<4xi1>, tensor<4xf8E3M4>
    %12 = stablehlo.bitcast_convert %11 : (tensor<4xf8E3M4>) -> tensor<ui32>
    %13 = stablehlo.tan %arg6 : tensor<2x1x1xf8E5M2FNUZ>
    %14 = stablehlo.rsqrt %arg6 : tensor<2x1x1xf8E5M2FNUZ>
    return %c, %1, %3, %6, %7, %9, %13, %14 : tensor<i4>, tensor<complex<f64>>, tensor<4x1x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<bf16>, tensor<3xi1>, tensor<2x1x1xf8E5M2FNUZ>, tensor<2x1x1xf8E5M2FNUZ>
  }
}
