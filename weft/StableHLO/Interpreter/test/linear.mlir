// Products of tensors: dot, dot_general, einsum.
// RUN: weft-run --check %s

func.func @dot_vectors_matrices_and_both() {
  %v = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %m = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %0 = stablehlo.dot %v, %v : (tensor<2xi32>, tensor<2xi32>) -> tensor<i32>
  check.expect_eq_const %0, dense<5> : tensor<i32>
  %1 = stablehlo.dot %m, %v : (tensor<2x2xi32>, tensor<2xi32>) -> tensor<2xi32>
  check.expect_eq_const %1, dense<[5, 11]> : tensor<2xi32>
  %2 = stablehlo.dot %v, %m : (tensor<2xi32>, tensor<2x2xi32>) -> tensor<2xi32>
  check.expect_eq_const %2, dense<[7, 10]> : tensor<2xi32>
  %3 = stablehlo.dot %m, %m : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %3, dense<[[7, 10], [15, 22]]> : tensor<2x2xi32>
  return
}

func.func @dot_general_batches() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %y = stablehlo.constant dense<[[[1, 0], [0, 1]], [[2, 0], [0, 2]]]> : tensor<2x2x2xi32>
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [0], contracting_dims = [1] x [2] : (tensor<2x2xi32>, tensor<2x2x2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %0, dense<[[1, 2], [6, 8]]> : tensor<2x2xi32>
  return
}

func.func @dot_general_batch_dimension_last() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %y = stablehlo.constant dense<[[5, 6], [7, 8]]> : tensor<2x2xi32>
  // Columns of x with columns of y.
  %0 = stablehlo.dot_general %x, %y, batching_dims = [1] x [1], contracting_dims = [0] x [0] : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2xi32>
  check.expect_eq_const %0, dense<[26, 44]> : tensor<2xi32>
  return
}

func.func @dot_general_two_contracting_dimensions_in_other_order() {
  %x = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %y = stablehlo.constant dense<[[1, 0], [0, 1], [1, 1]]> : tensor<3x2xi32>
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [0, 1] x [1, 0] : (tensor<2x3xi32>, tensor<3x2xi32>) -> tensor<i32>
  // 1*1 + 3*1 + 5*1 + 6*1
  check.expect_eq_const %0, dense<15> : tensor<i32>
  return
}

func.func @dot_general_outer_product() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %y = stablehlo.constant dense<[3, 4, 5]> : tensor<3xi32>
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [] x [] : (tensor<2xi32>, tensor<3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %0, dense<[[3, 4, 5], [6, 8, 10]]> : tensor<2x3xi32>
  return
}

func.func @dot_general_scalars() {
  %x = stablehlo.constant dense<3.0> : tensor<f32>
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [] x [] : (tensor<f32>, tensor<f32>) -> tensor<f32>
  check.expect_eq_const %0, dense<9.0> : tensor<f32>
  return
}

func.func @dot_over_nothing_is_zero() {
  %x = stablehlo.constant dense<> : tensor<2x0xf32>
  %y = stablehlo.constant dense<> : tensor<0x3xf32>
  %0 = stablehlo.dot %x, %y : (tensor<2x0xf32>, tensor<0x3xf32>) -> tensor<2x3xf32>
  check.expect_eq_const %0, dense<0.0> : tensor<2x3xf32>
  return
}

func.func @dot_with_an_empty_result() {
  %x = stablehlo.constant dense<> : tensor<0x2xf32>
  %y = stablehlo.constant dense<1.0> : tensor<2x3xf32>
  %0 = stablehlo.dot %x, %y : (tensor<0x2xf32>, tensor<2x3xf32>) -> tensor<0x3xf32>
  check.expect_eq_const %0, dense<> : tensor<0x3xf32>
  return
}

func.func @dot_integers_wrap() {
  %x = stablehlo.constant dense<[100, 100]> : tensor<2xi8>
  %0 = stablehlo.dot %x, %x : (tensor<2xi8>, tensor<2xi8>) -> tensor<i8>
  // 20000 modulo 256
  check.expect_eq_const %0, dense<32> : tensor<i8>
  %y = stablehlo.constant dense<[255, 2]> : tensor<2xui8>
  %1 = stablehlo.dot %y, %y : (tensor<2xui8>, tensor<2xui8>) -> tensor<ui8>
  check.expect_eq_const %1, dense<5> : tensor<ui8>
  return
}

func.func @dot_widens_integers_before_multiplying() {
  %x = stablehlo.constant dense<[-128, 127]> : tensor<2xi8>
  %y = stablehlo.constant dense<[-128, -128]> : tensor<2xi8>
  %0 = stablehlo.dot %x, %y : (tensor<2xi8>, tensor<2xi8>) -> tensor<i32>
  check.expect_eq_const %0, dense<128> : tensor<i32>
  %u = stablehlo.constant dense<[255, 255]> : tensor<2xui8>
  %1 = stablehlo.dot %u, %u : (tensor<2xui8>, tensor<2xui8>) -> tensor<ui32>
  check.expect_eq_const %1, dense<130050> : tensor<ui32>
  return
}

