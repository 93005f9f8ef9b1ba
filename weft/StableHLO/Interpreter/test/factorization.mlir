// Cholesky and triangular factors and triangular systems.
// RUN: weft-run --check %s

func.func @cholesky_lower_ignores_the_upper_triangle() {
  %a = stablehlo.constant dense<[[4.0, 99.0, -99.0], [2.0, 10.0, 99.0], [-6.0, 3.0, 19.0]]> : tensor<3x3xf32>
  %0 = stablehlo.cholesky %a, lower = true : tensor<3x3xf32>
  check.expect_eq_const %0, dense<[[2.0, 0.0, 0.0], [1.0, 3.0, 0.0], [-3.0, 2.0, 2.4494898]]> : tensor<3x3xf32>
  return
}

func.func @cholesky_upper_ignores_the_lower_triangle() {
  %a = stablehlo.constant dense<[[4.0, 2.0, -6.0], [99.0, 10.0, 3.0], [99.0, -99.0, 19.0]]> : tensor<3x3xf32>
  %0 = stablehlo.cholesky %a, lower = false : tensor<3x3xf32>
  check.expect_eq_const %0, dense<[[2.0, 1.0, -3.0], [0.0, 3.0, 2.0], [0.0, 0.0, 2.4494898]]> : tensor<3x3xf32>
  return
}

func.func @cholesky_complex_lower() {
  %a = stablehlo.constant dense<[[(4.0, 0.0), (0.0, 0.0)], [(2.0, 6.0), (26.0, 0.0)]]> : tensor<2x2xcomplex<f64>>
  %0 = stablehlo.cholesky %a, lower = true : tensor<2x2xcomplex<f64>>
  check.expect_eq_const %0, dense<[[(2.0, 0.0), (0.0, 0.0)], [(1.0, 3.0), (4.0, 0.0)]]> : tensor<2x2xcomplex<f64>>
  return
}

func.func @cholesky_complex_upper_is_the_adjoint() {
  %a = stablehlo.constant dense<[[(4.0, 0.0), (2.0, -6.0)], [(0.0, 0.0), (26.0, 0.0)]]> : tensor<2x2xcomplex<f32>>
  %0 = stablehlo.cholesky %a, lower = false : tensor<2x2xcomplex<f32>>
  check.expect_eq_const %0, dense<[[(2.0, 0.0), (1.0, -3.0)], [(0.0, 0.0), (4.0, 0.0)]]> : tensor<2x2xcomplex<f32>>
  return
}

func.func @cholesky_of_each_matrix_of_a_batch() {
  %a = stablehlo.constant dense<[[[9.0]], [[16.0]]]> : tensor<2x1x1xf64>
  %0 = stablehlo.cholesky %a : tensor<2x1x1xf64>
  check.expect_eq_const %0, dense<[[[3.0]], [[4.0]]]> : tensor<2x1x1xf64>
  return
}

func.func @cholesky_of_empty_matrices() {
  %a = stablehlo.constant dense<> : tensor<2x0x0xf32>
  %0 = stablehlo.cholesky %a : tensor<2x0x0xf32>
  check.expect_eq_const %0, dense<> : tensor<2x0x0xf32>
  return
}

// NaN from the first pivot that is not positive on; what comes before it, and
// the other triangle, are as usual.
func.func @cholesky_not_positive_definite_is_nan() {
  %a = stablehlo.constant dense<[[4.0, 0.0, 0.0], [2.0, -1.0, 0.0], [2.0, 1.0, 9.0]]> : tensor<3x3xf32>
  %0 = stablehlo.cholesky %a, lower = true : tensor<3x3xf32>
  check.expect_eq_const %0, dense<[[2.0, 0.0, 0.0], [1.0, 0x7FC00000, 0.0], [1.0, 0x7FC00000, 0x7FC00000]]> : tensor<3x3xf32>
  return
}

func.func @cholesky_singular_is_nan() {
  %a = stablehlo.constant dense<0.0> : tensor<1x1xf64>
  %0 = stablehlo.cholesky %a, lower = true : tensor<1x1xf64>
  check.expect_eq_const %0, dense<0x7FF8000000000000> : tensor<1x1xf64>
  return
}

func.func @solve_real_left_lower_unit() {
  %a = stablehlo.constant dense<[[55.0, 77.0, 77.0], [2.0, 55.0, 77.0], [1.0, -1.0, 55.0]]> : tensor<3x3xf32>
  %b = stablehlo.constant dense<[[-4.0, -2.0], [-9.0, -3.0], [-4.0, -6.0]]> : tensor<3x2xf32>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true, lower = true, unit_diagonal = true,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  check.expect_eq_const %0, dense<[[-4.0, -2.0], [-1.0, 1.0], [-1.0, -3.0]]> : tensor<3x2xf32>
  return
}

func.func @solve_real_left_lower_unit_transposed() {
  %a = stablehlo.constant dense<[[55.0, 77.0, 77.0], [1.0, 55.0, 77.0], [-2.0, 0.0, 55.0]]> : tensor<3x3xf32>
  %b = stablehlo.constant dense<[[2.0, 6.0], [4.0, 3.0], [3.0, -3.0]]> : tensor<3x2xf32>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true, lower = true, unit_diagonal = true,
    transpose_a = #stablehlo<transpose TRANSPOSE>
  }> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  check.expect_eq_const %0, dense<[[4.0, -3.0], [4.0, 3.0], [3.0, -3.0]]> : tensor<3x2xf32>
  return
}

func.func @solve_real_left_lower() {
  %a = stablehlo.constant dense<[[0.5, 77.0, 77.0], [-3.0, 2.0, 77.0], [3.0, -2.0, 1.0]]> : tensor<3x3xf32>
  %b = stablehlo.constant dense<[[1.5, -1.5], [-17.0, 7.0], [19.0, -10.0]]> : tensor<3x2xf32>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true, lower = true, unit_diagonal = false,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  check.expect_eq_const %0, dense<[[3.0, -3.0], [-4.0, -1.0], [2.0, -3.0]]> : tensor<3x2xf32>
  return
}

func.func @solve_real_left_lower_transposed() {
  %a = stablehlo.constant dense<[[1.0, 77.0, 77.0], [3.0, -4.0, 77.0], [2.0, 1.0, 2.0]]> : tensor<3x3xf32>
  %b = stablehlo.constant dense<[[-6.0, 1.0], [-1.0, 8.0], [-2.0, 8.0]]> : tensor<3x2xf32>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true, lower = true, unit_diagonal = false,
    transpose_a = #stablehlo<transpose TRANSPOSE>
  }> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  check.expect_eq_const %0, dense<[[-4.0, -4.0], [0.0, -1.0], [-1.0, 4.0]]> : tensor<3x2xf32>
  return
}

