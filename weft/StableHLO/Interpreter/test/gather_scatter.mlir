// Gather and scatter.
// RUN: weft-run --check %s

func.func @gather_rows() {
  %0 = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %1 = stablehlo.constant dense<[[2], [0]]> : tensor<2x1xi64>
  %2 = "stablehlo.gather"(%0, %1) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 2>
  }> : (tensor<3x2xi32>, tensor<2x1xi64>) -> tensor<2x2xi32>
  check.expect_eq_const %2, dense<[[5, 6], [1, 2]]> : tensor<2x2xi32>
  return
}

func.func @gather_clamps_starts() {
  %0 = stablehlo.constant dense<[10, 11, 12, 13]> : tensor<4xi32>
  %1 = stablehlo.constant dense<[[-9223372036854775808], [3], [9223372036854775807], [1]]> : tensor<4x1xi64>
  %2 = "stablehlo.gather"(%0, %1) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 2>
  }> : (tensor<4xi32>, tensor<4x1xi64>) -> tensor<4x2xi32>
  check.expect_eq_const %2, dense<[[10, 11], [12, 13], [12, 13], [11, 12]]> : tensor<4x2xi32>
  return
}

func.func @gather_large_unsigned_starts_clamp_to_the_end() {
  %0 = stablehlo.constant dense<[10, 11, 12, 13]> : tensor<4xi32>
  %1 = stablehlo.constant dense<[18446744073709551615, 0]> : tensor<2xui64>
  %2 = "stablehlo.gather"(%0, %1) <{
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1>
  }> : (tensor<4xi32>, tensor<2xui64>) -> tensor<2xi32>
  check.expect_eq_const %2, dense<[13, 10]> : tensor<2xi32>
  return
}

