// Reductions, windows, maps and sorting.
// RUN: weft-run --check %s

func.func @reduce_one_and_all_dimensions() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %init = stablehlo.constant dense<100> : tensor<i32>
  %0 = stablehlo.reduce(%x init: %init) applies stablehlo.add across dimensions = [0] : (tensor<2x3xi32>, tensor<i32>) -> tensor<3xi32>
  check.expect_eq_const %0, dense<[105, 107, 109]> : tensor<3xi32>
  %1 = stablehlo.reduce(%x init: %init) applies stablehlo.add across dimensions = [1, 0] : (tensor<2x3xi32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %1, dense<121> : tensor<i32>
  return
}

func.func @reduce_no_dimension_still_applies_the_initial_value() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %init = stablehlo.constant dense<10> : tensor<i32>
  %0 = stablehlo.reduce(%x init: %init) applies stablehlo.add across dimensions = [] : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %0, dense<[11, 12]> : tensor<2xi32>
  return
}

func.func @reduce_nothing_is_the_initial_value() {
  %x = stablehlo.constant dense<> : tensor<0x2xf32>
  %init = stablehlo.constant dense<-1.5> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %init) applies stablehlo.maximum across dimensions = [0] : (tensor<0x2xf32>, tensor<f32>) -> tensor<2xf32>
  check.expect_eq_const %0, dense<-1.5> : tensor<2xf32>
  return
}

func.func @reduce_scalar() {
  %x = stablehlo.constant dense<4> : tensor<i32>
  %init = stablehlo.constant dense<3> : tensor<i32>
  %0 = stablehlo.reduce(%x init: %init) applies stablehlo.multiply across dimensions = [] : (tensor<i32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %0, dense<12> : tensor<i32>
  return
}

func.func @reduce_integers_wrap() {
  %x = stablehlo.constant dense<[100, 100, 100]> : tensor<3xi8>
  %init = stablehlo.constant dense<0> : tensor<i8>
  %0 = stablehlo.reduce(%x init: %init) applies stablehlo.add across dimensions = [0] : (tensor<3xi8>, tensor<i8>) -> tensor<i8>
  check.expect_eq_const %0, dense<44> : tensor<i8>
  return
}

func.func @reduce_promotes_to_the_body_type() {
  %x = stablehlo.constant dense<[100, 100, 100]> : tensor<3xi8>
  %init = stablehlo.constant dense<0> : tensor<i8>
  %0 = "stablehlo.reduce"(%x, %init) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<3xi8>, tensor<i8>) -> tensor<i32>
  check.expect_eq_const %0, dense<300> : tensor<i32>
  return
}

func.func @reduce_bf16_in_f32_keeps_small_terms() {
  %x = stablehlo.constant dense<[256.0, 1.0, 1.0]> : tensor<3xbf16>
  %init = stablehlo.constant dense<0.0> : tensor<bf16>
  %narrow = stablehlo.reduce(%x init: %init) applies stablehlo.add across dimensions = [0] : (tensor<3xbf16>, tensor<bf16>) -> tensor<bf16>
  check.expect_eq_const %narrow, dense<256.0> : tensor<bf16>
  %wide = "stablehlo.reduce"(%x, %init) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3xbf16>, tensor<bf16>) -> tensor<f32>
  check.expect_eq_const %wide, dense<258.0> : tensor<f32>
  return
}

func.func @reduce_argmax_with_two_inputs() {
  %x = stablehlo.constant dense<[[3.0, 7.0, 7.0], [9.0, -1.0, 2.0]]> : tensor<2x3xf32>
  %i = stablehlo.iota dim = 1 : tensor<2x3xi32>
  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.reduce(%x init: %lowest), (%i init: %zero) across dimensions = [1] : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%p: tensor<i32>, %q: tensor<i32>) {
    %greater = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %value = stablehlo.select %greater, %a, %b : tensor<i1>, tensor<f32>
    %place = stablehlo.select %greater, %p, %q : tensor<i1>, tensor<i32>
    stablehlo.return %value, %place : tensor<f32>, tensor<i32>
  }
  check.expect_eq_const %0#0, dense<[7.0, 9.0]> : tensor<2xf32>
  check.expect_eq_const %0#1, dense<[1, 0]> : tensor<2xi32>
  return
}

