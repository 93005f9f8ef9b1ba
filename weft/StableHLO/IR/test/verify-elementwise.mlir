// RUN: weft-opt %s -verify-diagnostics -split-input-file

// One broken constraint of the specification per function, named by operation
// and label.

func.func @constant_c1() -> tensor<3xi32> {
  // expected-error@+1 {{'stablehlo.constant' op requires (C1) a result of the type of value, 'tensor<2xi32>', got 'tensor<3xi32>'}}
  %0 = "stablehlo.constant"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<3xi32>
  func.return %0 : tensor<3xi32>
}

// -----

func.func @constant_c1_quantized() -> tensor<2x!quant.uniform<i8:f32, 1.0>> {
  // expected-error@+1 {{requires (C1) a result of the type of value, 'tensor<2xi16>', got 'tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>'}}
  %0 = "stablehlo.constant"() <{value = dense<1> : tensor<2xi16>}> : () -> tensor<2x!quant.uniform<i8:f32, 1.0>>
  func.return %0 : tensor<2x!quant.uniform<i8:f32, 1.0>>
}

// -----

func.func @iota_c1() -> tensor<4xi32> {
  // expected-error@+1 {{'stablehlo.iota' op requires (C1) iota_dimension in [0, 1), got 1}}
  %0 = stablehlo.iota dim = 1 : tensor<4xi32>
  func.return %0 : tensor<4xi32>
}

// -----

func.func @iota_c1_scalar() -> tensor<i32> {
  // expected-error@+1 {{'stablehlo.iota' op requires (C1) iota_dimension in [0, 0), got 0}}
  %0 = stablehlo.iota dim = 0 : tensor<i32>
  func.return %0 : tensor<i32>
}

// -----

func.func @iota_c1_negative() -> tensor<4xi32> {
  // expected-error@+1 {{attribute 'iota_dimension' failed to satisfy constraint}}
  %0 = "stablehlo.iota"() <{iota_dimension = -1 : i64}> : () -> tensor<4xi32>
  func.return %0 : tensor<4xi32>
}

// -----

func.func @abs_c1(%operand: tensor<2xf32>) -> tensor<3xf32> {
  // expected-error@+1 {{requires the same shape for all operands and results}}
  %0 = "stablehlo.abs"(%operand) : (tensor<2xf32>) -> tensor<3xf32>
  func.return %0 : tensor<3xf32>
}

// -----

func.func @abs_c2(%operand: tensor<2xcomplex<f32>>) -> tensor<2xf64> {
  // expected-error@+1 {{'stablehlo.abs' op requires (C2) a result of type 'tensor<2xf32>', got 'tensor<2xf64>'}}
  %0 = "stablehlo.abs"(%operand) : (tensor<2xcomplex<f32>>) -> tensor<2xf64>
  func.return %0 : tensor<2xf64>
}

// -----

func.func @imag_c2(%operand: tensor<2xcomplex<f32>>) -> tensor<2xf64> {
  // expected-error@+1 {{'stablehlo.imag' op requires (C2) a result of type 'tensor<2xf32>', got 'tensor<2xf64>'}}
  %0 = "stablehlo.imag"(%operand) : (tensor<2xcomplex<f32>>) -> tensor<2xf64>
  func.return %0 : tensor<2xf64>
}

// -----

func.func @real_c2(%operand: tensor<2xf32>) -> tensor<2xf64> {
  // expected-error@+1 {{'stablehlo.real' op requires (C2) a result of type 'tensor<2xf32>', got 'tensor<2xf64>'}}
  %0 = "stablehlo.real"(%operand) : (tensor<2xf32>) -> tensor<2xf64>
  func.return %0 : tensor<2xf64>
}

// -----

