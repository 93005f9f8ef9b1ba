// Integers of every width wrap, and the cases other machines trap on or leave
// undefined have one result.
// RUN: weft-run --check %s

func.func @wrap_around() {
  %a = stablehlo.constant dense<[1, 1, -2]> : tensor<3xi2>
  %b = stablehlo.constant dense<[1, -1, -1]> : tensor<3xi2>
  %sum = stablehlo.add %a, %b : tensor<3xi2>
  check.expect_eq_const %sum, dense<[-2, 0, 1]> : tensor<3xi2>
  %c = stablehlo.constant dense<[15, 9]> : tensor<2xui4>
  %d = stablehlo.multiply %c, %c : tensor<2xui4>
  check.expect_eq_const %d, dense<[1, 1]> : tensor<2xui4>
  %e = stablehlo.constant dense<[-128, 127]> : tensor<2xi8>
  %f = stablehlo.negate %e : tensor<2xi8>
  check.expect_eq_const %f, dense<[-128, -127]> : tensor<2xi8>
  %g = stablehlo.constant dense<[0, 18446744073709551615]> : tensor<2xui64>
  %one = stablehlo.constant dense<1> : tensor<2xui64>
  %h = stablehlo.subtract %g, %one : tensor<2xui64>
  check.expect_eq_const %h, dense<[18446744073709551615, 18446744073709551614]> : tensor<2xui64>
  %i = stablehlo.abs %e : tensor<2xi8>
  check.expect_eq_const %i, dense<[-128, 127]> : tensor<2xi8>
  return
}

// -----

func.func @division_by_zero_and_overflow() {
  %a = stablehlo.constant dense<[7, -7, -2147483648, 7, -7]> : tensor<5xi32>
  %b = stablehlo.constant dense<[0, 0, -1, 2, 2]> : tensor<5xi32>
  %quotient = stablehlo.divide %a, %b : tensor<5xi32>
  check.expect_eq_const %quotient, dense<[-1, -1, -2147483648, 3, -3]> : tensor<5xi32>
  %remainder = stablehlo.remainder %a, %b : tensor<5xi32>
  check.expect_eq_const %remainder, dense<[7, -7, 0, 1, -1]> : tensor<5xi32>
  %c = stablehlo.constant dense<[7, 250]> : tensor<2xui8>
  %d = stablehlo.constant dense<[0, 3]> : tensor<2xui8>
  %unsigned = stablehlo.divide %c, %d : tensor<2xui8>
  check.expect_eq_const %unsigned, dense<[255, 83]> : tensor<2xui8>
  return
}

// -----

func.func @powers() {
  %a = stablehlo.constant dense<[2, -1, -1, 1, 0, 0, -2]> : tensor<7xi8>
  %b = stablehlo.constant dense<[7, -3, -4, -9, 0, -1, 3]> : tensor<7xi8>
  %c = stablehlo.power %a, %b : tensor<7xi8>
  check.expect_eq_const %c, dense<[-128, -1, 1, 1, 1, 0, -8]> : tensor<7xi8>
  return
}

// -----

func.func @shifts() {
  %a = stablehlo.constant dense<[-128, -128, -1, 1, 1]> : tensor<5xi8>
  %b = stablehlo.constant dense<[1, 8, -1, 7, 100]> : tensor<5xi8>
  %left = stablehlo.shift_left %a, %b : tensor<5xi8>
  check.expect_eq_const %left, dense<[0, 0, 0, -128, 0]> : tensor<5xi8>
  %logical = stablehlo.shift_right_logical %a, %b : tensor<5xi8>
  check.expect_eq_const %logical, dense<[64, 0, 0, 0, 0]> : tensor<5xi8>
  %arithmetic = stablehlo.shift_right_arithmetic %a, %b : tensor<5xi8>
  check.expect_eq_const %arithmetic, dense<[-64, -1, -1, 0, 0]> : tensor<5xi8>
  return
}

// -----

func.func @bits() {
  %a = stablehlo.constant dense<[0, 1, -1, -8]> : tensor<4xi4>
  %zeros = stablehlo.count_leading_zeros %a : tensor<4xi4>
  check.expect_eq_const %zeros, dense<[4, 3, 0, 0]> : tensor<4xi4>
  %ones = stablehlo.popcnt %a : tensor<4xi4>
  check.expect_eq_const %ones, dense<[0, 1, 4, 1]> : tensor<4xi4>
  %complement = stablehlo.not %a : tensor<4xi4>
  check.expect_eq_const %complement, dense<[-1, -2, 0, 7]> : tensor<4xi4>
  %b = stablehlo.constant dense<[12, 10]> : tensor<2xui8>
  %c = stablehlo.constant dense<[10, 12]> : tensor<2xui8>
  %and = stablehlo.and %b, %c : tensor<2xui8>
  check.expect_eq_const %and, dense<[8, 8]> : tensor<2xui8>
  %xor = stablehlo.xor %b, %c : tensor<2xui8>
  check.expect_eq_const %xor, dense<[6, 6]> : tensor<2xui8>
  return
}

// -----

func.func @booleans() {
  %a = stablehlo.constant dense<[false, false, true, true]> : tensor<4xi1>
  %b = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
  %add = stablehlo.add %a, %b : tensor<4xi1>
  check.expect_eq_const %add, dense<[false, true, true, true]> : tensor<4xi1>
  %multiply = stablehlo.multiply %a, %b : tensor<4xi1>
  check.expect_eq_const %multiply, dense<[false, false, false, true]> : tensor<4xi1>
  %maximum = stablehlo.maximum %a, %b : tensor<4xi1>
  check.expect_eq_const %maximum, dense<[false, true, true, true]> : tensor<4xi1>
  %not = stablehlo.not %a : tensor<4xi1>
  check.expect_eq_const %not, dense<[true, true, false, false]> : tensor<4xi1>
  return
}

// -----

func.func @scalar_bounds_and_predicates() {
  %low = stablehlo.constant dense<0> : tensor<i32>
  %high = stablehlo.constant dense<[5, 6, 7]> : tensor<3xi32>
  %x = stablehlo.constant dense<[-3, 4, 9]> : tensor<3xi32>
  %clamped = stablehlo.clamp %low, %x, %high : (tensor<i32>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %clamped, dense<[0, 4, 7]> : tensor<3xi32>
  %no = stablehlo.constant dense<false> : tensor<i1>
  %selected = stablehlo.select %no, %x, %high : tensor<i1>, tensor<3xi32>
  check.expect_eq_const %selected, dense<[5, 6, 7]> : tensor<3xi32>
  return
}

// -----

func.func @no_elements() {
  %a = stablehlo.constant dense<> : tensor<0x3xi32>
  %b = stablehlo.add %a, %a : tensor<0x3xi32>
  check.expect_eq_const %b, dense<> : tensor<0x3xi32>
  return
}
