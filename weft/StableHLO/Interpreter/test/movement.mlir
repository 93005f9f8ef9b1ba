// Operations that only move elements.
// RUN: weft-run --check %s

func.func @iota_along_each_dimension() {
  %0 = stablehlo.iota dim = 0 : tensor<2x3xi8>
  check.expect_eq_const %0, dense<[[0, 0, 0], [1, 1, 1]]> : tensor<2x3xi8>
  %1 = stablehlo.iota dim = 1 : tensor<2x3xf16>
  check.expect_eq_const %1, dense<[[0.0, 1.0, 2.0], [0.0, 1.0, 2.0]]> : tensor<2x3xf16>
  return
}

func.func @iota_wraps_in_narrow_integers() {
  %0 = stablehlo.iota dim = 0 : tensor<6xui2>
  check.expect_eq_const %0, dense<[0, 1, 2, 3, 0, 1]> : tensor<6xui2>
  return
}

func.func @iota_complex_and_empty() {
  %0 = stablehlo.iota dim = 0 : tensor<2xcomplex<f32>>
  check.expect_eq_const %0, dense<[(0.0, 0.0), (1.0, 0.0)]> : tensor<2xcomplex<f32>>
  %1 = stablehlo.iota dim = 1 : tensor<3x0xi32>
  check.expect_eq_const %1, dense<> : tensor<3x0xi32>
  return
}

func.func @broadcast_puts_new_dimensions_first() {
  %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %1 = stablehlo.broadcast %0, sizes = [2, 1] : (tensor<2xi32>) -> tensor<2x1x2xi32>
  check.expect_eq_const %1, dense<[[[1, 2]], [[1, 2]]]> : tensor<2x1x2xi32>
  return
}

func.func @broadcast_in_dim_scalar() {
  %0 = stablehlo.constant dense<7> : tensor<i64>
  %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i64>) -> tensor<2x2xi64>
  check.expect_eq_const %1, dense<7> : tensor<2x2xi64>
  return
}

func.func @broadcast_in_dim_expands_size_one() {
  %0 = stablehlo.constant dense<[[1], [2]]> : tensor<2x1xi32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0, 2] : (tensor<2x1xi32>) -> tensor<2x2x3xi32>
  check.expect_eq_const %1, dense<[[[1, 1, 1], [1, 1, 1]], [[2, 2, 2], [2, 2, 2]]]> : tensor<2x2x3xi32>
  return
}

func.func @broadcast_in_dim_may_exchange_dimensions() {
  %0 = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [1, 0] : (tensor<2x3xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %1, dense<[[1, 4], [2, 5], [3, 6]]> : tensor<3x2xi32>
  return
}

func.func @broadcast_in_dim_to_zero_elements() {
  %0 = stablehlo.constant dense<[5]> : tensor<1xi32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<1xi32>) -> tensor<2x0xi32>
  check.expect_eq_const %1, dense<> : tensor<2x0xi32>
  return
}

func.func @concatenate_inner_dimension() {
  %0 = stablehlo.constant dense<[[1], [2]]> : tensor<2x1xi32>
  %1 = stablehlo.constant dense<[[3, 4], [5, 6]]> : tensor<2x2xi32>
  %2 = stablehlo.constant dense<> : tensor<2x0xi32>
  %3 = stablehlo.concatenate %0, %2, %1, %0, dim = 1 : (tensor<2x1xi32>, tensor<2x0xi32>, tensor<2x2xi32>, tensor<2x1xi32>) -> tensor<2x4xi32>
  check.expect_eq_const %3, dense<[[1, 3, 4, 1], [2, 5, 6, 2]]> : tensor<2x4xi32>
  return
}

func.func @concatenate_one_input() {
  %0 = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %1 = stablehlo.concatenate %0, dim = 0 : (tensor<2xi1>) -> tensor<2xi1>
  check.expect_eq_const %1, dense<[true, false]> : tensor<2xi1>
  return
}