func.func @is_finite_c1(%operand: tensor<?xf32, #stablehlo.bounds<3>>) -> tensor<4xi1> {
  // expected-error@+1 {{'stablehlo.is_finite' op requires (C1) a result of type 'tensor<?xi1, #stablehlo.bounds<3>>', got 'tensor<4xi1>'}}
  %0 = stablehlo.is_finite %operand : (tensor<?xf32, #stablehlo.bounds<3>>) -> tensor<4xi1>
  func.return %0 : tensor<4xi1>
}

// -----

func.func @exponential_c1(%operand: tensor<2xf32>) -> tensor<2xf64> {
  // expected-error@+1 {{requires the same element type for all operands and results}}
  %0 = "stablehlo.exponential"(%operand) : (tensor<2xf32>) -> tensor<2xf64>
  func.return %0 : tensor<2xf64>
}

// -----

func.func @convert_c1(%operand: tensor<2xf32>) -> tensor<3xf64> {
  // expected-error@+1 {{requires the same shape for all operands and results}}
  %0 = "stablehlo.convert"(%operand) : (tensor<2xf32>) -> tensor<3xf64>
  func.return %0 : tensor<3xf64>
}

// -----

func.func @bitcast_convert_c1_same_width(%operand: tensor<2xf32>) -> tensor<3xi32> {
  // expected-error@+1 {{'stablehlo.bitcast_convert' op requires (C1) the same shape for operand and result, got 'tensor<2xf32>' and 'tensor<3xi32>'}}
  %0 = stablehlo.bitcast_convert %operand : (tensor<2xf32>) -> tensor<3xi32>
  func.return %0 : tensor<3xi32>
}

// -----

func.func @bitcast_convert_c1_rank(%operand: tensor<2xf32>) -> tensor<4xi16> {
  // expected-error@+1 {{'stablehlo.bitcast_convert' op requires (C1) the shape of the narrower elements to be that of the wider ones and one more dimension, got 'tensor<2xf32>' and 'tensor<4xi16>'}}
  %0 = stablehlo.bitcast_convert %operand : (tensor<2xf32>) -> tensor<4xi16>
  func.return %0 : tensor<4xi16>
}

// -----

func.func @bitcast_convert_c1_bits(%operand: tensor<2x3xi16>) -> tensor<2xf32> {
  // expected-error@+1 {{'stablehlo.bitcast_convert' op requires (C1) 3 elements of 16 bits to be one of 32 bits, got 'tensor<2x3xi16>' and 'tensor<2xf32>'}}
  %0 = stablehlo.bitcast_convert %operand : (tensor<2x3xi16>) -> tensor<2xf32>
  func.return %0 : tensor<2xf32>
}

// -----

func.func @bitcast_convert_c1_huge(%operand: tensor<2x9223372036854775807xi16>) -> tensor<2xf32> {
  // expected-error@+1 {{'stablehlo.bitcast_convert' op requires (C1) 9223372036854775807 elements of 16 bits to be one of 32 bits}}
  %0 = stablehlo.bitcast_convert %operand : (tensor<2x9223372036854775807xi16>) -> tensor<2xf32>
  func.return %0 : tensor<2xf32>
}

// -----

func.func @bitcast_convert_c2(%operand: tensor<2xcomplex<f32>>) -> tensor<2xi64> {
  // expected-error@+1 {{'stablehlo.bitcast_convert' op requires (C2) both operand and result or neither to be complex, got 'tensor<2xcomplex<f32>>' and 'tensor<2xi64>'}}
  %0 = stablehlo.bitcast_convert %operand : (tensor<2xcomplex<f32>>) -> tensor<2xi64>
  func.return %0 : tensor<2xi64>
}

// -----

func.func @reduce_precision_c1(%operand: tensor<2xf32>) -> tensor<3xf32> {
  // expected-error@+1 {{requires compatible types for all operands and results}}
  %0 = "stablehlo.reduce_precision"(%operand) <{exponent_bits = 5 : i32, mantissa_bits = 2 : i32}> : (tensor<2xf32>) -> tensor<3xf32>
  func.return %0 : tensor<3xf32>
}

// -----

func.func @reduce_precision_c2(%operand: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{attribute 'exponent_bits' failed to satisfy constraint: 32-bit signless integer attribute whose value is positive}}
  %0 = "stablehlo.reduce_precision"(%operand) <{exponent_bits = 0 : i32, mantissa_bits = 2 : i32}> : (tensor<2xf32>) -> tensor<2xf32>
  func.return %0 : tensor<2xf32>
}

// -----

func.func @reduce_precision_c3(%operand: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{attribute 'mantissa_bits' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative}}
  %0 = "stablehlo.reduce_precision"(%operand) <{exponent_bits = 5 : i32, mantissa_bits = -1 : i32}> : (tensor<2xf32>) -> tensor<2xf32>
  func.return %0 : tensor<2xf32>
}

// -----

