// Floats of every kind: one rounding per operation, NaN, infinities and zeros.
// RUN: weft-run --check %s

// Ties go to even, and what is too large becomes what the type has for it.
func.func @round_once() {
  %a = stablehlo.constant dense<[1.0, 256.0, 3.0]> : tensor<3xbf16>
  %b = stablehlo.constant dense<[3.906250e-03, 1.0, 1.171875e-02]> : tensor<3xbf16>
  %sum = stablehlo.add %a, %b : tensor<3xbf16>
  check.expect_eq_const %sum, dense<[1.0, 256.0, 3.015625]> : tensor<3xbf16>
  %c = stablehlo.constant dense<[6.0, 1.5]> : tensor<2xf4E2M1FN>
  %d = stablehlo.multiply %c, %c : tensor<2xf4E2M1FN>
  check.expect_eq_const %d, dense<[6.0, 2.0]> : tensor<2xf4E2M1FN>
  %e = stablehlo.constant dense<[448.0, 1.0]> : tensor<2xf8E4M3FN>
  %f = stablehlo.add %e, %e : tensor<2xf8E4M3FN>
  %finite = stablehlo.is_finite %f : (tensor<2xf8E4M3FN>) -> tensor<2xi1>
  check.expect_eq_const %finite, dense<[false, true]> : tensor<2xi1>
  %g = stablehlo.constant dense<57344.0> : tensor<f8E5M2>
  %h = stablehlo.add %g, %g : tensor<f8E5M2>
  check.expect_eq_const %h, dense<0x7C> : tensor<f8E5M2>
  %i = stablehlo.constant dense<65504.0> : tensor<f16>
  %j = stablehlo.add %i, %i : tensor<f16>
  check.expect_eq_const %j, dense<0x7C00> : tensor<f16>
  return
}

// -----

func.func @nan_wins_and_zeros_are_ordered() {
  %a = stablehlo.constant dense<[0x7FC00000, 1.0, -0.0, 0.0]> : tensor<4xf32>
  %b = stablehlo.constant dense<[1.0, 0x7FC00000, 0.0, -0.0]> : tensor<4xf32>
  %max = stablehlo.maximum %a, %b : tensor<4xf32>
  %maxBits = stablehlo.bitcast_convert %max : (tensor<4xf32>) -> tensor<4xi32>
  check.expect_eq_const %maxBits, dense<[0x7FC00000, 0x7FC00000, 0, 0]> : tensor<4xi32>
  %min = stablehlo.minimum %a, %b : tensor<4xf32>
  %minBits = stablehlo.bitcast_convert %min : (tensor<4xf32>) -> tensor<4xi32>
  check.expect_eq_const %minBits, dense<[0x7FC00000, 0x7FC00000, 0x80000000, 0x80000000]> : tensor<4xi32>
  return
}

// -----

func.func @signs() {
  %a = stablehlo.constant dense<[-0.0, 0xFF800000, 2.5, 0x7FC00000]> : tensor<4xf32>
  %sign = stablehlo.sign %a : tensor<4xf32>
  check.expect_eq_const %sign, dense<[-0.0, -1.0, 1.0, 0x7FC00000]> : tensor<4xf32>
  %bits = stablehlo.bitcast_convert %sign : (tensor<4xf32>) -> tensor<4xui32>
  check.expect_eq_const %bits, dense<[0x80000000, 0xBF800000, 0x3F800000, 0x7FC00000]> : tensor<4xui32>
  return
}

// -----

func.func @rounding_to_integers() {
  %a = stablehlo.constant dense<[-2.5, -0.5, 0.5, 1.5, 2.5]> : tensor<5xf64>
  %afz = stablehlo.round_nearest_afz %a : tensor<5xf64>
  check.expect_eq_const %afz, dense<[-3.0, -1.0, 1.0, 2.0, 3.0]> : tensor<5xf64>
  %even = stablehlo.round_nearest_even %a : tensor<5xf64>
  check.expect_eq_const %even, dense<[-2.0, 0.0, 0.0, 2.0, 2.0]> : tensor<5xf64>
  %floor = stablehlo.floor %a : tensor<5xf64>
  check.expect_eq_const %floor, dense<[-3.0, -1.0, 0.0, 1.0, 2.0]> : tensor<5xf64>
  %ceil = stablehlo.ceil %a : tensor<5xf64>
  check.expect_eq_const %ceil, dense<[-2.0, 0.0, 1.0, 2.0, 3.0]> : tensor<5xf64>
  return
}

// -----

// The remainder is exact, however far apart the operands are.
func.func @remainder() {
  %a = stablehlo.constant dense<[1.0e300, -7.5, 7.5, 1.0]> : tensor<4xf64>
  %b = stablehlo.constant dense<[7.0, 2.0, -2.0, 0.0]> : tensor<4xf64>
  %c = stablehlo.remainder %a, %b : tensor<4xf64>
  check.expect_eq_const %c, dense<[1.0, -1.5, 1.5, 0x7FF8000000000000]> : tensor<4xf64>
  return
}

// -----

func.func @reduced_precision() {
  %a = stablehlo.constant dense<[1.75, 65520.0, 3.0e-5, -3.0e-5, 0x7FC00000]> : tensor<5xf32>
  %half = stablehlo.reduce_precision %a, format = e5m10 : tensor<5xf32>
  check.expect_eq_const %half, dense<[1.75, 0x7F800000, 0.0, -0.0, 0x7FC00000]> : tensor<5xf32>
  %none = stablehlo.reduce_precision %a, format = e8m0 : tensor<5xf32>
  check.expect_eq_const %none, dense<[2.0, 65536.0, 3.05175781e-05, -3.05175781e-05, 0x7F800000]> : tensor<5xf32>
  // A type whose minus zero is a NaN has one zero.
  %b = stablehlo.constant dense<[-0.34375, 1.5, -1.2207e-03]> : tensor<3xf8E4M3B11FNUZ>
  %small = stablehlo.reduce_precision %b, format = e2m3 : tensor<3xf8E4M3B11FNUZ>
  check.expect_eq_const %small, dense<[0.0, 1.5, 0.0]> : tensor<3xf8E4M3B11FNUZ>
  return
}

// -----

func.func @complex_numbers() {
  %a = stablehlo.constant dense<[(3.0, -4.0), (0.0, 0.0)]> : tensor<2xcomplex<f32>>
  %modulus = stablehlo.abs %a : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  check.expect_eq_const %modulus, dense<[5.0, 0.0]> : tensor<2xf32>
  %sign = stablehlo.sign %a : tensor<2xcomplex<f32>>
  check.expect_eq_const %sign, dense<[(0.6, -0.8), (0.0, 0.0)]> : tensor<2xcomplex<f32>>
  %product = stablehlo.multiply %a, %a : tensor<2xcomplex<f32>>
  check.expect_eq_const %product, dense<[(-7.0, -24.0), (0.0, 0.0)]> : tensor<2xcomplex<f32>>
  %root = stablehlo.sqrt %product : tensor<2xcomplex<f32>>
  check.expect_eq_const %root, dense<[(3.0, -4.0), (0.0, 0.0)]> : tensor<2xcomplex<f32>>
  return
}