func.func @solve_real_left_upper_unit() {
  %a = stablehlo.constant dense<[[55.0, 2.0, -2.0], [77.0, 55.0, -2.0], [77.0, 77.0, 55.0]]> : tensor<3x3xf32>
  %b = stablehlo.constant dense<[[10.0, 11.0], [7.0, 11.0], [-2.0, -4.0]]> : tensor<3x2xf32>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true, lower = false, unit_diagonal = true,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  check.expect_eq_const %0, dense<[[0.0, -3.0], [3.0, 3.0], [-2.0, -4.0]]> : tensor<3x2xf32>
  return
}

func.func @solve_real_left_upper_unit_transposed() {
  %a = stablehlo.constant dense<[[55.0, 0.0, -1.0], [77.0, 55.0, -2.0], [77.0, 77.0, 55.0]]> : tensor<3x3xf32>
  %b = stablehlo.constant dense<[[4.0, 3.0], [-4.0, 3.0], [7.0, -9.0]]> : tensor<3x2xf32>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true, lower = false, unit_diagonal = true,
    transpose_a = #stablehlo<transpose TRANSPOSE>
  }> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  check.expect_eq_const %0, dense<[[4.0, 3.0], [-4.0, 3.0], [3.0, 0.0]]> : tensor<3x2xf32>
  return
}

func.func @solve_real_left_upper() {
  %a = stablehlo.constant dense<[[2.0, -1.0, -2.0], [77.0, 0.5, 0.0], [77.0, 77.0, 1.0]]> : tensor<3x3xf32>
  %b = stablehlo.constant dense<[[-2.0, -12.0], [1.0, 2.0], [2.0, 1.0]]> : tensor<3x2xf32>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true, lower = false, unit_diagonal = false,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  check.expect_eq_const %0, dense<[[2.0, -3.0], [2.0, 4.0], [2.0, 1.0]]> : tensor<3x2xf32>
  return
}

func.func @solve_real_left_upper_transposed() {
  %a = stablehlo.constant dense<[[2.0, 1.0, 1.0], [77.0, 1.0, 1.0], [77.0, 77.0, 0.5]]> : tensor<3x3xf32>
  %b = stablehlo.constant dense<[[-2.0, -4.0], [2.0, -6.0], [0.5, -7.5]]> : tensor<3x2xf32>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true, lower = false, unit_diagonal = false,
    transpose_a = #stablehlo<transpose TRANSPOSE>
  }> : (tensor<3x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  check.expect_eq_const %0, dense<[[-1.0, -2.0], [3.0, -4.0], [-3.0, -3.0]]> : tensor<3x2xf32>
  return
}

func.func @solve_real_right_lower_unit() {
  %a = stablehlo.constant dense<[[55.0, 77.0, 77.0], [1.0, 55.0, 77.0], [-2.0, 3.0, 55.0]]> : tensor<3x3xf32>
  %b = stablehlo.constant dense<[[1.0, 7.0, 2.0], [8.0, -6.0, -3.0]]> : tensor<2x3xf32>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = false, lower = true, unit_diagonal = true,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %0, dense<[[4.0, 1.0, 2.0], [-1.0, 3.0, -3.0]]> : tensor<2x3xf32>
  return
}

func.func @solve_real_right_lower_unit_transposed() {
  %a = stablehlo.constant dense<[[55.0, 77.0, 77.0], [-1.0, 55.0, 77.0], [1.0, 0.0, 55.0]]> : tensor<3x3xf32>
  %b = stablehlo.constant dense<[[4.0, -2.0, 2.0], [-1.0, 0.0, -4.0]]> : tensor<2x3xf32>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = false, lower = true, unit_diagonal = true,
    transpose_a = #stablehlo<transpose TRANSPOSE>
  }> : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %0, dense<[[4.0, 2.0, -2.0], [-1.0, -1.0, -3.0]]> : tensor<2x3xf32>
  return
}

func.func @solve_real_right_lower() {
  %a = stablehlo.constant dense<[[1.0, 77.0, 77.0], [3.0, -4.0, 77.0], [1.0, -1.0, 2.0]]> : tensor<3x3xf32>
  %b = stablehlo.constant dense<[[4.0, -1.0, -6.0], [8.0, -8.0, -8.0]]> : tensor<2x3xf32>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = false, lower = true, unit_diagonal = false,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %0, dense<[[4.0, 1.0, -3.0], [3.0, 3.0, -4.0]]> : tensor<2x3xf32>
  return
}

func.func @solve_real_right_lower_transposed() {
  %a = stablehlo.constant dense<[[-4.0, 77.0, 77.0], [3.0, -4.0, 77.0], [1.0, -3.0, 1.0]]> : tensor<3x3xf32>
  %b = stablehlo.constant dense<[[0.0, -16.0, -14.0], [0.0, 0.0, 0.0]]> : tensor<2x3xf32>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = false, lower = true, unit_diagonal = false,
    transpose_a = #stablehlo<transpose TRANSPOSE>
  }> : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %0, dense<[[0.0, 4.0, -2.0], [0.0, 0.0, 0.0]]> : tensor<2x3xf32>
  return
}

func.func @solve_real_right_upper_unit() {
  %a = stablehlo.constant dense<[[55.0, 3.0, 2.0], [77.0, 55.0, 0.0], [77.0, 77.0, 55.0]]> : tensor<3x3xf32>
  %b = stablehlo.constant dense<[[-4.0, -10.0, -11.0], [1.0, 2.0, 0.0]]> : tensor<2x3xf32>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = false, lower = false, unit_diagonal = true,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %0, dense<[[-4.0, 2.0, -3.0], [1.0, -1.0, -2.0]]> : tensor<2x3xf32>
  return
}

func.func @solve_real_right_upper_unit_transposed() {
  %a = stablehlo.constant dense<[[55.0, 0.0, -1.0], [77.0, 55.0, 1.0], [77.0, 77.0, 55.0]]> : tensor<3x3xf32>
  %b = stablehlo.constant dense<[[-4.0, -1.0, 3.0], [-4.0, 3.0, 4.0]]> : tensor<2x3xf32>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = false, lower = false, unit_diagonal = true,
    transpose_a = #stablehlo<transpose TRANSPOSE>
  }> : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %0, dense<[[-1.0, -4.0, 3.0], [0.0, -1.0, 4.0]]> : tensor<2x3xf32>
  return
}

