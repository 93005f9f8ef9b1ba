// RUN: weft-opt %s | FileCheck %s
// RUN: weft-opt %s | weft-opt | FileCheck %s
// RUN: weft-opt --mlir-print-op-generic %s | weft-opt | FileCheck %s

// CHECK-LABEL: func.func @unary
func.func @unary(%x: tensor<2x?xf32>, %z: tensor<*xcomplex<f64>>) {
  // CHECK-NEXT: chlo.acos %arg0 : tensor<2x?xf32> -> tensor<2x?xf32>
  %0 = chlo.acos %x : tensor<2x?xf32> -> tensor<2x?xf32>
  // CHECK-NEXT: chlo.acosh %arg0 : tensor<2x?xf32> -> tensor<2x?xf32>
  %1 = chlo.acosh %x : tensor<2x?xf32> -> tensor<2x?xf32>
  // CHECK-NEXT: chlo.asin %arg1 : tensor<*xcomplex<f64>> -> tensor<*xcomplex<f64>>
  %2 = chlo.asin %z : tensor<*xcomplex<f64>> -> tensor<*xcomplex<f64>>
  // CHECK-NEXT: chlo.asinh %arg0 : tensor<2x?xf32> -> tensor<2x?xf32>
  %3 = chlo.asinh %x : tensor<2x?xf32> -> tensor<2x?xf32>
  // CHECK-NEXT: chlo.atan %arg0 : tensor<2x?xf32> -> tensor<2x?xf32>
  %4 = chlo.atan %x : tensor<2x?xf32> -> tensor<2x?xf32>
  // CHECK-NEXT: chlo.atanh %arg0 : tensor<2x?xf32> -> tensor<2x?xf32>
  %5 = chlo.atanh %x : tensor<2x?xf32> -> tensor<2x?xf32>
  // CHECK-NEXT: chlo._asin_acos_kernel %arg1 : tensor<*xcomplex<f64>> -> tensor<*xcomplex<f64>>
  %6 = chlo._asin_acos_kernel %z : tensor<*xcomplex<f64>> -> tensor<*xcomplex<f64>>
  // CHECK-NEXT: chlo.bessel_i1e %arg0 : tensor<2x?xf32> -> tensor<2x?xf32>
  %7 = chlo.bessel_i1e %x : tensor<2x?xf32> -> tensor<2x?xf32>
  // CHECK-NEXT: chlo.conj %arg1 : tensor<*xcomplex<f64>> -> tensor<*xcomplex<f64>>
  %8 = chlo.conj %z : tensor<*xcomplex<f64>> -> tensor<*xcomplex<f64>>
  // CHECK-NEXT: chlo.cosh %arg0 : tensor<2x?xf32> -> tensor<2x?xf32>
  %9 = chlo.cosh %x : tensor<2x?xf32> -> tensor<2x?xf32>
  // CHECK-NEXT: chlo.sinh %arg0 : tensor<2x?xf32> -> tensor<2x?xf32>
  %10 = chlo.sinh %x : tensor<2x?xf32> -> tensor<2x?xf32>
  // CHECK-NEXT: chlo.tan %arg0 : tensor<2x?xf32> -> tensor<2x?xf32>
  %11 = chlo.tan %x : tensor<2x?xf32> -> tensor<2x?xf32>
  // CHECK-NEXT: chlo.digamma %arg0 : tensor<2x?xf32> -> tensor<2x?xf32>
  %12 = chlo.digamma %x : tensor<2x?xf32> -> tensor<2x?xf32>
  // CHECK-NEXT: chlo.erf %arg0 : tensor<2x?xf32> -> tensor<2x?xf32>
  %13 = chlo.erf %x : tensor<2x?xf32> -> tensor<2x?xf32>
  // CHECK-NEXT: chlo.erf_inv %arg0 : tensor<2x?xf32> -> tensor<2x?xf32>
  %14 = chlo.erf_inv %x : tensor<2x?xf32> -> tensor<2x?xf32>
  // CHECK-NEXT: chlo.erfc %arg0 : tensor<2x?xf32> -> tensor<2x?xf32>
  %15 = chlo.erfc %x : tensor<2x?xf32> -> tensor<2x?xf32>
  // CHECK-NEXT: chlo.lgamma %arg0 : tensor<2x?xf32> -> tensor<2x?xf32>
  %16 = chlo.lgamma %x : tensor<2x?xf32> -> tensor<2x?xf32>
  // CHECK-NEXT: chlo.square %arg1 : tensor<*xcomplex<f64>> -> tensor<*xcomplex<f64>>
  %17 = chlo.square %z : tensor<*xcomplex<f64>> -> tensor<*xcomplex<f64>>
  // CHECK-NEXT: chlo.is_inf %arg0 : tensor<2x?xf32> -> tensor<2x?xi1>
  %18 = chlo.is_inf %x : tensor<2x?xf32> -> tensor<2x?xi1>
  // CHECK-NEXT: chlo.is_neg_inf %arg0 : tensor<2x?xf32> -> tensor<2x?xi1>
  %19 = chlo.is_neg_inf %x : tensor<2x?xf32> -> tensor<2x?xi1>
  // CHECK-NEXT: chlo.is_pos_inf %arg0 : tensor<2x?xf32> -> tensor<2x?xi1>
  %20 = chlo.is_pos_inf %x : tensor<2x?xf32> -> tensor<2x?xi1>
  return
}