func.func @uniform_quantize_c1(%operand: tensor<2xf32>) -> tensor<3x!quant.uniform<i8:f32, 1.0>> {
  // expected-error@+1 {{requires the same shape for all operands and results}}
  %0 = "stablehlo.uniform_quantize"(%operand) : (tensor<2xf32>) -> tensor<3x!quant.uniform<i8:f32, 1.0>>
  func.return %0 : tensor<3x!quant.uniform<i8:f32, 1.0>>
}

// -----

func.func @uniform_quantize_c2(%operand: tensor<2xf64>) -> tensor<2x!quant.uniform<i8:f32, 1.0>> {
  // expected-error@+1 {{'stablehlo.uniform_quantize' op requires (C2) a result that expresses 'f64', got 'f32'}}
  %0 = "stablehlo.uniform_quantize"(%operand) : (tensor<2xf64>) -> tensor<2x!quant.uniform<i8:f32, 1.0>>
  func.return %0 : tensor<2x!quant.uniform<i8:f32, 1.0>>
}

// -----

func.func @uniform_dequantize_c2(%operand: tensor<2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2xf64> {
  // expected-error@+1 {{'stablehlo.uniform_dequantize' op requires (C2) a result of type 'tensor<2xf32>', got 'tensor<2xf64>'}}
  %0 = "stablehlo.uniform_dequantize"(%operand) : (tensor<2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2xf64>
  func.return %0 : tensor<2xf64>
}

// -----

func.func @add_c1(%lhs: tensor<2xf32>, %rhs: tensor<2xf64>) -> tensor<2xf32> {
  // expected-error@+1 {{'stablehlo.add' op requires (C1) the same type for lhs and rhs, got 'tensor<2xf32>' and 'tensor<2xf64>'}}
  %0 = "stablehlo.add"(%lhs, %rhs) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  func.return %0 : tensor<2xf32>
}

// -----

func.func @add_c1_result(%lhs: tensor<?xf32, #stablehlo.bounds<5>>, %rhs: tensor<?xf32, #stablehlo.bounds<3>>) -> tensor<4xf32> {
  // expected-error@+1 {{'stablehlo.add' op requires (C1) a result of type 'tensor<?xf32, #stablehlo.bounds<3>>', got 'tensor<4xf32>'}}
  %0 = "stablehlo.add"(%lhs, %rhs) : (tensor<?xf32, #stablehlo.bounds<5>>, tensor<?xf32, #stablehlo.bounds<3>>) -> tensor<4xf32>
  func.return %0 : tensor<4xf32>
}

// -----

func.func @add_c2(%lhs: tensor<2x!quant.uniform<i8:f32, 1.0>>, %rhs: tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 1.0>> {
  // expected-error@+1 {{'stablehlo.add' op requires (C2) all of lhs, rhs and result or none to be quantized}}
  %0 = "stablehlo.add"(%lhs, %rhs) : (tensor<2x!quant.uniform<i8:f32, 1.0>>, tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 1.0>>
  func.return %0 : tensor<2x!quant.uniform<i8:f32, 1.0>>
}

// -----

func.func @add_c3(%lhs: tensor<2x!quant.uniform<i8:f32, 1.0>>, %rhs: tensor<2x!quant.uniform<i4:f32, 1.0>>) -> tensor<2x!quant.uniform<i8:f32, 1.0>> {
  // expected-error@+1 {{'stablehlo.add' op requires (C3) one storage type, got 'i8' and 'i4'}}
  %0 = "stablehlo.add"(%lhs, %rhs) : (tensor<2x!quant.uniform<i8:f32, 1.0>>, tensor<2x!quant.uniform<i4:f32, 1.0>>) -> tensor<2x!quant.uniform<i8:f32, 1.0>>
  func.return %0 : tensor<2x!quant.uniform<i8:f32, 1.0>>
}

// -----

func.func @add_c4(%lhs: tensor<2x!quant.uniform<i8:f32, 1.0>>, %rhs: tensor<2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x!quant.uniform<i8:f64, 1.0>> {
  // expected-error@+1 {{'stablehlo.add' op requires (C4) one expressed type, got 'f32' and 'f64'}}
  %0 = "stablehlo.add"(%lhs, %rhs) : (tensor<2x!quant.uniform<i8:f32, 1.0>>, tensor<2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x!quant.uniform<i8:f64, 1.0>>
  func.return %0 : tensor<2x!quant.uniform<i8:f64, 1.0>>
}

// -----

func.func @add_c5(%lhs: tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, %rhs: tensor<2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x!quant.uniform<i8:f32, 1.0>> {
  // expected-error@+1 {{'stablehlo.add' op requires (C5) a result quantized per axis if lhs or rhs is, and only then}}
  %0 = "stablehlo.add"(%lhs, %rhs) : (tensor<2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>, tensor<2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x!quant.uniform<i8:f32, 1.0>>
  func.return %0 : tensor<2x!quant.uniform<i8:f32, 1.0>>
}

// -----

func.func @add_c6(%lhs: tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>, %rhs: tensor<2x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>> {
  // expected-error@+1 {{'stablehlo.add' op requires (C6) lhs quantized along dimension 0 as the result, got 1}}
  %0 = "stablehlo.add"(%lhs, %rhs) : (tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>, tensor<2x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  func.return %0 : tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
}

// -----

func.func @add_c7(%lhs: tensor<2x2x!quant.uniform<i8:f32, 1.0>>, %rhs: tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>> {
  // expected-error@+1 {{'stablehlo.add' op requires (C7) rhs quantized along dimension 0 as the result, got 1}}
  %0 = "stablehlo.add"(%lhs, %rhs) : (tensor<2x2x!quant.uniform<i8:f32, 1.0>>, tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
  func.return %0 : tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>
}

// -----

// Valid: one operand is quantized along an axis, the other as a whole.
func.func @add_mixed_granularity(%lhs: tensor<2x2x!quant.uniform<i8:f32, 1.0>>, %rhs: tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {3.0, 4.0}>> {
  %0 = "stablehlo.add"(%lhs, %rhs) : (tensor<2x2x!quant.uniform<i8:f32, 1.0>>, tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {3.0, 4.0}>>
  func.return %0 : tensor<2x2x!quant.uniform<i8:f32:1, {3.0, 4.0}>>
}

// -----

func.func @multiply_c1(%lhs: tensor<2xf32>, %rhs: tensor<2xf64>) -> tensor<2xf32> {
  // expected-error@+1 {{requires the same element type for all operands and results}}
  %0 = "stablehlo.multiply"(%lhs, %rhs) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  func.return %0 : tensor<2xf32>
}

// -----

func.func @complex_c1(%lhs: tensor<2xf32>, %rhs: tensor<2xf64>) -> tensor<2xcomplex<f32>> {
  // expected-error@+1 {{requires the same element type for all operands}}
  %0 = "stablehlo.complex"(%lhs, %rhs) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xcomplex<f32>>
  func.return %0 : tensor<2xcomplex<f32>>
}

// -----

func.func @complex_c1_bounds(%lhs: tensor<3xf32>, %rhs: tensor<?xf32, #stablehlo.bounds<2>>) -> tensor<3xcomplex<f32>> {
  // expected-error@+1 {{'stablehlo.complex' op requires (C1) the same type for lhs and rhs, got 'tensor<3xf32>' and 'tensor<?xf32, #stablehlo.bounds<2>>'}}
  %0 = "stablehlo.complex"(%lhs, %rhs) : (tensor<3xf32>, tensor<?xf32, #stablehlo.bounds<2>>) -> tensor<3xcomplex<f32>>
  func.return %0 : tensor<3xcomplex<f32>>
}

// -----

func.func @complex_c3(%lhs: tensor<2xf32>, %rhs: tensor<2xf32>) -> tensor<2xcomplex<f64>> {
  // expected-error@+1 {{'stablehlo.complex' op requires (C3) a result of type 'tensor<2xcomplex<f32>>', got 'tensor<2xcomplex<f64>>'}}
  %0 = "stablehlo.complex"(%lhs, %rhs) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xcomplex<f64>>
  func.return %0 : tensor<2xcomplex<f64>>
}

// -----

func.func @compare_c1(%lhs: tensor<2xf32>, %rhs: tensor<2xi32>) -> tensor<2xi1> {
  // expected-error@+1 {{requires the same element type for all operands}}
  %0 = stablehlo.compare EQ, %lhs, %rhs : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xi1>
  func.return %0 : tensor<2xi1>
}

// -----

func.func @compare_c2(%lhs: tensor<?xf32, #stablehlo.bounds<2>>, %rhs: tensor<3xf32>) -> tensor<3xi1> {
  // expected-error@+1 {{'stablehlo.compare' op requires (C2) the same shape for lhs and rhs, got 'tensor<?xf32, #stablehlo.bounds<2>>' and 'tensor<3xf32>'}}
  %0 = stablehlo.compare EQ, %lhs, %rhs : (tensor<?xf32, #stablehlo.bounds<2>>, tensor<3xf32>) -> tensor<3xi1>
  func.return %0 : tensor<3xi1>
}

// -----

func.func @clamp_c1(%min: tensor<3xf32>, %operand: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'stablehlo.clamp' op requires (C1) the same shape for min and operand, got 'tensor<3xf32>' and 'tensor<2xf32>'}}
  %0 = "stablehlo.clamp"(%min, %operand, %operand) : (tensor<3xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return %0 : tensor<2xf32>
}

// -----

func.func @clamp_c2(%operand: tensor<2xf32>, %max: tensor<2x1xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'stablehlo.clamp' op requires (C2) the same shape for max and operand, got 'tensor<2x1xf32>' and 'tensor<2xf32>'}}
  %0 = "stablehlo.clamp"(%operand, %operand, %max) : (tensor<2xf32>, tensor<2xf32>, tensor<2x1xf32>) -> tensor<2xf32>
  func.return %0 : tensor<2xf32>
}

// -----

func.func @clamp_c3(%operand: tensor<2xf32>, %max: tensor<f64>) -> tensor<2xf32> {
  // expected-error@+1 {{requires the same element type for all operands and results}}
  %0 = "stablehlo.clamp"(%operand, %operand, %max) : (tensor<2xf32>, tensor<2xf32>, tensor<f64>) -> tensor<2xf32>
  func.return %0 : tensor<2xf32>
}

// -----

func.func @clamp_c4(%operand: tensor<2xf32>, %max: tensor<f32>) -> tensor<3xf32> {
  // expected-error@+1 {{'stablehlo.clamp' op requires (C4) a result of type 'tensor<2xf32>', got 'tensor<3xf32>'}}
  %0 = "stablehlo.clamp"(%operand, %operand, %max) : (tensor<2xf32>, tensor<2xf32>, tensor<f32>) -> tensor<3xf32>
  func.return %0 : tensor<3xf32>
}

// -----

func.func @select_c1(%pred: tensor<3xi1>, %on_true: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'stablehlo.select' op requires (C1) the same shape for pred and on_true, got 'tensor<3xi1>' and 'tensor<2xf32>'}}
  %0 = "stablehlo.select"(%pred, %on_true, %on_true) : (tensor<3xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  func.return %0 : tensor<2xf32>
}

// -----

func.func @select_c2(%pred: tensor<i1>, %on_true: tensor<2xf32>, %on_false: tensor<2xf64>) -> tensor<2xf32> {
  // expected-error@+1 {{'stablehlo.select' op requires (C2) the same type for on_true and on_false, got 'tensor<2xf32>' and 'tensor<2xf64>'}}
  %0 = "stablehlo.select"(%pred, %on_true, %on_false) : (tensor<i1>, tensor<2xf32>, tensor<2xf64>) -> tensor<2xf32>
  func.return %0 : tensor<2xf32>
}

// -----

func.func @select_c2_result(%pred: tensor<i1>, %on_true: tensor<?x2xf32>, %on_false: tensor<?x?xf32, #stablehlo.bounds<4, 5>>) -> tensor<5x2xf32> {
  // expected-error@+1 {{'stablehlo.select' op requires (C2) a result of type 'tensor<?x2xf32, #stablehlo.bounds<4, ?>>', got 'tensor<5x2xf32>'}}
  %0 = "stablehlo.select"(%pred, %on_true, %on_false) : (tensor<i1>, tensor<?x2xf32>, tensor<?x?xf32, #stablehlo.bounds<4, 5>>) -> tensor<5x2xf32>
  func.return %0 : tensor<5x2xf32>
}

// -----

// Portable artifacts carry such comparisons; the element type decides.
func.func @compare_type_of_another_class(%lhs: tensor<2xf32>) -> tensor<2xi1> {
  %0 = stablehlo.compare EQ, %lhs, %lhs, SIGNED : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  func.return %0 : tensor<2xi1>
}
