module @lu_complex_panels {
  func.func public @main(%arg0: tensor<110x120xcomplex<f32>>) -> (tensor<110x120xcomplex<f32>>, tensor<110xi32>) {
    %0:2 = stablehlo.lu %arg0 : (tensor<110x120xcomplex<f32>>) -> (tensor<110x120xcomplex<f32>>, tensor<110xi32>)
    return %0#0, %0#1 : tensor<110x120xcomplex<f32>>, tensor<110xi32>
  }
}