func.func @reduce_body_uses_outer_values() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %init = stablehlo.constant dense<0> : tensor<i32>
  %base = stablehlo.constant dense<10> : tensor<i32>
  %0 = stablehlo.reduce(%x init: %init) across dimensions = [0] : (tensor<3xi32>, tensor<i32>) -> tensor<i32>
   reducer(%a: tensor<i32>, %b: tensor<i32>) {
    %m = stablehlo.multiply %a, %base : tensor<i32>
    %s = stablehlo.add %m, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }
  // From the left: the accumulator is the first argument.
  check.expect_eq_const %0, dense<123> : tensor<i32>
  return
}

func.func @reduce_maximum_spreads_nan() {
  %x = stablehlo.constant dense<[1.0, 0x7FC00000, 2.0]> : tensor<3xf32>
  %init = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %init) applies stablehlo.maximum across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  check.expect_eq_const %0, dense<0x7FC00000> : tensor<f32>
  return
}

func.func @window_sum() {
  %x = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %init = stablehlo.constant dense<0> : tensor<i32>
  %0 = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<4xi32>, tensor<i32>) -> tensor<3xi32>
  check.expect_eq_const %0, dense<[3, 5, 7]> : tensor<3xi32>
  return
}

// The initial value starts every window; padding and holes take no part.
func.func @window_padding_takes_no_part() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %init = stablehlo.constant dense<100> : tensor<i32>
  %0 = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 2>, padding = dense<[[1, 2]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<3xi32>, tensor<i32>) -> tensor<5xi32>
  check.expect_eq_const %0, dense<[101, 103, 105, 103, 100]> : tensor<5xi32>
  return
}

func.func @window_base_dilation_makes_holes() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %init = stablehlo.constant dense<10> : tensor<i32>
  %0 = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 2>, base_dilations = array<i64: 2>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.multiply %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<3xi32>, tensor<i32>) -> tensor<4xi32>
  check.expect_eq_const %0, dense<[10, 20, 20, 30]> : tensor<4xi32>
  return
}

func.func @window_dilation_and_stride() {
  %x = stablehlo.constant dense<[1, 2, 3, 4, 5, 6, 7]> : tensor<7xi32>
  %init = stablehlo.constant dense<0> : tensor<i32>
  %0 = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 2>, window_dilations = array<i64: 3>, window_strides = array<i64: 2>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<7xi32>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %0, dense<[5, 9]> : tensor<2xi32>
  return
}

func.func @window_negative_padding_cuts_off() {
  %x = stablehlo.constant dense<[1, 2, 3, 4, 5]> : tensor<5xi32>
  %init = stablehlo.constant dense<0> : tensor<i32>
  %0 = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 2>, padding = dense<[[-1, -2]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<5xi32>, tensor<i32>) -> tensor<1xi32>
  check.expect_eq_const %0, dense<5> : tensor<1xi32>
  return
}

func.func @window_larger_than_the_operand_gives_nothing() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %init = stablehlo.constant dense<0> : tensor<i32>
  %0 = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64: 3>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<2xi32>, tensor<i32>) -> tensor<0xi32>
  check.expect_eq_const %0, dense<> : tensor<0xi32>
  return
}

func.func @window_two_dimensions_two_inputs() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %y = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0:2 = "stablehlo.reduce_window"(%x, %y, %zero, %one) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 2>, padding = dense<[[0, 0], [0, 1]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<f32>):
    %s = stablehlo.add %a, %c : tensor<i32>
    %p = stablehlo.multiply %b, %d : tensor<f32>
    stablehlo.return %s, %p : tensor<i32>, tensor<f32>
  }) : (tensor<2x3xi32>, tensor<2x3xf32>, tensor<i32>, tensor<f32>) -> (tensor<1x2xi32>, tensor<1x2xf32>)
  check.expect_eq_const %0#0, dense<[[12, 9]]> : tensor<1x2xi32>
  check.expect_eq_const %0#1, dense<[[40.0, 18.0]]> : tensor<1x2xf32>
  return
}

