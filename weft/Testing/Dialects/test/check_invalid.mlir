// RUN: weft-opt %s -split-input-file -verify-diagnostics

func.func @expect_eq_types(%a: tensor<2xi32>, %b: tensor<3xi32>) {
  // expected-error@+1 {{requires all operands to have the same type}}
  "check.expect_eq"(%a, %b) : (tensor<2xi32>, tensor<3xi32>) -> ()
  return
}

// -----

func.func @expect_eq_const_type(%a: tensor<2xi32>) {
  // expected-error@+1 {{failed to verify that all of {lhs, value} have same type}}
  "check.expect_eq_const"(%a) <{value = dense<1> : tensor<3xi32>}> : (tensor<2xi32>) -> ()
  return
}

// -----

func.func @expect_almost_eq_integers(%a: tensor<2xi32>) {
  // expected-error@+1 {{must be tensor of floating-point or complex-type values}}
  check.expect_almost_eq %a, %a : tensor<2xi32>
  return
}

// -----

func.func @expect_almost_eq_tolerance(%a: tensor<2xf32>) {
  // expected-error@+1 {{tolerance must be zero or positive, but is -1}}
  check.expect_almost_eq %a, %a, tolerance = -1.0 : tensor<2xf32>
  return
}

// -----

func.func @expect_almost_eq_const_tolerance(%a: tensor<2xf32>) {
  // expected-error@+1 {{tolerance must be zero or positive}}
  check.expect_almost_eq_const %a, dense<1.0> : tensor<2xf32>, tolerance = 0x7FF8000000000000
  return
}

// -----

func.func @expect_close_bounds(%a: tensor<2xf32>) {
  // expected-error@+1 {{min_ulp_difference (4) must not exceed max_ulp_difference (3)}}
  check.expect_close %a, %a, max_ulp_difference = 3, min_ulp_difference = 4 : tensor<2xf32>, tensor<2xf32>
  return
}

// -----

func.func @expect_close_types(%a: tensor<2xf32>, %b: tensor<2xf64>) {
  // expected-error@+1 {{failed to verify that all of {actual, expected} have same type}}
  check.expect_close %a, %b, max_ulp_difference = 3 : tensor<2xf32>, tensor<2xf64>
  return
}
