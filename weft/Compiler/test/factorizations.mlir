// Matrices side by side in lanes give what each gives alone: one, a few, more
// than lanes divide, of every shape and side.
// RUN: weft-fuzz-programs --file=%s --stages=pipeline

func.func @lu_of_one(%a: tensor<6x6xf64>) -> (tensor<6x6xf64>, tensor<6xi32>) {
  %0:2 = stablehlo.lu %a : (tensor<6x6xf64>) -> (tensor<6x6xf64>, tensor<6xi32>)
  return %0#0, %0#1 : tensor<6x6xf64>, tensor<6xi32>
}

func.func @lu_of_tall_ones(%a: tensor<19x7x4xf32>) -> (tensor<19x7x4xf32>, tensor<19x4xi32>) {
  %0:2 = stablehlo.lu %a : (tensor<19x7x4xf32>) -> (tensor<19x7x4xf32>, tensor<19x4xi32>)
  return %0#0, %0#1 : tensor<19x7x4xf32>, tensor<19x4xi32>
}

func.func @lu_of_wide_ones(%a: tensor<2x3x3x5xcomplex<f32>>) -> tensor<2x3x3xi32> {
  %0:2 = stablehlo.lu %a : (tensor<2x3x3x5xcomplex<f32>>) -> (tensor<2x3x3x5xcomplex<f32>>, tensor<2x3x3xi32>)
  return %0#1 : tensor<2x3x3xi32>
}

func.func @lu_of_narrow_numbers(%a: tensor<9x5x5xbf16>) -> tensor<9x5x5xbf16> {
  %0:2 = stablehlo.lu %a : (tensor<9x5x5xbf16>) -> (tensor<9x5x5xbf16>, tensor<9x5xi32>)
  return %0#0 : tensor<9x5x5xbf16>
}

// Random numbers, of which some are rows: remainders are, and others are not.
func.func @exchanges(%p: tensor<3x5x7xi32>, %q: tensor<11xi32>) -> (tensor<3x5x9xi32>, tensor<40xi32>) {
  %seven = stablehlo.constant dense<7> : tensor<3x5x7xi32>
  %rows = stablehlo.remainder %p, %seven : tensor<3x5x7xi32>
  %0 = stablehlo.pivots_to_permutation %rows, size = 9 : (tensor<3x5x7xi32>) -> tensor<3x5x9xi32>
  %1 = stablehlo.pivots_to_permutation %q, size = 40 : (tensor<11xi32>) -> tensor<40xi32>
  return %0, %1 : tensor<3x5x9xi32>, tensor<40xi32>
}

func.func @cholesky(%x: tensor<37x5x5xf32>) -> (tensor<37x5x5xf32>, tensor<37x5x5xf32>) {
  %cst = stablehlo.constant dense<[[9.0, 0.0, 0.0, 0.0, 0.0], [0.0, 9.0, 0.0, 0.0, 0.0], [0.0, 0.0, 9.0, 0.0, 0.0], [0.0, 0.0, 0.0, 9.0, 0.0], [0.0, 0.0, 0.0, 0.0, 9.0]]> : tensor<5x5xf32>
  %shift = stablehlo.broadcast_in_dim %cst, dims = [1, 2] : (tensor<5x5xf32>) -> tensor<37x5x5xf32>
  %square = stablehlo.dot_general %x, %x, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<37x5x5xf32>, tensor<37x5x5xf32>) -> tensor<37x5x5xf32>
  %a = stablehlo.add %square, %shift : tensor<37x5x5xf32>
  %0 = stablehlo.cholesky %a, lower = true : tensor<37x5x5xf32>
  %1 = stablehlo.cholesky %a : tensor<37x5x5xf32>
  return %0, %1 : tensor<37x5x5xf32>, tensor<37x5x5xf32>
}

func.func @systems_of_each_matrix(%a: tensor<7x4x4xf64>, %b: tensor<7x4x3xf64>, %c: tensor<7x1x4xf64>) -> (tensor<7x4x3xf64>, tensor<7x1x4xf64>) {
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE>} : (tensor<7x4x4xf64>, tensor<7x4x3xf64>) -> tensor<7x4x3xf64>
  %1 = "stablehlo.triangular_solve"(%a, %c) {left_side = false, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<7x4x4xf64>, tensor<7x1x4xf64>) -> tensor<7x1x4xf64>
  return %0, %1 : tensor<7x4x3xf64>, tensor<7x1x4xf64>
}

func.func @many_systems(%a: tensor<4x4xcomplex<f32>>, %b: tensor<4x23xcomplex<f32>>, %c: tensor<23x4xcomplex<f32>>) -> (tensor<4x23xcomplex<f32>>, tensor<23x4xcomplex<f32>>) {
  %0 = "stablehlo.triangular_solve"(%a, %b) {left_side = true, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose ADJOINT>} : (tensor<4x4xcomplex<f32>>, tensor<4x23xcomplex<f32>>) -> tensor<4x23xcomplex<f32>>
  %1 = "stablehlo.triangular_solve"(%a, %c) {left_side = false, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<4x4xcomplex<f32>>, tensor<23x4xcomplex<f32>>) -> tensor<23x4xcomplex<f32>>
  return %0, %1 : tensor<4x23xcomplex<f32>>, tensor<23x4xcomplex<f32>>
}
