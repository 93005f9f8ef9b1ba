// Reductions combine elements in their order, by bodies that are associative and do not commute.
// RUN: weft-run --check --compiled %s

// x -> a x + b, one after the other, modulo 2^32: a row, few rows, many rows, columns.
func.func @affine_maps_of_a_row() {
  %i = stablehlo.iota dim = 0 : tensor<1000xui32>
  %c3 = stablehlo.constant dense<3> : tensor<1000xui32>
  %c1 = stablehlo.constant dense<1> : tensor<1000xui32>
  %slopes = stablehlo.or %i, %c1 : tensor<1000xui32>
  %offsets = stablehlo.multiply %i, %c3 : tensor<1000xui32>
  %one = stablehlo.constant dense<1> : tensor<ui32>
  %zero = stablehlo.constant dense<0> : tensor<ui32>
  %r:2 = stablehlo.reduce(%slopes init: %one), (%offsets init: %zero) across dimensions = [0] : (tensor<1000xui32>, tensor<1000xui32>, tensor<ui32>, tensor<ui32>) -> (tensor<ui32>, tensor<ui32>)
   reducer(%a: tensor<ui32>, %c: tensor<ui32>) (%b: tensor<ui32>, %d: tensor<ui32>) {
    %s = stablehlo.multiply %a, %c : tensor<ui32>
    %m = stablehlo.multiply %c, %b : tensor<ui32>
    %t = stablehlo.add %m, %d : tensor<ui32>
    stablehlo.return %s, %t : tensor<ui32>, tensor<ui32>
  }
  %s = stablehlo.constant dense<3956659409> : tensor<ui32>
  %t = stablehlo.constant dense<2297564612> : tensor<ui32>
  check.expect_eq %r#0, %s : tensor<ui32>
  check.expect_eq %r#1, %t : tensor<ui32>
  return
}

// The same of so many that blocks are computed side by side and joined.
func.func @affine_maps_in_blocks() {
  %i = stablehlo.iota dim = 0 : tensor<65536xui32>
  %c3 = stablehlo.constant dense<3> : tensor<65536xui32>
  %c1 = stablehlo.constant dense<1> : tensor<65536xui32>
  %slopes = stablehlo.or %i, %c1 : tensor<65536xui32>
  %offsets = stablehlo.multiply %i, %c3 : tensor<65536xui32>
  %one = stablehlo.constant dense<1> : tensor<ui32>
  %zero = stablehlo.constant dense<0> : tensor<ui32>
  %r:2 = stablehlo.reduce(%slopes init: %one), (%offsets init: %zero) across dimensions = [0] : (tensor<65536xui32>, tensor<65536xui32>, tensor<ui32>, tensor<ui32>) -> (tensor<ui32>, tensor<ui32>)
   reducer(%a: tensor<ui32>, %c: tensor<ui32>) (%b: tensor<ui32>, %d: tensor<ui32>) {
    %s = stablehlo.multiply %a, %c : tensor<ui32>
    %m = stablehlo.multiply %c, %b : tensor<ui32>
    %t = stablehlo.add %m, %d : tensor<ui32>
    stablehlo.return %s, %t : tensor<ui32>, tensor<ui32>
  }
  %s = stablehlo.constant dense<657588225> : tensor<ui32>
  %t = stablehlo.constant dense<103841792> : tensor<ui32>
  check.expect_eq %r#0, %s : tensor<ui32>
  check.expect_eq %r#1, %t : tensor<ui32>
  return
}

// The last element that is not zero, over the first and the last of three dimensions.
func.func @last_of_two_dimensions() {
  %i = stablehlo.iota dim = 0 : tensor<210xi32>
  %x = stablehlo.reshape %i : (tensor<210xi32>) -> tensor<6x5x7xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r = stablehlo.reduce(%x init: %zero) across dimensions = [0, 2] : (tensor<6x5x7xi32>, tensor<i32>) -> tensor<5xi32>
   reducer(%a: tensor<i32>, %b: tensor<i32>) {
    %none = stablehlo.constant dense<0> : tensor<i32>
    %isNone = stablehlo.compare EQ, %b, %none, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %last = stablehlo.select %isNone, %a, %b : tensor<i1>, tensor<i32>
    stablehlo.return %last : tensor<i32>
  }
  %e = stablehlo.constant dense<[181, 188, 195, 202, 209]> : tensor<5xi32>
  check.expect_eq %r, %e : tensor<5xi32>
  return
}

// A sum of negative zeros from a negative zero is one, however long.
func.func @sum_of_negative_zeros() {
  %x = stablehlo.constant dense<-0.0> : tensor<3x5000xf32>
  %y = stablehlo.optimization_barrier %x : tensor<3x5000xf32>
  %zero = stablehlo.constant dense<-0.0> : tensor<f32>
  %r = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x5000xf32>, tensor<f32>) -> tensor<3xf32>
  %bits = stablehlo.bitcast_convert %r : (tensor<3xf32>) -> tensor<3xui32>
  %e = stablehlo.constant dense<2147483648> : tensor<3xui32>
  check.expect_eq %bits, %e : tensor<3xui32>
  return
}

func.func @sum_of_negative_zeros_in_f64() {
  %x = stablehlo.constant dense<-0.0> : tensor<3x5000xf64>
  %y = stablehlo.optimization_barrier %x : tensor<3x5000xf64>
  %zero = stablehlo.constant dense<-0.0> : tensor<f64>
  %r = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3x5000xf64>, tensor<f64>) -> tensor<3xf64>
  %bits = stablehlo.bitcast_convert %r : (tensor<3xf64>) -> tensor<3xui64>
  %e = stablehlo.constant dense<9223372036854775808> : tensor<3xui64>
  check.expect_eq %bits, %e : tensor<3xui64>
  return
}