func.func @solve_real_right_upper() {
  %a = stablehlo.constant dense<[[1.0, 0.0, -2.0], [77.0, 2.0, 1.0], [77.0, 77.0, 1.0]]> : tensor<3x3xf32>
  %b = stablehlo.constant dense<[[-4.0, 6.0, 8.0], [-2.0, -6.0, 1.0]]> : tensor<2x3xf32>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = false, lower = false, unit_diagonal = false,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %0, dense<[[-4.0, 3.0, -3.0], [-2.0, -3.0, 0.0]]> : tensor<2x3xf32>
  return
}

func.func @solve_real_right_upper_transposed() {
  %a = stablehlo.constant dense<[[0.5, -2.0, -2.0], [77.0, 2.0, 3.0], [77.0, 77.0, 0.5]]> : tensor<3x3xf32>
  %b = stablehlo.constant dense<[[-2.5, 1.0, -0.5], [1.0, -5.0, -1.5]]> : tensor<2x3xf32>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = false, lower = false, unit_diagonal = false,
    transpose_a = #stablehlo<transpose TRANSPOSE>
  }> : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %0, dense<[[-1.0, 2.0, -1.0], [-2.0, 2.0, -3.0]]> : tensor<2x3xf32>
  return
}

func.func @solve_complex_left_lower_unit() {
  %a = stablehlo.constant dense<[[(55.0, 0.0), (77.0, 0.0), (77.0, 0.0)], [(1.0, 2.0), (55.0, 0.0), (77.0, 0.0)], [(-3.0, 0.0), (2.0, 2.0), (55.0, 0.0)]]> : tensor<3x3xcomplex<f32>>
  %b = stablehlo.constant dense<[[(-2.0, -2.0), (2.0, -4.0)], [(5.0, -2.0), (6.0, 0.0)], [(4.0, 20.0), (-15.0, 4.0)]]> : tensor<3x2xcomplex<f32>>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true, lower = true, unit_diagonal = true,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<3x3xcomplex<f32>>, tensor<3x2xcomplex<f32>>) -> tensor<3x2xcomplex<f32>>
  check.expect_eq_const %0, dense<[[(-2.0, -2.0), (2.0, -4.0)], [(3.0, 4.0), (-4.0, 0.0)], [(0.0, 0.0), (-1.0, 0.0)]]> : tensor<3x2xcomplex<f32>>
  return
}

func.func @solve_complex_left_lower_unit_transposed() {
  %a = stablehlo.constant dense<[[(55.0, 0.0), (77.0, 0.0), (77.0, 0.0)], [(-1.0, -2.0), (55.0, 0.0), (77.0, 0.0)], [(1.0, -1.0), (0.0, 1.0), (55.0, 0.0)]]> : tensor<3x3xcomplex<f32>>
  %b = stablehlo.constant dense<[[(10.0, -12.0), (1.0, -4.0)], [(1.0, 5.0), (-1.0, 0.0)], [(1.0, 2.0), (0.0, 2.0)]]> : tensor<3x2xcomplex<f32>>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true, lower = true, unit_diagonal = true,
    transpose_a = #stablehlo<transpose TRANSPOSE>
  }> : (tensor<3x3xcomplex<f32>>, tensor<3x2xcomplex<f32>>) -> tensor<3x2xcomplex<f32>>
  check.expect_eq_const %0, dense<[[(2.0, -3.0), (0.0, -4.0)], [(3.0, 4.0), (1.0, 0.0)], [(1.0, 2.0), (0.0, 2.0)]]> : tensor<3x2xcomplex<f32>>
  return
}

func.func @solve_complex_left_lower_unit_adjoint() {
  %a = stablehlo.constant dense<[[(55.0, 0.0), (77.0, 0.0), (77.0, 0.0)], [(-2.0, -3.0), (55.0, 0.0), (77.0, 0.0)], [(3.0, -2.0), (-3.0, 1.0), (55.0, 0.0)]]> : tensor<3x3xcomplex<f32>>
  %b = stablehlo.constant dense<[[(1.0, 1.0), (-1.0, -8.0)], [(9.0, 8.0), (1.0, 1.0)], [(-3.0, -3.0), (-1.0, 0.0)]]> : tensor<3x2xcomplex<f32>>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true, lower = true, unit_diagonal = true,
    transpose_a = #stablehlo<transpose ADJOINT>
  }> : (tensor<3x3xcomplex<f32>>, tensor<3x2xcomplex<f32>>) -> tensor<3x2xcomplex<f32>>
  check.expect_eq_const %0, dense<[[(-2.0, -1.0), (-2.0, 0.0)], [(3.0, -4.0), (-2.0, 0.0)], [(-3.0, -3.0), (-1.0, 0.0)]]> : tensor<3x2xcomplex<f32>>
  return
}

func.func @solve_complex_left_lower() {
  %a = stablehlo.constant dense<[[(0.0, -4.0), (77.0, 0.0), (77.0, 0.0)], [(-1.0, -1.0), (0.0, 1.0), (77.0, 0.0)], [(2.0, 1.0), (0.0, -3.0), (0.0, 0.5)]]> : tensor<3x3xcomplex<f32>>
  %b = stablehlo.constant dense<[[(-16.0, 0.0), (-16.0, 12.0)], [(-1.0, 1.0), (-3.0, 5.0)], [(-4.5, 3.0), (4.5, -7.0)]]> : tensor<3x2xcomplex<f32>>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true, lower = true, unit_diagonal = false,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<3x3xcomplex<f32>>, tensor<3x2xcomplex<f32>>) -> tensor<3x2xcomplex<f32>>
  check.expect_eq_const %0, dense<[[(0.0, -4.0), (-3.0, -4.0)], [(-3.0, -3.0), (-2.0, 2.0)], [(4.0, -1.0), (-4.0, -1.0)]]> : tensor<3x2xcomplex<f32>>
  return
}

func.func @solve_complex_left_lower_transposed() {
  %a = stablehlo.constant dense<[[(0.0, 2.0), (77.0, 0.0), (77.0, 0.0)], [(-2.0, 3.0), (0.0, 2.0), (77.0, 0.0)], [(2.0, 0.0), (3.0, 1.0), (0.0, 1.0)]]> : tensor<3x3xcomplex<f32>>
  %b = stablehlo.constant dense<[[(-7.0, 3.0), (-23.0, 8.0)], [(-7.0, 11.0), (-15.0, 1.0)], [(-2.0, -1.0), (0.0, -3.0)]]> : tensor<3x2xcomplex<f32>>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true, lower = true, unit_diagonal = false,
    transpose_a = #stablehlo<transpose TRANSPOSE>
  }> : (tensor<3x3xcomplex<f32>>, tensor<3x2xcomplex<f32>>) -> tensor<3x2xcomplex<f32>>
  check.expect_eq_const %0, dense<[[(-4.0, -2.0), (4.0, 2.0)], [(3.0, 1.0), (2.0, 3.0)], [(-1.0, 2.0), (-3.0, 0.0)]]> : tensor<3x2xcomplex<f32>>
  return
}

