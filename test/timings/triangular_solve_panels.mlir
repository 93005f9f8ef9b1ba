module @triangular_solve_panels {
  func.func public @main(%arg0: tensor<1x150x150xf32>, %arg1: tensor<1x5x150xf32>) -> tensor<1x5x150xf32> {
    %s = stablehlo.constant dense<1.0e-02> : tensor<1x150x150xf32>
    %x = stablehlo.multiply %arg0, %s : tensor<1x150x150xf32>
    %i = stablehlo.iota dim = 1 : tensor<1x150x150xi32>
    %j = stablehlo.iota dim = 2 : tensor<1x150x150xi32>
    %e = stablehlo.compare EQ, %i, %j, SIGNED : (tensor<1x150x150xi32>, tensor<1x150x150xi32>) -> tensor<1x150x150xi1>
    %d = stablehlo.constant dense<9.0e+00> : tensor<1x150x150xf32>
    %a = stablehlo.select %e, %d, %x : tensor<1x150x150xi1>, tensor<1x150x150xf32>
    %0 = "stablehlo.triangular_solve"(%a, %arg1) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<1x150x150xf32>, tensor<1x5x150xf32>) -> tensor<1x5x150xf32>
    return %0 : tensor<1x5x150xf32>
  }
}
