// RUN: weft-opt %s | FileCheck %s
// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt %s --mlir-print-op-generic | weft-opt | FileCheck %s
// RUN: weft-opt %s --emit-bytecode | weft-opt | FileCheck %s

// The text forms of contractions, transforms, reductions and random numbers.

// CHECK-LABEL: func @dot
func.func @dot(%a: tensor<3x4xf32>, %b: tensor<4x5xf32>) {
  // CHECK-NEXT: stablehlo.dot %arg0, %arg1 : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  %0 = stablehlo.dot %a, %b : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  // CHECK-NEXT: stablehlo.dot %arg0, %arg1, precision = [DEFAULT, HIGHEST] {note = 1 : i64} :
  %1 = "stablehlo.dot"(%a, %b) {precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGHEST>], note = 1 : i64} : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  return
}

// CHECK-LABEL: func @dot_general
func.func @dot_general(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) {
  // CHECK-NEXT: stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  // CHECK-NEXT: stablehlo.dot_general %arg0, %arg1, contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x2x5xf32>
  %1 = "stablehlo.dot_general"(%a, %b) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>} : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x2x5xf32>
  // CHECK-NEXT: stablehlo.dot_general %arg0, %arg1, contracting_dims = [] x [], precision = [HIGH, HIGH] :
  %2 = stablehlo.dot_general %a, %b, contracting_dims = [] x [], precision = [HIGH, HIGH] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x4x2x4x5xf32>
  // CHECK-NEXT: contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false> :
  %3 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 3, allow_imprecise_accumulation = false> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  // CHECK-NEXT: contracting_dims = [2] x [1], algorithm = <lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> :
  %4 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1], algorithm = <lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return
}

// CHECK-LABEL: func @convolution
func.func @convolution(%input: tensor<1x8x8x16xf32>, %kernel: tensor<3x3x16x4xf32>) {
  // CHECK-NEXT: stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = {{\[\[}}1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x8x8x16xf32>, tensor<3x3x16x4xf32>) -> tensor<1x8x8x4xf32>
  %0 = stablehlo.convolution(%input, %kernel) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]], stride = [1, 1], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [0, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<1x8x8x16xf32>, tensor<3x3x16x4xf32>) -> tensor<1x8x8x4xf32>
  // CHECK-NEXT: window = {pad = {{\[\[}}-1, 0], [0, 3]]} {batch_group_count
  %1 = "stablehlo.convolution"(%input, %kernel) {padding = dense<[[-1, 0], [0, 3]]> : tensor<2x2xi64>, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x16xf32>, tensor<3x3x16x4xf32>) -> tensor<1x5x9x4xf32>
  // CHECK-NEXT: window = {} {batch_group_count
  %2 = stablehlo.convolution(%input, %kernel) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x16xf32>, tensor<3x3x16x4xf32>) -> tensor<1x6x6x4xf32>
  return
}

// CHECK-LABEL: func @einsum
func.func @einsum(%a: tensor<3x4xf32>, %b: tensor<4x5xf32>) {
  // CHECK-NEXT: stablehlo.einsum %arg0, %arg1, config = "ab,bc->ac" : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  %0 = "stablehlo.einsum"(%a, %b) {einsum_config = "ab,bc->ac"} : (tensor<3x4xf32>, tensor<4x5xf32>) -> tensor<3x5xf32>
  // CHECK-NEXT: stablehlo.unary_einsum %arg0, config = "ab->a" : (tensor<3x4xf32>) -> tensor<3xf32>
  %1 = "stablehlo.unary_einsum"(%a) {einsum_config = "ab->a"} : (tensor<3x4xf32>) -> tensor<3xf32>
  return
}