func.func @solve_complex_left_lower_adjoint() {
  %a = stablehlo.constant dense<[[(0.0, 1.0), (77.0, 0.0), (77.0, 0.0)], [(-3.0, -3.0), (0.0, -4.0), (77.0, 0.0)], [(-1.0, 2.0), (2.0, 0.0), (0.0, 2.0)]]> : tensor<3x3xcomplex<f32>>
  %b = stablehlo.constant dense<[[(7.0, 11.0), (8.0, -11.0)], [(12.0, 16.0), (-12.0, -20.0)], [(8.0, 0.0), (-4.0, 4.0)]]> : tensor<3x2xcomplex<f32>>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true, lower = true, unit_diagonal = false,
    transpose_a = #stablehlo<transpose ADJOINT>
  }> : (tensor<3x3xcomplex<f32>>, tensor<3x2xcomplex<f32>>) -> tensor<3x2xcomplex<f32>>
  check.expect_eq_const %0, dense<[[(0.0, -4.0), (-1.0, 4.0)], [(2.0, -3.0), (-4.0, 2.0)], [(0.0, 4.0), (-2.0, -2.0)]]> : tensor<3x2xcomplex<f32>>
  return
}

func.func @solve_complex_left_upper_unit() {
  %a = stablehlo.constant dense<[[(55.0, 0.0), (3.0, -3.0), (3.0, -2.0)], [(77.0, 0.0), (55.0, 0.0), (-1.0, -3.0)], [(77.0, 0.0), (77.0, 0.0), (55.0, 0.0)]]> : tensor<3x3xcomplex<f32>>
  %b = stablehlo.constant dense<[[(-2.0, 6.0), (5.0, -26.0)], [(4.0, -18.0), (1.0, -13.0)], [(4.0, 4.0), (3.0, 0.0)]]> : tensor<3x2xcomplex<f32>>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true, lower = false, unit_diagonal = true,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<3x3xcomplex<f32>>, tensor<3x2xcomplex<f32>>) -> tensor<3x2xcomplex<f32>>
  check.expect_eq_const %0, dense<[[(-4.0, -4.0), (-4.0, 4.0)], [(-4.0, -2.0), (4.0, -4.0)], [(4.0, 4.0), (3.0, 0.0)]]> : tensor<3x2xcomplex<f32>>
  return
}

func.func @solve_complex_left_upper_unit_transposed() {
  %a = stablehlo.constant dense<[[(55.0, 0.0), (-1.0, 2.0), (2.0, -2.0)], [(77.0, 0.0), (55.0, 0.0), (-2.0, 0.0)], [(77.0, 0.0), (77.0, 0.0), (55.0, 0.0)]]> : tensor<3x3xcomplex<f32>>
  %b = stablehlo.constant dense<[[(-4.0, -1.0), (-1.0, -2.0)], [(8.0, -3.0), (4.0, 3.0)], [(-15.0, -2.0), (-2.0, -4.0)]]> : tensor<3x2xcomplex<f32>>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true, lower = false, unit_diagonal = true,
    transpose_a = #stablehlo<transpose TRANSPOSE>
  }> : (tensor<3x3xcomplex<f32>>, tensor<3x2xcomplex<f32>>) -> tensor<3x2xcomplex<f32>>
  check.expect_eq_const %0, dense<[[(-4.0, -1.0), (-1.0, -2.0)], [(2.0, 4.0), (-1.0, 3.0)], [(-1.0, 0.0), (2.0, 4.0)]]> : tensor<3x2xcomplex<f32>>
  return
}

func.func @solve_complex_left_upper_unit_adjoint() {
  %a = stablehlo.constant dense<[[(55.0, 0.0), (0.0, -2.0), (1.0, 2.0)], [(77.0, 0.0), (55.0, 0.0), (-2.0, -1.0)], [(77.0, 0.0), (77.0, 0.0), (55.0, 0.0)]]> : tensor<3x3xcomplex<f32>>
  %b = stablehlo.constant dense<[[(3.0, 4.0), (4.0, -3.0)], [(-8.0, 8.0), (2.0, 8.0)], [(13.0, -7.0), (4.0, -17.0)]]> : tensor<3x2xcomplex<f32>>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true, lower = false, unit_diagonal = true,
    transpose_a = #stablehlo<transpose ADJOINT>
  }> : (tensor<3x3xcomplex<f32>>, tensor<3x2xcomplex<f32>>) -> tensor<3x2xcomplex<f32>>
  check.expect_eq_const %0, dense<[[(3.0, 4.0), (4.0, -3.0)], [(0.0, 2.0), (-4.0, 0.0)], [(4.0, -1.0), (-2.0, -2.0)]]> : tensor<3x2xcomplex<f32>>
  return
}

func.func @solve_complex_left_upper() {
  %a = stablehlo.constant dense<[[(0.0, 0.5), (3.0, 1.0), (-1.0, 2.0)], [(77.0, 0.0), (0.0, 0.5), (-2.0, -1.0)], [(77.0, 0.0), (77.0, 0.0), (0.0, 1.0)]]> : tensor<3x3xcomplex<f32>>
  %b = stablehlo.constant dense<[[(1.0, -14.5), (4.5, -4.0)], [(2.5, 6.0), (8.0, 0.0)], [(3.0, -2.0), (-2.0, -3.0)]]> : tensor<3x2xcomplex<f32>>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true, lower = false, unit_diagonal = false,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<3x3xcomplex<f32>>, tensor<3x2xcomplex<f32>>) -> tensor<3x2xcomplex<f32>>
  check.expect_eq_const %0, dense<[[(-1.0, -4.0), (4.0, 1.0)], [(-4.0, -3.0), (2.0, 0.0)], [(-2.0, -3.0), (-3.0, 2.0)]]> : tensor<3x2xcomplex<f32>>
  return
}