func.func @window_scalar() {
  %x = stablehlo.constant dense<5> : tensor<i32>
  %init = stablehlo.constant dense<2> : tensor<i32>
  %0 = "stablehlo.reduce_window"(%x, %init) <{window_dimensions = array<i64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %0, dense<7> : tensor<i32>
  return
}

func.func @select_and_scatter_sends_to_the_maximum() {
  %x = stablehlo.constant dense<[[1, 5, 2, 0], [4, 3, 7, 6]]> : tensor<2x4xi32>
  %source = stablehlo.constant dense<[[10, 20]]> : tensor<1x2xi32>
  %init = stablehlo.constant dense<1> : tensor<i32>
  %0 = "stablehlo.select_and_scatter"(%x, %source, %init) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.compare GE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<2x4xi32>, tensor<1x2xi32>, tensor<i32>) -> tensor<2x4xi32>
  check.expect_eq_const %0, dense<[[1, 11, 1, 1], [1, 1, 21, 1]]> : tensor<2x4xi32>
  return
}

func.func @select_and_scatter_overlapping_windows_add_up() {
  %x = stablehlo.constant dense<[1, 9, 2, 3]> : tensor<4xi32>
  %source = stablehlo.constant dense<[10, 20, 30]> : tensor<3xi32>
  %init = stablehlo.constant dense<0> : tensor<i32>
  %0 = "stablehlo.select_and_scatter"(%x, %source, %init) <{window_dimensions = array<i64: 2>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.compare GE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<4xi32>, tensor<3xi32>, tensor<i32>) -> tensor<4xi32>
  check.expect_eq_const %0, dense<[0, 30, 0, 30]> : tensor<4xi32>
  return
}

// Padding is never selected, though it would win the comparison.
func.func @select_and_scatter_does_not_select_padding() {
  %x = stablehlo.constant dense<[-5, -7]> : tensor<2xi32>
  %source = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
  %init = stablehlo.constant dense<0> : tensor<i32>
  %0 = "stablehlo.select_and_scatter"(%x, %source, %init) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>, padding = dense<[[1, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.compare GE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<2xi32>, tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  check.expect_eq_const %0, dense<[10, 20]> : tensor<2xi32>
  return
}

// A window that lies in the padding altogether selects nothing.
func.func @select_and_scatter_window_of_padding_only() {
  %x = stablehlo.constant dense<[1]> : tensor<1xi32>
  %source = stablehlo.constant dense<[10, 20, 30]> : tensor<3xi32>
  %init = stablehlo.constant dense<0> : tensor<i32>
  %0 = "stablehlo.select_and_scatter"(%x, %source, %init) <{window_dimensions = array<i64: 1>, padding = dense<[[1, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.compare GE, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = stablehlo.add %a, %b : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<1xi32>, tensor<3xi32>, tensor<i32>) -> tensor<1xi32>
  check.expect_eq_const %0, dense<20> : tensor<1xi32>
  return
}

func.func @map_several_inputs_and_outer_values() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %y = stablehlo.constant dense<[[10, 20], [30, 40]]> : tensor<2x2xi32>
  %offset = stablehlo.constant dense<1000> : tensor<i32>
  %0 = "stablehlo.map"(%x, %y) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %m = stablehlo.multiply %a, %b : tensor<i32>
    %s = stablehlo.add %m, %offset : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %0, dense<[[1010, 1040], [1090, 1160]]> : tensor<2x2xi32>
  return
}

func.func @map_changes_the_element_type() {
  %x = stablehlo.constant dense<[1.5, -2.5]> : tensor<2xf32>
  %0 = "stablehlo.map"(%x) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>):
    %c = stablehlo.convert %a : (tensor<f32>) -> tensor<i32>
    stablehlo.return %c : tensor<i32>
  }) : (tensor<2xf32>) -> tensor<2xi32>
  check.expect_eq_const %0, dense<[1, -2]> : tensor<2xi32>
  return
}