// CHECK-LABEL: func @transforms
func.func @transforms(%a: tensor<3x9xf32>, %m: tensor<2x3x3xf32>, %p: tensor<2x3xi32>, %d: tensor<2x3xf32>) {
  // CHECK-NEXT: stablehlo.fft %arg0, type = RFFT, length = [9] : (tensor<3x9xf32>) -> tensor<3x5xcomplex<f32>>
  %0 = "stablehlo.fft"(%a) {fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: 9>} : (tensor<3x9xf32>) -> tensor<3x5xcomplex<f32>>
  // CHECK-NEXT: stablehlo.cholesky %arg1 : tensor<2x3x3xf32>
  %1 = stablehlo.cholesky %m : tensor<2x3x3xf32>
  // CHECK-NEXT: stablehlo.cholesky %arg1, lower = true : tensor<2x3x3xf32>
  %2 = stablehlo.cholesky %m, lower = true : tensor<2x3x3xf32>
  // CHECK-NEXT: stablehlo.cholesky %arg1, lower = true : (tensor<2x3x3xf32>) -> tensor<?x3x3xf32>
  %3 = stablehlo.cholesky %m, lower = true : (tensor<2x3x3xf32>) -> tensor<?x3x3xf32>
  // CHECK-NEXT: %factors, %pivots = stablehlo.lu %arg1 : (tensor<2x3x3xf32>) -> (tensor<2x3x3xf32>, tensor<2x3xi32>)
  %5:2 = stablehlo.lu %m : (tensor<2x3x3xf32>) -> (tensor<2x3x3xf32>, tensor<2x3xi32>)
  // CHECK-NEXT: stablehlo.pivots_to_permutation %arg2, size = 4 : (tensor<2x3xi32>) -> tensor<2x4xi32>
  %6 = stablehlo.pivots_to_permutation %p, size = 4 : (tensor<2x3xi32>) -> tensor<2x4xi32>
  // CHECK-NEXT: %factors_0, %scales = stablehlo.qr %arg1 : (tensor<2x3x3xf32>) -> (tensor<2x3x3xf32>, tensor<2x3xf32>)
  %7:2 = stablehlo.qr %m : (tensor<2x3x3xf32>) -> (tensor<2x3x3xf32>, tensor<2x3xf32>)
  // CHECK-NEXT: stablehlo.reflections %factors_0, %scales : (tensor<2x3x3xf32>, tensor<2x3xf32>) -> tensor<2x3x3xf32>
  %8 = stablehlo.reflections %7#0, %7#1 : (tensor<2x3x3xf32>, tensor<2x3xf32>) -> tensor<2x3x3xf32>
  // CHECK-NEXT: "stablehlo.triangular_solve"(%arg1, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x3x3xf32>, tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  %4 = "stablehlo.triangular_solve"(%m, %m) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<2x3x3xf32>, tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  // CHECK-NEXT: %values, %vectors = stablehlo.eigh %arg1, lower = true : (tensor<2x3x3xf32>) -> (tensor<2x3xf32>, tensor<2x3x3xf32>)
  %10:2 = stablehlo.eigh %m, lower = true : (tensor<2x3x3xf32>) -> (tensor<2x3xf32>, tensor<2x3x3xf32>)
  // CHECK-NEXT: stablehlo.tridiagonal_solve %arg3, %arg3, %arg3, %arg1 : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  %9 = stablehlo.tridiagonal_solve %d, %d, %d, %m : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  return
}

// CHECK-LABEL: func @batch_norm
func.func @batch_norm(%x: tensor<2x2xf32>, %s: tensor<2xf32>) {
  // CHECK-NEXT: %output, %batch_mean, %batch_var = "stablehlo.batch_norm_training"(%arg0, %arg1, %arg1) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}>
  %0:3 = "stablehlo.batch_norm_training"(%x, %s, %s) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>)
  // CHECK-NEXT: "stablehlo.batch_norm_inference"(%arg0, %arg1, %arg1, %batch_mean, %batch_var) <{epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}>
  %1 = "stablehlo.batch_norm_inference"(%x, %s, %s, %0#1, %0#2) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  // CHECK-NEXT: %grad_operand, %grad_scale, %grad_offset = "stablehlo.batch_norm_grad"(%arg0, %arg1, %batch_mean, %batch_var, %output)
  %2:3 = "stablehlo.batch_norm_grad"(%x, %s, %0#1, %0#2, %0#0) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>)
  return
}

// CHECK-LABEL: func @reduce_window
func.func @reduce_window(%x: tensor<3x2xi64>, %init: tensor<i64>) {
  // CHECK-NEXT: "stablehlo.reduce_window"(%arg0, %arg1) <{base_dilations = array<i64: 2, 1>, padding = dense<{{\[\[}}2, 1], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 3, 1>, window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 4, 1>}> ({
  // CHECK-NEXT: ^bb0(%arg2: tensor<i64>, %arg3: tensor<i64>):
  // CHECK-NEXT:   %[[SUM:.*]] = stablehlo.add %arg2, %arg3 : tensor<i64>
  // CHECK-NEXT:   stablehlo.return %[[SUM]] : tensor<i64>
  // CHECK-NEXT: }) : (tensor<3x2xi64>, tensor<i64>) -> tensor<2x2xi64>
  %0 = "stablehlo.reduce_window"(%x, %init) ({
  ^bb0(%a: tensor<i64>, %b: tensor<i64>):
    %1 = stablehlo.add %a, %b : tensor<i64>
    stablehlo.return %1 : tensor<i64>
  }) {window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 4, 1>, base_dilations = array<i64: 2, 1>, window_dilations = array<i64: 3, 1>, padding = dense<[[2, 1], [0, 0]]> : tensor<2x2xi64>} : (tensor<3x2xi64>, tensor<i64>) -> tensor<2x2xi64>
  return
}

// CHECK-LABEL: func @random
func.func @random(%a: tensor<f32>, %shape: tensor<2xi64>, %state: tensor<2xui64>) {
  // CHECK-NEXT: stablehlo.rng %arg0, %arg0, %arg1, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<3x3xf32>
  %0 = "stablehlo.rng"(%a, %a, %shape) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<3x3xf32>
  // CHECK-NEXT: %output_state, %output = stablehlo.rng_bit_generator %arg2, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x2xui64>)
  %1:2 = "stablehlo.rng_bit_generator"(%state) {rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x2xui64>)
  return
}
