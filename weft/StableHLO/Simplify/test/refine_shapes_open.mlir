// Shapes that depend on data, or that nothing has: they stay open, and the
// program stays valid.
// RUN: weft-opt --simplify %s | FileCheck %s

// CHECK-LABEL: func @from_data
// CHECK-SAME: -> (tensor<?x?xf32>, tensor<?xf32, #stablehlo.bounds<6>>)
func.func @from_data(%x: tensor<6xf32>, %s: tensor<2xi64>, %n: tensor<i32>) -> (tensor<?x?xf32>, tensor<?xf32, #stablehlo.bounds<6>>) {
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<6xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %1 = stablehlo.set_dimension_size %x, %n, dim = 0 : (tensor<6xf32>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<6>>
  return %0, %1 : tensor<?x?xf32>, tensor<?xf32, #stablehlo.bounds<6>>
}

// CHECK-LABEL: func @behind_a_barrier
// CHECK-SAME: -> tensor<?x?xf32>
func.func @behind_a_barrier(%x: tensor<6xf32>) -> tensor<?x?xf32> {
  %c = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %s = stablehlo.optimization_barrier %c : tensor<2xi64>
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<6xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func @negative
// CHECK-SAME: -> tensor<?xf32>
func.func @negative(%x: tensor<3xf32>, %v: tensor<f32>) -> tensor<?xf32> {
  // CHECK: stablehlo.real_dynamic_slice
  %two = stablehlo.constant dense<2> : tensor<1xi64>
  %one = stablehlo.constant dense<1> : tensor<1xi64>
  %0 = stablehlo.real_dynamic_slice %x, %two, %one, %one : (tensor<3xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func @cut_to_more
// CHECK-SAME: -> tensor<?xf32, #stablehlo.bounds<3>>
func.func @cut_to_more(%x: tensor<3xf32>) -> tensor<?xf32, #stablehlo.bounds<3>> {
  // CHECK: stablehlo.set_dimension_size
  %four = stablehlo.constant dense<4> : tensor<i32>
  %0 = stablehlo.set_dimension_size %x, %four, dim = 0 : (tensor<3xf32>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<3>>
  return %0 : tensor<?xf32, #stablehlo.bounds<3>>
}

// CHECK-LABEL: func @grows
// CHECK-SAME: -> tensor<?xi32>
func.func @grows(%x: tensor<1xi32>, %p: tensor<i32>) -> tensor<?xi32> {
  // CHECK: stablehlo.while{{.*}}tensor<?xi32>
  %shape = stablehlo.constant dense<1> : tensor<1xi64>
  %start = stablehlo.dynamic_reshape %x, %shape : (tensor<1xi32>, tensor<1xi64>) -> tensor<?xi32>
  %0 = stablehlo.while(%v = %start) : tensor<?xi32>
  cond {
    %n = stablehlo.get_dimension_size %v, dim = 0 : (tensor<?xi32>) -> tensor<i32>
    %c = stablehlo.compare LT, %n, %p : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %longer = stablehlo.concatenate %v, %v, dim = 0 : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    stablehlo.return %longer : tensor<?xi32>
  }
  return %0 : tensor<?xi32>
}

// The body always gives two elements, but the loop starts with one.
// CHECK-LABEL: func @changes_once
// CHECK-SAME: -> tensor<?xi32>
func.func @changes_once(%x: tensor<1xi32>, %y: tensor<2xi32>, %p: tensor<i1>) -> tensor<?xi32> {
  // CHECK: stablehlo.while{{.*}}tensor<?xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi64>
  %two = stablehlo.constant dense<2> : tensor<1xi64>
  %start = stablehlo.dynamic_reshape %x, %one : (tensor<1xi32>, tensor<1xi64>) -> tensor<?xi32>
  %0 = stablehlo.while(%v = %start) : tensor<?xi32>
  cond {
    stablehlo.return %p : tensor<i1>
  } do {
    %next = stablehlo.dynamic_reshape %y, %two : (tensor<2xi32>, tensor<1xi64>) -> tensor<?xi32>
    stablehlo.return %next : tensor<?xi32>
  }
  return %0 : tensor<?xi32>
}

// CHECK-LABEL: func @branches_differ
// CHECK-SAME: -> tensor<?xi32>
func.func @branches_differ(%x: tensor<1xi32>, %y: tensor<2xi32>, %p: tensor<i1>) -> tensor<?xi32> {
  // CHECK: "stablehlo.if"
  %one = stablehlo.constant dense<1> : tensor<1xi64>
  %two = stablehlo.constant dense<2> : tensor<1xi64>
  %0 = "stablehlo.if"(%p) ({
    %a = stablehlo.dynamic_reshape %x, %one : (tensor<1xi32>, tensor<1xi64>) -> tensor<?xi32>
    stablehlo.return %a : tensor<?xi32>
  }, {
    %b = stablehlo.dynamic_reshape %y, %two : (tensor<2xi32>, tensor<1xi64>) -> tensor<?xi32>
    stablehlo.return %b : tensor<?xi32>
  }) : (tensor<i1>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}
