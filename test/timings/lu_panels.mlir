module @lu_panels {
  func.func public @main(%arg0: tensor<140x150xf32>) -> (tensor<140x150xf32>, tensor<140xi32>) {
    %0:2 = stablehlo.lu %arg0 : (tensor<140x150xf32>) -> (tensor<140x150xf32>, tensor<140xi32>)
    return %0#0, %0#1 : tensor<140x150xf32>, tensor<140xi32>
  }
}
