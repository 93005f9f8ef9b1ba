// RUN: weft-opt %s | weft-opt | FileCheck %s
// The short form of each operation in Unary.td and Elementwise.td survives printing.

// CHECK-LABEL: func @made_from_nothing
func.func @made_from_nothing() {
  // CHECK-NEXT: %c = stablehlo.constant dense<[1, -2]> : tensor<2xi8>
  %0 = stablehlo.constant dense<[1, -2]> : tensor<2xi8>
  // CHECK-NEXT: %cst = stablehlo.constant {note = 1 : i32} dense<0x7F800000> : tensor<f32>
  %1 = stablehlo.constant {note = 1 : i32} dense<0x7F800000> : tensor<f32>
  // CHECK-NEXT: %cst_0 = stablehlo.constant dense<(1.000000e+00,-2.000000e+00)> : tensor<3xcomplex<f64>>
  %2 = stablehlo.constant dense<(1.0, -2.0)> : tensor<3xcomplex<f64>>
  // CHECK-NEXT: %cst_1 = stablehlo.constant() <{value = dense<[3, 4]> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>
  %3 = stablehlo.constant() <{value = dense<[3, 4]> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  // CHECK-NEXT: %c_2 = stablehlo.constant dense<true> : tensor<i1>
  %4 = stablehlo.constant dense<true> : tensor<i1>
  // CHECK-NEXT: stablehlo.iota dim = 1 : tensor<3x4xbf16>
  %5 = stablehlo.iota dim = 1 : tensor<3x4xbf16>
  return
}

// CHECK-LABEL: func @one_operand
func.func @one_operand(%f: tensor<2x?xf32>, %i: tensor<2xui16>, %s: tensor<2xi4>,
                       %c: tensor<5xcomplex<f64>>, %p: tensor<i1>) {
  // CHECK-NEXT: stablehlo.abs %{{.*}} : tensor<2x?xf32>
  %0 = stablehlo.abs %f : tensor<2x?xf32>
  // CHECK-NEXT: stablehlo.abs %{{.*}} : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
  %1 = stablehlo.abs %c : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
  // CHECK-NEXT: stablehlo.ceil %{{.*}} : tensor<2x?xf32>
  %2 = stablehlo.ceil %f : tensor<2x?xf32>
  // CHECK-NEXT: stablehlo.floor %{{.*}} : (tensor<2x?xf32>) -> tensor<2x3xf32>
  %3 = stablehlo.floor %f : (tensor<2x?xf32>) -> tensor<2x3xf32>
  // CHECK-NEXT: stablehlo.count_leading_zeros %{{.*}} : tensor<2xui16>
  %4 = stablehlo.count_leading_zeros %i : tensor<2xui16>
  // CHECK-NEXT: stablehlo.popcnt %{{.*}} : tensor<2xi4>
  %5 = stablehlo.popcnt %s : tensor<2xi4>
  // CHECK-NEXT: stablehlo.negate %{{.*}} {mark} : tensor<5xcomplex<f64>>
  %6 = stablehlo.negate %c {mark} : tensor<5xcomplex<f64>>
  // CHECK-NEXT: stablehlo.not %{{.*}} : tensor<i1>
  %7 = stablehlo.not %p : tensor<i1>
  // CHECK-NEXT: stablehlo.sign %{{.*}} : tensor<2xi4>
  %8 = stablehlo.sign %s : tensor<2xi4>
  // CHECK-NEXT: stablehlo.round_nearest_afz %{{.*}} : tensor<2x?xf32>
  %9 = stablehlo.round_nearest_afz %f : tensor<2x?xf32>
  // CHECK-NEXT: stablehlo.round_nearest_even %{{.*}} : tensor<2x?xf32>
  %10 = stablehlo.round_nearest_even %f : tensor<2x?xf32>
  // CHECK-NEXT: stablehlo.real %{{.*}} : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
  %11 = stablehlo.real %c : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
  // CHECK-NEXT: stablehlo.imag %{{.*}} : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
  %12 = stablehlo.imag %c : (tensor<5xcomplex<f64>>) -> tensor<5xf64>
  // CHECK-NEXT: stablehlo.is_finite %{{.*}} : (tensor<2x?xf32>) -> tensor<2x?xi1>
  %13 = stablehlo.is_finite %f : (tensor<2x?xf32>) -> tensor<2x?xi1>
  return
}

// CHECK-LABEL: func @transcendental
func.func @transcendental(%f: tensor<4xf16>) {
  // CHECK-NEXT: stablehlo.cbrt %{{.*}} : tensor<4xf16>
  %0 = stablehlo.cbrt %f : tensor<4xf16>
  // CHECK-NEXT: stablehlo.cosine %{{.*}} : tensor<4xf16>
  %1 = stablehlo.cosine %f : tensor<4xf16>
  // CHECK-NEXT: stablehlo.exponential %{{.*}} {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<4xf16>
  %2 = stablehlo.exponential %f {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<4xf16>
  // CHECK-NEXT: stablehlo.exponential_minus_one %{{.*}} : tensor<4xf16>
  %3 = stablehlo.exponential_minus_one %f : tensor<4xf16>
  // CHECK-NEXT: stablehlo.log %{{.*}} {result_accuracy = #stablehlo.result_accuracy<rtol = 5.000000e-01, ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<4xf16>
  %4 = stablehlo.log %f {result_accuracy = #stablehlo.result_accuracy<rtol = 0.5, ulps = 3, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<4xf16>
  // CHECK-NEXT: stablehlo.log_plus_one %{{.*}} : tensor<4xf16>
  %5 = stablehlo.log_plus_one %f : tensor<4xf16>
  // CHECK-NEXT: stablehlo.logistic %{{.*}} : tensor<4xf16>
  %6 = stablehlo.logistic %f : tensor<4xf16>
  // CHECK-NEXT: stablehlo.rsqrt %{{.*}} : tensor<4xf16>
  %7 = stablehlo.rsqrt %f : tensor<4xf16>
  // CHECK-NEXT: stablehlo.sine %{{.*}} : tensor<4xf16>
  %8 = stablehlo.sine %f : tensor<4xf16>
  // CHECK-NEXT: stablehlo.sqrt %{{.*}} : tensor<4xf16>
  %9 = stablehlo.sqrt %f : tensor<4xf16>
  // CHECK-NEXT: stablehlo.tan %{{.*}} : tensor<4xf16>
  %10 = stablehlo.tan %f : tensor<4xf16>
  // CHECK-NEXT: stablehlo.tanh %{{.*}} : tensor<4xf16>
  %11 = stablehlo.tanh %f : tensor<4xf16>
  return
}

// CHECK-LABEL: func @other_element_type
func.func @other_element_type(%f: tensor<2xf32>,
                              %q: tensor<2x!quant.uniform<i8:f32, 0.5:3>>) {
  // CHECK-NEXT: stablehlo.convert %{{.*}} : (tensor<2xf32>) -> tensor<2xi2>
  %0 = stablehlo.convert %f : (tensor<2xf32>) -> tensor<2xi2>
  // CHECK-NEXT: stablehlo.convert %{{.*}} : tensor<2xf32>
  %1 = stablehlo.convert %f : tensor<2xf32>
  // CHECK-NEXT: stablehlo.bitcast_convert %{{.*}} : (tensor<2xf32>) -> tensor<2x2xi16>
  %2 = stablehlo.bitcast_convert %f : (tensor<2xf32>) -> tensor<2x2xi16>
  // CHECK-NEXT: stablehlo.reduce_precision %{{.*}}, format = e5m10 : tensor<2xf32>
  %3 = stablehlo.reduce_precision %f, format = e5m10 : tensor<2xf32>
  // CHECK-NEXT: stablehlo.uniform_quantize %{{.*}} : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32:0, {1.000000e-01:-30,5.000000e-01:-20}>>
  %4 = stablehlo.uniform_quantize %f : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32:0, {0.1:-30, 0.5:-20}>>
  // CHECK-NEXT: stablehlo.uniform_dequantize %{{.*}} : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<2xf32>
  %5 = stablehlo.uniform_dequantize %q : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2xf32>
  return
}

// CHECK-LABEL: func @two_operands
func.func @two_operands(%f: tensor<2xf8E4M3FN>, %g: tensor<?xf8E4M3FN>,
                        %i: tensor<2xi64>, %r: tensor<2xf32>, %s: tensor<?xf32>) {
  // CHECK-NEXT: stablehlo.add %{{.*}}, %{{.*}} : tensor<2xf8E4M3FN>
  %0 = stablehlo.add %f, %f : tensor<2xf8E4M3FN>
  // CHECK-NEXT: stablehlo.add %{{.*}}, %{{.*}} : (tensor<2xf8E4M3FN>, tensor<?xf8E4M3FN>) -> tensor<2xf8E4M3FN>
  %1 = stablehlo.add %f, %g : (tensor<2xf8E4M3FN>, tensor<?xf8E4M3FN>) -> tensor<2xf8E4M3FN>
  // CHECK-NEXT: stablehlo.and %{{.*}}, %{{.*}} : tensor<2xi64>
  %2 = stablehlo.and %i, %i : tensor<2xi64>
  // CHECK-NEXT: stablehlo.atan2 %{{.*}}, %{{.*}} : tensor<2xf8E4M3FN>
  %3 = stablehlo.atan2 %f, %f : tensor<2xf8E4M3FN>
  // CHECK-NEXT: stablehlo.divide %{{.*}}, %{{.*}} : tensor<2xi64>
  %4 = stablehlo.divide %i, %i : tensor<2xi64>
  // CHECK-NEXT: stablehlo.maximum %{{.*}}, %{{.*}} : tensor<2xi64>
  %5 = stablehlo.maximum %i, %i : tensor<2xi64>
  // CHECK-NEXT: stablehlo.minimum %{{.*}}, %{{.*}} : tensor<2xi64>
  %6 = stablehlo.minimum %i, %i : tensor<2xi64>
  // CHECK-NEXT: stablehlo.multiply %{{.*}}, %{{.*}} : tensor<2xi64>
  %7 = stablehlo.multiply %i, %i : tensor<2xi64>
  // CHECK-NEXT: stablehlo.or %{{.*}}, %{{.*}} : tensor<2xi64>
  %8 = stablehlo.or %i, %i : tensor<2xi64>
  // CHECK-NEXT: stablehlo.power %{{.*}}, %{{.*}} : tensor<2xi64>
  %9 = stablehlo.power %i, %i : tensor<2xi64>
  // CHECK-NEXT: stablehlo.remainder %{{.*}}, %{{.*}} : tensor<2xi64>
  %10 = stablehlo.remainder %i, %i : tensor<2xi64>
  // CHECK-NEXT: stablehlo.shift_left %{{.*}}, %{{.*}} : tensor<2xi64>
  %11 = stablehlo.shift_left %i, %i : tensor<2xi64>
  // CHECK-NEXT: stablehlo.shift_right_arithmetic %{{.*}}, %{{.*}} : tensor<2xi64>
  %12 = stablehlo.shift_right_arithmetic %i, %i : tensor<2xi64>
  // CHECK-NEXT: stablehlo.shift_right_logical %{{.*}}, %{{.*}} : tensor<2xi64>
  %13 = stablehlo.shift_right_logical %i, %i : tensor<2xi64>
  // CHECK-NEXT: stablehlo.subtract %{{.*}}, %{{.*}} : tensor<2xi64>
  %14 = stablehlo.subtract %i, %i : tensor<2xi64>
  // CHECK-NEXT: stablehlo.xor %{{.*}}, %{{.*}} : tensor<2xi64>
  %15 = stablehlo.xor %i, %i : tensor<2xi64>
  // CHECK-NEXT: stablehlo.complex %{{.*}}, %{{.*}} : tensor<2xcomplex<f32>>
  %16 = stablehlo.complex %r, %r : tensor<2xcomplex<f32>>
  // CHECK-NEXT: stablehlo.complex %{{.*}}, %{{.*}} : (tensor<2xf32>, tensor<?xf32>) -> tensor<2xcomplex<f32>>
  %17 = stablehlo.complex %r, %s : (tensor<2xf32>, tensor<?xf32>) -> tensor<2xcomplex<f32>>
  // CHECK-NEXT: stablehlo.compare LT, %{{.*}}, %{{.*}} : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi1>
  %18 = stablehlo.compare LT, %i, %i : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi1>
  // CHECK-NEXT: stablehlo.compare GE, %{{.*}}, %{{.*}}, TOTALORDER : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %19 = stablehlo.compare GE, %r, %r, TOTALORDER : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return
}

// CHECK-LABEL: func @three_operands
func.func @three_operands(%p: tensor<2xi1>, %q: tensor<i1>, %x: tensor<2xi32>,
                          %y: tensor<i32>, %z: tensor<?xi32>) {
  // CHECK-NEXT: stablehlo.clamp %{{.*}}, %{{.*}}, %{{.*}} : tensor<2xi32>
  %0 = stablehlo.clamp %x, %x, %x : tensor<2xi32>
  // CHECK-NEXT: stablehlo.clamp %{{.*}}, %{{.*}}, %{{.*}} : (tensor<i32>, tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  %1 = stablehlo.clamp %y, %x, %y : (tensor<i32>, tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  // CHECK-NEXT: stablehlo.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<2xi1>, tensor<2xi32>
  %2 = stablehlo.select %p, %x, %x : tensor<2xi1>, tensor<2xi32>
  // CHECK-NEXT: stablehlo.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<i1>, tensor<2xi32>
  %3 = stablehlo.select %q, %x, %x : tensor<i1>, tensor<2xi32>
  // CHECK-NEXT: stablehlo.select %{{.*}}, %{{.*}}, %{{.*}} : (tensor<2xi1>, tensor<2xi32>, tensor<?xi32>) -> tensor<2xi32>
  %4 = stablehlo.select %p, %x, %z : (tensor<2xi1>, tensor<2xi32>, tensor<?xi32>) -> tensor<2xi32>
  return
}