func.func @reshape_keeps_row_major_order() {
  %0 = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %1 = stablehlo.reshape %0 : (tensor<2x3xi32>) -> tensor<3x1x2xi32>
  check.expect_eq_const %1, dense<[[[1, 2]], [[3, 4]], [[5, 6]]]> : tensor<3x1x2xi32>
  return
}

func.func @reshape_between_scalar_and_ones() {
  %0 = stablehlo.constant dense<2.5> : tensor<f32>
  %1 = stablehlo.reshape %0 : (tensor<f32>) -> tensor<1x1xf32>
  check.expect_eq_const %1, dense<[[2.5]]> : tensor<1x1xf32>
  %2 = stablehlo.reshape %1 : (tensor<1x1xf32>) -> tensor<f32>
  check.expect_eq_const %2, dense<2.5> : tensor<f32>
  return
}

func.func @reshape_empty() {
  %0 = stablehlo.constant dense<> : tensor<0x3xi32>
  %1 = stablehlo.reshape %0 : (tensor<0x3xi32>) -> tensor<5x0x7xi32>
  check.expect_eq_const %1, dense<> : tensor<5x0x7xi32>
  return
}

func.func @reverse_some_dimensions() {
  %0 = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %1 = stablehlo.reverse %0, dims = [1] : tensor<2x3xi32>
  check.expect_eq_const %1, dense<[[3, 2, 1], [6, 5, 4]]> : tensor<2x3xi32>
  %2 = stablehlo.reverse %0, dims = [1, 0] : tensor<2x3xi32>
  check.expect_eq_const %2, dense<[[6, 5, 4], [3, 2, 1]]> : tensor<2x3xi32>
  %3 = stablehlo.reverse %0, dims = [] : tensor<2x3xi32>
  check.expect_eq_const %3, dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  return
}

func.func @slice_with_uneven_strides() {
  %0 = stablehlo.iota dim = 0 : tensor<10xi32>
  %1 = stablehlo.slice %0 [1:9:3] : (tensor<10xi32>) -> tensor<3xi32>
  check.expect_eq_const %1, dense<[1, 4, 7]> : tensor<3xi32>
  %2 = stablehlo.slice %0 [9:10:100] : (tensor<10xi32>) -> tensor<1xi32>
  check.expect_eq_const %2, dense<9> : tensor<1xi32>
  return
}

func.func @slice_of_nothing_at_the_end() {
  %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %1 = stablehlo.slice %0 [2:2] : (tensor<2xi32>) -> tensor<0xi32>
  check.expect_eq_const %1, dense<> : tensor<0xi32>
  return
}

func.func @transpose_three_dimensions() {
  %0 = stablehlo.constant dense<[[[1, 2], [3, 4], [5, 6]]]> : tensor<1x3x2xi32>
  %1 = stablehlo.transpose %0, dims = [2, 0, 1] : (tensor<1x3x2xi32>) -> tensor<2x1x3xi32>
  check.expect_eq_const %1, dense<[[[1, 3, 5]], [[2, 4, 6]]]> : tensor<2x1x3xi32>
  return
}

func.func @transpose_scalar_and_empty() {
  %0 = stablehlo.constant dense<3> : tensor<i32>
  %1 = stablehlo.transpose %0, dims = [] : (tensor<i32>) -> tensor<i32>
  check.expect_eq_const %1, dense<3> : tensor<i32>
  %2 = stablehlo.constant dense<> : tensor<0x2xi32>
  %3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<0x2xi32>) -> tensor<2x0xi32>
  check.expect_eq_const %3, dense<> : tensor<2x0xi32>
  return
}

func.func @pad_edges_and_interior() {
  %0 = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %1 = stablehlo.constant dense<9> : tensor<i32>
  %2 = stablehlo.pad %0, %1, low = [0, 1], high = [1, 0], interior = [0, 2] : (tensor<2x2xi32>, tensor<i32>) -> tensor<3x5xi32>
  check.expect_eq_const %2, dense<[[9, 1, 9, 9, 2], [9, 3, 9, 9, 4], [9, 9, 9, 9, 9]]> : tensor<3x5xi32>
  return
}

