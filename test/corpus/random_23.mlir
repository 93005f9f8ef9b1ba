module {
  func.func @main() -> tensor<2x1xf8E4M3B11FNUZ> {
    %cst = stablehlo.constant dense<-2.000000e+00> : tensor<2x1xf8E4M3B11FNUZ>
    %0 = stablehlo.cosine %cst : tensor<2x1xf8E4M3B11FNUZ>
    return %0 : tensor<2x1xf8E4M3B11FNUZ>
  }
}
