// RUN: weft-run --check %s
//
// Broadcasting, also of shapes known at run time only, and the larger blocks.

func.func @broadcast_dynamic() {
  %two = stablehlo.constant dense<2> : tensor<1xi64>
  %one = stablehlo.constant dense<1> : tensor<1xi64>
  %0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = stablehlo.constant dense<[3.0]> : tensor<1xf32>
  %2 = stablehlo.dynamic_reshape %0, %two : (tensor<2xf32>, tensor<1xi64>) -> tensor<?xf32>
  %3 = stablehlo.dynamic_reshape %1, %one : (tensor<1xf32>, tensor<1xi64>) -> tensor<?xf32>
  %4 = chlo.broadcast_add %2, %3 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %5 = chlo.broadcast_subtract %3, %2 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %6 = stablehlo.constant dense<[[10.0], [20.0], [30.0]]> : tensor<3x1xf32>
  %7 = chlo.broadcast_multiply %2, %6 : (tensor<?xf32>, tensor<3x1xf32>) -> tensor<3x?xf32>
  %8 = stablehlo.reshape %4 : (tensor<?xf32>) -> tensor<2xf32>
  %9 = stablehlo.reshape %5 : (tensor<?xf32>) -> tensor<2xf32>
  %10 = stablehlo.reshape %7 : (tensor<3x?xf32>) -> tensor<3x2xf32>
  check.expect_eq_const %8, dense<[4.0, 5.0]> : tensor<2xf32>
  check.expect_eq_const %9, dense<[2.0, 1.0]> : tensor<2xf32>
  check.expect_eq_const %10, dense<[[10.0, 20.0], [20.0, 40.0], [30.0, 60.0]]> : tensor<3x2xf32>
  return
}

// -----

func.func @functions_dynamic() {
  %two = stablehlo.constant dense<2> : tensor<1xi64>
  %0 = stablehlo.constant dense<[0.5, -1.5]> : tensor<2xf32>
  %1 = stablehlo.dynamic_reshape %0, %two : (tensor<2xf32>, tensor<1xi64>) -> tensor<?xf32>
  %2 = chlo.erf %1 : tensor<?xf32> -> tensor<2xf32>
  %3 = chlo.erf %0 : tensor<2xf32> -> tensor<2xf32>
  check.expect_eq %2, %3 : tensor<2xf32>
  return
}

// -----

func.func @select() {
  %0 = stablehlo.constant dense<[[true], [false]]> : tensor<2x1xi1>
  %1 = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %2 = stablehlo.constant dense<7> : tensor<i32>
  %3 = chlo.broadcast_select %0, %1, %2 : (tensor<2x1xi1>, tensor<3xi32>, tensor<i32>) -> tensor<2x3xi32>
  check.expect_eq_const %3, dense<[[1, 2, 3], [7, 7, 7]]> : tensor<2x3xi32>
  return
}

// -----

// NaN is above everything in total order; equal values keep their order.
func.func @top_k() {
  %0 = stablehlo.constant dense<[1.0, 3.0, 0x7FC00000, 3.0, -1.0]> : tensor<5xf32>
  %1:2 = chlo.top_k(%0, k = 4) : tensor<5xf32> -> (tensor<4xf32>, tensor<4xi32>)
  check.expect_eq_const %1#0, dense<[0x7FC00000, 3.0, 3.0, 1.0]> : tensor<4xf32>
  check.expect_eq_const %1#1, dense<[2, 1, 3, 0]> : tensor<4xi32>
  return
}

// -----

func.func @top_k_dynamic() {
  %0 = stablehlo.constant dense<[[1, 5, 3], [9, 2, 9]]> : tensor<2x3xi32>
  %1 = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %2 = stablehlo.dynamic_reshape %0, %1 : (tensor<2x3xi32>, tensor<2xi64>) -> tensor<?x?xi32>
  %3:2 = chlo.top_k(%2, k = 2) : tensor<?x?xi32> -> (tensor<?x2xi32>, tensor<?x2xi32>)
  %4 = stablehlo.reshape %3#0 : (tensor<?x2xi32>) -> tensor<2x2xi32>
  %5 = stablehlo.reshape %3#1 : (tensor<?x2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %4, dense<[[5, 3], [9, 9]]> : tensor<2x2xi32>
  check.expect_eq_const %5, dense<[[1, 2], [0, 2]]> : tensor<2x2xi32>
  return
}

// -----