func.func @pad_negative_cuts_off() {
  %0 = stablehlo.constant dense<[1, 2, 3, 4, 5]> : tensor<5xi32>
  %1 = stablehlo.constant dense<0> : tensor<i32>
  %2 = stablehlo.pad %0, %1, low = [-2], high = [-1], interior = [0] : (tensor<5xi32>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %2, dense<[3, 4]> : tensor<2xi32>
  return
}

func.func @pad_negative_cuts_into_the_interior() {
  %0 = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %1 = stablehlo.constant dense<0> : tensor<i32>
  %2 = stablehlo.pad %0, %1, low = [-1], high = [2], interior = [1] : (tensor<3xi32>, tensor<i32>) -> tensor<6xi32>
  check.expect_eq_const %2, dense<[0, 2, 0, 3, 0, 0]> : tensor<6xi32>
  return
}

func.func @pad_negative_cuts_everything() {
  %0 = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %1 = stablehlo.constant dense<0> : tensor<i32>
  %2 = stablehlo.pad %0, %1, low = [-4], high = [3], interior = [0] : (tensor<3xi32>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %2, dense<[0, 0]> : tensor<2xi32>
  return
}

func.func @pad_empty_operand() {
  %0 = stablehlo.constant dense<> : tensor<0xi32>
  %1 = stablehlo.constant dense<8> : tensor<i32>
  %2 = stablehlo.pad %0, %1, low = [1], high = [2], interior = [5] : (tensor<0xi32>, tensor<i32>) -> tensor<3xi32>
  check.expect_eq_const %2, dense<8> : tensor<3xi32>
  return
}

func.func @pad_scalar() {
  %0 = stablehlo.constant dense<1> : tensor<i32>
  %1 = stablehlo.constant dense<8> : tensor<i32>
  %2 = stablehlo.pad %0, %1, low = [], high = [], interior = [] : (tensor<i32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %2, dense<1> : tensor<i32>
  return
}

func.func @dynamic_slice_inside() {
  %0 = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6], [7, 8, 9]]> : tensor<3x3xi32>
  %1 = stablehlo.constant dense<1> : tensor<i64>
  %2 = stablehlo.dynamic_slice %0, %1, %1, sizes = [2, 1] : (tensor<3x3xi32>, tensor<i64>, tensor<i64>) -> tensor<2x1xi32>
  check.expect_eq_const %2, dense<[[5], [8]]> : tensor<2x1xi32>
  return
}

func.func @dynamic_slice_clamps_starts_on_both_sides() {
  %0 = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6], [7, 8, 9]]> : tensor<3x3xi32>
  %1 = stablehlo.constant dense<-9223372036854775808> : tensor<i64>
  %2 = stablehlo.constant dense<9223372036854775807> : tensor<i64>
  %3 = stablehlo.dynamic_slice %0, %1, %2, sizes = [2, 2] : (tensor<3x3xi32>, tensor<i64>, tensor<i64>) -> tensor<2x2xi32>
  check.expect_eq_const %3, dense<[[2, 3], [5, 6]]> : tensor<2x2xi32>
  return
}

func.func @dynamic_slice_large_unsigned_start_is_not_negative() {
  %0 = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %1 = stablehlo.constant dense<18446744073709551615> : tensor<ui64>
  %2 = stablehlo.dynamic_slice %0, %1, sizes = [1] : (tensor<3xi32>, tensor<ui64>) -> tensor<1xi32>
  check.expect_eq_const %2, dense<3> : tensor<1xi32>
  %3 = stablehlo.constant dense<255> : tensor<ui8>
  %4 = stablehlo.dynamic_slice %0, %3, sizes = [1] : (tensor<3xi32>, tensor<ui8>) -> tensor<1xi32>
  check.expect_eq_const %4, dense<3> : tensor<1xi32>
  return
}

