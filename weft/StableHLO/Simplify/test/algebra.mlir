// RUN: weft-opt --simplify --split-input-file %s | FileCheck %s
// RUN: weft-fuzz-programs --file=%s

// Sums, differences, products, quotients and powers: what may go and, on
// floats, what may not.

// CHECK-LABEL: func @add_identity
func.func @add_identity(%i: tensor<2xi32>, %f: tensor<2xf32>, %p: tensor<2xi1>, %u: tensor<2xf8E4M3FNUZ>)
    -> (tensor<2xi32>, tensor<2xf32>, tensor<2xi1>, tensor<2xf8E4M3FNUZ>) {
  %zero = stablehlo.constant dense<0> : tensor<2xi32>
  %negative = stablehlo.constant dense<-0.0> : tensor<2xf32>
  %false = stablehlo.constant dense<false> : tensor<2xi1>
  %only = stablehlo.constant dense<0.0> : tensor<2xf8E4M3FNUZ>
  %0 = stablehlo.add %zero, %i : tensor<2xi32>
  %1 = stablehlo.add %f, %negative : tensor<2xf32>
  %2 = stablehlo.add %p, %false : tensor<2xi1>
  %3 = stablehlo.add %u, %only : tensor<2xf8E4M3FNUZ>
  // CHECK-NEXT: return %arg0, %arg1, %arg2, %arg3
  return %0, %1, %2, %3 : tensor<2xi32>, tensor<2xf32>, tensor<2xi1>, tensor<2xf8E4M3FNUZ>
}

// CHECK-LABEL: func @add_positive_zero_stays
func.func @add_positive_zero_stays(%f: tensor<2xf32>, %z: tensor<complex<f32>>) -> (tensor<2xf32>, tensor<complex<f32>>) {
  %zero = stablehlo.constant dense<0.0> : tensor<2xf32>
  %mixed = stablehlo.constant dense<(-0.0, 0.0)> : tensor<complex<f32>>
  // CHECK: stablehlo.add %arg0
  // CHECK: stablehlo.add %arg1
  %0 = stablehlo.add %f, %zero : tensor<2xf32>
  %1 = stablehlo.add %z, %mixed : tensor<complex<f32>>
  return %0, %1 : tensor<2xf32>, tensor<complex<f32>>
}

// What is never -0 may be added to +0.
// CHECK-LABEL: func @add_positive_zero
func.func @add_positive_zero(%f: tensor<2xf32>, %x: tensor<2x3xf32>, %y: tensor<3x2xf32>, %h: tensor<2x3xf16>, %k: tensor<3x2xf16>)
    -> (tensor<2xf32>, tensor<2xf32>, tensor<2x2xf32>, tensor<2x2xf16>, tensor<2xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<2xf32>
  %init = stablehlo.constant dense<0.0> : tensor<f32>
  %negative = stablehlo.constant dense<-0.0> : tensor<f32>
  %wide = stablehlo.constant dense<0.0> : tensor<2x2xf32>
  %narrow = stablehlo.constant dense<0.0> : tensor<2x2xf16>
  // CHECK-DAG: %[[A:.*]] = stablehlo.multiply %arg0, %arg0
  %square = stablehlo.multiply %f, %f : tensor<2xf32>
  %0 = stablehlo.add %square, %zero : tensor<2xf32>
  // CHECK-DAG: %[[B:.*]] = stablehlo.reduce(%arg1 init: %{{.*}}) applies stablehlo.add across dimensions = [1] :
  %sum = stablehlo.reduce(%x init: %init) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  %1 = stablehlo.add %sum, %zero : tensor<2xf32>
  // CHECK-DAG: %[[C:.*]] = stablehlo.dot_general %arg1, %arg2
  %dot = stablehlo.dot %x, %y : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  %2 = stablehlo.add %dot, %wide : tensor<2x2xf32>
  // A sum that is rounded to a narrow type may be, and one that starts at -0.
  // CHECK-DAG: %[[D:.*]] = stablehlo.dot_general %arg3, %arg4
  // CHECK-DAG: %[[E:.*]] = stablehlo.add %[[D]]
  %half = stablehlo.dot %h, %k : (tensor<2x3xf16>, tensor<3x2xf16>) -> tensor<2x2xf16>
  %3 = stablehlo.add %half, %narrow : tensor<2x2xf16>
  // CHECK-DAG: %[[F:.*]] = stablehlo.reduce(%arg1 init: %{{.*}}) applies stablehlo.add across dimensions = [1] :
  // CHECK-DAG: %[[G:.*]] = stablehlo.add %[[F]]
  %other = stablehlo.reduce(%x init: %negative) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  %4 = stablehlo.add %other, %zero : tensor<2xf32>
  // CHECK: return %[[A]], %[[B]], %[[C]], %[[E]], %[[G]]
  return %0, %1, %2, %3, %4 : tensor<2xf32>, tensor<2xf32>, tensor<2x2xf32>, tensor<2x2xf16>, tensor<2xf32>
}