func.func @solve_complex_left_upper_transposed() {
  %a = stablehlo.constant dense<[[(0.0, 0.5), (2.0, 2.0), (2.0, -2.0)], [(77.0, 0.0), (0.0, -4.0), (-3.0, 0.0)], [(77.0, 0.0), (77.0, 0.0), (0.0, 0.5)]]> : tensor<3x3xcomplex<f32>>
  %b = stablehlo.constant dense<[[(-1.0, 2.0), (-2.0, -0.5)], [(-8.0, 0.0), (-14.0, 14.0)], [(3.0, 3.0), (11.5, 13.0)]]> : tensor<3x2xcomplex<f32>>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true, lower = false, unit_diagonal = false,
    transpose_a = #stablehlo<transpose TRANSPOSE>
  }> : (tensor<3x3xcomplex<f32>>, tensor<3x2xcomplex<f32>>) -> tensor<3x2xcomplex<f32>>
  check.expect_eq_const %0, dense<[[(4.0, 2.0), (-1.0, 4.0)], [(3.0, -3.0), (-2.0, -1.0)], [(-4.0, 0.0), (0.0, 1.0)]]> : tensor<3x2xcomplex<f32>>
  return
}

func.func @solve_complex_left_upper_adjoint() {
  %a = stablehlo.constant dense<[[(0.0, 2.0), (1.0, 1.0), (2.0, 1.0)], [(77.0, 0.0), (0.0, 0.5), (0.0, -1.0)], [(77.0, 0.0), (77.0, 0.0), (0.0, 0.5)]]> : tensor<3x3xcomplex<f32>>
  %b = stablehlo.constant dense<[[(-8.0, -4.0), (-4.0, -6.0)], [(-1.5, -6.5), (-1.0, -6.0)], [(-2.5, -10.5), (7.0, -5.0)]]> : tensor<3x2xcomplex<f32>>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true, lower = false, unit_diagonal = false,
    transpose_a = #stablehlo<transpose ADJOINT>
  }> : (tensor<3x3xcomplex<f32>>, tensor<3x2xcomplex<f32>>) -> tensor<3x2xcomplex<f32>>
  check.expect_eq_const %0, dense<[[(2.0, -4.0), (3.0, -2.0)], [(1.0, 1.0), (2.0, -4.0)], [(3.0, -3.0), (0.0, -2.0)]]> : tensor<3x2xcomplex<f32>>
  return
}

func.func @solve_complex_right_lower_unit() {
  %a = stablehlo.constant dense<[[(55.0, 0.0), (77.0, 0.0), (77.0, 0.0)], [(-2.0, 0.0), (55.0, 0.0), (77.0, 0.0)], [(1.0, 1.0), (3.0, 2.0), (55.0, 0.0)]]> : tensor<3x3xcomplex<f32>>
  %b = stablehlo.constant dense<[[(0.0, -2.0), (15.0, 3.0), (3.0, -1.0)], [(12.0, -5.0), (9.0, -8.0), (1.0, -4.0)]]> : tensor<2x3xcomplex<f32>>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = false, lower = true, unit_diagonal = true,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<3x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>
  check.expect_eq_const %0, dense<[[(4.0, -4.0), (4.0, 0.0), (3.0, -1.0)], [(3.0, 2.0), (-2.0, 2.0), (1.0, -4.0)]]> : tensor<2x3xcomplex<f32>>
  return
}

func.func @solve_complex_right_lower_unit_transposed() {
  %a = stablehlo.constant dense<[[(55.0, 0.0), (77.0, 0.0), (77.0, 0.0)], [(2.0, -2.0), (55.0, 0.0), (77.0, 0.0)], [(-3.0, 2.0), (-2.0, 3.0), (55.0, 0.0)]]> : tensor<3x3xcomplex<f32>>
  %b = stablehlo.constant dense<[[(0.0, 4.0), (9.0, 7.0), (-7.0, -8.0)], [(-4.0, -2.0), (-11.0, 0.0), (24.0, 12.0)]]> : tensor<2x3xcomplex<f32>>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = false, lower = true, unit_diagonal = true,
    transpose_a = #stablehlo<transpose TRANSPOSE>
  }> : (tensor<3x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>
  check.expect_eq_const %0, dense<[[(0.0, 4.0), (1.0, -1.0), (0.0, -1.0)], [(-4.0, -2.0), (1.0, -4.0), (-2.0, 3.0)]]> : tensor<2x3xcomplex<f32>>
  return
}

func.func @solve_complex_right_lower_unit_adjoint() {
  %a = stablehlo.constant dense<[[(55.0, 0.0), (77.0, 0.0), (77.0, 0.0)], [(2.0, 0.0), (55.0, 0.0), (77.0, 0.0)], [(0.0, 1.0), (3.0, 3.0), (55.0, 0.0)]]> : tensor<3x3xcomplex<f32>>
  %b = stablehlo.constant dense<[[(0.0, -2.0), (-3.0, 0.0), (-1.0, 17.0)], [(1.0, -4.0), (6.0, -5.0), (17.0, -7.0)]]> : tensor<2x3xcomplex<f32>>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = false, lower = true, unit_diagonal = true,
    transpose_a = #stablehlo<transpose ADJOINT>
  }> : (tensor<3x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>
  check.expect_eq_const %0, dense<[[(0.0, -2.0), (-3.0, 4.0), (-2.0, -4.0)], [(1.0, -4.0), (4.0, 3.0), (0.0, -3.0)]]> : tensor<2x3xcomplex<f32>>
  return
}

func.func @solve_complex_right_lower() {
  %a = stablehlo.constant dense<[[(0.0, 0.5), (77.0, 0.0), (77.0, 0.0)], [(1.0, -3.0), (0.0, -4.0), (77.0, 0.0)], [(0.0, 0.0), (-3.0, -1.0), (0.0, 1.0)]]> : tensor<3x3xcomplex<f32>>
  %b = stablehlo.constant dense<[[(-2.0, -6.0), (-1.0, 7.0), (3.0, -2.0)], [(3.5, 14.5), (-1.0, 3.0), (-3.0, 4.0)]]> : tensor<2x3xcomplex<f32>>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = false, lower = true, unit_diagonal = false,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<3x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>
  check.expect_eq_const %0, dense<[[(-4.0, 0.0), (1.0, -1.0), (-2.0, -3.0)], [(1.0, -3.0), (-4.0, 2.0), (4.0, 3.0)]]> : tensor<2x3xcomplex<f32>>
  return
}

func.func @solve_complex_right_lower_transposed() {
  %a = stablehlo.constant dense<[[(0.0, 1.0), (77.0, 0.0), (77.0, 0.0)], [(-3.0, -2.0), (0.0, 2.0), (77.0, 0.0)], [(-1.0, 0.0), (0.0, -2.0), (0.0, 0.5)]]> : tensor<3x3xcomplex<f32>>
  %b = stablehlo.constant dense<[[(4.0, -1.0), (-13.0, 12.0), (10.0, 4.5)], [(-3.0, 1.0), (1.0, -7.0), (-0.5, -6.5)]]> : tensor<2x3xcomplex<f32>>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = false, lower = true, unit_diagonal = false,
    transpose_a = #stablehlo<transpose TRANSPOSE>
  }> : (tensor<3x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>
  check.expect_eq_const %0, dense<[[(-1.0, -4.0), (-1.0, 4.0), (-3.0, -2.0)], [(1.0, 3.0), (2.0, 1.0), (1.0, 3.0)]]> : tensor<2x3xcomplex<f32>>
  return
}