func.func @dynamic_slice_of_nothing() {
  %0 = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %1 = stablehlo.constant dense<7> : tensor<i32>
  %2 = stablehlo.dynamic_slice %0, %1, sizes = [0] : (tensor<3xi32>, tensor<i32>) -> tensor<0xi32>
  check.expect_eq_const %2, dense<> : tensor<0xi32>
  return
}

func.func @dynamic_update_slice_clamps_starts() {
  %0 = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6], [7, 8, 9]]> : tensor<3x3xi32>
  %1 = stablehlo.constant dense<[[-1, -2]]> : tensor<1x2xi32>
  %2 = stablehlo.constant dense<-5> : tensor<i32>
  %3 = stablehlo.constant dense<5> : tensor<i32>
  %4 = stablehlo.dynamic_update_slice %0, %1, %2, %3 : (tensor<3x3xi32>, tensor<1x2xi32>, tensor<i32>, tensor<i32>) -> tensor<3x3xi32>
  check.expect_eq_const %4, dense<[[1, -1, -2], [4, 5, 6], [7, 8, 9]]> : tensor<3x3xi32>
  return
}

func.func @dynamic_update_slice_with_nothing() {
  %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %1 = stablehlo.constant dense<> : tensor<0xi32>
  %2 = stablehlo.constant dense<1> : tensor<i32>
  %3 = stablehlo.dynamic_update_slice %0, %1, %2 : (tensor<2xi32>, tensor<0xi32>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %3, dense<[1, 2]> : tensor<2xi32>
  return
}

func.func @torch_index_select_rows_and_columns() {
  %0 = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %1 = stablehlo.constant dense<[1, 0, 1]> : tensor<3xi32>
  %2 = "stablehlo.torch_index_select"(%0, %1) <{dim = 0 : i64, batch_dims = 0 : i64}> : (tensor<2x3xi32>, tensor<3xi32>) -> tensor<3x3xi32>
  check.expect_eq_const %2, dense<[[4, 5, 6], [1, 2, 3], [4, 5, 6]]> : tensor<3x3xi32>
  %3 = stablehlo.constant dense<[[2], [0]]> : tensor<2x1xi32>
  %4 = "stablehlo.torch_index_select"(%0, %3) <{dim = 1 : i64, batch_dims = 1 : i64}> : (tensor<2x3xi32>, tensor<2x1xi32>) -> tensor<2x1xi32>
  check.expect_eq_const %4, dense<[[3], [4]]> : tensor<2x1xi32>
  return
}

func.func @tuples_nest() {
  %0 = stablehlo.constant dense<1> : tensor<i32>
  %1 = stablehlo.constant dense<2.0> : tensor<f32>
  %2 = stablehlo.tuple %0, %1 : tuple<tensor<i32>, tensor<f32>>
  %3 = stablehlo.tuple %2, %0 : tuple<tuple<tensor<i32>, tensor<f32>>, tensor<i32>>
  %4 = stablehlo.get_tuple_element %3[0] : (tuple<tuple<tensor<i32>, tensor<f32>>, tensor<i32>>) -> tuple<tensor<i32>, tensor<f32>>
  %5 = stablehlo.get_tuple_element %4[1] : (tuple<tensor<i32>, tensor<f32>>) -> tensor<f32>
  check.expect_eq_const %5, dense<2.0> : tensor<f32>
  return
}

func.func @optimization_barrier_passes_values_on() {
  %0 = stablehlo.constant dense<1> : tensor<i32>
  %1 = stablehlo.constant dense<[2.0]> : tensor<1xf32>
  %2:2 = stablehlo.optimization_barrier %0, %1 : tensor<i32>, tensor<1xf32>
  check.expect_eq_const %2#0, dense<1> : tensor<i32>
  check.expect_eq_const %2#1, dense<2.0> : tensor<1xf32>
  return
}

func.func @tokens_join() {
  %0 = stablehlo.create_token : !stablehlo.token
  %1 = stablehlo.after_all %0, %0 : !stablehlo.token
  %2 = stablehlo.after_all : !stablehlo.token
  return
}
