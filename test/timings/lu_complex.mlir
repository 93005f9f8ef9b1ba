module @lu_complex {
  func.func public @main(%arg0: tensor<2x21x18xcomplex<f32>>) -> (tensor<2x21x18xcomplex<f32>>, tensor<2x18xi32>) {
    %0:2 = stablehlo.lu %arg0 : (tensor<2x21x18xcomplex<f32>>) -> (tensor<2x21x18xcomplex<f32>>, tensor<2x18xi32>)
    return %0#0, %0#1 : tensor<2x21x18xcomplex<f32>>, tensor<2x18xi32>
  }
}
