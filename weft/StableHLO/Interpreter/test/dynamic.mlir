// Operations whose shapes are data.
// RUN: weft-run --check %s

func.func @dynamic_broadcast_in_dim() {
  %x = stablehlo.constant dense<[[1], [2]]> : tensor<2x1xi32>
  %shape = stablehlo.constant dense<[3, 2, 2]> : tensor<3xi64>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %shape, dims = [1, 2] : (tensor<2x1xi32>, tensor<3xi64>) -> tensor<?x?x?xi32>
  %1 = stablehlo.reshape %0 : (tensor<?x?x?xi32>) -> tensor<3x2x2xi32>
  check.expect_eq_const %1, dense<[[[1, 1], [2, 2]], [[1, 1], [2, 2]], [[1, 1], [2, 2]]]> : tensor<3x2x2xi32>
  return
}

func.func @dynamic_broadcast_in_dim_to_nothing() {
  %x = stablehlo.constant dense<5> : tensor<i32>
  %shape = stablehlo.constant dense<[0]> : tensor<1xi32>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %shape, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
  %1 = stablehlo.get_dimension_size %0, dim = 0 : (tensor<?xi32>) -> tensor<i32>
  check.expect_eq_const %1, dense<0> : tensor<i32>
  return
}

func.func @dynamic_iota() {
  %shape = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %0 = stablehlo.dynamic_iota %shape, dim = 1 : (tensor<2xi64>) -> tensor<?x3xi32>
  %1 = stablehlo.reshape %0 : (tensor<?x3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %1, dense<[[0, 1, 2], [0, 1, 2]]> : tensor<2x3xi32>
  return
}

func.func @dynamic_reshape() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %shape = stablehlo.constant dense<[3, 2]> : tensor<2xi32>
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<2x3xi32>, tensor<2xi32>) -> tensor<?x?xi32>
  %1 = stablehlo.reshape %0 : (tensor<?x?xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %1, dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  return
}

func.func @dynamic_pad() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %value = stablehlo.constant dense<9> : tensor<i32>
  %low = stablehlo.constant dense<[-1]> : tensor<1xi64>
  %high = stablehlo.constant dense<[2]> : tensor<1xi64>
  %interior = stablehlo.constant dense<[1]> : tensor<1xi64>
  %0 = stablehlo.dynamic_pad %x, %value, %low, %high, %interior : (tensor<3xi32>, tensor<i32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xi32>
  %1 = stablehlo.reshape %0 : (tensor<?xi32>) -> tensor<6xi32>
  check.expect_eq_const %1, dense<[9, 2, 9, 3, 9, 9]> : tensor<6xi32>
  return
}

func.func @real_dynamic_slice() {
  %x = stablehlo.iota dim = 0 : tensor<10xi32>
  %start = stablehlo.constant dense<[1]> : tensor<1xi64>
  %limit = stablehlo.constant dense<[9]> : tensor<1xi64>
  %stride = stablehlo.constant dense<[3]> : tensor<1xi64>
  %0 = stablehlo.real_dynamic_slice %x, %start, %limit, %stride : (tensor<10xi32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xi32>
  %1 = stablehlo.reshape %0 : (tensor<?xi32>) -> tensor<3xi32>
  check.expect_eq_const %1, dense<[1, 4, 7]> : tensor<3xi32>
  return
}

func.func @set_dimension_size_cuts() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %size = stablehlo.constant dense<2> : tensor<i32>
  %0 = stablehlo.set_dimension_size %x, %size, dim = 1 : (tensor<2x3xi32>, tensor<i32>) -> tensor<2x?xi32, #stablehlo.bounds<?, 3>>
  %1 = stablehlo.get_dimension_size %0, dim = 1 : (tensor<2x?xi32, #stablehlo.bounds<?, 3>>) -> tensor<i32>
  check.expect_eq_const %1, dense<2> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %sums = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x?xi32, #stablehlo.bounds<?, 3>>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %sums, dense<[3, 9]> : tensor<2xi32>
  return
}

// Operations on dynamic types work with the sizes the values really have.
func.func private @row_sums(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

func.func @dynamic_functions_take_several_sizes() {
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  %tall = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
  %wide = stablehlo.constant dense<[1, 6]> : tensor<2xi64>
  %0 = stablehlo.dynamic_reshape %x, %tall : (tensor<6xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %1 = func.call @row_sums(%0) : (tensor<?x?xf32>) -> tensor<?xf32>
  %2 = stablehlo.reshape %1 : (tensor<?xf32>) -> tensor<3xf32>
  check.expect_eq_const %2, dense<[3.0, 7.0, 11.0]> : tensor<3xf32>
  %3 = stablehlo.dynamic_reshape %x, %wide : (tensor<6xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %4 = func.call @row_sums(%3) : (tensor<?x?xf32>) -> tensor<?xf32>
  %5 = stablehlo.reshape %4 : (tensor<?xf32>) -> tensor<1xf32>
  check.expect_eq_const %5, dense<21.0> : tensor<1xf32>
  return
}

func.func @while_with_a_growing_value() {
  %x = stablehlo.constant dense<[7]> : tensor<1xi32>
  %shape = stablehlo.constant dense<[1]> : tensor<1xi64>
  %start = stablehlo.dynamic_reshape %x, %shape : (tensor<1xi32>, tensor<1xi64>) -> tensor<?xi32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %0 = stablehlo.while(%v = %start) : tensor<?xi32>
  cond {
    %n = stablehlo.get_dimension_size %v, dim = 0 : (tensor<?xi32>) -> tensor<i32>
    %c = stablehlo.compare LT, %n, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %longer = stablehlo.concatenate %v, %v, dim = 0 : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    stablehlo.return %longer : tensor<?xi32>
  }
  %1 = stablehlo.reshape %0 : (tensor<?xi32>) -> tensor<4xi32>
  check.expect_eq_const %1, dense<7> : tensor<4xi32>
  return
}

// A tensor without elements may have dimensions no loop could count.
func.func @huge_and_empty() {
  %size_constant = stablehlo.constant dense<[0, 1099511627776]> : tensor<2xi64>
  %size = stablehlo.optimization_barrier %size_constant : tensor<2xi64>
  %x = stablehlo.dynamic_iota %size, dim = 0 : (tensor<2xi64>) -> tensor<?x?xf32>
  %product = stablehlo.dot_general %x, %x, contracting_dims = [1] x [1] : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %none = stablehlo.reshape %product : (tensor<?x?xf32>) -> tensor<0x0xf32>
  check.expect_eq_const %none, dense<> : tensor<0x0xf32>
  %sorted = "stablehlo.sort"(%x) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  check.expect_eq %sorted, %x : tensor<?x?xf32>
  %turned = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %back = stablehlo.transpose %turned, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  check.expect_eq %back, %x : tensor<?x?xf32>
  return
}

func.func @huge_and_empty_systems() {
  %size_constant = stablehlo.constant dense<[0, 1099511627776]> : tensor<2xi64>
  %size = stablehlo.optimization_barrier %size_constant : tensor<2xi64>
  %a = stablehlo.constant dense<> : tensor<0x0xf32>
  %b = stablehlo.dynamic_iota %size, dim = 0 : (tensor<2xi64>) -> tensor<0x?xf32>
  %0 = "stablehlo.triangular_solve"(%a, %b) <{
    left_side = true, lower = true, unit_diagonal = false,
    transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<0x0xf32>, tensor<0x?xf32>) -> tensor<0x?xf32>
  check.expect_eq %0, %b : tensor<0x?xf32>
  return
}