func.func @gather_start_index_map_exchanges_dimensions() {
  %0 = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  // The first component is the column.
  %1 = stablehlo.constant dense<[[2, 0], [0, 1]]> : tensor<2x2xi32>
  %2 = "stablehlo.gather"(%0, %1) <{
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [1, 0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 1>
  }> : (tensor<2x3xi32>, tensor<2x2xi32>) -> tensor<2xi32>
  check.expect_eq_const %2, dense<[3, 4]> : tensor<2xi32>
  return
}

func.func @gather_index_vector_in_the_first_dimension() {
  %0 = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %1 = stablehlo.constant dense<[[0, 1, 1], [0, 0, 2]]> : tensor<2x3xi32>
  %2 = "stablehlo.gather"(%0, %1) <{
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 0>,
    slice_sizes = array<i64: 1, 1>
  }> : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<3xi32>
  check.expect_eq_const %2, dense<[1, 4, 6]> : tensor<3xi32>
  return
}

func.func @gather_batching_dimensions() {
  %0 = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %1 = stablehlo.constant dense<[[2, 0], [1, 1]]> : tensor<2x2xi32>
  // Row i is indexed by row i of the indices.
  %2 = "stablehlo.gather"(%0, %1) <{
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1>
  }> : (tensor<2x3xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %2, dense<[[3, 1], [5, 5]]> : tensor<2x2xi32>
  return
}

func.func @gather_batching_dimension_after_the_index_vector() {
  %0 = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %1 = stablehlo.constant dense<[[0, 2]]> : tensor<1x2xi32>
  %2 = "stablehlo.gather"(%0, %1) <{
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [1], index_vector_dim = 0>,
    slice_sizes = array<i64: 1, 1>
  }> : (tensor<2x3xi32>, tensor<1x2xi32>) -> tensor<2xi32>
  check.expect_eq_const %2, dense<[1, 6]> : tensor<2xi32>
  return
}

func.func @gather_window_dimensions_before_batch_dimensions() {
  %0 = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %1 = stablehlo.constant dense<[0, 2]> : tensor<2xi32>
  %2 = "stablehlo.gather"(%0, %1) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>,
    slice_sizes = array<i64: 2, 1>
  }> : (tensor<2x3xi32>, tensor<2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %2, dense<[[1, 3], [4, 6]]> : tensor<2x2xi32>
  return
}

func.func @gather_no_indices() {
  %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %1 = stablehlo.constant dense<> : tensor<0x1xi32>
  %2 = "stablehlo.gather"(%0, %1) <{
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1>
  }> : (tensor<2xi32>, tensor<0x1xi32>) -> tensor<0xi32>
  check.expect_eq_const %2, dense<> : tensor<0xi32>
  return
}

func.func @dynamic_gather_takes_sizes_from_data() {
  %0 = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %1 = stablehlo.constant dense<[0, 5]> : tensor<2xi32>
  %2 = stablehlo.constant dense<[2, 2]> : tensor<2xi32>
  %3 = "stablehlo.dynamic_gather"(%0, %1, %2) <{
    dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 0>
  }> : (tensor<2x3xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %3, dense<[[2, 3], [5, 6]]> : tensor<2x2xi32>
  return
}

func.func @scatter_adds_to_repeated_places() {
  %0 = stablehlo.constant dense<[10, 20, 30]> : tensor<3xi32>
  %1 = stablehlo.constant dense<[[1], [1], [0]]> : tensor<3x1xi32>
  %2 = stablehlo.constant dense<[1, 2, 4]> : tensor<3xi32>
  %3 = "stablehlo.scatter"(%0, %1, %2) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<3xi32>, tensor<3x1xi32>, tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %3, dense<[14, 23, 30]> : tensor<3xi32>
  return
}

// Updates are taken in the order of their indices: the last one stays.
func.func @scatter_replaces_in_order() {
  %0 = stablehlo.constant dense<[10, 20, 30]> : tensor<3xi32>
  %1 = stablehlo.constant dense<[1, 1, 2]> : tensor<3xi32>
  %2 = stablehlo.constant dense<[1, 2, 4]> : tensor<3xi32>
  %3 = "stablehlo.scatter"(%0, %1, %2) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %b : tensor<i32>
  }) : (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %3, dense<[10, 2, 4]> : tensor<3xi32>
  return
}

func.func @scatter_skips_updates_out_of_range() {
  %0 = stablehlo.constant dense<[10, 20, 30]> : tensor<3xi32>
  %1 = stablehlo.constant dense<[-1, 3, 9223372036854775807, -9223372036854775808, 2]> : tensor<5xi64>
  %2 = stablehlo.constant dense<[1, 2, 3, 4, 5]> : tensor<5xi32>
  %3 = "stablehlo.scatter"(%0, %1, %2) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<3xi32>, tensor<5xi64>, tensor<5xi32>) -> tensor<3xi32>
  check.expect_eq_const %3, dense<[10, 20, 35]> : tensor<3xi32>
  return
}

// A window that does not fit is left out, the part inside included: this is
// XLA's rule, the specification looks at each element.
func.func @scatter_leaves_out_windows_that_do_not_fit() {
  %0 = stablehlo.constant dense<0> : tensor<4xi32>
  %1 = stablehlo.constant dense<[[3], [-1], [2], [9223372036854775807]]> : tensor<4x1xi64>
  %2 = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6], [7, 8]]> : tensor<4x2xi32>
  %3 = "stablehlo.scatter"(%0, %1, %2) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %b : tensor<i32>
  }) : (tensor<4xi32>, tensor<4x1xi64>, tensor<4x2xi32>) -> tensor<4xi32>
  check.expect_eq_const %3, dense<[0, 0, 5, 6]> : tensor<4xi32>
  return
}