func.func @solve_complex_right_lower_adjoint() {
  %a = stablehlo.constant dense<[[(0.0, 1.0), (77.0, 0.0), (77.0, 0.0)], [(3.0, 1.0), (0.0, -4.0), (77.0, 0.0)], [(-3.0, -1.0), (1.0, -1.0), (0.0, 2.0)]]> : tensor<3x3xcomplex<f32>>
  %b = stablehlo.constant dense<[[(-4.0, -1.0), (3.0, -5.0), (-2.0, 20.0)], [(-4.0, 3.0), (-13.0, -17.0), (11.0, -1.0)]]> : tensor<2x3xcomplex<f32>>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = false, lower = true, unit_diagonal = false,
    transpose_a = #stablehlo<transpose ADJOINT>
  }> : (tensor<3x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>
  check.expect_eq_const %0, dense<[[(1.0, -4.0), (2.0, -1.0), (-3.0, -3.0)], [(-3.0, -4.0), (-2.0, 0.0), (4.0, 0.0)]]> : tensor<2x3xcomplex<f32>>
  return
}

func.func @solve_complex_right_upper_unit() {
  %a = stablehlo.constant dense<[[(55.0, 0.0), (2.0, -3.0), (0.0, 2.0)], [(77.0, 0.0), (55.0, 0.0), (-1.0, 0.0)], [(77.0, 0.0), (77.0, 0.0), (55.0, 0.0)]]> : tensor<3x3xcomplex<f32>>
  %b = stablehlo.constant dense<[[(0.0, 0.0), (-3.0, -4.0), (7.0, 6.0)], [(4.0, 1.0), (8.0, -10.0), (0.0, 12.0)]]> : tensor<2x3xcomplex<f32>>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = false, lower = false, unit_diagonal = true,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<3x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>
  check.expect_eq_const %0, dense<[[(0.0, 0.0), (-3.0, -4.0), (4.0, 2.0)], [(4.0, 1.0), (-3.0, 0.0), (-1.0, 4.0)]]> : tensor<2x3xcomplex<f32>>
  return
}

func.func @solve_complex_right_upper_unit_transposed() {
  %a = stablehlo.constant dense<[[(55.0, 0.0), (3.0, 0.0), (0.0, 2.0)], [(77.0, 0.0), (55.0, 0.0), (-1.0, 0.0)], [(77.0, 0.0), (77.0, 0.0), (55.0, 0.0)]]> : tensor<3x3xcomplex<f32>>
  %b = stablehlo.constant dense<[[(13.0, 16.0), (0.0, 4.0), (4.0, 0.0)], [(-11.0, 20.0), (-5.0, 1.0), (3.0, 3.0)]]> : tensor<2x3xcomplex<f32>>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = false, lower = false, unit_diagonal = true,
    transpose_a = #stablehlo<transpose TRANSPOSE>
  }> : (tensor<3x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>
  check.expect_eq_const %0, dense<[[(1.0, -4.0), (4.0, 4.0), (4.0, 0.0)], [(1.0, 2.0), (-2.0, 4.0), (3.0, 3.0)]]> : tensor<2x3xcomplex<f32>>
  return
}

func.func @solve_complex_right_upper_unit_adjoint() {
  %a = stablehlo.constant dense<[[(55.0, 0.0), (-3.0, 2.0), (-3.0, -3.0)], [(77.0, 0.0), (55.0, 0.0), (3.0, -1.0)], [(77.0, 0.0), (77.0, 0.0), (55.0, 0.0)]]> : tensor<3x3xcomplex<f32>>
  %b = stablehlo.constant dense<[[(21.0, -17.0), (-6.0, -6.0), (-3.0, -2.0)], [(-9.0, -15.0), (-1.0, 15.0), (1.0, 4.0)]]> : tensor<2x3xcomplex<f32>>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = false, lower = false, unit_diagonal = true,
    transpose_a = #stablehlo<transpose ADJOINT>
  }> : (tensor<3x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>
  check.expect_eq_const %0, dense<[[(3.0, -3.0), (1.0, 3.0), (-3.0, -2.0)], [(2.0, 0.0), (0.0, 2.0), (1.0, 4.0)]]> : tensor<2x3xcomplex<f32>>
  return
}

func.func @solve_complex_right_upper() {
  %a = stablehlo.constant dense<[[(0.0, 1.0), (2.0, 1.0), (-3.0, 1.0)], [(77.0, 0.0), (0.0, 2.0), (-2.0, -2.0)], [(77.0, 0.0), (77.0, 0.0), (0.0, 0.5)]]> : tensor<3x3xcomplex<f32>>
  %b = stablehlo.constant dense<[[(-2.0, 2.0), (10.0, 4.0), (-13.5, 8.0)], [(-2.0, -2.0), (-6.0, 8.0), (-4.0, -14.5)]]> : tensor<2x3xcomplex<f32>>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = false, lower = false, unit_diagonal = false,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<3x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>
  check.expect_eq_const %0, dense<[[(2.0, 2.0), (-1.0, -4.0), (4.0, -1.0)], [(-2.0, 2.0), (3.0, 0.0), (-1.0, 4.0)]]> : tensor<2x3xcomplex<f32>>
  return
}

func.func @solve_complex_right_upper_transposed() {
  %a = stablehlo.constant dense<[[(0.0, 0.5), (-1.0, 2.0), (-1.0, -1.0)], [(77.0, 0.0), (0.0, 2.0), (3.0, -1.0)], [(77.0, 0.0), (77.0, 0.0), (0.0, -4.0)]]> : tensor<3x3xcomplex<f32>>
  %b = stablehlo.constant dense<[[(-0.5, 5.5), (-3.0, 7.0), (0.0, 4.0)], [(-4.0, -1.0), (4.0, -2.0), (0.0, -8.0)]]> : tensor<2x3xcomplex<f32>>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = false, lower = false, unit_diagonal = false,
    transpose_a = #stablehlo<transpose TRANSPOSE>
  }> : (tensor<3x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>
  check.expect_eq_const %0, dense<[[(-3.0, -3.0), (3.0, 0.0), (-1.0, 0.0)], [(4.0, 0.0), (0.0, 1.0), (2.0, 0.0)]]> : tensor<2x3xcomplex<f32>>
  return
}

