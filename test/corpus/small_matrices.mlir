// Factors of small matrices and triangular systems: lanes are matrices, or
// right-hand sides.
func.func @main(%a: tensor<64x6x6xf32>, %b: tensor<64x6x2xf32>, %c: tensor<5x5xf64>, %d: tensor<5x40xf64>, %e: tensor<9x4x4xcomplex<f32>>)
    -> (tensor<64x6x6xf32>, tensor<64x6xi32>, tensor<64x6x2xf32>, tensor<5x40xf64>, tensor<5x5xf64>, tensor<9x4x4xcomplex<f32>>) {
  %0:2 = stablehlo.lu %a : (tensor<64x6x6xf32>) -> (tensor<64x6x6xf32>, tensor<64x6xi32>)
  %1 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<64x6x6xf32>, tensor<64x6x2xf32>) -> tensor<64x6x2xf32>
  %2 = "stablehlo.triangular_solve"(%c, %d) {left_side = true, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<5x5xf64>, tensor<5x40xf64>) -> tensor<5x40xf64>
  %3 = stablehlo.cholesky %c, lower = true : tensor<5x5xf64>
  %4 = stablehlo.cholesky %e : tensor<9x4x4xcomplex<f32>>
  return %0#0, %0#1, %1, %2, %3, %4 : tensor<64x6x6xf32>, tensor<64x6xi32>, tensor<64x6x2xf32>, tensor<5x40xf64>, tensor<5x5xf64>, tensor<9x4x4xcomplex<f32>>
}
