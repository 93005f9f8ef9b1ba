module @lu_panels {
  func.func public @main(%arg0: tensor<132x100xf32>) -> (tensor<132x100xf32>, tensor<100xi32>) {
    %0:2 = stablehlo.lu %arg0 : (tensor<132x100xf32>) -> (tensor<132x100xf32>, tensor<100xi32>)
    return %0#0, %0#1 : tensor<132x100xf32>, tensor<100xi32>
  }
}
