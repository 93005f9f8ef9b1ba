// Short systems, several in a block, with right-hand sides side by side and one behind the other.
module @tridiagonal {
  func.func public @main(%arg0: tensor<7x45xf32>, %arg1: tensor<7x45xf32>, %arg2: tensor<7x45x3xf32>, %arg3: tensor<7x45x1xf32>) -> (tensor<7x45x3xf32>, tensor<7x45x1xf32>) {
    %n = stablehlo.constant dense<9.0> : tensor<7x45xf32>
    %d = stablehlo.add %arg0, %n : tensor<7x45xf32>
    %0 = stablehlo.tridiagonal_solve %arg0, %d, %arg1, %arg2 : (tensor<7x45xf32>, tensor<7x45xf32>, tensor<7x45xf32>, tensor<7x45x3xf32>) -> tensor<7x45x3xf32>
    %1 = stablehlo.tridiagonal_solve %arg1, %d, %arg0, %arg3 : (tensor<7x45xf32>, tensor<7x45xf32>, tensor<7x45xf32>, tensor<7x45x1xf32>) -> tensor<7x45x1xf32>
    return %0, %1 : tensor<7x45x3xf32>, tensor<7x45x1xf32>
  }
}
