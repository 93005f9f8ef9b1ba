module @cholesky_complex {
  func.func public @main(%arg0: tensor<2x19x19xcomplex<f32>>) -> (tensor<2x19x19xcomplex<f32>>, tensor<2x19x19xcomplex<f32>>) {
    %scale = stablehlo.constant dense<(0.1, 0.0)> : tensor<2x19x19xcomplex<f32>>
    %small = stablehlo.multiply %arg0, %scale : tensor<2x19x19xcomplex<f32>>
    %row = stablehlo.iota dim = 1 : tensor<2x19x19xi32>
    %column = stablehlo.iota dim = 2 : tensor<2x19x19xi32>
    %diagonal = stablehlo.compare EQ, %row, %column, SIGNED : (tensor<2x19x19xi32>, tensor<2x19x19xi32>) -> tensor<2x19x19xi1>
    %large = stablehlo.constant dense<(9.0, 0.0)> : tensor<2x19x19xcomplex<f32>>
    %moved = stablehlo.add %small, %large : tensor<2x19x19xcomplex<f32>>
    %a = stablehlo.select %diagonal, %moved, %small : tensor<2x19x19xi1>, tensor<2x19x19xcomplex<f32>>
    %0 = stablehlo.cholesky %a, lower = true : tensor<2x19x19xcomplex<f32>>
    %1 = stablehlo.cholesky %a : tensor<2x19x19xcomplex<f32>>
    return %0, %1 : tensor<2x19x19xcomplex<f32>>, tensor<2x19x19xcomplex<f32>>
  }
}