// CHECK-LABEL: func @negations
func.func @negations(%x: tensor<2xf32>, %y: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %nx = stablehlo.negate %x : tensor<2xf32>
  %ny = stablehlo.negate %y : tensor<2xf32>
  // CHECK-DAG: %[[A:.*]] = stablehlo.subtract %arg0, %arg1
  %0 = stablehlo.add %x, %ny : tensor<2xf32>
  // CHECK-DAG: %[[B:.*]] = stablehlo.add %arg0, %arg1
  %1 = stablehlo.subtract %x, %ny : tensor<2xf32>
  // CHECK-DAG: %[[C:.*]] = stablehlo.multiply %arg0, %arg1
  %2 = stablehlo.multiply %nx, %ny : tensor<2xf32>
  %3 = stablehlo.negate %nx : tensor<2xf32>
  // CHECK: return %[[A]], %[[B]], %[[C]], %arg0
  return %0, %1, %2, %3 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// CHECK-LABEL: func @differences
func.func @differences(%i: tensor<2xi32>, %j: tensor<2xi32>, %f: tensor<2xf32>)
    -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<2xi32>
  %fzero = stablehlo.constant dense<0.0> : tensor<2xf32>
  // CHECK-DAG: %[[ZERO:.*]] = stablehlo.constant dense<0> : tensor<2xi32>
  %0 = stablehlo.subtract %i, %i : tensor<2xi32>
  // CHECK-DAG: %[[N:.*]] = stablehlo.negate %arg0
  %1 = stablehlo.subtract %zero, %i : tensor<2xi32>
  %sum = stablehlo.add %i, %j : tensor<2xi32>
  %2 = stablehlo.subtract %sum, %i : tensor<2xi32>
  %difference = stablehlo.subtract %i, %j : tensor<2xi32>
  // CHECK-DAG: %[[D:.*]] = stablehlo.subtract %arg1, %arg0
  %3 = stablehlo.negate %difference : tensor<2xi32>
  %4 = stablehlo.subtract %f, %fzero : tensor<2xf32>
  // CHECK: return %[[ZERO]], %[[N]], %arg1, %[[D]], %arg2
  return %0, %1, %2, %3, %4 : tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xf32>
}

