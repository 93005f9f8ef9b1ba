// RUN: weft-opt --simplify %s | FileCheck %s
// RUN: weft-fuzz-programs --file=%s

// CHECK-LABEL: func @constant_to_right
func.func @constant_to_right(%i: tensor<2xi32>) -> tensor<2xi1> {
  %c = stablehlo.constant dense<3> : tensor<2xi32>
  // CHECK: stablehlo.compare GT, %arg0, %c, SIGNED
  %0 = stablehlo.compare LT, %c, %i, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  return %0 : tensor<2xi1>
}

// CHECK-LABEL: func @with_itself
func.func @with_itself(%i: tensor<2xi32>, %f: tensor<2xf32>) -> (tensor<2xi1>, tensor<2xi1>, tensor<2xi1>) {
  // CHECK-DAG: %[[TRUE:.*]] = stablehlo.constant dense<true>
  // CHECK-DAG: %[[FALSE:.*]] = stablehlo.constant dense<false>
  %0 = stablehlo.compare LE, %i, %i : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %1 = stablehlo.compare NE, %i, %i : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %2 = stablehlo.compare LT, %f, %f : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  // CHECK: return %[[TRUE]], %[[FALSE]], %[[FALSE]]
  return %0, %1, %2 : tensor<2xi1>, tensor<2xi1>, tensor<2xi1>
}

// This is how programs look for NaN.
// CHECK-LABEL: func @floats_with_themselves_stay
func.func @floats_with_themselves_stay(%f: tensor<2xf32>) -> (tensor<2xi1>, tensor<2xi1>) {
  // CHECK: stablehlo.compare NE, %arg0, %arg0
  %0 = stablehlo.compare NE, %f, %f : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  // CHECK: stablehlo.compare GE, %arg0, %arg0
  %1 = stablehlo.compare GE, %f, %f : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return %0, %1 : tensor<2xi1>, tensor<2xi1>
}

// CHECK-LABEL: func @within_range
func.func @within_range(%u: tensor<2xui8>, %i: tensor<i32>) -> (tensor<2xi1>, tensor<5xi1>, tensor<i1>, tensor<5xi1>) {
  %zero = stablehlo.constant dense<0> : tensor<2xui8>
  // CHECK-DAG: %[[A:.*]] = stablehlo.constant dense<true> : tensor<2xi1>
  %0 = stablehlo.compare GE, %u, %zero : (tensor<2xui8>, tensor<2xui8>) -> tensor<2xi1>
  // CHECK-DAG: %[[B:.*]] = stablehlo.constant dense<false> : tensor<5xi1>
  // CHECK-DAG: %[[D:.*]] = stablehlo.compare GT
  %iota = stablehlo.iota dim = 0 : tensor<5xi32>
  %five = stablehlo.constant dense<5> : tensor<5xi32>
  %four = stablehlo.constant dense<4> : tensor<5xi32>
  %barrier = stablehlo.optimization_barrier %four : tensor<5xi32>
  %1 = stablehlo.compare GE, %iota, %five : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
  // CHECK-DAG: %[[C:.*]] = stablehlo.constant dense<true> : tensor<i1>
  %low = stablehlo.constant dense<0> : tensor<i32>
  %high = stablehlo.constant dense<9> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %clamp = stablehlo.clamp %low, %i, %high : tensor<i32>
  %2 = stablehlo.compare LT, %clamp, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %3 = stablehlo.compare LT, %iota, %barrier : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
  // CHECK: return %[[A]], %[[B]], %[[C]], %[[D]]
  return %0, %1, %2, %3 : tensor<2xi1>, tensor<5xi1>, tensor<i1>, tensor<5xi1>
}

// CHECK-LABEL: func @booleans
func.func @booleans(%p: tensor<2xi1>) -> (tensor<2xi1>, tensor<2xi1>, tensor<2xi1>, tensor<2xi1>) {
  %true = stablehlo.constant dense<true> : tensor<2xi1>
  %zero = stablehlo.constant dense<0> : tensor<2xi32>
  %fzero = stablehlo.constant dense<0.0> : tensor<2xf32>
  // CHECK-NEXT: %[[NOT:.*]] = stablehlo.not %arg0
  %0 = stablehlo.compare EQ, %p, %true : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  %1 = stablehlo.compare NE, %p, %true : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  %i = stablehlo.convert %p : (tensor<2xi1>) -> tensor<2xi32>
  %f = stablehlo.convert %p : (tensor<2xi1>) -> tensor<2xf32>
  %2 = stablehlo.compare NE, %i, %zero : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %3 = stablehlo.compare EQ, %f, %fzero : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  // CHECK-NEXT: return %arg0, %[[NOT]], %arg0, %[[NOT]]
  return %0, %1, %2, %3 : tensor<2xi1>, tensor<2xi1>, tensor<2xi1>, tensor<2xi1>
}