func.func @map_nothing() {
  %x = stablehlo.constant dense<> : tensor<0xf32>
  %0 = "stablehlo.map"(%x) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<0xf32>) -> tensor<0xf32>
  check.expect_eq_const %0, dense<> : tensor<0xf32>
  return
}

func.func @sort_ascending_along_the_first_dimension() {
  %x = stablehlo.constant dense<[[3, 1], [1, 2], [2, 0]]> : tensor<3x2xi32>
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<3x2xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %0, dense<[[1, 0], [2, 1], [3, 2]]> : tensor<3x2xi32>
  return
}

func.func @sort_counts_dimensions_from_the_end() {
  %x = stablehlo.constant dense<[[3, 1, 2], [5, 9, 7]]> : tensor<2x3xi32>
  %0 = "stablehlo.sort"(%x) <{dimension = -1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.compare GT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<2x3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %0, dense<[[3, 2, 1], [9, 7, 5]]> : tensor<2x3xi32>
  return
}

func.func @sort_carries_other_tensors_along_stably() {
  %k = stablehlo.constant dense<[2, 1, 2, 1, 0]> : tensor<5xi32>
  %v = stablehlo.constant dense<[10.0, 11.0, 12.0, 13.0, 14.0]> : tensor<5xf32>
  %0:2 = "stablehlo.sort"(%k, %v) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<f32>):
    %e = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %e : tensor<i1>
  }) : (tensor<5xi32>, tensor<5xf32>) -> (tensor<5xi32>, tensor<5xf32>)
  check.expect_eq_const %0#0, dense<[0, 1, 1, 2, 2]> : tensor<5xi32>
  check.expect_eq_const %0#1, dense<[14.0, 11.0, 13.0, 10.0, 12.0]> : tensor<5xf32>
  return
}

// A comparator that is no order must not do harm: the result is some
// permutation, which here keeps the sum.
func.func @sort_comparator_always_true() {
  %x = stablehlo.iota dim = 0 : tensor<37xi32>
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %t = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %t : tensor<i1>
  }) : (tensor<37xi32>) -> tensor<37xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %sum = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<37xi32>, tensor<i32>) -> tensor<i32>
  check.expect_eq_const %sum, dense<666> : tensor<i32>
  return
}

func.func @sort_comparator_always_false_keeps_the_order() {
  %x = stablehlo.constant dense<[3, 1, 2]> : tensor<3xi32>
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %f = stablehlo.constant dense<false> : tensor<i1>
    stablehlo.return %f : tensor<i1>
  }) : (tensor<3xi32>) -> tensor<3xi32>
  check.expect_eq_const %0, dense<[3, 1, 2]> : tensor<3xi32>
  return
}

func.func @sort_nan_with_an_ordinary_comparison() {
  %x = stablehlo.constant dense<[0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<3xf32>
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<3xf32>) -> tensor<3xf32>
  check.expect_eq_const %0, dense<0x7FC00000> : tensor<3xf32>
  return
}

func.func @sort_total_order_puts_nan_and_zeros_in_place() {
  %x = stablehlo.constant dense<[0x7FC00000, 0.0, -1.0, -0.0, 0xFFC00000]> : tensor<5xf32>
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<5xf32>) -> tensor<5xf32>
  %bits = stablehlo.bitcast_convert %0 : (tensor<5xf32>) -> tensor<5xui32>
  check.expect_eq_const %bits, dense<[0xFFC00000, 0xBF800000, 0x80000000, 0, 0x7FC00000]> : tensor<5xui32>
  return
}

func.func @sort_empty_and_single() {
  %x = stablehlo.constant dense<> : tensor<0x2xi32>
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<0x2xi32>) -> tensor<0x2xi32>
  check.expect_eq_const %0, dense<> : tensor<0x2xi32>
  %y = stablehlo.constant dense<[[5], [4]]> : tensor<2x1xi32>
  %1 = "stablehlo.sort"(%y) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %c = stablehlo.compare LT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<2x1xi32>) -> tensor<2x1xi32>
  check.expect_eq_const %1, dense<[[5], [4]]> : tensor<2x1xi32>
  return
}