func.func @scan() {
  %0 = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %1 = stablehlo.constant dense<0.0> : tensor<2xf32>
  %2:2 = chlo.scan(%0) inits (%1) dimension=0 {
  ^bb0(%x: tensor<2xf32>, %c: tensor<2xf32>):
    %s = stablehlo.add %x, %c : tensor<2xf32>
    stablehlo.return %s, %s : tensor<2xf32>, tensor<2xf32>
  } : (tensor<3x2xf32>, tensor<2xf32>) -> (tensor<3x2xf32>, tensor<2xf32>)
  check.expect_eq_const %2#0, dense<[[1.0, 2.0], [4.0, 6.0], [9.0, 12.0]]> : tensor<3x2xf32>
  check.expect_eq_const %2#1, dense<[9.0, 12.0]> : tensor<2xf32>
  %3 = stablehlo.constant dense<10.0> : tensor<3xf32>
  %4:2 = chlo.scan(%0) inits (%3) dimension=1 attributes {is_reverse = true} {
  ^bb0(%x: tensor<3xf32>, %c: tensor<3xf32>):
    %s = stablehlo.add %x, %c : tensor<3xf32>
    stablehlo.return %c, %s : tensor<3xf32>, tensor<3xf32>
  } : (tensor<3x2xf32>, tensor<3xf32>) -> (tensor<3x2xf32>, tensor<3xf32>)
  check.expect_eq_const %4#0, dense<[[12.0, 10.0], [14.0, 10.0], [16.0, 10.0]]> : tensor<3x2xf32>
  check.expect_eq_const %4#1, dense<[13.0, 17.0, 21.0]> : tensor<3xf32>
  return
}

// -----

// Without inputs the number of steps is an attribute; outputs may be complex.
func.func @scan_without_inputs() {
  %0 = stablehlo.constant dense<1> : tensor<i32>
  %1:2 = chlo.scan() inits (%0) dimension=0 attributes {scan_dim_size = 4 : i64} {
  ^bb0(%c: tensor<i32>):
    %s = stablehlo.add %c, %c : tensor<i32>
    %r = stablehlo.convert %c : (tensor<i32>) -> tensor<complex<f32>>
    stablehlo.return %r, %s : tensor<complex<f32>>, tensor<i32>
  } : (tensor<i32>) -> (tensor<4xcomplex<f32>>, tensor<i32>)
  check.expect_eq_const %1#0, dense<[(1.0, 0.0), (2.0, 0.0), (4.0, 0.0), (8.0, 0.0)]> : tensor<4xcomplex<f32>>
  check.expect_eq_const %1#1, dense<16> : tensor<i32>
  return
}

// -----

// An infinity in one group stays there.
func.func @ragged_dot_infinity() {
  %0 = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %1 = stablehlo.constant dense<[[[1.0], [1.0]], [[0x7F800000], [1.0]]]> : tensor<2x2x1xf32>
  %2 = stablehlo.constant dense<[1, 1]> : tensor<2xi64>
  %3 = "chlo.ragged_dot"(%0, %1, %2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<2x2xf32>, tensor<2x2x1xf32>, tensor<2xi64>) -> tensor<2x1xf32>
  check.expect_eq_const %3, dense<[[3.0], [0x7F800000]]> : tensor<2x1xf32>
  %4 = stablehlo.constant dense<[[1.0], [0x7F800000]]> : tensor<2x1xf32>
  %5 = "chlo.ragged_dot"(%0, %4, %2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1]>}> : (tensor<2x2xf32>, tensor<2x1xf32>, tensor<2xi64>) -> tensor<2x2x1xf32>
  check.expect_eq_const %5, dense<[[[1.0], [3.0]], [[0x7F800000], [0x7F800000]]]> : tensor<2x2x1xf32>
  return
}

// -----

func.func @ragged_dot_free() {
  %0 = stablehlo.constant dense<[[0.0, 0.0], [2.0, 3.0], [-3.0, -2.0], [2.0, 3.0], [-2.0, -1.0]]> : tensor<5x2xf32>
  %1 = stablehlo.constant dense<[[[3.0, -1.0], [-2.0, 2.0]], [[-2.0, -1.0], [1.0, 0.0]], [[-3.0, -3.0], [3.0, 2.0]]]> : tensor<3x2x2xf32>
  %2 = stablehlo.constant dense<[2, 0, 2]> : tensor<3xi64>
  %3 = "chlo.ragged_dot"(%0, %1, %2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<5x2xf32>, tensor<3x2x2xf32>, tensor<3xi64>) -> tensor<5x2xf32>
  check.expect_eq_const %3, dense<[[0.0, 0.0], [0.0, 4.0], [3.0, 5.0], [3.0, 0.0], [0.0, 0.0]]> : tensor<5x2xf32>
  return
}

