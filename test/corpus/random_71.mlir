module {
  func.func @main() -> (tensor<1xbf16>, tensor<1xbf16>, tensor<!quant.uniform<i8:f32, 5.000000e-01:3>>) {
    %cst = stablehlo.constant dense<0x7F80> : tensor<1xbf16>
    %c = stablehlo.constant dense<0> : tensor<ui2>
    %0 = stablehlo.dynamic_update_slice %cst, %cst, %c : (tensor<1xbf16>, tensor<1xbf16>, tensor<ui2>) -> tensor<1xbf16>
    %1 = stablehlo.cosine %cst : tensor<1xbf16>
    %cst_0 = stablehlo.constant dense<-4.000000e+00> : tensor<f32>
    %2 = stablehlo.uniform_quantize %cst_0 : (tensor<f32>) -> tensor<!quant.uniform<i8:f32, 5.000000e-01:3>>
    %3 = stablehlo.exponential_minus_one %2 : tensor<!quant.uniform<i8:f32, 5.000000e-01:3>>
    return %0, %1, %3 : tensor<1xbf16>, tensor<1xbf16>, tensor<!quant.uniform<i8:f32, 5.000000e-01:3>>
  }
}