func.func @dot_narrow_integers() {
  %x = stablehlo.constant dense<[-8, 7]> : tensor<2xi4>
  %0 = stablehlo.dot %x, %x : (tensor<2xi4>, tensor<2xi4>) -> tensor<i32>
  check.expect_eq_const %0, dense<113> : tensor<i32>
  %1 = stablehlo.dot %x, %x : (tensor<2xi4>, tensor<2xi4>) -> tensor<i4>
  check.expect_eq_const %1, dense<1> : tensor<i4>
  return
}

// And is the product of booleans, or their sum.
func.func @dot_booleans() {
  %x = stablehlo.constant dense<[[true, false], [true, true], [false, false]]> : tensor<3x2xi1>
  %y = stablehlo.constant dense<[false, true]> : tensor<2xi1>
  %z = stablehlo.constant dense<[true, true]> : tensor<2xi1>
  %0 = stablehlo.dot %x, %y : (tensor<3x2xi1>, tensor<2xi1>) -> tensor<3xi1>
  check.expect_eq_const %0, dense<[false, true, false]> : tensor<3xi1>
  %1 = stablehlo.dot %x, %z : (tensor<3x2xi1>, tensor<2xi1>) -> tensor<3xi1>
  check.expect_eq_const %1, dense<[true, true, false]> : tensor<3xi1>
  return
}

func.func @dot_complex_does_not_conjugate() {
  %x = stablehlo.constant dense<[(1.0, 2.0), (0.0, 1.0)]> : tensor<2xcomplex<f32>>
  %y = stablehlo.constant dense<[(3.0, -1.0), (0.0, 1.0)]> : tensor<2xcomplex<f32>>
  %0 = stablehlo.dot %x, %y : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> tensor<complex<f32>>
  // (3 + 2) + (6 - 1)i, and -1
  check.expect_eq_const %0, dense<(4.0, 5.0)> : tensor<complex<f32>>
  return
}

func.func @dot_f16_sums_are_not_rounded_on_the_way() {
  %x = stablehlo.constant dense<[2048.0, 1.0, 1.0]> : tensor<3xf16>
  %y = stablehlo.constant dense<1.0> : tensor<3xf16>
  %0 = stablehlo.dot %x, %y : (tensor<3xf16>, tensor<3xf16>) -> tensor<f16>
  check.expect_eq_const %0, dense<2050.0> : tensor<f16>
  %1 = stablehlo.dot %x, %y : (tensor<3xf16>, tensor<3xf16>) -> tensor<f32>
  check.expect_eq_const %1, dense<2050.0> : tensor<f32>
  return
}

func.func @dot_f16_overflows_only_in_the_result() {
  %x = stablehlo.constant dense<[256.0, 256.0]> : tensor<2xf16>
  %y = stablehlo.constant dense<[256.0, -256.0]> : tensor<2xf16>
  %0 = stablehlo.dot %x, %y : (tensor<2xf16>, tensor<2xf16>) -> tensor<f16>
  check.expect_eq_const %0, dense<0.0> : tensor<f16>
  %1 = stablehlo.dot %x, %x : (tensor<2xf16>, tensor<2xf16>) -> tensor<f16>
  check.expect_eq_const %1, dense<0x7C00> : tensor<f16>
  return
}

func.func @dot_f8() {
  %x = stablehlo.constant dense<[1.5, -2.0, 0.5]> : tensor<3xf8E4M3FN>
  %y = stablehlo.constant dense<[4.0, 3.0, 64.0]> : tensor<3xf8E5M2>
  %0 = stablehlo.dot %x, %y : (tensor<3xf8E4M3FN>, tensor<3xf8E5M2>) -> tensor<f32>
  check.expect_eq_const %0, dense<32.0> : tensor<f32>
  %1 = stablehlo.dot %x, %x : (tensor<3xf8E4M3FN>, tensor<3xf8E4M3FN>) -> tensor<f8E4M3FN>
  check.expect_eq_const %1, dense<6.5> : tensor<f8E4M3FN>
  return
}

func.func @dot_f4() {
  %x = stablehlo.constant dense<[0.5, 6.0, -1.5, 3.0]> : tensor<4xf4E2M1FN>
  %0 = stablehlo.dot %x, %x : (tensor<4xf4E2M1FN>, tensor<4xf4E2M1FN>) -> tensor<f32>
  check.expect_eq_const %0, dense<47.5> : tensor<f32>
  %1 = stablehlo.dot %x, %x : (tensor<4xf4E2M1FN>, tensor<4xf4E2M1FN>) -> tensor<bf16>
  check.expect_eq_const %1, dense<47.5> : tensor<bf16>
  return
}

func.func @dot_infinity_times_zero_is_nan() {
  %x = stablehlo.constant dense<[0x7F800000, 1.0]> : tensor<2xf32>
  %y = stablehlo.constant dense<[0.0, 1.0]> : tensor<2xf32>
  %0 = stablehlo.dot %x, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  check.expect_eq_const %0, dense<0x7FC00000> : tensor<f32>
  return
}