// -----

func.func @ragged_dot_free_per_batch() {
  %0 = stablehlo.constant dense<[[[2.0, 0.0], [2.0, -1.0], [0.0, 2.0], [-3.0, -1.0]], [[-3.0, 0.0], [3.0, -3.0], [-1.0, -1.0], [3.0, -2.0]]]> : tensor<2x4x2xf32>
  %1 = stablehlo.constant dense<[[[[0.0, -2.0, -3.0], [2.0, -3.0, -2.0]], [[0.0, 0.0, -3.0], [3.0, 2.0, 3.0]]], [[[-3.0, 2.0, -1.0], [0.0, 3.0, -2.0]], [[2.0, -2.0, -1.0], [3.0, -1.0, 0.0]]]]> : tensor<2x2x2x3xf32>
  %2 = stablehlo.constant dense<[[1, 3], [2, 1]]> : tensor<2x2xi64>
  %3 = "chlo.ragged_dot"(%0, %1, %2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [1]>}> : (tensor<2x4x2xf32>, tensor<2x2x2x3xf32>, tensor<2x2xi64>) -> tensor<2x4x3xf32>
  check.expect_eq_const %3, dense<[[[0.0, -4.0, -6.0], [-3.0, -2.0, -9.0], [6.0, 4.0, 6.0], [-3.0, -2.0, 6.0]], [[9.0, -6.0, 3.0], [-9.0, -3.0, 3.0], [-5.0, 3.0, 1.0], [0.0, 0.0, 0.0]]]> : tensor<2x4x3xf32>
  return
}

// -----

func.func @ragged_dot_contracting() {
  %0 = stablehlo.constant dense<[[[-1.0, -3.0, -1.0, 1.0], [0.0, 2.0, -1.0, 1.0], [2.0, 3.0, -1.0, -3.0]], [[2.0, 0.0, 3.0, 0.0], [-1.0, -3.0, 0.0, 1.0], [2.0, 2.0, -2.0, 1.0]]]> : tensor<2x3x4xf32>
  %1 = stablehlo.constant dense<[[[2.0, -2.0], [-1.0, 2.0], [1.0, 0.0], [1.0, 0.0]], [[3.0, 2.0], [-3.0, -2.0], [0.0, 2.0], [-3.0, 1.0]]]> : tensor<2x4x2xf32>
  %2 = stablehlo.constant dense<[[1, 3], [2, 1]]> : tensor<2x2xi64>
  %3 = "chlo.ragged_dot"(%0, %1, %2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [2]>}> : (tensor<2x3x4xf32>, tensor<2x4x2xf32>, tensor<2x2xi64>) -> tensor<2x2x3x2xf32>
  check.expect_eq_const %3, dense<[[[[-2.0, 2.0], [0.0, 0.0], [4.0, -4.0]], [[6.0, 4.0], [6.0, 4.0], [0.0, 0.0]]], [[[3.0, -6.0], [-2.0, 4.0], [-7.0, 6.0]], [[0.0, 6.0], [0.0, 0.0], [0.0, -4.0]]]]> : tensor<2x2x3x2xf32>
  return
}

// -----

func.func @ragged_dot_batch() {
  %0 = stablehlo.constant dense<[[[2.0, 2.0, 3.0], [-2.0, 0.0, 2.0]], [[-1.0, -2.0, 0.0], [-3.0, -2.0, 2.0]]]> : tensor<2x2x3xf32>
  %1 = stablehlo.constant dense<[[[1.0, 3.0], [2.0, 3.0], [-1.0, 0.0]], [[1.0, -2.0], [3.0, -3.0], [2.0, 1.0]]]> : tensor<2x3x2xf32>
  %2 = stablehlo.constant dense<[1, 1]> : tensor<2xi64>
  %3 = "chlo.ragged_dot"(%0, %1, %2) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]>}> : (tensor<2x2x3xf32>, tensor<2x3x2xf32>, tensor<2xi64>) -> tensor<2x2x2xf32>
  check.expect_eq_const %3, dense<[[[3.0, 12.0], [-4.0, -6.0]], [[-7.0, 8.0], [-5.0, 14.0]]]> : tensor<2x2x2xf32>
  return
}
