// Quotients of complex numbers whose squares leave the range, and sums of no terms beside infinity.
// RUN: weft-run --check --compiled %s

func.func @triangular_solve_of_tiny_numbers() {
  %a = stablehlo.constant dense<(4.9406564584124654e-324, -0.0)> : tensor<1x1xcomplex<f64>>
  %b = stablehlo.constant dense<(4.9406564584124654e-324, -0.0)> : tensor<1x2xcomplex<f64>>
  %m = stablehlo.optimization_barrier %a : tensor<1x1xcomplex<f64>>
  %r = "stablehlo.triangular_solve"(%m, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<1x1xcomplex<f64>>, tensor<1x2xcomplex<f64>>) -> tensor<1x2xcomplex<f64>>
  %e = stablehlo.constant dense<(1.0, 0.0)> : tensor<1x2xcomplex<f64>>
  check.expect_almost_eq %r, %e : tensor<1x2xcomplex<f64>>
  return
}

func.func @einsum_of_nothing() {
  %x = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %y = stablehlo.constant dense<> : tensor<0xf32>
  %z = stablehlo.optimization_barrier %x : tensor<f32>
  %r = stablehlo.einsum %z, %y, config = ",a->" : (tensor<f32>, tensor<0xf32>) -> tensor<f32>
  %e = stablehlo.constant dense<0.0> : tensor<f32>
  check.expect_eq %r, %e : tensor<f32>
  return
}

// What stands for zero in a type that has none is what it is elsewhere.
func.func @einsum_of_nothing_without_zero() {
  %x = stablehlo.constant dense<1.0> : tensor<f8E8M0FNU>
  %y = stablehlo.constant dense<> : tensor<0xf8E8M0FNU>
  %z = stablehlo.optimization_barrier %x : tensor<f8E8M0FNU>
  %r = stablehlo.einsum %z, %y, config = ",a->" : (tensor<f8E8M0FNU>, tensor<0xf8E8M0FNU>) -> tensor<f8E8M0FNU>
  %w = stablehlo.convert %r : (tensor<f8E8M0FNU>) -> tensor<f32>
  %e = stablehlo.constant dense<0x7FC00000> : tensor<f32>
  check.expect_eq %w, %e : tensor<f32>
  return
}
