// What agrees, and the message for what does not.
// RUN: weft-run --check %s

func.func @equal() {
  %a = stablehlo.constant dense<[0.0, 0x7FC00000, 0xFF800000]> : tensor<3xf32>
  %b = stablehlo.constant dense<[-0.0, 0x7F800001, 0xFF800000]> : tensor<3xf32>
  check.expect_eq %a, %b : tensor<3xf32>
  check.expect_almost_eq %a, %b, tolerance = 0.0 : tensor<3xf32>
  check.expect_close %a, %b, max_ulp_difference = 0 : tensor<3xf32>, tensor<3xf32>
  stablehlo.custom_call @check.expect_eq(%a, %b) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
  return
}

// -----

// 1.0 and its third neighbour; a zero between two numbers counts as a step.
func.func @close() {
  %a = stablehlo.constant dense<[1.0, 1.4012985e-45]> : tensor<2xf32>
  %b = stablehlo.constant dense<[0x3F800003, -1.4012985e-45]> : tensor<2xf32>
  check.expect_close %a, %b, max_ulp_difference = 3, min_ulp_difference = 2 : tensor<2xf32>, tensor<2xf32>
  stablehlo.custom_call @check.expect_close(%a, %b) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}

// -----

func.func @tolerances() {
  %a = stablehlo.constant dense<[(1.0, 2.0)]> : tensor<1xcomplex<f64>>
  %b = stablehlo.constant dense<[(1.0009, 1.9991)]> : tensor<1xcomplex<f64>>
  stablehlo.custom_call @check.expect_almost_eq(%a, %b) {has_side_effect = true} : (tensor<1xcomplex<f64>>, tensor<1xcomplex<f64>>) -> ()
  %c = stablehlo.constant dense<[(1.00009, 1.99991)]> : tensor<1xcomplex<f64>>
  check.expect_almost_eq %a, %c : tensor<1xcomplex<f64>>
  %same = stablehlo.custom_call @check.eq(%a, %c) : (tensor<1xcomplex<f64>>, tensor<1xcomplex<f64>>) -> tensor<i1>
  check.expect_eq_const %same, dense<true> : tensor<i1>
  return
}

// -----

func.func @not_equal() {
  %a = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  // expected-error@+1 {{2 of 6 elements are not equal; first at index [0, 2]: 3 (actual) and -3 (expected)}}
  check.expect_eq_const %a, dense<[[1, 2, -3], [-4, 5, 6]]> : tensor<2x3xi32>
  return
}

// -----

func.func @not_almost_equal() {
  %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf64>
  // expected-error@+1 {{1 of 2 elements differ by more than 1.000000e-04; first at index [1]: 2.000000e+00 (actual) and 2.500000e+00 (expected), 5.000000e-01 apart}}
  check.expect_almost_eq_const %a, dense<[1.0, 2.5]> : tensor<2xf64>
  return
}

// -----

func.func @not_close() {
  %a = stablehlo.constant dense<1.0> : tensor<f32>
  %b = stablehlo.constant dense<0x3F800004> : tensor<f32>
  // expected-error@+1 {{1 of 1 elements are more than 3 ulp apart; first at index []: 1.000000e+00 (actual) and 1.0000005e+00 (expected), 4 ulp apart}}
  stablehlo.custom_call @check.expect_close(%a, %b) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
  return
}

// -----

func.func @too_close() {
  %a = stablehlo.constant dense<1.0> : tensor<f32>
  // expected-error@+1 {{are not 1 to 2 ulp apart; first at index []: 1.000000e+00 (actual) and 1.000000e+00 (expected), 0 ulp apart}}
  check.expect_close %a, %a, max_ulp_difference = 2, min_ulp_difference = 1 : tensor<f32>, tensor<f32>
  return
}

// -----

func.func @infinity_is_far() {
  %a = stablehlo.constant dense<[0x7F800000, 0x7FC00000]> : tensor<2xf32>
  %b = stablehlo.constant dense<[3.40282347E+38, 1.0]> : tensor<2xf32>
  // expected-error@+1 {{2 of 2 elements are more than 18446744073709551614 ulp apart; first at index [0]: inf (actual) and 3.4028235e+38 (expected), not comparable in ulp}}
  check.expect_close %a, %b, max_ulp_difference = 18446744073709551614 : tensor<2xf32>, tensor<2xf32>
  return
}

// -----

func.func @custom_call_operands() {
  %a = stablehlo.constant dense<1.0> : tensor<f32>
  // expected-error@+1 {{custom call 'check.expect_close' compares two tensors, but has 1 operands}}
  stablehlo.custom_call @check.expect_close(%a) {has_side_effect = true} : (tensor<f32>) -> ()
  return
}

// -----

func.func @custom_call_integers() {
  %a = stablehlo.constant dense<1> : tensor<i32>
  // expected-error@+1 {{a distance in ulp needs floating-point or complex elements, but got tensor<i32>}}
  stablehlo.custom_call @check.expect_close(%a, %a) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  return
}

// -----

func.func @custom_call_types() {
  %a = stablehlo.constant dense<1> : tensor<i32>
  %b = stablehlo.constant dense<1> : tensor<i64>
  // expected-error@+1 {{types differ: tensor<i32> (actual) and tensor<i64> (expected)}}
  stablehlo.custom_call @check.expect_eq(%a, %b) {has_side_effect = true} : (tensor<i32>, tensor<i64>) -> ()
  return
}
