// Functions of scalars that are more than operations on elements, in every operation that takes one.
// RUN: weft-fuzz-programs --file=%s --stages=pipeline --complete | FileCheck %s
// CHECK: 160 of 160 runs compared

func.func private @sum(%a: tensor<i32>, %b: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %s = %a) : tensor<i32>, tensor<i32>
  cond {
    %again = stablehlo.compare LT, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %again : tensor<i1>
  } do {
    %k = stablehlo.add %i, %one : tensor<i32>
    %t = stablehlo.add %s, %b : tensor<i32>
    stablehlo.return %k, %t : tensor<i32>, tensor<i32>
  }
  return %r#1 : tensor<i32>
}

// The difference of the last four bits, so that there are equal ones.
func.func private @less(%a: tensor<i32>, %b: tensor<i32>) -> tensor<i1> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %mask = stablehlo.constant dense<15> : tensor<i32>
  %x = stablehlo.and %a, %mask : tensor<i32>
  %y = stablehlo.and %b, %mask : tensor<i32>
  %minus = stablehlo.negate %y : tensor<i32>
  %c = func.call @sum(%x, %minus) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %less = stablehlo.compare LT, %c, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %less : tensor<i1>
}

func.func @reduce(%x: tensor<3x4x5xi32>, %y: tensor<3x4x5xi32>, %init: tensor<i32>) -> (tensor<4xi32>, tensor<4xi32>) {
  %0:2 = stablehlo.reduce(%x init: %init), (%y init: %init) across dimensions = [0, 2] : (tensor<3x4x5xi32>, tensor<3x4x5xi32>, tensor<i32>, tensor<i32>) -> (tensor<4xi32>, tensor<4xi32>)
    reducer(%a: tensor<i32>, %c: tensor<i32>) (%b: tensor<i32>, %d: tensor<i32>) {
      %s = func.call @sum(%a, %c) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      %t = stablehlo.optimization_barrier %d : tensor<i32>
      %u = stablehlo.add %b, %t : tensor<i32>
      stablehlo.return %s, %u : tensor<i32>, tensor<i32>
    }
  return %0#0, %0#1 : tensor<4xi32>, tensor<4xi32>
}

func.func @reduce_nothing(%x: tensor<3x0xi32>, %init: tensor<i32>) -> tensor<3xi32> {
  %0 = stablehlo.reduce(%x init: %init) across dimensions = [1] : (tensor<3x0xi32>, tensor<i32>) -> tensor<3xi32>
    reducer(%a: tensor<i32>, %b: tensor<i32>) {
      %s = func.call @sum(%a, %b) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      stablehlo.return %s : tensor<i32>
    }
  return %0 : tensor<3xi32>
}

func.func @reduce_window(%x: tensor<5x6xi32>, %init: tensor<i32>) -> tensor<5x3xi32> {
  %0 = "stablehlo.reduce_window"(%x, %init) <{
    window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 1>,
    base_dilations = array<i64: 2, 1>, window_dilations = array<i64: 1, 2>,
    padding = dense<[[1, 1], [-1, 2]]> : tensor<2x2xi64>
  }> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = func.call @sum(%a, %b) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<5x6xi32>, tensor<i32>) -> tensor<5x3xi32>
  return %0 : tensor<5x3xi32>
}

func.func @scatter(%x: tensor<5x7xi32>, %at: tensor<4x1xi32>, %updates: tensor<4x3xi32>) -> tensor<5x7xi32> {
  %0 = "stablehlo.scatter"(%x, %at, %updates) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [1], index_vector_dim = 1>
  }> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = func.call @sum(%a, %b) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<5x7xi32>, tensor<4x1xi32>, tensor<4x3xi32>) -> tensor<5x7xi32>
  return %0 : tensor<5x7xi32>
}

func.func @batched_scatter(%x: tensor<4x7xi32>, %at: tensor<4x2xi32>, %updates: tensor<4x2xi32>) -> tensor<4x7xi32> {
  %six = stablehlo.constant dense<7> : tensor<4x2xi32>
  %near = stablehlo.remainder %at, %six : tensor<4x2xi32>
  %0 = "stablehlo.scatter"(%x, %near, %updates) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0],
      scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>
  }> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = func.call @sum(%a, %b) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<4x7xi32>, tensor<4x2xi32>, tensor<4x2xi32>) -> tensor<4x7xi32>
  return %0 : tensor<4x7xi32>
}

func.func @sort(%x: tensor<3x9x2xi32>, %y: tensor<3x9x2xf32>) -> (tensor<3x9x2xi32>, tensor<3x9x2xf32>) {
  %0:2 = "stablehlo.sort"(%x, %y) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<f32>):
    %less = func.call @less(%a, %b) : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<3x9x2xi32>, tensor<3x9x2xf32>) -> (tensor<3x9x2xi32>, tensor<3x9x2xf32>)
  return %0#0, %0#1 : tensor<3x9x2xi32>, tensor<3x9x2xf32>
}

func.func @select_and_scatter(%x: tensor<7x6xi32>, %source: tensor<4x3xi32>, %init: tensor<i32>) -> tensor<7x6xi32> {
  %0 = "stablehlo.select_and_scatter"(%x, %source, %init) <{
    window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 2, 2>,
    padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>
  }> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %less = func.call @less(%b, %a) : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %s = func.call @sum(%a, %b) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<7x6xi32>, tensor<4x3xi32>, tensor<i32>) -> tensor<7x6xi32>
  return %0 : tensor<7x6xi32>
}

// No order at all where there is a NaN.
func.func @sort_floats(%x: tensor<4x21xf32>) -> tensor<4x21xf32> {
  %0 = "stablehlo.sort"(%x) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.optimization_barrier %a : tensor<f32>
    %less = stablehlo.compare LT, %c, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<4x21xf32>) -> tensor<4x21xf32>
  return %0 : tensor<4x21xf32>
}
