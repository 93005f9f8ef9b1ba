// Complex functions where parts are infinite, NaN or zero: as in the interpreter.
// RUN: weft-run --check --compiled %s

func.func @cosine() {
  %a0 = stablehlo.constant dense<[(0x7F800000, 0x7F800000), (0x7F800000, 0x7FC00000), (0x7F800000, 0.0), (0x7F800000, 100.0), (0xFF800000, 0xFF800000), (0xFF800000, 1.0), (0x7FC00000, 0.0), (0x7FC00000, 0x7FC00000), (0.0, 0x7F800000), (0.0, 0x7FC00000), (1.0, 0x7F800000), (100.0, 0x7FC00000), (3.0, 0xFF800000), (0.5, 0.25), (-90.0, 2.0)]> : tensor<15xcomplex<f32>>
  %r = stablehlo.cosine %a0 : tensor<15xcomplex<f32>>
  %expected0 = stablehlo.constant dense<[(0x7F800000,0x7FFFFFFF), (0x7FC00000,0x7FC00000), (0x7FFFFFFF,0.000000e+00), (0x7FFFFFFF,0x7FC00000), (0x7F800000,0x7FFFFFFF), (0x7FFFFFFF,0x7FC00000), (0x7FC00000,0.000000e+00), (0x7FC00000,0x7FC00000), (0x7F800000,-0.000000e+00), (0x7FC00000,0.000000e+00), (0x7F800000,0xFF800000), (0x7FC00000,0x7FC00000), (0xFF800000,0x7F800000), (0.905150175,-0.121108793), (-1.68574059,3.24240112)]> : tensor<15xcomplex<f32>>
  check.expect_close %r, %expected0, max_ulp_difference = 3 : tensor<15xcomplex<f32>>, tensor<15xcomplex<f32>>
  return
}

func.func @sine() {
  %a0 = stablehlo.constant dense<[(0x7F800000, 0x7F800000), (0x7F800000, 0x7FC00000), (0x7F800000, 0.0), (0x7F800000, 100.0), (0xFF800000, 0xFF800000), (0xFF800000, 1.0), (0x7FC00000, 0.0), (0x7FC00000, 0x7FC00000), (0.0, 0x7F800000), (0.0, 0x7FC00000), (1.0, 0x7F800000), (100.0, 0x7FC00000), (3.0, 0xFF800000), (0.5, 0.25), (-90.0, 2.0)]> : tensor<15xcomplex<f32>>
  %r = stablehlo.sine %a0 : tensor<15xcomplex<f32>>
  %expected0 = stablehlo.constant dense<[(0x7FFFFFFF,0x7F800000), (0x7FC00000,0x7FC00000), (0x7FFFFFFF,0.000000e+00), (0x7FC00000,0x7FC00000), (0x7FFFFFFF,0x7F800000), (0x7FC00000,0x7FC00000), (0x7FC00000,0.000000e+00), (0x7FC00000,0x7FC00000), (0.000000e+00,0x7F800000), (0.000000e+00,0x7FC00000), (0x7F800000,0x7F800000), (0x7FC00000,0x7FC00000), (0x7F800000,0x7F800000), (0.494485795,0.221688166), (-3.36339045,-1.62510049)]> : tensor<15xcomplex<f32>>
  check.expect_close %r, %expected0, max_ulp_difference = 3 : tensor<15xcomplex<f32>>, tensor<15xcomplex<f32>>
  return
}