// The start counts in every dimension, those that the window lacks included.
func.func @scatter_window_fits_in_every_dimension() {
  %0 = stablehlo.constant dense<0> : tensor<2x3xi32>
  %1 = stablehlo.constant dense<[[0, 1], [2, 0], [1, 2], [1, 0]]> : tensor<4x2xi32>
  %2 = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6], [7, 8]]> : tensor<4x2xi32>
  %3 = "stablehlo.scatter"(%0, %1, %2) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>
  }> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %b : tensor<i32>
  }) : (tensor<2x3xi32>, tensor<4x2xi32>, tensor<4x2xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %3, dense<[[0, 1, 2], [7, 8, 0]]> : tensor<2x3xi32>
  return
}

func.func @scatter_windows_and_batching() {
  %0 = stablehlo.constant dense<0> : tensor<2x3x2xi32>
  %1 = stablehlo.constant dense<[[2], [0]]> : tensor<2x1xi32>
  %2 = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %3 = "stablehlo.scatter"(%0, %1, %2) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>
  }> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %b : tensor<i32>
  }) : (tensor<2x3x2xi32>, tensor<2x1xi32>, tensor<2x2xi32>) -> tensor<2x3x2xi32>
  check.expect_eq_const %3, dense<[[[0, 0], [0, 0], [1, 2]], [[3, 4], [0, 0], [0, 0]]]> : tensor<2x3x2xi32>
  return
}

func.func @scatter_several_tensors_together() {
  %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %1 = stablehlo.constant dense<[0.5, 1.5]> : tensor<2xf32>
  %2 = stablehlo.constant dense<[1]> : tensor<1xi32>
  %3 = stablehlo.constant dense<[5]> : tensor<1xi32>
  %4 = stablehlo.constant dense<[9.0]> : tensor<1xf32>
  %5:2 = "stablehlo.scatter"(%0, %1, %2, %3, %4) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%a: tensor<i32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<f32>):
    %s = stablehlo.subtract %a, %c : tensor<i32>
    %m = stablehlo.multiply %b, %d : tensor<f32>
    stablehlo.return %s, %m : tensor<i32>, tensor<f32>
  }) : (tensor<2xi32>, tensor<2xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xf32>) -> (tensor<2xi32>, tensor<2xf32>)
  check.expect_eq_const %5#0, dense<[1, -3]> : tensor<2xi32>
  check.expect_eq_const %5#1, dense<[0.5, 13.5]> : tensor<2xf32>
  return
}

func.func @scatter_into_a_scalar() {
  %0 = stablehlo.constant dense<1> : tensor<i32>
  %1 = stablehlo.constant dense<> : tensor<0xi32>
  %2 = stablehlo.constant dense<5> : tensor<i32>
  %3 = "stablehlo.scatter"(%0, %1, %2) <{
    scatter_dimension_numbers = #stablehlo.scatter<index_vector_dim = 0>
  }> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<i32>, tensor<0xi32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %3, dense<6> : tensor<i32>
  return
}

// Index vectors without components: every update goes to the same place.
func.func @scatter_without_index_components() {
  %0 = stablehlo.constant dense<[100]> : tensor<1xi32>
  %1 = stablehlo.constant dense<> : tensor<2x0xi32>
  %2 = stablehlo.constant dense<[3, 7]> : tensor<2xi32>
  %3 = "stablehlo.scatter"(%0, %1, %2) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.minimum %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<1xi32>, tensor<2x0xi32>, tensor<2xi32>) -> tensor<1xi32>
  check.expect_eq_const %3, dense<3> : tensor<1xi32>
  return
}

func.func @scatter_body_uses_outer_values() {
  %0 = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %1 = stablehlo.constant dense<[0, 2]> : tensor<2xi32>
  %2 = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
  %scale = stablehlo.constant dense<100> : tensor<i32>
  %3 = "stablehlo.scatter"(%0, %1, %2) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %m = stablehlo.multiply %b, %scale : tensor<i32>
    %s = stablehlo.add %a, %m : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<3xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<3xi32>
  check.expect_eq_const %3, dense<[1001, 2, 2003]> : tensor<3xi32>
  return
}
