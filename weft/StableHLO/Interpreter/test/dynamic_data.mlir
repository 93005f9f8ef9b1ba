// Sizes that are data, with results of known shape: the interpreter, and native
// code.
// RUN: weft-run --check %s
// RUN: weft-run --check --compiled %s

func.func @reshape_iota_and_broadcast() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %c = stablehlo.constant dense<[3, 2]> : tensor<2xi64>
  %s = stablehlo.optimization_barrier %c : tensor<2xi64>
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<2x3xi32>, tensor<2xi64>) -> tensor<3x2xi32>
  check.expect_eq_const %0, dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %1 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi64>) -> tensor<3x2xi32>
  check.expect_eq_const %1, dense<[[0, 0], [1, 1], [2, 2]]> : tensor<3x2xi32>
  %y = stablehlo.constant dense<[7, 8]> : tensor<2xi32>
  %2 = stablehlo.dynamic_broadcast_in_dim %y, %s, dims = [1] : (tensor<2xi32>, tensor<2xi64>) -> tensor<3x2xi32>
  check.expect_eq_const %2, dense<[[7, 8], [7, 8], [7, 8]]> : tensor<3x2xi32>
  return
}

func.func @slice() {
  %x = stablehlo.iota dim = 0 : tensor<10xi32>
  %a = stablehlo.constant dense<2> : tensor<1xi64>
  %b = stablehlo.constant dense<9> : tensor<1xi64>
  %c = stablehlo.constant dense<3> : tensor<1xi64>
  %start, %limit, %stride = stablehlo.optimization_barrier %a, %b, %c : tensor<1xi64>, tensor<1xi64>, tensor<1xi64>
  %0 = stablehlo.real_dynamic_slice %x, %start, %limit, %stride : (tensor<10xi32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xi32>
  check.expect_eq_const %0, dense<[2, 5, 8]> : tensor<3xi32>
  %1 = stablehlo.real_dynamic_slice %x, %start, %limit, %c : (tensor<10xi32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xi32>
  check.expect_eq_const %1, dense<[2, 5, 8]> : tensor<3xi32>
  return
}

func.func @pad() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %v = stablehlo.constant dense<9> : tensor<i32>
  %a = stablehlo.constant dense<-1> : tensor<1xi32>
  %b = stablehlo.constant dense<2> : tensor<1xi32>
  %c = stablehlo.constant dense<1> : tensor<1xi32>
  %low, %high, %gap = stablehlo.optimization_barrier %a, %b, %c : tensor<1xi32>, tensor<1xi32>, tensor<1xi32>
  %0 = stablehlo.dynamic_pad %x, %v, %low, %high, %gap : (tensor<3xi32>, tensor<i32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<6xi32>
  check.expect_eq_const %0, dense<[9, 2, 9, 3, 9, 9]> : tensor<6xi32>
  %1 = stablehlo.dynamic_pad %x, %v, %low, %high, %c : (tensor<3xi32>, tensor<i32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<6xi32>
  check.expect_eq_const %1, dense<[9, 2, 9, 3, 9, 9]> : tensor<6xi32>
  return
}

// All that is left is padding: below, above, or with the operand cut away.
func.func @pad_past_the_operand() {
  %x = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
  %v = stablehlo.constant dense<9> : tensor<i32>
  %none = stablehlo.constant dense<0> : tensor<1xi64>
  %a = stablehlo.constant dense<1000000> : tensor<1xi64>
  %b = stablehlo.constant dense<-1000001> : tensor<1xi64>
  %up, %down = stablehlo.optimization_barrier %a, %b : tensor<1xi64>, tensor<1xi64>
  %0 = stablehlo.dynamic_pad %x, %v, %up, %down, %none : (tensor<3xi32>, tensor<i32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<2xi32>
  check.expect_eq_const %0, dense<9> : tensor<2xi32>
  %1 = stablehlo.dynamic_pad %x, %v, %down, %up, %none : (tensor<3xi32>, tensor<i32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<2xi32>
  check.expect_eq_const %1, dense<9> : tensor<2xi32>
  return
}

func.func @gather() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %i = stablehlo.constant dense<[1, 0, 1]> : tensor<3xi32>
  %c = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
  %sizes = stablehlo.optimization_barrier %c : tensor<2xi64>
  %0 = "stablehlo.dynamic_gather"(%x, %i, %sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<2x3xi32>, tensor<3xi32>, tensor<2xi64>) -> tensor<3x2xi32>
  check.expect_eq_const %0, dense<[[4, 5], [1, 2], [4, 5]]> : tensor<3x2xi32>
  return
}

func.func @convolution() {
  %x = stablehlo.constant dense<[[[1], [2], [3], [4], [5], [6]]]> : tensor<1x6x1xi32>
  %k = stablehlo.constant dense<[[[1]], [[10]], [[100]]]> : tensor<3x1x1xi32>
  %c = stablehlo.constant dense<[[2, 1]]> : tensor<1x2xi64>
  %padding = stablehlo.optimization_barrier %c : tensor<1x2xi64>
  %0 = "stablehlo.dynamic_conv"(%x, %k, %padding) <{batch_group_count = 1 : i64, feature_group_count = 1 : i64, window_strides = array<i64: 2>, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>}> : (tensor<1x6x1xi32>, tensor<3x1x1xi32>, tensor<1x2xi64>) -> tensor<1x4x1xi32>
  check.expect_eq_const %0, dense<[[[100], [321], [543], [65]]]> : tensor<1x4x1xi32>
  return
}

func.func @cut() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %c = stablehlo.constant dense<2> : tensor<i32>
  %size = stablehlo.optimization_barrier %c : tensor<i32>
  %0 = stablehlo.set_dimension_size %x, %size, dim = 1 : (tensor<2x3xi32>, tensor<i32>) -> tensor<2x2xi32>
  check.expect_eq_const %0, dense<[[1, 2], [4, 5]]> : tensor<2x2xi32>
  return
}
