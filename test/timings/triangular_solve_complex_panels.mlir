module @triangular_solve_complex_panels {
  func.func public @main(%arg0: tensor<70x70xcomplex<f64>>, %arg1: tensor<70x9xcomplex<f64>>) -> (tensor<70x9xcomplex<f64>>) {
    %scale = stablehlo.constant dense<(1.0, 0.0)> : tensor<70x70xcomplex<f64>>
    %small = stablehlo.multiply %arg0, %scale : tensor<70x70xcomplex<f64>>
    %row = stablehlo.iota dim = 0 : tensor<70x70xi32>
    %column = stablehlo.iota dim = 1 : tensor<70x70xi32>
    %diagonal = stablehlo.compare EQ, %row, %column, SIGNED : (tensor<70x70xi32>, tensor<70x70xi32>) -> tensor<70x70xi1>
    %large = stablehlo.constant dense<(30.0, 0.0)> : tensor<70x70xcomplex<f64>>
    %moved = stablehlo.add %small, %large : tensor<70x70xcomplex<f64>>
    %a = stablehlo.select %diagonal, %moved, %small : tensor<70x70xi1>, tensor<70x70xcomplex<f64>>
    %0 = "stablehlo.triangular_solve"(%a, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<70x70xcomplex<f64>>, tensor<70x9xcomplex<f64>>) -> tensor<70x9xcomplex<f64>>
    return %0 : tensor<70x9xcomplex<f64>>
  }
}
