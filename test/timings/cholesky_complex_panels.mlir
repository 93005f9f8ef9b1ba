module @cholesky_complex_panels {
  func.func public @main(%arg0: tensor<100x100xcomplex<f64>>) -> (tensor<100x100xcomplex<f64>>) {
    %scale = stablehlo.constant dense<(0.1, 0.0)> : tensor<100x100xcomplex<f64>>
    %small = stablehlo.multiply %arg0, %scale : tensor<100x100xcomplex<f64>>
    %row = stablehlo.iota dim = 0 : tensor<100x100xi32>
    %column = stablehlo.iota dim = 1 : tensor<100x100xi32>
    %diagonal = stablehlo.compare EQ, %row, %column, SIGNED : (tensor<100x100xi32>, tensor<100x100xi32>) -> tensor<100x100xi1>
    %large = stablehlo.constant dense<(30.0, 0.0)> : tensor<100x100xcomplex<f64>>
    %moved = stablehlo.add %small, %large : tensor<100x100xcomplex<f64>>
    %a = stablehlo.select %diagonal, %moved, %small : tensor<100x100xi1>, tensor<100x100xcomplex<f64>>
    %0 = stablehlo.cholesky %a : tensor<100x100xcomplex<f64>>
    return %0 : tensor<100x100xcomplex<f64>>
  }
}