// CHECK-LABEL: func @sum
func.func @sum(%i: tensor<2xi32>, %f: tensor<2xf32>) -> (tensor<2xi1>, tensor<2xi1>, tensor<2xi1>) {
  %three = stablehlo.constant dense<3> : tensor<2xi32>
  %ten = stablehlo.constant dense<10> : tensor<2xi32>
  %fthree = stablehlo.constant dense<3.0> : tensor<2xf32>
  %ften = stablehlo.constant dense<10.0> : tensor<2xf32>
  // CHECK-DAG: %[[SEVEN:.*]] = stablehlo.constant dense<7>
  // CHECK-DAG: %[[A:.*]] = stablehlo.compare EQ, %arg0, %[[SEVEN]]
  %x = stablehlo.add %i, %three : tensor<2xi32>
  %0 = stablehlo.compare EQ, %x, %ten : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  // Not where the sum may wrap around, nor where it is rounded.
  // CHECK-DAG: stablehlo.add %arg0
  // CHECK-DAG: stablehlo.add %arg1
  %1 = stablehlo.compare LT, %x, %ten : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %y = stablehlo.add %f, %fthree : tensor<2xf32>
  %2 = stablehlo.compare EQ, %y, %ften : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return %0, %1, %2 : tensor<2xi1>, tensor<2xi1>, tensor<2xi1>
}

// CHECK-LABEL: func @negated
func.func @negated(%i: tensor<2xi32>, %j: tensor<2xi32>, %f: tensor<2xf32>, %g: tensor<2xf32>) -> (tensor<2xi1>, tensor<2xi1>, tensor<2xi1>) {
  // CHECK-DAG: %[[A:.*]] = stablehlo.compare GE, %arg0, %arg1, SIGNED
  %a = stablehlo.compare LT, %i, %j, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %0 = stablehlo.not %a : tensor<2xi1>
  // CHECK-DAG: %[[B:.*]] = stablehlo.compare NE, %arg2, %arg3, FLOAT
  %b = stablehlo.compare EQ, %f, %g, FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %1 = stablehlo.not %b : tensor<2xi1>
  // Neither less nor greater: unordered.
  // CHECK-DAG: %[[C:.*]] = stablehlo.compare LT, %arg2, %arg3, FLOAT
  // CHECK-DAG: %[[D:.*]] = stablehlo.not %[[C]]
  %c = stablehlo.compare LT, %f, %g, FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %2 = stablehlo.not %c : tensor<2xi1>
  // CHECK: return %[[A]], %[[B]], %[[D]]
  return %0, %1, %2 : tensor<2xi1>, tensor<2xi1>, tensor<2xi1>
}

