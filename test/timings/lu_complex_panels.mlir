module @lu_complex_panels {
  func.func public @main(%arg0: tensor<70x98xcomplex<f32>>) -> (tensor<70x98xcomplex<f32>>, tensor<70xi32>) {
    %0:2 = stablehlo.lu %arg0 : (tensor<70x98xcomplex<f32>>) -> (tensor<70x98xcomplex<f32>>, tensor<70xi32>)
    return %0#0, %0#1 : tensor<70x98xcomplex<f32>>, tensor<70xi32>
  }
}