func.func @solve_complex_right_upper_adjoint() {
  %a = stablehlo.constant dense<[[(0.0, 2.0), (3.0, -2.0), (0.0, 2.0)], [(77.0, 0.0), (0.0, 2.0), (1.0, -1.0)], [(77.0, 0.0), (77.0, 0.0), (0.0, 2.0)]]> : tensor<3x3xcomplex<f32>>
  %b = stablehlo.constant dense<[[(-15.0, 14.0), (11.0, -3.0), (-8.0, 2.0)], [(-10.0, 2.0), (6.0, 0.0), (-6.0, -6.0)]]> : tensor<2x3xcomplex<f32>>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = false, lower = false, unit_diagonal = false,
    transpose_a = #stablehlo<transpose ADJOINT>
  }> : (tensor<3x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>
  check.expect_eq_const %0, dense<[[(-1.0, 2.0), (-1.0, 4.0), (-1.0, -4.0)], [(-4.0, -2.0), (0.0, 0.0), (3.0, -3.0)]]> : tensor<2x3xcomplex<f32>>
  return
}

func.func @solve_each_matrix_of_a_batch() {
  %a = stablehlo.constant dense<[[[2.0]], [[4.0]]]> : tensor<2x1x1xf32>
  %b = stablehlo.constant dense<[[[6.0, 8.0]], [[6.0, 8.0]]]> : tensor<2x1x2xf32>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true, lower = true, unit_diagonal = false,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<2x1x1xf32>, tensor<2x1x2xf32>) -> tensor<2x1x2xf32>
  check.expect_eq_const %0, dense<[[[3.0, 4.0]], [[1.5, 2.0]]]> : tensor<2x1x2xf32>
  return
}

func.func @solve_without_right_sides() {
  %a = stablehlo.constant dense<1.0> : tensor<2x2xf32>
  %b = stablehlo.constant dense<> : tensor<2x0xf32>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true, lower = true, unit_diagonal = false,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<2x2xf32>, tensor<2x0xf32>) -> tensor<2x0xf32>
  check.expect_eq_const %0, dense<> : tensor<2x0xf32>
  return
}

func.func @solve_singular_divides_by_zero() {
  %a = stablehlo.constant dense<0.0> : tensor<1x1xf32>
  %b = stablehlo.constant dense<[[1.0, 0.0, -1.0]]> : tensor<1x3xf32>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true, lower = true, unit_diagonal = false,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<1x1xf32>, tensor<1x3xf32>) -> tensor<1x3xf32>
  check.expect_eq_const %0, dense<[[0x7F800000, 0x7FC00000, 0xFF800000]]> : tensor<1x3xf32>
  return
}

func.func @lu_exchanges_rows() {
  %a = stablehlo.constant dense<[[1.0, 2.0, 4.0], [2.0, 8.0, 4.0], [-4.0, 8.0, 16.0]]> : tensor<3x3xf32>
  %0:2 = stablehlo.lu %a : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3xi32>)
  check.expect_eq_const %0#0, dense<[[-4.0, 8.0, 16.0], [-0.5, 12.0, 12.0], [-0.25, 0.33333334, 4.0]]> : tensor<3x3xf32>
  check.expect_eq_const %0#1, dense<[3, 2, 3]> : tensor<3xi32>
  return
}

func.func @lu_of_equal_sizes_takes_the_first() {
  %a = stablehlo.constant dense<[[2.0, 1.0], [-2.0, 1.0]]> : tensor<2x2xf64>
  %0:2 = stablehlo.lu %a : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xi32>)
  check.expect_eq_const %0#0, dense<[[2.0, 1.0], [-1.0, 2.0]]> : tensor<2x2xf64>
  check.expect_eq_const %0#1, dense<[1, 2]> : tensor<2xi32>
  return
}

// 3 + 3i is smaller than 5, as a number and not by the sum of its parts.
func.func @lu_complex_by_the_sum_of_parts() {
  %a = stablehlo.constant dense<[[(5.0, 0.0)], [(3.0, 3.0)]]> : tensor<2x1xcomplex<f32>>
  %0:2 = stablehlo.lu %a : (tensor<2x1xcomplex<f32>>) -> (tensor<2x1xcomplex<f32>>, tensor<1xi32>)
  check.expect_eq_const %0#1, dense<2> : tensor<1xi32>
  return
}

func.func @lu_of_a_column_of_zeros() {
  %a = stablehlo.constant dense<[[0.0, 1.0], [0.0, 2.0], [0.0, 4.0]]> : tensor<3x2xf32>
  %0:2 = stablehlo.lu %a : (tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<2xi32>)
  check.expect_eq_const %0#0, dense<[[0.0, 1.0], [0.0, 4.0], [0.0, 0.5]]> : tensor<3x2xf32>
  check.expect_eq_const %0#1, dense<[1, 3]> : tensor<2xi32>
  return
}

func.func @lu_of_wide_matrices_of_a_batch() {
  %a = stablehlo.constant dense<[[[2.0, 3.0]], [[0.0, 1.0]]]> : tensor<2x1x2xbf16>
  %0:2 = stablehlo.lu %a : (tensor<2x1x2xbf16>) -> (tensor<2x1x2xbf16>, tensor<2x1xi32>)
  check.expect_eq_const %0#0, dense<[[[2.0, 3.0]], [[0.0, 1.0]]]> : tensor<2x1x2xbf16>
  check.expect_eq_const %0#1, dense<1> : tensor<2x1xi32>
  return
}

func.func @lu_of_empty_matrices() {
  %a = stablehlo.constant dense<> : tensor<2x0x3xf32>
  %0:2 = stablehlo.lu %a : (tensor<2x0x3xf32>) -> (tensor<2x0x3xf32>, tensor<2x0xi32>)
  check.expect_eq_const %0#1, dense<> : tensor<2x0xi32>
  return
}

func.func @exchanges_one_after_the_other() {
  %pivots = stablehlo.constant dense<[[2, 2, 3], [0, 3, 2]]> : tensor<2x3xi32>
  %0 = stablehlo.pivots_to_permutation %pivots, size = 4 : (tensor<2x3xi32>) -> tensor<2x4xi32>
  check.expect_eq_const %0, dense<[[2, 0, 3, 1], [0, 3, 2, 1]]> : tensor<2x4xi32>
  return
}

