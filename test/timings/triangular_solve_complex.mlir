module @triangular_solve_complex {
  func.func public @main(%arg0: tensor<2x21x21xcomplex<f32>>, %arg1: tensor<2x9x21xcomplex<f32>>) -> (tensor<2x9x21xcomplex<f32>>) {
    %scale = stablehlo.constant dense<(1.0, 0.0)> : tensor<2x21x21xcomplex<f32>>
    %small = stablehlo.multiply %arg0, %scale : tensor<2x21x21xcomplex<f32>>
    %row = stablehlo.iota dim = 1 : tensor<2x21x21xi32>
    %column = stablehlo.iota dim = 2 : tensor<2x21x21xi32>
    %diagonal = stablehlo.compare EQ, %row, %column, SIGNED : (tensor<2x21x21xi32>, tensor<2x21x21xi32>) -> tensor<2x21x21xi1>
    %large = stablehlo.constant dense<(9.0, 0.0)> : tensor<2x21x21xcomplex<f32>>
    %moved = stablehlo.add %small, %large : tensor<2x21x21xcomplex<f32>>
    %a = stablehlo.select %diagonal, %moved, %small : tensor<2x21x21xi1>, tensor<2x21x21xcomplex<f32>>
    %0 = "stablehlo.triangular_solve"(%a, %arg1) <{left_side = false, lower = false, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<2x21x21xcomplex<f32>>, tensor<2x9x21xcomplex<f32>>) -> tensor<2x9x21xcomplex<f32>>
    return %0 : tensor<2x9x21xcomplex<f32>>
  }
}