func.func @dot_algorithm_rounds_operands() {
  // 1 + 2^-9 needs more bits than bf16 has, and 1 + 2^-12 more than tf32.
  %x = stablehlo.constant dense<[1.001953125]> : tensor<1xf32>
  %y = stablehlo.constant dense<[1.000244140625]> : tensor<1xf32>
  %one = stablehlo.constant dense<[1.0]> : tensor<1xf32>
  %0 = stablehlo.dot_general %x, %one, contracting_dims = [0] x [0], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<1xf32>, tensor<1xf32>) -> tensor<f32>
  check.expect_eq_const %0, dense<1.0> : tensor<f32>
  %1 = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<1xf32>, tensor<1xf32>) -> tensor<f32>
  check.expect_eq_const %1, dense<1.001953125> : tensor<f32>
  // Split into three parts nothing is lost.
  %2 = stablehlo.dot_general %x, %one, contracting_dims = [0] x [0], algorithm = <lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 3, rhs_component_count = 3, num_primitive_operations = 6, allow_imprecise_accumulation = false> : (tensor<1xf32>, tensor<1xf32>) -> tensor<f32>
  check.expect_eq_const %2, dense<1.001953125> : tensor<f32>
  return
}

func.func @einsum_matrix_product() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %y = stablehlo.constant dense<[[5, 6, 7], [8, 9, 10]]> : tensor<2x3xi32>
  %0 = stablehlo.einsum %x, %y, config = "ab,bc->ac" : (tensor<2x2xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
  check.expect_eq_const %0, dense<[[21, 24, 27], [47, 54, 61]]> : tensor<2x3xi32>
  %1 = stablehlo.einsum %x, %y, config = "ab,bc->ca" : (tensor<2x2xi32>, tensor<2x3xi32>) -> tensor<3x2xi32>
  check.expect_eq_const %1, dense<[[21, 47], [24, 54], [27, 61]]> : tensor<3x2xi32>
  return
}

func.func @einsum_ellipsis_batches() {
  %x = stablehlo.constant dense<[[[1, 2]], [[3, 4]]]> : tensor<2x1x2xi32>
  %y = stablehlo.constant dense<[[[1], [1]], [[2], [0]]]> : tensor<2x2x1xi32>
  %0 = stablehlo.einsum %x, %y, config = "...ab,...bc->...ac" : (tensor<2x1x2xi32>, tensor<2x2x1xi32>) -> tensor<2x1x1xi32>
  check.expect_eq_const %0, dense<[[[3]], [[6]]]> : tensor<2x1x1xi32>
  return
}

func.func @einsum_ellipsis_of_one_operand() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %y = stablehlo.constant dense<[10, 1]> : tensor<2xi32>
  %0 = stablehlo.einsum %x, %y, config = "...a,a->..." : (tensor<3x2xi32>, tensor<2xi32>) -> tensor<3xi32>
  check.expect_eq_const %0, dense<[12, 34, 56]> : tensor<3xi32>
  return
}

func.func @einsum_sums_labels_of_one_operand() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %y = stablehlo.constant dense<[10, 100]> : tensor<2xi32>
  %0 = stablehlo.einsum %x, %y, config = "ab,c->a" : (tensor<2x2xi32>, tensor<2xi32>) -> tensor<2xi32>
  check.expect_eq_const %0, dense<[330, 770]> : tensor<2xi32>
  return
}

func.func @unary_einsum_diagonal_trace_and_transpose() {
  %x = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %0 = "stablehlo.unary_einsum"(%x) <{einsum_config = "aa->a"}> : (tensor<2x2xi32>) -> tensor<2xi32>
  check.expect_eq_const %0, dense<[1, 4]> : tensor<2xi32>
  %1 = "stablehlo.unary_einsum"(%x) <{einsum_config = "aa->"}> : (tensor<2x2xi32>) -> tensor<i32>
  check.expect_eq_const %1, dense<5> : tensor<i32>
  %2 = "stablehlo.unary_einsum"(%x) <{einsum_config = "ab->ba"}> : (tensor<2x2xi32>) -> tensor<2x2xi32>
  check.expect_eq_const %2, dense<[[1, 3], [2, 4]]> : tensor<2x2xi32>
  %3 = "stablehlo.unary_einsum"(%x) <{einsum_config = "a...->..."}> : (tensor<2x2xi32>) -> tensor<2xi32>
  check.expect_eq_const %3, dense<[4, 6]> : tensor<2xi32>
  return
}

func.func @einsum_over_nothing_is_zero() {
  %x = stablehlo.constant dense<> : tensor<2x0xf32>
  %y = stablehlo.constant dense<> : tensor<0xf32>
  %0 = stablehlo.einsum %x, %y, config = "ab,b->a" : (tensor<2x0xf32>, tensor<0xf32>) -> tensor<2xf32>
  check.expect_eq_const %0, dense<0.0> : tensor<2xf32>
  return
}