func.func @what_is_no_row_is_not_exchanged() {
  %pivots = stablehlo.constant dense<[-1, 3, 1]> : tensor<3xi32>
  %0 = stablehlo.pivots_to_permutation %pivots, size = 3 : (tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %0, dense<[0, 2, 1]> : tensor<3xi32>
  return
}

func.func @qr_reflects_columns() {
  %a = stablehlo.constant dense<[[3.0, 1.0], [4.0, 2.0]]> : tensor<2x2xf32>
  %0:2 = stablehlo.qr %a : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>)
  check.expect_almost_eq_const %0#0, dense<[[-5.0, -2.2], [0.5, 0.4]]> : tensor<2x2xf32>
  check.expect_almost_eq_const %0#1, dense<[1.6, 0.0]> : tensor<2xf32>
  %q = stablehlo.reflections %0#0, %0#1 : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  check.expect_almost_eq_const %q, dense<[[-0.6, -0.8], [-0.8, 0.6]]> : tensor<2x2xf32>
  return
}

func.func @qr_of_a_negative_column_and_of_zeros() {
  %a = stablehlo.constant dense<[[[-3.0], [4.0]], [[2.0], [0.0]]]> : tensor<2x2x1xf64>
  %0:2 = stablehlo.qr %a : (tensor<2x2x1xf64>) -> (tensor<2x2x1xf64>, tensor<2x1xf64>)
  check.expect_eq_const %0#0, dense<[[[5.0], [-0.5]], [[2.0], [0.0]]]> : tensor<2x2x1xf64>
  check.expect_eq_const %0#1, dense<[[1.6], [0.0]]> : tensor<2x1xf64>
  return
}

// What lies outside of the matrix is not read.
func.func @tridiagonal_solve_of_two_right_hand_sides() {
  %lower = stablehlo.constant dense<[0x7FC00000, 1.0, 3.0]> : tensor<3xf32>
  %diagonal = stablehlo.constant dense<[2.0, 0.0, 1.0]> : tensor<3xf32>
  %upper = stablehlo.constant dense<[1.0, 4.0, 0x7FC00000]> : tensor<3xf32>
  %b = stablehlo.constant dense<[[4.0, 2.0], [13.0, 1.0], [9.0, 0.0]]> : tensor<3x2xf32>
  %0 = stablehlo.tridiagonal_solve %lower, %diagonal, %upper, %b : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  check.expect_almost_eq_const %0, dense<[[1.0, 1.0], [2.0, 0.0], [3.0, 0.0]]> : tensor<3x2xf32>
  return
}

// The diagonal is zero, and every equation is exchanged.
func.func @tridiagonal_solve_exchanges_equations() {
  %side = stablehlo.constant dense<[[1.0, 2.0, 4.0, 8.0]]> : tensor<1x4xf64>
  %diagonal = stablehlo.constant dense<0.0> : tensor<1x4xf64>
  %b = stablehlo.constant dense<[[[2.0], [10.0], [24.0], [24.0]]]> : tensor<1x4x1xf64>
  %0 = stablehlo.tridiagonal_solve %side, %diagonal, %side, %b : (tensor<1x4xf64>, tensor<1x4xf64>, tensor<1x4xf64>, tensor<1x4x1xf64>) -> tensor<1x4x1xf64>
  check.expect_almost_eq_const %0, dense<[[[2.0], [2.0], [3.0], [4.0]]]> : tensor<1x4x1xf64>
  return
}

func.func @tridiagonal_solve_of_a_singular_matrix() {
  %side = stablehlo.constant dense<1.0> : tensor<2xf64>
  %b = stablehlo.constant dense<[[1.0], [2.0]]> : tensor<2x1xf64>
  %0 = stablehlo.tridiagonal_solve %side, %side, %side, %b : (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2x1xf64>) -> tensor<2x1xf64>
  %1 = stablehlo.compare NE, %0, %0 : (tensor<2x1xf64>, tensor<2x1xf64>) -> tensor<2x1xi1>
  check.expect_eq_const %1, dense<true> : tensor<2x1xi1>
  return
}

func.func @tridiagonal_solve_of_complex_numbers() {
  %side = stablehlo.constant dense<[(0.0, 1.0), (0.0, 1.0)]> : tensor<2xcomplex<f32>>
  %diagonal = stablehlo.constant dense<[(1.0, 0.0), (0.0, 0.0)]> : tensor<2xcomplex<f32>>
  %b = stablehlo.constant dense<[[(1.0, 2.0)], [(0.0, 1.0)]]> : tensor<2x1xcomplex<f32>>
  %0 = stablehlo.tridiagonal_solve %side, %diagonal, %side, %b : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>, tensor<2x1xcomplex<f32>>) -> tensor<2x1xcomplex<f32>>
  check.expect_almost_eq_const %0, dense<[[(1.0, 0.0)], [(2.0, 0.0)]]> : tensor<2x1xcomplex<f32>>
  return
}

// Of either triangle the other is not read. Vectors may point either way, so their squares are compared.
func.func @eigh_of_each_triangle() {
  %a = stablehlo.constant dense<[[2.0, 0x7FC00000], [1.0, 2.0]]> : tensor<2x2xf32>
  %b = stablehlo.constant dense<[[5.0, 0.0, 0.0], [0x7FC00000, -1.0, 0.0], [0x7FC00000, 0x7FC00000, 3.0]]> : tensor<3x3xf32>
  %0:2 = stablehlo.eigh %a, lower = true : (tensor<2x2xf32>) -> (tensor<2xf32>, tensor<2x2xf32>)
  %1:2 = stablehlo.eigh %b, lower = false : (tensor<3x3xf32>) -> (tensor<3xf32>, tensor<3x3xf32>)
  check.expect_almost_eq_const %0#0, dense<[1.0, 3.0]> : tensor<2xf32>
  check.expect_almost_eq_const %1#0, dense<[-1.0, 3.0, 5.0]> : tensor<3xf32>
  %2 = stablehlo.multiply %0#1, %0#1 : tensor<2x2xf32>
  check.expect_almost_eq_const %2, dense<0.5> : tensor<2x2xf32>
  %3 = stablehlo.multiply %1#1, %1#1 : tensor<3x3xf32>
  check.expect_almost_eq_const %3, dense<[[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]> : tensor<3x3xf32>
  return
}

func.func @eigh_of_what_is_not_finite() {
  %a = stablehlo.constant dense<[[[1.0, 0.0], [0x7FF8000000000000, 2.0]], [[0x7FF0000000000000, 0.0], [0.0, 2.0]], [[0.0, 0.0], [0.0, 0.0]]]> : tensor<3x2x2xf64>
  %0:2 = stablehlo.eigh %a, lower = true : (tensor<3x2x2xf64>) -> (tensor<3x2xf64>, tensor<3x2x2xf64>)
  %1 = stablehlo.compare NE, %0#0, %0#0 : (tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xi1>
  check.expect_eq_const %1, dense<[[true, true], [true, true], [false, false]]> : tensor<3x2xi1>
  return
}
