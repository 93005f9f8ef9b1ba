// RUN: weft-opt --simplify %s | FileCheck %s
// RUN: weft-fuzz-programs --file=%s

// CHECK-LABEL: func @with_constants
func.func @with_constants(%i: tensor<2xi8>) -> (tensor<2xi8>, tensor<2xi8>, tensor<2xi8>, tensor<2xi8>, tensor<2xi8>, tensor<2xi8>) {
  %zero = stablehlo.constant dense<0> : tensor<2xi8>
  %ones = stablehlo.constant dense<-1> : tensor<2xi8>
  // CHECK-DAG: %[[ZERO:.*]] = stablehlo.constant dense<0>
  // CHECK-DAG: %[[ONES:.*]] = stablehlo.constant dense<-1>
  %0 = stablehlo.and %ones, %i : tensor<2xi8>
  %1 = stablehlo.and %i, %zero : tensor<2xi8>
  %2 = stablehlo.or %i, %zero : tensor<2xi8>
  %3 = stablehlo.or %i, %ones : tensor<2xi8>
  %4 = stablehlo.xor %i, %zero : tensor<2xi8>
  // CHECK-DAG: %[[NOT:.*]] = stablehlo.not %arg0
  %5 = stablehlo.xor %i, %ones : tensor<2xi8>
  // CHECK: return %arg0, %[[ZERO]], %arg0, %[[ONES]], %arg0, %[[NOT]]
  return %0, %1, %2, %3, %4, %5 : tensor<2xi8>, tensor<2xi8>, tensor<2xi8>, tensor<2xi8>, tensor<2xi8>, tensor<2xi8>
}

// CHECK-LABEL: func @with_itself
func.func @with_itself(%i: tensor<2xi8>) -> (tensor<2xi8>, tensor<2xi8>, tensor<2xi8>, tensor<2xi8>) {
  // CHECK-NEXT: %[[ZERO:.*]] = stablehlo.constant dense<0>
  %0 = stablehlo.and %i, %i : tensor<2xi8>
  %1 = stablehlo.or %i, %i : tensor<2xi8>
  %2 = stablehlo.xor %i, %i : tensor<2xi8>
  %not = stablehlo.not %i : tensor<2xi8>
  %3 = stablehlo.not %not : tensor<2xi8>
  // CHECK-NEXT: return %arg0, %arg0, %[[ZERO]], %arg0
  return %0, %1, %2, %3 : tensor<2xi8>, tensor<2xi8>, tensor<2xi8>, tensor<2xi8>
}

// CHECK-LABEL: func @regroup
func.func @regroup(%i: tensor<2xi8>) -> tensor<2xi8> {
  %six = stablehlo.constant dense<6> : tensor<2xi8>
  %three = stablehlo.constant dense<3> : tensor<2xi8>
  // CHECK: %[[TWO:.*]] = stablehlo.constant dense<2>
  // CHECK: stablehlo.and %arg0, %[[TWO]]
  %0 = stablehlo.and %i, %six : tensor<2xi8>
  %1 = stablehlo.and %three, %0 : tensor<2xi8>
  return %1 : tensor<2xi8>
}

// CHECK-LABEL: func @shifts
func.func @shifts(%i: tensor<2xi8>) -> (tensor<2xi8>, tensor<2xi8>, tensor<2xi8>, tensor<2xi8>, tensor<2xi8>) {
  %zero = stablehlo.constant dense<0> : tensor<2xi8>
  %three = stablehlo.constant dense<3> : tensor<2xi8>
  %six = stablehlo.constant dense<6> : tensor<2xi8>
  %eight = stablehlo.constant dense<8> : tensor<2xi8>
  // CHECK-DAG: %[[ZERO:.*]] = stablehlo.constant dense<0>
  // CHECK-DAG: %[[SEVEN:.*]] = stablehlo.constant dense<7>
  // CHECK-DAG: %[[SIX:.*]] = stablehlo.constant dense<6>
  %0 = stablehlo.shift_left %i, %zero : tensor<2xi8>
  %1 = stablehlo.shift_left %i, %eight : tensor<2xi8>
  %a = stablehlo.shift_left %i, %three : tensor<2xi8>
  // CHECK-DAG: %[[A:.*]] = stablehlo.shift_left %arg0, %[[SIX]]
  %2 = stablehlo.shift_left %a, %three : tensor<2xi8>
  %b = stablehlo.shift_right_logical %i, %three : tensor<2xi8>
  %3 = stablehlo.shift_right_logical %b, %six : tensor<2xi8>
  // The sign keeps coming in.
  %c = stablehlo.shift_right_arithmetic %i, %three : tensor<2xi8>
  // CHECK-DAG: %[[C:.*]] = stablehlo.shift_right_arithmetic %arg0, %[[SEVEN]]
  %4 = stablehlo.shift_right_arithmetic %c, %six : tensor<2xi8>
  // CHECK: return %arg0, %[[ZERO]], %[[A]], %[[ZERO]], %[[C]]
  return %0, %1, %2, %3, %4 : tensor<2xi8>, tensor<2xi8>, tensor<2xi8>, tensor<2xi8>, tensor<2xi8>
}

// CHECK-LABEL: func @shifts_stay
func.func @shifts_stay(%i: tensor<2xi8>) -> (tensor<2xi8>, tensor<2xi8>) {
  %three = stablehlo.constant dense<3> : tensor<2xi8>
  %eight = stablehlo.constant dense<8> : tensor<2xi8>
  // CHECK-DAG: %[[A:.*]] = stablehlo.shift_left %arg0
  // CHECK-DAG: stablehlo.shift_right_logical %[[A]]
  %0 = stablehlo.shift_left %i, %three : tensor<2xi8>
  %1 = stablehlo.shift_right_logical %0, %three : tensor<2xi8>
  // CHECK-DAG: stablehlo.shift_right_arithmetic %arg0
  %2 = stablehlo.shift_right_arithmetic %i, %eight : tensor<2xi8>
  return %1, %2 : tensor<2xi8>, tensor<2xi8>
}
