// A system that is cut into parts.
module @tridiagonal_long {
  func.func public @main(%arg0: tensor<1300xf64>, %arg1: tensor<1300xf64>, %arg2: tensor<1300x1xf64>) -> tensor<1300x1xf64> {
    %n = stablehlo.constant dense<9.0> : tensor<1300xf64>
    %d = stablehlo.add %arg0, %n : tensor<1300xf64>
    %0 = stablehlo.tridiagonal_solve %arg0, %d, %arg1, %arg2 : (tensor<1300xf64>, tensor<1300xf64>, tensor<1300xf64>, tensor<1300x1xf64>) -> tensor<1300x1xf64>
    return %0 : tensor<1300x1xf64>
  }
}