// CHECK-LABEL: func.func @binary
func.func @binary(%x: tensor<4xf32>, %i: tensor<4xui8>) {
  // CHECK-NEXT: chlo.next_after %arg0, %arg0 : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  %0 = chlo.next_after %x, %x : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  // CHECK-NEXT: chlo.polygamma %arg0, %arg0 : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  %1 = chlo.polygamma %x, %x : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  // CHECK-NEXT: chlo.zeta %arg0, %arg0 : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  %2 = chlo.zeta %x, %x : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  // CHECK-NEXT: chlo.mulhi %arg1, %arg1 : tensor<4xui8>, tensor<4xui8> -> tensor<4xui8>
  %3 = chlo.mulhi %i, %i : tensor<4xui8>, tensor<4xui8> -> tensor<4xui8>
  return
}

// CHECK-LABEL: func.func @broadcasting
func.func @broadcasting(%x: tensor<3x1xf32>, %y: tensor<4xf32>, %i: tensor<3x1xi8>, %j: tensor<4xi8>, %p: tensor<i1>) {
  // CHECK-NEXT: chlo.broadcast_add %arg0, %arg1 : (tensor<3x1xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  %0 = chlo.broadcast_add %x, %y : (tensor<3x1xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  // CHECK-NEXT: chlo.broadcast_and %arg2, %arg3 : (tensor<3x1xi8>, tensor<4xi8>) -> tensor<3x4xi8>
  %1 = chlo.broadcast_and %i, %j : (tensor<3x1xi8>, tensor<4xi8>) -> tensor<3x4xi8>
  // CHECK-NEXT: chlo.broadcast_subtract %arg0, %arg1 {broadcast_dimensions = array<i64: 1>} : (tensor<3x1xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  %2 = chlo.broadcast_subtract %x, %y {broadcast_dimensions = array<i64: 1>} : (tensor<3x1xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  // CHECK-NEXT: chlo.broadcast_complex %arg0, %arg1 : (tensor<3x1xf32>, tensor<4xf32>) -> tensor<3x4xcomplex<f32>>
  %3 = chlo.broadcast_complex %x, %y : (tensor<3x1xf32>, tensor<4xf32>) -> tensor<3x4xcomplex<f32>>
  // CHECK-NEXT: chlo.broadcast_compare %arg0, %arg1 {compare_type = #chlo<comparison_type TOTALORDER>, comparison_direction = #chlo<comparison_direction LT>} : (tensor<3x1xf32>, tensor<4xf32>) -> tensor<3x4xi1>
  %4 = chlo.broadcast_compare %x, %y {comparison_direction = #chlo<comparison_direction LT>, compare_type = #chlo<comparison_type TOTALORDER>} : (tensor<3x1xf32>, tensor<4xf32>) -> tensor<3x4xi1>
  // CHECK-NEXT: chlo.broadcast_select %arg4, %arg0, %arg1 : (tensor<i1>, tensor<3x1xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  %5 = chlo.broadcast_select %p, %x, %y : (tensor<i1>, tensor<3x1xf32>, tensor<4xf32>) -> tensor<3x4xf32>
  return
}

// CHECK-LABEL: func.func @constants
func.func @constants(%x: tensor<?xf32>) {
  // CHECK-NEXT: chlo.constant dense<1> : tensor<2xi32>
  %0 = chlo.constant dense<1> : tensor<2xi32>
  // CHECK-NEXT: "chlo.constant_like"(%arg0) <{value = 3 : i8}> : (tensor<?xf32>) -> tensor<?xi8>
  %1 = "chlo.constant_like"(%x) <{value = 3 : i8}> : (tensor<?xf32>) -> tensor<?xi8>
  return
}

// CHECK-LABEL: func.func @blocks
func.func @blocks(%x: tensor<16xf32>, %a: tensor<2x11x5xf32>, %b: tensor<3x2x5x7xf32>, %g: tensor<3xi64>, %i: tensor<f32>) {
  // CHECK-NEXT: chlo.top_k(%arg0, k = 8) : tensor<16xf32> -> (tensor<8xf32>, tensor<8xi32>)
  %0:2 = chlo.top_k(%x, k = 8) : tensor<16xf32> -> (tensor<8xf32>, tensor<8xi32>)
  // CHECK-NEXT: chlo.top_k(%arg0, k = 8, is_stable = false) : tensor<16xf32> -> (tensor<8xf32>, tensor<8xi32>)
  %1:2 = chlo.top_k(%x, k = 8, is_stable = false) : tensor<16xf32> -> (tensor<8xf32>, tensor<8xi32>)
  // CHECK-NEXT: "chlo.ragged_dot"(%arg1, %arg2, %arg3) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision HIGHEST>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf32>
  %2 = "chlo.ragged_dot"(%a, %b, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_ragged_dimensions = [1], lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], rhs_group_dimensions = [0]>, precision_config = [#chlo<precision DEFAULT>, #chlo<precision HIGHEST>]}> : (tensor<2x11x5xf32>, tensor<3x2x5x7xf32>, tensor<3xi64>) -> tensor<2x11x7xf32>
  // CHECK-NEXT: chlo.scan(%arg0) inits (%arg4) dimension=0  attributes {is_reverse = true} {
  // CHECK-NEXT: ^bb0(%input: tensor<f32>, %carry: tensor<f32>):
  // CHECK:      } : (tensor<16xf32>, tensor<f32>) -> (tensor<16xf32>, tensor<f32>)
  %3:2 = chlo.scan(%x) inits (%i) dimension=0 attributes {is_reverse = true} {
  ^bb0(%c: tensor<f32>, %d: tensor<f32>):
    %s = stablehlo.add %c, %d : tensor<f32>
    stablehlo.return %s, %s : tensor<f32>, tensor<f32>
  } : (tensor<16xf32>, tensor<f32>) -> (tensor<16xf32>, tensor<f32>)
  return
}