func.func @tan() {
  %a0 = stablehlo.constant dense<[(0x7F800000, 0x7F800000), (0x7F800000, 0x7FC00000), (0x7F800000, 0.0), (0x7F800000, 100.0), (0xFF800000, 0xFF800000), (0xFF800000, 1.0), (0x7FC00000, 0.0), (0x7FC00000, 0x7FC00000), (0.0, 0x7F800000), (0.0, 0x7FC00000), (1.0, 0x7F800000), (100.0, 0x7FC00000), (3.0, 0xFF800000), (0.5, 0.25), (-90.0, 2.0)]> : tensor<15xcomplex<f32>>
  %r = stablehlo.tan %a0 : tensor<15xcomplex<f32>>
  %expected0 = stablehlo.constant dense<[(0.000000e+00,1.000000e+00), (0x7FC00000,0x7FC00000), (0x7FC00000,0x7FC00000), (0x7FC00000,0x7FC00000), (-0.000000e+00,-1.000000e+00), (0x7FC00000,0x7FC00000), (0x7FC00000,0x7FC00000), (0x7FC00000,0x7FC00000), (0.000000e+00,1.000000e+00), (0.000000e+00,0x7FC00000), (0.000000e+00,1.000000e+00), (0x7FC00000,0x7FC00000), (-0.000000e+00,-1.000000e+00), (0.504500687,0.312420696), (0.0299947374,1.02172029)]> : tensor<15xcomplex<f32>>
  check.expect_close %r, %expected0, max_ulp_difference = 3 : tensor<15xcomplex<f32>>, tensor<15xcomplex<f32>>
  return
}

func.func @tanh() {
  %a0 = stablehlo.constant dense<[(0x7F800000, 0x7F800000), (0x7F800000, 0x7FC00000), (0x7F800000, 0.0), (0x7F800000, 100.0), (0xFF800000, 0xFF800000), (0xFF800000, 1.0), (0x7FC00000, 0.0), (0x7FC00000, 0x7FC00000), (0.0, 0x7F800000), (0.0, 0x7FC00000), (1.0, 0x7F800000), (100.0, 0x7FC00000), (3.0, 0xFF800000), (0.5, 0.25), (-90.0, 2.0)]> : tensor<15xcomplex<f32>>
  %r = stablehlo.tanh %a0 : tensor<15xcomplex<f32>>
  %expected0 = stablehlo.constant dense<[(1.000000e+00,0.000000e+00), (1.000000e+00,0.000000e+00), (1.000000e+00,0.000000e+00), (1.000000e+00,-0.000000e+00), (-1.000000e+00,-0.000000e+00), (-1.000000e+00,0.000000e+00), (0x7FC00000,0.000000e+00), (0x7FC00000,0x7FC00000), (0x7FC00000,0x7FC00000), (0x7FC00000,0x7FC00000), (0x7FC00000,0x7FC00000), (0x7FC00000,0x7FC00000), (0x7FC00000,0x7FC00000), (0.485487282,0.198055446), (-1.000000e+00,-0.000000e+00)]> : tensor<15xcomplex<f32>>
  check.expect_close %r, %expected0, max_ulp_difference = 3 : tensor<15xcomplex<f32>>, tensor<15xcomplex<f32>>
  return
}

func.func @exponential() {
  %a0 = stablehlo.constant dense<[(0x7F800000, 0x7F800000), (0x7F800000, 0x7FC00000), (0x7F800000, 0.0), (0x7F800000, 100.0), (0xFF800000, 0xFF800000), (0xFF800000, 1.0), (0x7FC00000, 0.0), (0x7FC00000, 0x7FC00000), (0.0, 0x7F800000), (0.0, 0x7FC00000), (1.0, 0x7F800000), (100.0, 0x7FC00000), (3.0, 0xFF800000), (0.5, 0.25), (-90.0, 2.0)]> : tensor<15xcomplex<f32>>
  %r = stablehlo.exponential %a0 : tensor<15xcomplex<f32>>
  %expected0 = stablehlo.constant dense<[(0x7FC00000,0x7FC00000), (0x7FC00000,0x7FC00000), (0x7F800000,0.000000e+00), (0x7F800000,0xFF800000), (0x7FC00000,0x7FC00000), (0.000000e+00,0.000000e+00), (0x7FC00000,0.000000e+00), (0x7FC00000,0x7FC00000), (0x7FC00000,0x7FC00000), (0x7FC00000,0x7FC00000), (0x7FC00000,0x7FC00000), (0x7FC00000,0x7FC00000), (0x7FC00000,0x7FC00000), (1.59746647,0.407900184), (-3.409910e-40,7.450790e-40)]> : tensor<15xcomplex<f32>>
  check.expect_close %r, %expected0, max_ulp_difference = 3 : tensor<15xcomplex<f32>>, tensor<15xcomplex<f32>>
  return
}