// CHECK-LABEL: func @differences_of_floats_stay
func.func @differences_of_floats_stay(%f: tensor<2xf32>, %g: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  // CHECK: %[[A:.*]] = stablehlo.subtract %arg0, %arg0
  %0 = stablehlo.subtract %f, %f : tensor<2xf32>
  // CHECK: %[[B:.*]] = stablehlo.add %arg0, %arg1
  // CHECK: %[[C:.*]] = stablehlo.subtract %[[B]], %arg0
  %sum = stablehlo.add %f, %g : tensor<2xf32>
  %1 = stablehlo.subtract %sum, %f : tensor<2xf32>
  // CHECK: %[[D:.*]] = stablehlo.subtract %arg0, %arg1
  // CHECK: %[[E:.*]] = stablehlo.negate %[[D]]
  %difference = stablehlo.subtract %f, %g : tensor<2xf32>
  %2 = stablehlo.negate %difference : tensor<2xf32>
  return %0, %1, %2 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// CHECK-LABEL: func @products
func.func @products(%i: tensor<2xi32>, %f: tensor<2xf32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xf32>, tensor<2xf32>, tensor<2xi32>) {
  %one = stablehlo.constant dense<1> : tensor<2xi32>
  %zero = stablehlo.constant dense<0> : tensor<2xi32>
  %fone = stablehlo.constant dense<1.0> : tensor<2xf32>
  %minus = stablehlo.constant dense<-1.0> : tensor<2xf32>
  %three = stablehlo.constant dense<3> : tensor<2xi32>
  %five = stablehlo.constant dense<5> : tensor<2xi32>
  // CHECK-DAG: %[[ZERO:.*]] = stablehlo.constant dense<0> : tensor<2xi32>
  // CHECK-DAG: %[[FIFTEEN:.*]] = stablehlo.constant dense<15> : tensor<2xi32>
  %0 = stablehlo.multiply %i, %one : tensor<2xi32>
  %1 = stablehlo.multiply %zero, %i : tensor<2xi32>
  %2 = stablehlo.multiply %f, %fone : tensor<2xf32>
  // CHECK-DAG: %[[N:.*]] = stablehlo.negate %arg1
  %3 = stablehlo.multiply %f, %minus : tensor<2xf32>
  %4 = stablehlo.multiply %i, %three : tensor<2xi32>
  // CHECK-DAG: %[[P:.*]] = stablehlo.multiply %arg0, %[[FIFTEEN]]
  %5 = stablehlo.multiply %4, %five : tensor<2xi32>
  // CHECK: return %arg0, %[[ZERO]], %arg1, %[[N]], %[[P]]
  return %0, %1, %2, %3, %5 : tensor<2xi32>, tensor<2xi32>, tensor<2xf32>, tensor<2xf32>, tensor<2xi32>
}

// CHECK-LABEL: func @products_of_floats_stay
func.func @products_of_floats_stay(%f: tensor<2xf32>, %z: tensor<complex<f32>>) -> (tensor<2xf32>, tensor<2xf32>, tensor<complex<f32>>) {
  %zero = stablehlo.constant dense<0.0> : tensor<2xf32>
  %three = stablehlo.constant dense<3.0> : tensor<2xf32>
  %five = stablehlo.constant dense<5.0> : tensor<2xf32>
  %one = stablehlo.constant dense<(1.0, 0.0)> : tensor<complex<f32>>
  // CHECK-COUNT-3: stablehlo.multiply
  %0 = stablehlo.multiply %f, %zero : tensor<2xf32>
  %1 = stablehlo.multiply %f, %three : tensor<2xf32>
  %2 = stablehlo.multiply %1, %five : tensor<2xf32>
  // CHECK: stablehlo.multiply %arg1
  %3 = stablehlo.multiply %z, %one : tensor<complex<f32>>
  return %0, %2, %3 : tensor<2xf32>, tensor<2xf32>, tensor<complex<f32>>
}

// CHECK-LABEL: func @quotients
func.func @quotients(%f: tensor<2xf32>, %u: tensor<2xui32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xui32>, tensor<2xui32>) {
  %one = stablehlo.constant dense<1.0> : tensor<2xf32>
  %four = stablehlo.constant dense<4.0> : tensor<2xf32>
  %eight = stablehlo.constant dense<8> : tensor<2xui32>
  // CHECK-DAG: %[[QUARTER:.*]] = stablehlo.constant dense<2.500000e-01>
  // CHECK-DAG: %[[THREE:.*]] = stablehlo.constant dense<3> : tensor<2xui32>
  // CHECK-DAG: %[[SEVEN:.*]] = stablehlo.constant dense<7> : tensor<2xui32>
  %0 = stablehlo.divide %f, %one : tensor<2xf32>
  // CHECK-DAG: %[[A:.*]] = stablehlo.multiply %arg0, %[[QUARTER]]
  %1 = stablehlo.divide %f, %four : tensor<2xf32>
  // CHECK-DAG: %[[B:.*]] = stablehlo.shift_right_logical %arg1, %[[THREE]]
  %2 = stablehlo.divide %u, %eight : tensor<2xui32>
  // CHECK-DAG: %[[C:.*]] = stablehlo.and %arg1, %[[SEVEN]]
  %3 = stablehlo.remainder %u, %eight : tensor<2xui32>
  // CHECK: return %arg0, %[[A]], %[[B]], %[[C]]
  return %0, %1, %2, %3 : tensor<2xf32>, tensor<2xf32>, tensor<2xui32>, tensor<2xui32>
}

// A divisor that is made harmless first, as jnp.remainder has it.
// CHECK-LABEL: func @remainder_by_safe_divisor
func.func @remainder_by_safe_divisor(%x: tensor<2xi32>, %y: tensor<2xi32>) -> tensor<2xi32> {
  %zero = stablehlo.constant dense<0> : tensor<2xi32>
  %one = stablehlo.constant dense<1> : tensor<2xi32>
  // CHECK-DAG: %[[ZERO:.*]] = stablehlo.constant dense<0>
  // CHECK-DAG: %[[TEST:.*]] = stablehlo.compare EQ, %arg1, %[[ZERO]]
  %test = stablehlo.compare EQ, %y, %zero, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %safe = stablehlo.select %test, %one, %y : tensor<2xi1>, tensor<2xi32>
  // CHECK-DAG: %[[REST:.*]] = stablehlo.remainder %arg0, %arg1
  // CHECK: %[[RESULT:.*]] = stablehlo.select %[[TEST]], %[[ZERO]], %[[REST]]
  %result = stablehlo.remainder %x, %safe : tensor<2xi32>
  // CHECK: return %[[RESULT]]
  return %result : tensor<2xi32>
}

// CHECK-LABEL: func @quotients_stay
func.func @quotients_stay(%f: tensor<2xf32>, %i: tensor<2xi32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xi32>, tensor<2xi32>) {
  %three = stablehlo.constant dense<3.0> : tensor<2xf32>
  // The inverse of 2^127 is subnormal.
  %large = stablehlo.constant dense<0x7F000000> : tensor<2xf32>
  %eight = stablehlo.constant dense<8> : tensor<2xi32>
  // CHECK-COUNT-3: stablehlo.divide
  %0 = stablehlo.divide %f, %three : tensor<2xf32>
  %1 = stablehlo.divide %f, %large : tensor<2xf32>
  // Signed division rounds towards zero, a shift does not.
  %2 = stablehlo.divide %i, %eight : tensor<2xi32>
  // CHECK: stablehlo.remainder
  %3 = stablehlo.remainder %i, %eight : tensor<2xi32>
  return %0, %1, %2, %3 : tensor<2xf32>, tensor<2xf32>, tensor<2xi32>, tensor<2xi32>
}

// CHECK-LABEL: func @powers
func.func @powers(%f: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<2xf32>
  %one = stablehlo.constant dense<1.0> : tensor<2xf32>
  %two = stablehlo.constant dense<2.0> : tensor<2xf32>
  %minus = stablehlo.constant dense<-1.0> : tensor<2xf32>
  %half = stablehlo.constant dense<0.5> : tensor<2xf32>
  // CHECK-DAG: %[[ONE:.*]] = stablehlo.constant dense<1.000000e+00>
  %0 = stablehlo.power %f, %zero : tensor<2xf32>
  %1 = stablehlo.power %f, %one : tensor<2xf32>
  // CHECK-DAG: %[[A:.*]] = stablehlo.multiply %arg0, %arg0
  %2 = stablehlo.power %f, %two : tensor<2xf32>
  // CHECK-DAG: %[[B:.*]] = stablehlo.divide %[[ONE]], %arg0
  %3 = stablehlo.power %f, %minus : tensor<2xf32>
  // The square root of -0 is -0, its power +0; that of -inf is no number, its power inf.
  // CHECK-DAG: %[[ZERO:.*]] = stablehlo.constant dense<0.000000e+00>
  // CHECK-DAG: %[[INF:.*]] = stablehlo.constant dense<0x7F800000>
  // CHECK-DAG: %[[LEAST:.*]] = stablehlo.constant dense<0xFF800000>
  // CHECK-DAG: %[[SUM:.*]] = stablehlo.add %arg0, %[[ZERO]]
  // CHECK-DAG: %[[IS:.*]] = stablehlo.compare EQ, %[[SUM]], %[[LEAST]]
  // CHECK-DAG: %[[ROOT:.*]] = stablehlo.sqrt %[[SUM]]
  // CHECK-DAG: %[[C:.*]] = stablehlo.select %[[IS]], %[[INF]], %[[ROOT]]
  %4 = stablehlo.power %f, %half : tensor<2xf32>
  // CHECK: return %[[ONE]], %arg0, %[[A]], %[[B]], %[[C]]
  return %0, %1, %2, %3, %4 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// CHECK-LABEL: func @extremes
func.func @extremes(%i: tensor<2xi8>, %f: tensor<2xf32>) -> (tensor<2xi8>, tensor<2xi8>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %low = stablehlo.constant dense<-128> : tensor<2xi8>
  %minus = stablehlo.constant dense<0xFF800000> : tensor<2xf32>
  %plus = stablehlo.constant dense<0x7F800000> : tensor<2xf32>
  %two = stablehlo.constant dense<2.0> : tensor<2xf32>
  %three = stablehlo.constant dense<3.0> : tensor<2xf32>
  // CHECK-DAG: %[[LOW:.*]] = stablehlo.constant dense<-128>
  // CHECK-DAG: %[[THREE:.*]] = stablehlo.constant dense<3.000000e+00>
  %0 = stablehlo.maximum %i, %low : tensor<2xi8>
  %1 = stablehlo.minimum %i, %low : tensor<2xi8>
  %2 = stablehlo.maximum %minus, %f : tensor<2xf32>
  %3 = stablehlo.maximum %f, %f : tensor<2xf32>
  %4 = stablehlo.maximum %f, %two : tensor<2xf32>
  // CHECK-DAG: %[[M:.*]] = stablehlo.maximum %arg1, %[[THREE]]
  %5 = stablehlo.maximum %4, %three : tensor<2xf32>
  // CHECK: return %arg0, %[[LOW]], %arg1, %arg1, %[[M]]
  return %0, %1, %2, %3, %5 : tensor<2xi8>, tensor<2xi8>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// A NaN wins over every bound.
// CHECK-LABEL: func @extremes_stay
func.func @extremes_stay(%f: tensor<2xf32>) -> tensor<2xf32> {
  %plus = stablehlo.constant dense<0x7F800000> : tensor<2xf32>
  // CHECK: stablehlo.maximum
  %0 = stablehlo.maximum %f, %plus : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func @clamps
func.func @clamps(%i: tensor<2xi8>, %m: tensor<i8>) -> (tensor<2xi8>, tensor<2xi8>, tensor<2xi8>) {
  %low = stablehlo.constant dense<-128> : tensor<i8>
  %high = stablehlo.constant dense<127> : tensor<2xi8>
  %0 = stablehlo.clamp %low, %i, %high : (tensor<i8>, tensor<2xi8>, tensor<2xi8>) -> tensor<2xi8>
  // CHECK-DAG: %[[B:.*]] = stablehlo.broadcast_in_dim %arg1
  // CHECK-DAG: %[[MIN:.*]] = stablehlo.minimum %arg0, %[[B]]
  %1 = stablehlo.clamp %low, %i, %m : (tensor<i8>, tensor<2xi8>, tensor<i8>) -> tensor<2xi8>
  // CHECK-DAG: %[[C:.*]] = stablehlo.clamp %arg1, %arg0, %arg1
  %2 = stablehlo.clamp %m, %i, %m : (tensor<i8>, tensor<2xi8>, tensor<i8>) -> tensor<2xi8>
  // CHECK: return %arg0, %[[MIN]], %[[C]]
  return %0, %1, %2 : tensor<2xi8>, tensor<2xi8>, tensor<2xi8>
}

// CHECK-LABEL: func @idempotent
func.func @idempotent(%f: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  // CHECK-DAG: %[[A:.*]] = stablehlo.abs %arg0
  %n = stablehlo.negate %f : tensor<2xf32>
  %a = stablehlo.abs %n : tensor<2xf32>
  %0 = stablehlo.abs %a : tensor<2xf32>
  // CHECK-DAG: %[[B:.*]] = stablehlo.ceil %arg0
  %c = stablehlo.ceil %f : tensor<2xf32>
  %1 = stablehlo.floor %c : tensor<2xf32>
  // CHECK: return %[[A]], %[[B]]
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}

// CHECK-LABEL: func @complex_parts
func.func @complex_parts(%x: tensor<2xf32>, %y: tensor<2xf32>, %z: tensor<2xcomplex<f32>>)
    -> (tensor<2xf32>, tensor<2xf32>, tensor<2xcomplex<f32>>, tensor<2xf32>, tensor<2xcomplex<f32>>) {
  %c = stablehlo.complex %x, %y : tensor<2xcomplex<f32>>
  %0 = stablehlo.real %c : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %1 = stablehlo.imag %c : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  // CHECK-DAG: %[[RE:.*]] = stablehlo.real %arg2
  // CHECK-DAG: %[[IM:.*]] = stablehlo.imag %arg2
  %re = stablehlo.real %z : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %im = stablehlo.imag %z : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %2 = stablehlo.complex %re, %im : tensor<2xcomplex<f32>>
  %3 = stablehlo.real %x : tensor<2xf32>
  // CHECK-DAG: %[[SWAPPED:.*]] = stablehlo.complex %[[IM]], %[[RE]]
  %4 = stablehlo.complex %im, %re : tensor<2xcomplex<f32>>
  // CHECK: return %arg0, %arg1, %arg2, %arg0, %[[SWAPPED]]
  return %0, %1, %2, %3, %4 : tensor<2xf32>, tensor<2xf32>, tensor<2xcomplex<f32>>, tensor<2xf32>, tensor<2xcomplex<f32>>
}

// A number beyond the largest, 7.5, becomes it, and is no integer then.
// CHECK-LABEL: func @rounded_to_no_integer
func.func @rounded_to_no_integer(%x: tensor<16xf6E2M3FN>, %y: tensor<16xf6E3M2FN>) -> (tensor<16xf6E2M3FN>, tensor<16xf6E3M2FN>) {
  // CHECK: %[[X:.*]] = stablehlo.round_nearest_even %arg0
  // CHECK: %[[A:.*]] = stablehlo.ceil %[[X]]
  %0 = stablehlo.round_nearest_even %x : tensor<16xf6E2M3FN>
  %1 = stablehlo.ceil %0 : tensor<16xf6E2M3FN>
  // CHECK: %[[B:.*]] = stablehlo.round_nearest_even %arg1
  %2 = stablehlo.round_nearest_even %y : tensor<16xf6E3M2FN>
  %3 = stablehlo.ceil %2 : tensor<16xf6E3M2FN>
  // CHECK: return %[[A]], %[[B]]
  return %1, %3 : tensor<16xf6E2M3FN>, tensor<16xf6E3M2FN>
}
