module {
  func.func @main() -> tensor<f8E4M3FN> {
    %cst = stablehlo.constant dense<3.000000e+00> : tensor<f8E4M3FN>
    %0 = stablehlo.cosine %cst : tensor<f8E4M3FN>
    return %0 : tensor<f8E4M3FN>
  }
}