// CHECK-LABEL: func @select_known
func.func @select_known(%p: tensor<2xi1>, %a: tensor<2xf32>, %b: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %true = stablehlo.constant dense<true> : tensor<2xi1>
  %false = stablehlo.constant dense<false> : tensor<i1>
  %0 = stablehlo.select %true, %a, %b : tensor<2xi1>, tensor<2xf32>
  %1 = stablehlo.select %false, %a, %b : tensor<i1>, tensor<2xf32>
  %2 = stablehlo.select %p, %b, %b : tensor<2xi1>, tensor<2xf32>
  // CHECK-NEXT: return %arg1, %arg2, %arg2
  return %0, %1, %2 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// CHECK-LABEL: func @select_predicates
func.func @select_predicates(%p: tensor<2xi1>, %q: tensor<i1>, %a: tensor<2xf32>, %b: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) {
  %true = stablehlo.constant dense<true> : tensor<2xi1>
  %false = stablehlo.constant dense<false> : tensor<2xi1>
  // CHECK-DAG: %[[A:.*]] = stablehlo.select %arg0, %arg3, %arg2
  %not = stablehlo.not %p : tensor<2xi1>
  %0 = stablehlo.select %not, %a, %b : tensor<2xi1>, tensor<2xf32>
  // CHECK-DAG: %[[B:.*]] = stablehlo.not %arg0
  %1 = stablehlo.select %p, %false, %true : tensor<2xi1>, tensor<2xi1>
  // CHECK-DAG: %[[C:.*]] = stablehlo.select %arg1, %arg2, %arg3 : tensor<i1>
  %spread = stablehlo.broadcast_in_dim %q, dims = [] : (tensor<i1>) -> tensor<2xi1>
  %2 = stablehlo.select %spread, %a, %b : tensor<2xi1>, tensor<2xf32>
  // CHECK-DAG: %[[D:.*]] = stablehlo.negate
  // CHECK-DAG: %[[E:.*]] = stablehlo.select %arg0, %arg2, %[[D]]
  %inner = stablehlo.select %p, %a, %b : tensor<2xi1>, tensor<2xf32>
  %n = stablehlo.negate %b : tensor<2xf32>
  %3 = stablehlo.select %p, %inner, %n : tensor<2xi1>, tensor<2xf32>
  // CHECK: return %[[A]], %[[B]], %[[C]], %[[E]]
  return %0, %1, %2, %3 : tensor<2xf32>, tensor<2xi1>, tensor<2xf32>, tensor<2xf32>
}

// CHECK-LABEL: func @select_stays
func.func @select_stays(%p: tensor<2xi1>, %r: tensor<2xi1>, %q: tensor<i1>, %a: tensor<2xf32>, %b: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xi1>) {
  // CHECK: stablehlo.select %arg0, %arg3, %arg4
  // CHECK: stablehlo.select %arg1
  %inner = stablehlo.select %p, %a, %b : tensor<2xi1>, tensor<2xf32>
  %0 = stablehlo.select %r, %inner, %a : tensor<2xi1>, tensor<2xf32>
  // CHECK: stablehlo.select %arg2, %{{.*}}, %{{.*}} : tensor<i1>, tensor<2xi1>
  %true = stablehlo.constant dense<true> : tensor<2xi1>
  %false = stablehlo.constant dense<false> : tensor<2xi1>
  %1 = stablehlo.select %q, %true, %false : tensor<i1>, tensor<2xi1>
  return %0, %1 : tensor<2xf32>, tensor<2xi1>
}

// CHECK-LABEL: func @clamp_of_broadcasts
func.func @clamp_of_broadcasts(%x: tensor<2xf32>, %m: tensor<f32>) -> tensor<2xf32> {
  %low = stablehlo.constant dense<1.0> : tensor<2xf32>
  %high = stablehlo.broadcast_in_dim %m, dims = [] : (tensor<f32>) -> tensor<2xf32>
  // CHECK: stablehlo.clamp %{{.*}}, %arg0, %arg1 : (tensor<f32>, tensor<2xf32>, tensor<f32>)
  %0 = stablehlo.clamp %low, %x, %high : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// Products and remainders of numbers that are known well enough.
// CHECK-LABEL: func @of_products_and_remainders
func.func @of_products_and_remainders(%i: tensor<300xi32>) -> (tensor<300xi1>, tensor<300xi1>, tensor<300xi1>) {
  %iota = stablehlo.iota dim = 0 : tensor<300xi32>
  %zero = stablehlo.constant dense<0> : tensor<300xi32>
  %seven = stablehlo.constant dense<7> : tensor<300xi32>
  %product = stablehlo.multiply %iota, %seven : tensor<300xi32>
  // CHECK-DAG: %[[FALSE:.*]] = stablehlo.constant dense<false> : tensor<300xi1>
  %0 = stablehlo.compare LT, %product, %zero : (tensor<300xi32>, tensor<300xi32>) -> tensor<300xi1>
  %rest = stablehlo.remainder %iota, %seven : tensor<300xi32>
  %1 = stablehlo.compare GE, %rest, %seven : (tensor<300xi32>, tensor<300xi32>) -> tensor<300xi1>
  // A remainder of a negative number is negative.
  // CHECK-DAG: %[[REST:.*]] = stablehlo.remainder %arg0
  // CHECK-DAG: %[[C:.*]] = stablehlo.compare LT, %[[REST]]
  %other = stablehlo.remainder %i, %seven : tensor<300xi32>
  %2 = stablehlo.compare LT, %other, %zero : (tensor<300xi32>, tensor<300xi32>) -> tensor<300xi1>
  // CHECK: return %[[FALSE]], %[[FALSE]], %[[C]]
  return %0, %1, %2 : tensor<300xi1>, tensor<300xi1>, tensor<300xi1>
}