func.func @exponential_minus_one() {
  %a0 = stablehlo.constant dense<[(0x7F800000, 0x7F800000), (0x7F800000, 0x7FC00000), (0x7F800000, 0.0), (0x7F800000, 100.0), (0xFF800000, 0xFF800000), (0xFF800000, 1.0), (0x7FC00000, 0.0), (0x7FC00000, 0x7FC00000), (0.0, 0x7F800000), (0.0, 0x7FC00000), (1.0, 0x7F800000), (100.0, 0x7FC00000), (3.0, 0xFF800000), (0.5, 0.25), (-90.0, 2.0)]> : tensor<15xcomplex<f32>>
  %r = stablehlo.exponential_minus_one %a0 : tensor<15xcomplex<f32>>
  %expected0 = stablehlo.constant dense<[(0x7FC00000,0x7FC00000), (0x7FC00000,0x7FC00000), (0x7F800000,0.000000e+00), (0x7F800000,0xFF800000), (0x7FC00000,0x7FC00000), (-1.000000e+00,0.000000e+00), (0x7FC00000,0.000000e+00), (0x7FC00000,0x7FC00000), (0x7FC00000,0x7FC00000), (0x7FC00000,0x7FC00000), (0x7FC00000,0x7FC00000), (0x7FC00000,0x7FC00000), (0x7FC00000,0x7FC00000), (0.597466528,0.407900184), (-1.000000e+00,7.450790e-40)]> : tensor<15xcomplex<f32>>
  check.expect_close %r, %expected0, max_ulp_difference = 3 : tensor<15xcomplex<f32>>, tensor<15xcomplex<f32>>
  return
}

func.func @log() {
  %a0 = stablehlo.constant dense<[(0x7F800000, 0x7F800000), (0x7F800000, 0x7FC00000), (0x7F800000, 0.0), (0x7F800000, 100.0), (0xFF800000, 0xFF800000), (0xFF800000, 1.0), (0x7FC00000, 0.0), (0x7FC00000, 0x7FC00000), (0.0, 0x7F800000), (0.0, 0x7FC00000), (1.0, 0x7F800000), (100.0, 0x7FC00000), (3.0, 0xFF800000), (0.5, 0.25), (-90.0, 2.0)]> : tensor<15xcomplex<f32>>
  %r = stablehlo.log %a0 : tensor<15xcomplex<f32>>
  %expected0 = stablehlo.constant dense<[(0x7F800000,0.785398185), (0x7F800000,0x7FC00000), (0x7F800000,0.000000e+00), (0x7F800000,0.000000e+00), (0x7F800000,-2.3561945), (0x7F800000,3.14159274), (0x7FC00000,0x7FC00000), (0x7FC00000,0x7FC00000), (0x7F800000,1.57079637), (0x7FC00000,0x7FC00000), (0x7F800000,1.57079637), (0x7FC00000,0x7FC00000), (0x7F800000,-1.57079637), (-0.581575394,0.463647604), (4.50005674,3.11937404)]> : tensor<15xcomplex<f32>>
  check.expect_close %r, %expected0, max_ulp_difference = 3 : tensor<15xcomplex<f32>>, tensor<15xcomplex<f32>>
  return
}

func.func @log_plus_one() {
  %a0 = stablehlo.constant dense<[(0x7F800000, 0x7F800000), (0x7F800000, 0x7FC00000), (0x7F800000, 0.0), (0x7F800000, 100.0), (0xFF800000, 0xFF800000), (0xFF800000, 1.0), (0x7FC00000, 0.0), (0x7FC00000, 0x7FC00000), (0.0, 0x7F800000), (0.0, 0x7FC00000), (1.0, 0x7F800000), (100.0, 0x7FC00000), (3.0, 0xFF800000), (0.5, 0.25), (-90.0, 2.0)]> : tensor<15xcomplex<f32>>
  %r = stablehlo.log_plus_one %a0 : tensor<15xcomplex<f32>>
  %expected0 = stablehlo.constant dense<[(0x7F800000,0.785398185), (0x7F800000,0x7FC00000), (0x7F800000,0.000000e+00), (0x7F800000,0.000000e+00), (0x7F800000,-2.3561945), (0x7F800000,3.14159274), (0x7FC00000,0x7FC00000), (0x7FC00000,0x7FC00000), (0x7F800000,1.57079637), (0x7FC00000,0x7FC00000), (0x7F800000,1.57079637), (0x7FC00000,0x7FC00000), (0x7F800000,-1.57079637), (0.419164598,0.165148675), (4.48888874,3.11912441)]> : tensor<15xcomplex<f32>>
  check.expect_close %r, %expected0, max_ulp_difference = 3 : tensor<15xcomplex<f32>>, tensor<15xcomplex<f32>>
  return
}

