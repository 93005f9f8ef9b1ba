// Matrices that a thread has in its registers, and larger ones that it has in its memory.
module @eigenvalues {
  func.func public @main(%arg0: tensor<70x3x3xf32>, %arg1: tensor<9x7x7xf64>) -> (tensor<70x3xf32>, tensor<70x3x3xf32>, tensor<9x7xf64>, tensor<9x7x7xf64>) {
    %0:2 = stablehlo.eigh %arg0, lower = true : (tensor<70x3x3xf32>) -> (tensor<70x3xf32>, tensor<70x3x3xf32>)
    %1:2 = stablehlo.eigh %arg1, lower = false : (tensor<9x7x7xf64>) -> (tensor<9x7xf64>, tensor<9x7x7xf64>)
    return %0#0, %0#1, %1#0, %1#1 : tensor<70x3xf32>, tensor<70x3x3xf32>, tensor<9x7xf64>, tensor<9x7x7xf64>
  }
}