func.func @logistic() {
  %a0 = stablehlo.constant dense<[(0x7F800000, 0x7F800000), (0x7F800000, 0x7FC00000), (0x7F800000, 0.0), (0x7F800000, 100.0), (0xFF800000, 0xFF800000), (0xFF800000, 1.0), (0x7FC00000, 0.0), (0x7FC00000, 0x7FC00000), (0.0, 0x7F800000), (0.0, 0x7FC00000), (1.0, 0x7F800000), (100.0, 0x7FC00000), (3.0, 0xFF800000), (0.5, 0.25), (-90.0, 2.0)]> : tensor<15xcomplex<f32>>
  %r = stablehlo.logistic %a0 : tensor<15xcomplex<f32>>
  %expected0 = stablehlo.constant dense<[(1.000000e+00,0.000000e+00), (1.000000e+00,0.000000e+00), (1.000000e+00,0.000000e+00), (1.000000e+00,0.000000e+00), (0.000000e+00,0.000000e+00), (0.000000e+00,0.000000e+00), (0x7FC00000,0x7FC00000), (0x7FC00000,0x7FC00000), (0x7FC00000,0x7FC00000), (0x7FC00000,0x7FC00000), (0x7FC00000,0x7FC00000), (0x7FC00000,0x7FC00000), (0x7FC00000,0x7FC00000), (0.624275147,0.0590029657), (-3.409910e-40,7.450790e-40)]> : tensor<15xcomplex<f32>>
  check.expect_close %r, %expected0, max_ulp_difference = 3 : tensor<15xcomplex<f32>>, tensor<15xcomplex<f32>>
  return
}

func.func @sqrt() {
  %a0 = stablehlo.constant dense<[(0x7F800000, 0x7F800000), (0x7F800000, 0x7FC00000), (0x7F800000, 0.0), (0x7F800000, 100.0), (0xFF800000, 0xFF800000), (0xFF800000, 1.0), (0x7FC00000, 0.0), (0x7FC00000, 0x7FC00000), (0.0, 0x7F800000), (0.0, 0x7FC00000), (1.0, 0x7F800000), (100.0, 0x7FC00000), (3.0, 0xFF800000), (0.5, 0.25), (-90.0, 2.0)]> : tensor<15xcomplex<f32>>
  %r = stablehlo.sqrt %a0 : tensor<15xcomplex<f32>>
  %expected0 = stablehlo.constant dense<[(0x7F800000,0x7F800000), (0x7F800000,0x7FC00000), (0x7F800000,0.000000e+00), (0x7F800000,0.000000e+00), (0x7F800000,0xFF800000), (0.000000e+00,0x7F800000), (0x7FC00000,0x7FC00000), (0x7FC00000,0x7FC00000), (0x7F800000,0x7F800000), (0x7FC00000,0x7FC00000), (0x7F800000,0x7F800000), (0x7FC00000,0x7FC00000), (0x7F800000,0xFF800000), (0.727673351,0.171780378), (0.105402753,9.48741817)]> : tensor<15xcomplex<f32>>
  check.expect_close %r, %expected0, max_ulp_difference = 3 : tensor<15xcomplex<f32>>, tensor<15xcomplex<f32>>
  return
}

func.func @rsqrt() {
  %a0 = stablehlo.constant dense<[(0x7F800000, 0x7F800000), (0x7F800000, 0x7FC00000), (0x7F800000, 0.0), (0x7F800000, 100.0), (0xFF800000, 0xFF800000), (0xFF800000, 1.0), (0x7FC00000, 0.0), (0x7FC00000, 0x7FC00000), (0.0, 0x7F800000), (0.0, 0x7FC00000), (1.0, 0x7F800000), (100.0, 0x7FC00000), (3.0, 0xFF800000), (0.5, 0.25), (-90.0, 2.0)]> : tensor<15xcomplex<f32>>
  %r = stablehlo.rsqrt %a0 : tensor<15xcomplex<f32>>
  %expected0 = stablehlo.constant dense<[(0.000000e+00,-0.000000e+00), (0.000000e+00,-0.000000e+00), (0.000000e+00,-0.000000e+00), (0.000000e+00,-0.000000e+00), (0.000000e+00,0.000000e+00), (0.000000e+00,-0.000000e+00), (0x7FC00000,0x7FC00000), (0x7FC00000,0x7FC00000), (0.000000e+00,-0.000000e+00), (0x7FC00000,0x7FC00000), (0.000000e+00,-0.000000e+00), (0x7FC00000,0x7FC00000), (0.000000e+00,0.000000e+00), (1.30170166,-0.307290077), (0.00117085257,-0.105389744)]> : tensor<15xcomplex<f32>>
  check.expect_close %r, %expected0, max_ulp_difference = 3 : tensor<15xcomplex<f32>>, tensor<15xcomplex<f32>>
  return
}

func.func @cbrt() {
  %a0 = stablehlo.constant dense<[(0x7F800000, 0x7F800000), (0x7F800000, 0x7FC00000), (0x7F800000, 0.0), (0x7F800000, 100.0), (0xFF800000, 0xFF800000), (0xFF800000, 1.0), (0x7FC00000, 0.0), (0x7FC00000, 0x7FC00000), (0.0, 0x7F800000), (0.0, 0x7FC00000), (1.0, 0x7F800000), (100.0, 0x7FC00000), (3.0, 0xFF800000), (0.5, 0.25), (-90.0, 2.0)]> : tensor<15xcomplex<f32>>
  %r = stablehlo.cbrt %a0 : tensor<15xcomplex<f32>>
  %expected0 = stablehlo.constant dense<[(0x7F800000,0x7F800000), (0x7F800000,0x7FC00000), (0x7F800000,0.000000e+00), (0x7F800000,0.000000e+00), (0x7F800000,0xFF800000), (0x7F800000,0x7F800000), (0x7FC00000,0x7FC00000), (0x7FC00000,0x7FC00000), (0x7F800000,0x7F800000), (0x7FC00000,0x7FC00000), (0x7F800000,0x7F800000), (0x7FC00000,0x7FC00000), (0x7F800000,0xFF800000), (0.813955962,0.126807466), (2.26957083,3.86462688)]> : tensor<15xcomplex<f32>>
  check.expect_close %r, %expected0, max_ulp_difference = 3 : tensor<15xcomplex<f32>>, tensor<15xcomplex<f32>>
  return
}

// The modulus is scaled: by the exponent of the largest and the least numbers,
// too, and of what is zero.
func.func @abs() {
  %a0 = stablehlo.constant dense<[(0x7F800000, 0x7FC00000), (0x7FC00000, 0xFF800000), (1.0, 0x7F800000), (0x7FC00000, 0.0), (0.0, -0.0), (0x7F7FFFFF, 0.0), (0x7F7FFFFF, 0x7F7FFFFF), (3.0e38, 1.0e-38), (-1.4e-45, 0.0), (4.2e-45, -5.6e-45), (3.0e-40, 4.0e-40), (3.0e30, -4.0e30), (1.0, 1.0e-30)]> : tensor<13xcomplex<f32>>
  %r = stablehlo.abs %a0 : (tensor<13xcomplex<f32>>) -> tensor<13xf32>
  %expected0 = stablehlo.constant dense<[0x7F800000, 0x7F800000, 0x7F800000, 0x7FC00000, 0.0, 0x7F7FFFFF, 0x7F800000, 3.0e38, 1.4e-45, 7.0e-45, 5.0e-40, 5.0e30, 1.0]> : tensor<13xf32>
  check.expect_close %r, %expected0, max_ulp_difference = 1 : tensor<13xf32>, tensor<13xf32>
  return
}
